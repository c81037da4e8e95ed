// The phone's own back button or gesture puts away what lies over the page, one sheet at a time, and only then leaves it.

import { changed, page, sheets } from "./state.js";

let entries = history.state?.sheets ?? 0;   // a reload keeps the entries and loses the sheets
let isGoing = false;

/** Has the history follow: one entry more for each sheet that lies over the page, whatever it is. */
export function followSheet() {
  const count = sheets().length;
  if (isGoing || count === entries) return;
  if (count < entries) {
    isGoing = true;
    history.go(count - entries);
    return;
  }
  // what happens meanwhile may have moved the page: the way back leaves it there
  history.scrollRestoration = "manual";
  while (entries < count) history.pushState({ sheets: ++entries }, "");
}

addEventListener("popstate", ({ state }) => {
  const wasGoing = isGoing;
  isGoing = false;
  entries = state?.sheets ?? 0;
  if (entries === 0) history.scrollRestoration = "auto";
  if (!wasGoing) while (sheets().length > entries) page.sheet = page.sheet.under;
  changed();
  followSheet();
});

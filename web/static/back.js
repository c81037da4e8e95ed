// The phone's own back button or gesture puts away what lies over the page, and only then leaves the page.

import { close, page } from "./state.js";

let hasEntry = history.state?.isSheet === true;   // a reload keeps the entry and loses the sheet
let isGoing = false;

/** Has the history follow: one entry more while something lies over the page, whatever that is. */
export function followSheet() {
  if (isGoing || Boolean(page.sheet) === hasEntry) return;
  if (page.sheet) {
    // what happens meanwhile may have moved the page: the way back leaves it there
    history.scrollRestoration = "manual";
    history.pushState({ isSheet: true }, "");
    hasEntry = true;
  } else {
    isGoing = true;
    history.back();
  }
}

addEventListener("popstate", ({ state }) => {
  const wasGoing = isGoing;
  isGoing = false;
  hasEntry = state?.isSheet === true;
  if (!hasEntry) history.scrollRestoration = "auto";
  if (!wasGoing && !hasEntry && page.sheet) close();
  followSheet();
});

// Asking once more before what can't be had back.

import { h } from "./dom.js";
import { close } from "./state.js";
import { t } from "./texts.js";

const STILL_MS = 700;

/** A hook: has a new button deaf for a moment, since a second tap may still be meant for what stood there before. */
export function late(button) {
  if (button.dataset.isLate) return;
  button.dataset.isLate = "true";
  button.disabled = true;
  setTimeout(() => (button.disabled = false), STILL_MS);
}

// the question is larger than what stood there
function seen(question) {
  if (question.dataset.isSeen) return;
  question.dataset.isSeen = "true";
  question.scrollIntoView({ block: "nearest" });
}

/** Gives the question, "No", and the button that does it, named by words. */
export const sure = (words, { ask, run, no = close }) =>
  h("div.sure", { role: "group", "aria-label": words, hook: seen },
    h("p", ask),
    h("div.row",
      h("button.plain", { onclick: no }, t("page.no")),
      h("button.act.danger", { hook: late, onclick: run }, words)));

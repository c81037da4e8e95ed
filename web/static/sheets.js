// What lies over the page: one dialog, its content by name. The game of the day adds its own.

import { answer } from "./bars.js";
import { linesSheet } from "./end.js";
import { correctSheet, historySheet } from "./history.js";
import { helpSheet } from "./help.js";
import { forgetSheet, hostSheet } from "./host.js";
import { h } from "./dom.js";
import { menuSheet } from "./menu.js";
import { gameModule, houseSheet } from "./play.js";
import { profileSheet, takenSheet } from "./profile.js";
import { sitSheet } from "./sitting.js";
import { glyph } from "./signs.js";
import { close, page } from "./state.js";
import { t } from "./texts.js";

const SHEETS = { menu: menuSheet, history: historySheet, correct: correctSheet, host: hostSheet, help: helpSheet, house: houseSheet, forget: forgetSheet, sit: sitSheet, profile: profileSheet, taken: takenSheet };

// where a game has none of its own
const OF_ANY_GAME = { lines: linesSheet };

/** Gives the dialog with the sheet that is open; a sheet that has nothing left to show closes itself. */
export function sheet({ snap, note, sheet: wanted }) {
  const render = wanted && (SHEETS[wanted.name] ?? gameModule(snap.game?.id)?.sheets[wanted.name] ?? OF_ANY_GAME[wanted.name]);
  const shown = render?.(snap, wanted);
  if (wanted && !shown) page.sheet = null;
  return h("dialog.sheet", { key: "sheet", "aria-labelledby": "sheet-title", hook: follow(Boolean(shown)), onclose: closed, onclick: outside },
    shown && h("div.sheet-in", { key: wanted.name },
      h("header",
        h("h2", { id: "sheet-title", tabindex: "-1", autofocus: true }, shown.title),
        h("button.icon", { "aria-label": t("page.close"), onclick: close }, glyph("wrong"))),
      h("div.sheet-note", { key: "note", role: "alert" }, answer(note)),
      h("div.sheet-body", shown.body),
      shown.bar && h("div.bar", shown.bar)));
}

const follow = (isOpen) => (dialog) => {
  if (isOpen && !dialog.open) dialog.showModal();
  else if (!isOpen && dialog.open) dialog.close();
  // one sheet led to another: go on from its title
  else if (isOpen && !dialog.contains(document.activeElement)) dialog.querySelector("h2").focus();
};

function closed() {
  if (page.sheet) close();
}

function outside(event) {
  if (event.target === event.currentTarget) close();
}

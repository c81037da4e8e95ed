// The 48 numbers in their rows, each always in the same place: one tap takes one.

import { h } from "../../dom.js";
import { number, t } from "../../texts.js";
import { tileName } from "./board.js";
import { ROWS } from "./tiles.js";

const FEW = 12;   // as many as lie in the pyramid, and a slip or two

/** Gives the grid: free are the numbers that can be tapped. Where they are few, only those are shown. */
export function picker({ free, chosen = [], onPick, heading }) {
  const open = new Set(free), marked = new Set(chosen), areFew = free.length <= FEW;
  const shown = ({ number: n }) => !areFew || open.has(n) || marked.has(n);
  return h("div.picker", ROWS.map(({ colour, tiles }) => {
    const isShown = tiles.some(({ number: n }) => open.has(n) || marked.has(n));
    return isShown && h("section", { key: colour, class: `row-${colour}`, "aria-label": t(`pharaoh_code.tile.${colour}`) },
      h("h3", h("i", { class: `stack-${colour}` }), t(`pharaoh_code.tile.${colour}`), heading?.(colour)),
      h("ul", { class: areFew ? "few" : "" }, tiles.filter(shown).map((tile) => h("li", { key: tile.number }, cell(tile, open.has(tile.number), marked.has(tile.number), onPick)))));
  }));
}

const cell = (tile, isFree, isChosen, onPick) =>
  isFree || isChosen
    ? h("button.tile.cell", { class: tile.colour, "aria-pressed": String(isChosen), "aria-label": tileName(tile), onclick: () => onPick(tile.number) }, h("b", number(tile.number)))
    : h("span.tile.cell.gone", { "aria-hidden": "true" }, h("b", number(tile.number)));

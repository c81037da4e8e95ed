// Tiles, and the step pyramid they lie in.

import { h } from "../../dom.js";
import { badge, glyph, nameOf } from "../../signs.js";
import { number, t } from "../../texts.js";

/** Names a tile for those who listen: 33, red row, 5 points. */
export const tileName = ({ number: n, colour, points }) =>
  `${number(n)}, ${t(`pharaoh_code.tile.${colour}`)}, ${t("pharaoh_code.points", { n: points })}`;

export const pointsOf = (points) => h("span.pts", number(points), glyph("scarab"));

/** Gives a tile lying flat in a line of text. */
export const chip = (tile, { key, hasPoints = true } = {}) =>
  h("span.tile.chip", { key, class: tile.colour, role: "img", "aria-label": tileName(tile) }, h("b", number(tile.number)), hasPoints && pointsOf(tile.points));

export const emptyChip = (text = "") => h("span.tile.chip.socket", text);

/** Gives the pyramid, its top first. A space whose tile is not known is a socket; so is the place of a claimed tile. */
export const pyramid = ({ pyramid: rows }, seats, { isSmall = false } = {}) =>
  h("ol.pyramid", { class: isSmall ? "small" : "" }, rows.map((row, r) =>
    h("li.course", { key: r, class: `c${r + 1}` }, h("ul", row.map((space, i) => place(space, i, seats))))));

function place(space, i, seats) {
  if (space.number === null) {
    return h("li.tile.socket", { key: `?${i}`, class: space.colour }, h("span.vh", `${t(`pharaoh_code.tile.${space.colour}`)}: ${t("pharaoh_code.unknown")}`));
  }
  if (space.seat !== null) {
    const seat = seats[space.seat];
    return h("li.tile.gone", { key: space.number, class: space.colour }, badge(seat.sign), h("b", number(space.number)), h("span.vh", `${t("pharaoh_code.claimed_by")}: ${nameOf(seat)}`));
  }
  return h("li.tile", { key: space.number, class: space.colour }, h("span.vh", tileName(space)), h("b", { "aria-hidden": "true" }, number(space.number)), h("span.pts", { "aria-hidden": "true" }, number(space.points), glyph("scarab")));
}

/** Gives what is left in the piles beside the board; a row that can't be filled ends the game. */
export const pilesLine = ({ piles }) =>
  h("p.piles",
    h("span", t("pharaoh_code.piles")),
    h("span.stacks", piles.map(({ colour, left, spaces }) => h("span.pile", { key: colour, role: "img", "aria-label": `${t(`pharaoh_code.tile.${colour}`)}: ${number(Math.max(0, left - spaces))}` },
      h("i", { class: `stack-${colour}` }), h("b.num", number(Math.max(0, left - spaces)))))));

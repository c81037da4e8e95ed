// The tiles: what each is called, what it is worth, and how it looks.

import { h } from "../../dom.js";
import { glyph } from "../../signs.js";
import { signed, t } from "../../texts.js";
import { sign } from "./glyphs.js";

const FIVE = [5, 4, 3, 2, 1], SPHINX = { base: -5, body: 10, head: 15 };

export const GROUPS = [
  { group: "plus", tiles: FIVE.map((n) => `plus_${n}`) },
  { group: "minus", tiles: FIVE.map((n) => `minus_${n}`) },
  { group: "treasure", tiles: [5, 4, 3, 2].map((n) => `treasure_${n}`) },
  { group: "sphinx", tiles: Object.keys(SPHINX) },
  { group: "others", tiles: ["scarab", "demolition"] },
];
export const PLACES = ["first", "second", "third", "sphinx"];

/** Gives what a tile is for: plus, minus (stones), treasure, sphinx, scarab, demolition. */
export const familyOf = (tile) => (tile in SPHINX ? "sphinx" : tile.split("_")[0]);

export function valueOf(tile) {
  const size = Number(tile.split("_")[1] ?? 0);
  return SPHINX[tile] ?? (familyOf(tile) === "minus" ? -size : size);
}

export const isStone = (tile) => ["plus", "minus"].includes(familyOf(tile));

/** Gives the name of a tile as it stands alone: −3, Treasure +4, Sphinx base −5. */
export const tileName = (tile) => t(`giza.tile.${tile}`);

/** Gives the name of a tile as it stands within a sentence. */
export const inWords = (tile) => (isStone(tile) ? tileName(tile) : familyOf(tile) === "treasure" ? t("giza.in.treasure", { value: signed(valueOf(tile)) }) : t(`giza.in.${tile}`));

export const placeName = (place) => t(`giza.place.${place}`);

const looks = (tile) => `${familyOf(tile)}${valueOf(tile) < 0 ? " below" : ""}`;

/** Gives what is drawn on a tile: its sign, where it has one, and its value. */
export const print = (tile) => [
  tile === "scarab" ? glyph("scarab") : tile in SPHINX || tile === "demolition" ? sign(tile) : familyOf(tile) === "treasure" && sign("treasure"),
  valueOf(tile) !== 0 && h("b.num", { key: "value" }, signed(valueOf(tile))),
];

/** Gives a tile as a small flat piece; with words for those who do not see it unless it is named beside it. */
export const chip = (tile, { key, isSpoken = true } = {}) =>
  h("span.gz-chip", { key, class: looks(tile), ...(isSpoken ? { role: "img", "aria-label": tileName(tile) } : {}) }, print(tile));

/** Gives a tile as it lies in a stack seen from the side: the bigger a stone, the broader. */
export function course(tile, key) {
  const isWedge = isStone(tile), width = isWedge ? 36 + Math.abs(valueOf(tile)) * 12.8 : 86;
  return h("span.gz-course", { key, class: `${looks(tile)} ${isWedge ? "wedge" : "block"}`, style: { width: `${width}%` } }, print(tile));
}

/** Gives the kinds as keys in their groups. isOff says which can't be taken now, onOff answers who touches one. */
export const kinds = ({ groups = GROUPS, chosen = null, isOff = () => false, onOff = () => {}, onPick }) =>
  h("div.gz-room", h("div.gz-kinds", groups.map(({ group, tiles }) =>
    h("div", { key: group, class: `gz-of-${group}`, role: "group", "aria-label": t(`giza.group.${group}`) }, tiles.map((tile) =>
      h("button.gz-kind", { key: tile, class: looks(tile), "aria-disabled": String(isOff(tile)), "aria-label": tileName(tile), "aria-pressed": String(tile === chosen), onclick: () => (isOff(tile) ? onOff : onPick)(tile) }, print(tile)))))));

/** Gives the groups with only those tiles that lie in a list. */
export const groupsOf = (tiles) => GROUPS.map(({ group, tiles: all }) => ({ group, tiles: all.filter((tile) => tiles.includes(tile)) })).filter(({ tiles: some }) => some.length > 0);

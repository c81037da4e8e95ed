// The crowns, and the signs of the three special squares. They are only of this game, so they come with it.

import { h } from "../../dom.js";
import { t } from "../../texts.js";

const line = { fill: "none", stroke: "currentColor", "stroke-linecap": "round", "stroke-linejoin": "round" };
const NEFER_X = [0, 7.7, 15.4];

const SHAPES = {
  light: [
    ["path", { fill: "var(--fill)", stroke: "currentColor", "stroke-width": 1.9, "stroke-linejoin": "round", d: "M4.3 21.8c-.2-4.7 1.3-8.2 3.4-11.3 1-1.5 1.3-2.2 1.2-3.4C8.6 3.8 9.9 1.7 12 1.7s3.4 2.1 3.1 5.4c-.1 1.2.2 1.9 1.2 3.4 2.1 3.1 3.6 6.6 3.4 11.3z" }],
    ["path", { ...line, "stroke-width": 1.7, d: "M5.6 17.9c4 1.2 8.8 1.2 12.8 0M10.3 7.6h3.4" }],
  ],
  dark: [
    ["path", { fill: "var(--fill)", stroke: "currentColor", "stroke-width": 1.9, "stroke-linejoin": "round", d: "M3.5 21.5 2.6 11h12.8L17.6 2h3.2l-1.6 19.5z" }],
    ["path", { ...line, "stroke-width": 1.9, d: "M14 11C10.6 9.8 8.6 7.8 8.5 5.6 8.5 4 9.6 3 10.9 3.2s1.7 1.4 1 2.3" }],
    ["path", { ...line, "stroke-width": 1.7, d: "M5 17.6h12" }],
  ],
  fortune: [
    ["path", { ...line, "stroke-width": 2.2, d: "M7.2 11.5C5.4 10 4.4 8.3 4.4 6.5c0-2 1.2-3.3 2.8-3.3S10 4.5 10 6.5c0 1.8-1 3.5-2.8 5zM7.2 11.5V21.5M3 13.2h8.4" }],
    ["path", { ...line, "stroke-width": 2.2, d: "M17.8 6.5V19M15.8 21.8l2-2.8 2 2.8M17.8 6.5c-1-1.9-2.6-2.3-4.4-1.5M17.8 6.5c-.2-2 .8-3.4 3-4.2" }],
  ],
  salvation: NEFER_X.flatMap((x) => [
    ["path", { fill: "currentColor", transform: `translate(${x} 0)`, d: "M4.3 12.7c2 0 3.2 2 3.2 4.5 0 2.7-1.3 4.6-3.2 4.6s-3.2-1.9-3.2-4.6c0-2.5 1.2-4.5 3.2-4.5z" }],
    ["path", { ...line, "stroke-width": 1.9, transform: `translate(${x} 0)`, d: "M4.3 13V3M2.1 5.6h4.4" }],
  ]),
  water: [
    ["path", { ...line, "stroke-width": 2.3, d: "M2 7.2l3.3-3 3.4 3 3.3-3 3.3 3 3.4-3 3.3 3M2 14l3.3-3 3.4 3 3.3-3 3.3 3 3.4-3 3.3 3M2 20.8l3.3-3 3.4 3 3.3-3 3.3 3 3.4-3 3.3 3" }],
  ],
};

export const SPECIAL = { "2-6": "fortune", "3-6": "salvation", "3-7": "water" };
export const WATER = "3-7", SALVATION = "3-6";

/** Gives a sign of this game as a glyph. */
export const sign = (name, ...classes) =>
  h(["svg", "g", ...classes].join("."), { viewBox: "0 0 24 24", "aria-hidden": "true" }, SHAPES[name].map(([tag, props], i) => h(tag, { key: i, ...props })));

/** Gives a piece: a crown in the colour of its side, told apart by its shape as well. */
export const crown = (side, { key, isSpoken = false, more = "" } = {}) =>
  h("span.ph-crown", { key, class: `${side} ${more}`, ...(isSpoken ? { role: "img", "aria-label": sideName(side) } : {}) }, sign(side));

export const sideName = (side) => (side === "light" ? t("pharao.side.light") : t("pharao.side.dark"));
export const pieceName = (side) => (side === "light" ? t("pharao.piece.light") : t("pharao.piece.dark"));
export const squareName = (special) => ({ fortune: t("pharao.fortune"), salvation: t("pharao.salvation"), water: t("pharao.water") })[special];
export const otherSide = (side) => (side === "light" ? "dark" : "light");

/** Gives one die: whose pieces it moves, and what it shows. */
export const faceOf = (side, pips, { key } = {}) =>
  h("span.ph-die", { key, class: `${side ?? "any"} ${pips === null ? "unknown" : ""}` }, side && sign(side), h("b", pips === null ? "?" : String(pips)));

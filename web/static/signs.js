// The signs of the table: glyphs, seat badges, cartouches, dice.

import { h } from "./dom.js";
import { glyphAt } from "./glyphs.js";
import { t } from "./texts.js";

export const SIGNS = ["sun", "eye", "lotus", "feather", "boat", "ankh"];

export const glyph = (name, ...classes) =>
  h(["svg", "g", ...classes].join("."), { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("use", { href: glyphAt(name) }));

/** Gives a seat's badge; with words for those who do not see it unless a name stands beside it. */
export const badge = (sign, { key, spoken = false, heard = false } = {}) =>
  h("span.seat", { key, class: `${sign}${heard ? " heard" : ""}`, ...(spoken ? { role: "img", "aria-label": t(`sign.${sign}`) } : {}) }, glyph(sign));

/** Gives the name of a seat as people wrote it, or its sign's name. Never part of a sentence. */
export const nameOf = (seat) => seat.name || t(`sign.${seat.sign}`);

export const named = (seat) => h("bdi", nameOf(seat));

/** Gives badge and name without a frame. */
export const who = (seat, ...more) => h("span.who", h("span.person", badge(seat.sign), h("b.name", named(seat))), ...more);

/** Gives badge and name in a cartouche: the frame that names have. */
export const cartouche = (seat, { heard = false } = {}) =>
  h("span.cart", badge(seat.sign, { heard }), h("span", named(seat)));

const FACE = { 8: [39, 22], 10: [35, 22], 12: [40.5, 23] };   // where the number stands, how big

/** Gives a die as it lies; without pips its empty socket. */
export function die(sides, pips) {
  const [y, size] = FACE[sides];
  const number = pips === null ? "?" : String(pips);
  return h("svg.die", { class: pips === null ? "unknown" : "", viewBox: "0 0 64 64", "aria-hidden": "true" },
    h("use", { href: glyphAt(`d${sides}`) }),
    h("text", { x: 32, y, style: { "font-size": `${size}px` } }, number));
}

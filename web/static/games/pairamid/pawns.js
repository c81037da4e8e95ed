// Researchers, dice and markers: a colour and a plain shape, never a colour alone. Scarabs: ivory and soot.

import { h } from "../../dom.js";
import { glyphAt } from "../../glyphs.js";
import { page } from "../../state.js";
import { number, signed, t } from "../../texts.js";

export const SHAPES = ["circle", "square", "triangle", "diamond", "cross", "star"];
export const COLOURS = ["red", "yellow", "blue", "green", "pink", "white", "orange", "purple", "black"];
export const SCARABS = ["white", "black"];

const OUTLINES = {
  circle: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16z",
  square: "M5 5h14v14H5z",
  triangle: "M12 3.5 21.5 20h-19z",
  diamond: "M12 2l9 10-9 10-9-10z",
  cross: "M8.7 3h6.6v5.7H21v6.6h-5.7V21H8.7v-5.7H3V8.7h5.7z",
  star: "M12 1.5l2.8 7.3 7.7.4-6 4.9 2.1 7.5L12 17.3l-6.6 4.3 2.1-7.5-6-4.9 7.7-.4z",
};

/** Gives the shape that a colour has in the present game. */
export const shapeOf = (colour) => page.snap?.game?.view.colours?.find((each) => each.colour === colour)?.shape ?? SHAPES[0];

export const colourName = (colour) => t(`pairamid.colour.${colour}`);

/** Gives the outline of a shape in a square of 24. */
export const outline = (shape) => OUTLINES[shape];

export const shapeSign = (shape) => h("svg.g", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { fill: "currentColor", d: outline(shape) }));

/** Gives a researcher as a flat piece; with words for those who do not see it unless its colour is named beside it. */
export const pawn = (colour, { key, shape = shapeOf(colour), isSpoken = true, more = "" } = {}) =>
  h("span.pa-pawn", { key, class: `pa-${colour} ${more}`.trim(), ...(isSpoken ? { role: "img", "aria-label": colourName(colour) } : {}) }, shapeSign(shape));

/** Gives a pyramid marker; without a colour the empty place for one. */
export const marker = (colour, { key, isSpoken = true } = {}) =>
  colour ? pawn(colour, { key, isSpoken, more: "pa-marker" }) : h("span.pa-pawn.pa-marker.pa-none", { key, "aria-hidden": "true" }, "?");

/** Gives a die that shows so much; the number is not known where pips is null. */
export const dieFace = (colour, pips, { isSpoken = true } = {}) =>
  h("span.pa-face", { class: `pa-${colour}`, ...(isSpoken ? { role: "img", "aria-label": `${colourName(colour)} ${pips === null ? "?" : number(pips)}` } : {}) },
    shapeSign(shapeOf(colour)), h("b", { "aria-hidden": "true" }, pips === null ? "?" : number(pips)));

export const scarabName = (scarab) => t(`pairamid.scarab.${scarab}`);

/** Gives a scarab, ivory or soot. */
export const scarabSign = (scarab, { isSpoken = true } = {}) =>
  h("span.pa-scarab", { class: `pa-scarab-${scarab}`, ...(isSpoken ? { role: "img", "aria-label": scarabName(scarab) } : {}) },
    h("svg.g", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("use", { href: glyphAt("scarab") })));

/** Gives points with their sign and colour. */
export const points = (value) => h("b.num.pa-points", { class: value > 0 ? "good" : value < 0 ? "bad" : "" }, signed(value));

/** Gives a scarab inside a drawing, its middle at x and y. */
export const drawnScarab = (scarab, x, y, size, { key, more = "" } = {}) =>
  h("g.pa-walks", { key, style: { transform: `translate(${round(x)}px, ${round(y)}px)` } },
    h("svg.pa-scarab", { class: `pa-scarab-${scarab} ${more}`.trim(), x: -size / 2, y: -size / 2, width: size, height: size, viewBox: "0 0 24 24", overflow: "visible" }, h("use", { href: glyphAt("scarab") })));

/** Gives a researcher inside a drawing: a figure whose middle is at x and y and that is 2 r wide. */
export const drawnPawn = (colour, x, y, r, { key, shape = shapeOf(colour), more = "", ...props } = {}) =>
  h("g.pa-walks", { key, class: `pa-${colour} ${more}`.trim(), style: { transform: `translate(${round(x)}px, ${round(y)}px)` }, ...props },
    h("path.pa-figure", { d: `M${-r} ${r * 1.1}V${-r * 0.1}a${r} ${r} 0 0 1 ${2 * r} 0V${r * 1.1}z` }),
    h("path.pa-on-figure", { transform: `translate(${round(-r * 0.62)} ${round(-r * 0.62)}) scale(${round(r * 1.24 / 24)})`, d: outline(shape) }));

export const round = (value) => Math.round(value * 1000) / 1000;

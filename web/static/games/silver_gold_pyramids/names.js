// What the things of this game are called: colours, symbols, squares, shapes.

import { h } from "../../dom.js";
import { listed, number, t } from "../../texts.js";
import { sign } from "./glyphs.js";

export const COLOURS = ["green", "purple", "orange"];
export const SYMBOLS = ["ruby", "emerald", "torch", "skull", "potion"];
export const SIDE = 5, TOMB = SIDE * SIDE - 1;

export const colourName = (colour) => t(`silver_gold_pyramids.colour.${colour}`);

/** Names a number of things: 2 rubies. */
export const amount = (what, n) => t(`silver_gold_pyramids.amount.${what}`, { n });

/** Names a symbol without a number. */
export const symbolName = (what) => t(`silver_gold_pyramids.symbol.${what}`);

/** Names a square by column and row, the entrance a1. */
export const squareName = (square) => `${"abcde"[square % SIDE]}${Math.floor(square / SIDE) + 1}`;

/** Gives the sign of a colour: the pyramid cards of each have one. */
export const colourSign = (colour) => h("span", { key: colour, class: `sg-colour sg-${colour}`, role: "img", "aria-label": colourName(colour) }, sign(colour));

/** Gives an amount of something in signs, its name for those who listen. */
export const gained = (what, n) => h("span.sg-gain", { key: what, role: "img", "aria-label": amount(what, n) }, n > 1 && h("b.num", `${number(n)} ×`), sign(signOf(what)), isTomb(what) && h("span", { class: `sg-colour sg-${what.slice(5)}` }, sign(what.slice(5))));

export const isTomb = (what) => what.startsWith("tomb_");
export const signOf = (what) => (isTomb(what) ? "tomb" : what);

/** Gives gains as one text. */
export const inWords = (gains) => listed(Object.entries(gains).map(([what, n]) => amount(what, n)));

// The printed cards of one's own copy, entered on the page: exploration cards, and pyramids with walls and symbols,
// beside a photo if one likes. The photo never leaves the phone.

import { h } from "../../dom.js";
import { glyph } from "../../signs.js";
import { changed } from "../../state.js";
import { number, t } from "../../texts.js";
import { drawnCard, touchCard } from "./board.js";
import { sign } from "./glyphs.js";
import { colourName, COLOURS, colourSign, SIDE, squareName, SYMBOLS, symbolName, TOMB } from "./names.js";
import { BEGINNING, emptyCard, hasWall, isInside, readCard, squaresOf, toggled, withSymbol, withWall } from "./print.js";
import { drawnShape } from "./shapes.js";

const MOST_CARDS = 60, FEWEST_CARDS = 24, WALLS = ["above", "left", "right", "below"];
const at = { card: 0, square: 0, shape: 0, photo: null };
let picker = null;

/** Gives the editors of fields that the generic form can't enter. */
export const profileParts = ({ shapes, cards }, change) => ({
  shapes: field("shapes", shapes, (to) => change({ shapes: to }), shapes ? shapesEditor : null, () => BEGINNING),
  cards: field("cards", cards, (to) => change({ cards: to }), cards ? cardsEditor : null, () => [emptyCard(COLOURS[0])]),
});

const look = (fields) => {
  Object.assign(at, fields);
  changed();
};

function field(name, value, set, editor, begin) {
  const label = t(`profile.silver_gold_pyramids.${name}`);
  return h("div.field.sg-editor", { role: "group", "aria-label": label },
    h("b", label), h("small.soft", t(`profile.silver_gold_pyramids.${name}.help`)),
    editor
      ? [editor(value, set), h("button.link", { key: "none", onclick: () => set(null) }, t("silver_gold_pyramids.edit.forget"))]
      : h("button.plain.wide", { key: "begin", onclick: () => set(begin()) }, glyph("pen"), t("silver_gold_pyramids.edit.begin")));
}

// ---- exploration cards ----

function shapesEditor(shapes, set) {
  const now = Math.min(at.shape, shapes.length - 1), squares = squaresOf(shapes[now]);
  const change = (square) => set(shapes.map((each, i) => (i === now ? toggled(each, square) : each)));
  return h("div.stack", { key: "edit" },
    h("div.sg-shapes", shapes.map((each, i) => h("button.sg-choice", { key: i, "aria-pressed": String(i === now), "aria-label": number(i + 1), onclick: () => look({ shape: i }) }, drawnShape(squaresOf(each))))),
    h("div.sg-cells", { role: "group", "aria-label": t("silver_gold_pyramids.edit.shape", { n: now + 1 }) }, Array.from({ length: SIDE * SIDE }, (_, square) =>
      h("button", { key: square, "aria-label": squareName(square), "aria-pressed": String(squares.some(([r, c]) => r * SIDE + c === square)), onclick: () => change(square) }))));
}

// ---- pyramids ----

function cardsEditor(cards, set) {
  const now = Math.min(at.card, cards.length - 1), card = cards[now], square = at.square;
  const put = (to) => set(cards.map((each, i) => (i === now ? to : each)));
  const add = () => {
    set([...cards, emptyCard(card.colour)]);
    look({ card: cards.length, square: 0 });
  };
  return h("div.stack", { key: "edit" },
    h("p.soft.small", cards.length < FEWEST_CARDS ? t("silver_gold_pyramids.edit.too_few", { n: FEWEST_CARDS - cards.length }) : t("silver_gold_pyramids.edit.cards_n", { n: cards.length })),
    h("div.sg-list", cards.map((each, i) => h("button", { key: i, "aria-pressed": String(i === now), "aria-label": `${number(i + 1)} ${colourName(each.colour)}`, onclick: () => look({ card: i, square: 0 }) },
      drawnCard(readCard(each, i), { isSpoken: false }), h("span", colourSign(each.colour), number(i + 1)))),
      cards.length < MOST_CARDS && h("button.tool", { key: "more", "aria-label": t("silver_gold_pyramids.edit.add"), onclick: add }, glyph("plus"))),
    h("div.segments", { key: "colour", role: "group", "aria-label": t("silver_gold_pyramids.edit.colour") }, COLOURS.map((colour) =>
      h("button", { key: colour, "aria-pressed": String(colour === card.colour), onclick: () => put({ ...card, colour }) }, colourSign(colour), " ", colourName(colour)))),
    h("div.sg-beside", { key: "card" },
      touchCard(readCard(card, now), { marked: [], aimed: [square], open: new Set(), onTouch: (to) => look({ square: to }) }),
      at.photo && h("div.sg-photo", { key: "photo" }, h("img", { src: at.photo, alt: t("silver_gold_pyramids.edit.photo") }))),
    h("div.sg-brushes", { key: "symbols", role: "group", "aria-label": squareName(square) }, [null, ...SYMBOLS, "red_x"].map((symbol) =>
      h("button.tool", { key: symbol ?? "none", disabled: square === 0 || square === TOMB, "aria-pressed": String(readCard(card, now).squares[square] === symbol), "aria-label": symbol ? symbolName(symbol) : t("silver_gold_pyramids.edit.nothing"), onclick: () => put(withSymbol(card, square, symbol)) },
        symbol ? sign(symbol) : "–"))),
    h("div.segments", { key: "walls", role: "group", "aria-label": t("silver_gold_pyramids.edit.walls") }, WALLS.map((side) =>
      h("button", { key: side, disabled: !isInside(square, side), "aria-pressed": String(hasWall(card, square, side)), onclick: () => put(withWall(card, square, side)) }, t(`silver_gold_pyramids.edit.wall.${side}`)))),
    h("div.row", { key: "tools" },
      h("button.plain", { key: "photo", onclick: at.photo ? dropPhoto : choosePhoto }, at.photo ? t("silver_gold_pyramids.edit.no_photo") : t("silver_gold_pyramids.edit.photo")),
      cards.length > 1 && h("button.plain", { key: "less", onclick: () => set(cards.filter((_, i) => i !== now)) }, t("silver_gold_pyramids.edit.remove"))));
}

function choosePhoto() {
  picker = Object.assign(document.createElement("input"), { type: "file", accept: "image/*" });
  picker.onchange = () => {
    const [file] = picker.files;
    if (!file) return;
    dropPhoto();
    look({ photo: URL.createObjectURL(file) });
  };
  picker.click();
}

function dropPhoto() {
  if (at.photo) URL.revokeObjectURL(at.photo);
  look({ photo: null });
}

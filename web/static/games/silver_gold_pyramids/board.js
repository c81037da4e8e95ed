// A pyramid card: five by five squares with walls and symbols, what is marked, and where a shape would lie.

import { h } from "../../dom.js";
import { changed } from "../../state.js";
import { listed, t } from "../../texts.js";
import { signAt } from "./glyphs.js";
import { colourName, SIDE, squareName, symbolName, TOMB } from "./names.js";

const S = 40, WIDE = SIDE * S, SIGN = S * 0.58;
const ALL = Array.from({ length: SIDE * SIDE }, (_, square) => square);
const STEPS = { ArrowUp: -SIDE, ArrowDown: SIDE, ArrowLeft: -1, ArrowRight: 1 };
let roving = {};   // the square that the Tab key leads to, by card

const at = (square) => [(square % SIDE) * S, Math.floor(square / SIDE) * S];
const middle = (square) => at(square).map((z) => z + (S - SIGN) / 2);

/** Names a card: its colour and number. */
export const cardName = ({ pyramid, colour }) => t("silver_gold_pyramids.pyramid_no", { colour: colourName(colour), n: pyramid });

/** Gives a card as a picture; marked are its squares, aimed those of a shape that is looked at. */
export function drawnCard(card, { marked = [], aimed = [], isSpoken = true } = {}) {
  const named = isSpoken ? { role: "img", "aria-label": spokenCard(card, marked) } : { "aria-hidden": "true" };
  return h("svg.sg-card", { class: `sg-${card.colour}`, viewBox: `0 0 ${WIDE} ${WIDE}`, ...named },
    h("rect.sg-ground", { width: WIDE, height: WIDE }),
    marked.map((square) => h("path", { key: `m${square}`, class: "sg-marked", d: box(square) })),
    marked.length > 0 && h("path.sg-hatch", { key: "hatch", d: marked.map(hatch).join("") }),
    aimed.map((square) => h("path", { key: `a${square}`, class: "sg-aimed", d: box(square) })),
    h("path.sg-grid", { key: "grid", d: [1, 2, 3, 4].map((i) => `M${i * S} 0V${WIDE}M0 ${i * S}H${WIDE}`).join("") }),
    signAt("entrance", ...middle(0), SIGN), signAt("tomb", ...middle(TOMB), SIGN),
    card.squares.map((symbol, square) => symbol && signAt(symbol, ...middle(square), SIGN)),
    h("path.sg-crosses", { key: "crosses", d: marked.map(cross).join("") }),
    h("path.sg-walls", { key: "walls", d: walls(card) }),
    h("rect.sg-frame", { key: "frame", width: WIDE, height: WIDE, rx: 3 }),
    aimed.length > 0 && h("path.sg-aim", { key: "aim", d: outline(new Set(aimed)) }));
}

const box = (square) => `M${at(square).join(" ")}h${S}v${S}h${-S}z`;

function hatch(square) {
  const [x, y] = at(square);
  return [0.25, 0.5, 0.75, 1].map((p) => `M${x} ${y + p * S}L${x + p * S} ${y}`).join("") + [0.25, 0.5, 0.75].map((p) => `M${x + p * S} ${y + S}L${x + S} ${y + p * S}`).join("");
}

// a pen leaves what is under it to be seen
function cross(square) {
  const [x, y] = at(square), a = S * 0.13, b = S - a;
  return `M${x + a} ${y + a}L${x + b} ${y + b}M${x + b} ${y + a}L${x + a} ${y + b}`;
}

const walls = ({ right, below }) => ALL.map((square) => {
  const [x, y] = at(square);
  return (right[square] ? `M${x + S} ${y}v${S}` : "") + (below[square] ? `M${x} ${y + S}h${S}` : "");
}).join("");

const outline = (aimed) => [...aimed].map((square) => {
  const [x, y] = at(square), c = square % SIDE;
  return (aimed.has(square - SIDE) ? "" : `M${x} ${y}h${S}`) + (aimed.has(square + SIDE) ? "" : `M${x} ${y + S}h${S}`)
    + (c > 0 && aimed.has(square - 1) ? "" : `M${x} ${y}v${S}`) + (c < SIDE - 1 && aimed.has(square + 1) ? "" : `M${x + S} ${y}v${S}`);
}).join("");

const spokenCard = (card, marked) => listed([cardName(card), t("silver_gold_pyramids.marked_n", { n: marked.length })]);

/** Gives a card whose squares can be touched; open are those that something fits on, text says what a touch does. */
export function touchCard(card, { marked, aimed, open, onTouch }) {
  const { pyramid } = card, first = roving[pyramid] ?? open.values().next().value ?? 0;
  return h("div.sg-touch", { key: pyramid, role: "group", "aria-label": spokenCard(card, marked), onkeydown: (event) => walk(event, pyramid) },
    drawnCard(card, { marked, aimed, isSpoken: false }),
    h("div.sg-squares", ALL.map((square) => h("button", {
      key: square, class: open.has(square) ? "open" : "", tabindex: square === first ? 0 : -1, "data-square": square,
      "aria-label": squareWords(card, square, marked, open), "aria-pressed": String(aimed.includes(square)), onclick: () => touch(pyramid, square, onTouch),
    }))));
}

function touch(pyramid, square, onTouch) {
  roving = { [pyramid]: square };
  onTouch(square);
}

export const squareWords = ({ squares, right, below }, square, marked = [], open = new Set()) => listed([
  squareName(square),
  square === 0 && t("silver_gold_pyramids.entrance"),
  square === TOMB && t("silver_gold_pyramids.tomb"),
  squares[square] && symbolName(squares[square]),
  right[square] && t("silver_gold_pyramids.wall_right"),
  below[square] && t("silver_gold_pyramids.wall_below"),
  marked.includes(square) && t("silver_gold_pyramids.is_marked"),
  open.has(square) && t("silver_gold_pyramids.may_mark"),
].filter(Boolean));

function walk(event, pyramid) {
  const step = STEPS[event.key], from = Number(event.target.dataset.square), to = from + step;
  if (!step || to < 0 || to > TOMB || (Math.abs(step) === 1 && Math.floor(to / SIDE) !== Math.floor(from / SIDE))) return;
  event.preventDefault();
  roving = { [pyramid]: to };
  changed();
  event.currentTarget.querySelector(`[data-square="${to}"]`).focus();
}

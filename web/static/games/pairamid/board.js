// The board as a drawing: spaces and the ways between them, scarabs, researchers, and a move before it is made.

import { h } from "../../dom.js";
import { labelled, listed, signed, t } from "../../texts.js";
import { colourName, drawnPawn, drawnScarab, outline, pawn, round, scarabName, shapeOf } from "./pawns.js";
import { arrowOf, isFar, isShaft, isTall, layoutOf, moveLine, standing, wayLine, waysOf } from "./ways.js";

const IN_A_ROW = 3;   // signs of dice on the edge of a space
let known = null;   // the layout of the board that was drawn last

/** Gives what the view's board is drawn by; the same board is measured once. */
export function layoutNow({ board }) {
  if (known?.board !== board && JSON.stringify(known?.board) !== JSON.stringify(board)) known = layoutOf(board);
  return known;
}

/** Names a space as people would: the number of a plain one, what a chamber has printed, the Great Chamber. */
export function spaceName(view, name) {
  const space = view.board?.spaces.find((each) => each.name === name);
  if (!space) return t("pairamid.start");
  if (space.kind === "great") return t("pairamid.great");
  return space.kind === "white" || space.kind === "black" ? signed(space.value) : space.name;
}

/** Gives the drawing. move is the one that is looked at; onPick and onLand answer a touch on a researcher and on a space. */
export function boardDrawing(view, { colour = null, moves = [], move = null, onPick = null, onLand = null } = {}) {
  const layout = layoutNow(view), targets = new Set(moves.map(({ space }) => space));
  return h("svg.pa-board", { viewBox: layout.frame.join(" "), role: "img", "aria-label": spoken(view), style: { "--wide": layout.frame[2], "--high": layout.frame[3] } },
    view.board.is_house && courses(layout),
    h("g", { key: "spaces" }, layout.spaces.map((space) => drawnSpace(layout, space, { isTarget: targets.has(space.name), isAim: move?.space === space.name, onLand: targets.has(space.name) ? onLand : null }))),
    ways(layout),
    h("g", { key: "prints" }, layout.spaces.map((space) => print(layout, space))),
    h("g", { key: "next" }, nextOf(layout, view)),
    move && h("g.pa-move", { key: "move" }, lineOf(layout, view, move, colour)),
    h("g", { key: "pieces" }, pieces(layout, view, { colour, onPick })),
    colour === null && h("g", { key: "landings" }, landings(layout, view)));
}

/** Gives the researchers that were not moved yet; each can be touched like on the board. */
export const startTray = (view, { colour = null, onPick = null } = {}) => {
  const waiting = view.researchers.filter(({ space }) => space === null);
  return waiting.length > 0 && h("p.pa-start", h("span.soft", t("pairamid.start")), waiting.map(({ colour: each }) =>
    onPick && isOpen(view, each)
      ? h("button.pa-bare", { key: each, "aria-label": colourName(each), "aria-pressed": String(each === colour), onclick: () => onPick(each) }, pawn(each, { isSpoken: false }))
      : pawn(each, { key: each })));
};

const isOpen = (view, colour) => view.dice.some((die) => die.colour === colour && !die.is_placed);

const spoken = (view) => listed([
  t("pairamid.board"),
  ...view.scarabs.map(({ scarab, space }) => labelled(scarabName(scarab), spaceName(view, space))),
  ...view.researchers.map(({ colour, space }) => labelled(colourName(colour), spaceName(view, space))),
]);

function courses({ w, h: tall, spaces }) {
  const rows = new Map();
  for (const { x, y, kind } of spaces) if (kind !== "great") rows.set(y, [...(rows.get(y) ?? []), x]);
  return h("g.pa-courses", { key: "courses" }, [...rows].map(([y, xs]) => {
    const [left, right, top, foot] = [Math.min(...xs) - w / 2 - 0.6, Math.max(...xs) + w / 2 + 0.6, y - tall / 2 - 0.9, y + tall / 2 + 0.4];
    return h("path", { key: y, d: `M${round(left)} ${round(top)}H${round(right)}L${round(right + 1.7)} ${round(foot)}H${round(left - 1.7)}z` });
  }));
}

function drawnSpace({ w, h: tall }, { name, kind, x, y }, { isTarget, isAim, onLand }) {
  return h("g", { key: name, class: `pa-space pa-${kind}-space${isTarget ? " target" : ""}${isAim ? " aim" : ""}`, ...(onLand ? { onclick: () => onLand(name) } : {}) },
    kind === "great"
      ? h("path.pa-ground", { d: `M${x} ${round(y - tall * 1.02)}L${round(x + w * 1.3)} ${round(y + tall * 0.57)}H${round(x - w * 1.3)}z` })
      : h("rect.pa-ground", { x: round(x - w / 2), y: round(y - tall / 2), width: round(w), height: round(tall), rx: kind === "end" ? round(w / 2) : 0.9 }),
    (isTarget || isAim) && (kind === "great"
      ? h("path.pa-frame", { d: `M${x} ${round(y - tall * 1.1)}L${round(x + w * 1.4)} ${round(y + tall * 0.61)}H${round(x - w * 1.4)}z` })
      : h("rect.pa-frame", { x: round(x - w / 2 - 0.6), y: round(y - tall / 2 - 0.6), width: round(w + 1.2), height: round(tall + 1.2), rx: 1.4 })));
}

const greatPrint = ({ w }) => Math.min(4.8, w * 0.5);

function print({ w, h: tall }, { name, kind, value, x, y }) {
  const isPrinted = kind === "white" || kind === "black", text = kind === "great" ? "±7" : isPrinted ? signed(value) : name;
  const most = isTall({ w, h: tall }) ? 0.5 : 0.38, size = kind === "great" ? greatPrint({ w }) : Math.min(isPrinted ? 4.8 : 4, w * Math.min(most, 1.4 / text.length));
  return h("text", { key: name, class: `pa-${kind}-print`, x, y: round(y + tall * (kind === "great" ? 0.45 : isTall({ w, h: tall }) ? 0.42 : 0.45)), style: { "font-size": `${round(size)}px` } }, text);
}

function ways(layout) {
  const all = waysOf(layout.board), lies = ({ from, to, isMain }) => {
    const ends = [layout.named.get(from), layout.named.get(to)];
    if (isShaft(layout, ...ends)) return "shaft";
    return (layout.board.is_house ? !isFar(layout, ...ends) : isMain) ? "near" : "far";
  };
  return h("g.pa-ways", { key: "ways" },
    all.map((way) => h("path", { key: `${way.from}>${way.to}`, class: lies(way), d: wayLine(layout, way) })),
    all.map((way) => {
      const { x, y, deg } = arrowOf(layout, way);
      return h("path.pa-arrow", { key: `${way.from}>>${way.to}`, transform: `translate(${x} ${y}) rotate(${deg})`, d: "M-1.1 -.9 1.6 0 -1.1 .9z" });
    }));
}

// where each scarab goes when it is met
function nextOf(layout, { scarabs }) {
  return scarabs.map(({ scarab, at, values }) => {
    if (at >= values.length - 1) return null;
    const goal = at + 1 === values.length - 1 ? layout.spaces.find(({ kind }) => kind === "great") : layout.spaces.find(({ kind, value }) => kind === scarab && value === values[at + 1]);
    if (!goal) return null;
    const side = scarab === "white" ? -1 : 1, isGreat = goal.kind === "great", size = Math.min(4.6, layout.w * 0.5);
    const x = isGreat ? goal.x + side * layout.w * 0.6 : goal.x - layout.w / 2 + size * 0.45, y = isGreat ? goal.y + layout.h * 0.3 : goal.y - layout.h / 2 + size * 0.45;
    return drawnScarab(scarab, x, y, size, { key: `next-${scarab}`, more: isGreat ? "pa-ghost pa-inside" : "pa-ghost" });
  });
}

// where each die that was read would take its researcher
function landings(layout, { dice }) {
  const at = new Map();
  for (const { colour, pips, moves } of dice) {
    if (pips !== null) for (const { space } of moves) if (space !== null) at.set(space, [...(at.get(space) ?? []), colour]);
  }
  return [...at].flatMap(([name, colours]) => colours.map((colour, i) => {
    const space = layout.named.get(name), size = Math.min(3.6, layout.w / IN_A_ROW);
    const x = space.x + layout.w / 2 - size * (0.5 + (i % IN_A_ROW)), y = space.y - layout.h / 2 + size * (0.1 + Math.floor(i / IN_A_ROW));
    return h("g.pa-landing", { key: `${name}:${colour}`, class: `pa-${colour}`, transform: `translate(${round(x)} ${round(y)})` },
      h("circle", { r: round(size * 0.52) }),
      h("path", { transform: `translate(${round(-size * 0.34)} ${round(-size * 0.34)}) scale(${round(size * 0.68 / 24)})`, d: outline(shapeOf(colour)) }));
  }));
}

function lineOf(layout, view, move, colour) {
  const from = view.researchers.find((each) => each.colour === colour).space, d = moveLine(layout, from, move.path);
  return d && [h("path.pa-halo", { d }), h("path.pa-line", { d })];
}

// The middle of a piece, how wide it is as a scarab, and half as a researcher. In the Great Chamber all stand above its print.
function footing(layout, space, i, count) {
  const isHigh = isTall(layout), wide = Math.min(layout.w * (isHigh ? 0.76 : 0.6), 10), r = Math.min(layout.w * (isHigh ? 0.36 : 0.28), 4), at = i - (count - 1) / 2;
  if (space.kind === "great") {
    const part = count > 2 ? 0.58 : count > 1 ? 0.74 : 1, foot = space.y + layout.h * 0.45 - greatPrint(layout) * 0.72 - 0.6;
    return { x: space.x + at * wide * part * 1.04, scarabY: foot - (wide * part) / 2, pawnY: foot - r * part * 1.1, wide: wide * part, r: r * part };
  }
  const [sx, sy] = standing(layout, space);
  return { x: sx + at * layout.w * 0.55, scarabY: sy - layout.h * 0.04, pawnY: sy - r * 0.2, wide, r };
}

function pieces(layout, view, { colour, onPick }) {
  const on = new Map(), put = (space, piece) => on.set(space, [...(on.get(space) ?? []), piece]);
  for (const { scarab, space } of view.scarabs) put(space, { scarab });
  for (const { colour: each, space } of view.researchers) if (space !== null) put(space, { colour: each });
  return [...on].flatMap(([name, list]) => list.map((piece, i) => {
    const space = layout.named.get(name), { x, scarabY, pawnY, wide, r } = footing(layout, space, i, list.length);
    if (piece.scarab) return drawnScarab(piece.scarab, x, scarabY, wide, { key: `scarab-${piece.scarab}`, more: space.kind === "great" ? "pa-inside" : "" });
    const isFree = onPick && isOpen(view, piece.colour);
    return drawnPawn(piece.colour, x, pawnY, r, { key: piece.colour, more: `${piece.colour === colour ? "chosen" : ""}${isFree ? " free" : ""}`, ...(isFree ? { onclick: () => onPick(piece.colour) } : {}) });
  }));
}


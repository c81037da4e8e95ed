// The board that is being entered, drawn over a photo or on a blank sheet: touched, dragged, moved with the arrow keys.

import { h } from "../../dom.js";
import { labelled, listed, signed, t } from "../../texts.js";
import { round } from "./pawns.js";
import { usualGap } from "./ways.js";

const DRAG_FROM = 1.5, LARGEST = 4.2, SMALLEST = 2, REACH = 6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let drag = null;   // { name, from, to }: a space under a finger

/** Gives the drawing. faulty are the names of spaces with something wrong; on answers tap(name), drop(name, x, y), ground(x, y) and again(). */
export function sketch(board, { photo, chosen, faulty, on }) {
  const high = board.height ?? 100, ratio = high / 100, at = ({ name, x, y }) => (drag?.name === name && drag.to ? [drag.to[0], drag.to[1] * ratio] : [x, y * ratio]);
  const place = new Map(board.spaces.map((space) => [space.name, at(space)])), r = radius([...place.values()]);
  const roving = board.spaces.some(({ name }) => name === chosen) ? chosen : board.spaces[0]?.name;
  return h("svg.pa-sketch", { viewBox: `0 0 100 ${high}`, role: "group", "aria-label": t("pairamid.board") },
    h("rect.pa-sheet", { key: "ground", width: 100, height: high, onclick: (event) => on.ground(...pointOf(event)) }),
    photo && h("image", { key: "photo", href: photo, width: 100, height: high, preserveAspectRatio: "none" }),
    h("g.pa-links", { key: "links" }, board.spaces.flatMap(({ name, next }) => next.map((to, i) => place.has(to) && link(place.get(name), place.get(to), r, `${name}>${to}`, i === 0)))),
    h("g", { key: "spaces" }, board.spaces.map((space) =>
      h("g", {
        key: space.name, class: `pa-spot pa-${space.kind}-space${space.name === chosen ? " chosen" : ""}${faulty.has(space.name) ? " fault" : ""}${space.next.length || space.kind === "end" ? "" : " loose"}`,
        role: "button", tabindex: space.name === roving ? 0 : -1, "aria-label": spoken(board, space), "aria-pressed": String(space.name === chosen),
        onpointerdown: (event) => grab(event, space.name), onpointermove: (event) => pull(event, on), onpointerup: (event) => letGo(event, on), onpointercancel: () => drop(on),
        onkeydown: (event) => key(event, space, on),
      }, spot(space, place.get(space.name), r, board)))));
}

const radius = (points) => round(Math.max(SMALLEST, Math.min(LARGEST, usualGap(points, Math.hypot) * 0.46)));

function link([x1, y1], [x2, y2], r, key, isMain) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1, [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length], deg = Math.round((Math.atan2(uy, ux) * 180) / Math.PI);
  return h("g", { key, class: isMain ? "main" : "side" },
    h("path", { d: `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}` }),
    h("path.pa-arrow", { transform: `translate(${round(x2 - ux * (r + 1.1))} ${round(y2 - uy * (r + 1.1))}) rotate(${deg})`, d: "M-1.9 -1.1 1.2 0 -1.9 1.1z" }));
}

function spot({ name, kind, value, closed_to: shut }, [x, y], r, { starts }) {
  const text = kind === "white" || kind === "black" ? signed(value) : kind === "great" ? "±7" : name;
  const size = round(Math.min(r * 1.15, (r * 3.1) / Math.max(2, text.length)));
  return [
    h("circle.pa-hit", { cx: round(x), cy: round(y), r: Math.max(REACH, r) }),
    kind === "great"
      ? h("path.pa-ground", { d: `M${round(x)} ${round(y - r * 1.7)}l${round(r * 1.7)} ${round(r * 2.9)}h${round(-r * 3.4)}z` })
      : h("circle.pa-ground", { cx: round(x), cy: round(y), r }),
    kind === "end" && h("circle.pa-ring", { cx: round(x), cy: round(y), r: round(r * 0.75) }),
    h("text", { x: round(x), y: round(y + size * 0.36 + (kind === "great" ? r * 0.4 : 0)), style: { "font-size": `${size}px` } }, text),
    starts.some(({ next }) => next.includes(name)) && h("path.pa-flag", { transform: `translate(${round(x - r * 1.25)} ${round(y - r)}) scale(${round(r / 3.6)})`, d: "M0 3V-3.4L3.4 -2 0 -.6" }),
    shut.map((colour, i) => h("g", { key: colour, class: `pa-shut pa-${colour}`, transform: `translate(${round(x + r * (0.7 + i * 0.75))} ${round(y - r * 1.05)})` },
      h("circle", { r: round(r * 0.4) }), h("path", { d: `M${round(-r * 0.32)} ${round(r * 0.32)}L${round(r * 0.32)} ${round(-r * 0.32)}` }))),
  ];
}

const spoken = (board, space) => {
  const kind = t(`pairamid.edit.kind.${space.kind}`), value = space.value ? ` ${signed(space.value)}` : "";
  return listed([labelled(t("pairamid.edit.space"), space.name), `${kind}${value}`, ...(space.next.length ? [labelled(t("pairamid.edit.leads_to"), listed(space.next))] : [])]);
};

/** Gives the point of a touch, in percent of the picture. */
function pointOf({ currentTarget, clientX, clientY }) {
  const { left, top, width, height } = currentTarget.closest("svg").getBoundingClientRect(), inside = (part) => Math.max(0, Math.min(100, part * 100));
  return [inside((clientX - left) / width), inside((clientY - top) / height)];
}

function grab(event, name) {
  if (event.button !== 0) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  drag = { name, from: pointOf(event), to: null };
}

function pull(event, { again }) {
  if (!drag) return;
  const to = pointOf(event);
  if (!drag.to && Math.hypot(to[0] - drag.from[0], to[1] - drag.from[1]) < DRAG_FROM) return;
  drag.to = to;
  again();
}

function letGo(event, on) {
  if (!drag) return;
  const { name, to } = drag;
  drag = null;
  if (to) on.drop(name, ...to);
  else on.tap(name);
}

function drop({ again }) {
  drag = null;
  again();
}

function key(event, { name, x, y }, on) {
  const arrow = ARROWS[event.key];
  if (!arrow && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  const by = event.shiftKey ? 5 : 1;
  if (arrow) on.drop(name, x + arrow[0] * by, y + arrow[1] * by);
  else on.tap(name);
}

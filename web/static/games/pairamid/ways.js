// Where things lie on a drawn board: how big a space is, the ways between spaces, and the way of a move.

import { round } from "./pawns.js";

const SMALLEST = 5, LARGEST = 14, FILL = 0.93, TALLEST = 1.75, FAR = 1.7;

/** Gives what a board is drawn by: width and height of a space, its spaces by name, and the frame round all. */
export function layoutOf(board) {
  const spaces = board.spaces.map((space) => ({ ...space, y: (space.y * board.height) / 100 }));
  const pairs = spaces.flatMap((a, i) => spaces.slice(i + 1).map((b) => [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]));
  const w = Math.max(SMALLEST, Math.min(LARGEST, usualGap(spaces.map(({ x, y }) => [x, y]), (dx, dy) => Math.max(dx, dy))) * FILL);
  const above = pairs.filter(([dx, dy]) => dx < w && dy > 0).map(([, dy]) => dy * FILL - 1);
  const h = Math.max(w, Math.min(w * TALLEST, ...above));
  const xs = spaces.map(({ x }) => x), ys = spaces.map(({ y, kind }) => y - (kind === "great" ? h * 0.55 : 0));
  const left = Math.min(...xs) - w / 2 - 5, top = Math.min(...ys) - h / 2 - 2;
  return {
    w, h, board, spaces,
    named: new Map(spaces.map((space) => [space.name, space])),
    frame: [left, top, Math.max(...xs) + w / 2 + 5 - left, Math.max(...spaces.map(({ y }) => y)) + h / 2 + 3 - top].map(round),
  };
}

/** Gives how far apart neighbours lie: a few that lie closer than others don't make all of them small. */
export function usualGap(points, apart) {
  const nearest = points.map(([x, y], i) => Math.min(...points.filter((_, at) => at !== i).map(([a, b]) => apart(Math.abs(x - a), Math.abs(y - b))).filter(Boolean)));
  return nearest.sort((a, b) => a - b)[Math.floor(nearest.length / 4)] ?? Infinity;
}

/** Says whether a space is high enough for a piece above its print. */
export const isTall = ({ w, h }) => h >= w * 1.35;

/** Gives the point of a space where pieces stand and ways meet. */
export const standing = (layout, { x, y, kind }) => [x, kind === "great" ? y + layout.h * 0.1 : y - layout.h * (isTall(layout) ? 0.14 : 0.17)];

// a way meets the Great Chamber at the foot of its walls
function meeting(layout, space, other) {
  if (space.kind !== "great" || other.y < space.y) return standing(layout, space);
  return [Math.max(space.x - layout.w * 1.2, Math.min(space.x + layout.w * 1.2, other.x)), space.y + layout.h * 0.57];
}

/** Gives all ways that a board has: from, to, and whether it is the main way on. */
export const waysOf = ({ spaces }) => spaces.flatMap(({ name, next }) => next.map((to, i) => ({ from: name, to, isMain: i === 0 })));

/** Gives the line of a way. */
export function wayLine(layout, { from, to }) {
  const { from: [x, y], d } = leg(layout, ...[from, to].map((name) => layout.named.get(name)));
  return `M${x} ${round(y)}${d}`;
}

// Where a way leaves a space, and its line to the next. Ways are straight; on our own board they
// turn with the courses, a shaft goes up a joint of the stones, and a slide bends outwards, clear of what lies between.
function leg(layout, a, b) {
  const from = meeting(layout, a, b), to = meeting(layout, b, a), [[x1, y1], [x2, y2]] = [from, to];
  if (isShaft(layout, a, b)) return { from, d: `H${jointOf(layout, a)}V${round(y2)}` };
  if (isFar(layout, a, b)) {
    const [cx, cy] = bend(layout, from, to);
    return { from, d: `Q${round(cx)} ${round(cy)} ${x2} ${round(y2)}` };
  }
  return { from, d: layout.board.is_house && x1 !== x2 && y1 !== y2 ? `V${round(y2)}H${x2}` : `L${x2} ${round(y2)}` };
}

/** Says whether a way is a shaft inside our own pyramid. */
export const isShaft = (layout, a, b) => isFar(layout, a, b) && a.x === b.x;

const jointOf = ({ w }, { x }) => round(x + w * 0.54);

// only on our own board: on a printed one spaces lie along the way
export const isFar = ({ w, h, board }, a, b) => board.is_house && (Math.abs(a.x - b.x) > w * FAR || Math.abs(a.y - b.y) > h * FAR);

function bend({ frame: [left, top, width, height] }, [x1, y1], [x2, y2]) {
  const middle = [(x1 + x2) / 2, (y1 + y2) / 2], out = [middle[0] - (left + width / 2), middle[1] - (top + height / 2)];
  const length = Math.hypot(x2 - x1, y2 - y1), normal = [(y1 - y2) / length, (x2 - x1) / length];
  const by = Math.sign(normal[0] * out[0] + normal[1] * out[1]) * length * 0.3;
  return [middle[0] + normal[0] * by, middle[1] + normal[1] * by];
}

/** Gives where a little arrow lies on a way, and where it points. */
export function arrowOf(layout, { from, to }) {
  const [a, b] = [from, to].map((name) => layout.named.get(name)), [p, q] = [meeting(layout, a, b), meeting(layout, b, a)];
  if (isShaft(layout, a, b)) return pointing([jointOf(layout, a), (p[1] + q[1]) / 2], [jointOf(layout, a), p[1]]);
  if (isFar(layout, a, b)) {
    const c = bend(layout, p, q), at = (u) => [0, 1].map((i) => (1 - u) ** 2 * p[i] + 2 * u * (1 - u) * c[i] + u ** 2 * q[i]);
    return pointing(at(0.5), at(0.45));
  }
  if (layout.board.is_house && p[0] !== q[0] && p[1] !== q[1]) return pointing([p[0], (p[1] + q[1]) / 2 + 0.6], p);
  return pointing([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], p);
}

const pointing = ([x, y], [fromX, fromY]) => ({ x: round(x), y: round(y), deg: Math.round((Math.atan2(y - fromY, x - fromX) * 180) / Math.PI) });

/** Gives the dotted line of a move: it goes along the ways, and leaps over what is jumped. */
export function moveLine(layout, from, path) {
  const first = path[0] && layout.named.get(path[0].space);
  if (!first) return "";
  let at = from === null ? null : layout.named.get(from), last = at ? standing(layout, at) : [first.x, first.y + layout.h * 0.7], leap = 0;
  let line = `M${pair(last)}`;
  for (const { space, is_jumped: isJumped } of path) {
    const next = layout.named.get(space), [x, y] = standing(layout, next);
    if (isJumped) {
      leap += 1;
      continue;
    }
    if (leap) line += `Q${round((last[0] + x) / 2)} ${round(Math.min(last[1], y) - layout.h * (0.55 + 0.25 * leap))} ${pair([x, y])}`;
    else if (at) {
      const { from: leaves, d } = leg(layout, at, next);
      line += `L${pair(leaves)}${d}`;
    } else line += `L${pair([x, y])}`;
    [at, last, leap] = [next, [x, y], 0];
  }
  return line;
}

const pair = ([x, y]) => `${round(x)} ${round(y)}`;

// A board that is being entered: each change gives a new one, with the names and ways in it kept in order.

export const KINDS = ["plain", "white", "black", "great", "end"];
export const EMPTY = { spaces: [], starts: [{ next: [], colour: null }], height: 100 };
const LOWEST = 25, TALLEST = 400;
export const MOST_SPACES = 100;
const MOST_WAYS = 4, LONGEST_NAME = 8, HIGHEST = 20;

/** Gives the board the shape of a picture; its spaces stay where they are in it. */
export const shaped = (board, width, height) => ({ ...board, height: Math.max(LOWEST, Math.min(TALLEST, Math.round((100 * height) / width) || 100)) });

export const spaceIn = ({ spaces }, name) => spaces.find((space) => space.name === name);

const inside = (percent) => Math.max(0, Math.min(100, Math.round(percent)));

const each = (board, name, make) => ({ ...board, spaces: board.spaces.map((space) => (space.name === name ? { ...space, ...make(space) } : space)) });

/** Adds a space; it follows the one that is named, and the first of all is where researchers begin. */
export function added(board, x, y, after) {
  const taken = new Set(board.spaces.map(({ name }) => name));
  let n = board.spaces.length + 1;
  while (taken.has(String(n))) n++;
  const space = { name: String(n), kind: "plain", value: 0, x: inside(x), y: inside(y), next: [], closed_to: [] };
  const grown = { ...board, spaces: [...board.spaces, space] };
  if (board.spaces.length === 0) return [withStart(grown, space.name, null), space.name];
  return [after && spaceIn(board, after).kind !== "end" ? linked(grown, after, space.name) : grown, space.name];
}

export const moved = (board, name, x, y) => each(board, name, () => ({ x: inside(x), y: inside(y) }));

/** Makes a way from one space to another, or takes it away. */
export const linked = (board, from, to) => each(board, from, ({ next }) => ({ next: next.includes(to) ? next.filter((one) => one !== to) : [...next, to].slice(0, MOST_WAYS) }));

/** Makes a way the main one. */
export const preferred = (board, from, to) => each(board, from, ({ next }) => ({ next: [to, ...next.filter((one) => one !== to)] }));

export function without(board, name) {
  const rest = (names) => names.filter((one) => one !== name);
  return {
    ...board,
    spaces: board.spaces.filter((space) => space.name !== name).map((space) => ({ ...space, next: rest(space.next) })),
    starts: kept(board.starts.map((start) => ({ ...start, next: rest(start.next) }))),
  };
}

export function renamed(board, name, to) {
  const wanted = to.trim().slice(0, LONGEST_NAME);
  if (!wanted || (wanted !== name && spaceIn(board, wanted))) return board;
  const now = (one) => (one === name ? wanted : one);
  return {
    ...board,
    spaces: board.spaces.map((space) => ({ ...space, name: now(space.name), next: space.next.map(now) })),
    starts: board.starts.map((start) => ({ ...start, next: start.next.map(now) })),
  };
}

/** Says what a space is; a chamber gets the next value of its colour, an end leads nowhere. */
export function turned(board, name, kind) {
  const sign = kind === "white" ? 1 : kind === "black" ? -1 : 0;
  const highest = Math.max(0, ...board.spaces.filter((space) => space.kind === kind && space.name !== name).map(({ value }) => Math.abs(value)));
  return each(board, name, ({ next }) => ({ kind, value: sign * Math.min(HIGHEST, highest + 1), next: kind === "end" ? [] : next }));
}

export const valued = (board, name, value) => each(board, name, ({ kind }) => ({ value: kind === "white" ? Math.max(1, Math.min(HIGHEST, value)) : Math.min(-1, Math.max(-HIGHEST, value)) }));

/** Closes a space to a colour, or opens it again. */
export const closed = (board, name, colour) => each(board, name, ({ closed_to: to }) => ({ closed_to: to.includes(colour) ? to.filter((one) => one !== colour) : [...to, colour] }));

export const startsAt = ({ starts }, name, colour) => starts.some((start) => start.colour === colour && start.next.includes(name));

/** Lets researchers of a colour (null: all others) begin on a space, or not any more. */
export function withStart(board, name, colour) {
  const own = board.starts.find((start) => start.colour === colour) ?? { next: [], colour };
  const next = own.next.includes(name) ? own.next.filter((one) => one !== name) : [...own.next, name].slice(0, MOST_WAYS);
  return { ...board, starts: kept([...board.starts.filter((start) => start.colour !== colour), { ...own, next }]) };
}

// a colour that begins nowhere of its own begins where all others do
const kept = (starts) => starts.filter(({ next, colour }) => colour === null || next.length > 0);

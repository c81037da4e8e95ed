// What is printed on cards, as a copy's profile writes it: pictures of nine lines of nine signs, and rows of squares.

import { SIDE } from "./names.js";

const LETTERS = { R: "ruby", E: "emerald", T: "torch", S: "skull", P: "potion", X: "red_x" };
const SIGNS = Object.fromEntries(Object.entries(LETTERS).map(([letter, symbol]) => [symbol, letter]));
const ALL = Array.from({ length: SIDE * SIDE }, (_, square) => square), LINES = 2 * SIDE - 1;

const place = (square) => [2 * Math.floor(square / SIDE), 2 * (square % SIDE)];

/** Gives a card without walls and symbols. */
export const emptyCard = (colour) => ({ colour, lines: Array.from({ length: LINES }, (_, i) => (i % 2 ? " ".repeat(LINES) : ". . . . .")) });

/** Gives a card of a copy as the view gives those on the table. */
export const readCard = ({ colour, lines }, i) => ({
  pyramid: i + 1, colour,
  squares: ALL.map((square) => LETTERS[sign(lines, ...place(square))] ?? null),
  right: ALL.map((square) => sign(lines, place(square)[0], place(square)[1] + 1) === "|"),
  below: ALL.map((square) => sign(lines, place(square)[0] + 1, place(square)[1]) === "-"),
});

const sign = (lines, row, column) => lines[row]?.[column] ?? " ";

const put = (card, row, column, letter) => ({ ...card, lines: card.lines.map((line, i) => (i === row ? line.slice(0, column) + letter + line.slice(column + 1) : line)) });

/** Gives the card with another symbol on a square, or with none. */
export const withSymbol = (card, square, symbol) => put(card, ...place(square), SIGNS[symbol] ?? ".");

const SIDES = { right: [0, 1, "|"], left: [0, -1, "|"], below: [1, 0, "-"], above: [-1, 0, "-"] };

/** Says whether there can be a wall on one side of a square: not round the card. */
export function isInside(square, side) {
  const [row, column] = place(square), [down, along] = SIDES[side];
  return row + down >= 0 && row + down < LINES && column + along >= 0 && column + along < LINES;
}

export function hasWall({ lines }, square, side) {
  const [row, column] = place(square), [down, along, letter] = SIDES[side];
  return sign(lines, row + down, column + along) === letter;
}

/** Gives the card with a wall on one side of a square, or without it. */
export function withWall(card, square, side) {
  const [row, column] = place(square), [down, along, letter] = SIDES[side];
  return put(card, row + down, column + along, hasWall(card, square, side) ? " " : letter);
}

/** The eight shapes that two to four squares can make: where to begin reading a copy. */
export const BEGINNING = ["##", "###", "##/#.", "####", "###/#..", "##/##", ".##/##.", "###/.#."].map((picture) => ({ rows: picture.split("/") }));

/** Gives the squares of an exploration card of a copy. */
export const squaresOf = ({ rows }) => rows.flatMap((row, r) => [...row].flatMap((each, c) => (each === "#" ? [[r, c]] : [])));

/** Gives the exploration card with a square more or less; the last one stays. */
export function toggled(shape, square) {
  const squares = squaresOf(shape), [r, c] = [Math.floor(square / SIDE), square % SIDE], left = squares.filter(([row, column]) => row !== r || column !== c);
  const all = left.length === squares.length ? [...squares, [r, c]] : left;
  if (all.length === 0) return shape;
  const height = Math.max(...all.map(([row]) => row)) + 1, width = Math.max(...all.map(([, column]) => column)) + 1;
  return { rows: Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => (all.some(([y, x]) => y === row && x === column) ? "#" : ".")).join("")) };
}

// The shapes of the exploration cards: drawn, turned and mirrored.

import { h } from "../../dom.js";
import { has, t } from "../../texts.js";

const CELL = 24, EDGE = 2;

/** Names a shape, those of one's own copy by their number. */
export const shapeName = (id) => (has(`silver_gold_pyramids.shape.${id}`) ? t(`silver_gold_pyramids.shape.${id}`) : t("silver_gold_pyramids.shape_no", { n: Number(id.slice(1)) }));

/** Gives the drawing of a shape; spoken says what it is, where no words stand beside it. */
export function drawnShape(squares, { spoken = null } = {}) {
  const width = Math.max(...squares.map(([, c]) => c)) + 1, height = Math.max(...squares.map(([r]) => r)) + 1;
  const named = spoken ? { role: "img", "aria-label": spoken } : { "aria-hidden": "true" };
  return h("svg.sg-shape", { viewBox: `${-EDGE} ${-EDGE} ${width * CELL + 2 * EDGE} ${height * CELL + 2 * EDGE}`, ...named, style: { "--wide": width, "--high": height } },
    squares.map(([r, c]) => h("rect", { key: `${r} ${c}`, x: c * CELL, y: r * CELL, width: CELL, height: CELL })));
}

const placed = (squares) => {
  const top = Math.min(...squares.map(([r]) => r)), left = Math.min(...squares.map(([, c]) => c));
  return squares.map(([r, c]) => [r - top, c - left]).sort(([a, b], [c, d]) => a - c || b - d);
};

const find = ({ turns }, squares) => turns.find((each) => JSON.stringify(each.squares) === JSON.stringify(placed(squares))) ?? null;

/** Gives the turn a quarter on from another, null where the shape may not lie so. */
export const quarterOn = (shape, { squares }) => find(shape, squares.map(([r, c]) => [c, -r]));

/** Gives the mirrored turn, null where the shape may not lie so. */
export const mirrored = (shape, { squares }) => find(shape, squares.map(([r, c]) => [r, -c]));

/** Says how far the game has come, in words. */
export const cardOf = ({ card, cards }) => t("silver_gold_pyramids.card_of", { card, cards });
export const roundOf = ({ round, rounds }) => t("silver_gold_pyramids.round_of", { round, rounds });

/** Gives where a card is in the game: "Card 5 of 7, round 2". */
export const momentName = (view, { round, card }) => `${cardOf({ card, cards: view.cards })}, ${t("silver_gold_pyramids.in_round", { round })}`;


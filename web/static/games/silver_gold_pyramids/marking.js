// Marking on the cards: a touch says where, the shape follows; turned and mirrored in the sky.

import { h } from "../../dom.js";
import { glyph } from "../../signs.js";
import { play } from "../../state.js";
import { t } from "../../texts.js";
import { cardName, drawnCard, touchCard } from "./board.js";
import { choicesOf, choose } from "./draft.js";
import { sign } from "./glyphs.js";
import { amount, colourName, colourSign, SIDE } from "./names.js";
import { mirrored, momentName, quarterOn } from "./shapes.js";
import { tasksOf } from "./todo.js";
import { entered, whose } from "./whose.js";

const turnOf = ({ spot }) => Number(spot.split(".")[1]);
const isSingleSpot = ({ spot }) => !spot.includes(".");

export const pyramidOf = ({ pyramids }, number) => pyramids.find(({ pyramid }) => pyramid === number);

// a shape that was turned stays in sight, as near to the touch as it fits
function nearest(spots, square) {
  const far = ({ squares }) => Math.min(...squares.map((each) => Math.abs((each % SIDE) - (square % SIDE)) + Math.abs(Math.floor(each / SIDE) - Math.floor(square / SIDE))));
  return spots.length ? spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best)) : null;
}

// a card that was missed may stay so
const passing = (seen, seat) => choicesOf(seen, seat, "pass");
const isPassed = (passed, [first, second]) => Boolean(second) && passed.round === first.round && passed.card === first.card;

/** Gives what the choices of a seat are about: with another card, or another red X, they are made anew. */
export const aboutOf = ({ round, card, is_extra: isExtra }, { extra }) => [round, card, isExtra, extra];

/** Gives what a seat marks now and how it is chosen to lie; null where it has nothing to mark. */
export function aimOf(seen, seat) {
  const { view } = seen, mine = view.seats[seat], tasks = tasksOf(mine);
  const task = isPassed(passing(seen, seat), tasks) ? tasks[1] : tasks[0];
  if (!task) return null;
  const draft = choicesOf(seen, seat, "mark", aboutOf(task, mine));
  const boards = mine.boards.filter(({ is_aside: isAside }) => !isAside);
  const shapes = task.spots.filter((spot) => !isSingleSpot(spot)), singles = task.spots.filter(isSingleSpot);
  const mayChoose = shapes.length > 0 && singles.length > 0, isSingle = shapes.length === 0 || (mayChoose && draft.isSingle === true);
  const fitting = isSingle ? singles : shapes;
  const board = boards.find(({ pyramid }) => pyramid === draft.pyramid) ?? boards.find(({ pyramid }) => fitting.some((spot) => spot.pyramid === pyramid)) ?? boards[0];
  const here = fitting.filter(({ pyramid }) => pyramid === board.pyramid);
  const turns = isSingle ? [] : view.shapes[task.shape].turns;
  const turn = turns.find((each) => each.turn === draft.turn) ?? turns.find((each) => here.some((spot) => turnOf(spot) === each.turn)) ?? turns[0] ?? null;
  const lying = isSingle ? here : here.filter((spot) => turnOf(spot) === turn.turn);
  const covering = draft.at === undefined ? [] : lying.filter(({ squares }) => squares.includes(draft.at));
  const near = draft.isTurned && covering.length === 0 && draft.at !== undefined ? nearest(lying, draft.at) : null;
  return { draft, task, newer: task === tasks[0] ? tasks[1] : null, boards, board, isSingle, mayChoose, here, turn, lying, spot: covering[(draft.nth ?? 0) % (covering.length || 1)] ?? near };
}

/** Gives the shape as it is turned now, and the buttons that turn it; null where nothing can be turned. */
export function turning(seen) {
  const seat = whose(seen), aim = seat === null ? null : aimOf(seen, seat);
  if (!aim || aim.isSingle) return null;
  const { draft, task, turn } = aim, shape = seen.view.shapes[task.shape];
  const button = (key, to, text, icon) => h("button.icon.sg-turn", { key, disabled: !to || to.turn === turn.turn, "aria-label": text, onclick: () => choose(draft, { turn: to.turn, nth: 0, isTurned: true }) }, icon);
  return {
    squares: turn.squares,
    buttons: shape.turns.length > 1 && [
      button("turn", quarterOn(shape, turn), t("silver_gold_pyramids.turn"), glyph("turn")),
      button("flip", mirrored(shape, turn), t("silver_gold_pyramids.flip"), sign("flip")),
    ],
  };
}

// a touch on the same square again tries the next way in which the shape covers it
function touched(aim, square) {
  const { draft, here, lying, isSingle } = aim, covers = ({ squares }) => squares.includes(square);
  if (draft.at === square && lying.some(covers)) return choose(draft, { nth: (draft.nth ?? 0) + 1 });
  const other = !isSingle && !lying.some(covers) ? here.find(covers) : null;
  return choose(draft, { at: square, nth: 0, isTurned: false, ...(other ? { turn: turnOf(other) } : {}) });
}

export function markingPart(seen) {
  const seat = whose(seen), { view } = seen;
  if (seat === null || view.phase !== "marking") return null;
  const mine = view.seats[seat], aim = aimOf(seen, seat);
  if (!aim) return restingPart(seen, mine);
  const { draft, task, board, boards, here, lying, spot, mayChoose, isSingle } = aim, card = pyramidOf(view, board.pyramid);
  const open = new Set((lying.length ? lying : here).flatMap(({ squares }) => squares)), isLate = task.round !== view.round || task.card !== view.card;
  return h("section.register.sg-marking", { key: "marking" },
    h("h2", task.is_extra ? t("silver_gold_pyramids.extra") : isSingle ? t("silver_gold_pyramids.mark_square") : t("silver_gold_pyramids.mark_shape"),
      isLate && h("small.bad", momentName(view, task))),
    aim.newer && !task.is_extra && h("button.link.sg-newer", { key: "newer", onclick: () => choose(passing(seen, seat), { round: task.round, card: task.card }) }, t("silver_gold_pyramids.pass_on", { card: aim.newer.card })),
    h("div.sg-two",
      h("div.sg-mine",
        h("p.small", { key: "which" }, colourSign(card.colour), " ", cardName(card)),
        touchCard(card, { marked: board.marked, aimed: spot?.squares ?? [], open, onTouch: (square) => touched(aim, square) })),
      h("div.sg-side",
        boards.filter((each) => each !== board).map((each) => {
          const other = pyramidOf(view, each.pyramid);
          return h("button.sg-other", { key: each.pyramid, "aria-label": `${t("silver_gold_pyramids.this_card")}: ${cardName(other)}`, onclick: () => choose(draft, { pyramid: each.pyramid, at: undefined, nth: 0 }) },
            drawnCard(other, { marked: each.marked, isSpoken: false }),
            h("span.small", colourSign(other.colour), " ", h("span.sg-under", colourName(other.colour))));
        }),
        mayChoose && h("button.plain.sg-single", { key: "single", "aria-pressed": String(isSingle), onclick: () => choose(draft, { isSingle: !isSingle, pyramid: board.pyramid, at: undefined, nth: 0 }) }, t("silver_gold_pyramids.one_square")),
        h("div.sg-gains", { key: "gains", role: "status" }, found(aim)))));
}

function found({ draft, spot, here }) {
  if (spot) return Object.entries(spot.gain).map(([what, n]) => h("p", { key: what }, sign(what === "red_x" ? "red_x" : what), h("span", amount(what, n))));
  if (here.length === 0) return h("p.soft.small", t("silver_gold_pyramids.fits_nowhere"));
  return h("p.soft.small", draft.at === undefined ? t("silver_gold_pyramids.touch") : t("silver_gold_pyramids.not_there"));
}

function restingPart({ view }, { boards, is_ready: isReady }) {
  const shown = boards.filter(({ is_aside: isAside }) => !isAside);
  if (shown.length === 0) return null;
  return h("section.register.sg-resting", { key: "resting" },
    h("h2", t("silver_gold_pyramids.your_cards"), h("small", isReady ? t("silver_gold_pyramids.done") : "")),
    h("div.sg-rest", shown.map(({ pyramid, marked }) => {
      const card = pyramidOf(view, pyramid);
      return h("div", { key: pyramid }, drawnCard(card, { marked }), h("p.small", colourSign(card.colour), " ", cardName(card)));
    })));
}

/** Gives the bar for what is aimed at; null where nothing is to be marked. */
export function markBar(seen, seat, who) {
  const aim = aimOf(seen, seat);
  if (!aim) return null;
  const { task, isSingle, spot } = aim, { round, card } = task, n = spot?.squares.length ?? (isSingle ? 1 : aim.turn.squares.length);
  return h("button.act", { key: "mark", disabled: !spot, onclick: async () => (await play({ type: "marked", seat, round, card, pyramid: spot.pyramid, spot: spot.spot })) && entered(seen.game, seat) }, who, h("span", t("silver_gold_pyramids.mark_n", { n })));
}

// The next exploration card: turned over by people or dealt by the table; and counting after the last.

import { tableAt } from "../../clock.js";
import { h } from "../../dom.js";
import { badge, glyph, named } from "../../signs.js";
import { act, close, isWaiting, open, page, play } from "../../state.js";
import { t } from "../../texts.js";
import { drawnShape, momentName, shapeName } from "./shapes.js";
import { isToRead } from "./todo.js";

const needsShape = ({ way, exploration }) => way === "cards" && exploration === "turned";

/** Says whether a shape may be said with the next card. */
export const maySayShape = ({ view, mayEnter }) => mayEnter && view.phase === "marking" && view.exploration === "turned" && view.next !== null;

/** Asks for the next card: at once, or which shape it shows. */
export function turnOver(view) {
  if (needsShape(view)) return open("shape");
  return play(view.exploration === "dealt" ? { type: "card_called", ...view.next } : { type: "card_turned", ...view.next, shape: null });
}

/** Gives the button for the next card, or for counting; isMain where nothing else is to do first. */
export function nextButton({ view, isHost }, isMain) {
  if (view.phase !== "marking") return null;
  const look = isMain ? "button.act" : "button.plain";
  if (view.next === null) return isHost && h(look, { key: "count", "aria-haspopup": "dialog", onclick: () => open("count") }, t("silver_gold_pyramids.count"));
  const isNewRound = view.next.card === 1 && view.next.round > 1;
  return h(look, { key: "next", "aria-haspopup": needsShape(view) ? "dialog" : undefined, onclick: () => turnOver(view) },
    isNewRound ? t("silver_gold_pyramids.next_round", { round: view.next.round }) : view.card === 0 ? t("silver_gold_pyramids.first_card") : t("silver_gold_pyramids.next_card"));
}

/** Which shape does the next card show? One touch says it. */
export function shapeSheet(snap, sheet) {
  const { game, you } = snap, view = game?.view;
  if (!view || !maySayShape({ view, mayEnter: you.is_host || you.seat !== null })) return null;
  const { next, left, shapes } = view, isFor = (sheet.next ??= next);
  if (isFor.round !== next.round || isFor.card !== next.card) return null;
  return {
    title: t("silver_gold_pyramids.which_shape"),
    body: [
      h("p.soft", momentName(view, next)),
      h("div.sg-shapes", left.map((id) => h("button.sg-choice", { key: id, "aria-label": shapeName(id), onclick: () => play({ type: "card_turned", ...next, shape: id }).then((answer) => answer && page.sheet === sheet && close()) },
        drawnShape(shapes[id].squares)))),
    ],
  };
}

const unread = ({ view }) => view.seats.filter(({ seat }) => isToRead({ view }, seat));

/** Asks once more before the score counts. */
export function countSheet(snap, sheet) {
  const { game, you } = snap;
  if (game?.view.phase !== "marking" || game.view.next !== null || !you.is_host) return null;
  const waiting = game.view.way === "cards" ? game.view.seats.filter(({ is_ready: isReady }) => !isReady) : unread(game);
  return {
    title: t("silver_gold_pyramids.count"),
    body: [
      h("p", t("silver_gold_pyramids.count_help")),
      waiting.length > 0 && [
        h("p.note.no", { key: "why" }, game.view.way === "cards" ? t("silver_gold_pyramids.still_marking") : t("silver_gold_pyramids.not_read")),
        h("ul.sg-waiting", { key: "who" }, waiting.map(({ seat }) => h("li", { key: seat }, badge(game.seats[seat].sign), h("b", named(game.seats[seat]))))),
      ],
    ],
    bar: [
      h("button.plain", { onclick: close }, t("page.back")),
      h("button.act", { onclick: () => play({ type: "counted" }, { needsLog: true }).then((answer) => answer && page.sheet === sheet && close()) }, t("silver_gold_pyramids.count_now")),
    ],
  };
}

const intentNow = () => `done:${page.snap.game.record}:${page.snap.game.view.round}:${page.snap.game.view.card}`;

/** Gives the button with which a seat says that it is done; null where nobody does. */
export function doneButton({ view, seat, options, isPaused, game }) {
  if (!options.ready || seat === null || view.phase !== "marking" || view.card === 0 || view.seats[seat].is_ready) return null;
  const press = () => act("/api/press", { round: game.round, pressed_ms: Math.round(tableAt()) }, intentNow());
  return h("button.plain", { key: "done", disabled: isPaused, "aria-busy": isWaiting(intentNow()) ? "true" : null, onclick: press }, glyph("check"), t("silver_gold_pyramids.i_am_done"));
}

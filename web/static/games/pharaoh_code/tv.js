// A round on a television: the pyramid under the sun, and who was first on the wall beside it.

import { h } from "../../dom.js";
import { ring } from "../../ring.js";
import { badge } from "../../signs.js";
import { number, t } from "../../texts.js";
import { row } from "../../tv.js";
import { chip, emptyChip, pilesLine, pyramid } from "./board.js";
import { drawnShort, margin } from "./claims.js";
import { pretty } from "./formula.js";
import { verdictMark } from "./judging.js";
import { dice, roller } from "./sky.js";
import { TILES } from "./tiles.js";

const MOST_ROWS = 6;

const scene = (seen) => [
  seen.view.sand && ring(seen.view.sand, { isStopped: seen.isPaused, label: (n) => t("pharaoh_code.seconds", { n }) }),
  seen.view.phase !== "over" && h("div.tvdice", roller(seen), dice(seen)),
  pyramid(seen.view, seen.seats),
  pilesLine(seen.view),
];

function wall(seen) {
  const { view } = seen;
  if (view.phase === "ready") return view.last ? last(seen) : looking(seen, t("setup.seats"));
  if (view.phase === "race") return looking(seen, t("pharaoh_code.race_open"));
  return view.phase === "judging" ? judging(seen) : claims(seen);
}

const list = (rows) => h("ol.tvrows", { class: `rows-${rows.length}` }, rows);

const tileOf = (n) => (n === null ? emptyChip() : chip(TILES.get(n)));

function claims({ view, seats, heard }) {
  const rows = view.claims.map((claim, place) => row({
    seat: seats[claim.seat],
    key: `claim${claim.claim}`,
    rank: number(place + 1),
    more: margin(claim, view.claims, drawnShort).map((said, i) => [i > 0 && " ", i === 0 && place === 0 ? h("b", said) : said]),
    after: tileOf(claim.number),
    isHeard: heard === seats[claim.seat].sign,
  }));
  const others = view.may_claim.filter((seat) => !view.claims.some((c) => c.seat === seat)).map((seat) =>
    row({ seat: seats[seat], key: `looks${seat}`, rank: "", more: t("pharaoh_code.looking"), after: emptyChip(), isHeard: heard === seats[seat].sign }));
  return [h("h2", t("pharaoh_code.who_first")), list([...rows.slice(-MOST_ROWS), ...others].slice(0, MOST_ROWS))];
}

function judging({ view, seats }) {
  const open = view.claims.findIndex(({ right }) => right === null), from = Math.max(0, Math.min(open, view.claims.length - MOST_ROWS));
  return [
    h("h2", t("pharaoh_code.judging")),
    list(view.claims.slice(from, from + MOST_ROWS).map((claim) => judged(claim, seats, claim.formula))),
  ];
}

function judged(claim, seats, formula) {
  return row({
    seat: seats[claim.seat],
    key: `claim${claim.claim}`,
    more: formula && h(claim.right ? "span.f" : "s.f", pretty(formula)),
    after: [tileOf(claim.number), claim.right === null ? h("span.mark") : verdictMark(claim)],
  });
}

function last({ view, seats }) {
  const { round, claims: done, made } = view.last, found = (n) => made?.find((m) => m.number === n)?.formulas[0];
  const missed = (made ?? []).filter((m) => m.seat === null && m.formulas.length > 0).slice(0, Math.max(0, MOST_ROWS - 1 - done.length));
  const rows = done.slice(-MOST_ROWS).map((claim) => judged(claim, seats, claim.formula ?? (claim.right ? found(claim.number) : null)));
  return [
    h("h2", t("play.round", { round })),
    list(rows),
    missed.length > 0 && h("h3", t("pharaoh_code.nobody_saw")),
    missed.length > 0 && h("ul.tvmissed", missed.map((tile) => h("li", { key: tile.number }, chip(tile), h("span.f", pretty(tile.formulas[0]))))),
  ];
}

const looking = ({ view, seats, heard }, title) => [
  h("h2", title),
  list(seats.map((seat, i) => row({ seat, key: `looks${i}`, more: view.phase === "race" ? t("pharaoh_code.looking") : t("pharaoh_code.tiles", { n: view.seats[i].tiles }), after: view.phase === "race" && emptyChip(), isHeard: heard === seat.sign }))),
];

function foot({ view, seats, game }) {
  if (game.outcome) return null;
  const ranked = [...view.seats].sort((a, b) => b.score - a.score || a.seat - b.seat), best = ranked[0].score;
  const isBefore = view.phase === "sand" || (view.phase === "judging" && view.claims.every(({ right }) => right === null));
  return [
    h("h2", t("pharaoh_code.scores"), isBefore && h("small", t("pharaoh_code.before_round"))),
    h("ul.tvscores", { class: `of-${ranked.length}` }, ranked.map(({ seat, score }) =>
      h("li", { key: seat, class: score === best && view.round > 1 ? "lead" : "" }, h("b.num", number(score)), badge(seats[seat].sign, { spoken: true })))),
  ];
}

export const tv = { scene, wall, foot };

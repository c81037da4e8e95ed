// The round before: how each tile was made, what nobody saw, and what could not be made.

import { h } from "../../dom.js";
import { die, who } from "../../signs.js";
import { labelled, listed, number, refusal, signed, t } from "../../texts.js";
import { chip, emptyChip } from "./board.js";
import { pretty } from "./formula.js";
import { verdictMark } from "./judging.js";
import { TILES } from "./tiles.js";
import { votePart } from "./votes.js";

export function lastPart(seen) {
  const { last } = seen.view;
  if (!last) return null;
  const made = last.made ?? [], missed = made.filter((m) => m.seat === null && m.formulas.length > 0);
  const impossible = made.filter((m) => m.seat === null && m.formulas.length === 0), possible = made.filter((m) => m.formulas.length > 0);
  return h("section.register.last", { key: "last" },
    h("h2", t("play.round", { round: last.round }), last.dice && dice(last.dice)),
    h("ol.verdicts", last.claims.map((claim) => row(seen, claim, made)), last.strikes.map((strike, i) => struck(seen, strike, i))),
    missed.length > 0 && [
      h("h3", { key: "missed" }, t("pharaoh_code.nobody_saw"), h("small", t("pharaoh_code.could_be_made", { n: possible.length, of: made.length }))),
      h("ol.verdicts", { key: "missed-list" }, missed.map((tile) => h("li.verdict", { key: tile.number }, chip(tile), h("div.case", formulas(tile.formulas))))),
    ],
    impossible.length > 0 && [
      h("h3", { key: "none" }, t("pharaoh_code.not_possible")),
      h("ul.chips", { key: "none-list" }, impossible.map((tile) => h("li", { key: tile.number }, chip(tile, { hasPoints: false })))),
    ]);
}

const dice = ({ d8, d10, d12 }) =>
  h("small.thrown", { role: "img", "aria-label": labelled(t("pharaoh_code.dice"), listed([d8, d10, d12].map(number))) }, die(8, d8), die(10, d10), die(12, d12));

function row(seen, claim, made) {
  const { seats, view } = seen, seat = seats[claim.seat];
  const possible = made.find((m) => m.number === claim.number)?.formulas;
  return h("li.verdict", { key: claim.claim },
    claim.number === null ? emptyChip("–") : chip(TILES.get(claim.number)),
    h("div.case",
      claim.formula ? h("span.f", h(claim.fault ? "s" : "span", pretty(claim.formula))) : claim.right && possible?.length > 0 && h("span.f.soft", { title: t("pharaoh_code.for_instance") }, pretty(possible[0])),
      who(seat, isLastOfSeat(view.last, claim) && beforeAndNow(view, claim.seat))),
    verdictMark(claim),
    claim.fault && h("p.why.bad", refusal(claim.fault)),
    !claim.right && possible && h("p.why", possible.length ? [t("pharaoh_code.could_be"), " ", h("b.f", pretty(possible[0]))] : t("pharaoh_code.could_not_be")),
    votePart(seen, claim));
}

const isLastOfSeat = (last, claim) => last.claims.filter((c) => c.seat === claim.seat).at(-1) === claim;

function beforeAndNow({ seats, last }, seat) {
  const { lines } = seats[seat], upTo = (round) => lines.filter((line) => line.round <= round).reduce((sum, line) => sum + line.points, 0);
  return h("span.moved.soft", h("span.vh", t("pharaoh_code.score_moved")), number(upTo(last.round - 1)), " → ", h("b", number(upTo(last.round))));
}

const struck = ({ seats }, { seat, points }, i) =>
  h("li.verdict", { key: `strike${i}` }, emptyChip("–"), h("div.case", who(seats[seat]), h("small.soft", t("pharaoh_code.struck"))),
    h("span.mark.bad", points ? signed(-points) : ""));

const formulas = (list) => list.map((formula, i) => h("span.f", { key: i }, pretty(formula)));

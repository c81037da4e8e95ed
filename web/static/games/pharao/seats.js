// Who plays which side, what is left of it, and what the last turn brought.

import { h } from "../../dom.js";
import { badge, glyph, named } from "../../signs.js";
import { listed, t } from "../../texts.js";
import { crown, faceOf, otherSide, sideName } from "./signs.js";

/** Gives both seats with their four pieces; what is lost is an empty socket. */
export const seatsPart = (seen) =>
  h("section.register", { key: "seats" },
    h("h2", t("pharao.pieces")),
    h("ul.ph-seats", seen.view.seats.map((seat) => h("li", { key: seat.seat }, badge(seen.seats[seat.seat].sign, { heard: seen.heard === seen.seats[seat.seat].sign }), h("span.ph-name", h("b", named(seen.seats[seat.seat])), h("small.soft", standing(seat))), fourOf(seat)))));

export const standing = (seat) => listed([sideName(seat.side), t("pharao.left", { n: seat.left }), seat.is_drowned && t("pharao.in_water")].filter(Boolean));

export const fourOf = ({ side, left, lost, is_drowned: isDrowned }) =>
  h("span.ph-four", { "aria-hidden": "true" },
    Array.from({ length: left }, (_, i) => crown(side, { key: i, more: isDrowned && i === left - 1 ? "drowned" : "" })),
    Array.from({ length: lost }, (_, i) => h("span.ph-crown.lost", { key: `lost${i}` })));

/** Gives what happened in a turn, step by step. */
export const turnLine = (view, turn) => {
  const side = turn.number % 2 ? "dark" : "light";
  const step = (name, word) => turn[name] && h("span", { key: name }, h("span.soft", word), " ", h("b.num", `${turn[name].piece} → ${turn[name].to}`));
  return h("p.ph-last",
    turn.dice && [faceOf(side, turn.dice.own, { key: "own" }), faceOf(otherSide(side), turn.dice.enemy, { key: "enemy" })],
    turn.taken_off && h("span", { key: "off" }, glyph("wrong"), " ", t("pharao.taken_off_short")),
    turn.own === null || turn.rescued === null || turn.own.to === "3-6"
      ? [step("own", t("pharao.own_move")), step("rescued", t("pharao.rescued"))]
      : [step("rescued", t("pharao.rescued")), step("own", t("pharao.own_move"))],
    step("enemy", t("pharao.enemy_move")),
    !turn.own && !turn.enemy && !turn.rescued && h("span.soft", { key: "none" }, t("pharao.none_moves")));
};

/** Gives the turn that lies before: at the end the one that decided; null where there is none. */
export const lastTurn = ({ part, now, last }) => (part === "over" && now?.dice ? now : last);

export const lastPart = ({ view }) => {
  const turn = lastTurn(view);
  return turn && h("section.register", { key: "last" }, h("h2", t("pharao.last")), turnLine(view, turn));
};

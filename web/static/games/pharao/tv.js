// On a television: the board lying as on the table, the dice, and on the wall what each side has left.

import { h } from "../../dom.js";
import { badge, named } from "../../signs.js";
import { number, t } from "../../texts.js";
import { row } from "../../tv.js";
import { board } from "./board.js";
import { fourOf, lastTurn, standing, turnLine } from "./seats.js";
import { crown, faceOf, otherSide, sideName } from "./signs.js";

const scene = (seen) => [
  h("div.ph-tv-top", seen.game.outcome ? ended(seen.view) : [seen.view.turn !== null && turn(seen), dice(seen.view)]),
  h("div.ph-tv-board", board(seen.view, { isLying: true, path: lately(seen.view) })),
];

// where turns are followed, the one that decided stays to be seen
function ended(view) {
  const last = lastTurn(view);
  return last && turnLine(view, last);
}

const turn = ({ view, seats }) => h("p.ph-tv-turn", h("span", t("pharao.turn")), badge(seats[view.turn].sign), h("b", named(seats[view.turn])), crown(view.side));

function dice({ dice: thrown, side }) {
  return h("span.ph-pair", faceOf(side, thrown?.own ?? null, { key: "own" }), faceOf(side && otherSide(side), thrown?.enemy ?? null, { key: "enemy" }));
}

// the squares that the last pieces came from and to
function lately({ now, last }) {
  const turn = now?.own || now?.enemy || now?.rescued ? now : last;
  return turn ? [turn.own, turn.rescued, turn.enemy].filter(Boolean).flatMap(({ piece, to }) => [piece, to]) : [];
}

function wall({ view, seats, heard }) {
  const isRow = view.way === "referee";
  return [
    h("h2", isRow ? t("pharao.games_won") : t("pharao.pieces")),
    h("ol.tvrows", { class: "rows-2" }, view.seats.map((seat) =>
      row({ seat: seats[seat.seat], key: seat.seat, more: isRow ? sideName(seat.side) : standing(seat), after: isRow ? h("b.num", number(seat.score)) : fourOf(seat), isLead: view.turn === seat.seat, isHeard: heard === seats[seat.seat].sign }))),
  ];
}

const foot = ({ view, game }) => (game.outcome || !view.last ? null : h("div.ph-tv-foot", h("h2", t("pharao.last")), turnLine(view, view.last)));

export const tv = { scene, wall, foot };

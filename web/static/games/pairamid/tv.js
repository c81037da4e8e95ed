// On a television: the steps of the scarabs or the board, and on the wall what each seat has.

import { h } from "../../dom.js";
import { badge, named } from "../../signs.js";
import { number, signed, t } from "../../texts.js";
import { row } from "../../tv.js";
import { boardDrawing, spaceName, startTray } from "./board.js";
import { dieFace, pawn, points, scarabSign, shapeOf, shapeSign } from "./pawns.js";
import { markersOf, ranked } from "./seats.js";
import { houseValues } from "./house.js";
import { tracks } from "./tracks.js";

function scene(seen) {
  const { view } = seen;
  if (!view.board) return [h("div.pa-tv-last", view.last && h("h2", t("pairamid.last")), last(seen)), h("div.pa-tv-tracks", tracks(view)), house(seen)];
  return [
    h("div.pa-tv-board", boardDrawing(view)),
    h("div.pa-tv-side", turn(seen), dice(view), startTray(view)),
    house(seen),
  ];
}

const house = (seen) => houseValues(seen) && h("p.pa-tv-house", houseValues(seen));

const turn = ({ view, seats }) => view.turn !== null && h("p.pa-tv-turn", h("span", t("pairamid.turn")), badge(seats[view.turn].sign), h("b", named(seats[view.turn])));

const dice = (view) => view.phase === "playing" && h("div.pa-tv-dice", view.dice.map(({ colour, pips, is_placed: isPlaced, moves }) =>
  isPlaced
    ? h("span.pa-die.placed", { key: colour }, shapeSign(shapeOf(colour)))
    : h("span.pa-die", { key: colour, role: "img", "aria-label": t(`pairamid.colour.${colour}`) },
        h("span.pa-die-face", { class: `pa-${colour}` }, shapeSign(shapeOf(colour)), h("b", pips === null ? "?" : number(pips))),
        pips !== null && h("small", moves.map((move) => (move.scarabs.length ? signed(move.points) : spaceName(view, move.space))).filter((each, i, all) => all.indexOf(each) === i).join(" / ")))));

function last({ view, seats }) {
  if (!view.last) return null;
  return [
    view.last.pips !== null && h("p.pa-met", dieFace(view.last.colour, view.last.pips), "→", h("b", spaceName(view, view.last.space))),
    view.last.scored.map((one, i) => h("p.pa-met", { key: i }, pawn(one.colour), scarabSign(one.scarab), points(one.value), one.scores_for.map((seat) => badge(seats[seat].sign, { key: seat, spoken: true })))),
  ];
}

function wall({ view, seats, heard }) {
  const order = ranked(view), best = order[0].score, hasBegun = order.some(({ lines }) => lines.length > 0);
  return [
    h("h2", t("pairamid.treasure")),
    h("ol.tvrows", { class: `rows-${order.length}` }, order.map(({ seat, score, colours }) =>
      row({ seat: seats[seat], key: seat, more: markersOf(colours), after: h("b.num", number(score)), isLead: hasBegun && score === best, isHeard: heard === seats[seat].sign || view.turn === seat }))),
  ];
}

const foot = (seen) => (seen.game.outcome || !seen.view.board || !seen.view.last ? null : h("div.pa-tv-foot", h("h2.vh", t("pairamid.last")), last(seen)));

export const tv = { scene, wall, foot };

// Pharao on the phone: throw, own piece, enemy piece on one page; or the referee who is asked.

import { h } from "../dom.js";
import { named, nameOf } from "../signs.js";
import { close, page, play } from "../state.js";
import { labelled, listed, number, t } from "../texts.js";
import { board } from "./pharao/board.js";
import { hintsPart } from "./pharao/hints.js";
import { replacements, words } from "./pharao/lines.js";
import { refereeBar, refereeParts, winsPart } from "./pharao/referee.js";
import { lastPart, seatsPart } from "./pharao/seats.js";
import { crown, faceOf, otherSide } from "./pharao/signs.js";
import { turnBar, turnPart } from "./pharao/turn.js";
import { tv } from "./pharao/tv.js";

export { replacements, tv, words };

export const sheets = {};

/** Gives whose turn it is, and the dice as they lie. The own name stands above already. */
export function skyMain({ view, seats, seat }) {
  const own = view.dice?.own ?? null, enemy = view.dice?.enemy ?? null;
  const spoken = view.dice ? listed([labelled(t("pharao.own_die"), number(own)), labelled(t("pharao.enemy_die"), number(enemy))]) : t("pharao.dice_unknown");
  return h("div.sky-main.ph-sky",
    view.turn === null ? h("span") : h("span.cart", crown(view.side, { isSpoken: true }), h("span", view.turn === seat ? t("pharao.your_turn") : named(seats[view.turn]))),
    h("span.ph-pair", { role: "img", "aria-label": spoken }, faceOf(view.side, own, { key: "own" }), faceOf(view.side && otherSide(view.side), enemy, { key: "enemy" })));
}

/** Gives the number of the turn; in the referee's way, of the game. */
export const roundName = (n) => t(page.snap?.game?.view.way === "referee" ? "pharao.game_no" : "pharao.turn_no", { n });

/** Gives the registers, what matters most at this moment first. */
export const main = (seen) =>
  seen.view.way === "referee" ? refereeParts(seen) : [turnPart(seen), hintsPart(seen), lastPart(seen), seatsPart(seen)];

/** Gives what stands below the standings at the end. */
export const afterword = (seen) =>
  seen.view.way === "referee" ? winsPart(seen) : [lastPart(seen), h("section.register.ph-page", { key: "board" }, board(seen.view)), seatsPart(seen)];

/** Gives the one thing that was chosen and can be done now. */
export function bar(seen) {
  if (!seen.mayEnter) return null;
  return seen.view.way === "referee" ? refereeBar(seen) : turnBar(seen);
}

/** Gives what both must agree on, which whoever leads enters for them. */
export function hostTasks({ view }) {
  if (view.part === "over") return [];
  return [
    { id: "draw", icon: "check", text: t("pharao.agree_draw"), help: view.way === "full" && t("pharao.agree_draw_help"), run: () => ends({ type: "draw_agreed" }) },
    view.games > 0 && { id: "stop", icon: "wrong", text: t("pharao.stop_games"), help: t("pharao.stop_games_help"), run: () => ends({ type: "series_ended" }) },
  ].filter(Boolean);
}

const ends = async (event) => (await play(event, { needsLog: true })) && close();

/** Says in words what is new, for those who listen. Names come first, apart from the sentence. */
export function announce(before, after) {
  const [old, now] = [before.view, after.view];
  if (after.outcome && !before.outcome) return t("end.standings");
  if (now.way === "referee") return now.games !== old.games ? listed(now.seats.map(({ seat, score }) => labelled(nameOf(after.seats[seat]), number(score)))) : null;
  const isSame = now.now.number === old.now.number, turn = isSame ? now.now : now.last, known = turn?.number === old.now.number ? old.now : null;
  const step = (name, word) => turn?.[name] && !known?.[name] && `${word} ${turn[name].piece} → ${turn[name].to}`;
  const dice = turn?.dice && !known?.dice && words({ type: "thrown", ...turn.dice });
  const said = [
    dice,
    turn?.taken_off && !known?.taken_off && t("pharao.taken_off"),
    step("own", t("pharao.own_move")),
    step("rescued", t("pharao.rescued")),
    step("enemy", t("pharao.enemy_move")),
    !isSame && labelled(t("pharao.turn"), nameOf(after.seats[now.turn])),
    now.part === "water" && old.part !== "water" && t("pharao.water_step"),
  ].filter(Boolean);
  return said.length ? said.join(". ") : null;
}

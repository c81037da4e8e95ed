// The referee on demand: the dice that lie, a question about a move, the board as it is, and the games won.

import { h } from "../../dom.js";
import { badge, glyph, named, nameOf } from "../../signs.js";
import { changed, page, play, tell } from "../../state.js";
import { number, t } from "../../texts.js";
import { board, legend } from "./board.js";
import { choose, draftNow } from "./draft.js";
import { crown, pieceName, sideName, WATER } from "./signs.js";
import { diceKeys, turnBoard } from "./turn.js";

const SIDES = ["dark", "light"];

export const isSettingUp = () => page.mine.pharaoSetUp === true;

/** Gives the referee's page. */
export function refereeParts(seen) {
  return [questionPart(seen), gamesPart(seen)];
}

function questionPart(seen) {
  const { view, mayEnter } = seen, asked = isSettingUp() ? settingNow(seen) : askedNow(seen);
  return h("section.register.ph-page", { key: "board" },
    h("h2.vh", { key: "title" }, t("pharao.referee")),
    board(view, { isTurned: page.mine.pharaoTurned, goals: new Set(asked.goals), chosen: asked.piece, aim: asked.to, onPick: mayEnter ? asked.pick : null }),
    h("div.ph-aside",
      mayEnter && modes(),
      mayEnter && h("p.soft.small", isSettingUp() ? t("pharao.set_up_help") : t("pharao.ask_help")),
      mayEnter && (isSettingUp() ? sides(seen, asked) : [dice(view), byDie(asked)]),
      legend({ isGoal: asked.goals.length > 0 }),
      h("button.plain.ph-turn", { onclick: turnBoard }, glyph("turn"), t("pharao.turn_board"))));
}

function modes() {
  const set = (isOn) => () => {
    page.mine.pharaoSetUp = isOn;
    choose({ piece: null, to: null });
    changed();
  };
  return h("div.segments", { role: "group", "aria-label": t("pharao.referee") },
    h("button", { key: "ask", "aria-pressed": String(!isSettingUp()), onclick: set(false) }, t("pharao.ask")),
    h("button", { key: "set", "aria-pressed": String(isSettingUp()), onclick: set(true) }, t("pharao.set_up")));
}

// ---- asking ----

function askedNow({ view, mayEnter }) {
  const draft = mayEnter ? draftNow() : {}, on = new Set(view.pieces.map(({ square }) => square));
  const piece = on.has(draft.piece) ? draft.piece : null;
  const die = piece === WATER ? "rescue" : draft.die ?? "own";
  const goals = view.questions.find((each) => each.piece === piece && each.die === die)?.to ?? [];
  const pick = (square) => choose(on.has(square) ? { piece: square, to: null } : { to: piece ? square : null });
  return { piece, die, goals, to: piece && draft.to, pick };
}

function dice(view) {
  const draft = draftNow(), shown = { own: draft.own ?? view.dice?.own, enemy: draft.enemy ?? view.dice?.enemy };
  const isNew = draft.own !== undefined || draft.enemy !== undefined, isReady = shown.own !== undefined && shown.enemy !== undefined;
  return [
    diceKeys(view, shown, choose),
    isNew && h("button.plain", { key: "enter", disabled: !isReady, onclick: () => play({ type: "thrown", own: shown.own, enemy: shown.enemy }) }, t("pharao.enter_dice")),
  ];
}

function byDie({ piece, die }) {
  if (piece === null) return h("p.ph-chosen", t("pharao.choose_piece"));
  const open = piece === WATER ? ["rescue"] : ["own", "enemy"];
  const words = { own: t("pharao.by.own"), enemy: t("pharao.by.enemy"), rescue: t("pharao.by.rescue") };
  return h("div.segments.ph-by", { role: "group", "aria-label": t("pharao.chosen", { square: piece }) }, open.map((each) =>
    h("button", { key: each, "aria-pressed": String(die === each), onclick: () => choose({ piece, die: each, to: null }) }, words[each])));
}

async function ask(piece, die, to) {
  if (await play({ type: "allowed", piece, die, to })) tell(`${t("pharao.allowed")}: ${piece} → ${to}`, { isRefusal: false });
}

// ---- the board as it lies on the table ----

function settingNow({ view, mayEnter }) {
  const draft = mayEnter ? draftNow() : {}, on = new Set(view.pieces.map(({ square }) => square));
  const piece = on.has(draft.piece) || SIDES.includes(draft.piece) ? draft.piece : null;
  const pick = (square) => {
    if (on.has(square)) choose({ piece: square });
    else if (piece) play({ type: "placed", piece, to: square });
  };
  return { piece, goals: [], to: null, pick };
}

const sides = ({ view }, { piece }) =>
  h("div.ph-bring", { role: "group", "aria-label": t("pharao.bring_on") }, view.seats.map(({ side, left }) =>
    h("button.plain", { key: side, disabled: left >= 4, "aria-pressed": String(piece === side), "aria-label": `${t("pharao.bring_on")}: ${pieceName(side)}`, onclick: () => choose({ piece: side }) }, crown(side), t("pharao.bring_on"))));

/** Gives the button that asks, or that takes a piece off the board. */
export function refereeBar(seen) {
  if (isSettingUp()) {
    const { piece } = settingNow(seen), isOn = piece !== null && !SIDES.includes(piece);
    return h("button.plain", { key: "off", disabled: !isOn, onclick: () => play({ type: "placed", piece, to: "off" }) }, isOn ? t("pharao.put_off", { piece }) : t("pharao.choose_piece"));
  }
  const { piece, die, to } = askedNow(seen), isReady = Boolean(piece && to);
  return h("button.act", { key: "ask", disabled: !isReady, onclick: () => ask(piece, die, to) }, isReady ? t("pharao.may_it", { piece, to }) : piece ? t("pharao.choose_square") : t("pharao.choose_piece"));
}

// ---- the games won ----

function gamesPart({ view, seats, mayEnter }) {
  return h("section.register", { key: "games" },
    h("h2", t("pharao.games_won"), h("small", t("pharao.games", { n: view.games }))),
    h("ul.ph-seats", view.seats.map(({ seat, side, score }) => h("li", { key: seat },
      badge(seats[seat].sign), crown(side), h("span.ph-name", h("b", named(seats[seat])), h("small.soft", sideName(side))), h("b.num.ph-wins", number(score)),
      mayEnter && view.part === "play" && h("button.plain", { "aria-label": `${t("pharao.won_this")}: ${nameOf(seats[seat])}`, onclick: () => play({ type: "game_won", seat }, { needsLog: true }) }, t("pharao.won_this"))))));
}

export const winsPart = gamesPart;

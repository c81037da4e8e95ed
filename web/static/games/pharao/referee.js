// The referee on demand: the dice that lie, a question about a move, the board as it is, and the games won.

import { h } from "../../dom.js";
import { badge, glyph, named, nameOf } from "../../signs.js";
import { changed, page, play, tell } from "../../state.js";
import { number, t } from "../../texts.js";
import { board, legend } from "./board.js";
import { choose, draftNow, keep } from "./draft.js";
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
      mayEnter && (isSettingUp() ? sides(seen, asked) : [dice(view, asked), byDie(asked)]),
      mayEnter && h("p.soft.small", { key: "help" }, isSettingUp() ? t("pharao.set_up_help") : t("pharao.ask_help")),
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
  const thrown = mayEnter ? thrownNow(view) : null;
  const goals = (!thrown && view.questions.find((each) => each.piece === piece && each.die === die)?.to) || [];
  const pick = (square) => choose(on.has(square) ? { piece: square, to: null } : { to: piece ? square : null });
  return { piece, die, thrown, goals, to: piece && draft.to, pick };
}

/** Gives the throw that is tapped but not entered; what is not tapped lies as before. */
function thrownNow({ dice: lying }) {
  const { own, enemy } = draftNow();
  return own === undefined && enemy === undefined ? null : { own: own ?? lying?.own, enemy: enemy ?? lying?.enemy };
}

const isWhole = ({ own, enemy }) => own !== undefined && enemy !== undefined;

function dice(view, { thrown, ...chosen }) {
  return [
    diceKeys(view, thrown ?? view.dice ?? {}, choose),
    thrown && h("button.plain", { key: "enter", disabled: !isWhole(thrown), onclick: () => enter(thrown, chosen) }, t("pharao.enter_dice")),
  ];
}

async function enter({ own, enemy }, { piece, die, to }) {
  keep({ piece, die, to });
  const done = await play({ type: "thrown", own, enemy });
  if (!done) keep(null);
  return done;
}

function byDie({ piece, die }) {
  if (piece === null) return h("p.ph-chosen", t("pharao.choose_piece"));
  const open = piece === WATER ? ["rescue"] : ["own", "enemy"];
  const words = { own: t("pharao.by.own"), enemy: t("pharao.by.enemy"), rescue: t("pharao.by.rescue") };
  return h("div.segments.ph-by", { role: "group", "aria-label": t("pharao.chosen", { square: piece }) }, open.map((each) =>
    h("button", { key: each, "aria-pressed": String(die === each), onclick: () => choose({ piece, die: each, to: null }) }, words[each])));
}

async function ask({ piece, die, thrown, to }) {
  if (thrown && isWhole(thrown) && !(await enter(thrown, { piece, die, to }))) return;
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

/** Gives the button that asks, that takes a piece off the board, or that scores a game. */
export function refereeBar(seen) {
  const { won = null } = draftNow();
  if (won !== null) return wonBar(seen, won);
  if (isSettingUp()) {
    const { piece } = settingNow(seen), isOn = piece !== null && !SIDES.includes(piece);
    return h("button.plain", { key: "off", disabled: !isOn, onclick: () => play({ type: "placed", piece, to: "off" }) }, isOn ? t("pharao.put_off", { piece }) : t("pharao.choose_piece"));
  }
  const asked = askedNow(seen), { piece, to } = asked, isReady = Boolean(piece && to);
  return h("button.act", { key: "ask", disabled: !isReady, onclick: () => ask(asked) }, isReady ? t("pharao.may_it", { piece, to }) : piece ? t("pharao.choose_square") : t("pharao.choose_piece"));
}

// ---- the games won ----

// the row only chooses who won, so that a hasty second tap scores nothing
const wonBar = ({ seats }, seat) =>
  h("button.act.ph-won", { key: "won", onclick: () => play({ type: "game_won", seat }, { needsLog: true }) }, badge(seats[seat].sign), h("span", h("small", t("pharao.won_this")), " ", named(seats[seat])));

function gamesPart({ view, seats, mayEnter }) {
  return h("section.register", { key: "games" },
    h("h2", t("pharao.games_won"), h("small", t("pharao.games", { n: view.games }))),
    h("ul.ph-seats", view.seats.map(({ seat, side, score }) => h("li", { key: seat },
      badge(seats[seat].sign), crown(side), h("span.ph-name", h("b", named(seats[seat])), h("small.soft", sideName(side))), h("b.num.ph-wins", number(score)),
      mayEnter && view.part === "play" && h("button.plain", { "aria-label": `${t("pharao.won_this")}: ${nameOf(seats[seat])}`, "aria-pressed": String(draftNow().won === seat), onclick: () => choose({ won: seat }) }, t("pharao.won_this"))))));
}

export const winsPart = gamesPart;

// A turn on one page: the dice, the own piece, the enemy piece; and what becomes of a drowned one.

import { h } from "../../dom.js";
import { badge, glyph, named } from "../../signs.js";
import { changed, page, play } from "../../state.js";
import { number, refusal, t } from "../../texts.js";
import { board, legend } from "./board.js";
import { choose, draftNow } from "./draft.js";
import { hintOf, marksOf } from "./hints.js";
import { faceOf, otherSide, SALVATION } from "./signs.js";

const MOVED = { own: "own_moved", save: "own_moved", enemy: "enemy_moved" };

/** Gives the board with what can be tapped on it, and beside it what comes now. */
export function turnPart(seen) {
  const { view, mayEnter } = seen, choice = choiceNow(seen);
  return h("section.register.ph-page", { key: "board" },
    h("h2.vh", { key: "title" }, t("pharao.board")),
    board(view, {
      isTurned: page.mine.pharaoTurned,
      goals: new Set(choice.targets.map(({ square }) => square)),
      refused: choice.refused,
      marks: marksOf(seen.game, choice.piece),
      path: choice.target?.path ?? [],
      chosen: choice.piece,
      aim: choice.target?.square,
      movable: new Set(choice.movable),
      onPick: mayEnter && choice.isOpen ? (square) => pick(seen, choice, square) : null,
    }),
    h("div.ph-aside",
      steps(seen),
      mayEnter && view.part === "throw" && diceKeys(view, draftNow(), choose),
      mayEnter && view.part === "water" && drowning(seen.game),
      mayEnter && choice.isOpen && chosenLine(choice),
      legend({ isGoal: choice.targets.length > 0, why: [...choice.refused.values()][0] }),
      h("button.plain.ph-turn", { onclick: turnBoard }, glyph("turn"), t("pharao.turn_board"))));
}

export function turnBoard() {
  page.mine.pharaoTurned = !page.mine.pharaoTurned;
  changed();
}

/** Gives what is chosen now: the piece, where it can go, and where it is to go; what leaves no choice is chosen. */
function choiceNow({ view, mayEnter }) {
  const movable = view.moves.filter(({ to }) => to.length > 0).map(({ piece }) => piece);
  const draft = mayEnter ? draftNow() : {}, isOpen = view.moves.length > 0;
  const wanted = view.moves.find(({ piece }) => piece === draft.piece) ?? (mayEnter && movable.length === 1 ? view.moves.find(({ piece }) => piece === movable[0]) : null);
  const targets = wanted?.to ?? [], target = targets.find(({ square }) => square === draft.to) ?? (mayEnter && targets.length === 1 ? targets[0] : null);
  const refused = new Map((wanted?.refused ?? []).map(({ square, rule }) => [square, refusal({ code: rule, params: {} })]));
  return { isOpen, movable, piece: wanted?.piece ?? null, targets, target, refused };
}

// a second touch of the place that was chosen makes the move
function pick({ view }, { piece, targets, refused }, square) {
  if (targets.some((each) => each.square === square) && draftNow().to === square) return void send(view, piece, square);
  if (targets.some((each) => each.square === square) || refused.has(square)) return choose({ piece, to: square });
  if (view.moves.some((move) => move.piece === square)) choose({ piece: square, to: null });
}

const send = (view, piece, to) => play(view.part === "rescue" ? { type: "rescued", to } : { type: MOVED[view.part], piece, to });

function chosenLine({ piece, targets, movable }) {
  if (piece === null) return h("p.ph-chosen", t("pharao.choose_piece"));
  return h("p.ph-chosen", h("b", t("pharao.chosen", { square: piece })), h("br"), targets.length ? t("pharao.places", { n: targets.length }) : movable.length ? t("pharao.no_place") : "");
}

// ---- what comes now, and what is done ----

/** Says whether a piece must still be taken off after a turn in which nothing was moved any more. */
const isOffJustNow = (last) => last?.taken_off && !last.own && !last.enemy;

const offNow = (owner) => h("p.ph-step.on", { key: "off" }, badge(owner.sign), h("span", h("b", named(owner)), h("br"), t("pharao.taken_off")));

function steps({ view, seats }) {
  const { part, dice, side, now, last } = view;
  if (part === "throw") return [isOffJustNow(last) && offNow(seats[last.seat]), h("p.ph-step.on", { key: "throw" }, h("span", t("pharao.throw_help")))];
  if (part === "over") return null;
  const own = side === "light" ? t("pharao.own_step.light", { n: dice.own }) : t("pharao.own_step.dark", { n: dice.own });
  const enemy = otherSide(side) === "light" ? t("pharao.enemy_step.light", { n: dice.enemy }) : t("pharao.enemy_step.dark", { n: dice.enemy });
  const isSaving = part === "save" || part === "rescue" || (part === "enemy" && now.rescued && now.own?.to === SALVATION);
  const all = [
    part === "water" && { key: "water", text: t("pharao.water_step"), isOn: true },
    now.taken_off && { key: "off", text: t("pharao.taken_off"), isDone: true },
    isSaving && !(part === "rescue" && now.own === null) && { key: "save", text: t("pharao.save_step"), isOn: part === "save", isDone: part !== "save" },
    (part === "rescue" || now.rescued) && { key: "rescue", text: t("pharao.rescue_step"), isOn: part === "rescue", isDone: part !== "rescue" },
    !isSaving && { key: "own", text: own, isOn: part === "own", isDone: part === "enemy", more: part === "enemy" && now.own === null && t("pharao.none_moves") },
    { key: "enemy", text: enemy, isOn: part === "enemy" },
  ].filter(Boolean);
  return h("ol.ph-steps", all.map(({ key, text, isOn, isDone, more }, i) =>
    h("li.ph-step", { key, class: isOn ? "on" : isDone ? "done" : "", "aria-current": isOn ? "step" : null }, h("b", isDone ? glyph("check") : number(i + 1)), h("span", text, more && h("small", more)))));
}

/** Gives the faces of both dice to tap. */
export function diceKeys({ faces, side = null }, chosen, onPick) {
  const row = (name, of, whose) => h("div.ph-keys", { key: name, role: "group", "aria-label": name === "own" ? t("pharao.own_die") : t("pharao.enemy_die") },
    h("span.ph-keyname", of && faceOf(of, null), h("span", whose)),
    h("div", [...new Set(faces[name])].sort().map((pips) =>
      h("button.key", { key: pips, "aria-pressed": String(chosen[name] === pips), onclick: () => onPick({ [name]: pips }) }, String(pips)))));
  return h("div.ph-throw", row("own", side, t("pharao.own_die")), row("enemy", side && otherSide(side), t("pharao.enemy_die")));
}

const fate = (rescue) => (rescue ? t("pharao.rescue") : t("pharao.give_up"));

function drowning(game) {
  const hints = [true, false].map((rescue) => [rescue, hintOf(game, { rescue })]).filter(([, hint]) => hint);
  return hints.length > 0 && h("ul.ph-drown", hints.map(([rescue, hint]) => h("li", { key: String(rescue) }, h("b", fate(rescue)), h("small", hint))));
}

/** Gives the button for what was chosen; there is one place for it on every part of a turn. */
export function turnBar(seen) {
  const { view } = seen, { piece, target } = choiceNow(seen), draft = draftNow();
  if (view.part === "throw") {
    const isReady = draft.own !== undefined && draft.enemy !== undefined;
    return h("button.act", { key: "thrown", disabled: !isReady, onclick: () => play({ type: "thrown", own: draft.own, enemy: draft.enemy }) }, t("pharao.enter_dice"), isReady && h("b.num", ` ${number(draft.own)} · ${number(draft.enemy)}`));
  }
  if (view.part === "water") {
    return h("div.ph-fates", { key: "fates" }, [true, false].map((rescue) =>
      h("button.plain.ph-fate", { key: String(rescue), onclick: () => play({ type: "rescue_chosen", rescue }) }, fate(rescue))));
  }
  if (!view.moves.length) return null;
  return [
    view.may_pass && h("button.plain", { key: "pass", onclick: () => play({ type: "passed" }) }, t("pharao.pass")),
    h("button.act", { key: "move", disabled: !target, onclick: () => send(view, piece, target.square) }, target ? t("pharao.move", { piece, to: target.square }) : piece ? t("pharao.choose_square") : t("pharao.choose_piece")),
  ];
}


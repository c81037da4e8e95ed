// Dice and moves: any die may be placed. What each would bring is seen before.

import { h } from "../../dom.js";
import { badge, glyph } from "../../signs.js";
import { changed, close as closeSheet, open, page, play } from "../../state.js";
import { labelled, listed, number, signed, t } from "../../texts.js";
import { boardDrawing, spaceName, startTray } from "./board.js";
import { draftOf } from "./draft.js";
import { colourName, dieFace, pawn, points, scarabName, scarabSign, shapeOf, shapeSign } from "./pawns.js";

/** Gives what is chosen so far: a die, its number, the moves that it may make, and one of them. */
export function choiceOf({ view, game }) {
  const draft = draftOf(game), die = view.dice.find(({ colour, is_placed: isPlaced }) => colour === draft.colour && !isPlaced);
  if (!die || view.phase !== "playing") return null;
  const pips = die.pips ?? draft.pips ?? null, moves = die.moves.filter((move) => move.pips === pips);
  return { die, pips, moves, move: moves.find(({ space }) => space === draft.space) ?? moves[0] ?? null };
}

function pickColour({ game }, colour) {
  const draft = draftOf(game);
  Object.assign(draft, { colour: draft.colour === colour ? undefined : colour, pips: undefined, space: undefined });
  changed();
}

function pickPips({ game }, pips) {
  Object.assign(draftOf(game), { pips, space: undefined });
  changed();
}

function pickSpace({ game }, space) {
  Object.assign(draftOf(game), { space });
  changed();
}

export function boardPart(seen) {
  const { view, mayEnter } = seen, choice = choiceOf(seen), onPick = mayEnter && view.phase === "playing" ? (colour) => pickColour(seen, colour) : null;
  const colour = choice?.die.colour ?? null;
  return h("section.register.pa-map", { key: "board", "aria-label": t("pairamid.board") },
    boardDrawing(view, { colour, moves: choice?.moves, move: choice?.move, onPick, onLand: (space) => pickSpace(seen, space) }),
    startTray(view, { colour, onPick }));
}

export function dicePart(seen) {
  const { view, mayEnter } = seen;
  if (view.phase !== "playing") return null;
  const left = view.dice.filter(({ is_placed: isPlaced }) => !isPlaced), choice = choiceOf(seen), isRead = left.every(({ pips }) => pips !== null);
  return h("section.register.pa-dice", { key: "dice" },
    h("h2", t("pairamid.dice_left", { n: left.length }), h("small", t("pairamid.any_die"))),
    h("div.pa-tray", { role: "group", "aria-label": t("pairamid.dice") }, view.dice.map((die) => trayDie(seen, die, choice))),
    mayEnter && choice?.die.pips === null && numbers(seen, choice),
    choice?.move && moveNote(seen, choice),
    mayEnter && h("button.plain.wide", { key: "read", onclick: () => open("dice") }, glyph("pen"), isRead ? t("pairamid.read_anew") : t("pairamid.read_dice")));
}

function trayDie(seen, die, choice) {
  const { view, mayEnter } = seen, { colour, pips, is_placed: isPlaced } = die;
  if (isPlaced) return h("span.pa-die.placed", { key: colour, role: "img", "aria-label": labelled(colourName(colour), t("pairamid.placed")) }, shapeSign(shapeOf(colour)));
  const moves = pips === null ? [] : die.moves, isChosen = choice?.die.colour === colour, shown = pips ?? (isChosen ? choice.pips : null);
  const gains = [...new Set(moves.map((move) => move.points))], isScoring = moves.some(({ scarabs }) => scarabs.length > 0);
  const goal = listed(moves.map(({ space }) => spaceName(view, space)));
  const body = [
    h("span.pa-die-face", { class: `pa-${colour}` }, shapeSign(shapeOf(colour)), h("b", shown === null ? "?" : number(shown))),
    moves.length > 0 && h("small.pa-goal", isScoring ? gains.map(signed).join(" / ") : `→ ${shortGoal(view, moves)}`),
  ];
  const label = `${colourName(colour)} ${shown === null ? t("pairamid.not_read") : number(shown)}${goal && `: ${goal}`}`;
  const more = isScoring ? (gains.some((each) => each > 0) ? "gain" : gains.some((each) => each < 0) ? "loss" : "") : "";
  return mayEnter
    ? h("button.pa-die", { key: colour, class: more, "aria-label": label, "aria-pressed": String(isChosen), onclick: () => pickColour(seen, colour) }, body)
    : h("span.pa-die", { key: colour, class: more, role: "img", "aria-label": label }, body);
}

const shortGoal = (view, moves) => moves.map(({ space }) => (view.board.spaces.find(({ name }) => name === space)?.kind === "great" ? "±7" : spaceName(view, space))).join("/");

const numbers = (seen, { die, pips }) =>
  h("div.pa-numbers", { key: "numbers", role: "group", "aria-label": labelled(colourName(die.colour), t("pairamid.number")) },
    pawn(die.colour, { isSpoken: false }),
    seen.view.faces.map((face) => h("button.key", { key: face, "aria-pressed": String(face === pips), onclick: () => pickPips(seen, face) }, number(face))));

/** Says what a move does: where it comes to, what it jumps, where it stops and what that brings to whom. */
function moveNote(seen, { die, moves, move }) {
  const { view, seats } = seen, jumped = move.path.filter(({ is_jumped: isJumped }) => isJumped).map(({ space }) => view.researchers.find((each) => each.space === space)?.colour).filter(Boolean);
  return h("div.pa-note", { key: "note" },
    moves.length > 1 && h("div.segments", { role: "group", "aria-label": t("pairamid.which_way") }, moves.map(({ space, points: gain, scarabs }) =>
      h("button", { key: space, "aria-pressed": String(space === move.space), onclick: () => pickSpace(seen, space) }, t("pairamid.way_to", { space: spaceName(view, space) }), scarabs.length > 0 && [" ", points(gain)]))),
    h("ul.note.pa-facts", { role: "status" },
      h("li", { key: "to" }, h("span", t("pairamid.comes_to")), h("b", spaceName(view, move.space))),
      jumped.length > 0 && h("li", { key: "jumps" }, h("span", t("pairamid.jumps")), jumped.map((colour) => pawn(colour, { key: colour }))),
      move.scarabs.length > 0 && h("li", { key: "stops" }, h("span", t("pairamid.stops_at")), move.scarabs.map((scarab) => [scarabSign(scarab, { isSpoken: false }), h("span", { key: scarab }, scarabName(scarab))])),
      move.scarabs.length > 0 && h("li", { key: "gain" }, h("span", t("pairamid.brings")), points(move.points), move.scores_for.map((seat) => badge(seats[seat].sign, { key: seat, spoken: true })),
        move.scores_for.length === 0 && view.seats.every(({ colours }) => colours) && h("span", t("pairamid.for_nobody"))),
      move.lost > 0 && h("li", { key: "lost" }, h("span", t("pairamid.steps_lost", { n: move.lost }))),
      move.is_end && h("li", { key: "end" }, h("b", t("pairamid.ends")))));
}

/** Gives the button that makes the move which is looked at. */
export function moveBar(seen) {
  const choice = choiceOf(seen), { view, seat, isHost } = seen;
  if (!choice?.move) return null;
  const { die: { colour }, pips, moves, move } = choice, goal = moves.length > 1 && spaceName(view, move.space);
  return h("button.pa-go", { key: "move", class: isHost || view.turn === seat ? "act" : "plain", "aria-label": `${t("pairamid.move_it")} ${colourName(colour)} ${number(pips)}${goal ? `: ${goal}` : ""}`, onclick: () => play({ type: "moved", colour, pips, to: move.to }) },
    h("span", t("pairamid.move_it")), dieFace(colour, pips, { isSpoken: false }), goal && h("small", `→ ${goal}`));
}

/** Rows of faces, one tap for each die that lies there; with the last one the dice are entered. */
export function diceSheet(snap, sheet) {
  const { game, you } = snap;
  if (!game?.view.board || game.view.phase !== "playing" || !(you.is_host || you.seat !== null)) return null;
  const left = game.view.dice.filter(({ is_placed: isPlaced }) => !isPlaced), read = readOf(sheet, left);
  const enter = () => play({ type: "dice_read", dice: left.filter(({ colour }) => read[colour]).map(({ colour }) => ({ colour, pips: read[colour].pips })) }).then((answer) => answer && close(sheet));
  const pick = (colour, pips) => {
    read[colour] = { pips, over: left.find((die) => die.colour === colour).pips };
    changed();
    if (left.every((die) => read[die.colour])) enter();
  };
  const count = left.filter(({ colour }) => read[colour]).length;
  return {
    title: t("pairamid.read_dice"),
    body: [
      h("p.soft", t("pairamid.read_help")),
      faceRows(left.map(({ colour, pips }) => ({ colour, pips: read[colour]?.pips ?? pips })), game.view.faces, pick),
    ],
    bar: h("button.act", { disabled: count === 0, onclick: enter }, count ? t("pairamid.enter_dice", { n: count }) : t("pairamid.read_dice")),
  };
}

/** Gives what was tapped and not entered, without the dice that were placed or read elsewhere meanwhile. */
function readOf(sheet, left) {
  const read = (sheet.read ??= {});
  for (const colour of Object.keys(read)) if (left.find((die) => die.colour === colour)?.pips !== read[colour].over) delete read[colour];
  return read;
}

const close = (sheet) => {
  if (sheet === page.sheet) closeSheet();
};

/** Gives the faces of several dice, a row each. */
export const faceRows = (dice, faces, onPick) =>
  h("div.pa-facerows", dice.map(({ colour, pips }) =>
    h("section", { key: colour, role: "group", "aria-label": colourName(colour) },
      dieFace(colour, pips, { isSpoken: false }),
      h("div.pa-faces", faces.map((face) => h("button.key", { key: face, "aria-pressed": String(face === pips), onclick: () => onPick(colour, face) }, number(face)))))));


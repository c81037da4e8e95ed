// Pharaoh Code on the phone: what each moment of a round shows to whom.

import { h } from "../dom.js";
import { glyph, nameOf } from "../signs.js";
import { open, play } from "../state.js";
import { labelled, number, t } from "../texts.js";
import { pilesLine, pyramid } from "./pharaoh_code/board.js";
import { claimsPart, margin } from "./pharaoh_code/claims.js";
import { diceSheet, layoutSheet, numberSheet } from "./pharaoh_code/entries.js";
import { formulaSheet } from "./pharaoh_code/formula.js";
import { judgingPart } from "./pharaoh_code/judging.js";
import { lastPart } from "./pharaoh_code/last.js";
import { replacements, words } from "./pharaoh_code/lines.js";
import { linesSheet, scoresPart } from "./pharaoh_code/scores.js";
import { claimNow, seatParts, slipSheet } from "./pharaoh_code/seat.js";
import { skyMain } from "./pharaoh_code/sky.js";
import { tv } from "./pharaoh_code/tv.js";
import { votesSheet } from "./pharaoh_code/votes.js";

export { replacements, skyMain, tv, words };

export const sheets = { dice: diceSheet, layout: layoutSheet, number: numberSheet, formula: formulaSheet, lines: linesSheet, slip: slipSheet, votes: votesSheet };

/** Gives the registers, what matters most at this moment first. */
export function main(seen) {
  const { phase } = seen.view, isBetween = phase === "ready" || phase === "race";
  return [
    seen.seat !== null && seatParts(seen),
    phase === "judging" && judgingPart(seen),
    isBetween && phase === "ready" && lastPart(seen),
    !(seen.seat !== null && phase === "sand") && board(seen),
    phase === "sand" && claimsPart(seen),
    seen.seat !== null && phase === "sand" && board(seen),
    scoresPart(seen),
    isBetween && phase === "race" && lastPart(seen),
  ];
}

/** Gives what stands below the standings at the end. */
export const afterword = (seen) => [lastPart(seen), board(seen)];

/** Gives what told two seats of the same points apart. */
export function tieCounts({ tiles, lines }, tieBreak) {
  const highest = Math.max(0, ...lines.map(({ number: n }) => n ?? 0));
  return tieBreak === "highest_tile" ? `${t("pharaoh_code.tiles", { n: tiles })}, ${labelled(t("pharaoh_code.highest"), number(highest))}` : t("pharaoh_code.tiles", { n: tiles });
}

function board(seen) {
  const { view, mayEnter } = seen, gaps = gapsAwaited(seen);
  return h("section.register", { key: "board", "aria-label": t("pharaoh_code.pyramid") },
    pyramid(view, seen.seats, { isSmall: seen.seat !== null || view.phase === "ready" }),
    pilesLine(view),
    gaps && mayEnter && h("button.plain.wide", { onclick: () => open("layout") }, glyph("pen"), t("pharaoh_code.enter_layout")));
}

const gapsAwaited = ({ game }) => game.awaits.some(({ event }) => event === "laid_out");

/** Gives the next thing that somebody may enter now. */
export function bar(seen) {
  const { view, mayEnter, isHost, seat } = seen;
  if (seat !== null && view.phase === "sand" && claimNow(seen)?.isSecond) return claimNow(seen).button;
  if (!mayEnter) return null;
  if (view.phase === "ready") {
    const isMain = isHost || view.roller === seat;
    return h("button", { key: "thrown", class: isMain ? "act" : "plain", onclick: () => play({ type: "thrown" }) }, t("pharaoh_code.thrown"));
  }
  if (view.phase === "race" && isHost) return h("button.plain", { key: "nobody", onclick: nobody }, t("pharaoh_code.nobody_found"));
  if (view.dice === null) return h("button.plain", { key: "dice", onclick: () => open("dice") }, glyph("pen"), t("pharaoh_code.enter_dice"));
  return null;
}

const nobody = () => play({ type: "nobody_found" }, { needsLog: true });

/** Gives what the host may do besides, and what can wait. */
export function hostTasks(seen) {
  const { view } = seen, isBetween = view.phase === "ready" || view.phase === "race";
  return [
    { id: "dice", icon: "pen", text: t("pharaoh_code.enter_dice"), help: t("pharaoh_code.dice_help"), isOff: view.phase === "over", run: () => open("dice") },
    gapsAwaited(seen) && { id: "layout", icon: "pen", text: t("pharaoh_code.enter_layout"), help: t("pharaoh_code.layout_help"), run: () => open("layout") },
    isBetween && { id: "nobody", icon: "turn", text: t("pharaoh_code.nobody_found"), help: t("pharaoh_code.nobody_help"), run: nobody },
  ].filter(Boolean);
}

/** Says in words what is new, for those who listen. Names come first, apart from the sentence. */
export function announce(before, after) {
  const [old, now] = [before.view, after.view];
  if (after.outcome && !before.outcome) return t("end.standings");
  const known = new Map(old.round === now.round ? old.claims.map((claim) => [claim.claim, claim]) : []);
  const pressed = now.claims.find(({ claim }) => !known.has(claim));
  if (pressed) return `${nameOf(after.seats[pressed.seat])}: ${margin(pressed, now.claims).join(", ")}`;
  const called = now.claims.find(({ claim, number: n }) => n !== null && known.get(claim).number !== n);
  if (called) return `${nameOf(after.seats[called.seat])}: ${number(called.number)}`;
  if (now.phase === old.phase) return null;
  if (now.phase === "race") return t("pharaoh_code.race_open");
  if (now.phase === "judging") return t("pharaoh_code.time_is_up");
  return now.phase === "ready" ? `${t("pharaoh_code.rolls_now")}: ${nameOf(after.seats[now.roller])}` : null;
}

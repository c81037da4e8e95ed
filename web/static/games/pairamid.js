// Pairamid on the phone: the two scarabs, or the whole board; whose treasure is what, and why.

import { h } from "../dom.js";
import { badge, named, nameOf } from "../signs.js";
import { open, page } from "../state.js";
import { labelled, listed, number, signed, t } from "../texts.js";
import { spaceName } from "./pairamid/board.js";
import { oursLine } from "./pairamid/house.js";
import { replacements, words } from "./pairamid/lines.js";
import { boardPart, diceSheet, dicePart, moveBar } from "./pairamid/moves.js";
import { colourName, scarabName } from "./pairamid/pawns.js";
import { greatSheet, lastLine, reachedPart } from "./pairamid/scarabs.js";
import { coloursPart, coloursSheet, coursePart, linesSheet, seatsPart } from "./pairamid/seats.js";
import { tracks } from "./pairamid/tracks.js";
import { tv } from "./pairamid/tv.js";

export { profileParts } from "./pairamid/profile.js";
export { replacements, tv, words };

export const sheets = { dice: diceSheet, colours: coloursSheet, lines: linesSheet, great: greatSheet };

/** Gives the number of the turn; where turns are not followed, of the scarab that was reached. */
export const roundName = (n) => t(page.snap?.game?.view.board ? "pairamid.turn_no" : "pairamid.scarab_no", { n });

/** Gives whose turn it is where that is followed, and what happened last. */
export function skyMain(seen) {
  const { view, seats } = seen;
  return h("div.sky-main.pa-sky",
    view.turn !== null && h("p.pa-turn", h("span", t("pairamid.turn")), h("span.by", badge(seats[view.turn].sign), h("b", named(seats[view.turn])))),
    lastLine(seen));
}

/** Gives the registers, what matters most at this moment first. */
export function main(seen) {
  const { view } = seen;
  return [
    view.phase === "colours" && coloursPart(seen),
    view.board ? boardPart(seen) : tracksPart(seen),
    view.board ? dicePart(seen) : reachedPart(seen),
    view.phase === "playing" && coloursPart(seen),
    seatsPart(seen),
    view.board && ours(seen),
  ];
}

const tracksPart = (seen) =>
  h("section.register.pa-picture", { key: "tracks", "aria-label": t("pairamid.scarabs") }, tracks(seen.view), oursLine(seen));

const ours = (seen) => seen.game.stand_ins.length > 0 && h("div.register", { key: "ours" }, oursLine(seen));

/** Gives what stands below the standings at the end. */
export const afterword = (seen) => [seatsPart(seen), coursePart(seen), ...(seen.view.board ? [boardPart(seen), ours(seen)] : [tracksPart(seen)])];

/** Gives the next thing that somebody may enter now. */
export const bar = (seen) => (seen.mayEnter && seen.view.board ? moveBar(seen) : null);

/** Gives what the host may do besides, and what can wait. */
export function hostTasks({ view }) {
  return [
    view.board && view.phase === "playing" && { id: "dice", icon: "pen", text: t("pairamid.read_dice"), help: t("pairamid.read_help"), run: () => open("dice") },
    view.phase !== "over" && { id: "colours", icon: "pen", text: t("pairamid.whose_colours"), help: t("pairamid.can_wait"), run: () => open("colours") },
  ].filter(Boolean);
}

/** Says in words what is new, for those who listen. Names come first, apart from the sentence. */
export function announce(before, after) {
  const [old, now] = [before.view, after.view];
  if (after.outcome && !before.outcome) return t("end.standings");
  const turn = now.turn !== null && now.turn !== old.turn && labelled(t("pairamid.turn"), nameOf(after.seats[now.turn]));
  const isNew = now.last && now.last.round > (old.last?.round ?? 0);
  const said = [isNew && happened(after), turn].filter(Boolean).join(". ");
  return said || null;
}

function happened({ view, seats }) {
  const { colour, pips, space, scored } = view.last;
  const moved = pips === null ? null : `${colourName(colour)} ${number(pips)}: ${spaceName(view, space)}`;
  const met = scored.map((one) => `${colourName(one.colour)}: ${scarabName(one.scarab)} ${signed(one.value)}${one.scores_for.length ? `, ${listed(one.scores_for.map((seat) => nameOf(seats[seat])))}` : ""}`);
  return [moved, ...met].filter(Boolean).join(". ");
}

// Silver & Gold Pyramids on the phone: the card shown, what one marks or covered, and one's sheet line by line.

import { h } from "../dom.js";
import { nameOf } from "../signs.js";
import { close, open } from "../state.js";
import { labelled, number, signed, t } from "../texts.js";
import { countSheet, doneButton, maySayShape, nextButton, shapeSheet, turnOver } from "./silver_gold_pyramids/cards.js";
import { sign } from "./silver_gold_pyramids/glyphs.js";
import { displayPart, keepBar, keepingPart, takeBar, takingPart } from "./silver_gold_pyramids/keeping.js";
import { replacements, spoken, words } from "./silver_gold_pyramids/lines.js";
import { aimOf, markBar, markingPart, turning } from "./silver_gold_pyramids/marking.js";
import { amount, colourName } from "./silver_gold_pyramids/names.js";
import { readSheet, sayBar, sayingPart, tallyOf } from "./silver_gold_pyramids/saying.js";
import { cardOf, drawnShape, roundOf, shapeName } from "./silver_gold_pyramids/shapes.js";
import { allSheets, linesSheet, othersPart, sheetPart } from "./silver_gold_pyramids/sheet.js";
import { isToRead } from "./silver_gold_pyramids/todo.js";
import { tv } from "./silver_gold_pyramids/tv.js";
import { byName, otherPart, whose, whosePart } from "./silver_gold_pyramids/whose.js";

export { profileParts } from "./silver_gold_pyramids/profile.js";
export { replacements, tv, words };

/** The sky says which card of which round it is. */
export const saysRound = true;

export const sheets = { lines: linesSheet, read: readSheet, shape: shapeSheet, count: countSheet };

/** Gives the shape of the card shown, how far the game has come, and what turns the shape. */
export function skyMain(seen) {
  const { view } = seen;
  if (view.phase === "over") return null;
  const turns = turning(seen), squares = turns?.squares ?? view.shapes[view.shape]?.squares;
  return h("div.sky-main.sg-sky",
    squares && h("span.sg-shown", { key: "shape" }, drawnShape(squares, { spoken: shapeName(view.shape) })),
    h("p", { key: "when" },
      h("b", view.phase === "keeping" ? t("silver_gold_pyramids.choosing") : view.card === 0 ? t("silver_gold_pyramids.no_card") : cardOf(view)),
      h("span", roundOf(view))),
    turns?.buttons,
    view.way === "sheet" && maySayShape(seen) && h("button.icon.sg-turn", { key: "say", "aria-haspopup": "dialog", "aria-label": t("silver_gold_pyramids.say_shape"), onclick: () => open("shape") }, sign("card")));
}

/** Gives the registers, what matters most at this moment first. */
export function main(seen) {
  const { view } = seen, seat = whose(seen);
  if (view.phase === "keeping") return [whosePart(seen), otherPart(seen), keepingPart(seen)];
  const coming = seat === null ? {} : view.way === "sheet" ? tallyOf(seen, seat) : aimed(aimOf(seen, seat));
  return [
    whosePart(seen),
    otherPart(seen),
    ...(view.way === "sheet" ? [sayingPart(seen)] : [takingPart(seen), markingPart(seen)]),
    sheetPart(seen, coming),
    othersPart(seen),
    view.way === "cards" && displayPart(seen),
  ];
}

const aimed = (aim) => (aim?.spot ? { gains: aim.spot.gain, moment: aim.task } : {});

/** Gives what stands below the standings at the end. */
export const afterword = (seen) => allSheets(seen);

/** Gives the next thing that somebody may enter now. */
export function bar(seen) {
  const seat = whose(seen);
  if (!seen.mayEnter || seat === null) return null;
  const parts = barParts(seen, seat, byName(seen, seat)).filter(Boolean);
  return parts.length > 0 ? parts : null;
}

function barParts(seen, seat, who) {
  const { view } = seen;
  if (view.phase === "keeping") return [keepBar(seen, seat, who)];
  if (view.way === "cards") {
    const taken = takeBar(seen, seat, who);
    return taken ? [taken] : [markBar(seen, seat, who) ?? nextButton(seen, true)];
  }
  const said = sayBar(seen, seat, who), isDue = isToRead(seen, seat);
  if (said) return [said];
  return [
    isDue
      ? h("button.act", { key: "read", "aria-haspopup": "dialog", onclick: () => open("read", { seat }) }, who, h("span", t("silver_gold_pyramids.read_sheet")))
      : doneButton(seen),
    nextButton(seen, !isDue),
  ];
}

/** Gives what the host may do besides: whoever still marks need not be waited for. */
export function hostTasks({ view }) {
  if (view.way !== "cards" || view.phase !== "marking") return [];
  return view.next === null
    ? [{ id: "count", icon: "check", text: t("silver_gold_pyramids.count"), help: t("silver_gold_pyramids.no_waiting"), run: () => open("count") }]
    : [{ id: "next", icon: "turn", text: t("silver_gold_pyramids.next_card"), help: t("silver_gold_pyramids.no_waiting"), run: async () => (await turnOver(view)) && close() }];
}

// one that is said late stands among the others, by its card
function newTombs(before, tombs) {
  const left = before.map((tomb) => JSON.stringify([tomb.round, tomb.card, tomb.colour]));
  return tombs.filter(({ round, card, colour }) => {
    const at = left.indexOf(JSON.stringify([round, card, colour]));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Says in words what is new, for those who listen. Names come first, apart from the sentence. */
export function announce(before, after) {
  if (after.outcome && !before.outcome) return t("end.standings");
  const { view, lines, seats } = after, last = lines.at(-1), isNew = last && last.fate === "live" && last.entry > (before.lines.at(-1)?.entry ?? 0);
  const card = isNew && view.shown.length > before.view.shown.length && [cardOf(view), roundOf(view), view.shape && shapeName(view.shape)].filter(Boolean).join(". ");
  if (card) return card;
  const won = isNew && view.seats.flatMap(({ seat, tombs }) => newTombs(before.view.seats[seat].tombs, tombs).map(({ colour, bonus }) =>
    `${nameOf(seats[seat])}: ${amount(`tomb_${colour}`, 1)}${bonus ? `, ${labelled(colourName(colour), signed(bonus))}` : ""}`));
  if (won?.length) return won.join(". ");
  return isNew && last.seat !== null && seats[last.seat] ? `${nameOf(seats[last.seat])}: ${spoken(last.event)}, ${t("end.total")} ${number(view.seats[last.seat].score)}` : null;
}

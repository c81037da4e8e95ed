// Pyramid cards that are chosen: two of four to begin with, and a new one for each that is finished.

import { h } from "../../dom.js";
import { badge, named } from "../../signs.js";
import { play } from "../../state.js";
import { number, t } from "../../texts.js";
import { cardName, drawnCard } from "./board.js";
import { choicesOf, choose } from "./draft.js";
import { aimOf, pyramidOf } from "./marking.js";
import { colourSign } from "./names.js";
import { entered, whose } from "./whose.js";

const KEPT = 2;

const handOf = (seen, seat) => choicesOf(seen, seat, "keep", seen.view.seats[seat].hand);
const takeOf = (seen, seat) => choicesOf(seen, seat, "take", [seen.view.seats[seat].owed, seen.view.seats[seat].takes]);

const pick = (view, pyramid, isChosen, isOff, onPick) => {
  const card = pyramidOf(view, pyramid);
  return h("button.sg-pick", { key: pyramid, "aria-pressed": String(isChosen), "aria-label": cardName(card), disabled: isOff, onclick: onPick },
    card.squares && drawnCard(card, { isSpoken: false }),
    h("span.small", colourSign(card.colour), " ", number(pyramid)));
};

// named pyramids that nobody has are not on the table, and so not in the view
const shown = ({ pyramids }, numbers) => numbers.every((each) => pyramids.some(({ pyramid }) => pyramid === each));

function choice(view, numbers, { isChosen, isOff, onPick, label }) {
  if (shown(view, numbers)) return h("div.sg-picks", { role: "group", "aria-label": label }, numbers.map((each) => pick(view, each, isChosen(each), isOff(each), () => onPick(each))));
  return h("div.sg-numbers", { role: "group", "aria-label": label }, numbers.map((each) =>
    h("button.key", { key: each, "aria-pressed": String(isChosen(each)), disabled: isOff(each), onclick: () => onPick(each) }, number(each))));
}

/** Four cards, two of them stay. */
export function keepingPart(seen) {
  const seat = whose(seen), { view, seats } = seen;
  if (view.phase !== "keeping") return null;
  const waiting = view.seats.filter(({ boards }) => boards.length === 0);
  return [
    seat !== null && view.seats[seat].hand.length > 0 && hand(seen, seat),
    h("section.register", { key: "waiting" },
      h("h2", t("silver_gold_pyramids.choosing")),
      h("ul.sg-waiting", waiting.map((each) => h("li", { key: each.seat }, badge(seats[each.seat].sign), h("b", named(seats[each.seat])))))),
  ];
}

function hand(seen, seat) {
  const { view } = seen, draft = handOf(seen, seat), kept = draft.kept ?? [];
  const toggle = (each) => choose(draft, { kept: kept.includes(each) ? kept.filter((other) => other !== each) : [...kept, each] });
  return h("section.register", { key: "hand" },
    h("h2", t("silver_gold_pyramids.keep_two")),
    choice(view, view.seats[seat].hand, { label: t("silver_gold_pyramids.keep_two"), isChosen: (each) => kept.includes(each), isOff: (each) => kept.length >= KEPT && !kept.includes(each), onPick: toggle }));
}

export function keepBar(seen, seat, who) {
  const { view } = seen;
  if (view.phase !== "keeping" || view.seats[seat].hand.length === 0) return null;
  const kept = handOf(seen, seat).kept ?? [], [first, second] = kept;
  return h("button.act", { key: "keep", disabled: kept.length !== KEPT, onclick: async () => (await play({ type: "pyramids_kept", seat, first, second })) && entered(seen.game, seat) }, who, h("span", t("silver_gold_pyramids.keep_these")));
}

/** A new pyramid: one of those on display, or from the deck. */
export function takingPart(seen) {
  const seat = whose(seen), { view } = seen;
  if (seat === null || view.phase !== "marking" || !view.seats[seat].owed) return null;
  const { takes, may_take: mayTake, can_draw: canDraw } = view.seats[seat];
  if (!mayTake) return h("p.register.soft", { key: "taking", role: "status" }, takes.length || view.deck ? t("silver_gold_pyramids.others_take") : t("silver_gold_pyramids.none_left"));
  const draft = takeOf(seen, seat);
  return h("section.register", { key: "taking" },
    h("h2", t("silver_gold_pyramids.new_pyramid"), view.deck > 0 && h("small", t("silver_gold_pyramids.in_deck", { n: view.deck }))),
    choice(view, takes, { label: t("silver_gold_pyramids.new_pyramid"), isChosen: (each) => draft.take === each, isOff: () => false, onPick: (each) => choose(draft, { take: each }) }),
    canDraw && h("button.plain.wide", { key: "deck", "aria-pressed": String(draft.take === 0), onclick: () => choose(draft, { take: 0 }) }, t("silver_gold_pyramids.from_deck")));
}

/** Gives the bar of a new pyramid; null where none may be taken, or something else is aimed at first. */
export function takeBar(seen, seat, who) {
  if (!seen.view.seats[seat].may_take) return null;
  const { take } = takeOf(seen, seat);
  if (take === undefined && aimOf(seen, seat)?.spot) return null;
  return h("button.act", { key: "take", disabled: take === undefined, onclick: async () => (await play({ type: "pyramid_taken", seat, pyramid: take })) && entered(seen.game, seat) }, who, h("span", t("silver_gold_pyramids.take_it")));
}

/** What lies open beside the deck, while nobody takes from it. */
export function displayPart(seen) {
  const { view } = seen, seat = whose(seen);
  if (view.display.length === 0 || (seat !== null && view.seats[seat].may_take)) return null;
  return h("section.register", { key: "display" },
    h("h2", t("silver_gold_pyramids.display"), h("small", t("silver_gold_pyramids.in_deck", { n: view.deck }))),
    h("div.sg-thumbs", view.display.map((each) => h("div", { key: each }, drawnCard(pyramidOf(view, each))))));
}

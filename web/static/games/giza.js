// Giza on the phone: one's own site as it is built, what lies on top at the others', and the turn.

import { h } from "../dom.js";
import { badge, named, nameOf } from "../signs.js";
import { open, page } from "../state.js";
import { labelled, number, t } from "../texts.js";
import { countBar, countSheet, countingPart } from "./giza/count.js";
import { replacements, spoken, words } from "./giza/lines.js";
import { around, drawnSite, topsTable } from "./giza/sites.js";
import { allSites, linesSheet } from "./giza/sums.js";
import { endBar, endedSheet, topSheet, topsPart } from "./giza/tops.js";
import { choiceOf, kindsPart, mayTurn, swapSheet, touchOf, turnBar } from "./giza/turn.js";
import { tv } from "./giza/tv.js";

export { replacements, tv, words };

export const sheets = { lines: linesSheet, swap: swapSheet, top: topSheet, ended: endedSheet, count: countSheet };

/** Gives whose turn it is where that is followed, and how many tiles are left to draw. */
export function skyMain({ view, seats, seat }) {
  if (view.phase === "counting") {
    const done = view.seats.filter(({ is_finished: isFinished }) => isFinished).length;
    return h("div.sky-main.gz-sky", h("p", t("giza.counted_of", { done, n: seats.length })));
  }
  if (view.turn === null) return null;
  return h("div.sky-main.gz-sky",
    view.turn === seat
      ? h("p.gz-turn", { key: "own" }, h("b", t("giza.your_turn")))
      : h("p.gz-turn", { key: "turn" }, h("span", t("giza.turn")), h("span.by", badge(seats[view.turn].sign), h("b", named(seats[view.turn])))),
    h("p.gz-left", { "aria-label": t("giza.tiles_left", { n: view.supply }) }, h("span", { "aria-hidden": "true" }, t("giza.left")), h("b.num", { "aria-hidden": "true" }, number(view.supply))));
}

/** Gives the number of the turn; where turns are not followed what is. */
export function roundName(round) {
  const way = page.snap?.game?.view.way ?? "followed";
  return way === "followed" ? t("giza.turn_no", { n: round }) : t(`option.giza.way.${way}`);
}

/** Gives the registers, what matters most at this moment first. */
export function main(seen) {
  const { view } = seen;
  if (view.phase === "counting") return [countingPart(seen), view.way === "tops" && topsPart(seen)];
  if (view.way === "tops") return topsPart(seen);
  return [kindsPart(seen), ownPart(seen), othersPart(seen)];
}

function ownPart(seen) {
  const { view, seats, seat } = seen;
  if (seat === null) return null;
  const touch = touchOf(seen), { score } = view.seats[seat];
  return h("section.register.gz-own", { key: "own" },
    h("h2", t("giza.your_site"), h("button.gz-sum", { "aria-haspopup": "dialog", "aria-label": `${t("giza.sum")} ${number(score)}`, onclick: () => open("lines", { seat }) }, t("giza.sum"), h("b.num", number(score)))),
    drawnSite(view.sites[seat], { label: nameOf(seats[seat]), touch: (place) => touch(seat, place) }));
}

function othersPart(seen) {
  const { seat } = seen, touch = touchOf(seen);
  return h("section.register", { key: "others" },
    h("h2", seat === null ? t("giza.sites") : t("giza.others"), h("small", t("giza.top_only"))),
    topsTable(seen, around(seen).slice(seat === null ? 0 : 1), { touch }));
}

/** Gives what stands below the standings at the end. */
export const afterword = (seen) => allSites(seen);

/** Gives the next thing that somebody may enter now. */
export function bar(seen) {
  const { view } = seen;
  if (view.phase === "counting") return countBar(seen);
  return view.way === "tops" ? endBar(seen) : turnBar(seen);
}

/** Gives what the host may do besides. */
export function hostTasks(seen) {
  const { view } = seen;
  return [
    mayTurn(seen) && choiceOf(seen).target && { id: "swap", icon: "turn", text: view.swap.high === 0 ? t("giza.pass") : t("giza.swap"), help: t("giza.instead"), run: () => open("swap") },
  ].filter(Boolean);
}

/** Says in words what is new, for those who listen. Names come first, apart from the sentence. */
export function announce(before, after) {
  if (after.outcome && !before.outcome) return t("end.standings");
  const { lines, seats, view } = after, last = lines.at(-1), isNew = last && last.fate === "live" && last.entry > (before.lines.at(-1)?.entry ?? 0);
  const happened = isNew && [last.seat !== null && seats[last.seat] && nameOf(seats[last.seat]), spoken(last.event, seats)].filter(Boolean).join(": ");
  const turn = view.turn !== null && view.turn !== before.view.turn && labelled(t("giza.turn"), nameOf(seats[view.turn]));
  return [happened, turn].filter(Boolean).join(". ") || null;
}

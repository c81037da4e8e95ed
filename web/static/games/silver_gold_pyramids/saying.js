// What was covered with the card shown, said by touches; and the whole sheet read off after a round.

import { h } from "../../dom.js";
import { badge, glyph, named } from "../../signs.js";
import { changed, close, open, page, play } from "../../state.js";
import { listed, number, t } from "../../texts.js";
import { choicesOf, choose, whose } from "./draft.js";
import { sign } from "./glyphs.js";
import { COLOURS, inWords, isTomb, SYMBOLS, symbolName } from "./names.js";

const MOST = 9, TOMBS = COLOURS.map((colour) => `tomb_${colour}`);

/** Gives what is chosen for a seat and not entered yet: the card it is about, and how many of each. */
export function tallyOf(seen, seat) {
  const { shown } = seen.view, draft = choicesOf(seen, seat, "say"), last = shown.at(-1);
  // an earlier card is meant for as long as something is chosen with it, or no other card came
  const at = draft.gains || draft.after === shown.length ? draft.at : null;
  return { draft, gains: draft.gains ?? {}, moment: shown.find(({ round, card }) => at && round === at[0] && card === at[1]) ?? last };
}

const whats = ({ said }) => (said === "at_once" ? [...SYMBOLS, ...TOMBS] : ["torch", ...TOMBS]);

export function sayingPart(seen) {
  const seat = whose(seen), { view } = seen;
  if (seat === null || view.phase !== "marking" || view.card === 0) return null;
  const { draft, gains, moment } = tallyOf(seen, seat), i = view.shown.indexOf(moment), isLate = i < view.shown.length - 1, total = Object.values(gains).reduce((n, each) => n + each, 0);
  const add = (what) => choose(draft, { gains: { ...gains, [what]: Math.min(what === "torch" ? 1 : MOST, (gains[what] ?? 0) + 1) }, at: [moment.round, moment.card] });
  const go = (to) => choose(draft, { at: [view.shown[to].round, view.shown[to].card], after: view.shown.length });
  return h("section.register.sg-saying", { key: "saying" },
    h("div.sg-saying-head",
      h("h2", t("silver_gold_pyramids.what_covered")),
      h("div.sg-moment", { role: "group", "aria-label": t("silver_gold_pyramids.with_card") },
        i > 0 && h("button.tool", { key: "before", "aria-label": t("silver_gold_pyramids.card_before"), onclick: () => go(i - 1) }, h("span", { "aria-hidden": "true" }, "‹")),
        h("span", { key: "now", class: isLate ? "bad" : "", "aria-live": "polite" }, isLate ? t("silver_gold_pyramids.card_round", moment) : t("silver_gold_pyramids.card_no", moment)),
        isLate && h("button.tool", { key: "after", "aria-label": t("silver_gold_pyramids.card_after"), onclick: () => go(i + 1) }, h("span", { "aria-hidden": "true" }, "›")))),
    h("div.sg-whats", whats(view).map((what) => h("button.sg-what", { key: what, class: gains[what] ? "some" : "", "aria-label": listed([symbolName(what), gains[what] && number(gains[what])].filter(Boolean)), onclick: () => add(what) },
      isTomb(what) ? [h("span.sg-signs", { class: `sg-${what.slice(5)}` }, sign("tomb"), sign(what.slice(5)))] : sign(what),
      h("small", { "aria-hidden": "true" }, symbolName(what)),
      gains[what] && h("b.num", { key: "n", "aria-hidden": "true" }, `+${number(gains[what])}`)))),
    total > 0 && h("button.link", { key: "clear", onclick: () => choose(draft, { gains: undefined, at: undefined }) }, t("silver_gold_pyramids.clear")),
    view.said === "round" && readLine(seen, seat));
}

// what the sheet shows in all is read off once the round is over; before, nothing is to be said
function readLine({ view }, seat) {
  const { read } = view.seats[seat];
  if (read === 0 && view.card < view.cards && view.round === 1) return h("p.soft.small", { key: "read" }, t("silver_gold_pyramids.read_later"));
  return h("button.plain.wide", { key: "read", "aria-haspopup": "dialog", onclick: () => open("read", { seat }) }, glyph("pen"), t("silver_gold_pyramids.read_sheet"));
}

/** Says whether a seat's sheet is to be read off now. */
export const isToRead = ({ view }, seat) => view.said === "round" && view.phase === "marking" && dueRound(view) > view.seats[seat].read;

const dueRound = ({ round, card, cards }) => (card === cards ? round : round - 1);

/** Gives the bar of what is chosen; null where nothing is. */
export function sayBar(seen, seat, who) {
  const { draft, gains, moment } = tallyOf(seen, seat);
  if (Object.keys(gains).length === 0) return null;
  return h("button.act", { key: "say", onclick: () => enter(seat, draft, gains, moment) }, who, h("span", t("silver_gold_pyramids.enter"), h("small", ` ${inWords(gains)}`)));
}

// what is touched while an answer is awaited stays for the next time
async function enter(seat, draft, gains, { round, card }) {
  if (draft.isSent) return;
  draft.isSent = true;
  for (const [what, count] of Object.entries(gains)) {
    if (!(await play({ type: "covered", seat, round, card, what, count }))) break;
    const { [what]: n = count, ...left } = draft.gains ?? {};
    if (n > count) left[what] = n - count;
    choose(draft, { gains: Object.keys(left).length ? left : undefined });
  }
  choose(draft, { isSent: false, at: draft.gains && draft.at });
}

/** All that a sheet shows after a round, in three numbers. */
export function readSheet(snap, sheet) {
  const { game, you } = snap, { seat } = sheet, view = game?.view;
  if (view?.phase !== "marking" || view.said !== "round" || !(you.is_host || you.seat === seat)) return null;
  const mine = view.seats[seat], rounds = Array.from({ length: Math.max(1, dueRound(view)) - Math.max(1, mine.read) + 1 }, (_, i) => Math.max(1, mine.read) + i);
  const draft = (sheet.draft ??= { round: rounds.at(-1), rubies: mine.rubies, emeralds: mine.emeralds, skulls: mine.skulls });
  const set = (fields) => {
    Object.assign(draft, fields);
    changed();
  };
  return {
    title: [badge(game.seats[seat].sign), " ", named(game.seats[seat])],
    body: [
      h("p.soft", t("silver_gold_pyramids.read_help")),
      rounds.length > 1 && h("div.segments", { key: "round", role: "group", "aria-label": t("silver_gold_pyramids.after_round") }, rounds.map((round) =>
        h("button", { key: round, "aria-pressed": String(round === draft.round), onclick: () => set({ round }) }, t("play.round", { round })))),
      readSteppers(draft, set),
    ],
    bar: h("button.act", { onclick: () => play({ type: "sheet_read", seat, ...draft }).then((answer) => answer && page.sheet === sheet && close()) }, t("silver_gold_pyramids.enter_sheet")),
  };
}

const READ = { rubies: "ruby", emeralds: "emerald", skulls: "skull" }, MOST_READ = 40;

/** Gives the three numbers of a sheet, each to be stepped. */
export const readSteppers = (draft, set) => h("div.sg-read", { key: "read" }, Object.entries(READ).map(([name, what]) =>
  h("div.sg-step", { key: name, role: "group", "aria-label": symbolName(what) },
    h("span.sg-label", sign(what), h("span", t(`silver_gold_pyramids.${name}`))),
    h("button.tool", { key: "less", disabled: draft[name] === 0, "aria-label": t("setup.less"), onclick: () => set({ [name]: draft[name] - 1 }) }, glyph("minus")),
    h("output.num", { "aria-live": "polite" }, number(draft[name])),
    h("button.tool", { key: "more", disabled: draft[name] >= MOST_READ, "aria-label": t("setup.more"), onclick: () => set({ [name]: draft[name] + 1 }) }, glyph("plus")))));


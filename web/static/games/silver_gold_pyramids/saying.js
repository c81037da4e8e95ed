// What was covered with the card shown, said by touches; and the whole sheet read off after a round.

import { h } from "../../dom.js";
import { playOver } from "../../over.js";
import { badge, glyph, named } from "../../signs.js";
import { changed, close, open, page } from "../../state.js";
import { listed, number, signed, t } from "../../texts.js";
import { choicesOf, choose } from "./draft.js";
import { sign } from "./glyphs.js";
import { COLOURS, inWords, isTomb, SYMBOLS, symbolName } from "./names.js";
import { roundsToRead } from "./todo.js";
import { entered, whose } from "./whose.js";

const MOST = 9, TOMBS = COLOURS.map((colour) => `tomb_${colour}`), ALL = [...SYMBOLS, ...TOMBS];

/** Gives how many of each are entered for a seat with a card. */
function toldOf(game, seat, { round, card }) {
  const told = Object.fromEntries(ALL.map((what) => [what, 0]));
  for (const { event, fate } of game.lines)
    if (event.type === "covered" && (fate === "live" || fate === "corrected") && event.seat === seat && event.round === round && event.card === card) told[event.what] += event.count;
  return told;
}

const isSame = (one, other) => ALL.every((what) => one[what] === other[what]);

/** Gives what is chosen and not entered yet: how many there are in all is chosen, so what is entered elsewhere meanwhile
 * is not entered twice. */
const leftOf = ({ gains = {}, over }, told) => Object.fromEntries(Object.entries(gains).map(([what, n]) => [what, n + over[what] - told[what]]).filter(([, n]) => n > 0));

const isAny = (gains) => Object.keys(gains).length > 0;

/** Gives what is chosen for a seat and not entered yet: the card it is about, how many of each, and how many are entered. */
export function tallyOf(seen, seat) {
  const { view: { shown }, game } = seen, draft = choicesOf(seen, seat, "say");
  const at = shown.find(({ round, card }) => draft.at && round === draft.at[0] && card === draft.at[1]), gains = at ? leftOf(draft, toldOf(game, seat, at)) : {};
  // an earlier card is meant for as long as something is chosen with it, or no other card came
  const moment = at && (isAny(gains) || draft.after === shown.length) ? at : shown.at(-1), told = moment && toldOf(game, seat, moment);
  return { draft, gains, moment, told, isChanged: Boolean(draft.gains) && moment === at && !draft.isSent && !isSame(draft.over, told) };
}

const whats = ({ said }) => (said === "at_once" ? ALL : ["torch", ...TOMBS]);

export function sayingPart(seen) {
  const seat = whose(seen), { view, game } = seen;
  if (seat === null || view.phase !== "marking" || view.card === 0) return null;
  const { draft, gains, moment, told, isChanged } = tallyOf(seen, seat), i = view.shown.indexOf(moment), isLate = i < view.shown.length - 1;
  const most = (what) => (what === "torch" ? Math.max(0, 1 - told.torch) : MOST);
  const add = (what) => choose(draft, { gains: { ...gains, [what]: Math.min(most(what), (gains[what] ?? 0) + 1) }, over: told, at: [moment.round, moment.card] });
  // what is chosen goes along to the other card
  const go = (to) => draft.isSent || choose(draft, { gains: isAny(gains) ? gains : undefined, over: toldOf(game, seat, view.shown[to]), at: [view.shown[to].round, view.shown[to].card], after: view.shown.length });
  return h("section.register.sg-saying", { key: "saying" },
    h("div.sg-saying-head",
      h("h2", t("silver_gold_pyramids.what_covered")),
      h("div.sg-moment", { role: "group", "aria-label": t("silver_gold_pyramids.with_card") },
        i > 0 && h("button.tool", { key: "before", "aria-label": t("silver_gold_pyramids.card_before"), onclick: () => go(i - 1) }, h("span", { "aria-hidden": "true" }, "‹")),
        h("span", { key: "now", class: isLate ? "bad" : "", "aria-live": "polite" }, isLate ? t("silver_gold_pyramids.card_round", moment) : t("silver_gold_pyramids.card_no", moment)),
        isLate && h("button.tool", { key: "after", "aria-label": t("silver_gold_pyramids.card_after"), onclick: () => go(i + 1) }, h("span", { "aria-hidden": "true" }, "›")))),
    isChanged && h("p.note", { key: "changed", role: "status" }, t("page.changed_meanwhile")),
    h("div.sg-whats", { key: "whats" }, whats(view).map((what) => h("button.sg-what", { key: what, class: gains[what] ? "some" : "", disabled: most(what) === 0, "aria-label": listed([symbolName(what), told[what] && number(told[what]), gains[what] && signed(gains[what])].filter(Boolean)), onclick: () => add(what) },
      isTomb(what) ? [h("span.sg-signs", { class: `sg-${what.slice(5)}` }, sign("tomb"), sign(what.slice(5)))] : sign(what),
      h("small", { "aria-hidden": "true" }, symbolName(what)),
      told[what] > 0 && h("span.sg-told", { key: "told", "aria-hidden": "true" }, number(told[what])),
      gains[what] && h("b.num", { key: "n", "aria-hidden": "true" }, signed(gains[what]))))),
    (isAny(gains) || isChanged) && h("button.link", { key: "clear", onclick: () => choose(draft, { gains: undefined, at: undefined }) }, t("silver_gold_pyramids.clear")),
    view.said === "round" && readLine(seen, seat));
}

// what the sheet shows in all is read off once the round is over; before, nothing is to be said
function readLine({ view }, seat) {
  const { read } = view.seats[seat];
  if (read === 0 && view.card < view.cards && view.round === 1) return h("p.soft.small", { key: "read" }, t("silver_gold_pyramids.read_later"));
  return h("button.plain.wide", { key: "read", "aria-haspopup": "dialog", onclick: () => open("read", { seat }) }, glyph("pen"), t("silver_gold_pyramids.read_sheet"));
}

/** Gives the bar of what is chosen; null where nothing is. */
export function sayBar(seen, seat, who) {
  const tally = tallyOf(seen, seat);
  if (!isAny(tally.gains)) return null;
  return h("button.act", { key: "say", onclick: () => enter(seen, seat, tally) }, who, h("span", t("silver_gold_pyramids.enter"), h("small", ` ${inWords(tally.gains)}`)));
}

// what is touched while an answer is awaited stays for the next time
async function enter(seen, seat, { draft, gains, moment, told }) {
  if (draft.isSent) return;
  draft.isSent = true;
  const { round, card } = moment, known = { ...told };
  let isDone = true;
  for (const [what, count] of Object.entries(gains)) {
    isDone = (await playOver({ type: "covered", seat, round, card, what, count }, (game) => toldOf(game, seat, moment)[what] === known[what])) !== null;
    if (!isDone) break;
    known[what] += count;
  }
  draft.isSent = false;
  changed();
  const now = page.snap.game?.record === seen.game.record ? toldOf(page.snap.game, seat, moment) : known, left = leftOf(draft, now);
  if (isSame(known, now)) choose(draft, isAny(left) ? { gains: left, over: now } : { gains: undefined, at: undefined });
  if (isDone) entered(seen.game, seat);
}

/** All that a sheet shows after a round, in three numbers. */
export function readSheet(snap, sheet) {
  const { game, you } = snap, { seat } = sheet, view = game?.view;
  if (view?.phase !== "marking" || view.said !== "round" || !(you.is_host || you.seat === seat)) return null;
  const [first, last] = roundsToRead(view, seat), rounds = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const told = readOf(game, seat), dialled = (sheet.dialled ??= {}), { rubies, emeralds, skulls } = view.seats[seat];
  const draft = { rubies, emeralds, skulls, ...dialled, round: rounds.includes(dialled.round) ? dialled.round : last };
  const set = (fields) => {
    Object.assign(dialled, fields);
    sheet.over = told;
    changed();
  };
  return {
    title: [badge(game.seats[seat].sign), " ", named(game.seats[seat])],
    body: [
      h("p.soft", t("silver_gold_pyramids.read_help")),
      sheet.over !== undefined && sheet.over !== told && h("p.note", { key: "changed", role: "status" }, t("page.changed_meanwhile")),
      rounds.length > 1 && h("div.segments", { key: "round", role: "group", "aria-label": t("silver_gold_pyramids.after_round") }, rounds.map((round) =>
        h("button", { key: round, "aria-pressed": String(round === draft.round), onclick: () => set({ round }) }, t("play.round", { round })))),
      readSteppers(draft, set),
    ],
    bar: h("button.act", { onclick: () => enterSheet(game, sheet, { type: "sheet_read", seat, ...draft }, told) }, t("silver_gold_pyramids.enter_sheet")),
  };
}

const readOf = ({ view }, seat) => JSON.stringify(["read", "rubies", "emeralds", "skulls"].map((name) => view.seats[seat][name]));

async function enterSheet(game, sheet, event, told) {
  if (!(await playOver(event, (now) => readOf(now, event.seat) === told))) return;
  entered(game, event.seat);
  if (page.sheet === sheet) close();
}

const READ = { rubies: "ruby", emeralds: "emerald", skulls: "skull" }, MOST_READ = 40;

/** Gives the three numbers of a sheet, each to be stepped. */
export const readSteppers = (draft, set) => h("div.sg-read", { key: "read" }, Object.entries(READ).map(([name, what]) =>
  h("div.sg-step", { key: name, role: "group", "aria-label": symbolName(what) },
    h("span.sg-label", sign(what), h("span", t(`silver_gold_pyramids.${name}`))),
    h("button.tool", { key: "less", disabled: draft[name] === 0, "aria-label": t("setup.less"), onclick: () => set({ [name]: draft[name] - 1 }) }, glyph("minus")),
    h("output.num", { "aria-live": "polite" }, number(draft[name])),
    h("button.tool", { key: "more", disabled: draft[name] >= MOST_READ, "aria-label": t("setup.more"), onclick: () => set({ [name]: draft[name] + 1 }) }, glyph("plus")))));


// Counting: how many of each kind lie on a site, covered ones too.

import { h } from "../../dom.js";
import { playOver } from "../../over.js";
import { badge, glyph, named, nameOf, who } from "../../signs.js";
import { changed, close, open, page, play, tell } from "../../state.js";
import { labelled, number, signed, t } from "../../texts.js";
import { around } from "./sites.js";
import { GROUPS, chip, familyOf, isStone, tileName, valueOf } from "./tiles.js";

export const VALUED = GROUPS.slice(0, 4);

const ALL = VALUED.flatMap(({ tiles }) => tiles);

export const mayCount = ({ view, seat: own, isHost }, seat) => view.phase === "counting" && !view.seats[seat].is_finished && (isHost || own === seat);

export function countingPart(seen) {
  const { view, seats } = seen;
  return h("section.register", { key: "counting" },
    h("h2", t("giza.counting"), h("small", t("giza.count_help"))),
    h("ul.gz-counting", around(seen).map((seat) => {
      const { score, is_finished: isFinished, lines } = view.seats[seat], begun = isFinished || lines.length > 0;
      return h("li", { key: seat },
        who(seats[seat]),
        isFinished && h("span.gz-done", { key: "done", role: "img", "aria-label": t("giza.line.site_finished") }, glyph("check")),
        begun && h("button.gz-sum", { key: "sum", "aria-haspopup": "dialog", "aria-label": `${nameOf(seats[seat])}: ${t("giza.sum")} ${number(score)}`, onclick: () => open("lines", { seat }) }, h("b.num.pts", number(score))),
        mayCount(seen, seat) && h("button.plain", { key: "count", "aria-haspopup": "dialog", "aria-label": labelled(t("giza.count"), nameOf(seats[seat])), onclick: () => open("count", { seat }) }, glyph("pen"), t("giza.count")));
    })));
}

/** Gives the seat's own next thing, or for the host that of the first seat that is not counted. */
export function countBar(seen) {
  const open_ = around(seen).filter((seat) => mayCount(seen, seat));
  if (open_.length === 0) return null;
  const [seat] = open_;
  return h("button.act", { key: "count", "aria-haspopup": "dialog", onclick: () => open("count", { seat }) }, badge(seen.seats[seat].sign, { spoken: true }), h("span", seat === seen.seat ? t("giza.count_own") : t("giza.count_site")));
}

/** Says how many of a kind a site has room for: three pyramids, one sphinx. */
export const mostOf = (tile) => (familyOf(tile) === "sphinx" ? 1 : 3);

const amount = (counts, test) => ALL.filter(test).reduce((sum, tile) => sum + (counts[tile] ?? 0), 0);
const size = (tile) => Math.abs(valueOf(tile));

/** Says whether one more of a kind can lie on a site beside the others: what pyramids and a sphinx leave room for. */
export function fits(counts, tile) {
  const stones = amount(counts, (each) => isStone(each) && size(each) === size(tile)), mine = counts[tile] ?? 0;
  switch (familyOf(tile)) {
    case "treasure":
      return mine < stones;
    case "sphinx":
      return mine === 0 && (tile === "base" || (counts[tile === "head" ? "body" : "base"] ?? 0) > 0);
    default:
      return stones < 3;
  }
}

/** Says whether one of a kind can be left out again: nothing that is counted stands on it. */
const isLoose = (counts, tile) => (counts[tile] ?? 0) > 0 && ALL.every((each) => (counts[each] ?? 0) === 0 || each === tile || stands({ ...counts, [tile]: counts[tile] - 1 }, each));

function stands(counts, tile) {
  return fits({ ...counts, [tile]: counts[tile] - 1 }, tile);
}

const ORDERS = { treasure: "refusal.giza.treasure_stone", sphinx: "refusal.giza.sphinx_order" };

/** Gives the rule by which a kind needs another below it. */
const orderOf = (tile) => t(ORDERS[familyOf(tile)] ?? ORDERS.treasure, { value: size(tile) });

/** Says why there can't be one more of a kind: null where there can. */
function noMore(counts, tile) {
  const most = counts[tile] ?? 0, isFull = isStone(tile) || (familyOf(tile) === "sphinx" && most > 0);
  if (fits(counts, tile)) return null;
  return isFull ? t("refusal.giza.too_many", { tile: tileName(tile), most }) : orderOf(tile);
}

/** Says why there can't be one less: null where there can. */
function noLess(counts, tile, least) {
  if ((counts[tile] ?? 0) <= least) return t("giza.entered_before", { n: least });
  return isLoose(counts, tile) ? null : orderOf(tile);
}

/** Gives a stepper for each kind; least says how many can't be taken away here. */
export const steppers = (counts, set, { least = {} } = {}) =>
  h("div.gz-steppers", VALUED.map(({ group, tiles }) =>
    h("section", { key: group, role: "group", "aria-label": t(`giza.group.${group}`) },
      h("h3", t(`giza.group.${group}`)),
      tiles.map((tile) => {
        const n = counts[tile] ?? 0;
        return h("div.gz-stepper", { key: tile, role: "group", "aria-label": tileName(tile), class: n ? "some" : "" },
          chip(tile, { isSpoken: false }),
          step({ key: "less", isOff: n === 0, why: noLess(counts, tile, least[tile] ?? 0), label: t("setup.less"), tile, run: () => set(tile, n - 1) }, glyph("minus")),
          h("output.num", { "aria-live": "polite" }, number(n)),
          step({ key: "more", why: noMore(counts, tile), label: t("setup.more"), tile, run: () => set(tile, n + 1) }, glyph("plus")));
      }))));

/** Gives a key that answers who touches it in vain, but where the number itself says why. */
function step({ key, isOff = false, why, label, tile, run }, mark) {
  const push = () => {
    tell(why);
    if (why === null) run();
  };
  return h("button.tool", { key, disabled: isOff, "aria-disabled": String(why !== null), "aria-label": labelled(tileName(tile), label), onclick: push }, mark);
}

const sumOf = (counts) => ALL.reduce((sum, tile) => sum + (counts[tile] ?? 0) * valueOf(tile), 0);

const toldOf = ({ view }, seat) => Object.fromEntries(view.seats[seat].lines.map(({ tile, count }) => [tile, count]));

/** All tiles of one site, entered at once. What is dialled is how many lie there in all: who counts the same tile elsewhere
 * meanwhile does not count it twice. */
export function countSheet(snap, sheet) {
  const { game, you } = snap, { seat } = sheet, view = game?.view;
  if (!view?.seats[seat] || !mayCount({ view, seat: you.seat, isHost: you.is_host }, seat)) return null;
  const drafts = (page.mine.gizaCounts ??= {}), draft = (drafts[`${game.record}:${seat}`] ??= { dialled: {}, over: null, isSent: false });
  const told = toldOf(game, seat);
  const counts = Object.fromEntries(ALL.map((tile) => [tile, Math.max(told[tile] ?? 0, draft.dialled[tile] ?? 0)])), { left } = view.seats[seat];
  const over = JSON.stringify(told), isOther = Object.keys(draft.dialled).length > 0 && draft.over !== over && !draft.isSent;
  const tooMany = (tile) => t("refusal.giza.too_many", { tile: tileName(tile), most: left[tile] });
  const set = (tile, n) => {
    if (n > counts[tile] && n > left[tile]) return tell(tooMany(tile));
    draft.dialled[tile] = n;
    if (n === (told[tile] ?? 0)) delete draft.dialled[tile];
    draft.over = over;
    changed();
  };
  return {
    title: [badge(game.seats[seat].sign), " ", named(game.seats[seat])],
    body: [
      h("p.soft", t("giza.count_sheet")),
      isOther && h("p.note", { key: "other", role: "status" }, t("page.changed_meanwhile")),
      // another site may have been counted meanwhile
      ALL.filter((tile) => counts[tile] > left[tile]).map((tile) => h("p.note.no", { key: tile, role: "status" }, tooMany(tile))),
      steppers(counts, set, { least: told }),
    ],
    bar: h("button.act", { onclick: () => enter(sheet, draft, told, counts) }, h("span", t("giza.enter_count")), h("b.num", signed(sumOf(counts)))),
  };
}

async function enter(sheet, draft, told, counts) {
  const { seat } = sheet, tiles = ALL.flatMap((tile) => Array(counts[tile] - (told[tile] ?? 0)).fill(tile));
  if (tiles.length) {
    draft.isSent = true;
    const answer = await playOver({ type: "counted", seat, tiles }, (game) => JSON.stringify(toldOf(game, seat)) === JSON.stringify(told));
    draft.isSent = false;
    changed();
    if (!answer) return;
    for (const tile of tiles) if (draft.dialled[tile] === counts[tile]) delete draft.dialled[tile];
  }
  if ((await play({ type: "site_finished", seat })) && page.sheet === sheet) close();
}

/** Gives the counts of a list of tiles, and back. */
export const countsOf = (tiles) => tiles.reduce((counts, tile) => ({ ...counts, [tile]: (counts[tile] ?? 0) + 1 }), {});
export const tilesOf = (counts) => ALL.flatMap((tile) => Array(counts[tile] ?? 0).fill(tile));

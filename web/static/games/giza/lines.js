// The history in signs and words, and what may stand in place of a line.

import { h } from "../../dom.js";
import { badge, named, nameOf } from "../../signs.js";
import { changed, page } from "../../state.js";
import { labelled, listed, number, t } from "../../texts.js";
import { VALUED, countsOf, mostOf, steppers, tilesOf } from "./count.js";
import { where } from "./sites.js";
import { PLACES, chip, groupsOf, GROUPS, kinds, placeName, tileName } from "./tiles.js";

const tally = (tiles) => Object.entries(countsOf(tiles));

/** Gives an event in signs, each with its name for those who listen. */
export function words(event) {
  const { seats } = page.snap.game;
  switch (event.type) {
    case "placed":
      return h("span.gz-words", chip(event.tile), " → ", where(seats, event));
    case "covered":
      return h("span.gz-words", t("giza.line.covered"), where(seats, event));
    case "swapped":
      return h("span.gz-words", event.count === 0 ? t("giza.passed") : t("giza.swapped_n", { n: event.count }));
    case "top_read":
      return h("span.gz-words", where(seats, event), chip(event.tile));
    case "scarab_removed":
    case "top_cleared":
      return h("span.gz-words", t(`giza.line.${event.type}`), where(seats, event));
    case "kind_counted":
      return h("span.gz-words", h("span.gz-what", `${number(event.count)} × `, chip(event.tile)));
    case "counted":
      return h("span.gz-words", tally(event.tiles).map(([tile, n]) => h("span.gz-what", { key: tile }, n > 1 && `${number(n)} × `, chip(tile))));
    default:
      return h("span.gz-words", t(`giza.line.${event.type}`));
  }
}

/** Gives an event as one text, for those who listen. */
export function spoken(event, seats) {
  const there = "site" in event && `${nameOf(seats[event.site])}, ${placeName(event.place)}`;
  switch (event.type) {
    case "placed":
    case "top_read":
      return labelled(there, tileName(event.tile));
    case "scarab_removed":
    case "top_cleared":
    case "covered":
      return labelled(there, t(`giza.line.${event.type}`));
    case "swapped":
      return event.count === 0 ? t("giza.passed") : t("giza.swapped_n", { n: event.count });
    case "kind_counted":
      return `${number(event.count)} × ${tileName(event.tile)}`;
    case "counted":
      return listed(tally(event.tiles).map(([tile, n]) => `${number(n)} × ${tileName(tile)}`));
    default:
      return t(`giza.line.${event.type}`);
  }
}

/** Gives what may be put in place of a line; preview(event) shows what that would do. */
export function replacements({ event, entry }, game, preview) {
  const draft = draftFor(entry, event), parts = partsOf(draft, game, (fields) => {
    Object.assign(draft, fields);
    changed();
  });
  const isReady = JSON.stringify(draft) !== JSON.stringify(event) && isWhole(draft);
  return parts && [parts, h("button.act", { key: "see", disabled: !isReady, onclick: () => preview(structuredClone(draft)) }, t("giza.see_change"))];
}

const isWhole = ({ type, tile, tiles }) => (type !== "placed" || Boolean(tile)) && (type !== "counted" || tiles.length > 0);

// what is covered is not told here either: who knows it says it anew
function draftFor(entry, event) {
  if (page.sheet.draftOf !== entry) {
    const draft = structuredClone(event);
    Object.assign(page.sheet, { draftOf: entry, draft: event.type === "covered" ? { type: "placed", tile: "", site: event.site, place: event.place } : draft });
  }
  return page.sheet.draft;
}

function partsOf(draft, game, set) {
  const tile = (groups) => kinds({ groups, chosen: draft.tile, onPick: (each) => set({ tile: each }) });
  switch (draft.type) {
    case "placed":
      return [draft.tile === "" && h("p.soft", { key: "covered" }, t("giza.covered_help")), tile(GROUPS), spot(draft, game, set)];
    case "top_read":
      return [tile(groupsOf(GROUPS.flatMap(({ tiles }) => tiles).filter((each) => each !== "demolition"))), spot(draft, game, set)];
    case "scarab_removed":
    case "top_cleared":
      return [spot(draft, game, set)];
    case "swapped":
      return [amounts([0, 1, 2, 3, 4], draft, set)];
    case "kind_counted":
      return [kinds({ groups: VALUED, chosen: draft.tile, onPick: (each) => set({ tile: each, count: Math.min(draft.count, mostOf(each)) }) }), amounts([0, 1, 2, 3].slice(0, mostOf(draft.tile) + 1), draft, set)];
    case "counted":
      return [steppers(countsOf(draft.tiles), (each, n) => set({ tiles: tilesOf({ ...countsOf(draft.tiles), [each]: n }) }))];
    default:
      return null;
  }
}

const amounts = (numbers, draft, set) =>
  h("div.gz-counts", { key: "count", role: "group", "aria-label": t("giza.how_many") }, numbers.map((n) =>
    h("button.key", { key: n, "aria-pressed": String(n === draft.count), onclick: () => set({ count: n }) }, number(n))));

const spot = (draft, { seats }, set) => [
  h("div.gz-whose", { key: "site", role: "group", "aria-label": t("giza.whose_site") }, seats.map((seat, i) =>
    h("button.plain", { key: i, "aria-pressed": String(i === draft.site), onclick: () => set({ site: i }) }, badge(seat.sign), named(seat)))),
  h("div.segments", { key: "place", role: "group", "aria-label": t("giza.where") }, PLACES.map((place) =>
    h("button", { key: place, "aria-pressed": String(place === draft.place), onclick: () => set({ place }) }, placeName(place)))),
];

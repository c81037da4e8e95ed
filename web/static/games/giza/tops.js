// Only the tops are followed: what lies on top of a place now, entered by whoever sees it.

import { h } from "../../dom.js";
import { badge, glyph, named } from "../../signs.js";
import { close, open, page, play } from "../../state.js";
import { t } from "../../texts.js";
import { around, topsTable } from "./sites.js";
import { groupsOf, kinds, placeName } from "./tiles.js";

export function topsPart(seen) {
  const { view, mayEnter } = seen, isOpen = view.phase === "building" && mayEnter;
  return h("section.register", { key: "tops" },
    h("h2", t("giza.sites"), h("small", isOpen ? t("giza.tops_help") : t("giza.top_only"))),
    topsTable(seen, around(seen), { isDeep: false, touch: isOpen ? (site, { place }) => ({ run: () => open("top", { site, place }) }) : undefined }));
}

const fitting = (place) => groupsOf(place === "sphinx"
  ? ["base", "body", "head", "scarab"]
  : ["plus", "minus", "treasure"].flatMap((kind) => [1, 2, 3, 4, 5].map((n) => `${kind}_${n}`)).concat("scarab"));

/** What lies there now: one touch says it. */
export function topSheet(snap, sheet) {
  const { game, you } = snap, { site, place } = sheet, view = game?.view;
  if (view?.way !== "tops" || view.phase !== "building" || !(you.is_host || you.seat !== null)) return null;
  const { top } = view.sites[site].places.find((each) => each.place === place);
  const enter = (event) => play({ ...event, site, place }).then((answer) => answer && page.sheet === sheet && close());
  return {
    title: [badge(game.seats[site].sign), " ", named(game.seats[site]), " · ", placeName(place)],
    body: [
      h("p.soft", t("giza.what_on_top")),
      kinds({ groups: fitting(place), chosen: top, onPick: (tile) => enter({ type: "top_read", tile }) }),
      top !== null && h("button.plain.wide", { onclick: () => enter({ type: "top_cleared" }) }, glyph("wrong"), t("giza.nothing")),
    ],
  };
}

export const endBar = ({ isHost }) => isHost && h("button.plain", { key: "end", "aria-haspopup": "dialog", onclick: () => open("ended") }, t("giza.supply_out"));

/** Asks once more before the counting begins. */
export function endedSheet(snap, sheet) {
  const { game, you } = snap;
  if (game?.view.way !== "tops" || game.view.phase !== "building" || !you.is_host) return null;
  return {
    title: t("giza.supply_out"),
    body: h("p", t("giza.ended_help")),
    bar: [
      h("button.plain", { onclick: close }, t("page.back")),
      h("button.act", { onclick: () => play({ type: "building_ended" }, { needsLog: true }).then((answer) => answer && page.sheet === sheet && close()) }, t("giza.count_now")),
    ],
  };
}

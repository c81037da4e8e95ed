// On a television: what lies on top of every place; at the end all that was built.

import { h } from "../../dom.js";
import { badge, named, nameOf } from "../../signs.js";
import { number, t } from "../../texts.js";
import { row } from "../../tv.js";
import { drawnSite, topsTable } from "./sites.js";
import { words } from "./lines.js";

function scene(seen) {
  const { view, seats, game } = seen, isOver = Boolean(game.outcome);
  if (isOver && view.way === "followed") {
    return h("ul.gz-tv-all", { class: `of-${seats.length}` }, game.outcome.standings.map(({ seat }) => h("li", { key: seat },
      h("span.gz-tv-who", badge(seats[seat].sign), h("b", named(seats[seat]))),
      drawnSite(view.sites[seat], { label: nameOf(seats[seat]) }))));
  }
  if (view.way === "count") return h("div.gz-tv-count", h("p", t("giza.counting")), h("p", t("giza.count_help")));
  return h("div.gz-tv-tops", { class: `of-${seats.length}` }, topsTable(seen, view.sites.map((_, seat) => seat), { isDeep: view.way === "followed" }));
}

function wall({ view, seats, heard }) {
  const isCounting = view.phase === "counting";
  return [
    h("h2", isCounting ? t("giza.counting") : view.supply === null ? t("giza.sites") : t("giza.tiles_left", { n: view.supply })),
    h("ol.tvrows", { class: `rows-${seats.length}` }, view.seats.map(({ seat, score, is_finished: isFinished, lines }) =>
      row({
        seat: seats[seat], key: seat, isHeard: heard === seats[seat].sign || view.turn === seat,
        more: view.turn === seat ? t("giza.turn") : isFinished && t("giza.line.site_finished"),
        after: score !== null && (!isCounting || isFinished || lines.length > 0) && h("b.num", number(score)),
      }))),
  ];
}

function foot({ game, view, seats }) {
  const last = game.lines.filter(({ fate }) => fate === "live" || fate === "corrected").at(-1);
  if (game.outcome || view.phase === "counting" || !last) return null;
  return h("div.gz-tv-foot",
    h("h2", t("giza.last")),
    h("p", last.seat !== null && seats[last.seat] && badge(seats[last.seat].sign, { spoken: true }), words(last.event)));
}

export const tv = { scene, wall, foot };

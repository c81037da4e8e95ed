// On a television: what lies on top of every place; at the end all that was built.

import { h } from "../../dom.js";
import { badge, named, nameOf } from "../../signs.js";
import { number, signed, t } from "../../texts.js";
import { row } from "../../tv.js";
import { VALUED } from "./count.js";
import { drawnSite, topsTable } from "./sites.js";
import { words } from "./lines.js";
import { chip } from "./tiles.js";

function scene(seen) {
  const { view, seats, game } = seen, isOver = Boolean(game.outcome);
  if (isOver && view.way === "followed") {
    return h("ul.gz-tv-all", { class: `of-${seats.length}` }, game.outcome.standings.map(({ seat }) => h("li", { key: seat },
      h("span.gz-tv-who", badge(seats[seat].sign), h("b", named(seats[seat]))),
      drawnSite(view.sites[seat], { label: nameOf(seats[seat]) }))));
  }
  if (isOver || view.phase === "counting") return tally(seen);
  return h("div.gz-tv-tops", { class: `of-${seats.length}` }, topsTable(seen, view.sites.map((_, seat) => seat), { isDeep: view.way === "followed" }));
}

/** What was counted, kind by kind: one's sum is seen to grow, and at the end what it is made of. */
function tally({ view, seats, game }) {
  const order = game.outcome ? game.outcome.standings.map(({ seat }) => seat) : view.seats.map(({ seat }) => seat);
  return h("table.gz-tv-tally", { class: `of-${seats.length}` },
    h("thead", h("tr", h("td"), VALUED.map(({ group }) => h("th", { key: group, scope: "col" }, t(`giza.group.${group}`))))),
    h("tbody", order.map((seat) => h("tr", { key: seat },
      h("th", { scope: "row" }, h("span.gz-tv-who", badge(seats[seat].sign), h("b", named(seats[seat])))),
      VALUED.map(({ group, tiles }) => h("td", { key: group }, share(view.seats[seat], tiles)))))));
}

function share({ lines, is_finished: isFinished }, tiles) {
  const mine = lines.filter(({ tile }) => tiles.includes(tile)).reverse();
  return [
    h("b.num", { key: "sum" }, mine.length || isFinished ? signed(mine.reduce((sum, { points }) => sum + points, 0)) : "–"),
    h("span", { key: "of" }, mine.map(({ tile, count }) => h("span.gz-what", { key: tile }, count > 1 && h("small.num", `${number(count)}×`), chip(tile)))),
  ];
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
  if (view.phase === "counting") return h("p.hint", t("giza.count_help"));
  if (game.outcome || !last) return null;
  return h("div.gz-tv-foot",
    h("h2", t("giza.last")),
    h("p", last.seat !== null && seats[last.seat] && badge(seats[last.seat].sign, { spoken: true }), words(last.event)));
}

export const tv = { scene, wall, foot };

// Sums: what each is made of, and the sites as they stood at the end.

import { h } from "../../dom.js";
import { badge, named, nameOf, who } from "../../signs.js";
import { labelled, number, signed, t } from "../../texts.js";
import { drawnSite } from "./sites.js";
import { chip, placeName, tileName } from "./tiles.js";

/** Gives the lines that make a sum, each with the sum so far. */
export function linesSheet({ game }, { seat }) {
  if (!game?.view.seats?.[seat]) return null;
  const { score, lines } = game.view.seats[seat], isPlaced = lines.some(({ place }) => place !== null);
  let sum = 0;
  return {
    title: [badge(game.seats[seat].sign), " ", named(game.seats[seat])],
    body: lines.length === 0
      ? h("p.soft", score === null ? t("giza.hidden") : game.view.phase === "building" && score !== 0 ? t("giza.covered_hidden") : t("giza.no_lines"))
      : h("table.gz-table", { "aria-label": labelled(t("giza.sum"), nameOf(game.seats[seat])) },
          h("thead", h("tr", isPlaced && h("th", { key: "place" }, t("giza.where")), h("th", t("giza.tile")), h("th.r", t("giza.points")), h("th.r", t("giza.sum")))),
          h("tbody", lines.map((line, i) => h("tr", { key: i },
            isPlaced && h("td", { key: "place" }, line.place !== lines[i - 1]?.place && placeName(line.place)),
            h("td", h("span.gz-what", line.count > 1 && h("span.num", `${number(line.count)} ×`), chip(line.tile, { isSpoken: false }), h("span.vh", tileName(line.tile)))),
            h("td.r.num", { class: line.points < 0 ? "bad" : "" }, signed(line.points)),
            h("td.r.num", number((sum += line.points)))))),
          h("tfoot", h("tr", h("th", { colspan: isPlaced ? 3 : 2 }, t("giza.sum")), h("td.r.num.total", number(score))))),
  };
}

/** Gives every site as it stood at the end, best first; nothing where tiles were only counted. */
export function allSites({ view, seats, game }) {
  if (view.way !== "followed") return null;
  return h("section.register", { key: "sites" },
    h("h2", t("giza.sites")),
    h("ul.gz-all", game.outcome.standings.map(({ seat }) => h("li", { key: seat },
      who(seats[seat]),
      drawnSite(view.sites[seat], { label: nameOf(seats[seat]) })))));
}

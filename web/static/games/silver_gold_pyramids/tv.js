// On a television: the shape that everybody marks, big, and every sheet; on the wall the points.

import { h } from "../../dom.js";
import { badge, named, nameOf } from "../../signs.js";
import { number, t } from "../../texts.js";
import { row } from "../../tv.js";
import { drawnCard } from "./board.js";
import { sign } from "./glyphs.js";
import { spoken } from "./lines.js";
import { pyramidOf } from "./marking.js";
import { amount, COLOURS, colourSign } from "./names.js";
import { cardOf, drawnShape, roundOf, shapeName } from "./shapes.js";

function scene(seen) {
  const { view, game } = seen;
  return [
    !game.outcome && h("div.sg-tv-now", { key: "now" },
      h("div.sg-tv-shape", view.shape ? drawnShape(view.shapes[view.shape].squares, { spoken: shapeName(view.shape) }) : sign("card")),
      h("div.sg-tv-when",
        h("b", view.phase === "keeping" ? t("silver_gold_pyramids.choosing") : view.card === 0 ? t("silver_gold_pyramids.no_card") : cardOf(view)),
        h("span", roundOf(view)),
        h("span.sg-tv-dots", { "aria-hidden": "true" }, Array.from({ length: view.cards }, (_, i) => h("i", { key: i, class: i < view.card ? "on" : "" }))))),
    view.way === "cards" && !game.outcome ? cards(seen) : table(seen),
  ];
}

const COLUMNS = ["tomb", "ruby", "emerald", "torch", "skull"];

function table({ view, seats, game }) {
  const order = game.outcome ? game.outcome.standings.map(({ seat }) => seat) : view.seats.map(({ seat }) => seat);
  return h("table.sg-tv-sheets", { key: "sheets", class: `of-${seats.length}${game.outcome ? " alone" : ""}` },
    h("thead", h("tr", h("td"), COLUMNS.map((what) => h("th", { key: what, scope: "col", "aria-label": t(`silver_gold_pyramids.symbol.${what}`) }, sign(what))), COLOURS.map((colour) => h("th", { key: colour, scope: "col" }, colourSign(colour))))),
    h("tbody", order.map((seat) => {
      const { tombs, rubies, emeralds, torches, skulls, colours } = view.seats[seat];
      return h("tr", { key: seat },
        h("th", { scope: "row" }, badge(seats[seat].sign), h("b", named(seats[seat]))),
        [tombs.length, rubies, emeralds, torches.length, skulls, ...COLOURS.map((colour) => colours[colour])].map((n, i) => h("td", { key: i, class: n ? "num" : "num none" }, number(n))));
    })));
}

function cards({ view, seats }) {
  return h("ul.sg-tv-cards", { key: "cards", class: `of-${seats.length}` }, view.seats.map(({ seat, boards }) => h("li", { key: seat },
    h("span.sg-tv-who", badge(seats[seat].sign), h("b", named(seats[seat]))),
    h("div", boards.filter(({ is_aside: isAside }) => !isAside).map(({ pyramid, marked }) => h("span", { key: pyramid }, drawnCard(pyramidOf(view, pyramid), { marked })))))));
}

const few = (what, n) => n > 0 && h("span.sg-few", { key: what, role: "img", "aria-label": amount(what, n) }, sign(what), " ", number(n));

function wall({ view, seats, heard, options }) {
  const ranked = [...view.seats].sort((a, b) => b.score - a.score), best = ranked[0].score, hasBegun = ranked.some(({ lines }) => lines.length > 0);
  const isDone = (seat) => view.card > 0 && (options.ready || view.way === "cards") && seat.is_ready;
  return [
    h("h2", t("silver_gold_pyramids.points")),
    h("ol.tvrows", { class: `rows-${seats.length}` }, ranked.map((each) =>
      row({
        seat: seats[each.seat], key: each.seat, isHeard: heard === seats[each.seat].sign, isLead: hasBegun && each.score === best,
        more: isDone(each) ? t("silver_gold_pyramids.done") : view.way === "cards" && [few("tomb", each.tombs.length), few("ruby", each.rubies), few("emerald", each.emeralds), few("skull", each.skulls)],
        after: h("b.num", number(each.score)),
      }))),
  ];
}

function foot({ game, view, seats }) {
  if (game.outcome) return null;
  const last = game.lines.filter(({ fate, event }) => (fate === "live" || fate === "corrected") && ["covered", "sheet_read"].includes(event.type)).at(-1);
  return h("div.sg-tv-foot",
    view.bonuses.length > 0 && h("p", { key: "bonuses" }, h("span.soft", t("silver_gold_pyramids.bonuses_left")), view.bonuses.map(({ colour, left }) => h("span", { key: colour }, colourSign(colour), " ", h("b", left.length ? left.map(number).join(" ") : "–")))),
    last && seats[last.seat] && h("p", { key: "last" }, badge(seats[last.seat].sign), h("span.vh", nameOf(seats[last.seat])), h("span", spoken(last.event))));
}

export const tv = { scene, wall, foot };

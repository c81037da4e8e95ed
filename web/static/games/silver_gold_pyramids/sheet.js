// A sheet line by line, as it lies before a seat: tombs, gems, torches, skulls, colours, each with its points.

import { h } from "../../dom.js";
import { badge, named, nameOf, who } from "../../signs.js";
import { open } from "../../state.js";
import { labelled, number, signed, t } from "../../texts.js";
import { drawnCard } from "./board.js";
import { sign } from "./glyphs.js";
import { pyramidOf } from "./marking.js";
import { amount, COLOURS, colourSign, isTomb } from "./names.js";
import { skullsWith } from "./skulls.js";
import { isOther, whose } from "./whose.js";

const sum = (lines, what) => lines.filter((line) => line.what === what).reduce((total, { points }) => total + points, 0);
const lineOf = (lines, what) => lines.find((line) => line.what === what) ?? { count: 0, points: 0 };

const more = (n) => n > 0 && h("span", { key: "more", class: "sg-more" }, " ", signed(n));

/** Gives the lines of a sheet; coming is what is chosen and not entered yet, and the card it is about. */
export function sheetLines({ view, game }, seat, { gains = {}, moment } = {}) {
  const { lines, tombs, rubies, emeralds, skulls, torches, colours } = view.seats[seat], house = (name) => game.stand_ins.includes(name) && h("small.soft", { key: "house" }, t(`silver_gold_pyramids.stand_in.${name}`));
  const gain = (what) => gains[what] ?? 0, newTombs = Object.entries(gains).reduce((n, [what, count]) => n + (isTomb(what) ? count : 0), gain("tomb"));
  const pairs = lineOf(lines, "pair"), singles = lineOf(lines, "single"), rounds = Array.from({ length: view.rounds }, (_, i) => i + 1);
  const line = (what, label, value, points, extra) => h("li", { key: what }, h("span.sg-label", sign(what), h("span", label, extra)), h("span.sg-value", value), h("span.sg-points", points));
  return h("ul.sg-sheet",
    line("tomb", t("silver_gold_pyramids.tombs"), [h("b.num", number(tombs.length)), more(newTombs)], number(sum(lines, "tomb"))),
    h("li.sg-gems", { key: "gems" },
      h("div",
        ["ruby", "emerald"].map((what) => h("p", { key: what },
          h("span.sg-label", sign(what), h("span", t(what === "ruby" ? "silver_gold_pyramids.rubies" : "silver_gold_pyramids.emeralds"))),
          h("span.sg-value", h("b.num", number(what === "ruby" ? rubies : emeralds)), more(gain(what)))))),
      h("span.sg-points",
        h("span", { key: "pairs" }, t("silver_gold_pyramids.pairs", { n: pairs.count })), h("span", { key: "p" }, number(pairs.points)),
        h("span", { key: "singles" }, t("silver_gold_pyramids.singles", { n: singles.count })), h("span", { key: "s" }, number(singles.points)))),
    line("torch", t("silver_gold_pyramids.torches"), h("span.sg-rounds", { role: "img", "aria-label": torches.length ? labelled(t("silver_gold_pyramids.in_rounds"), torches.map(number).join(" ")) : number(0) },
      rounds.map((round) => h("span", { key: round, class: torches.includes(round) ? "on" : gain("torch") && round === moment.round ? "coming" : "" }, number(round)))), number(sum(lines, "torch"))),
    line("skull", t("silver_gold_pyramids.skulls"), [h("b.num", number(skulls)), skullsMore(moment ? skullsWith(view.seats[seat], moment, gains) - skulls : 0)], h("span", { class: sum(lines, "skull") < 0 ? "bad" : "" }, number(sum(lines, "skull"))), house("skulls")),
    line("colours", t("silver_gold_pyramids.colours"), h("span.sg-cols", COLOURS.map((colour) => h("span", { key: colour }, colourSign(colour), " ", number(colours[colour])))),
      view.bonuses.length > 0 && number(sum(lines, "bonus")), view.bonuses.length > 0 && house("bonuses")));
}

const skullsMore = (change) => change !== 0 && h("span", { key: "more", class: change > 0 ? "sg-more bad" : "sg-more" }, " ", signed(change));

/** Gives the sheet of the seat that this phone enters for. */
export function sheetPart(seen, coming) {
  const seat = whose(seen);
  if (seat === null) return null;
  const { score } = seen.view.seats[seat];
  return h("section.register", { key: "sheet" },
    h("h2", isOther(seen, seat) ? h("span.sg-own", { key: "whose" }, badge(seen.seats[seat].sign, { spoken: true }), h("span", t("silver_gold_pyramids.the_sheet"))) : t("silver_gold_pyramids.your_sheet"),
      h("span.sg-sum", h("small", t("end.total")), h("b.num", number(score)))),
    sheetLines(seen, seat, coming));
}

const few = (what, n) => n > 0 && h("span.sg-few", { key: what, role: "img", "aria-label": amount(what, n) }, sign(what), h("b.num", number(n)));

/** Gives all other sheets in short, each opens line by line. */
export function othersPart(seen) {
  const { view, seats, heard, options } = seen, own = whose(seen), others = view.seats.filter(({ seat }) => seat !== own);
  return h("section.register", { key: "others" },
    h("h2", own === null ? t("silver_gold_pyramids.sheets") : t("silver_gold_pyramids.others")),
    h("ul.sg-others", others.map(({ seat, score, tombs, rubies, emeralds, torches, skulls, is_ready: isReady, boards = [] }) => h("li", { key: seat },
      h("button.sg-row", { "aria-haspopup": "dialog", "aria-label": `${nameOf(seats[seat])}: ${t("end.total")} ${number(score)}`, onclick: () => open("lines", { seat }) },
        badge(seats[seat].sign, { heard: heard === seats[seat].sign }),
        h("span.sg-who", h("b.name", named(seats[seat])), h("span.sg-fews", few("tomb", tombs.length), few("ruby", rubies), few("emerald", emeralds), few("torch", torches.length), few("skull", skulls))),
        (options.ready || view.way === "cards") && isReady && h("small.good", { key: "done" }, t("silver_gold_pyramids.done")),
        h("b.num", number(score))),
      boards.length > 0 && h("div.sg-thumbs", { key: "cards" }, boards.filter(({ is_aside: isAside }) => !isAside).map(({ pyramid, marked }) =>
        h("div", { key: pyramid }, drawnCard(pyramidOf(view, pyramid), { marked }))))))),
    bonusesLeft(view));
}

/** Gives which colour bonuses nobody has yet. */
function bonusesLeft({ bonuses }) {
  if (bonuses.length === 0) return null;
  return h("p.sg-left.small", { key: "left" }, h("span.soft", t("silver_gold_pyramids.bonuses_left")), bonuses.map(({ colour, left }) =>
    h("span", { key: colour }, colourSign(colour), " ", left.length ? left.map(number).join(" ") : "–")));
}

/** A sheet line by line, over the page. */
export function linesSheet(snap, { seat }) {
  const { game } = snap;
  if (!game?.view.seats?.[seat]) return null;
  return {
    title: [badge(game.seats[seat].sign), " ", named(game.seats[seat])],
    body: [
      sheetLines({ view: game.view, game }, seat),
      h("p.sg-total", h("span", t("end.total")), h("b.num", number(game.view.seats[seat].score))),
      tombsOf(game.view, seat),
    ],
  };
}

function tombsOf(view, seat) {
  const { tombs } = view.seats[seat];
  if (tombs.length === 0) return null;
  return h("div.sg-tombs", { key: "tombs" }, h("h3", t("silver_gold_pyramids.tombs")), h("ol", tombs.map(({ round, card, colour, bonus }, i) => h("li", { key: i },
    colourSign(colour), h("span", t("silver_gold_pyramids.card_round", { round, card })), bonus !== null && h("span.good", t("silver_gold_pyramids.bonus", { n: bonus }))))));
}

/** Gives every sheet as it stood at the end, best first. */
export const allSheets = (seen) => h("section.register", { key: "sheets" },
  h("h2", t("silver_gold_pyramids.sheets")),
  h("ul.sg-all", seen.game.outcome.standings.map(({ seat, score }) => h("li", { key: seat },
    h("p.sg-head", who(seen.seats[seat]), h("b.num", number(score))),
    sheetLines(seen, seat)))));

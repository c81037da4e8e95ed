// The end: who won, how ties were told apart, what each total is made of, and the record to take home.

import { h } from "./dom.js";
import { gameModule, roundName } from "./play.js";
import { badge, cartouche, glyph, named, nameOf } from "./signs.js";
import { act, open } from "./state.js";
import { late } from "./sure.js";
import { labelled, number, signed, t } from "./texts.js";

export function endMain({ game, seats, isHost }) {
  const { reason, standings } = game.outcome;
  const winners = standings.filter(({ rank }) => rank === 1);
  const ties = new Set(standings.map(({ tie_break: tieBreak }) => tieBreak).filter(Boolean));
  return [
    h("section.register.winners", { key: "winners" },
      h("h2", winners.length > 1 ? t("end.winners") : t("end.winner")),
      h("ul.crowned", winners.map(({ seat }) => h("li", { key: seat }, cartouche(seats[seat])))),
      h("p.soft", t(`reason.${game.id}.${reason}`))),
    h("section.register", { key: "standings" },
      h("h2", t("end.standings")),
      h("ol.standings", standings.map((standing) => place(standing, game, seats))),
      [...ties].map((tie) => h("p.soft.small.tie", { key: tie }, t(`tiebreak.${game.id}.${tie}`)))),
    h("section.register.after", { key: "after" },
      h("a.plain", { href: "/api/record", download: true }, glyph("down"), t("end.record")),
      !isHost && h("p.soft", t("end.host_goes_on"))),
  ];
}

/** Gives what whoever leads does next: the bar holds it, however many places the standings have. */
export const endBar = ({ isHost }) => isHost && h("button.act", { key: "again", hook: late, onclick: () => act("/api/close", {}) }, t("end.again"));

/** Gives one place of the standings; where the game tells of what a total is made, it opens that. */
function place({ seat, rank, score, tie_break: tieBreak }, game, seats) {
  const counts = tieBreak && gameModule(game.id)?.tieCounts?.(game.view.seats[seat], tieBreak);
  const parts = [
    h("span.rank.num", h("span.vh", t("end.rank", { rank })), h("span", { "aria-hidden": "true" }, number(rank))),
    h("span.who", h("span.person", badge(seats[seat].sign), h("b.name", named(seats[seat]))), counts && h("small.soft", counts)),
    h("b.num.pts", number(score)),
  ];
  const hasLines = Array.isArray(game.view.seats?.[seat]?.lines);
  return h("li", { key: seat, class: rank === 1 ? "lead" : "" },
    hasLines ? h("button.opens", { "aria-haspopup": "dialog", onclick: () => open("lines", { seat }) }, parts) : parts);
}

/** Gives the lines that make a total, oldest first, each with the total so far: for games without such a sheet of their own. */
export function linesSheet({ game }, { seat }) {
  const { score, lines } = game?.view.seats?.[seat] ?? {};
  if (!lines) return null;
  const say = gameModule(game.id)?.lineWords;
  let sum = 0;
  return {
    title: [badge(game.seats[seat].sign), " ", named(game.seats[seat])],
    body: lines.length === 0
      ? h("p.soft", t("end.no_lines"))
      : h("table.sum", { "aria-label": labelled(t("end.total"), nameOf(game.seats[seat])) },
          h("tbody", lines.map((line, i) => h("tr", { key: i },
            h("td", say ? say(line, game) : line.round !== undefined && roundName(game.id, line.round)),
            h("td.r.num", { class: line.points < 0 ? "bad" : "good" }, signed(line.points)),
            h("td.r.num", number((sum += line.points)))))),
          h("tfoot", h("tr", h("th", { colspan: 2 }, t("end.total")), h("td.r.num.total", number(score))))),
  };
}

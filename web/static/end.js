// The end: who won, how ties were told apart, and the record to take home.

import { h } from "./dom.js";
import { cartouche, glyph, who } from "./signs.js";
import { act } from "./state.js";
import { number, t } from "./texts.js";

export function endMain({ game, seats, isHost }) {
  const { reason, standings } = game.outcome;
  const winners = standings.filter(({ rank }) => rank === 1);
  return [
    h("section.register.winners", { key: "winners" },
      h("h2", winners.length > 1 ? t("end.winners") : t("end.winner")),
      h("ul.crowned", winners.map(({ seat }) => h("li", { key: seat }, cartouche(seats[seat])))),
      h("p.soft", t(`reason.${game.id}.${reason}`))),
    h("section.register", { key: "standings" },
      h("h2", t("end.standings")),
      h("ol.standings", standings.map((standing) => place(standing, seats, game.id)))),
    h("section.register.after", { key: "after" },
      h("a.plain", { href: "/api/record", download: true }, glyph("down"), t("end.record")),
      isHost
        ? h("button.act", { onclick: () => act("/api/close", {}) }, t("end.again"))
        : h("p.soft", t("end.host_goes_on"))),
  ];
}

const place = ({ seat, rank, score, tie_break: tieBreak }, seats, game) =>
  h("li", { key: seat, class: rank === 1 ? "lead" : "" },
    h("span.rank.num", h("span.vh", t("end.rank", { rank })), h("span", { "aria-hidden": "true" }, number(rank))),
    who(seats[seat], tieBreak && h("small.soft", t(`tiebreak.${game}.${tieBreak}`))),
    h("b.num.pts", number(score)));

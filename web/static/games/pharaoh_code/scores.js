// The scores on one ground line, highest first; each opens the lines that make it.

import { h } from "../../dom.js";
import { badge, named, nameOf } from "../../signs.js";
import { open } from "../../state.js";
import { number, signed, t } from "../../texts.js";
import { chip, emptyChip } from "./board.js";
import { TILES } from "./tiles.js";

export function scoresPart({ view, seats, heard }) {
  const ranked = [...view.seats].sort((a, b) => b.score - a.score || a.seat - b.seat), best = ranked[0]?.score;
  const isBefore = view.phase === "sand" || (view.phase === "judging" && view.claims.every(({ right }) => right === null));
  return h("section.register", { key: "scores" },
    h("h2", t("pharaoh_code.scores"), isBefore && h("small", t("pharaoh_code.before_round"))),
    h("ul.scores", { class: `of-${ranked.length}` }, ranked.map(({ seat, score, tiles }) =>
      h("li", { key: seat, class: score === best && view.round > 1 ? "lead" : "" },
        h("button", { "aria-haspopup": "dialog", "aria-label": `${nameOf(seats[seat])}: ${t("pharaoh_code.points", { n: score })}, ${t("pharaoh_code.tiles", { n: tiles })}`, onclick: () => open("lines", { seat }) },
          badge(seats[seat].sign, { heard: heard === seats[seat].sign }),
          h("span.pts.num", number(score)),
          h("span.name", named(seats[seat])),
          h("span.small.soft", t("pharaoh_code.tiles", { n: tiles })))))));
}

/** Gives the lines that make a total, newest last, each with the total so far. */
export function linesSheet(snap, { seat }) {
  if (!snap.game?.seats[seat]) return null;
  const { score, lines } = snap.game.view.seats[seat];
  let sum = 0;
  return {
    title: [badge(snap.game.seats[seat].sign), " ", named(snap.game.seats[seat])],
    body: [
      lines.length === 0 && h("p.soft", t("pharaoh_code.no_lines")),
      h("table.sum",
        h("thead", { class: lines.length ? "" : "vh" }, h("tr", h("th", t("pharaoh_code.round")), h("th", t("pharaoh_code.tile")), h("th.r", t("pharaoh_code.counts")), h("th.r", t("pharaoh_code.total")))),
        h("tbody", lines.map(({ round, number: n, points }, i) => h("tr", { key: i },
          h("td", number(round)),
          h("td", n === null ? [emptyChip("–"), " ", t("pharaoh_code.struck")] : chip(TILES.get(n))),
          h("td.r.num", { class: points < 0 ? "bad" : "good" }, signed(points)),
          h("td.r.num", number((sum += points)))))),
        h("tfoot", h("tr", h("th", { colspan: 3 }, t("pharaoh_code.total")), h("td.r.num.total", number(score))))),
    ],
  };
}

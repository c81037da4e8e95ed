// Who was first: the claims in the announced order with their margins, and who is still looking.

import { h } from "../../dom.js";
import { cartouche, glyph, nameOf } from "../../signs.js";
import { open } from "../../state.js";
import { number, span, t } from "../../texts.js";
import { chip, emptyChip, tileName } from "./board.js";
import { TILES } from "./tiles.js";

export function claimsPart(seen) {
  const { view, options } = seen;
  const looking = view.may_claim.filter((seat) => !view.claims.some((c) => c.seat === seat));
  return h("section.register", { key: "claims" },
    h("h2", t("pharaoh_code.who_first"), h("small", options.professional ? t("pharaoh_code.many_tiles") : t("pharaoh_code.one_tile"))),
    h("ol.claims",
      view.claims.map((claim, place) => claimRow(seen, claim, place)),
      looking.map((seat) => lookingRow(seen, seat)),
      view.strikes.map((strike, i) => strikeRow(seen, strike, i))));
}

function claimRow(seen, claim, place) {
  const seat = seen.seats[claim.seat], [first, ...rest] = margin(claim, seen.view.claims, drawnShort);
  return h("li", { key: `claim${claim.claim}` },
    h("span.rank", number(place + 1)),
    h("span.mid",
      h("span.whose", cartouche(seat, { heard: seen.heard === seat.sign })),
      h("span.margin", h(place === 0 ? "b" : "span", claim.by_phone && byPhone(), first), rest.map((said) => h("span", said)))),
    numberPlace(seen, claim));
}

const byPhone = () => h("i.by-phone", { role: "img", "aria-label": t("pharaoh_code.by_phone") }, glyph("phone"));

/** Gives the tile of a claim; whoever may enter its number presses there. */
export function numberPlace(seen, claim) {
  const tile = claim.number === null ? null : TILES.get(claim.number);
  const shown = tile ? chip(tile) : emptyChip("?");
  if (claim.right !== null || !(seen.isHost || claim.seat === seen.seat)) return tile ? shown : emptyChip();
  return h("button.tilekey", {
    "aria-haspopup": "dialog",
    "aria-label": `${t("pharaoh_code.enter_number")}: ${nameOf(seen.seats[claim.seat])}${tile ? `, ${tileName(tile)}` : ""}`,
    onclick: () => open("number", { claim: claim.claim }),
  }, shown);
}

const lookingRow = ({ seats, heard }, seat) =>
  h("li.looking", { key: `looks${seat}` },
    h("span.rank"),
    h("span.mid", h("span.whose", cartouche(seats[seat], { heard: heard === seats[seat].sign })), h("span.margin", t("pharaoh_code.looking"))),
    emptyChip());

const strikeRow = ({ seats }, { seat, points }, i) =>
  h("li.struck", { key: `strike${i}` },
    h("span.rank", glyph("wrong")),
    h("span.mid", h("span.whose", cartouche(seats[seat])), h("span.margin", t("pharaoh_code.struck"))),
    h("span.num.bad", points ? number(-points) : ""));

const drawn = () => t("pharaoh_code.drawn");

export const drawnShort = () => h("span.drawn", h("span.vh", drawn()), h("span", { "aria-hidden": "true" }, t("pharaoh_code.drawn_short")));

/** Says how a claim stands to the others, in one or two short pieces; the first claim's begin with "first". */
export function margin({ claim, mark, margin_ms: ms, is_dead_heat: isDead, lost }, claims, sayDrawn = drawn) {
  const said = [], isFirst = claim === claims[0].claim;
  if (isFirst) said.push(t("pharaoh_code.first"));
  if (isDead) said.push(sayDrawn());
  else if (isFirst && ms !== null && ms > 0) said.push(t("pharaoh_code.first_by", { span: span(ms) }));
  else if (!isFirst && ms !== null && mark !== "late") said.push(t("pharaoh_code.later", { span: span(ms) }));
  if (mark === "late") said.push(t("pharaoh_code.late"));
  if (lost !== null) said.push(t("pharaoh_code.lost", { number: lost }));
  return said.length ? said : [t("pharaoh_code.claimed")];
}

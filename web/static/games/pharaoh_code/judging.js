// Judging: each claim in its order, right or wrong; the host's two big buttons, or a formula decides.

import { h } from "../../dom.js";
import { glyph, nameOf, who } from "../../signs.js";
import { open, play } from "../../state.js";
import { number, refusal, signed, t } from "../../texts.js";
import { numberPlace } from "./claims.js";
import { pretty } from "./formula.js";
import { votePart } from "./votes.js";

export function judgingPart(seen) {
  const { view, isHost } = seen;
  return h("section.register", { key: "judging" },
    h("h2", t("pharaoh_code.judging"), h("small", t("pharaoh_code.judging_help"))),
    h("ol.verdicts", view.claims.map((claim) => row(seen, claim))),
    !isHost && h("p.soft.small", t("pharaoh_code.host_or_button")));
}

function row(seen, claim) {
  const { seats, isHost } = seen, isOpen = claim.right === null;
  return h("li.verdict", { key: claim.claim, class: isOpen ? "open" : "" },
    numberPlace(seen, claim),
    h("div.case",
      h("span.f", claim.formula && h(claim.right ? "span" : "s", pretty(claim.formula))),
      who(seats[claim.seat]),
      claim.lost !== null && claim.number === null && h("small.soft", t("pharaoh_code.lost", { number: claim.lost }))),
    verdictMark(claim),
    claim.fault && h("p.why.bad", refusal(claim.fault)),
    !isOpen && votePart(seen, claim),
    isOpen && isHost && judge(seen, claim));
}

/** Gives a verdict with its points: a tick or a cross, never colour alone. */
export function verdictMark({ right, points, number: n }) {
  if (right === null) return h("span.mark.soft", t("pharaoh_code.waiting"));
  const word = right ? t("pharaoh_code.right") : t("pharaoh_code.wrong");
  return h("span.mark", { class: right ? "good" : "bad" }, glyph(right ? "check" : "wrong"), h("span.vh", word), n !== null && signed(right ? points : -points));
}

function judge({ seats, view }, { claim, seat, number: n, points }) {
  const label = (words) => `${words}: ${nameOf(seats[seat])}`;
  if (n === null) {
    return h("div.judge",
      h("button.plain", { onclick: () => open("number", { claim }) }, t("pharaoh_code.enter_number")),
      h("button.plain", { onclick: () => play({ type: "struck", claim }, { needsLog: true }) }, glyph("wrong"), t("pharaoh_code.strike")));
  }
  const say = (right) => () => play({ type: "judged", claim, right }, { needsLog: true });
  return h("div.judge", { role: "group", "aria-label": label(number(n)) },
    h("button.say.yes", { "aria-label": label(t("pharaoh_code.right")), onclick: say(true) }, glyph("check"), h("span", t("pharaoh_code.right")), h("b.num", signed(points))),
    h("button.say.no", { "aria-label": label(t("pharaoh_code.wrong")), onclick: say(false) }, glyph("wrong"), h("span", t("pharaoh_code.wrong")), h("b.num", signed(-points))),
    view.dice && h("button.say.type", { "aria-label": label(t("pharaoh_code.type_formula")), onclick: () => open("formula", { claim }) }, glyph("pen")));
}

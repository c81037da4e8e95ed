// Whom this phone enters for: its own seat, or for a while another that whoever leads has chosen.

import { h } from "../../dom.js";
import { badge, named, nameOf } from "../../signs.js";
import { t } from "../../texts.js";
import { choose, draftOf } from "./draft.js";
import { hasToDo } from "./todo.js";

/** Gives whom this phone enters for; null for those who look on. It goes back to its own seat, or where it has none on
 * to the next, once the other's entry is made, and with every card. */
export function whose({ seat, isHost, game, view }) {
  if (!isHost) return seat;
  const draft = draftOf(game), of = JSON.stringify([view.phase, view.round, view.card, seat]);
  if (draft.whoOf !== of) Object.assign(draft, { whoOf: of, who: seat ?? next(view, view.seats.length - 1), isEntered: false });
  else if (draft.isEntered && (view.way === "sheet" || !hasToDo(view, draft.who))) Object.assign(draft, { who: seat ?? next(view, draft.who), isEntered: false });
  return draft.who;
}

function next(view, after) {
  const n = view.seats.length, around = view.seats.map((_, i) => (after + 1 + i) % n);
  return around.find((seat) => hasToDo(view, seat)) ?? around.at(-1);
}

/** Notes that something was entered for a seat. */
export function entered(game, seat) {
  const draft = draftOf(game);
  if (draft.who === seat) choose(draft, { isEntered: true });
}

/** Says whether a seat is another's. */
export const isOther = (seen, seat) => seat !== null && seat !== seen.seat;

/** Gives the seats to choose from: the host enters for anybody, also for seats without a phone. */
export function whosePart(seen) {
  const { seats, isHost } = seen, own = whose(seen);
  if (!isHost) return null;
  return h("section.register.sg-whose", { key: "whose", "aria-label": t("silver_gold_pyramids.whose") },
    h("div.sg-seats", { role: "group", "aria-label": t("silver_gold_pyramids.whose") }, seats.map((seat, i) =>
      h("button", { key: i, "aria-pressed": String(i === own), "aria-label": nameOf(seat), onclick: () => pick(seen, i) }, badge(seat.sign), h("span", named(seat))))));
}

const pick = ({ game }, who) => choose(draftOf(game), { who, isEntered: false });

/** Says over all that follows, for as long as it is so, that it is another's. */
export function otherPart(seen) {
  const { seats, seat: own, view } = seen, seat = whose(seen);
  if (!seen.isHost) return null;
  return h("div.sg-other-seat", { key: "other", role: "status" }, isOther(seen, seat) && h("p", { key: seat },
    badge(seats[seat].sign),
    h("span", h("small", view.way === "cards" ? t("silver_gold_pyramids.others_cards") : t("silver_gold_pyramids.others_sheet")), h("b", named(seats[seat]))),
    own !== null && h("button.plain", { key: "own", onclick: () => pick(seen, own) }, badge(seats[own].sign), h("span", t("silver_gold_pyramids.to_own")))));
}

/** Gives for a button whom it enters for, where that is another. */
export const byName = (seen, seat) => isOther(seen, seat) && h("span.sg-by", { key: "by" }, badge(seen.seats[seat].sign), h("small", named(seen.seats[seat])));

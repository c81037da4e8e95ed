// A contested verdict: every other seat may say what it sees; enough of them overturn it.

import { h } from "../../dom.js";
import { badge } from "../../signs.js";
import { play } from "../../state.js";
import { t } from "../../texts.js";

/** Gives the votes on a judged claim, and this seat's own. */
export function votePart({ seat, seats, options, view }, claim) {
  if (options.disputes === "host" || claim.formula !== null) return null;
  const verdict = claim.is_overturned ? !claim.right : claim.right;
  const against = claim.votes.filter((vote) => vote.right !== verdict);
  const isAgainst = against.some((vote) => vote.seat === seat), mayVote = seat !== null && seat !== claim.seat && view.phase !== "sand";
  if (!mayVote && against.length === 0) return null;
  return h("div.vote",
    against.length > 0 && h("span.against", against.map((vote) => badge(seats[vote.seat].sign, { key: vote.seat, spoken: true })),
      h("small", claim.is_overturned ? t("pharaoh_code.overturned") : t("pharaoh_code.disagree", { n: against.length, of: seats.length - 1 }))),
    mayVote && h("button.link", { "aria-pressed": String(isAgainst), onclick: () => vote(claim, seat, isAgainst ? verdict : !verdict) },
      isAgainst ? t("pharaoh_code.vote_back") : verdict ? t("pharaoh_code.vote_wrong") : t("pharaoh_code.vote_right")));
}

const vote = ({ claim }, seat, right) => play({ type: "voted", claim, seat, right });

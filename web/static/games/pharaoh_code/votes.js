// A contested verdict: every other seat may say what it sees; enough of them overturn it.

import { h } from "../../dom.js";
import { badge, named, nameOf, who } from "../../signs.js";
import { open, play } from "../../state.js";
import { t } from "../../texts.js";
import { chip } from "./board.js";
import { TILES } from "./tiles.js";

/** Gives the votes on a judged claim, and this seat's own; the host enters them for whoever has no phone. */
export function votePart({ seat, seats, options, view, isHost }, claim) {
  if (options.disputes === "host" || claim.formula !== null) return null;
  const verdict = claim.is_overturned ? !claim.right : claim.right;
  const against = claim.votes.filter((vote) => vote.right !== verdict);
  const isAgainst = against.some((vote) => vote.seat === seat), mayVote = seat !== null && seat !== claim.seat && view.phase !== "sand" && view.phase !== "over";
  // while others still wait for their verdict the host goes on to them
  const mayEnter = isHost && (view.phase === "ready" || view.phase === "race");
  if (!mayVote && !mayEnter && against.length === 0) return null;
  return h("div.vote",
    against.length > 0 && h("span.against", against.map((vote) => badge(seats[vote.seat].sign, { key: vote.seat, spoken: true })),
      h("small", claim.is_overturned ? t("pharaoh_code.overturned") : t("pharaoh_code.disagree", { n: against.length, of: seats.length - 1 }))),
    mayEnter && h("button.link", { key: "enter", "aria-haspopup": "dialog", "aria-label": `${t("pharaoh_code.enter_votes")}: ${nameOf(seats[claim.seat])}`, onclick: () => open("votes", { claim: claim.claim }) }, t("pharaoh_code.enter_votes")),
    mayVote && !mayEnter && h("button.link", { "aria-pressed": String(isAgainst), onclick: () => vote(claim, seat, isAgainst ? verdict : !verdict) },
      isAgainst ? t("pharaoh_code.vote_back") : verdict ? t("pharaoh_code.vote_wrong") : t("pharaoh_code.vote_right")));
}

/** What each of the others says of a claim, entered by the host. */
export function votesSheet({ game, you }, { claim: index }) {
  const { phase, claims, last } = game?.view ?? {};
  const claim = (phase === "ready" || phase === "race" ? last?.claims : claims)?.find((each) => each.claim === index);
  if (!claim || claim.right === null || claim.formula !== null || !you.is_host) return null;
  const said = new Map(claim.votes.map(({ seat, right }) => [seat, right])), verdict = claim.is_overturned ? !claim.right : claim.right;
  return {
    title: [t("pharaoh_code.votes")],
    body: [
      h("p.line-up", who(game.seats[claim.seat]), claim.number !== null && chip(TILES.get(claim.number))),
      h("ul.lines", game.seats.map((seat, i) => i !== claim.seat && h("li", { key: i }, h("div.line",
        badge(seat.sign), h("b.what", named(seat)),
        h("div.segments", { role: "group", "aria-label": nameOf(seat) }, [true, false].map((right) =>
          h("button", { key: String(right), "aria-pressed": String((said.get(i) ?? verdict) === right), onclick: () => vote(claim, i, right) }, right ? t("pharaoh_code.right") : t("pharaoh_code.wrong")))))))),
    ],
  };
}

const vote = ({ claim }, seat, right) => play({ type: "voted", claim, seat, right });

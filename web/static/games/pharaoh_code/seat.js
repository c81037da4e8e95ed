// A seat's own page: press, then say which number; after the sand the formula, for those who like to write it.

import { h } from "../../dom.js";
import { tableAt } from "../../clock.js";
import { ring } from "../../ring.js";
import { glyph } from "../../signs.js";
import { act, close, isWaiting, open, page, play } from "../../state.js";
import { sure } from "../../sure.js";
import { t } from "../../texts.js";
import { chip } from "./board.js";
import { margin } from "./claims.js";
import { formulaPart } from "./formula.js";
import { picker } from "./picker.js";
import { TILES } from "./tiles.js";

const DOUBLE_TAP_MS = 450;
let lastPress = -Infinity;
let shownIn = null;   // the round in which the button was brought into sight

/** Gives what this seat can do now. */
export function seatParts(seen) {
  const { view, seat } = seen;
  const mine = view.claims.filter((claim) => claim.seat === seat && claim.right === null);
  const unnamed = mine.find(({ number }) => number === null);
  const claiming = claimNow(seen);
  return [
    claiming && !claiming.isSecond && claimPart(seen, claiming),
    unnamed && view.phase !== "ready" && numberPart(seen, unnamed),
    view.phase === "sand" && mine.filter((claim) => claim.number !== null).map((claim) => tilePart(claim)),
    view.phase === "judging" && mine.filter((claim) => claim.number !== null).slice(0, 1).map((claim) => formulaPart(seen, claim)),
  ];
}

/** Gives the press this seat may make now; isSecond when a number of its own still waits. */
export function claimNow({ view, seat, seats, game, isPaused }) {
  const mayTurn = game.awaits.some(({ event, seats: by }) => event === "timer_turned" && by.includes(seat));
  if (!mayTurn && (view.phase === "judging" || !view.may_claim.includes(seat))) return null;
  const isSecond = view.claims.some((claim) => claim.seat === seat && claim.number === null && claim.right === null);
  const text = mayTurn ? t("pharaoh_code.turned") : t("pharaoh_code.have_one");
  // nothing scrolls under a press: whoever touches the button means it, and is not kept waiting to see whether they do
  const props = { disabled: isPaused, "aria-busy": isWaiting(intentNow()) ? "true" : null, onpointerdown: press, onclick: pressByKey };
  return {
    isSecond,
    button: isSecond
      ? h("button.act.press", { key: "claim", ...props }, mayTurn && glyph("sand"), text)
      : h("button.push.press", { key: "claim", ...props, class: seats[seat].sign }, glyph(seats[seat].sign), h("span", text)),
  };
}

const claimPart = ({ game, view, isPaused }, { button }) =>
  h("section.register.claiming", { key: "claiming" },
    h("div.claim", { hook: showOnce(game) }, ring(view.sand, { inner: 40, isCollar: true, isStopped: isPaused }), button),
    h("p.soft", t("pharaoh_code.button_does_same")));

/** Brings the button into sight once the dice are thrown, were the page scrolled down; what lies over the page is read first. */
function showOnce({ record, round, view }) {
  const now = view.phase === "ready" ? null : `${record}:${round}`;
  if (now === null) shownIn = null;
  return (place) => now !== shownIn && requestAnimationFrame(() => {
    if (now === shownIn || page.sheet || !place.isConnected) return;
    shownIn = now;
    if (isInSight(place)) return;
    place.scrollIntoView({ block: "center", behavior: "instant" });
    // a touch that was meant for what was there before is no press
    lastPress = performance.now();
  });
}

function isInSight(place) {
  const { left, width, top, bottom } = place.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => place.contains(document.elementFromPoint(left + width / 2, y)));
}

// the moment of the touch counts, not that of the script
function press(event) {
  if (event.button !== 0) return;
  claim(Math.abs(performance.now() - event.timeStamp) < 1000 ? event.timeStamp : performance.now());
}

function pressByKey(event) {
  if (event.detail === 0) claim(performance.now());
}

const intentNow = () => `press:${page.snap.game.record}:${page.snap.game.round}`;

function claim(at) {
  const intent = intentNow();
  if (at - lastPress < DOUBLE_TAP_MS || isWaiting(intent)) return;
  lastPress = at;
  navigator.vibrate?.(40);
  act("/api/press", { round: page.snap.game.round, pressed_ms: Math.round(tableAt(at)) }, intent);
}

function numberPart(seen, claim) {
  return h("section.register.naming", { key: "naming" },
    h("p.note", { role: "status" }, margin(claim, seen.view.claims).map((text, i) => [i > 0 && " · ", i === 0 ? h("b", text) : text])),
    h("h2", t("pharaoh_code.which_number")),
    picker({ free: seen.view.callable[claim.claim] ?? [], onPick: (number) => play({ type: "number_called", claim: claim.claim, number }) }),
    h("button.link", { key: "slip", "aria-haspopup": "dialog", onclick: () => open("slip", { claim: claim.claim }) }, t("pharaoh_code.slip")));
}

/** Asks once more: who pressed by mistake takes the press away, at the price that the table settled. */
export function slipSheet({ game, you }, { claim: index }) {
  const claim = game?.view.claims.find((each) => each.claim === index);
  if (!claim || claim.seat !== you.seat || claim.number !== null || claim.right !== null) return null;
  const cost = claim.lost === null ? game.options.strike_penalty : 0;
  return {
    title: t("pharaoh_code.slip"),
    body: sure(t("pharaoh_code.slip"), {
      ask: [t("pharaoh_code.slip_help"), " ", cost ? t("pharaoh_code.slip_costs", { n: cost }) : t("pharaoh_code.slip_free")],
      run: async () => (await play({ type: "struck", claim: index })) && close(),
    }),
  };
}

const tilePart = (claim) =>
  h("section.register.mine", { key: `mine${claim.claim}` },
    h("p.yours", h("span.soft", t("pharaoh_code.your_tile")), chip(TILES.get(claim.number))),
    h("button.plain", { "aria-haspopup": "dialog", onclick: () => open("number", { claim: claim.claim }) }, t("pharaoh_code.change")));

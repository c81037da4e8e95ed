// A turn: a tile and a place, a scarab taken off, or hand tiles swapped.

import { h } from "../../dom.js";
import { badge, glyph } from "../../signs.js";
import { changed, close, open, page, play, tell } from "../../state.js";
import { labelled, number, refusal, t } from "../../texts.js";
import { choose, draftOf, isSame } from "./draft.js";
import { familyOf, inWords, kinds, tileName } from "./tiles.js";

/** Says whether this phone may take the turn that is on. */
export const mayTurn = ({ view, seat, isHost }) => view.turn !== null && (isHost || view.turn === seat);

/** Gives what is chosen so far, without what no longer fits. */
export function choiceOf({ view, game }) {
  const { tile, target } = draftOf(game), targets = view.targets[tile] ?? [];
  if (tile && targets.length) return { tile, targets, target: targets.find((each) => isSame(target, each)) ?? (targets.length === 1 ? targets[0] : null) };
  return { tile: null, targets: [], target: view.scarabs.find((each) => isSame(target, each)) ?? null };
}

export function kindsPart(seen) {
  if (!mayTurn(seen)) return null;
  const { view, game } = seen, draft = draftOf(game), { tile, targets } = choiceOf(seen);
  return h("section.register.gz-which", { key: "kinds" },
    h("h2", tile ? tileName(tile) : t("giza.which_tile"), h("small", { "aria-live": "polite" }, tile ? t("giza.places_n", { n: targets.length }) : view.scarabs.length > 0 ? t("giza.or_scarab") : "")),
    kinds({ chosen: tile, isOff: (each) => each in view.nowhere, onOff: (each) => tell(whyNowhere(view, each)), onPick: (each) => choose(draft, { tile: each === tile ? undefined : each, target: undefined }) }));
}

function whyNowhere({ nowhere }, tile) {
  const why = refusal(nowhere[tile]);
  return nowhere[tile].code === "giza.none_left" ? why : `${labelled(tileName(tile), t("giza.nowhere"))} ${why}`;
}

/** Gives what a touch on a place does now: aim at it, or at the scarab that lies there; null where nobody may touch. */
export function touchOf(seen) {
  if (!mayTurn(seen)) return () => null;
  const { view, game } = seen, draft = draftOf(game), { tile, targets, target } = choiceOf(seen);
  return (site, { place }) => {
    const here = { site, place }, isScarab = !tile && view.scarabs.some((each) => isSame(here, each));
    const isOpen = isScarab || targets.some((each) => isSame(here, each)), isAim = isOpen && target !== null && isSame(here, target);
    return {
      class: `${isOpen && tile ? "lit" : ""}${isAim ? " aim" : ""}`,
      isAim: isOpen ? isAim : undefined,
      text: isOpen && (isScarab ? t("giza.scarab_off") : t("giza.may_go")),
      run: isOpen ? () => choose(draft, { target: isAim ? undefined : here }) : null,
    };
  };
}

/** Gives the one next thing: what is chosen, or swapping. */
export function turnBar(seen) {
  if (!mayTurn(seen)) return null;
  const { view, seats } = seen, { tile, target } = choiceOf(seen);
  if (!target) return h("button.plain", { key: "swap", "aria-haspopup": "dialog", onclick: () => open("swap") }, glyph("turn"), view.swap.high === 0 ? t("giza.pass") : t("giza.swap"));
  const event = tile ? { type: "placed", tile, ...target } : { type: "scarab_removed", ...target };
  return h("button.act", { key: "place", onclick: () => play(event) }, badge(seats[target.site].sign, { spoken: true }), h("span", textOf(view, tile, target)));
}

function textOf(view, tile, { site, place }) {
  if (!tile) return t("giza.take_off");
  const { top } = view.sites[site].places.find((each) => each.place === place);
  if (familyOf(tile) === "demolition") return t("giza.take_away", { top: inWords(top) });
  return top === null ? t("giza.place_empty", { tile: inWords(tile) }) : t("giza.place_on", { tile: inWords(tile), top: inWords(top) });
}

/** How many hand tiles go; none is passing. */
export function swapSheet(snap, sheet) {
  const { game, you } = snap, view = game?.view;
  if (!view?.swap || !mayTurn({ view, seat: you.seat, isHost: you.is_host })) return null;
  const { low, high } = view.swap, count = Math.min(high, Math.max(low, sheet.count ?? (low || Math.min(1, high))));
  const set = (n) => {
    sheet.count = n;
    changed();
  };
  return {
    title: high === 0 ? t("giza.pass") : t("giza.swap"),
    body: [
      h("p.soft", high === 0 ? t("giza.none_left") : t("giza.swap_help", { n: view.supply })),
      h("div.gz-counts", { role: "group", "aria-label": t("giza.how_many") }, Array.from({ length: high - low + 1 }, (_, i) => low + i).map((n) =>
        h("button.key", { key: n, "aria-pressed": String(n === count), onclick: () => set(n) }, number(n)))),
    ],
    bar: h("button.act", { onclick: () => play({ type: "swapped", count }).then((answer) => answer && page.sheet === sheet && close()) }, count === 0 ? t("giza.pass") : t("giza.swap_n", { n: count })),
  };
}

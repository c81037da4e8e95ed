// The scarabs only: which colour reached which scarab, in two touches and in either order.

import { h } from "../../dom.js";
import { badge, nameOf, who } from "../../signs.js";
import { changed, close, open, page, play } from "../../state.js";
import { late } from "../../sure.js";
import { labelled, listed, signed, t } from "../../texts.js";
import { spaceName } from "./board.js";
import { draftOf } from "./draft.js";
import { colourName, pawn, points, scarabName, scarabSign } from "./pawns.js";

export function reachedPart(seen) {
  const asked = seen.game.awaits.find(({ event }) => event === "reached")?.asked;
  if (!asked || !seen.mayEnter) return null;
  const draft = draftOf(seen.game), places = placesOf(seen.view), [{ choices: colours }] = asked;
  return h("section.register.pa-reached", { key: "reached" },
    h("h2", t("pairamid.who_reached")),
    colourRow(colours, { chosen: draft.colour, onPick: (colour) => pick(draft, "colour", colour) }),
    h("div.pa-places", { role: "group", "aria-label": t("pairamid.reached_what") },
      places.map((place) => placeKey(seen, draft, place))));
}

/** Gives the colours of the copy as big keys, each a shape with its name. */
export const colourRow = (colours, { chosen = [], onPick, label = t("pairamid.colours") }) =>
  h("div.pa-colours", { role: "group", "aria-label": label },
    colours.map((colour) => h("button.pa-colour", { key: colour, "aria-pressed": String([chosen].flat().includes(colour)), onclick: () => onPick(colour) },
      pawn(colour, { isSpoken: false }), h("span", colourName(colour)))));

/** Gives the places in their order: white's is always the first, and a scarab's place becomes the Great Chamber when it is there. */
const placesOf = ({ scarabs }) => [...new Set(scarabs.map(({ scarab, is_in_great: isIn }) => (isIn ? "great" : scarab)))];

function pick(draft, field, value) {
  const { colour, place } = { ...draft, [field]: draft[field] === value ? undefined : value };
  // what ends the game is asked once more; what was touched first stays chosen
  if (colour && place === "great") return open("great", { colour, round: page.snap.game.round });
  Object.assign(draft, { colour, place });
  changed();
  if (!colour || !place) return;
  play({ type: "reached", colour, place }).then(() => {
    Object.assign(draft, { colour: undefined, place: undefined });
    changed();
  });
}

/** Asks once more before the game ends; not answered by a second, hasty touch. */
export function greatSheet({ game, you }, sheet) {
  const { colour, round } = sheet, view = game?.view;
  if (!view || view.phase !== "playing" || game.round !== round || !(you.is_host || you.seat !== null)) return null;
  return {
    title: t("pairamid.ends"),
    body: [
      h("p.pa-asked", pawn(colour), h("span", "→ ", h("b", t("pairamid.great"))),
        scarabsAt(view, "great").map(({ scarab, value }) => h("span.pa-met", { key: scarab }, scarabSign(scarab), points(value)))),
      holders(view, colour).map((seat) => who(game.seats[seat])),
    ],
    bar: [
      h("button.plain", { onclick: close }, t("page.back")),
      h("button.act", { hook: late, onclick: () => play({ type: "reached", colour, place: "great" }).then((answer) => answer && page.sheet === sheet && close()) }, t("pairamid.end_it")),
    ],
  };
}

/** Gives the scarabs that stand at a place, the way the place is named. */
export const scarabsAt = ({ scarabs }, place) =>
  scarabs.filter(({ scarab, is_in_great: isIn }) => (place === "great" ? isIn : scarab === place && !isIn));

export const holders = (view, colour) => view.seats.filter(({ colours }) => colours?.includes(colour)).map(({ seat }) => seat);

function placeKey(seen, draft, place) {
  const { view, seats } = seen, here = scarabsAt(view, place), isGreat = place === "great";
  const name = isGreat ? t("pairamid.great") : scarabName(place), gain = listed(here.map(({ value }) => signed(value)));
  const whose = draft.colour ? holders(view, draft.colour) : [];
  const spoken = [labelled(name, gain), isGreat && t("pairamid.ends"), whose.length > 0 && listed(whose.map((seat) => nameOf(seats[seat])))];
  return h("button.pa-place", { key: place, class: `pa-${place}-place`, "aria-pressed": String(draft.place === place), "aria-label": spoken.filter(Boolean).join(". "), onclick: () => pick(draft, "place", place) },
    h("span.pa-scarabs", here.map(({ scarab }) => scarabSign(scarab, { isSpoken: false }))),
    h("span.pa-place-name", name, isGreat && h("small", { key: "ends" }, t("pairamid.ends"))),
    h("span.pa-gains", here.map(({ scarab, value }) => h("b.num", { key: scarab }, signed(value)))),
    whose.length > 0 && h("span.pa-whose", whose.map((seat) => badge(seats[seat].sign, { key: seat }))));
}

/** Gives what happened last as one line of signs: who came where, or met what, and whom it brought or cost how much. */
export function lastLine({ view, seats }) {
  const { last } = view, isKnown = view.seats.every(({ colours }) => colours);
  // the line has its room from the start: what is touched below stays where it is
  if (!last) return h("p.pa-last", { key: "last" }, !view.board && h("span.soft", t("pairamid.no_lines")));
  return h("p.pa-last", { key: "last" },
    h("span.soft", t("pairamid.last")),
    last.scored.length === 0 ? [pawn(last.colour), h("span", "→ ", h("b", spaceName(view, last.space)))] : last.scored.map((one, i) =>
      h("span.pa-met", { key: i }, pawn(one.colour), scarabSign(one.scarab), points(one.value),
        one.scores_for.map((seat) => badge(seats[seat].sign, { key: seat, spoken: true })),
        isKnown && one.scores_for.length === 0 && h("small", t("pairamid.for_nobody")))));
}

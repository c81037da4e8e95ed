// The history in signs and words, and what may stand in place of a line.

import { h } from "../../dom.js";
import { changed, page } from "../../state.js";
import { number, t } from "../../texts.js";
import { colourName, dieFace, marker, pawn, scarabName, scarabSign } from "./pawns.js";
import { faceRows } from "./moves.js";
import { colourRow } from "./scarabs.js";
import { spaceName } from "./board.js";

/** Gives an event in signs, each with its name for those who listen. */
export function words(event) {
  switch (event.type) {
    case "reached":
      return h("span.pa-words", pawn(event.colour), " → ", event.place === "great" ? t("pairamid.great") : [scarabSign(event.place, { isSpoken: false }), scarabName(event.place)]);
    case "moved":
      return h("span.pa-words", dieFace(event.colour, event.pips), event.to && ` → ${spaceName(page.snap.game.view, event.to)}`);
    case "dice_read":
      return h("span.pa-words", event.dice.map(({ colour, pips }) => dieFace(colour, pips)));
    default:
      return h("span.pa-words", marker(event.first), marker(event.second));
  }
}

/** Gives what may be put in place of a line; preview(event) shows what that would do. */
export function replacements({ event, entry }, game, preview) {
  const draft = draftFor(entry, event), set = (fields) => {
    Object.assign(draft, fields);
    changed();
  };
  const colours = game.view.colours.map(({ colour }) => colour), isSame = JSON.stringify(draft) === JSON.stringify(event);
  return [
    parts(draft, game, colours, set),
    h("button.act", { disabled: isSame, onclick: () => preview({ ...draft }) }, t("pairamid.see_change")),
  ];
}

function draftFor(entry, event) {
  if (page.sheet.draftOf !== entry) Object.assign(page.sheet, { draftOf: entry, draft: structuredClone(event) });
  return page.sheet.draft;
}

function parts(draft, game, colours, set) {
  const { view } = game;
  switch (draft.type) {
    case "reached":
      return [
        colourRow(colours, { chosen: draft.colour, onPick: (colour) => set({ colour }) }),
        h("div.segments", { role: "group", "aria-label": t("pairamid.reached_what") }, ["white", "black", "great"].map((place) =>
          h("button", { key: place, "aria-pressed": String(place === draft.place), onclick: () => set({ place }) }, place === "great" ? t("pairamid.great") : [scarabSign(place, { isSpoken: false }), " ", scarabName(place)]))),
      ];
    case "moved":
      return [
        colourRow(colours, { chosen: draft.colour, onPick: (colour) => set({ colour, to: "" }) }),
        h("div.pa-numbers", { role: "group", "aria-label": t("pairamid.number") }, view.faces.map((pips) =>
          h("button.key", { key: pips, "aria-pressed": String(pips === draft.pips), onclick: () => set({ pips, to: "" }) }, number(pips)))),
        h("label.pa-where", h("span", t("pairamid.comes_to")),
          h("select.input", { onchange: ({ target }) => set({ to: target.value }) },
            h("option", { key: "", value: "", selected: draft.to === "" }, t("pairamid.only_way")),
            view.board.spaces.map(({ name }) => h("option", { key: name, value: name, selected: draft.to === name }, name === spaceName(view, name) ? name : `${name} · ${spaceName(view, name)}`)))),
      ];
    case "dice_read":
      return faceRows(draft.dice, view.faces, (colour, pips) => set({ dice: draft.dice.map((die) => (die.colour === colour ? { colour, pips } : die)) }));
    default:
      return [["first", draft.first], ["second", draft.second]].map(([field, chosen], i) =>
        h("div", { key: field }, colourRow(colours.filter((colour) => colour !== (i ? draft.first : draft.second)), { chosen, onPick: (colour) => set({ [field]: colour }), label: colourName(chosen) })));
  }
}

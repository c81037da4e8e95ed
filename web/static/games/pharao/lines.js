// The history of a game in words, and what may stand in place of a line.

import { h } from "../../dom.js";
import { badge, glyph, named } from "../../signs.js";
import { changed, page } from "../../state.js";
import { labelled, t } from "../../texts.js";
import { pieceName, SPECIAL, squareName } from "./signs.js";
import { diceKeys } from "./turn.js";

const SQUARES = [1, 2, 3].flatMap((row) => Array.from({ length: 10 }, (_, i) => `${row}-${i + 1}`));
const SIDES = ["dark", "light"];

const place = (name) => (SIDES.includes(name) ? pieceName(name) : name === "off" ? t("pharao.off") : name);
const fate = (rescue) => (rescue ? t("pharao.rescue") : t("pharao.give_up"));

/** Gives an event in words. */
export function words(event) {
  const key = `pharao.line.${event.type}`;
  if (event.type === "rescue_chosen") return labelled(t(key), fate(event.rescue));
  return t(key, { own: event.own ?? 0, enemy: event.enemy ?? 0, piece: place(event.piece ?? ""), to: place(event.to ?? "") });
}

/** Gives what may be put in place of a line; preview(event) shows what that would do. */
export function replacements({ event, entry }, game, preview) {
  if (event.type === "rescue_chosen") {
    return h("button.act", { onclick: () => preview({ ...event, rescue: !event.rescue }) }, glyph(event.rescue ? "wrong" : "check"), fate(!event.rescue));
  }
  if (event.type === "game_won") {
    return h("ul.signs", game.seats.map((seat, i) => i !== event.seat && h("li", { key: i }, h("button.pick", { onclick: () => preview({ ...event, seat: i }) }, badge(seat.sign), h("b", named(seat))))));
  }
  const draft = draftFor(entry, event), set = (fields) => {
    Object.assign(draft, fields);
    changed();
  };
  const asked = event.type === "thrown" ? diceKeys({ faces: game.view.faces }, draft, set) : fieldsOf(draft).map((name) => squares(draft, name, set));
  if (asked.length === 0) return null;
  const isSame = JSON.stringify(draft) === JSON.stringify(event);
  return [asked, h("button.act", { disabled: isSame, onclick: () => preview({ ...draft }) }, t("pharao.see_change"))];
}

const fieldsOf = (event) => ["piece", "to"].filter((name) => SQUARES.includes(event[name]));

function draftFor(entry, event) {
  if (page.sheet.draftOf !== entry) Object.assign(page.sheet, { draftOf: entry, draft: structuredClone(event) });
  return page.sheet.draft;
}

const squares = (draft, name, set) =>
  h("label.ph-pick", { key: name }, h("span", name === "piece" ? t("pharao.pieces") : "→"),
    h("select.input", { onchange: ({ target }) => set({ [name]: target.value }) }, SQUARES.map((square) =>
      h("option", { key: square, value: square, selected: draft[name] === square }, SPECIAL[square] ? `${square} · ${squareName(SPECIAL[square])}` : square))));

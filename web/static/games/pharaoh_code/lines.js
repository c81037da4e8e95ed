// The history of a game in words, and what may stand in place of a line.

import { h } from "../../dom.js";
import { badge, glyph, named } from "../../signs.js";
import { labelled, listed, number, t } from "../../texts.js";
import { diceRows } from "./entries.js";
import { pretty } from "./formula.js";
import { picker } from "./picker.js";
import { ROWS } from "./tiles.js";

/** Gives an event in words. */
export function words(event) {
  const key = `pharaoh_code.line.${event.type}`;
  switch (event.type) {
    case "dice_read":
      return t(key, { dice: listed([event.d8, event.d10, event.d12].map(number)) });
    case "laid_out":
      return t(key, { numbers: listed(event.numbers.map(number)) });
    case "judged":
      return labelled(t(key), event.right ? t("pharaoh_code.right") : t("pharaoh_code.wrong"));
    case "voted":
      return labelled(t(key), event.right ? t("pharaoh_code.right") : t("pharaoh_code.wrong"));
    default:
      return t(key, { number: event.number ?? 0, formula: pretty(event.formula ?? "") });
  }
}

/** Gives what may be put in place of a line; preview(event) shows what that would do. */
export function replacements({ event }, game, preview) {
  const instead = (fields) => preview({ ...event, ...fields });
  switch (event.type) {
    case "judged":
    case "voted":
      return h("button.act", { onclick: () => instead({ right: !event.right }) }, glyph(event.right ? "wrong" : "check"), event.right ? t("pharaoh_code.wrong") : t("pharaoh_code.right"));
    case "explained":
      return h("div.row", [true, false].map((right) =>
        h("button.plain", { key: String(right), onclick: () => preview({ type: "judged", claim: event.claim, right }) }, glyph(right ? "check" : "wrong"), right ? t("pharaoh_code.right") : t("pharaoh_code.wrong"))));
    case "number_called":
      return picker({ free: ROWS.flatMap(({ tiles }) => tiles.map((tile) => tile.number)), chosen: [event.number], onPick: (n) => instead({ number: n }) });
    case "dice_read":
      return diceRows(event, (name, pips) => instead({ [name]: pips }));
    case "claimed":
      return h("ul.signs", game.seats.map((seat, i) => i !== event.seat && h("li", { key: i }, h("button.pick", { onclick: () => instead({ seat: i }) }, badge(seat.sign), h("b", named(seat))))));
    default:
      return null;
  }
}

// The history of a game in words, and what may stand in place of a line.

import { h } from "../../dom.js";
import { badge, glyph, named } from "../../signs.js";
import { labelled, listed, number, t } from "../../texts.js";
import { diceRows } from "./entries.js";
import { pretty, writer } from "./formula.js";
import { picker } from "./picker.js";
import { ROWS } from "./tiles.js";

/** Gives an event in words; a verdict with the number that was called, where its line is given. */
export function words(event, line, game) {
  const key = `pharaoh_code.line.${event.type}`;
  switch (event.type) {
    case "dice_read":
      return t(key, { dice: listed([event.d8, event.d10, event.d12].map(number)) });
    case "laid_out":
      return t(key, { numbers: listed(event.numbers.map(number)) });
    case "judged":
      return labelled([t(key), line && numberOf(event.claim, before(line, game))].filter(Boolean).join(" "), event.right ? t("pharaoh_code.right") : t("pharaoh_code.wrong"));
    case "voted":
      return labelled(t(key), event.right ? t("pharaoh_code.right") : t("pharaoh_code.wrong"));
    default:
      return t(key, { number: event.number ?? 0, formula: pretty(event.formula ?? "") });
  }
}

const stands = ({ fate }) => fate === "live" || fate === "corrected";

/** Gives the lines of one round that stand, up to a line and without it. */
const before = (line, game) => game.lines.slice(0, game.lines.findIndex(({ entry }) => entry === line.entry)).filter((each) => stands(each) && each.round === line.round);

/** Gives the number of a claim, as it was called in some lines of a round. */
function numberOf(claim, lines) {
  const event = lines.findLast((each) => each.event.type === "number_called" && each.event.claim === claim)?.event;
  return event && number(event.number);
}

/** Gives what may be put in place of a line; preview(event) shows what that would do. `upsetting` names choices that others' lines would not fit. */
export function replacements(line, game, preview, upsetting) {
  const { event } = line;
  const instead = (fields) => preview({ ...event, ...fields });
  switch (event.type) {
    case "judged":
    case "voted":
      return h("button.act", { onclick: () => instead({ right: !event.right }) }, glyph(event.right ? "wrong" : "check"), event.right ? t("pharaoh_code.wrong") : t("pharaoh_code.right"));
    case "explained":
      return [formulaOf(line, game, preview), h("div.row", { key: "verdict" }, [true, false].map((right) =>
        h("button.plain", { key: String(right), onclick: () => preview({ type: "judged", claim: event.claim, right }) }, glyph(right ? "check" : "wrong"), right ? t("pharaoh_code.right") : t("pharaoh_code.wrong"))))];
    case "number_called":
      return picker({ free: ROWS.flatMap(({ tiles }) => tiles.map((tile) => tile.number)).filter((n) => !upsetting.number.includes(n)), chosen: [event.number], onPick: (n) => instead({ number: n }) });
    case "dice_read":
      return diceRows(event, (name, pips) => instead({ [name]: pips }));
    case "claimed": {
      const others = game.seats.map((_, i) => i).filter((i) => i !== event.seat && !upsetting.seat?.includes(i));
      return others.length > 0 && h("ul.signs", { key: "seats" }, others.map((i) => h("li", { key: i }, h("button.pick", { onclick: () => instead({ seat: i }) }, badge(game.seats[i].sign), h("b", named(game.seats[i]))))));
    }
    default:
      return null;
  }
}

function formulaOf(line, game, preview) {
  const dice = before(line, game).filter(({ event }) => event.type === "dice_read").at(-1)?.event;
  return dice && writer({ id: `fix:${game.record}:${line.entry}`, dice, options: game.options, send: (formula) => preview({ ...line.event, formula }) });
}

// For learners: what wins and what loses within a few turns, as exact shares of the throws to come.

import { h } from "../../dom.js";
import { glyph } from "../../signs.js";
import { currentLanguage, t } from "../../texts.js";

const MOST = 6;

const isAll = ([n, of]) => n === of, isNone = ([n]) => n === 0;

/** Gives a share of throws as a percentage, never rounded to all or nothing. */
function share([n, of]) {
  const pct = Math.min(99, Math.max(1, Math.round((100 * n) / of)));
  return currentLanguage() === "eu" ? `% ${pct}` : `${pct}%`;
}

const said = ({ win, loss }) => [
  !isNone(win) && { isGood: true, text: isAll(win) ? t("pharao.wins") : t("pharao.win_share", { share: share(win) }) },
  !isNone(loss) && { isGood: false, text: isAll(loss) ? t("pharao.loses") : t("pharao.loss_share", { share: share(loss) }) },
].filter(Boolean);

/** Gives what is certain on the squares that a piece can come to. */
export function marksOf({ hints }, piece) {
  const certain = (hints?.moves ?? []).filter(({ event, win, loss }) => (event.piece ?? "3-7") === piece && (isAll(win) || isAll(loss)));
  return new Map(certain.map(({ event, win }) => [event.to, isAll(win) ? "win" : "loss"]));
}

/** Gives what one choice is worth in words; nothing where nothing is decided. */
export function hintOf({ hints }, { rescue }) {
  const found = hints?.moves.find(({ event }) => event.rescue === rescue);
  return found ? said(found).map(({ text }) => text).join(", ") : "";
}

/** Gives the moves that decide something, surest first. */
export function hintsPart({ game: { hints }, view, options }) {
  if (!hints) return options.hints && view.moves.length > 0 ? h("section.register.ph-hints", { key: "hints" }, h("h2", t("pharao.hints")), h("p.soft", t("pharao.looking_ahead"))) : null;
  const weight = ({ win, loss }) => win[0] / win[1] - loss[0] / loss[1];
  const telling = hints.moves.filter(({ event, win, loss }) => event.to && !(isNone(win) && isNone(loss)));
  const good = telling.filter((m) => weight(m) > 0).sort((a, b) => weight(b) - weight(a)).slice(0, MOST);
  const poor = telling.filter((m) => weight(m) < 0).sort((a, b) => weight(a) - weight(b)).slice(0, MOST);
  return h("section.register.ph-hints", { key: "hints" },
    h("h2", t("pharao.hints"), h("small", t("pharao.looking", { n: hints.turns }))),
    telling.length === 0 && h("p.soft", t("pharao.nothing_forced")),
    h("ul", [...good, ...poor].map((move) => h("li", { key: `${move.event.piece}>${move.event.to}` },
      h("b.num", [move.event.piece, move.event.to].filter(Boolean).join(" → ")),
      said(move).map(({ isGood, text }) => h("span", { key: text, class: isGood ? "good" : "bad" }, glyph(isGood ? "check" : "wrong"), text))))));
}

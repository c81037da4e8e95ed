// The table on a television: nothing to press, readable at three metres, no scrolling. At /#tv, /#tv-ko, or /?view=tv.

import { h } from "./dom.js";
import { bare, qrOf } from "./menu.js";
import { gameModule, houseName, roundInTitle, scene, stylesheet } from "./play.js";
import { badge, glyph, named } from "./signs.js";
import { number, t } from "./texts.js";

const styles = stylesheet("/static/tv.css");

/** Gives the whole page. */
export function tvPage(snap) {
  const game = snap.game && gameModule(snap.game.id);
  if (snap.game && !game) return h("main.waiting", { key: "waiting" }, h("p", { role: "status" }, t("page.opening")));
  return h("main.tv", { key: "tv", id: "main" }, snap.game ? playing(game, scene(snap)) : setting(snap));
}

/** Waits until the view looks like one. */
export const ready = () => styles;

const playing = (game, seen) => [
  h("section.scene", { key: "scene", "aria-label": t(`game.${seen.game.id}`) },
    h("h1", t(`game.${seen.game.id}`), !seen.game.outcome && roundInTitle(seen.game) && h("span", roundInTitle(seen.game)), houseName(seen.game) && h("span.house", houseName(seen.game))),
    game.tv.scene(seen)),
  h("aside.wall", { key: "wall" }, seen.game.outcome ? places(seen) : game.tv.wall(seen), game.tv.foot(seen)),
];

function setting({ address: { url, name }, setup }) {
  return [
    h("section.scene.opening", { key: "opening" },
      h("h1", t("page.title"), h("span", t(`game.${setup.game}`))),
      h("div.way",
        url === null
          ? h("p", { key: "nowhere" }, t("page.no_network"))
          : [h("img.qr", { key: "qr", src: qrOf(url), alt: t("setup.qr") }),
             h("p", { key: "way" }, h("span", t("menu.address")), h("b", bare(url)), name && h("span", name), h("span", t("setup.way_help")))]),
      h("span.emblem", { "aria-hidden": "true" }, glyph("scarab"))),
    h("aside.wall", { key: "wall" },
      h("h2", t("setup.seats")),
      h("ol.tvrows", { class: `rows-${setup.seats.length}` }, setup.seats.map((seat, i) => row({ seat, key: seat.sign, more: t(`sign.${seat.sign}`), after: setup.has_start_seat && i === setup.first_seat && h("span.starts", t("setup.starts")) }))),
      h("p.hint", setup.seats.length ? t("setup.press_more") : t("setup.press"))),
  ];
}

function places({ game, seats }) {
  const { standings, reason } = game.outcome;
  const ties = new Set(standings.map(({ tie_break: tieBreak }) => tieBreak).filter(Boolean));
  return [
    h("h2", standings.filter(({ rank }) => rank === 1).length > 1 ? t("end.winners") : t("end.winner")),
    h("ol.tvrows.standing", { class: `rows-${standings.length}` }, standings.map(({ seat, rank, score, tie_break: tieBreak }) =>
      row({ seat: seats[seat], key: seat, rank: number(rank), more: tieBreak && gameModule(game.id).tieCounts?.(game.view.seats[seat], tieBreak), after: h("b.num", number(score)), isLead: rank === 1 }))),
    h("p.hint", t(`reason.${game.id}.${reason}`)),
    [...ties].map((tie) => h("p.hint", { key: tie }, t(`tiebreak.${game.id}.${tie}`))),
  ];
}

/** Gives one row of the wall: rank, badge, name with a line below it, and what stands at its end. */
export const row = ({ seat, key, rank, more, after, isLead = false, isHeard = false }) =>
  h("li", { key, class: isLead ? "lead" : "" },
    rank !== undefined && h("span.rank", rank),
    badge(seat.sign, { heard: isHeard }),
    h("span.nm", { class: seat.name.length > 11 ? "long" : "" }, h("b", named(seat)), more && h("small", more)),
    after);

// The seats: treasure, the two colours, the lines that make a total; and saying which colours are whose.

import { h } from "../../dom.js";
import { badge, glyph, named, nameOf, who } from "../../signs.js";
import { changed, close, open, page, play } from "../../state.js";
import { labelled, listed, number, t } from "../../texts.js";
import { colourName, marker, pawn, points, scarabSign } from "./pawns.js";
import { colourRow } from "./scarabs.js";

export const ranked = (view) => [...view.seats].sort((a, b) => b.score - a.score || a.seat - b.seat);

export const markersOf = (colours, { isSpoken = true } = {}) =>
  h("span.pa-markers", colours ? colours.map((colour) => marker(colour, { key: colour, isSpoken })) : [marker(null), marker(null)]);

export function seatsPart(seen) {
  const { view, seats, heard } = seen, order = ranked(view), best = order[0].score, hasBegun = order.some(({ lines }) => lines.length > 0);
  return h("section.register", { key: "seats" },
    h("h2", t("pairamid.treasure"), view.seats.some(({ colours }) => !colours) && h("small", t("pairamid.colours_missing"))),
    h("ul.pa-seats", { class: `of-${order.length}` }, order.map(({ seat, score, colours }) =>
      h("li", { key: seat, class: hasBegun && score === best ? "lead" : "" },
        h("button", { "aria-haspopup": "dialog", "aria-label": `${nameOf(seats[seat])}: ${t("pairamid.tokens", { n: score })}, ${colours ? listed(colours.map(colourName)) : t("pairamid.colours_missing")}`, onclick: () => open("lines", { seat }) },
          h("span.pa-has", badge(seats[seat].sign, { heard: heard === seats[seat].sign }), h("span.pts.num", number(score))),
          h("span.name", { class: nameOf(seats[seat]).length > 9 ? "long" : "" }, named(seats[seat])),
          markersOf(colours, { isSpoken: false }))))));
}

/** Says whether this phone may say the colours of a seat now. */
export function mayColour({ view, isHost, seat: own }, seat) {
  const isOpen = !view.seats[seat].colours || view.scarabs.every(({ at }) => at === 0);
  return view.phase !== "over" && isOpen && (isHost || own === seat);
}

/** Gives the lines that make a total, newest last, each with the total so far. */
export function linesSheet(snap, { seat }) {
  const { game, you } = snap;
  if (!game?.seats[seat]) return null;
  const { score, lines, colours } = game.view.seats[seat];
  let sum = 0;
  return {
    title: [badge(game.seats[seat].sign), " ", named(game.seats[seat])],
    body: [
      h("p.pa-own", markersOf(colours), !colours && h("span.soft", t("pairamid.colours_missing"))),
      mayColour({ view: game.view, isHost: you.is_host, seat: you.seat }, seat) && h("button.plain.wide", { onclick: () => open("colours", { seat }) }, glyph("pen"), t("pairamid.choose_colours")),
      lines.length === 0
        ? h("p.soft", t("pairamid.no_lines"))
        : h("table.pa-sum",
            h("thead", h("tr", h("th", h("span.vh", t("pairamid.nth"))), h("th", t("pairamid.met")), h("th.r", t("pairamid.counts")), h("th.r", t("pairamid.total")))),
            h("tbody", lines.map(({ round, colour, scarab, points: each }, i) => h("tr", { key: i },
              h("td.soft", number(round)),
              h("td", h("span.pa-met", pawn(colour), scarabSign(scarab))),
              h("td.r", points(each)),
              h("td.r.num", number((sum += each)))))),
            h("tfoot", h("tr", h("th", { colspan: 3 }, t("pairamid.total")), h("td.r.num.total", number(score))))),
    ],
  };
}

/** Two touches say which colours a seat has. */
function pairPicker({ view }, seat) {
  const half = page.mine.pairamidHalf?.seat === seat ? page.mine.pairamidHalf.colour : null, { colours: now } = view.seats[seat];
  const pick = (colour) => {
    if (half === null) page.mine.pairamidHalf = { seat, colour };
    else {
      page.mine.pairamidHalf = null;
      if (half !== colour) return play({ type: "colours_taken", seat, first: half, second: colour }).then((answer) => answer && page.sheet?.name === "colours" && close());
    }
    changed();
  };
  return [
    now && half === null && h("p.pa-own", markersOf(now)),
    colourRow(view.colours.map(({ colour }) => colour), { chosen: half ?? [], onPick: pick, label: t("pairamid.your_colours") }),
  ];
}

/** Gives this seat's own first touch; for the host also whose colours are still missing once play is over. */
export function coloursPart(seen) {
  const { view, seat, seats, isHost } = seen, isLast = view.phase === "colours";
  const missing = view.seats.filter(({ colours, seat: each }) => !colours && each !== seat).map(({ seat: each }) => each);
  return [
    seat !== null && !view.seats[seat].colours && view.phase !== "over" && h("section.register", { key: "own-colours" },
      h("h2", t("pairamid.your_colours"), !isLast && h("small", t("pairamid.can_wait"))),
      pairPicker(seen, seat)),
    isLast && missing.length > 0 && h("section.register", { key: "all-colours" },
      h("h2", t("pairamid.whose_colours"), h("small", t("pairamid.colours_missing"))),
      h("ul.pa-missing", missing.map((each) => h("li", { key: each }, who(seats[each]),
        isHost && h("button.plain", { "aria-label": labelled(t("pairamid.choose_colours"), nameOf(seats[each])), onclick: () => open("colours", { seat: each }) }, glyph("pen"), t("pairamid.choose")))))),
  ];
}

/** Says whose colours are which: of one seat, or of all, one after the other. */
export function coloursSheet(snap, { seat = null }) {
  const { game, you } = snap;
  if (!game) return null;
  const seen = { view: game.view, isHost: you.is_host, seat: you.seat };
  if (seat !== null) {
    return mayColour(seen, seat) ? { title: [badge(game.seats[seat].sign), " ", named(game.seats[seat])], body: [h("p.soft", t("pairamid.two_touches")), pairPicker(seen, seat)] } : null;
  }
  return {
    title: t("pairamid.whose_colours"),
    body: h("ul.pa-missing", game.view.seats.map(({ seat: each, colours }) => h("li", { key: each }, who(game.seats[each]), markersOf(colours),
      mayColour(seen, each) && h("button.tool", { "aria-label": labelled(t("pairamid.choose_colours"), nameOf(game.seats[each])), onclick: () => open("colours", { seat: each }) }, glyph("pen"))))),
  };
}

/** Gives all scorings in their order: who met what, and what each seat got. */
export function courseOf(view) {
  const made = new Map();
  for (const { seat, lines } of view.seats) {
    for (const { round, colour, scarab, points: each } of lines) {
      const key = `${round}:${scarab}`;
      if (!made.has(key)) made.set(key, { round, colour, scarab, gains: [] });
      made.get(key).gains.push({ seat, points: each });
    }
  }
  return [...made.values()].sort((a, b) => a.round - b.round);
}

export const coursePart = ({ view, seats }) => {
  const made = courseOf(view);
  return made.length > 0 && h("section.register", { key: "course" },
    h("h2", t("pairamid.course")),
    h("ol.pa-course", made.map(({ round, colour, scarab, gains }) => h("li", { key: `${round}:${scarab}` },
      h("span.soft.num", number(round)), pawn(colour), scarabSign(scarab),
      h("span.pa-whose", gains.map(({ seat, points: each }) => h("span.pa-gain", { key: seat }, badge(seats[seat].sign, { spoken: true }), points(each))))))));
};


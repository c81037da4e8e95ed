// The building sites: one's own as it is built, of the others what lies on top and how high it is.

import { h } from "../../dom.js";
import { badge, named, nameOf } from "../../signs.js";
import { open } from "../../state.js";
import { labelled, listed, number, signed, t } from "../../texts.js";
import { sign } from "./glyphs.js";
import { PLACES, course, placeName, print, familyOf, tileName, valueOf } from "./tiles.js";

const sumOf = (tiles) => tiles.reduce((sum, tile) => sum + valueOf(tile), 0);

const spokenStack = (tiles) => (tiles.length ? listed(tiles.map(tileName)) : t("giza.nothing"));

/** Gives a site as stacks seen from the side; touch(place) gives what a touch on a place does, or null. */
export function drawnSite(site, { label, touch = () => null }) {
  return h("div.gz-site", { role: "group", "aria-label": label }, site.places.map((each) => {
    const { place, tiles, is_peak: isPeak } = each, act = touch(each);
    const text = [labelled(placeName(place), spokenStack(tiles)), isPeak && t("giza.peak"), act?.text].filter(Boolean).join(". ");
    const body = [
      [...tiles].reverse().map((tile, i) => course(tile, tiles.length - i)),
      tiles.length === 0 && h("span.gz-empty", { key: "empty" }, sign(place === "sphinx" ? "sphinx" : "pyramid")),
      h("span.gz-ground", { key: "ground" }),
      h("span.gz-under", { key: "sum" }, tiles.length ? signed(sumOf(tiles)) : "–"),
    ];
    return act
      ? h("button.gz-stack", { key: place, class: act.class, "aria-label": text, disabled: !act.run, "aria-pressed": act.isAim === undefined ? undefined : String(act.isAim), onclick: act.run ?? undefined }, body)
      : h("span.gz-stack", { key: place, role: "img", "aria-label": text }, body);
  }));
}

/** Gives sites as a table of what lies on top. */
export function topsTable({ view, seats, heard }, order, { touch = () => null, isDeep = true } = {}) {
  return h("div.gz-room", { key: "room" },
    h("div.gz-heads", { key: "heads", "aria-hidden": "true" }, h("span"), PLACES.map((place) => h("span", { key: place }, sign(place === "sphinx" ? "sphinx" : "pyramid")))),
    h("ul.gz-tops", { key: "tops" }, order.map((seat) => h("li", { key: seat, class: view.turn === seat ? "turn" : "" },
      owner({ view, seats, heard }, seat),
      view.sites[seat].places.map((each) => topOf(seats[seat], seat, each, touch(seat, each), isDeep))))));
}

function owner({ view, seats, heard }, seat) {
  const { score } = view.seats[seat], body = [badge(seats[seat].sign, { heard: heard === seats[seat].sign }), h("b.name", named(seats[seat])), score !== null && h("span.num.gz-sofar", { key: "sum" }, number(score))];
  return score === null || view.phase === "counting"
    ? h("span.gz-owner", { key: "owner" }, body.slice(0, 2))
    : h("button.gz-owner", { key: "owner", "aria-haspopup": "dialog", "aria-label": `${nameOf(seats[seat])}: ${t("giza.sum")} ${number(score)}`, onclick: () => open("lines", { seat }) }, body);
}

function topOf(seat, at, { place, top, height, is_peak: isPeak }, act, isDeep) {
  const looks = top === null ? "none" : `${familyOf(top)}${valueOf(top) < 0 ? " below" : ""}`, isHigh = isDeep && height > 1;
  const text = [nameOf(seat), labelled(placeName(place), top === null ? t("giza.nothing") : tileName(top)), isHigh && t("giza.high", { n: height }), isPeak && t("giza.peak"), act?.text].filter(Boolean).join(". ");
  const body = [top !== null && h("span.gz-print", { key: "print" }, print(top)), isHigh && h("small", { key: "high" }, `×${number(height)}`)];
  const shape = { key: place, class: `gz-top ${looks} ${act?.class ?? ""}`.trim(), "aria-label": text };
  return act
    ? h("button", { ...shape, disabled: !act.run, "aria-pressed": act.isAim === undefined ? undefined : String(act.isAim), onclick: act.run ?? undefined }, body)
    : h("span", { ...shape, role: "img" }, body);
}

/** Gives the seats in the order of play, one's own first. */
export const around = ({ view, seat }) => view.sites.map((_, i) => (i + (seat ?? 0)) % view.sites.length);

/** Says where: the badge of whose site it is, and the place. */
export const where = (seats, { site, place }) => h("span.gz-where", badge(seats[site].sign, { spoken: true }), placeName(place));


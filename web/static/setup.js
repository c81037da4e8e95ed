// Before the game: the way here, the seats round the table, and for the host who plays what.

import { h } from "./dom.js";
import { settled } from "./draft.js";
import { address, host } from "./menu.js";
import { gamePart, optionsPart, seatCount, wayName } from "./options.js";
import { profilePart } from "./profile.js";
import { seatList } from "./seats.js";
import { mySeat, seatingSwitch, sitting } from "./sitting.js";
import { sky } from "./sky.js";
import { glyph } from "./signs.js";
import { act, page } from "./state.js";
import { number, t } from "./texts.js";

export function setupPage(snap) {
  const { you } = snap, own = mySeat(snap);
  return {
    sky: sky({ title: t("page.title"), own, heard: page.heard, main: skyMain(snap) }),
    main: you.is_host ? [gamePart(snap), seats(snap), optionsPart(snap), profilePart(snap), place(snap, own), way(snap)] : [seats(snap), profilePart(snap), place(snap, own), way(snap), hosting(snap)],
    bar: you.is_host ? startBar(snap) : null,
  };
}

const skyMain = (snap) =>
  h("div.sky-main.setting",
    h("span.emblem", { "aria-hidden": "true" }, glyph("scarab")),
    h("p", h("b", t(`game.${snap.setup.game}`)), wayName(snap) && h("span.way", wayName(snap)), h("span", snap.setup.seats.length ? t("setup.press_more") : t("setup.press"))));

function seats(snap) {
  return h("section.register", { key: "seats" },
    h("h2", t("setup.seats"), h("small", seatCount(gameOf(snap)))),
    snap.setup.seats.length === 0 && h("p.soft", t("setup.nobody")),
    seatList(snap),
    snap.you.is_host && seatingSwitch(snap));
}

const place = (snap, own) =>
  h("section.register", { key: "place" }, h("h2", own ? t("menu.seat") : t("sit.title")), sitting(snap));

const way = (snap) =>
  h("section.register", { key: "way" }, h("h2", t("menu.address"), snap.address.url !== null && h("small", t("setup.way_help"))), address(snap));

const hosting = (snap) =>
  h("section.register", { key: "hosting" }, h("h2", t("menu.host"), h("small", t("page.optional"))), host(snap));

export const gameOf = (snap) => snap.games.find(({ id }) => id === snap.setup.game);

function startBar(snap) {
  const { low, high } = gameOf(snap), count = snap.setup.seats.length;
  const fits = count >= low && count <= high;
  return h("div.bar", { key: "bar" },
    h("button.act", { key: "start", disabled: !fits, onclick: start },
      fits ? t("setup.start") : count < low ? t("setup.too_few", { low: number(low) }) : t("setup.too_many", { high: number(high) })));
}

// a name that was just typed goes first
async function start() {
  act("/api/start", { version: await settled() });
}

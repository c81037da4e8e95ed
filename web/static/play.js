// A game that is being played, or was: loads its module and puts its parts on the page.

import { h } from "./dom.js";
import { endBar, endMain } from "./end.js";
import { hostBar } from "./host.js";
import { sky } from "./sky.js";
import { changed, page } from "./state.js";
import { learn, t } from "./texts.js";

const loaded = new Map();

/** Gives a game's module once it, its texts and its looks are here, null before; asks for them the first time. */
export const gameModule = (id) => (id ? once(id, async () => {
  const [module] = await Promise.all([import(`./games/${id}.js`), stylesheet(`/static/games/${id}.css`), learn(id)]);
  return module;
}) : null);

/** Says whether a game's texts are here; asks for them the first time. */
export const knows = (id) => once(`texts of ${id}`, () => learn(id).then(() => true)) ?? false;

function once(key, load) {
  if (!loaded.has(key)) {
    loaded.set(key, null);
    load().then(
      (came) => {
        loaded.set(key, came);
        changed();
      },
      () => {
        loaded.delete(key);
        setTimeout(changed, 2_000);
      },
    );
  }
  return loaded.get(key);
}

/** Gives a promise of a stylesheet. */
export function stylesheet(href) {
  return new Promise((done, failed) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: failed });
    document.head.append(link);
  });
}

/** Gives what a game's parts are drawn from. */
export function scene(snap) {
  const { game, you } = snap;
  const seat = you.seat;
  return {
    game,
    view: game.view,
    seats: game.seats,
    options: game.options,
    seat,
    isHost: you.is_host,
    mayEnter: you.is_host || seat !== null,
    isPaused: snap.clock.is_paused,
    heard: page.heard,
  };
}

/** Names a round, or a turn where the game counts those. */
export const roundName = (id, round) => gameModule(id)?.roundName?.(round) ?? t("play.round", { round });

/** What stands beside the title: the round, unless the game says it more fully itself. */
export const roundInTitle = ({ id, round }) => (gameModule(id)?.saysRound ? null : roundName(id, round));

/** Says in a word or two that something of the copy's print is our own; null where nothing is. */
export function houseName({ id, stand_ins: names }) {
  if (names.length === 0 || !knows(id)) return null;
  return names.length === 1 ? t(`${id}.stand_in.${names[0]}`) : t("profile.house_values");
}

/** What is our own in place of the print, thing by thing. */
export function houseSheet({ game }) {
  if (!game?.stand_ins.length) return null;
  return {
    title: t("profile.house_values"),
    body: [
      h("p", game.profile ? t("profile.house_rest") : t("profile.house")),
      h("ul.bullets", game.stand_ins.map((name) => h("li", { key: name }, t(`${game.id}.stand_in.${name}`)))),
    ],
  };
}

export function playPage(snap) {
  const game = gameModule(snap.game.id), seen = scene(snap);
  const own = seen.seat === null ? null : seen.seats[seen.seat];
  const top = { title: t(`game.${snap.game.id}`), own, round: roundInTitle(snap.game), house: houseName(snap.game), heard: page.heard };
  if (!game) return { sky: sky(top), main: h("p.register.soft", { role: "status" }, t("page.opening")) };
  if (snap.game.outcome) return { sky: sky({ ...top, round: null }), main: [endMain(seen), game.afterword(seen)], bar: hostBar(seen, endBar(seen)) };
  return { sky: sky({ ...top, main: game.skyMain(seen) }), main: game.main(seen), bar: hostBar(seen, game.bar(seen)) };
}

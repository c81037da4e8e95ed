// What the host has at hand: a bar with the next thing to do, and a sheet with all that can wait.

import { h } from "./dom.js";
import { lineTexts } from "./history.js";
import { gameModule, scene } from "./play.js";
import { seatingSwitch } from "./sitting.js";
import { glyph } from "./signs.js";
import { act, close, open, page, tell, tellTable } from "./state.js";
import { sure } from "./sure.js";
import { t } from "./texts.js";

/** Gives the bar at the foot of a game: what the game wants next, and the host's own two buttons. */
export function hostBar({ isHost, game }, next) {
  if (!isHost && !next) return null;
  return h("div.bar", { key: "bar" },
    isHost && h("button.plain.slim", { key: "back", disabled: game.retractable === null, onclick: takeBack }, glyph("undo"), h("span", t("host.take_back"))),
    isHost && h("button.plain.slim", { key: "more", "aria-haspopup": "dialog", onclick: () => open("host") }, glyph("hand"), h("span", t("host.title"))),
    next);
}

async function takeBack() {
  const { log, retractable } = page.snap.game, what = lineOf(retractable, scene(page.snap));
  if (await act("/api/retract", { log }, `retract:${log}`)) tell([t("host.taken_back"), " ", what], { isRefusal: false });
}

const redo = () => act("/api/redo", { log: page.snap.game.log }, `redo:${page.snap.game.log}`);

export function hostSheet(snap, { isSure = false }) {
  if (!snap.you.is_host || !snap.game) return null;
  const { game } = snap, seen = scene(snap);
  return {
    title: t("host.title"),
    body: [
      h("ul.tasks",
        gameModule(game.id)?.hostTasks(seen).map((task) => h("li", { key: task.id }, taskButton(task))),
        h("li", { key: "back" }, taskButton({ icon: "undo", text: t("host.take_back"), help: lineOf(game.retractable, seen), isOff: game.retractable === null, run: takeBack })),
        h("li", { key: "redo" }, taskButton({ icon: "turn", text: t("host.redo"), help: lineOf(game.redoable, seen), isOff: game.redoable === null, run: redo })),
        h("li", { key: "correct" }, taskButton({ icon: "pen", text: t("host.correct"), help: t("host.correct_help"), run: () => open("history", { isFixing: true }) })),
        h("li", { key: "seating" }, seatingSwitch(snap)),
        h("li", { key: "forget" }, taskButton({ icon: "phone", text: t("host.forget"), help: t("host.forget_help"), run: () => open("forget") })),
        h("li", { key: "end" }, isSure ? sureToClose() : taskButton({ icon: "wrong", text: t("host.close_game"), help: t("host.close_game_help"), run: () => open("host", { isSure: true }) }))),
    ],
  };
}

/** Asks once more: whoever is forgotten has to hold a button again. */
export function forgetSheet({ you, seating }) {
  if (!you.is_host) return null;
  return {
    title: t("host.forget"),
    body: sure(t("host.forget"), {
      ask: [t("host.forget_sure"), seating.hosts > 1 && [" ", h("b", t("host.leading", { n: seating.hosts }))]],
      run: forget,
    }),
  };
}

async function forget() {
  if (!(await tellTable("/api/forget", {}))) return;
  close();
  tell(t("host.forgotten"), { isRefusal: false });
}

const taskButton = ({ icon, text, help, isOff = false, run }) =>
  h("button.task", { disabled: isOff, onclick: run }, glyph(icon), h("span", h("b", text), help && h("small", help)));

const sureToClose = () =>
  sure(t("host.close_game"), {
    ask: t("host.close_game_sure"),
    no: () => open("host"),
    run: async () => (await act("/api/close", {})) && close(),
  });

/** Gives an entry in words; what is no line of the history is a correction. */
function lineOf(entry, seen) {
  if (entry === null) return null;
  const line = lineTexts(seen).find((l) => l.entry === entry);
  return line ? [line.seat && [h("bdi", line.name), " · "], line.text] : t("host.a_correction");
}

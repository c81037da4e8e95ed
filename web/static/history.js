// What happened, line by line, with what was taken back struck out; and how the host corrects a line.

import { h } from "./dom.js";
import { gameModule, scene } from "./play.js";
import { badge, glyph, nameOf } from "./signs.js";
import { act, changed, close, open, page, tellTable } from "./state.js";
import { t } from "./texts.js";

/** Gives the lines of the game in words, oldest first: text, what was first entered, whose it is. */
export function lineTexts({ game, seats }) {
  const words = gameModule(game.id)?.words;
  if (!words) return [];
  return game.lines.map((line) => ({
    ...line,
    seat: seats[line.seat] ?? null,
    name: seats[line.seat] ? nameOf(seats[line.seat]) : "",
    text: words(line.event),
    before: line.was && words(line.was),
  }));
}

const isFixable = ({ fate }) => fate === "live" || fate === "corrected";

export function historySheet(snap, { isFixing = false }) {
  if (!snap.game) return null;
  const lines = lineTexts(scene(snap)).reverse(), mayFix = isFixing && snap.you.is_host;
  return {
    title: mayFix ? t("history.fix") : t("history.title"),
    body: [
      h("p.soft", mayFix ? t("history.fix_help") : t("history.help")),
      lines.length ? h("ol.lines", lines.map((line) => h("li", { key: line.entry }, mayFix && isFixable(line) ? fixable(line) : plainLine(line)))) : h("p", t("history.empty")),
    ],
  };
}

const words = ({ seat, name, text, before, fate, origin }) => [
  seat ? badge(seat.sign) : h("span.seat.none"),
  h("span.what",
    seat && h("bdi.name", name),
    before && h("s", { key: "before" }, before),
    h(fate === "retracted" || fate === "set_aside" ? "s" : "span", { key: "text" }, text),
    fate === "live" ? h("small", t(`origin.${origin}`)) : h("small.bad", t(`fate.${fate}`))),
];

const plainLine = (line) => h("div.line", words(line));

const fixable = (line) => h("button.line", { onclick: () => open("correct", { entry: line.entry }) }, words(line), glyph("pen"));

/** First what shall stand there instead, then what no longer fits, then done. */
export function correctSheet(snap, { entry, choice, misfits }) {
  const line = snap.game && lineTexts(scene(snap)).find((l) => l.entry === entry);
  if (!line || !snap.you.is_host) return null;
  const preview = (replacement) => look(entry, replacement);
  return {
    title: t("history.fix_one"),
    body: [
      h("div.line.now", words(line)),
      choice === undefined
        ? h("div.stack", { key: "choose" },
            gameModule(snap.game.id).replacements(line, snap.game, preview),
            h("button.plain", { onclick: () => preview(null) }, glyph("wrong"), t("history.remove")))
        : h("div.stack", { key: "confirm" }, confirming(snap, choice, misfits)),
    ],
    bar: choice !== undefined && [
      h("button.plain", { onclick: () => open("correct", { entry }) }, t("page.back")),
      h("button.act", { onclick: () => commit(entry, choice, misfits) }, t("history.do_it")),
    ],
  };
}

function confirming(snap, choice, misfits) {
  const seen = scene(snap), lines = lineTexts(seen);
  return [
    h("p", h("b", choice === null ? t("history.will_remove") : t("history.will_replace")), " ", choice && gameModule(snap.game.id).words(choice)),
    misfits.length === 0
      ? h("p.note", t("history.all_fits"))
      : [h("p.note.no", t("history.misfits", { n: misfits.length })),
         h("ol.lines", lines.filter((l) => misfits.includes(l.entry)).map((l) => h("li", { key: l.entry }, plainLine(l))))],
  ];
}

async function look(entry, choice) {
  const answer = await tellTable("/api/correction", { entry, replacement: choice });
  if (!answer || page.sheet?.entry !== entry) return;
  Object.assign(page.sheet, { choice, misfits: answer.misfits });
  changed();
}

async function commit(entry, replacement, misfits) {
  const { log } = page.snap.game;
  if (await act("/api/correct", { log, entry, replacement, set_aside: misfits }, `correct:${log}`)) close();
}

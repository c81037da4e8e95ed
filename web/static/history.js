// What happened, line by line, with what was taken back struck out; and how the host corrects a line.

import { h } from "./dom.js";
import { readOn, wholeGame } from "./earlier.js";
import { gameModule, roundName, scene } from "./play.js";
import { badge, glyph, named, nameOf } from "./signs.js";
import { act, changed, close, open, page, play, tellTable } from "./state.js";
import { late } from "./sure.js";
import { number, t } from "./texts.js";

/** Gives the lines of the game in words, oldest first: text, what was first entered, whose it is. */
export function lineTexts({ game, seats }) {
  const words = gameModule(game.id)?.words;
  if (!words) return [];
  return game.lines.map((line) => ({
    ...line,
    seat: seats[line.seat] ?? null,
    name: seats[line.seat] ? nameOf(seats[line.seat]) : "",
    text: words(line.event, line, game),
    before: line.was && words(line.was, line, game),
  }));
}

function byRound(lines) {
  const found = [];
  for (const line of lines) {
    if (found.at(-1)?.round !== line.round) found.push({ round: line.round, its: [] });
    found.at(-1).its.push(line);
  }
  return found;
}

/** Gives what lines are told from, earlier ones too where they were asked for. */
const whole = (snap) => scene({ ...snap, game: wholeGame(snap) });

const isFixable = ({ fate, origin }) => origin !== "chance" && (fate === "live" || fate === "corrected");

export function historySheet(snap, { isFixing = false }) {
  if (!snap.game) return null;
  const seen = whole(snap), lines = lineTexts(seen).reverse(), mayFix = isFixing && snap.you.is_host;
  return {
    title: mayFix ? t("history.fix") : t("history.title"),
    body: [
      h("p.soft", mayFix ? t("history.fix_help") : t("history.help")),
      lines.length === 0 && h("p", t("history.empty")),
      byRound(lines).map(({ round, its }, i) => h("section", { key: `${i} ${round}` },
        h("h3", roundName(snap.game.id, round)),
        h("ol.lines", its.map((line) => h("li", { key: line.entry }, mayFix && isFixable(line) ? fixable(line) : plainLine(line)))))),
      seen.game.has_earlier_lines && h("button.plain.wide", { key: "earlier", onclick: () => readOn(snap) }, glyph("down"), t("history.earlier")),
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
export function correctSheet(snap, { entry, choice, tried }) {
  const seen = snap.game && whole(snap), line = seen && lineTexts(seen).find((l) => l.entry === entry);
  if (!line || !snap.you.is_host) return null;
  // a slip may have to be put right in another line than the one that shows it
  const preview = (replacement, at = entry) => {
    if (at !== entry) open("correct", { entry: at });
    look(at, replacement);
  };
  return {
    title: t("history.fix_one"),
    body: [
      h("div.line.now", words(line)),
      choice === undefined
        ? h("div.stack", { key: "choose" }, choosing(line, seen.game, preview))
        : h("div.stack", { key: "confirm" }, confirming(seen, entry, choice, tried)),
    ],
    bar: choice !== undefined && [
      h("button.plain", { onclick: () => open("correct", { entry }) }, t("page.back")),
      h("button.act", { hook: late, onclick: () => commit(entry, choice, tried.misfits) }, t("history.do_it")),
    ],
  };
}

/** Gives what may stand there instead, and the ways to say that it never was, once the table has told them. */
function choosing(line, game, preview) {
  const sheet = page.sheet, of = `${game.log} ${line.entry}`;
  if (sheet.mendingOf !== of) {
    Object.assign(sheet, { mendingOf: of, mending: null });
    tellTable("/api/before", { entry: line.entry }).then((answer) => {
      if (sheet.mendingOf === of) sheet.mending = answer;
      changed();
    });
  }
  if (!sheet.mending) return null;
  const instead = gameModule(game.id).replacements(line, game, preview, sheet.mending.upsetting);
  if (!instead && sheet.mending.never_was.length === 0) return h("p.note", t("history.rests_on_it"));
  return [instead, sheet.mending.never_was.map(({ entry, replacement }, i) =>
    h("button.plain", { key: `never${i}`, onclick: () => (entry === null ? enterNow(replacement) : preview(replacement, entry)) },
      glyph("wrong"), replacement ? t(`${game.id}.never_was.${replacement.type}`) : t("history.remove")))];
}

async function enterNow(event) {
  if (await play(event, { needsLog: true })) close();
}

function confirming(seen, entry, choice, { misfits, scores, is_over: isOver }) {
  const { game } = seen, lines = lineTexts(seen);
  return [
    h("p", h("b", choice === null ? t("history.will_remove") : t("history.will_replace")), " ", choice && gameModule(game.id).words(choice, game.lines.find((line) => line.entry === entry), game)),
    misfits.length === 0
      ? h("p.note", t("history.all_fits"))
      : [h("p.note.no", t("history.misfits", { n: misfits.length })),
         h("ol.lines", lines.filter((l) => misfits.includes(l.entry)).map((l) => h("li", { key: l.entry }, plainLine(l))))],
    scores && pointsThen(game, scores),
    isOver !== null && isOver !== (game.outcome !== null) && h("p.note", isOver ? t("history.ends") : t("history.goes_on")),
  ];
}

/** Whose points would change, from what to what. */
function pointsThen({ seats }, scores) {
  const changing = scores.map(([before, after], seat) => ({ seat, before, after })).filter(({ before, after }) => before !== after);
  if (changing.length === 0) return scores.some(([before]) => before !== null) && h("p.soft", t("history.scores_same"));
  return [
    h("h3", t("history.scores")),
    h("ul.lines", changing.map(({ seat, before, after }) => h("li", { key: seat }, h("div.line",
      badge(seats[seat].sign),
      h("span.what", h("bdi.name", named(seats[seat])), h("span.num", number(before), " → ", h("b", number(after)))))))),
  ];
}

async function look(entry, choice) {
  const answer = await tellTable("/api/correction", { entry, replacement: choice });
  if (!answer || page.sheet?.entry !== entry) return;
  Object.assign(page.sheet, { choice, tried: answer });
  changed();
}

async function commit(entry, replacement, misfits) {
  const { log } = page.snap.game;
  if (await act("/api/correct", { log, entry, replacement, set_aside: misfits }, `correct:${log}`)) close();
}

// The printed board of one's own copy, entered on the page: points over a photo, ways between them, chambers, doors.
// The photo never leaves the phone. Whether the board holds together is for the rules to say, after each change.

import { Refused, say } from "../../api.js";
import { h } from "../../dom.js";
import { remember, remembered } from "../../keep.js";
import { glyph } from "../../signs.js";
import { changed } from "../../state.js";
import { number, refusal, signed, t } from "../../texts.js";
import { COLOURS, colourName, pawn, SHAPES } from "./pawns.js";
import * as plan from "./plan.js";
import { sketch } from "./sketch.js";

const ASIDE = "pairamid.board", LOOK_AFTER_MS = 500, MOST_BACK = 50, MOST_FAULTS = 4, HOUSE_COLOURS = COLOURS.slice(0, 6);
const at = { chosen: null, isLinking: false, photo: null, past: [], board: null };   // board: what was shown last
let looked = { of: null, result: null }, lookTimer = 0, picker = null;

/** Gives the editors of fields that the generic form can't enter. */
export const profileParts = (values, change) => ({ board: field(values, (board) => change({ board })) });

function field(values, set) {
  const { board } = values;
  return h("div.field.pa-editor", { role: "group", "aria-label": t("profile.pairamid.board") },
    h("b", t("profile.pairamid.board")), h("small.soft", t("profile.pairamid.board.help")),
    board ? editor(values, set) : beginning(set));
}

function beginning(set) {
  const begin = (board) => {
    Object.assign(at, { chosen: null, isLinking: false, past: [], board });
    set(board);
  };
  const aside = setAside();
  return h("div.stack", { key: "begin" },
    aside && h("button.plain.wide", { key: "aside", onclick: () => begin(aside) }, glyph("undo"), t("pairamid.edit.go_on")),
    h("button.plain.wide", { key: "photo", onclick: () => choosePhoto((wide, high) => begin(plan.shaped(plan.EMPTY, wide, high))) }, glyph("plus"), t("pairamid.edit.over_photo")),
    h("button.plain.wide", { key: "blank", onclick: () => begin(plan.EMPTY) }, glyph("pen"), t("pairamid.edit.blank")));
}

function setAside() {
  try {
    const board = JSON.parse(remembered(ASIDE));
    return board && { ...plan.EMPTY, ...board };
  } catch {
    return null;
  }
}

/** Shows a photo under the drawing, and gives its width and height; it is only looked at, on this phone. */
function choosePhoto(then) {
  picker = Object.assign(document.createElement("input"), { type: "file", accept: "image/*" });
  picker.onchange = () => {
    const [file] = picker.files;
    if (!file) return;
    dropPhoto();
    const url = URL.createObjectURL(file), image = Object.assign(new Image(), { src: url });
    image.onload = () => {
      at.photo = url;
      then(image.naturalWidth, image.naturalHeight);
      changed();
    };
    image.onerror = () => URL.revokeObjectURL(url);
  };
  picker.click();
}

function dropPhoto() {
  if (at.photo) URL.revokeObjectURL(at.photo);
  Object.assign(at, { photo: null });
  changed();
}

function editor(values, set) {
  const { board } = values;
  if (board !== at.board && JSON.stringify(board) !== JSON.stringify(at.board)) Object.assign(at, { chosen: null, isLinking: false, past: [], board });
  if (!plan.spaceIn(board, at.chosen)) at.chosen = null;
  const show = (next) => {
    at.board = next;
    set(next);
  };
  const make = (next, chosen = at.chosen) => {
    at.past = [...at.past, board].slice(-MOST_BACK);
    at.chosen = chosen;
    show(next);
  };
  const { isLinking, photo } = at, choose = (chosen) => {
    at.chosen = chosen;
    changed();
  };
  const add = (x, y) => board.spaces.length < plan.MOST_SPACES && make(...plan.added(board, x, y, at.chosen));
  const on = {
    tap: (name) => (isLinking && at.chosen && at.chosen !== name ? make(plan.linked(board, at.chosen, name), name) : choose(name)),
    drop: (name, x, y) => make(plan.moved(board, name, x, y), name),
    ground: (x, y) => (isLinking ? choose(null) : add(x, y)),
    again: changed,
  };
  const found = look(values), faults = found instanceof Refused ? [found, ...found.also].map((fault) => ({ ...fault, message: fault.message, space: spaceOf(board, fault) })) : [];
  return h("div.stack", { key: "edit" },
    h("div.segments", { key: "mode", role: "group", "aria-label": t("pairamid.edit.mode") }, [false, true].map((linking) =>
      h("button", { key: String(linking), "aria-pressed": String(linking === isLinking), onclick: () => switchTo(linking) }, linking ? t("pairamid.edit.link") : t("pairamid.edit.add")))),
    h("p.soft.small", { key: "help" }, isLinking ? t("pairamid.edit.link_help") : t("pairamid.edit.add_help")),
    sketch(board, { photo, chosen: at.chosen, faulty: new Set(faults.map(({ space }) => space)), on }),
    h("div", { key: "found", role: "status" }, foundPart(board, found, faults, choose)),
    h("div.row", { key: "tools" },
      h("button.plain", { key: "undo", disabled: at.past.length === 0, onclick: () => show(at.past.pop()) }, glyph("undo"), t("pairamid.edit.undo")),
      h("button.plain", { key: "photo", onclick: photo ? dropPhoto : () => choosePhoto((wide, high) => make(plan.shaped(at.board, wide, high))) }, photo ? t("pairamid.edit.no_photo") : t("pairamid.edit.photo"))),
    h("div.pa-choosing", { key: "choose" },
      h("label", h("span", t("pairamid.edit.space")),
        h("select.input", { onchange: ({ target }) => choose(target.value || null) },
          h("option", { key: "", value: "", selected: at.chosen === null }, "–"),
          board.spaces.map(({ name }) => h("option", { key: name, value: name, selected: name === at.chosen }, name)))),
      h("button.tool", { "aria-label": t("pairamid.edit.add_one"), onclick: () => addBeside(board, add) }, glyph("plus"))),
    at.chosen && spaceSheet(values, plan.spaceIn(board, at.chosen), make),
    h("button.link", { key: "aside", onclick: () => putAside(board, set) }, t("pairamid.edit.set_aside")));
}

// ways begin at the space that is touched next, not at the one that was looked at before
function switchTo(isLinking) {
  Object.assign(at, isLinking ? { isLinking, chosen: null } : { isLinking });
  changed();
}

// for those who add without pointing: a little further on than the one that is chosen
function addBeside({ spaces }, add) {
  const last = spaces.find(({ name }) => name === at.chosen) ?? spaces.at(-1);
  if (!last) add(10, 90);
  else if (last.x > 88) add(10, last.y - 12);
  else add(last.x + 10, last.y);
}

function putAside(board, set) {
  remember(ASIDE, board.spaces.length ? JSON.stringify(board) : null);
  set(null);
}

// ---- does it hold together ----

function look({ name, colours, board }) {
  const profile = { name: name || "?", colours, board }, of = JSON.stringify(profile);
  if (looked.of === of) return looked.result;
  looked = { of, result: null };
  clearTimeout(lookTimer);
  if (board.spaces.length > 0) lookTimer = setTimeout(ask, LOOK_AFTER_MS, profile, of);
  return null;
}

async function ask(profile, of) {
  const result = await say("/api/profiles/check", { game: "pairamid", profile }).then(() => true, (fault) => fault);
  if (result !== true && !(result instanceof Refused)) throw result;
  if (looked.of === of) looked.result = result;
  changed();
}

const spaceOf = ({ spaces }, { params }) => spaces[String(params.where ?? "").match(/^board\.spaces\[(\d+)\]/)?.[1]]?.name ?? null;

function foundPart(board, found, faults, choose) {
  if (board.spaces.length === 0) return null;
  if (found === null) return h("p.note.soft", t("pairamid.edit.looking"));
  if (found === true) return h("p.note.good.pa-found", glyph("check"), t("pairamid.edit.fits"));
  return h("div.note.no",
    h("ul.pa-faults", faults.slice(0, MOST_FAULTS).map((fault, i) => h("li.pa-found", { key: i }, faultLine(fault, choose)))),
    faults.length > MOST_FAULTS && h("p", t("pairamid.edit.more_faults", { n: faults.length - MOST_FAULTS })));
}

function faultLine({ code, message, params, space }, choose) {
  const where = space ? `${t("pairamid.edit.space")} ${space}` : String(params.where ?? "").startsWith("board.starts") ? t("pairamid.start") : t("pairamid.board");
  return [
    glyph("wrong"), h("span", refusal({ code, message, params: { ...params, where } })),
    space && space !== at.chosen && h("button.link", { "aria-label": `${t("pairamid.edit.show")}: ${space}`, onclick: () => choose(space) }, t("pairamid.edit.show")),
  ];
}

// ---- one space ----

function spaceSheet({ colours, board }, space, make) {
  const { name, kind, value, next, closed_to: shut } = space, all = colours ?? HOUSE_COLOURS;
  const toggle = (colour, isOn, to, label) => h("button.pa-toggle", { key: colour ?? "all", "aria-pressed": String(isOn), "aria-label": label, onclick: () => make(to) },
    colour ? pawn(colour, { shape: SHAPES[all.indexOf(colour)], isSpoken: false }) : t("pairamid.edit.everyone"));
  return h("section.pa-space-sheet", { key: `space ${name}`, "aria-label": `${t("pairamid.edit.space")} ${name}` },
    h("label.pa-name", h("b", t("pairamid.edit.space")),
      h("input.input", { value: name, maxlength: 8, autocomplete: "off", "aria-label": t("pairamid.edit.name"), onchange: ({ target }) => rename(board, name, target, make) })),
    h("div.segments", { role: "group", "aria-label": t("pairamid.edit.kind") }, plan.KINDS.map((each) =>
      h("button", { key: each, "aria-pressed": String(each === kind), onclick: () => make(plan.turned(board, name, each)) }, t(`pairamid.edit.kind.${each}`)))),
    (kind === "white" || kind === "black") && h("div.stepper", { key: "value", role: "group", "aria-label": t("pairamid.edit.value") },
      h("span", h("b", t("pairamid.edit.value"))),
      h("span.steps",
        h("button.tool", { "aria-label": t("setup.less"), onclick: () => make(plan.valued(board, name, value - 1)) }, glyph("minus")),
        h("output.num", signed(value)),
        h("button.tool", { "aria-label": t("setup.more"), onclick: () => make(plan.valued(board, name, value + 1)) }, glyph("plus")))),
    kind !== "end" && h("div.field", { key: "next" }, h("b", t("pairamid.edit.leads_to"), next.length > 1 && h("small.soft", ` ${t("pairamid.edit.main_first")}`)),
      h("div.pa-nexts",
        next.map((to, i) => h("span.pa-next", { key: to },
          h("button.tool", { disabled: i === 0, "aria-label": `${t("pairamid.edit.make_main")}: ${to}`, onclick: () => make(plan.preferred(board, name, to)) }, `${number(i + 1)}. ${to}`),
          h("button.tool", { "aria-label": `${t("setup.remove")}: ${to}`, onclick: () => make(plan.linked(board, name, to)) }, glyph("wrong")))),
        next.length < 4 && h("select.input", { key: "to", "aria-label": t("pairamid.edit.add_way"), onchange: ({ target }) => target.value && make(plan.linked(board, name, target.value)) },
          h("option", { key: "", value: "", selected: true }, t("pairamid.edit.add_way")),
          board.spaces.filter((other) => other.name !== name && !next.includes(other.name)).map((other) => h("option", { key: other.name, value: other.name }, other.name))))),
    h("div.field", { key: "start", role: "group", "aria-label": t("pairamid.edit.begins") }, h("b", t("pairamid.edit.begins")),
      h("div.pa-toggles", [null, ...all].map((colour) => toggle(colour, plan.startsAt(board, name, colour), plan.withStart(board, name, colour), colour ? colourName(colour) : t("pairamid.edit.everyone"))))),
    h("div.field", { key: "doors", role: "group", "aria-label": t("pairamid.edit.no_door") }, h("b", t("pairamid.edit.no_door")),
      h("div.pa-toggles", all.map((colour) => toggle(colour, shut.includes(colour), plan.closed(board, name, colour), colourName(colour))))),
    h("button.link", { key: "away", onclick: () => make(plan.without(board, name), null) }, t("pairamid.edit.remove")));
}

function rename(board, name, target, make) {
  const next = plan.renamed(board, name, target.value);
  if (next === board) target.value = name;
  else make(next, target.value.trim().slice(0, 8));
}

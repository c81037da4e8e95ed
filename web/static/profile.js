// The copy of the game that lies on the table: which of the known ones it is, and what is our own in place of its print.

import { postText, Refused } from "./api.js";
import { h } from "./dom.js";
import { setupNow } from "./draft.js";
import { knows, stylesheet } from "./play.js";
import { gameOf } from "./setup.js";
import { glyph } from "./signs.js";
import { act, changed, open, page, tell } from "./state.js";
import { has, number, refusal, t } from "./texts.js";

const LARGEST_FILE = 64 * 1024;
let form = null;      // the module with the form, once it is here
let picker = null;    // kept while a file is chosen: Safari forgets one that nobody holds

/** Gives the part of the set-up that names the copy; nothing for a game whose print is all known. */
export function profilePart(snap) {
  const { setup, you } = snap, game = gameOf(snap);
  if (!game.has_profile || setupNow(snap).game !== setup.game || !knows(game.id)) return null;
  const { profile, profiles, stand_ins: standIns, set_aside: setAside } = setup;
  const title = h("h2", t("profile.title"), h("small", profile ? h("bdi", profile) : standIns.length > 0 ? t("profile.none") : t("page.optional")));
  if (!you.is_host) return (profile || standIns.length > 0) && h("section.register", { key: "copy" }, title);
  return h("section.register", { key: "copy" }, title, h("div.stack",
    standIns.length > 0 && h("div.note", { key: "house" },
      h("p", profile ? t("profile.house_rest") : t("profile.house")),
      h("ul", standIns.map((name) => h("li", { key: name }, h("b", t(`${game.id}.stand_in.${name}`)))))),
    profiles.length > 0 && choices(game.id, profile, profiles),
    setAside.map((name) => aside(game.id, name)),
    h("div.row", { key: "do" },
      h("button.plain", { key: "edit", "aria-haspopup": "dialog", onclick: () => edit(game.id, profile) }, glyph("pen"), profile ? t("profile.edit") : t("profile.new")),
      profile && h("button.plain", { key: "new", "aria-haspopup": "dialog", onclick: () => edit(game.id, "") }, glyph("plus"), t("profile.another")),
      profile && h("a.plain", { key: "out", href: fileOf(game.id, profile), download: "" }, t("profile.export")),
      h("button.plain", { key: "in", onclick: () => choose(game.id) }, t("profile.import")))));
}

const fileOf = (game, name) => `/api/profiles/${game}/file?${new URLSearchParams({ name })}`;

const choices = (game, used, names) =>
  h("fieldset.radios", { key: "which", "aria-label": t("profile.which") }, ["", ...names].map((name) =>
    h("label", { key: name },
      h("input", { type: "radio", name: "copy", checked: name === used, onchange: () => act("/api/profiles/choose", { game, name }, `choose:${name}`) }),
      name ? h("bdi", name) : h("span", t("profile.house_values")))));

const aside = (game, name) =>
  h("div.note.no", { key: `aside ${name}` },
    h("p", t("profile.aside"), " ", h("b", h("bdi", name))),
    h("p",
      h("a.link", { href: fileOf(game, name), download: "" }, t("profile.export")),
      h("button.link", { onclick: () => act("/api/profiles/delete", { game, name }) }, t("profile.delete"))));

// ---- the form, which comes when it is wanted ----

function edit(game, name) {
  open("profile", { game, replaces: name });
  if (form) form.begin(game, name);
  else load().then(() => form?.begin(game, name));
}

const load = () =>
  Promise.all([import("./profile_form.js"), stylesheet("/static/profile.css")]).then(([came]) => {
    form = came;
    changed();
  }, (fault) => {
    tell(t("refusal.page.no_answer"));
    if (fault instanceof Error && !(fault instanceof TypeError)) throw fault;
  });

export const profileSheet = (snap, wanted) =>
  snap.you.is_host && !snap.game ? form?.sheet(snap, wanted) ?? { title: t("profile.title"), body: h("p.soft", { role: "status" }, t("page.opening")) } : null;

// ---- a file comes in ----

function choose(game) {
  picker = Object.assign(document.createElement("input"), { type: "file", accept: ".toml,application/toml,text/plain" });
  picker.onchange = () => picker.files[0] && read(game, picker.files[0]);
  picker.click();
}

async function read(game, file) {
  if (file.size > LARGEST_FILE) tell(t("refusal.profile.too_large", { most: LARGEST_FILE / 1024 }));
  else takeIn(game, await file.text());
}

async function takeIn(game, text, wish = {}) {
  tell(null);
  try {
    const { name } = await postText("/api/profiles/import", { game, ...wish }, text);
    page.sheet = null;
    tell(`${t("profile.kept")} ${name}`, { isRefusal: false });
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    if (fault.code === "profile.name_taken") open("taken", { game, text, taken: fault.params.name });
    else tell(whatIsWrong(game, fault));
  }
}

/** Gives what the table refuses of a copy: the line of a file, and the field as the form calls it. */
export function whatIsWrong(game, { code, message, params }) {
  const said = refusal({ code, message, params: params.where ? { ...params, where: placeOf(game, params.where) } : params });
  return params.line ? `${t("profile.at_line", { line: params.line })} ${said}` : said;
}

// white[2] is the third of the white chambers; what is deeper in a board stays as it is written there
function placeOf(game, where) {
  const [, name, index, rest] = where.match(/^(\w+)(?:\[(\d+)\])?(.*)$/) ?? [];
  const key = name === "name" ? "profile.name" : `profile.${game}.${name}`;
  if (!has(key)) return where;
  return [t(key), index && number(Number(index) + 1), rest?.replace(/^\./, "")].filter(Boolean).join(" ");
}

/** Asks what becomes of a file whose name is another copy's. */
export const takenSheet = (snap, { game, text, taken }) => ({
  title: t("profile.import"),
  body: [
    h("p", t("profile.taken")),
    h("p", h("b", h("bdi", taken))),
    h("div.stack",
      h("button.plain.wide", { onclick: () => takeIn(game, text, { replace: true }) }, t("profile.replace")),
      h("button.plain.wide", { onclick: () => takeIn(game, text, { name: free(taken, snap.setup) }) }, t("profile.keep_both"))),
  ],
});

function free(name, { profiles, set_aside: setAside }) {
  const taken = new Set([...profiles, ...setAside]);
  for (let n = 2; ; n++) {
    const other = `${name.slice(0, 36)} ${n}`;
    if (!taken.has(other)) return other;
  }
}

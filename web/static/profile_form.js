// What is printed on a copy, field by field, drawn from the schema; a game may bring a better editor for a field.
// What is typed stays on this phone until it is kept at the table: an evening's reading is not lost to a stray tap.

import { post, Refused } from "./api.js";
import { h } from "./dom.js";
import { remember, remembered } from "./keep.js";
import { gameModule } from "./play.js";
import { whatIsWrong } from "./profile.js";
import { glyph } from "./signs.js";
import { changed, close, open, tell } from "./state.js";
import { sure } from "./sure.js";
import { number, t } from "./texts.js";

const LONGEST_NAME = 40;
let known = null;    // what the table knows of the game's copies: schema, empty, profiles
let draft = null;    // { game, replaces, values, isNew }: isNew when something was typed

/** Asks the table for a copy and shows it; "" begins a new one. */
export async function begin(game, replaces) {
  known = null;
  const answer = await fetch(`/api/profiles/${game}`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return tell(t("refusal.page.no_answer"));
  known = await answer.json();
  const kept = known.profiles.find(({ name }) => name === replaces) ?? known.empty;
  const typed = typedBefore(game, replaces);
  draft = { game, replaces, values: { ...kept, ...typed }, isNew: typed !== null };
  changed();
}

function typedBefore(game, replaces) {
  try {
    const typed = JSON.parse(remembered(`copy.${game}`));
    const fields = Object.entries(typed.values).filter(([name]) => name in known.schema.properties);
    return typed.replaces === replaces ? Object.fromEntries(fields) : null;
  } catch {
    return null;
  }
}

function change(fields) {
  draft = { ...draft, values: { ...draft.values, ...fields }, isNew: true };
  remember(`copy.${draft.game}`, JSON.stringify({ replaces: draft.replaces, values: draft.values }));
  changed();
}

export function sheet(_snap, { game, replaces, isSure = false }) {
  const title = replaces ? h("bdi", replaces) : t("profile.new");
  if (!known || draft?.game !== game || draft.replaces !== replaces) return { title, body: h("p.soft", { role: "status" }, t("page.opening")) };
  const { values, isNew } = draft, { name: _name, ...fields } = known.schema.properties;
  const others = Object.values(fields).some((schema) => !kindOf(schema)) ? gameModule(game)?.profileParts?.(values, change) ?? {} : {};
  return {
    title,
    body: h("div.copyform",
      h("label.field", { key: "name" },
        h("b", t("profile.name")),
        h("input.input", { value: values.name, maxlength: LONGEST_NAME, placeholder: t("profile.name_hint"), autocomplete: "off", onchange: ({ target }) => change({ name: target.value.trim() }) })),
      Object.entries(fields).map(([name, schema]) => h("div", { key: name }, others[name] ?? field(game, name, schema, values[name]))),
      replaces && h("div", { key: "delete" }, isSure ? sureToDelete(game, replaces) : h("button.link", { onclick: () => open("profile", { game, replaces, isSure: true }) }, t("profile.delete")))),
    bar: [
      isNew && h("button.plain", { key: "discard", onclick: discard }, t("profile.discard")),
      h("button.act", { key: "keep", disabled: !values.name, onclick: keep }, t("profile.keep")),
    ],
  };
}

// ---- fields ----

const LISTS = { integer: numbers, choice: chips };
const SINGLE = { integer: whole, choice, boolean: yesNo };

/** Gives how a field is entered, null where it takes more than the generic form. */
function kindOf(schema) {
  const { inner } = opened(schema);
  return SINGLE[simple(inner)] ?? (inner.type === "array" ? LISTS[simple(inner.items)] : null) ?? null;
}

const simple = ({ type, enum: values }) => (values ? "choice" : type);
const opened = (schema) => (schema.anyOf ? { inner: schema.anyOf[0], mayBeUnknown: true } : { inner: schema, mayBeUnknown: false });

function field(game, name, schema, value) {
  const key = `profile.${game}.${name}`, { inner, mayBeUnknown } = opened(schema), draw = kindOf(schema);
  const said = { key, label: t(key), help: t(`${key}.help`), mayBeUnknown, set: (to) => change({ [name]: to }) };
  return draw ? draw(said, inner, value) : h("div.field", heading(said), h("p.note", value === null ? t("profile.file_only") : t("profile.known")));
}

const heading = ({ key, label, help }) => [h("b", label), h("small.soft", { id: `${key}-help` }, help)];

function numberInput({ minimum, maximum }, value, label, set, more = {}) {
  // the numeric keypad of some phones has no minus
  const pad = minimum < 0 ? {} : { inputmode: "numeric" };
  return h("input.input.num", { type: "number", min: minimum, max: maximum, step: 1, value: value ?? "", "aria-label": label, ...pad, ...more,
    onchange: ({ target }) => set(target.value === "" ? null : Math.trunc(target.valueAsNumber)) });
}

function whole(said, schema, value) {
  return h("div.field", heading(said),
    numberInput(schema, value, said.label, said.set, { "aria-describedby": `${said.key}-help`, placeholder: said.mayBeUnknown ? t("profile.not_known") : "" }));
}

function numbers(said, { items, maxItems = 50 }, value) {
  const list = value ?? [], set = (to) => said.set(to.length ? to : said.mayBeUnknown ? null : []);
  return h("div.field", { role: "group", "aria-label": said.label }, heading(said),
    h("div.numbers",
      list.length === 0 && h("span.soft", t("profile.not_known")),
      list.map((each, i) => h("span", { key: i }, numberInput(items, each, `${said.label} ${number(i + 1)}`, (to) => set(list.map((old, at) => (at === i ? to : old)))))),
      h("button.tool", { key: "more", disabled: list.length >= maxItems, "aria-label": `${t("profile.add")}: ${said.label}`, onclick: () => set([...list, null]) }, glyph("plus")),
      list.length > 0 && h("button.tool", { key: "less", "aria-label": `${t("setup.remove")}: ${said.label}`, onclick: () => set(list.slice(0, -1)) }, glyph("minus"))));
}

function chips(said, { items, maxItems = 50 }, value) {
  const list = value ?? [], set = (to) => said.set(to.length ? to : said.mayBeUnknown ? null : []);
  return h("div.field", { role: "group", "aria-label": said.label }, heading(said),
    list.length === 0 && h("p.soft", t("profile.not_known")),
    h("div.segments", items.enum.map((each) => {
      const at = list.indexOf(each), isOff = at < 0 && list.length >= maxItems;
      return h("button", { key: each, "aria-pressed": String(at >= 0), disabled: isOff, onclick: () => set(at < 0 ? [...list, each] : list.filter((other) => other !== each)) },
        at >= 0 && h("small", `${number(at + 1)} `), t(`${said.key}.${each}`));
    })));
}

function choice(said, { enum: values }, value) {
  return radios(said, values.map((each) => [each, t(`${said.key}.${each}`)]), value);
}

function yesNo(said, _, value) {
  return radios(said, [[true, t("profile.yes")], [false, t("page.no")]], value);
}

function radios(said, values, value) {
  const all = said.mayBeUnknown ? [...values, [null, t("profile.not_known")]] : values;
  return h("fieldset.field.radios", h("legend", h("b", said.label)), h("small.soft", said.help), all.map(([each, text]) =>
    h("label", { key: String(each) }, h("input", { type: "radio", name: said.key, checked: each === value, onchange: () => said.set(each) }), h("span", text))));
}

// ---- keeping ----

async function keep() {
  const { game, replaces, values } = draft;
  const profile = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filledIn(name, value)]));
  const done = await told("/api/profiles/keep", { game, profile, replaces: replaces || null });
  if (done) finished(game, `${t("profile.kept")} ${done.name}`);
}

// a number that was asked for and not typed is none
function filledIn(name, value) {
  if (!Array.isArray(value)) return value;
  const typed = value.filter((each) => each !== null);
  return typed.length === 0 && opened(known.schema.properties[name]).mayBeUnknown ? null : typed;
}

const sureToDelete = (game, name) =>
  sure(t("profile.delete"), {
    ask: t("profile.delete_sure"),
    no: () => open("profile", { game, replaces: name }),
    run: async () => (await told("/api/profiles/delete", { game, name })) && finished(game, t("profile.deleted")),
  });

function discard() {
  const { game, replaces } = draft;
  remember(`copy.${game}`, null);
  begin(game, replaces);
}

function finished(game, words) {
  remember(`copy.${game}`, null);
  draft = null;
  close();
  tell(words, { isRefusal: false });
}

async function told(path, body) {
  try {
    return await post(path, body, `${path}:${JSON.stringify(body)}`);
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    tell(whatIsWrong(body.game, fault));
    return null;
  }
}

// The options of a game, built from its schema: each with one sentence that says what it changes.

import { h } from "./dom.js";
import { change, setupNow } from "./draft.js";
import { glyph } from "./signs.js";
import { knows } from "./play.js";
import { gameOf } from "./setup.js";
import { tell } from "./state.js";
import { number, t } from "./texts.js";

const WAY = "way";   // the option that says how much of a game the table follows: never folded away

/** Says how many can play a game. */
export const seatCount = ({ low, high }) => (low === high ? t("setup.seat_count_exact", { count: low }) : t("setup.seat_count", { low, high }));

const chosenOf = (snap) => ({ ...gameOf(snap).defaults, ...setupNow(snap).options });

const setter = (snap, name) => (value) => change((now) => ({ options: { ...gameOf(snap).defaults, ...now.options, [name]: value } }));

/** Gives what is played, and how closely the table follows it. */
export function gamePart(snap) {
  const { id, options: { properties } } = gameOf(snap);
  return h("section.register", { key: "game" },
    snap.games.length > 1 && [h("h2", t("setup.game")), games(snap)],
    properties[WAY] && knows(id) && h("div.way-to-play", { key: `way ${id}` },
      fieldset(`option.${id}.${WAY}`, properties[WAY].enum, chosenOf(snap)[WAY], setter(snap, WAY))));
}

/** Names the way that is chosen, null where a game has but one. */
export function wayName(snap) {
  const { id, options: { properties } } = gameOf(snap);
  return properties[WAY] && knows(id) ? t(`option.${id}.${WAY}.${chosenOf(snap)[WAY]}`) : null;
}

export function optionsPart(snap) {
  const { options: { properties }, defaults, id } = gameOf(snap), chosen = chosenOf(snap);
  const names = Object.keys(properties).filter((name) => name !== WAY && snap.setup.offered_options.includes(name)), others = names.filter((name) => chosen[name] !== defaults[name]);
  if (!knows(id) || names.length === 0) return null;
  return h("section.register.options", { key: "options" },
    h("details", { key: `details ${id}` },
      h("summary", h("h2", t("setup.options"), h("small", others.length ? t("setup.options_changed", { n: others.length }) : t("setup.options_usual")))),
      h("ul.optionlist", names.map((name) => h("li", { key: name, class: others.includes(name) ? "changed" : "" },
        option(`option.${id}.${name}`, properties[name], chosen[name], setter(snap, name)))))));
}

function games(snap) {
  const { game: chosen, seats } = setupNow(snap);
  return h("div.games", { role: "group", "aria-label": t("setup.game") }, snap.games.map(({ id, low, high, defaults }) =>
    h("button.game", { key: id, "aria-pressed": String(id === chosen), onclick: () => (seats.length > high ? tell(t("setup.too_many", { high })) : id !== chosen && change(() => ({ game: id, options: defaults }))) },
      h("b", t(`game.${id}`)), h("small", seatCount({ low, high })))));
}

function option(key, schema, value, set) {
  const [label, help] = [t(key), t(`${key}.help`)];
  if (schema.enum) return fieldset(key, schema.enum, value, set);
  if (schema.type === "boolean") return toggle(key, label, help, value, set);
  return stepper(key, label, help, schema, value, set);
}

const fieldset = (key, values, value, set) =>
  h("fieldset", h("legend", t(key)), h("p.soft.small", t(`${key}.help`)), choices(key, values, value, set));

const choices = (key, values, value, set) =>
  h("div.radios", values.map((each) =>
    h("label", { key: each }, h("input", { type: "radio", name: key, checked: each === value, onchange: () => set(each) }), h("span", t(`${key}.${each}`)))));

const toggle = (key, label, help, value, set) =>
  h("label.toggle",
    h("span", h("b", label), h("small.soft", { id: `${key}-help` }, help)),
    h("input", { type: "checkbox", role: "switch", "aria-describedby": `${key}-help`, checked: value, onchange: ({ target }) => set(target.checked) }));

function stepper(key, label, help, { minimum, maximum }, value, set) {
  const step = maximum - minimum > 100 ? 5 : 1, to = (next) => () => set(Math.min(maximum, Math.max(minimum, next)));
  return h("div.stepper", { role: "group", "aria-label": label },
    h("span", h("b", label), h("small.soft", help)),
    h("span.steps",
      h("button.tool", { disabled: value <= minimum, "aria-label": t("setup.less"), onclick: to(value - step) }, glyph("minus")),
      h("output.num", number(value)),
      h("button.tool", { disabled: value >= maximum, "aria-label": t("setup.more"), onclick: to(value + step) }, glyph("plus"))));
}

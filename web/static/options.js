// The options of a game, built from its schema: each with one sentence that says what it changes.

import { h } from "./dom.js";
import { change, setupNow } from "./draft.js";
import { glyph } from "./signs.js";
import { knows } from "./play.js";
import { gameOf } from "./setup.js";
import { number, t } from "./texts.js";

export function optionsPart(snap) {
  const { options: schema, defaults, id } = gameOf(snap), chosen = { ...defaults, ...setupNow(snap).options };
  const names = Object.keys(schema.properties), others = names.filter((name) => chosen[name] !== defaults[name]);
  const set = (name) => (value) => change((now) => ({ options: { ...defaults, ...now.options, [name]: value } }));
  return h("section.register.options", { key: "options" },
    snap.games.length > 1 && games(snap),
    knows(id) && h("details", { key: "details" },
      h("summary", h("h2", t("setup.options"), h("small", others.length ? t("setup.options_changed", { n: others.length }) : t("setup.options_usual")))),
      h("ul.optionlist", names.map((name) => h("li", { key: name, class: others.includes(name) ? "changed" : "" },
        option(`option.${id}.${name}`, schema.properties[name], chosen[name], set(name)))))));
}

const games = (snap) =>
  h("div.segments", { role: "group", "aria-label": t("setup.game") }, snap.games.map(({ id, defaults }) =>
    h("button", { key: id, "aria-pressed": String(id === setupNow(snap).game), onclick: () => change(() => ({ game: id, options: defaults })) }, t(`game.${id}`))));

function option(key, schema, value, set) {
  const [label, help] = [t(key), t(`${key}.help`)];
  if (schema.enum) return h("fieldset", h("legend", label), h("p.soft.small", help), choices(key, schema.enum, value, set));
  if (schema.type === "boolean") return toggle(key, label, help, value, set);
  return stepper(key, label, help, schema, value, set);
}

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

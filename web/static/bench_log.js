// Beside the device: what the switches really did, what the lights are sent, how the table stands.

import { litBeads, seen } from "./bench_device.js";
import { h } from "./dom.js";
import { badge, glyph, SIGNS } from "./signs.js";
import { labelled, listed, number, span, t } from "./texts.js";

const ROWS = 60, CHATTER_MS = 150, PANEL_CHATTER_MS = 60, TOGETHER_MS = 60_000;
const PARTS = ["ring", "buttons", "encoders", "display", "piezo"];

export const log = (shown, { setBounce, setPlug, setSounding }) =>
  h("aside.log", { key: "log" },
    h("div", h("h1", t("bench.title")), h("p.small.soft", parts(shown.snap))),
    h("section.presses", h("h2", { id: "presses" }, t("bench.presses")), presses(shown.edges)),
    h("section", h("h2", t("bench.lights")), strip(shown.frame), h("p.small.soft", t("bench.lit", { n: litBeads(shown.frame) })),
      toggle(h("span", t("bench.sound")), shown.isSounding, setSounding)),
    h("section", h("h2", t("bench.table")), state(shown.snap)),
    h("section", h("h2", t("bench.wrong")),
      toggle(h("span", h("b", t("bench.bouncing")), h("small.soft", t("bench.bouncing_help"))), shown.isBouncing, setBounce),
      shown.isPlugged !== null && toggle(h("span", h("b", t("bench.unplugged")), h("small.soft", t("bench.unplugged_help"))), !shown.isPlugged, (isOut) => setPlug(!isOut))));

const toggle = (words, isOn, set) =>
  h("label.toggle", words, h("input", { type: "checkbox", role: "switch", checked: isOn, onchange: ({ target }) => set(target.checked) }));

/** Tells how the parts are, those that are alike together. */
function parts(snap) {
  if (!snap) return null;
  const states = [...new Set(PARTS.map((part) => snap.parts[part]))];
  return states.map((state) => labelled(listed(PARTS.filter((part) => snap.parts[part] === state).map((part) => t(`part.${part}`))), t(`part.${state}`))).join(" · ");
}

/** Groups edges into presses: what the same button does too soon after its last edge is bounce, as the table takes it. */
export function pressesOf(edges) {
  const found = [], lastEdge = new Map(), lastPress = new Map();
  for (const { name, at_ms: at, is_press: isPress } of edges) {
    const isChatter = at - (lastEdge.get(name) ?? -Infinity) < (name.startsWith("button_") ? CHATTER_MS : PANEL_CHATTER_MS);
    lastEdge.set(name, at);
    if (!isPress) continue;
    if (isChatter && lastPress.has(name)) {
      lastPress.get(name).bounces++;
      continue;
    }
    const before = found.at(-1);
    const press = { name, at, after: before && at - before.at < TOGETHER_MS ? at - before.at : null, bounces: 0 };
    lastPress.set(name, press);
    found.push(press);
  }
  return found;
}

function presses(edges) {
  const list = pressesOf(edges).slice(-ROWS).reverse();
  if (list.length === 0) return h("p.small.soft", t("bench.no_presses"));
  return h("div.scrolled", { role: "region", "aria-labelledby": "presses", tabindex: 0 },
    h("table",
      h("thead", h("tr", h("th", t("bench.button")), h("th", t("bench.at")), h("th", t("bench.after")), h("th", t("bench.bounce")))),
      h("tbody", list.map((press) => h("tr", { key: `${press.name}${press.at}` },
        h("td", whose(press.name)),
        h("td.num", stamp(press.at)),
        h("td", press.after === null ? "–" : press.after < 1000 ? `+${fine(press.after)}` : `+${span(press.after)}`),
        h("td", press.bounces ? `×${number(press.bounces)}` : ""))))));
}

const whose = (name) => (name.startsWith("button_") ? badge(SIGNS[Number(name.slice(7)) - 1], { spoken: true }) : h("b.small", name.toUpperCase()));

const stamp = (at) => `${number(Math.floor(at / 1000))}.${(at % 1000).toFixed(3).padStart(7, "0").replace(".", " ")}`;

const fine = (ms) => `${ms.toFixed(2)} ms`;

const strip = (frame) =>
  h("div.frame", { "aria-hidden": "true" }, Array.from({ length: 32 }, (_, led) => {
    const colour = seen(frame, led);
    return h("i", { key: led, class: `${colour ? "on" : ""}${led === 24 || led === 30 ? " apart" : ""}`, style: colour ? { "background-color": colour } : {} });
  }));

function state(snap) {
  if (!snap) return h("p.small.soft", "…");
  const seats = (snap.game ?? snap.setup).seats, phones = seats.filter((s) => s.has_phone).length;
  return [
    h("p.small", snap.game ? `${t(`game.${snap.game.id}`)} · ${t("play.round", { round: snap.game.round })} · ${t("bench.entries", { n: snap.game.log })}` : t("bench.no_game")),
    h("p.small", `${t("bench.seats", { n: seats.length })} · ${t("bench.with_phone", { n: phones })}`),
    h("a.plain", { href: "/", target: "_blank", rel: "noopener" }, glyph("phone"), t("bench.phone_page")),
  ];
}

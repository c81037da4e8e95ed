// The thing itself: a lapis plate with the ring, OK and BACK, and six buttons in the wood.

import { hands } from "./bench_hands.js";
import { h } from "./dom.js";
import { bead } from "./ring.js";
import { glyph, SIGNS } from "./signs.js";
import { t } from "./texts.js";

const BEADS = 24, BUTTONS = 24, OK = 30, BACK = 31, GAMMA = 2.6, DARKEST = 0.5;

/** Gives the colour that an LED seems to have: what it is sent is linear, and dimmed; eyes get used to that. */
export function seen(frame, led) {
  if (!frame) return null;
  frame.values ??= frame.leds.match(/../g).map((byte) => (parseInt(byte, 16) / 255) ** (1 / GAMMA));
  // a ring full of light is dimmed more than a single button: each looks bright on its own
  frame.most ??= [frame.values.slice(0, 3 * BEADS), frame.values.slice(3 * BEADS)].map((part) => Math.max(DARKEST, ...part));
  const rgb = frame.values.slice(3 * led, 3 * led + 3), most = frame.most[led < BEADS ? 0 : 1];
  return rgb.some(Boolean) ? `rgb(${rgb.map((value) => Math.round((255 * value) / most)).join(" ")})` : null;
}

export const litBeads = (frame) => Array.from({ length: BEADS }, (_, k) => seen(frame, k)).filter(Boolean).length;

export const device = ({ frame, held, snap }, push) =>
  h("div.device",
    h("div.plate",
      h("div.well", ring(frame), h("div.middle", { "aria-hidden": "true" }, glyph("scarab"), h("span", "KHEPRI"))),
      h("div.panel",
        h("p.room", t("bench.room")),
        h("div.pushes",
          square("back", "undo", "BACK", seen(frame, BACK), held, push),
          square("ok", "check", "OK", seen(frame, OK), held, push)))),
    h("div.buttons", SIGNS.map((sign, i) => arcade(sign, i, seen(frame, BUTTONS + i), held, push, snap))));

function ring(frame) {
  return h("svg.ring", { viewBox: "-50 -50 100 100", role: "img", "aria-label": `${t("bench.ring")}: ${t("bench.lit", { n: litBeads(frame) })}` },
    Array.from({ length: BEADS }, (_, k) => {
      const colour = seen(frame, k);
      return h("path", { key: k, class: colour ? "" : "out", d: bead(k, 37), style: colour ? { fill: colour } : {} });
    }));
}

const lightOf = (colour) => (colour ? { "--light": colour } : {});

const square = (name, icon, label, colour, held, push) =>
  h("button.square", { key: name, class: `${name}${held.has(name) ? " down" : ""}${colour ? " lit" : ""}`, style: lightOf(colour), "aria-label": label, ...hands(name, push) },
    h("span.top", glyph(icon)), h("span.label", label));

function arcade(sign, i, colour, held, push, snap) {
  const name = `button_${i + 1}`;
  const seat = (snap?.game?.seats ?? snap?.setup.seats ?? []).find((s) => s.sign === sign);
  return h("div.place", { key: name },
    h("button.arcade", { class: `${sign}${held.has(name) ? " down" : ""}${colour ? " lit" : ""}`, style: lightOf(colour), "aria-label": `${i + 1}, ${t(`sign.${sign}`)}`, ...hands(name, push) },
      h("span.cap", glyph(sign))),
    h("bdi.tag", seat?.name ?? ""));
}

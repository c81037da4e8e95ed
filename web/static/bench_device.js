// The thing itself: a lapis plate with ring, display and wheels, OK and BACK, and six buttons in the wood.

import { display } from "./bench_display.js";
import { hands, turningHands } from "./bench_hands.js";
import { h } from "./dom.js";
import { bead } from "./ring.js";
import { glyph, SIGNS } from "./signs.js";
import { number, t } from "./texts.js";

const BEADS = 24, BUTTONS = 24, OK = 30, BACK = 31, GAMMA = 2.6, DARKEST = 0.5, DETENT_DEG = 15;
export const WHEELS = { encoder_1: 8, encoder_2: 10, encoder_3: 12 };   // and the die that is printed over each
const gripOf = {};

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

export const device = ({ frame, rows, words, tone, turned, held, snap }, push, turn) =>
  h("div.device",
    h("div.plate",
      h("div.well", ring(frame), h("div.middle", { "aria-hidden": "true" }, glyph("scarab"), h("span", "KHEPRI"))),
      h("div.panel",
        display(rows, words),
        h("div.controls",
          Object.entries(WHEELS).map(([name, sides]) => wheel(name, sides, turned[name], turn)),
          h("div.pushes",
            square("back", "undo", "BACK", seen(frame, BACK), held, push),
            square("ok", "check", "OK", seen(frame, OK), held, push)))),
      piezo(tone)),
    h("div.buttons", SIGNS.map((sign, i) => arcade(sign, i, seen(frame, BUTTONS + i), held, push, snap))));

function ring(frame) {
  return h("svg.ring", { viewBox: "-50 -50 100 100", role: "img", "aria-label": `${t("bench.ring")}: ${t("bench.lit", { n: litBeads(frame) })}` },
    Array.from({ length: BEADS }, (_, k) => {
      const colour = seen(frame, k);
      return h("path", { key: k, class: colour ? "" : "out", d: bead(k, 37), style: colour ? { fill: colour } : {} });
    }));
}

// The mark shows where this page has turned it to: a wheel that turns without end stands nowhere by itself.
function wheel(name, sides, detents, turn) {
  gripOf[name] ??= turningHands(name, turn);
  return h("div.wheel", { key: name },
    h("svg.outline", { viewBox: "0 0 64 64", "aria-hidden": "true" },
      h("path", { d: OUTLINES[sides] }), h("text", { x: 32, y: 33 }, `d${sides}`)),
    h("div.knob", {
      role: "spinbutton", tabindex: 0, "aria-label": t("bench.wheel", { die: `d${sides}` }), "aria-valuenow": detents,
      style: { "--turned": `${detents * DETENT_DEG}deg` }, ...gripOf[name],
    }));
}

const OUTLINES = {
  8: "M32 3 58 18v28L32 61 6 46V18z",
  10: "M32 3 61 27v11L32 61 3 38V27z",
  12: "M32 3 49 8.5 59.6 23v18L49 55.5 32 61 15 55.5 4.4 41V23L15 8.5z",
};

const piezo = (hz) =>
  h("div.piezo", { class: hz ? "on" : "", role: "img", "aria-label": hz ? `${t("part.piezo")}: ${number(hz)} Hz` : t("part.piezo") },
    h("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" },
      h("circle.rim", { r: 18 }),
      [[0, 0], [-8, 0], [8, 0], [-4, -7], [4, -7], [-4, 7], [4, 7]].map(([cx, cy], k) => h("circle", { key: k, cx, cy, r: 2.4 }))),
    h("span", hz ? `${number(hz)} Hz` : ""));

const lightOf = (colour) => (colour ? { "--light": colour } : {});

const square = (name, icon, label, colour, held, push) =>
  h("button.square", { key: name, class: `${name}${held.has(name) ? " down" : ""}${colour ? " lit" : ""}`, style: lightOf(colour), "aria-label": label, ...hands(name, push) },
    h("span.top", glyph(icon), h("span.label", label)));

function arcade(sign, i, colour, held, push, snap) {
  const name = `button_${i + 1}`;
  const seat = (snap?.game?.seats ?? snap?.setup.seats ?? []).find((s) => s.sign === sign);
  return h("div.place", { key: name },
    h("button.arcade", { class: `${sign}${held.has(name) ? " down" : ""}${colour ? " lit" : ""}`, style: lightOf(colour), "aria-label": `${i + 1}, ${t(`sign.${sign}`)}`, ...hands(name, push) },
      h("span.cap", glyph(sign))),
    h("bdi.tag", seat?.name ?? ""));
}

// The sand timer: 24 beads that go out clockwise from twelve, and the scarab that walks them away.

import { h } from "./dom.js";
import { tableAt } from "./clock.js";
import { glyphAt } from "./glyphs.js";

const BEADS = 24, LATE_S = 5, SPOKEN_S = [10, 5], NS = "http://www.w3.org/2000/svg";
const RUNNING = new Map();   // ring element → what it shows
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let frame = 0;

/** Gives the path of one bead of the collar: 15 degrees less a gap, corners a little round. */
export function bead(k, inner, outer = 48, gap = 2.6) {
  const at = (deg, r) => {
    const a = ((deg - 90) * Math.PI) / 180;
    return `${(r * Math.cos(a)).toFixed(2)} ${(r * Math.sin(a)).toFixed(2)}`;
  };
  const step = 360 / BEADS, from = k * step, to = from + step;
  return `M${at(from + gap / 2, outer)}A${outer} ${outer} 0 0 1 ${at(to - gap / 2, outer)}` +
    `L${at(to - gap * 0.75, inner)}A${inner} ${inner} 0 0 0 ${at(from + gap * 0.75, inner)}z`;
}

/** Gives the milliseconds of sand that are left now. */
export const leftMs = (sand) => Math.max(0, Math.min(sand.total_ms, sand.until_ms - tableAt()));

/** Gives a ring. sand is {until_ms, total_ms}, null for a full collar; label(seconds) names it.
 * say(text) tells those who listen when it runs low: a timer by itself is silent. */
export function ring(sand, { inner = 34, isCollar = false, isStopped = false, label, say } = {}) {
  return h("svg.ring", {
    key: isCollar ? "collar" : "ring",
    owns: true,
    viewBox: "-50 -50 100 100",
    ...(isCollar ? { "aria-hidden": "true" } : { role: "timer" }),
    hook: (svg) => {
      svg.parts ??= build(svg, inner, isCollar);
      RUNNING.set(svg, { sand, isStopped, label, say });
      draw(svg);
      tick();
    },
  });
}

function build(svg, inner, isCollar) {
  const add = (tag, attributes, parent = svg) => {
    const node = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return parent.appendChild(node);
  };
  const beads = Array.from({ length: BEADS }, (_, k) => add("path", { class: "lit", d: bead(k, inner) }));
  if (isCollar) return { beads };
  const walker = add("g", { class: "walk" }), place = add("g", { transform: "translate(0 -41)" }, walker);
  add("circle", { class: "halo", r: 11.5 }, place);
  const scarab = add("svg", { class: "walker", x: -10.5, y: -10.5, width: 21, height: 21, viewBox: "0 0 24 24", overflow: "visible" }, place);
  add("use", { href: glyphAt("scarab"), transform: "rotate(90 12 12)" }, scarab);
  add("circle", { class: "disc", r: 26 });
  return { beads, walker, secs: add("text", { class: "secs", y: 11.5 }) };
}

function draw(svg) {
  const { sand, label, say } = RUNNING.get(svg), { beads, walker, secs } = svg.parts;
  const left = sand ? leftMs(sand) : 0, gone = sand ? (1 - left / sand.total_ms) * BEADS : 0, seconds = Math.ceil(left / 1000);
  beads.forEach((b, k) => swap(b, "class", k + 1 > gone ? "lit" : "out"));
  if (!walker) return;
  const isWalking = gone > 0 && left > 0;
  walker.toggleAttribute("hidden", !isWalking);
  swap(walker, "transform", `rotate(${(((calm.matches ? Math.floor(gone) : gone) / BEADS) * 360).toFixed(1)})`);
  if (secs.textContent !== String(seconds)) {
    if (SPOKEN_S.includes(seconds) && secs.textContent === String(seconds + 1)) say?.(label(seconds));
    secs.textContent = String(seconds);
    svg.setAttribute("aria-label", label?.(seconds) ?? String(seconds));
  }
  svg.classList.toggle("late", seconds <= LATE_S);
}

function swap(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

// frames are asked for only while sand runs
function tick() {
  if (frame) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    let isRunning = false;
    for (const [svg, { sand, isStopped }] of RUNNING) {
      if (!svg.isConnected) {
        RUNNING.delete(svg);
        continue;
      }
      draw(svg);
      isRunning ||= Boolean(sand) && !isStopped && leftMs(sand) > 0;
    }
    if (isRunning) tick();
  });
}

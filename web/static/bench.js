// The bench: the table drawn on a wide page. Every push and turn goes through the table's own program.

import { device, WHEELS } from "./bench_device.js";
import { listenToKeys } from "./bench_hands.js";
import { log } from "./bench_log.js";
import { setSound, sound } from "./bench_sound.js";
import { h, patch } from "./dom.js";
import { loadGlyphs } from "./glyphs.js";
import { openLink, socketTo } from "./link.js";
import { glyph } from "./signs.js";
import { speak, t, unasked } from "./texts.js";

const RETRY_MS = 1_000, EDGES_KEPT = 400, TONE_SEEN_MS = 500, MOST_DETENTS = 48;
const shown = {
  snap: null, frame: null, rows: null, words: null, tone: null, edges: [], held: new Set(),
  turned: Object.fromEntries(Object.keys(WHEELS).map((name) => [name, 0])),
  isBouncing: false, isPlugged: null, isSounding: false, isUp: true, isTableUp: true,
};
const root = document.getElementById("page");
let bench = null, isAsked = false, build = null, toneEnds = 0;

function changed() {
  if (isAsked) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    patch(root,
      h("div.bars", { key: "bars", role: "status" }, !shown.isUp && off()),
      h("main.tabletop", { key: "table" }, device(shown, push, turn), hint()),
      log(shown, { setBounce, setPlug, setSounding }));
  });
}

const keys = (names, does) => h("span", names.map((name) => h("kbd", name)), ` ${does}`);

const off = () => h("p.strip.off", glyph("turn"), h("span", shown.isTableUp ? t("bench.off") : t("page.reconnecting")));

const hint = () =>
  h("div.hint",
    h("p", t("bench.help"), " ", t("bench.turning")),
    h("p.keys",
      keys(["1", "…", "6"], t("bench.keys_buttons")), " ", keys(["Enter"], "OK"), " ", keys(["⌫"], "BACK"), " ",
      keys(["Q", "W", "E"], t("bench.keys_right")), " ", keys(["A", "S", "D"], t("bench.keys_left"))),
    h("p.keys", t("bench.keys_more")));

/** Pushes a button or lets it go; several may be held at once. */
function push(name, isDown) {
  if (!shown.isUp || shown.held.has(name) === isDown) return;
  if (isDown) shown.held.add(name);
  else shown.held.delete(name);
  say({ type: isDown ? "down" : "up", name });
  changed();
}

/** Turns a wheel by so many detents, clockwise positive. */
function turn(name, detents) {
  if (!shown.isUp) return;
  const steps = Math.max(-MOST_DETENTS, Math.min(MOST_DETENTS, detents));
  shown.turned[name] += steps;
  say({ type: "turn", name, steps });
  changed();
}

function setBounce(isOn) {
  shown.isBouncing = isOn;
  say({ type: "bounce", is_on: isOn });
  changed();
}

/** Plugs the ring in, or pulls its plug; whether it is in is what the table says. */
function setPlug(isIn) {
  say({ type: "plug", is_in: isIn });
  changed();
}

function setSounding(isOn) {
  shown.isSounding = isOn;
  setSound(isOn);
  changed();
}

function say(message) {
  if (bench?.readyState === WebSocket.OPEN) bench.send(JSON.stringify(message));
}

function heard(hz) {
  sound(hz);
  clearTimeout(toneEnds);
  if (hz !== null) shown.tone = hz;
  // the shortest takes 25 ms: eyes get longer
  else toneEnds = setTimeout(() => ((shown.tone = null), changed()), TONE_SEEN_MS);
}

function connect() {
  const mine = (bench = socketTo("/bench/ws"));
  mine.onopen = () => {
    shown.isUp = true;
    shown.held.clear();
    if (shown.isBouncing) say({ type: "bounce", is_on: true });
    changed();
  };
  mine.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "frame") shown.frame = message;
    if (message.type === "plug") shown.isPlugged = message.is_in;
    if (message.type === "display") shown.rows = message.rows;
    if (message.type === "words") shown.words = message;
    if (message.type === "tone") heard(message.hz);
    if (message.type === "edge") shown.edges = [...shown.edges.slice(1 - EDGES_KEPT), message];
    changed();
  };
  mine.onclose = () => mine === bench && lost();
}

/** Goes dark: a picture that stands still would be taken for the table. */
function lost() {
  bench = null;
  heard(null);
  shown.held.clear();
  Object.assign(shown, { isUp: false, frame: null, rows: null, words: null, tone: null });
  changed();
  setTimeout(connect, RETRY_MS);
}

function lineChanged(isUp) {
  shown.isTableUp = isUp;
  if (isUp) return changed();
  shown.snap = null;
  const silent = bench;
  if (silent?.readyState === WebSocket.OPEN) {
    lost();
    silent.close();
  }
  changed();
}

function told(message) {
  if (message.type !== "snapshot") return;
  build ??= message.build;
  if (message.build !== build) location.reload();
  shown.snap = message;
  changed();
}

async function speakAs(id) {
  await speak(id, { isChosen: false });
  document.title = `${t("page.title")} · ${t("bench.title")}`;
}

loadGlyphs();
speakAs(unasked()).then(() => {
  listenToKeys(push, turn);
  connect();
  openLink(() => "/ws", told, lineChanged);
  // chosen on the phone page, in another window
  addEventListener("storage", ({ key, newValue }) => key === "khepri.language" && newValue && speakAs(newValue).then(changed));
});

// The bench: the table drawn on a wide page. Every push and turn goes through the table's own program.

import { device, WHEELS } from "./bench_device.js";
import { listenToKeys } from "./bench_hands.js";
import { log } from "./bench_log.js";
import { setSound, sound } from "./bench_sound.js";
import { h, patch } from "./dom.js";
import { loadGlyphs } from "./glyphs.js";
import { remembered } from "./keep.js";
import { openLink, socketTo } from "./link.js";
import { LANGUAGES, speak, t } from "./texts.js";

const RETRY_MS = 1_000, EDGES_KEPT = 400, TONE_SEEN_MS = 500, MOST_DETENTS = 48;
const shown = {
  snap: null, frame: null, rows: null, words: null, tone: null, edges: [], held: new Set(),
  turned: Object.fromEntries(Object.keys(WHEELS).map((name) => [name, 0])),
  isBouncing: false, isSounding: false, isUp: false, isTableUp: false,
};
const root = document.getElementById("page");
let bench = null, isAsked = false, build = null, toneEnds = 0;

function changed() {
  if (isAsked) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    patch(root,
      h("main.tabletop", { key: "table" }, device(shown, push, turn), hint()),
      log(shown, { setBounce, setSounding }));
  });
}

const keys = (names, does) => h("span", names.map((name) => h("kbd", name)), ` ${does}`);

// What is wrong takes the place of the help without moving anything.
const hint = () =>
  h("div.hint",
    h("p", { class: shown.isUp ? "" : "unseen" }, t("bench.help"), " ", t("bench.turning")),
    h("p.bad", { role: "status", class: shown.isUp ? "unseen" : "" }, shown.isUp ? "" : h("b", shown.isTableUp ? t("bench.off") : t("page.reconnecting"))),
    h("p.keys",
      keys(["1", "…", "6"], t("bench.keys_buttons")), " ", keys(["Enter"], "OK"), " ", keys(["⌫"], "BACK"), " ",
      keys(["Q", "W", "E"], t("bench.keys_right")), " ", keys(["A", "S", "D"], t("bench.keys_left"))),
    h("p.keys", t("bench.keys_more")));

/** Pushes a button or lets it go; several may be held at once. */
function push(name, isDown) {
  if (shown.held.has(name) === isDown) return;
  if (isDown) shown.held.add(name);
  else shown.held.delete(name);
  say({ type: isDown ? "down" : "up", name });
  changed();
}

/** Turns a wheel by so many detents, clockwise positive. */
function turn(name, detents) {
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
    if (message.type === "display") shown.rows = message.rows;
    if (message.type === "words") shown.words = message;
    if (message.type === "tone") heard(message.hz);
    if (message.type === "edge") shown.edges = [...shown.edges.slice(1 - EDGES_KEPT), message];
    changed();
  };
  mine.onclose = () => {
    shown.isUp = false;
    heard(null);
    changed();
    setTimeout(connect, RETRY_MS);
  };
}

function told(message) {
  if (message.type !== "snapshot") return;
  build ??= message.build;
  if (message.build !== build) location.reload();
  shown.snap = message;
  changed();
}

/** Gives our language for one that a browser asks for: ko-KR is ko, zh-TW is zh-Hant; undefined where we have none. */
function ours(tag) {
  const [base] = tag.split("-");
  return (LANGUAGES.find(({ id }) => id === tag) ?? LANGUAGES.find(({ id }) => id.split("-")[0] === base))?.id;
}

async function speakAs(id) {
  await speak(id, { isChosen: false });
  document.title = `${t("page.title")} · ${t("bench.title")}`;
}

loadGlyphs();
const wanted = [remembered("language"), ...navigator.languages].filter(Boolean).map(ours).find(Boolean) ?? "en";
speakAs(wanted).then(() => {
  listenToKeys(push, turn);
  connect();
  openLink("/ws", told, (isUp) => {
    shown.isTableUp = isUp;
    changed();
  });
  // chosen on the phone page, in another window
  addEventListener("storage", ({ key, newValue }) => key === "khepri.language" && newValue && speakAs(newValue).then(changed));
});

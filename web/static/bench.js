// The bench: the table drawn on a wide page. Every push goes through the table's own program.

import { device } from "./bench_device.js";
import { listenToKeys } from "./bench_hands.js";
import { log } from "./bench_log.js";
import { h, patch } from "./dom.js";
import { loadGlyphs } from "./glyphs.js";
import { remembered } from "./keep.js";
import { openLink, socketTo } from "./link.js";
import { LANGUAGES, speak, t } from "./texts.js";

const RETRY_MS = 1_000;
const shown = { snap: null, frame: null, edges: [], held: new Set(), isBouncing: false, isUp: false, isTableUp: false };
const root = document.getElementById("page");
let bench = null, isAsked = false, build = null;

function changed() {
  if (isAsked) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    patch(root,
      h("main.tabletop", { key: "table" }, device(shown, push), hint()),
      log(shown, setBounce));
  });
}

const hint = () =>
  h("p.hint",
    !shown.isUp ? h("b.bad", { role: "status" }, shown.isTableUp ? t("bench.off") : t("page.reconnecting")) : t("bench.help"),
    h("br"), h("kbd", "1"), "–", h("kbd", "6"), ` ${t("bench.keys_buttons")} · `, h("kbd", "Enter"), " OK · ", h("kbd", "⌫"), ` BACK · ${t("bench.keys_more")}`);

/** Pushes a button or lets it go; several may be held at once. */
function push(name, isDown) {
  if (shown.held.has(name) === isDown) return;
  if (isDown) shown.held.add(name);
  else shown.held.delete(name);
  say({ type: isDown ? "down" : "up", name });
  changed();
}

function setBounce(isOn) {
  shown.isBouncing = isOn;
  say({ type: "bounce", is_on: isOn });
  changed();
}

function say(message) {
  if (bench?.readyState === WebSocket.OPEN) bench.send(JSON.stringify(message));
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
    if (message.type === "edge") shown.edges = [...shown.edges.slice(-199), message];
    changed();
  };
  mine.onclose = () => {
    shown.isUp = false;
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

loadGlyphs();
const language = [remembered("language"), ...navigator.languages].find((id) => LANGUAGES.some((each) => each.id === id)) ?? "en";
speak(language, { isChosen: false }).then(() => {
  document.title = `${t("page.title")} · ${t("bench.title")}`;
  listenToKeys(push);
  connect();
  openLink("/ws", told, (isUp) => {
    shown.isTableUp = isUp;
    changed();
  });
});

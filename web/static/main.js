// The phone page: language first, then what the table is doing.

import { say } from "./api.js";
import { followSheet } from "./back.js";
import { bars } from "./bars.js";
import { h, patch } from "./dom.js";
import { loadGlyphs } from "./glyphs.js";
import { remembered } from "./keep.js";
import { languagePage } from "./language.js";
import { openLink } from "./link.js";
import { gameModule, playPage } from "./play.js";
import { setupPage } from "./setup.js";
import { sheet } from "./sheets.js";
import { changed, drawWith, page, showHeard, tell } from "./state.js";
import { LANGUAGES, ours, refusal, speak, t, unasked } from "./texts.js";

const root = document.getElementById("page");
const TV = /^#tv(?:-([\w-]+))?$/;   // with the language, where the table's own is not meant: #tv-ko
let tv = null;   // the module of that view, while the page is a television
let language = null, build = null, run = null, dated = null, lastNotice = null, isAnew = false;

function draw() {
  if (!language) return patch(root, isTv() ? h("main.waiting", { key: "waiting" }) : languagePage(choose));
  if (!page.snap) return patch(root, waiting());
  if (tv) return patch(root, bars(page), tv.tvPage(page.snap));
  const { main, ...parts } = page.snap.game ? playPage(page.snap) : setupPage(page.snap);
  patch(root, parts.sky, bars(page), h("main", { key: "main", id: "main" }, main), parts.bar, sheet(page), live());
  followSheet();
  if (isAnew) scrollTo(0, 0);
  isAnew = false;
}

const waiting = () => h("main.waiting", { key: "waiting" }, h("p", { role: "status" }, page.isUp ? t("page.opening") : t("page.reconnecting")));

const live = () => h("p.vh", { key: "live", role: "status", "aria-live": "polite" }, page.spoken);

async function choose(id, { isChosen = true } = {}) {
  await speak(id, { isChosen });
  language = id;
  document.title = t("page.title");
  changed();
}

function told(message) {
  if (message.type === "heard") return showHeard(message.sign);
  if (message.type !== "snapshot") return;
  build ??= message.build;
  if (message.build !== build) return location.reload();
  const before = page.snap;
  page.snap = message;
  speakAsTelevision();
  takeNotice(message, before === null);
  if (before) tellHosts(before, message);
  tellDate(message);
  const game = gameModule(message.game?.id), isSameGame = message.game?.record === before?.game?.record;
  if (!isSameGame) page.spoken = "";
  else if (game) page.spoken = game.announce(before.game, message.game) ?? page.spoken;
  changed();
  const isJustOver = isSameGame && message.game?.outcome && !before.game.outcome;
  isAnew ||= Boolean(before) && (!isSameGame || isJustOver || message.you.is_host !== before.you.is_host);
}

// each run of the table's program counts its notices from one
function takeNotice({ notice, you, game, run: itsRun }, isFirst) {
  if (itsRun !== run) [run, lastNotice] = [itsRun, null];
  // an answer to a press is for that seat and for who leads; who only looks on sees it for seats without a phone
  const seat = notice && game?.seats.find(({ sign }) => sign === notice.sign);
  const isForUs = notice && (!notice.sign || notice.sign === you.sign || you.is_host || (!you.sign && seat && !seat.has_phone));
  if (isForUs && !isFirst && notice.number !== lastNotice) tell(refusal(notice), { sign: notice.sign });
  lastNotice = notice?.number ?? null;
}

// who leads is said to all: a second host would otherwise be one that nobody knows of
function tellHosts(before, now) {
  const isNew = now.run === before.run && now.seating.hosts > before.seating.hosts;
  if (isNew && now.you.is_host === before.you.is_host) tell(t("host.one_more"), { isRefusal: false });
}

// a table without a clock takes the day from who leads; it says itself whether that counts, so once is enough
function tellDate({ date, you, run: itsRun }) {
  if (date !== "unknown" || !you.is_host || dated === itsRun) return;
  dated = itsRun;
  const now = new Date();
  say("/api/date", { unix_ms: now.getTime(), offset_min: -now.getTimezoneOffset() }).catch(() => { dated = null; });
}

function lineChanged(isUp) {
  page.isUp = isUp;
  changed();
}

const isTv = () => TV.test(location.hash) || new URLSearchParams(location.search).get("view") === "tv";

// nobody touches a television: it asks nothing
async function speakAsTelevision() {
  const id = ours(TV.exec(location.hash)?.[1]) ?? unasked(page.snap?.language);
  // what can't be had now is asked for with the next snapshot
  if (isTv() && id !== language) await choose(id, { isChosen: false }).catch(() => {});
}

async function chooseView() {
  const [module] = isTv() ? await Promise.all([import("./tv.js"), speakAsTelevision()]) : [null];
  await module?.ready();
  tv = module;
  if (tv) document.documentElement.dataset.view = "tv";
  else delete document.documentElement.dataset.view;
  page.sheet = null;
  changed();
}

drawWith(draw);
addEventListener("hashchange", chooseView);
chooseView();
loadGlyphs();
addEventListener("languagechosen", ({ detail }) => choose(detail));
const known = LANGUAGES.find(({ id }) => id === remembered("language"));
const begin = () => {
  draw();
  const { renew, check } = openLink("/ws", told, lineChanged);
  addEventListener("tokengiven", renew);
  addEventListener("answered", check);
};
if (known && !isTv()) choose(known.id).then(begin, begin);   // no catalogue: ask for the language again
else begin();

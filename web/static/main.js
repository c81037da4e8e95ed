// The phone page: language first, then what the table is doing.

import { say } from "./api.js";
import { followSheet } from "./back.js";
import { bars } from "./bars.js";
import { h, patch } from "./dom.js";
import { loadGlyphs } from "./glyphs.js";
import { remembered } from "./keep.js";
import { languagePage } from "./language.js";
import { openLink } from "./link.js";
import { takeUp } from "./mine.js";
import { gameModule, playPage } from "./play.js";
import { setupPage } from "./setup.js";
import { sheet } from "./sheets.js";
import { changed, drawWith, page, showHeard, tell } from "./state.js";
import { LANGUAGES, ours, refusal, speak, t, unasked } from "./texts.js";

const root = document.getElementById("page");
const TV = /^#tv(?:-([\w-]+))?$/;   // with the language, where the table's own is not meant: #tv-ko
let tv = null;   // the module of that view, while the page is a television
let language = null, build = null, run = null, dated = null, lastNotice = null, isAnew = false;
let link = null, cameBy = null;   // the line, and by which path the newest snapshot came

function draw() {
  if (!language) return patch(root, isTv() ? h("main.waiting", { key: "waiting" }) : languagePage(choose));
  // what a phone may see is not for a television, though it be the same browser
  if (!page.snap || cameBy !== lineNow()) return patch(root, waiting());
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

function told(message, path) {
  if (message.type === "heard") return showHeard(message.sign);
  if (message.type !== "snapshot") return;
  build ??= message.build;
  if (message.build !== build) return location.reload();
  const before = page.snap;
  if (!before) takeUp(message);
  page.snap = message;
  cameBy = path;
  speakAsTelevision();
  takeNotice(message, before);
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
function takeNotice({ notice, you, game, run: itsRun }, before) {
  if (itsRun !== run) [run, lastNotice] = [itsRun, null];
  // an answer is for that seat, for the phone that waits for one, and for who leads;
  // who only looks on sees it for seats without a phone
  const seat = notice && game?.seats.find(({ sign }) => sign === notice.sign);
  const isOurs = notice && (!notice.sign || notice.sign === you.sign || before?.seating.pending?.is_you);
  const isForUs = isOurs || (notice && (you.is_host || (!you.sign && seat && !seat.has_phone)));
  if (isForUs && before && notice.number !== lastNotice) tell(refusal(notice), { sign: notice.sign });
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

const lineNow = () => (isTv() ? "/ws/watch" : "/ws");

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
addEventListener("hashchange", () => {
  link?.turn();
  chooseView();
});
chooseView();
loadGlyphs();
addEventListener("languagechosen", ({ detail }) => choose(detail));
const known = LANGUAGES.find(({ id }) => id === remembered("language"));
const begin = () => {
  draw();
  link = openLink(lineNow, told, lineChanged);
  addEventListener("tokengiven", link.renew);
  addEventListener("answered", link.check);
};
if (known && !isTv()) choose(known.id).then(begin, begin);   // no catalogue: ask for the language again
else begin();

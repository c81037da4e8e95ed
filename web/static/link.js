// The live line to the table: whole snapshots come in, the newest wins; pings measure clock and life.

import { forget, hint, isGuess, sample } from "./clock.js";

const PING_MS = 15_000, SILENT_MS = 12_000, LISTEN_MS = 2_000, OPENS_WITHIN_MS = 6_000, LONGEST_WAIT_MS = 4_000;
const FIRST_PINGS = 5, BETWEEN_FIRST_PINGS_MS = 120, NAP_MS = 1_500;
const BEHIND_MS = 2_000, LOOK_AGAIN_MS = 700;

/** Opens a WebSocket on this page's own server, in time or not at all. */
export function socketTo(path) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), OPENS_WITHIN_MS);
  return socket;
}

/** Keeps a line open to path(): told(message, at) for each message and the path that it came by, changed(isUp) when
 * the line comes or goes.
 * renew() opens it anew: a phone that just got its token is known only from then on.
 * turn() does so where the path is another now.
 * check() asks whether the newest snapshot has come. */
export function openLink(path, told, changed) {
  let socket = null, at = null, wait = 250, retry = 0, heard = 0, hiddenAt = null, version = 0, behindSince = null;

  function connect() {
    clearTimeout(retry);
    const old = socket, mine = (socket = socketTo((at = path())));
    old?.close();
    heard = Date.now();
    behindSince = null;
    mine.onopen = () => {
      wait = 250;
      forget();
      changed(true);
      for (let i = 0; i < FIRST_PINGS; i++) setTimeout(ping, i * BETWEEN_FIRST_PINGS_MS);
    };
    mine.onmessage = ({ data }) => mine === socket && take(JSON.parse(data));
    mine.onclose = () => mine === socket && lost();
  }

  function lost() {
    socket = null;
    changed(false);
    retry = setTimeout(connect, wait + Math.random() * 100);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  function take(message) {
    heard = Date.now();
    if (message.type === "pong") {
      sample(message.sent, message.table_ms);
      follow(message.version);
    } else if (message.type === "probe") send({ type: "probe", id: message.id });
    else {
      if (message.type === "snapshot") {
        hint(message.table_ms, message.clock.is_paused);
        version = message.version;
        behindSince = null;
      }
      told(message, at);
      if (isGuess()) ping();
    }
  }

  // answers come but snapshots do not: the line is open and still of no use
  function follow(tables) {
    if (!(tables > version)) return (behindSince = null);
    behindSince ??= Date.now();
    if (Date.now() - behindSince > BEHIND_MS) connect();
    else setTimeout(ping, LOOK_AGAIN_MS);
  }

  const ping = () => send({ type: "ping", sent: performance.now() });

  function send(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  setInterval(ping, PING_MS);
  // the table probes every five seconds: a line without a sound is dead, though nobody closed it
  setInterval(() => {
    if (!socket || Date.now() - heard < SILENT_MS) return;
    changed(false);
    connect();
  }, LISTEN_MS);
  // a phone that slept holds a line that looks open and is dead
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (hiddenAt && Date.now() - hiddenAt > NAP_MS) connect();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && connect());
  addEventListener("online", connect);
  connect();
  return { renew: connect, turn: () => at !== path() && connect(), check: ping };
}

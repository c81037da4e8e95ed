// What the page shows now: the newest snapshot and what this phone has open. Every change redraws.

import { isUnderway, post, Refused, say } from "./api.js";
import { refusal } from "./texts.js";

const NOTE_MS = 9_000, HEARD_MS = 900;

export const page = {
  snap: null,       // the newest snapshot
  isUp: true,       // the line to the table stands
  sheet: null,      // { name, under, … }: what lies over the page, and over which of its kind
  note: null,       // the answer to a refused press or entry
  heard: null,      // sign of the button that was pressed just now
  spoken: "",       // what a screen reader is told next
  mine: {},         // choices that are not sent yet, by what they belong to
};

let redraw = () => {}, isAsked = false, noteTimer = 0, heardTimer = 0;

export const drawWith = (draw) => void (redraw = draw);

/** Asks for one redraw, soon. */
export function changed() {
  if (isAsked) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    redraw();
    dispatchEvent(new Event("drawn"));
  });
}

/** Lays a sheet over the page, or over the sheet that led to it. */
export function open(name, args = {}) {
  const same = sheets().find((each) => each.name === name);
  page.sheet = { name, ...args, under: same ? same.under : page.sheet };
  changed();
}

/** Lists what lies over the page, the topmost first. */
export function sheets() {
  const all = [];
  for (let each = page.sheet; each; each = each.under) all.push(each);
  return all;
}

export function close() {
  page.sheet = null;
  changed();
}

/** Shows an answer for a while; the reader may put it away. */
export function tell(text, { isRefusal = true, sign = null } = {}) {
  page.note = text && { text, isRefusal, sign };
  clearTimeout(noteTimer);
  if (text) noteTimer = setTimeout(tell, NOTE_MS, null);
  changed();
}

/** Has a screen reader say something when it is done with what it says now. */
export function speakNext(text) {
  page.spoken = text;
  changed();
}

export function showHeard(sign) {
  page.heard = sign;
  clearTimeout(heardTimer);
  if (sign) heardTimer = setTimeout(showHeard, HEARD_MS, null);
  changed();
}

/** Does something at the table once. Gives the answer, or null after a refusal, which is shown. */
export const act = (path, body, intent) => answered(post(path, body, intent));

export const tellTable = (path, body) => answered(say(path, body));

/** Gives what came of what was asked, or null after a refusal, which is shown. */
export async function answered(promise) {
  changed();
  try {
    return (await promise) ?? {};
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    tell(refusal(fault));
    return null;
  } finally {
    dispatchEvent(new Event("answered"));
    changed();
  }
}

/** Says whether an entry waits for its answer. */
export const isWaiting = (intent) => isUnderway(intent);

/** Plays an event of the present game; what judges or changes verdicts carries the version it was made on. */
export function play(event, { needsLog = false } = {}) {
  const { round, log, record } = page.snap.game;
  return act("/api/play", { round, ...(needsLog ? { log } : {}), event }, `${record}:${round}:${JSON.stringify(event)}`);
}

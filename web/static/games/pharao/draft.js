// What somebody has chosen on this phone and not sent yet; what happens at the table empties it.

import { changed, page, tell } from "../../state.js";

let draft = {}, of = "", kept = null;

/** Gives the choices made since the last thing that happened. */
export function draftNow() {
  const { record, log } = page.snap.game, now = `${record}:${log}`;
  if (of !== now) [of, draft, kept] = [now, kept ?? {}, null];
  return draft;
}

/** Chooses something; an answer to the choice before would only cover the board. */
export function choose(fields) {
  Object.assign(draftNow(), { won: null }, fields);
  if (page.note) tell(null);
  changed();
}

/** Has choices last over what this phone enters now; null lets them go. */
export const keep = (fields) => void (kept = fields);

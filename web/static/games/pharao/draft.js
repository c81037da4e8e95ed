// What somebody has chosen on this phone and not sent yet; what happens at the table empties it.

import { changed, page, tell } from "../../state.js";

let kept = null;

/** Gives the choices made since the last thing that happened. */
export function draftNow() {
  const { record, log } = page.snap.game, of = `${record}:${log}`;
  if (page.mine.pharao?.of !== of) [page.mine.pharao, kept] = [{ ...kept, of }, null];
  return page.mine.pharao;
}

/** Chooses something; an answer to the choice before would only cover the board. */
export function choose(fields) {
  Object.assign(draftNow(), { won: null }, fields);
  if (page.note) tell(null);
  changed();
}

/** Has choices last over what this phone enters now; null lets them go. */
export const keep = (fields) => void (kept = fields);

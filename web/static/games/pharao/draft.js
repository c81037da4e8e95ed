// What somebody has chosen on this phone and not sent yet; whatever happens at the table empties it.

import { changed, page, tell } from "../../state.js";

let draft = {}, of = "";

/** Gives the choices made since the last thing that happened. */
export function draftNow() {
  const { record, log } = page.snap.game, now = `${record}:${log}`;
  if (of !== now) [of, draft] = [now, {}];
  return draft;
}

/** Chooses something; an answer to the choice before would only cover the board. */
export function choose(fields) {
  Object.assign(draftNow(), fields);
  if (page.note) tell(null);
  changed();
}

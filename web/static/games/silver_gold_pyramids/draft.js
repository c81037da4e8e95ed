// What this phone has chosen and not sent yet: whose sheet it enters for, what was covered, where a shape is to lie.

import { changed, page } from "../../state.js";

/** Gives the choices for this game; a correction keeps its own. */
export function draftOf({ record, drafts }) {
  if (drafts) return drafts;
  if (page.mine.pyramids?.of !== record) page.mine.pyramids = { of: record, seats: {} };
  return page.mine.pyramids;
}

/** Gives what is chosen for a seat of one kind, for as long as it is about the same thing. */
export function choicesOf({ game }, seat, kind, about = "") {
  const { seats } = draftOf(game), mine = (seats[seat] ??= {}), of = JSON.stringify(about);
  if (mine[kind]?.of !== of) mine[kind] = { of };
  return mine[kind];
}

/** Makes choices; undefined gives one up. */
export function choose(draft, fields) {
  Object.assign(draft, fields);
  changed();
}

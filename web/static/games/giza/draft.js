// What this phone has chosen and not sent yet, for as long as it is the same turn.

import { changed, page, tell } from "../../state.js";

/** Gives the choices for the present turn. */
export function draftOf({ record, round }) {
  const of = `${record}:${round}`;
  if (page.mine.giza?.of !== of) page.mine.giza = { of };
  return page.mine.giza;
}

/** Makes choices; undefined gives one up. The answer to the choice before goes. */
export function choose(draft, fields) {
  Object.assign(draft, fields);
  if (page.note) tell(null);
  changed();
}

export const isSame = (one, other) => one !== undefined && one.site === other.site && one.place === other.place;

// What this phone has chosen and not sent yet, for as long as the table waits for the same thing.

import { page } from "../../state.js";

/** Gives the choices for the present turn or scoring. */
export function draftOf({ record, round }) {
  const of = `${record}:${round}`;
  if (page.mine.pairamid?.of !== of) page.mine.pairamid = { of };
  return page.mine.pairamid;
}

// The host's changes to the set-up: shown at once, sent one after another on the version they follow.

import { act, changed, page } from "./state.js";

const ANSWER_MS = 1_500;
let wanted = null, isSending = false;

/** Gives the set-up as the host sees it: the table's, or what is on its way there. */
export const setupNow = (snap) => (snap.you.is_host && wanted ? { ...snap.setup, ...wanted } : snap.setup);

/** Changes fields of the set-up: game, seats, first_seat, options. */
export function change(fields) {
  const { game, seats, first_seat: first, options } = setupNow(page.snap);
  wanted = { game, seats: seats.map(({ sign, name }) => ({ sign, name })), first_seat: first, options, ...fields };
  changed();
  if (!isSending) send();
}

async function send() {
  isSending = true;
  while (wanted) {
    const sent = wanted, { version } = page.snap.setup;
    const answer = await act("/api/setup", { version, ...sent }, `setup:${version}`);
    if (answer) await newer(version);
    if (wanted === sent || !answer) wanted = null;
  }
  isSending = false;
  changed();
}

// the next change is made on the version that this one led to
async function newer(version) {
  for (let waited = 0; page.snap.setup.version === version && waited < ANSWER_MS; waited += 30) {
    await new Promise((done) => setTimeout(done, 30));
  }
}

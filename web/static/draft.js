// The host's changes to the set-up: shown at once, made on whatever set-up the table has by then.

import { post, Refused } from "./api.js";
import { changed, page, tell } from "./state.js";
import { refusal } from "./texts.js";

const NEWER_WITHIN_MS = 1_500;
let edits = [];   // [{ make, version }]: the version that holds the edit, null until the table has it
let sending = null;

/** Gives the set-up as the host sees it: the table's, with what is on its way there. */
export function setupNow({ you, setup }) {
  if (!you.is_host) return setup;
  edits = edits.filter(({ version }) => version === null || setup.version < version);
  return edits.reduce((now, { make }) => ({ ...now, ...make(now) }), setup);
}

/** Changes the set-up: make(setup) gives the fields that change. It may be asked again on a newer set-up. */
export function change(make) {
  edits.push({ make, version: null });
  changed();
  sending ??= send().finally(() => (sending = null));
}

/** Gives the version that holds all changes, when the table has them. */
export async function settled() {
  await sending;
  return newest();
}

const newest = () => Math.max(page.snap.setup.version, ...edits.map(({ version }) => version ?? 0));

async function send() {
  for (let isAgain = false; ; ) {
    const wanted = bare(setupNow(page.snap)), sent = edits.filter(({ version }) => version === null), version = newest();
    if (sent.length === 0) return;
    const hold = (at) => sent.forEach((edit) => (edit.version = at));
    const fault = await post("/api/setup", { version, ...wanted }, `setup:${version}`).then((answer) => hold(answer.version), (refused) => refused);
    isAgain = fault?.code === "session.stale" && !isAgain && (await isNewer(version));
    // the answer was lost, not the change
    if (isAgain && same(bare(page.snap.setup), wanted)) hold(page.snap.setup.version);
    else if (fault && !isAgain) give(fault, sent);
    changed();
  }
}

function give(fault, sent) {
  edits = edits.filter((edit) => !sent.includes(edit));
  if (!(fault instanceof Refused)) throw fault;
  tell(refusal(fault));
}

const bare = ({ game, seats, first_seat: first, options }) => ({ game, seats: seats.map(({ sign, name }) => ({ sign, name })), first_seat: first, options });

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

async function isNewer(version) {
  for (let waited = 0; page.snap.setup.version <= version && waited < NEWER_WITHIN_MS; waited += 30) {
    await new Promise((done) => setTimeout(done, 30));
  }
  return page.snap.setup.version > version;
}

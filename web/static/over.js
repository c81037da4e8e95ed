// Entries that were made over what the log told of one thing: in the way of nobody who entered something else meanwhile.

import { post, Refused } from "./api.js";
import { answered, page } from "./state.js";

const STALE = "session.stale";

/** Plays an event that was made on a part of what the log tells: sent again where others entered something else meanwhile,
 * refused where isStillSo(game) is not so any more. */
export const playOver = (event, isStillSo) => answered(sendOver(event, isStillSo));

async function sendOver(event, isStillSo) {
  const { record } = page.snap.game;
  for (;;) {
    const { game } = page.snap;
    if (game?.record !== record || !isStillSo(game)) throw new Refused({ code: STALE });
    const { round, log } = game, past = (entry) => until((now) => now?.record !== record || now.log >= entry);
    try {
      const answer = await post("/api/play", { round, log, event }, `${record}:${log}:${JSON.stringify(event)}`);
      await past(answer.entry);
      return answer;
    } catch (fault) {
      if (fault.code !== STALE) throw fault;
      await past(log + 1);
    }
  }
}

// waits until the page has drawn a game that is so
async function until(isSo) {
  while (!isSo(page.snap?.game)) await new Promise((done) => addEventListener("drawn", done, { once: true }));
}

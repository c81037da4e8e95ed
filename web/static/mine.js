// What was chosen and not sent yet outlives a reload of this tab, for as long as it is the same game.

import { page } from "./state.js";

const NAME = "khepri.mine";

// nobody knows whether what was on its way has come: that is not kept
const still = (_, value) => (value?.isSent ? undefined : value);

/** Takes up what the page before had, where a first snapshot shows its game. */
export function takeUp({ build, game }) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME));
    if (game && kept?.record === game.record && kept.build === build) Object.assign(page.mine, kept.mine);
  } catch {
    // what can't be had is chosen anew
  }
}

function putDown() {
  if (!page.snap) return;
  const { build, game } = page.snap;
  try {
    if (game) sessionStorage.setItem(NAME, JSON.stringify({ build, record: game.record, mine: page.mine }, still));
    else sessionStorage.removeItem(NAME);
  } catch {
    // private windows may refuse to keep anything
  }
}

addEventListener("pagehide", putDown);
document.addEventListener("visibilitychange", () => document.hidden && putDown());

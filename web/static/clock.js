// The table's clock on this phone. The sample with the shortest round trip is the best guess.

let offset = 0, shortest = Infinity, stoppedAt = null;

/** Forgets all samples: the phone slept, or the table was away. */
export function forget() {
  shortest = Infinity;
}

/** Takes what a snapshot says, which is late by its way here: only until a real sample comes. */
export function hint(tableMs, isPaused) {
  if (isPaused || stoppedAt !== null) forget();
  stoppedAt = isPaused ? tableMs : null;
  if (isGuess()) offset = tableMs - performance.now();
}

export const isGuess = () => shortest === Infinity;

/** Takes a ping's answer. */
export function sample(sent, tableMs, received = performance.now()) {
  const trip = received - sent;
  if (stoppedAt !== null || trip >= shortest) return;
  shortest = trip;
  offset = tableMs - (sent + received) / 2;
}

/** Gives the table's time at a moment of this phone's own clock. */
export const tableAt = (local = performance.now()) => stoppedAt ?? local + offset;

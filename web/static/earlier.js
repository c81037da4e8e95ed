// Lines from before those of the snapshot: asked for when somebody reads on, and anew when the log has changed.

import { ask, Refused } from "./api.js";
import { changed, page, sheets, tell } from "./state.js";
import { refusal } from "./texts.js";

/** Gives what was asked for, for as long as the history is open and the same seat reads it. */
function readOf({ game, you }) {
  const sheet = sheets().find(({ name }) => name === "history"), of = `${game.record}:${you.seat}`;
  if (sheet && sheet.read?.of !== of) sheet.read = { of, log: game.log, wanted: 0, pages: [], isAsking: false };
  return sheet?.read;
}

/** Gives the game with the earlier lines that were asked for. */
export function wholeGame(snap) {
  const { game } = snap, read = readOf(snap);
  if (!read?.wanted) return game;
  if (read.log !== game.log || read.pages.length < read.wanted) fill(read, game);
  const [first] = game.lines, earlier = read.pages.flatMap(({ lines }) => lines).filter(({ entry }) => entry < first.entry);
  return { ...game, lines: [...earlier, ...game.lines], has_earlier_lines: (read.pages[0] ?? game).has_earlier_lines };
}

export function readOn(snap) {
  readOf(snap).wanted++;
  changed();
}

async function fill(read, { record, log, lines, has_earlier_lines: hasMore }) {
  if (read.isAsking) return;
  read.isAsking = true;
  let pages = read.log === log ? read.pages : [];
  try {
    while (pages.length < read.wanted && (pages[0]?.has_earlier_lines ?? hasMore)) {
      const came = await ask("/api/lines", { before: (pages[0]?.lines ?? lines)[0].entry });
      // the table has gone on, and so will the page
      if (came.record !== record || came.log !== log) return;
      pages = [came, ...pages];
    }
    Object.assign(read, { log, pages, wanted: pages.length });
    changed();
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    Object.assign(read, { wanted: 0, pages: [] });
    tell(refusal(fault));
  } finally {
    read.isAsking = false;
    if (page.snap.game?.log !== log) changed();
  }
}

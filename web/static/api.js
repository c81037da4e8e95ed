// What is asked of the table. Each intent to write has one random key: sent again after a lost answer it counts once.

const TRIES = 3, ANSWER_WITHIN_MS = 3_000, FIRST_WAIT_MS = 300;
const underway = new Map();

/** A refusal of the table: code, message, params; and what else is wrong with the same thing. */
export class Refused extends Error {
  constructor(body) {
    super(body.message ?? body.code);
    Object.assign(this, { code: body.code, params: body.params ?? {}, also: body.also ?? [] });
  }
}

// crypto.randomUUID is missing on http:// pages
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

export const isUnderway = (intent) => underway.has(intent);

/** Posts once per intent: while the same intent is underway, its promise is given again. */
export function post(path, body = {}, intent = path) {
  const same = underway.get(intent);
  if (same) return same;
  const promise = send(path, JSON.stringify({ key: newKey(), ...body })).finally(() => underway.delete(intent));
  underway.set(intent, promise);
  return promise;
}

/** Posts a text, what else there is to say beside it in the address. */
export const postText = (path, query, text) => send(`${path}?${new URLSearchParams({ key: newKey(), ...query })}`, text, "text/plain");

/** Posts without a key, for what may simply be said twice. */
export const say = (path, body = {}) => send(path, JSON.stringify(body));

/** Asks for what is only read. */
export const ask = (path, query) => request(`${path}?${new URLSearchParams(query)}`, { cache: "no-store" });

const send = (path, body, type = "application/json") => request(path, { method: "POST", headers: { "Content-Type": type }, body });

async function request(path, how) {
  for (let left = TRIES - 1, wait = FIRST_WAIT_MS; ; left--, wait *= 2) {
    try {
      const answer = await fetch(path, { ...how, signal: inTime() });
      if (answer.ok) return await answer.json();
      const said = await answer.json().catch(() => ({}));
      if (answer.status < 500 || left === 0) throw new Refused({ code: `http.${answer.status}`, ...said });
    } catch (fault) {
      if (fault instanceof Refused) throw fault;
      if (left === 0) throw new Refused({ code: "page.no_answer" });
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}

// AbortSignal.timeout is not in every browser that phones still have
function inTime() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ANSWER_WITHIN_MS);
  return controller.signal;
}

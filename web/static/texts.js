// Texts in the reader's language. A key is written out where it is used, so that a test can list them;
// the only keys that are put together are these prefixes with a closed word behind them:
//   sign.<sign>                     sun eye lotus feather boat ankh
//   colour.<sign>                   the colour of that sign's button
//   theme.<phone|papyrus|night>    symbol.<circle|square|triangle|diamond|star|cross>
//   game.<game id>
//   help.<question>.<q|a>           what people ask
//   option.<game>.<option>          with .help, and .<value> for each value of an enum
//   reason.<game>.<outcome reason>  tiebreak.<game>.<tie_break>
//   tile.<black|red|blue|yellow>    pharaoh_code.tile.<colour>: the rows of the pyramid
//   pharaoh_code.line.<event type>  the history, one text an event type
//   part.<ok|simulated|absent>       how a part of the table is
//   origin.<button|panel|phone|host|clock|chance>    fate.<retracted|corrected|set_aside>
//   refusal.<code>                  answers of the table
// A game's texts are in a file of its own, which comes with the game.
// A plural is a pair key.one / key.other, chosen by the parameter n.

import { remember, remembered } from "./keep.js";

export const LANGUAGES = [
  { id: "en", name: "English" },
  { id: "ko", name: "한국어" },
  { id: "zh-Hant", name: "正體中文" },
  { id: "nl", name: "Nederlands" },
  { id: "eu", name: "Euskara" },
];
// Browsers have no number formats for Basque and would write English ones; Spanish writes numbers the same.
const NUMBERS = { eu: "es" };
const SPELT_OUT = new Set(["ko", "zh-Hant"]);   // 12밀리초, not 12ms

/** Gives our language for one that is asked for: ko-KR is ko, zh-TW is zh-Hant; undefined where we have none. */
export function ours(tag) {
  const base = tag?.toLowerCase().split("-")[0];
  return (LANGUAGES.find(({ id }) => id === tag) ?? LANGUAGES.find(({ id }) => id.split("-")[0] === base))?.id;
}

/** Gives the language of a page that does not ask: what was chosen here before, what else is wished for, the browser's. */
export const unasked = (...wishes) => [remembered("language"), ...wishes, ...navigator.languages].map(ours).find(Boolean) ?? "en";

const games = new Set();   // whose texts are wanted
let language = "en", catalogue = {}, numbers = new Intl.NumberFormat("en"), plurals = new Intl.PluralRules("en");

export const currentLanguage = () => language;

/** Loads a language and makes it the page's; a chosen one is remembered. */
export async function speak(id, { isChosen = true } = {}) {
  catalogue = await all(id);
  language = id;
  numbers = new Intl.NumberFormat(NUMBERS[id] ?? id);
  plurals = new Intl.PluralRules(id);
  document.documentElement.lang = id;
  if (isChosen) remember("language", id);
}

// a game may be asked for while the texts are on their way
async function all(id) {
  const known = [...games], parts = await Promise.all([part(`/texts/${id}.json`), ...known.map((game) => part(`/texts/${game}/${id}.json`))]);
  return known.length === games.size ? Object.assign({}, ...parts) : all(id);
}

/** Adds a game's texts, now and in every language that is chosen later. */
export async function learn(game) {
  games.add(game);
  const id = language, texts = await part(`/texts/${game}/${id}.json`);
  if (id === language) Object.assign(catalogue, texts);
  else Object.assign(catalogue, await part(`/texts/${game}/${language}.json`));
}

async function part(path) {
  const answer = await fetch(path, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

export const has = (key) => key in catalogue;

const IN_MS = /\{(\w+_ms)\}\s?(?:ms|밀리초|毫秒)/g;   // 7,051 ms reads as 7.1 s

/** Gives the text of a key; numbers among the parameters are written as the language writes them. */
export function t(key, params = {}) {
  const text = catalogue[key] ?? (Object.keys(params).includes("n") ? plural(key, params.n) : undefined) ?? key;
  return text.replace(IN_MS, (_, name) => span(params[name])).replace(/\{(\w+)\}/g, (whole, name) => (name in params ? written(params[name]) : whole));
}

function plural(key, n) {
  return catalogue[`${key}.${plurals.select(n)}`] ?? catalogue[`${key}.other`];
}

const written = (value) => (typeof value === "number" ? number(value) : String(value));

export const number = (value) => numbers.format(value).replace("-", "−");

/** Gives points with their sign: +5, −3, 0. */
export const signed = (points) => (points > 0 ? `+${number(points)}` : number(points));

/** Puts items after one another, and a value after its label, as the language punctuates. */
export const listed = (items) => items.join(language === "zh-Hant" ? "、" : ", ");
export const labelled = (label, value) => `${label}${language === "zh-Hant" ? "：" : ": "}${value}`;

/** Gives a span of time for reading: 12 ms, 8.4 s. */
export function span(ms) {
  const inMs = Math.abs(ms) < 1000;
  const digits = inMs ? 0 : 1;
  const format = new Intl.NumberFormat(NUMBERS[language] ?? language, {
    style: "unit",
    unit: inMs ? "millisecond" : "second",
    unitDisplay: SPELT_OUT.has(language) ? "long" : "short",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(inMs ? ms : ms / 1000).replace(" ", "\u00a0");
}

/** Gives what the table says about a refused entry: by its code, or in English when the code has no text here. */
export function refusal({ code, message, params }) {
  const key = `refusal.${code}`, [game] = code.split(".");
  const words = Object.entries(params ?? {}).map(([name, value]) => [name, catalogue[`${game}.${name}.${value}`] ?? value]);
  return key in catalogue ? t(key, Object.fromEntries(words)) : message ?? t("page.went_wrong");
}

// Writing a formula with keys: only the dice that were thrown, the signs, and no calculator.
// What it makes is not shown before it is sent: who explains aloud has no calculator either.

import { h } from "../../dom.js";
import { die, glyph, who } from "../../signs.js";
import { changed, close, open, page, play } from "../../state.js";
import { refusal, t } from "../../texts.js";
import { chip } from "./board.js";
import { unreadable } from "./reading.js";
import { TILES } from "./tiles.js";

const NAMES = [[8, "d8"], [10, "d10"], [12, "d12"]];
let denied = null;   // why the key that was touched last does not fit: { id, why }

/** Gives what is being written, by record, round and seat: [{ text, die? }]. */
const written = () => (page.mine.formulas ??= {});

const PRINTED = { "-": "−", "*": "×", "/": "÷", ":": "÷", x: "×", X: "×" };

/** Gives a formula in printed signs, with air round them. */
export const pretty = (text) => text.replace(/\s*([+−×÷*/:xX-])\s*/g, (_, sign) => ` ${PRINTED[sign] ?? sign} `).trim();

/** A seat's own formula, on its own page. */
export function formulaPart(seen, claim) {
  const isHost = seen.isHost, { view } = seen;
  return h("section.register.explain", { key: `explain${claim.claim}` },
    h("h2", t("pharaoh_code.how"), h("small", t("page.optional"))),
    view.dice === null
      ? [h("p.soft", t("pharaoh_code.dice_first")), h("button.plain.wide", { onclick: () => open("dice") }, glyph("pen"), t("pharaoh_code.enter_dice"))]
      : isHost
        ? h("button.plain.wide", { onclick: () => open("formula", { claim: claim.claim }) }, glyph("pen"), t("pharaoh_code.type_formula"))
        : [board(seen.game, claim), h("p.small.soft", t("pharaoh_code.aloud"))]);
}

/** Any claim's formula, entered by the host. */
export function formulaSheet(snap, { claim: index }) {
  const { game, you } = snap, claim = game?.view.claims.find((each) => each.claim === index);
  if (!claim || claim.right !== null || claim.number === null || !game.view.dice || !(you.is_host || claim.seat === you.seat)) return null;
  return { title: t("pharaoh_code.how"), body: [h("p.line-up", who(game.seats[claim.seat]), chip(TILES.get(claim.number))), board(game, claim)] };
}

function board({ record, round, view, options }, claim) {
  const id = `${record}:${round}:${claim.seat}:${claim.number}`;
  return writer({ id, dice: view.dice, options, send: (formula) => explain(id, claim, formula) });
}

/** Gives the keys for a formula of the dice that were thrown; send(formula) takes it. A key that does not fit says why when it is touched. */
export function writer({ id, dice, options, send }) {
  const pieces = written()[id] ?? [], used = new Set(pieces.map((piece) => piece.die).filter(Boolean)), texts = pieces.map(({ text }) => text);
  const misfit = (text) => {
    const found = unreadable([...texts, text]);
    return found?.isBroken ? found : null;
  };
  const put = (next) => {
    denied = null;
    written()[id] = next;
    changed();
  };
  const deny = (why) => {
    denied = { id, why };
    changed();
  };
  const key = (text, name = null) => {
    const why = misfit(text);
    return { "aria-disabled": String(why !== null), onclick: () => (why ? deny(why) : put([...pieces, { text, die: name }])) };
  };
  const signs = ["+", "−", "×", "÷", "(", ")", ...(options.powers ? ["^", "√"] : [])];
  const lacks = unreadable(texts) ?? (used.size < 2 ? { code: "formula.one_die_only", params: { number: dice[[...used][0]] } } : null);
  const isDenied = denied?.id === id, why = isDenied ? denied.why : lacks;
  return h("div.stack.formula",
    h("div.field", { role: "status", "aria-label": t("pharaoh_code.formula") }, h("span", pretty(texts.join(""))), h("span.caret", { "aria-hidden": "true" })),
    h("div.keys.dice-keys", NAMES.map(([sides, name]) =>
      h("button.key.diekey", { key: name, disabled: used.has(name), "aria-label": `${dice[name]}${used.has(name) ? `, ${t("pharaoh_code.used")}` : ""}`, ...key(String(dice[name]), name) },
        die(sides, dice[name]), used.has(name) && h("span", t("pharaoh_code.used"))))),
    h("div.keys.signs-keys",
      signs.map((sign) => h("button.key", { key: sign, "aria-label": SPOKEN[sign](), ...key(sign) }, sign)),
      h("button.key", { key: "delete", disabled: pieces.length === 0, "aria-label": t("pharaoh_code.delete"), onclick: () => put(pieces.slice(0, -1)) }, glyph("back")),
      h("button.key.word", { key: "clear", disabled: pieces.length === 0, onclick: () => put([]) }, t("pharaoh_code.clear"))),
    h("p.lacks", { class: isDenied ? "bad" : "soft", role: "status" }, why && refusal(why)),
    h("button.act.wide", { disabled: lacks !== null, onclick: () => send(texts.join("")) }, glyph("check"), t("pharaoh_code.my_formula")));
}

const SPOKEN = {
  "+": () => t("pharaoh_code.sign_plus"),
  "−": () => t("pharaoh_code.sign_minus"),
  "×": () => t("pharaoh_code.sign_times"),
  "÷": () => t("pharaoh_code.sign_divided"),
  "(": () => t("pharaoh_code.sign_open"),
  ")": () => t("pharaoh_code.sign_close"),
  "^": () => t("pharaoh_code.sign_power"),
  "√": () => t("pharaoh_code.sign_root"),
};

async function explain(id, claim, formula) {
  if (!(await play({ type: "explained", claim: claim.claim, formula }, { needsLog: true }))) return;
  delete written()[id];
  if (page.sheet?.name === "formula") close();
}

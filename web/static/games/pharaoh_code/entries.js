// Sheets for what lies on the table: the dice, the number of a claim, the tiles of the pyramid.

import { h } from "../../dom.js";
import { playOver } from "../../over.js";
import { die, glyph, who } from "../../signs.js";
import { changed, close, page, play } from "../../state.js";
import { labelled, listed, number, t } from "../../texts.js";
import { picker } from "./picker.js";
import { TILES } from "./tiles.js";

const DICE = [[8, "d8"], [10, "d10"], [12, "d12"]];

/** Three rows of faces, one tap each: with the third the dice are entered. Dice that are known already are replaced by a button of its own. */
export function diceSheet(snap, sheet) {
  const { game, you } = snap;
  if (!game || game.outcome || !(you.is_host || you.seat !== null)) return null;
  sheet.round ??= roundOf(game);
  if (sheet.round !== roundOf(game)) return null;
  // what is on its way here is no news; what others entered meanwhile is shown in place of what was chosen here
  if (!sheet.isSending && pipsOf(game.view.dice) !== sheet.told) Object.assign(sheet, { told: pipsOf(game.view.dice), known: game.view.dice, dice: {} });
  const { known } = sheet, read = () => ({ ...known, ...sheet.dice });
  const pick = (name, pips) => {
    if (sheet.isSending) return;
    sheet.dice[name] = pips;
    changed();
    if (!known && DICE.every(([, each]) => read()[each])) enterDice(sheet, read());
  };
  return {
    title: t("pharaoh_code.enter_dice"),
    body: [
      known
        ? h("p.note", { key: "known", role: "status" }, labelled(t("pharaoh_code.dice_known"), listed(DICE.map(([, each]) => number(known[each])))))
        : h("p.soft", { key: "help" }, t("pharaoh_code.dice_help")),
      diceRows(read(), pick),
    ],
    bar: known && h("button.act", { disabled: sheet.isSending || pipsOf(read()) === sheet.told, onclick: () => enterDice(sheet, read()) }, t("pharaoh_code.replace_dice")),
  };
}

const roundOf = ({ record, round }) => `${record}:${round}`;
const pipsOf = (dice) => DICE.map(([, name]) => dice?.[name] ?? null).join();

async function enterDice(sheet, dice) {
  sheet.isSending = true;
  const isStillSo = (game) => roundOf(game) === sheet.round && pipsOf(game.view.dice) === sheet.told;
  const answer = await playOver({ type: "dice_read", ...dice }, isStillSo).finally(() => (sheet.isSending = false));
  changed();
  if (answer && page.sheet === sheet) close();
}

/** Gives the faces of all three dice. */
export const diceRows = (read, onPick) =>
  h("div.facerows", DICE.map(([sides, name]) =>
    h("section.faces", { key: name, class: name, role: "group", "aria-label": t("pharaoh_code.die", { sides }) },
      h("span.which", { "aria-hidden": "true" }, die(sides, read[name] ?? null)),
      h("div.grid", Array.from({ length: sides }, (_, i) =>
        h("button.key", { key: i, "aria-pressed": String(read[name] === i + 1), onclick: () => onPick(name, i + 1) }, number(i + 1),
          name === "d10" && i === 9 && h("small", t("pharaoh_code.zero_is_ten"))))))));

/** The number of one claim; or the claim is struck, when nothing was called. */
export function numberSheet(snap, { claim: index }) {
  const { game, you } = snap, claim = game?.view.claims.find((each) => each.claim === index);
  if (!claim || claim.right !== null || !(you.is_host || claim.seat === you.seat)) return null;
  return {
    title: t("pharaoh_code.enter_number"),
    body: [
      h("p", who(game.seats[claim.seat])),
      picker({ free: game.view.callable[index] ?? [], chosen: claim.number === null ? [] : [claim.number], onPick: (n) => call(index, n) }),
      you.is_host && h("button.plain.wide", { onclick: () => strike(index) }, glyph("wrong"), t("pharaoh_code.strike")),
    ],
  };
}

async function call(claim, n) {
  if (await play({ type: "number_called", claim, number: n })) close();
}

async function strike(claim) {
  if (await play({ type: "struck", claim }, { needsLog: true })) close();
}

/** The tiles that lie face up: only the gaps are asked, as many of each row as there are spaces. */
export function layoutSheet(snap, sheet) {
  const { game, you } = snap;
  const asked = game?.awaits.find(({ event }) => event === "laid_out")?.asked[0];
  if (!asked || !(you.is_host || you.seat !== null)) return null;
  sheet.numbers = (sheet.numbers ?? []).filter((n) => asked.choices.includes(n));
  const room = (colour) => freeSpaces(game.view, colour), laid = (colour) => sheet.numbers.filter((n) => TILES.get(n).colour === colour).length;
  const free = asked.choices.filter((n) => laid(TILES.get(n).colour) < room(TILES.get(n).colour));
  const toggle = (n) => {
    sheet.numbers = sheet.numbers.includes(n) ? sheet.numbers.filter((each) => each !== n) : [...sheet.numbers, n];
    changed();
  };
  return {
    title: t("pharaoh_code.enter_layout"),
    body: [
      h("p.soft", t("pharaoh_code.layout_help")),
      picker({ free, chosen: sheet.numbers, onPick: toggle, heading: (colour) => h("small", t("pharaoh_code.laid_of", { laid: laid(colour), room: room(colour) })) }),
    ],
    bar: h("button.act", { disabled: sheet.numbers.length === 0, onclick: () => layOut(sheet) }, t("pharaoh_code.lay_out", { n: sheet.numbers.length })),
  };
}

const freeSpaces = (view, colour) => view.pyramid.flat().filter((space) => space.number === null && space.colour === colour).length;

async function layOut(sheet) {
  if ((await play({ type: "laid_out", numbers: sheet.numbers })) && page.sheet === sheet) close();
}

// The history in signs and words, and what may stand in place of a line.

import { h } from "../../dom.js";
import { glyph } from "../../signs.js";
import { changed, page, tellTable } from "../../state.js";
import { listed, number, t } from "../../texts.js";
import { sign } from "./glyphs.js";
import { aboutOf, aimOf, markingPart, turning } from "./marking.js";
import { amount, COLOURS, colourSign, gained, isTomb, SYMBOLS, symbolName } from "./names.js";
import { readSteppers } from "./saying.js";
import { drawnShape, shapeName } from "./shapes.js";

const shapeOf = (id) => {
  const shape = page.snap?.game?.view.shapes?.[id];
  return shape ? drawnShape(shape.squares, { spoken: shapeName(id) }) : shapeName(id);
};

function colourOf({ pyramid }) {
  const card = page.snap?.game?.view.pyramids?.find((each) => each.pyramid === pyramid);
  return card && colourSign(card.colour);
}

// the shape as it was turned; a single square needs none
function looksOf({ round, card, spot }) {
  const view = page.snap?.game?.view, turn = spot.split(".")[1], id = view?.shown?.find((each) => each.round === round && each.card === card)?.shape;
  const looks = turn && view.shapes?.[id]?.turns.find((each) => each.turn === Number(turn));
  return looks && drawnShape(looks.squares, { spoken: shapeName(id) });
}

const reads = { rubies: "ruby", emeralds: "emerald", skulls: "skull" };

/** Gives an event in signs, each with its name for those who listen. */
export function words(event) {
  switch (event.type) {
    case "covered":
      return h("span.sg-words", gained(event.what, event.count));
    case "sheet_read":
      return h("span.sg-words", t("silver_gold_pyramids.line.sheet_read"), Object.entries(reads).map(([name, what]) => h("span.sg-few", { key: name, role: "img", "aria-label": amount(what, event[name]) }, sign(what), h("b.num", number(event[name])))));
    case "card_turned":
    case "card_dealt":
      return h("span.sg-words", t("silver_gold_pyramids.card_no", { card: event.card }), event.shape && shapeOf(event.shape));
    case "marked":
      return h("span.sg-words", colourOf(event), h("b.num", number(event.pyramid)), looksOf(event), event.spot.split(".")[0]);
    case "pyramids_kept":
      return h("span.sg-words", t("silver_gold_pyramids.line.pyramids_kept"), h("b.num", listed([event.first, event.second].map(number))));
    case "pyramid_taken":
      return h("span.sg-words", t("silver_gold_pyramids.line.pyramid_taken"), h("b.num", event.pyramid === 0 ? t("silver_gold_pyramids.from_deck") : number(event.pyramid)));
    case "pyramids_dealt":
      return h("span.sg-words", t("silver_gold_pyramids.line.pyramids_dealt"), h("b.num", listed(event.pyramids.map(number))));
    default:
      return h("span.sg-words", t(`silver_gold_pyramids.line.${event.type}`));
  }
}

/** Gives an event as one text, for those who listen. */
export function spoken(event) {
  switch (event.type) {
    case "covered":
      return amount(event.what, event.count);
    case "sheet_read":
      return listed(Object.entries(reads).map(([name, what]) => amount(what, event[name])));
    case "card_turned":
    case "card_dealt":
      return listed([t("silver_gold_pyramids.card_no", { card: event.card }), event.shape && shapeName(event.shape)].filter(Boolean));
    default:
      return t(`silver_gold_pyramids.line.${event.type}`);
  }
}

/** Gives what may be put in place of a line; preview(event) shows what that would do. */
export function replacements({ event, entry }, game, preview) {
  if (event.type === "marked") return markedAnew({ event, entry, game, preview });
  if (page.sheet.draftOf !== entry) Object.assign(page.sheet, { draftOf: entry, draft: structuredClone(event) });
  const { draft } = page.sheet, parts = partsOf(draft, game.view, (fields) => {
    Object.assign(draft, fields);
    changed();
  });
  return parts && [parts, h("button.act", { key: "see", disabled: JSON.stringify(draft) === JSON.stringify(event), onclick: () => preview(structuredClone(draft)) }, t("silver_gold_pyramids.see_change"))];
}

// squares are chosen on the card as it was before that line
function markedAnew({ event, entry, game, preview }) {
  const seen = seenBefore(event, entry, game);
  if (!seen) return null;
  const turns = turning(seen), spot = aimOf(seen, event.seat)?.spot, isSame = spot && spot.spot === event.spot && spot.pyramid === event.pyramid;
  return [
    turns && h("div.sg-anew", { key: "turn" }, h("span.sg-shown", drawnShape(turns.squares)), turns.buttons),
    markingPart(seen),
    h("button.act", { key: "see", disabled: !spot || isSame, onclick: () => preview({ ...event, pyramid: spot.pyramid, spot: spot.spot }) }, t("silver_gold_pyramids.see_change")),
  ];
}

/** Gives the table as it stood when a line was entered, with choices of its own; null until it is known. */
function seenBefore({ seat, round, card, pyramid, spot }, entry, game) {
  const { sheet } = page, of = `${entry} ${game.log}`;
  if (sheet.beforeOf !== of) {
    Object.assign(sheet, { beforeOf: of, before: null });
    tellTable("/api/before", { entry }).then((answer) => {
      if (sheet.beforeOf === of) sheet.before = answer?.view;
      changed();
    });
  }
  const mine = sheet.before?.seats[seat], task = mine?.to_mark.find((each) => each.round === round && each.card === card);
  if (!task) return null;
  const [, turn] = spot.split("."), seats = sheet.before.seats.map((each) => (each === mine ? { ...mine, to_mark: [task] } : each));
  sheet.drafts ??= { seats: { [seat]: { mark: { of: JSON.stringify(aboutOf(task, mine)), pyramid, turn: Number(turn), isSingle: turn === undefined } } } };
  return { view: { ...sheet.before, seats }, game: { ...game, drafts: sheet.drafts }, seat, isHost: false };
}

const WHATS = [...SYMBOLS, ...COLOURS.map((colour) => `tomb_${colour}`)];

function partsOf(draft, view, set) {
  switch (draft.type) {
    case "covered":
      return [
        h("div.sg-whats", { key: "what", role: "group", "aria-label": t("silver_gold_pyramids.what_covered") }, WHATS.map((what) =>
          h("button.sg-what", { key: what, "aria-pressed": String(what === draft.what), "aria-label": symbolName(what), onclick: () => set({ what }) },
            isTomb(what) ? h("span.sg-signs", { class: `sg-${what.slice(5)}` }, sign("tomb"), sign(what.slice(5))) : sign(what), h("small", { "aria-hidden": "true" }, symbolName(what))))),
        counter(draft, set),
        when(draft, view, set),
      ];
    case "sheet_read":
      return [readSteppers(draft, set)];
    case "card_turned":
    case "card_dealt":
      return [h("div.sg-shapes", { key: "shape", role: "group", "aria-label": t("silver_gold_pyramids.which_shape") }, Object.entries(view.shapes).map(([id, { squares }]) =>
        h("button.sg-choice", { key: id, "aria-pressed": String(id === draft.shape), "aria-label": shapeName(id), onclick: () => set({ shape: id }) }, drawnShape(squares))))];
    default:
      return null;
  }
}

const counter = (draft, set) => h("div.sg-step", { key: "count", role: "group", "aria-label": t("silver_gold_pyramids.how_many") },
  h("span.sg-label", t("silver_gold_pyramids.how_many")),
  h("button.tool", { key: "less", disabled: draft.count <= 1, "aria-label": t("setup.less"), onclick: () => set({ count: draft.count - 1 }) }, glyph("minus")),
  h("output.num", { "aria-live": "polite" }, number(draft.count)),
  h("button.tool", { key: "more", disabled: draft.count >= 9, "aria-label": t("setup.more"), onclick: () => set({ count: draft.count + 1 }) }, glyph("plus")));

// the cards decide who gets a bonus, what a potion erases and which round has a torch: so they can be put right too
const when = (draft, { shown }, set) => h("label.field", { key: "when" }, h("b", t("silver_gold_pyramids.with_card")),
  h("select.input", { onchange: ({ target }) => set({ round: shown[target.value].round, card: shown[target.value].card }) }, shown.map(({ round, card }, i) =>
    h("option", { key: i, value: i, selected: round === draft.round && card === draft.card }, t("silver_gold_pyramids.card_round", { round, card })))));

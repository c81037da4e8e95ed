// The board: upright on a phone, where a square is then big enough for a thumb; lying on a television.

import { h } from "../../dom.js";
import { glyph } from "../../signs.js";
import { listed, labelled, t } from "../../texts.js";
import { crown, pieceName, sign, SPECIAL, squareName } from "./signs.js";

const ROWS = [1, 2, 3], COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Gives the board. goals, refused, marks and path say what is drawn on a square; onPick makes squares buttons. */
export function board(view, { isLying = false, isTurned = false, goals = new Set(), refused = new Map(), marks = new Map(), path = [], chosen = null, aim = null, movable = new Set(), onPick = null } = {}) {
  const on = new Map(view.pieces.map(({ square, side }) => [square, side]));
  const rows = isTurned ? [...ROWS].reverse() : ROWS, columns = isTurned ? [...COLUMNS].reverse() : COLUMNS;
  const [outer, inner] = isLying ? [rows, columns] : [columns, rows];
  const name = (a, b) => (isLying ? `${a}-${b}` : `${b}-${a}`);
  const look = (square) => ({ square, side: on.get(square), isGoal: goals.has(square), why: refused.get(square), mark: marks.get(square), isOver: path.includes(square), isChosen: chosen === square, isAim: aim === square, isMovable: movable.has(square), onPick });
  return h("div.ph-board", { class: isLying ? "lying" : "upright", role: onPick ? "group" : "img", "aria-label": onPick ? t("pharao.board") : labelled(t("pharao.board"), spoken(view)) },
    h("span.ph-ax", { key: "corner" }),
    inner.map((n) => h("span.ph-ax", { key: `top${n}`, "aria-hidden": "true" }, String(n))),
    outer.map((a) => [
      h("span.ph-ax", { key: `side${a}`, "aria-hidden": "true" }, String(a)),
      inner.map((b) => square(look(name(a, b)))),
    ]));
}

const spoken = (view) => listed(view.pieces.map(({ square, side }) => `${square} ${pieceName(side)}`));

function square(what) {
  const { square: name, side, isGoal, why, mark, isOver, isChosen, isAim, isMovable, onPick } = what, special = SPECIAL[name];
  const classes = [special && `special ${special}`, side && "full", isGoal && "goal", why && "nogo", isOver && "over", isChosen && "chosen", isAim && "aim", isMovable && "free"].filter(Boolean).join(" ");
  const drawn = [
    special && sign(special, "ph-sign"),
    side && crown(side),
    why && glyph("wrong", "ph-no"),
    mark && h("span.ph-mark", { class: mark }, glyph(mark === "win" ? "check" : "wrong")),
  ];
  if (!onPick) return h("span.ph-sq", { key: name, class: classes }, drawn);
  return h("button.ph-sq", { key: name, class: classes, "aria-label": label(what), "aria-pressed": isChosen || isAim ? "true" : side || isGoal ? "false" : null, onclick: () => onPick(name) }, drawn);
}

function label({ square: name, side, isGoal, why, mark }) {
  const special = SPECIAL[name];
  const marked = mark && (mark === "win" ? t("pharao.wins") : t("pharao.loses"));
  return listed([name, special && squareName(special), side ? pieceName(side) : !isGoal && !why && t("pharao.empty"), isGoal && t("pharao.may_go"), why, marked].filter(Boolean));
}

/** Gives what the signs on the board mean; only what can be seen on it now. */
export const legend = ({ isGoal, why }) =>
  h("ul.ph-legend",
    ["fortune", "salvation", "water"].map((special) => h("li", { key: special }, sign(special), h("span", squareName(special)))),
    isGoal && h("li", { key: "go" }, h("i.ph-dot"), h("span", t("pharao.may_go"))),
    why && h("li.bad", { key: "no" }, glyph("wrong"), h("span", why)));

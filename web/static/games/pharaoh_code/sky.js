// The sky of a round: the sand while it runs, who rolled, and the dice.

import { h } from "../../dom.js";
import { ring } from "../../ring.js";
import { badge, die, named } from "../../signs.js";
import { open, speakNext } from "../../state.js";
import { labelled, listed, number, t } from "../../texts.js";

export function skyMain(seen) {
  const { view, isPaused } = seen;
  return h("div.sky-main", { class: view.sand ? "" : "calm" },
    view.sand && ring(view.sand, { isStopped: isPaused, label: (n) => t("pharaoh_code.seconds", { n }), say: speakNext }),
    h("div.roll", roller(seen), dice(seen)));
}

/** Gives who rolls, or rolled. */
export function roller({ view, seats }) {
  if (view.roller === null) return null;
  const seat = seats[view.roller];
  return h("p.rolled", h("span", view.phase === "ready" ? t("pharaoh_code.rolls_now") : t("pharaoh_code.rolled_by")), h("span.by", badge(seat.sign), h("b", named(seat))));
}

/** Gives the dice as they lie; who may enter them presses there. */
export function dice({ view, mayEnter }) {
  const drawn = [[8, "d8"], [10, "d10"], [12, "d12"]].map(([sides, name]) => die(sides, view.dice?.[name] ?? null));
  const words = view.dice ? labelled(t("pharaoh_code.dice"), listed([view.dice.d8, view.dice.d10, view.dice.d12].map(number))) : t("pharaoh_code.dice_unknown");
  if (!mayEnter) return h("div.dice", { role: "img", "aria-label": words }, drawn);
  return h("button.dice", { "aria-label": `${words}. ${t("pharaoh_code.enter_dice")}`, onclick: () => open("dice") }, drawn);
}

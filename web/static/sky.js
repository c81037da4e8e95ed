// The dark band on top of every page: title or own name, round, menu; below it what the game puts there.

import { h } from "./dom.js";
import { cartouche, glyph } from "./signs.js";
import { open, page } from "./state.js";
import { labelled, t } from "./texts.js";

/** Gives the sky. own is the seat of this phone, round what the round is called, house what is our own in place of the print. */
export const sky = ({ title, own = null, round = null, house = null, main = null, heard = null }) =>
  h("header.sky", { key: "sky" },
    h("div.sky-title",
      h("h1", { class: own ? "vh" : "" }, title),
      own && cartouche(own, { heard: heard === own.sign }),
      own && h("span.gap"),
      (house || round !== null) && h("div.when",
        round !== null && h("span.round", round),
        house && h("button.house", { "aria-haspopup": "dialog", onclick: () => open("house") }, h("span", house))),
      menuButton(page.snap)),
    main);

// Who leads sees that a part has failed in this game; what was never there does not call for anybody.
function menuButton({ you, parts }) {
  const calls = you.is_host && parts.faults.some((fault) => fault.is_loss);
  return h("button.icon.more", { "aria-label": calls ? labelled(t("menu.title"), t("menu.needs_look")) : t("menu.title"), "aria-haspopup": "dialog", onclick: () => open("menu") },
    glyph("more"), calls && h("b.calls", { "aria-hidden": "true" }, "!"));
}

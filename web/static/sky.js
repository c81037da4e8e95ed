// The dark band on top of every page: title or own name, round, menu; below it what the game puts there.

import { h } from "./dom.js";
import { cartouche, glyph } from "./signs.js";
import { open } from "./state.js";
import { t } from "./texts.js";

/** Gives the sky. own is the seat of this phone, round what the round is called, house what is our own in place of the print. */
export const sky = ({ title, own = null, round = null, house = null, main = null, heard = null }) =>
  h("header.sky", { key: "sky" },
    h("div.sky-title",
      h("h1", { class: own ? "vh" : "" }, title),
      own && cartouche(own, { heard: heard === own.sign }),
      own && h("span.gap"),
      house && h("button.house", { "aria-haspopup": "dialog", onclick: () => open("house") }, house),
      round !== null && h("span.round", round),
      h("button.icon", { "aria-label": t("menu.title"), "aria-haspopup": "dialog", onclick: () => open("menu") }, glyph("more"))),
    main);

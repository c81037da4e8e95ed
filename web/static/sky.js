// The dark band on top of every page: title or own name, round, menu; below it what the game puts there.

import { h } from "./dom.js";
import { cartouche, glyph } from "./signs.js";
import { open } from "./state.js";
import { t } from "./texts.js";

/** Gives the sky. own is the seat of this phone, round a number or null. */
export const sky = ({ title, own = null, round = null, main = null, heard = null }) =>
  h("header.sky", { key: "sky" },
    h("div.sky-title",
      h("h1", { class: own ? "vh" : "" }, title),
      own && cartouche(own, { heard: heard === own.sign }),
      own && h("span.gap"),
      round !== null && h("span.round", t("play.round", { round })),
      h("button.icon", { "aria-label": t("menu.title"), "aria-haspopup": "dialog", onclick: () => open("menu") }, glyph("more"))),
    main);

// The first page anywhere: the language, each in its own script.

import { h } from "./dom.js";
import { glyph } from "./signs.js";
import { currentLanguage, LANGUAGES } from "./texts.js";

export const languagePage = (choose) =>
  h("main.languages", { key: "languages" },
    h("div.emblem", { "aria-hidden": "true" }, glyph("scarab")),
    h("h1", "Khepri"),
    languageButtons(choose, null));

/** Gives one button a language. */
export const languageButtons = (choose, chosen = currentLanguage()) =>
  h("ul.choices", LANGUAGES.map(({ id, name }) =>
    h("li", { key: id },
      h("button.plain.big", { lang: id, "aria-pressed": chosen && String(id === chosen), onclick: () => choose(id) }, name))));

// Short questions that people ask at the table.

import { h } from "./dom.js";
import { bare } from "./menu.js";
import { currentLanguage, t } from "./texts.js";

const QUESTIONS = ["sit", "claim", "slip", "fix", "lead", "line", "internet", "apart", "tv"];

export function helpSheet({ address: { url }, language }) {
  // a television speaks as the table does, unless its address says otherwise
  const view = currentLanguage() === language ? "#tv" : `#tv-${currentLanguage()}`;
  return {
    title: t("help.title"),
    body: h("div.questions", QUESTIONS.map((id) =>
      h("details", { key: id },
        h("summary", h("h3", t(`help.${id}.q`))),
        h("p", t(`help.${id}.a`)),
        id === "tv" && url === null && h("p.note", t("page.no_network")),
        id === "tv" && h("p", h("a.url", { href: view }, `${bare(url ?? location.origin)}/${view}`))))),
  };
}

// Short questions that people ask at the table.

import { h } from "./dom.js";
import { bare } from "./menu.js";
import { t } from "./texts.js";

const QUESTIONS = ["sit", "claim", "slip", "fix", "lead", "line", "internet", "apart", "tv"];

export function helpSheet({ address: { url } }) {
  const tv = `${bare(url ?? location.origin)}/#tv`;
  return {
    title: t("help.title"),
    body: h("div.questions", QUESTIONS.map((id) =>
      h("details", { key: id },
        h("summary", h("h3", t(`help.${id}.q`))),
        h("p", t(`help.${id}.a`)),
        id === "tv" && h("p", h("a.url", { href: "#tv" }, tv))))),
  };
}

// The menu: language, theme, the way here for others, sitting down, host, history.

import { h } from "./dom.js";
import { remember, remembered } from "./keep.js";
import { languageButtons } from "./language.js";
import { network } from "./network.js";
import { mySeat, sitting } from "./sitting.js";
import { glyph, SIGNS } from "./signs.js";
import { changed, open, page, tell, tellTable } from "./state.js";
import { labelled, listed, t } from "./texts.js";

const THEMES = ["phone", "papyrus", "night"];

export function menuSheet(snap) {
  return {
    title: t("menu.title"),
    body: [
      lacking(snap.parts),
      snap.game && h("button.plain.wide", { onclick: () => open("history") }, glyph("pen"), t("history.title")),
      h("button.plain.wide", { onclick: () => open("help") }, glyph("help"), t("help.title")),
      part("seat", mySeat(snap) ? t("menu.seat") : t("sit.title"), sitting(snap)),
      part("address", t("menu.address"), address(snap)),
      part("language", t("menu.language"), languageButtons((id) => dispatchEvent(new CustomEvent("languagechosen", { detail: id })))),
      part("theme", t("menu.theme"), themes()),
      part("host", t("menu.host"), host(snap)),
      snap.network && part("network", t("menu.network"), network(snap)),
    ],
  };
}

const part = (key, title, ...kids) => h("section.part", { key, "aria-label": title }, h("h3", title), kids);

export const address = ({ address: { url, name } }) => (url === null
  ? h("p.note", { key: "nowhere" }, t("page.no_network"))
  : h("div.address", { key: "address" },
    h("img.qr", { src: qrOf(url), alt: t("setup.qr"), width: 160, height: 160 }),
    h("p", h("b.url", bare(url)), name && h("small.soft", name))));

/** Tells what is wrong with parts, those together that lack the same. */
function lacking({ faults }) {
  if (!faults.length) return null;
  const lacks = [...new Set(faults.map(({ lack }) => lack))];
  return part("parts", t("menu.parts"), lacks.map((lack) =>
    h("p.note", { key: lack }, labelled(listed(faults.filter((fault) => fault.lack === lack).map(({ part }) => nameOf(part))), t(`part.${lack}`)))));
}

/** Gives what people call a part, a button or a wheel of the pin map. */
function nameOf(part) {
  const [kind, n] = part.split("_");
  if (kind === "button") return t("part.button", { sign: t(`sign.${SIGNS[n - 1]}`) });
  if (kind === "encoder") return t("part.wheel", { n });
  return ["ok", "back"].includes(part) ? part.toUpperCase() : t(`part.${part}`);
}

/** Gives where the picture of an address is; another one has another picture. */
export const qrOf = (url) => `/qr.svg?${new URLSearchParams({ of: url })}`;

/** Gives an address as people type it. */
export const bare = (url) => url.replace(/^http:\/\//, "");

function themes() {
  const chosen = remembered("theme") ?? "phone";
  return h("div.segments", { role: "group", "aria-label": t("menu.theme") }, THEMES.map((theme) =>
    h("button", { key: theme, "aria-pressed": String(theme === chosen), onclick: () => wear(theme) }, t(`theme.${theme}`))));
}

function wear(theme) {
  const { dataset } = document.documentElement;
  if (theme === "phone") delete dataset.theme;
  else dataset.theme = theme;
  remember("theme", theme === "phone" ? null : theme);
  changed();
}

/** Gives what makes this phone the host: the code on the console. For the host, who else leads. */
export function host({ you, seating }) {
  if (you.is_host) {
    return h("div.stack",
      h("p.note", t("host.is_you"), seating.hosts > 1 && [" ", t("host.leading", { n: seating.hosts })]),
      h("button.plain.wide", { "aria-haspopup": "dialog", onclick: () => open("forget") }, glyph("phone"), t("host.forget")));
  }
  return h("form.stack", { onsubmit: becomeHost },
    h("p.soft", { id: "host-help" }, t("host.code_help")),
    h("div.row",
      h("input.input", { name: "code", "aria-label": t("host.code"), "aria-describedby": "host-help", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 16, required: true }),
      h("button.plain", t("host.become"))));
}

async function becomeHost(event) {
  event.preventDefault();
  const { code } = event.target.elements;
  if (!(await tellTable("/api/host", { code: code.value.trim() }))) return;
  dispatchEvent(new Event("tokengiven"));
  code.value = "";
  tell(t("host.is_you"), { isRefusal: false });
  if (page.sheet) changed();
}

// Plain bars under the sky: the line is down, the table is paused, an answer to a refused press.

import { h } from "./dom.js";
import { remember, remembered } from "./keep.js";
import { badge, glyph } from "./signs.js";
import { act, changed, tell } from "./state.js";
import { t } from "./texts.js";

export function bars({ snap, isUp, note, sheet }) {
  return h("div.bars", { key: "bars" },
    !isUp && h("p.strip.off", { key: "off", role: "status" }, glyph("turn"), h("span", t("page.reconnecting"))),
    snap.clock.is_paused && paused(snap.you.is_host),
    snap.you.is_host && snap.salvaged && remembered("salvaged") !== snap.salvaged && salvaged(snap.salvaged),
    h("div", { key: "note", role: "alert" }, !sheet && answer(note)));
}

const paused = (isHost) =>
  h("div.strip.paused", { key: "paused", role: "status" },
    glyph("sand"),
    h("span", h("b", t("page.paused")), " ", isHost ? t("page.paused_host") : t("page.paused_help")),
    isHost && h("button.plain", { onclick: () => act("/api/continue", {}) }, t("page.continue")));

const salvaged = (folder) =>
  h("div.strip.answer.no", { key: "salvaged", role: "alert" },
    glyph("wrong"),
    h("span", t("page.salvaged", { folder })),
    h("button.icon", { "aria-label": t("page.put_away"), onclick: () => { remember("salvaged", folder); changed(); } }, glyph("wrong")));

/** Gives the answer to a refused press or entry; a sheet that lies over the page shows it itself. */
export const answer = (note) =>
  note && h("div.strip.answer", { class: note.isRefusal ? "no" : "" },
    note.sign ? badge(note.sign, { spoken: true }) : glyph(note.isRefusal ? "wrong" : "check"),
    h("span", note.text),
    h("button.icon", { "aria-label": t("page.put_away"), onclick: () => tell(null) }, glyph("wrong")));

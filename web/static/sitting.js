// Sitting down with this phone: say which place, then hold its button; afterwards name and standing up.

import { h } from "./dom.js";
import { badge, glyph, SIGNS, who } from "./signs.js";
import { close, open, tellTable } from "./state.js";
import { t } from "./texts.js";

// what the display may draw beside the name of the page, so that people see whose phone waits
const SYMBOLS = { "●": "circle", "■": "square", "▲": "triangle", "◆": "diamond", "★": "star", "✚": "cross" };

export const seatsOf = (snap) => snap.game?.seats ?? snap.setup.seats;

/** Gives this phone's seat, null while it has none. */
export function mySeat({ you, ...snap }) {
  return you.sign === null ? null : seatsOf(snap).find(({ sign }) => sign === you.sign) ?? { sign: you.sign, name: "" };
}

/** Gives what this phone can do about its place now. */
export function sitting(snap) {
  const seat = mySeat(snap), { pending, is_open: isOpen } = snap.seating;
  if (seat) return seated(seat);
  if (pending?.is_you) return holding(pending);
  return h("div.stack", { key: "stand" },
    h("p.soft", isOpen ? t("sit.help") : t("sit.closed")),
    h("button.plain.wide", { disabled: !isOpen, "aria-haspopup": "dialog", onclick: () => open("sit") }, glyph("phone"), t("sit.down")));
}

const holding = ({ sign, symbol }) =>
  h("div.holding", { key: "holding", role: "status" },
    h("div.look",
      h("span.seat", { class: sign ?? "", "aria-hidden": "true" }, glyph(sign ?? "button")),
      h("p", h("b", sign ? t("sit.hold") : t("sit.hold_any")), sign && [" ", h("span", t(`colour.${sign}`), " · ", t(`sign.${sign}`))])),
    symbol && h("div.look", h("b.symbol", { role: "img", "aria-label": t(`symbol.${SYMBOLS[symbol]}`) }, symbol), h("p", t("sit.same_symbol"))),
    h("p.soft", t("sit.hold_help")),
    h("button.plain", { onclick: () => tellTable("/api/stand", {}) }, t("page.never_mind")));

const seated = (seat) =>
  h("div.stack", { key: "seated" },
    h("p", who(seat)),
    h("form.row", { key: seat.sign, onsubmit: rename },
      h("input.input", { name: "name", value: seat.name, "aria-label": t("sit.name"), placeholder: t("sit.name"), maxlength: 24, autocomplete: "off", enterkeyhint: "done" }),
      h("button.plain", t("sit.name_it"))),
    h("button.plain.wide", { onclick: () => tellTable("/api/stand", {}) }, t("sit.stand")));

function rename(event) {
  event.preventDefault();
  const { name } = event.target.elements;
  name.blur();
  tellTable("/api/name", { name: name.value.trim() });
}

/** Which button is yours? Any that is free, or one whose phone was lost. */
export function sitSheet(snap) {
  const { pending, is_open: isOpen } = snap.seating;
  if (snap.you.sign !== null || !isOpen) return null;
  if (pending?.is_you) return { title: t("sit.title"), body: holding(pending) };
  const seats = new Map(seatsOf(snap).map((seat) => [seat.sign, seat]));
  const signs = snap.game ? SIGNS.filter((sign) => seats.has(sign)) : SIGNS;
  return {
    title: t("sit.which"),
    body: [
      h("p.soft", t("sit.which_help")),
      h("ul.signs", signs.map((sign) => h("li", { key: sign },
        h("button.pick", { onclick: () => wish(sign) },
          badge(sign), h("b", t(`sign.${sign}`)), h("small", t(`colour.${sign}`)),
          seats.get(sign)?.name && h("small", h("bdi", seats.get(sign).name)),
          seats.get(sign)?.has_phone && h("small", glyph("phone"), t("sit.has_phone")))))),
    ],
  };
}

/** Gives the host's switch for who comes: what is so now stands beside it. */
export const seatingSwitch = ({ seating: { is_open: isOpen } }) =>
  h("label.toggle", { key: "seating" },
    h("span", h("b", t("host.seating")), h("small.soft", { id: "seating-help" }, isOpen ? t("host.seating_on") : t("host.seating_off"))),
    h("input", { type: "checkbox", role: "switch", "aria-describedby": "seating-help", checked: isOpen, onchange: ({ target }) => tellTable("/api/seating", { is_open: target.checked }).then((answer) => (target.checked = answer ? answer.is_open : isOpen)) }));

async function wish(sign) {
  if (await tellTable("/api/sit", { sign })) dispatchEvent(new Event("tokengiven"));
  else close();
}

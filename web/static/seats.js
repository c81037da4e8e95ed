// The seats in the order round the table. The host orders, names, adds and takes away.

import { h } from "./dom.js";
import { change, setupNow } from "./draft.js";
import { badge, glyph, nameOf, SIGNS, who } from "./signs.js";
import { t } from "./texts.js";

export function seatList(snap) {
  const { seats, first_seat: first } = setupNow(snap), isHost = snap.you.is_host, hasStart = snap.setup.has_start_seat;
  const isFirst = (i) => (hasStart ? i === first : null);
  const phones = new Set(snap.setup.seats.filter((s) => s.has_phone).map((s) => s.sign));
  const mayAdd = SIGNS.filter((sign) => !seats.some((s) => s.sign === sign));
  return [
    isHost && hasStart && seats.length > 0 && h("p.columns.soft.small", { "aria-hidden": "true" }, t("setup.starts")),
    h("ol.places", seats.map((seat, i) => h("li", { key: seat.sign },
      isHost ? hostSeat(seat, i, isFirst(i)) : plainSeat(seat, isFirst(i), phones.has(seat.sign))))),
    isHost && mayAdd.length > 0 && h("div.add", h("span.soft", t("setup.add")), mayAdd.map((sign) =>
      h("button.adder", { key: sign, "aria-label": `${t("setup.add")}: ${t(`sign.${sign}`)}`, onclick: () => change(added(sign)) }, badge(sign)))),
  ];
}

const plainSeat = (seat, isFirst, hasPhone) =>
  h("div.place",
    who(seat, h("small.soft", t(`colour.${seat.sign}`), seat.name && ` · ${t(`sign.${seat.sign}`)}`)),
    hasPhone && h("span.flag", { role: "img", "aria-label": t("sit.has_phone") }, glyph("phone")),
    isFirst && h("span.flag.first", t("setup.starts")));

// isFirst is null where it does not matter who starts
function hostSeat({ sign, name, ...seat }, i, isFirst) {
  const label = (words) => `${words}: ${nameOf({ sign, name, ...seat })}`;
  return h("div.place.edit",
    badge(sign, { spoken: true }),
    h("input.input", { value: name, placeholder: t(`sign.${sign}`), "aria-label": label(t("sit.name")), maxlength: 24, autocomplete: "off", enterkeyhint: "done",
      onchange: ({ target }) => change(named(sign, target.value.trim())) }),
    isFirst !== null && h("button.tool.starts", { "aria-pressed": String(isFirst), "aria-label": label(t("setup.starts")), onclick: () => change(({ seats }) => ({ first_seat: placeOf(seats, sign) })) }, h("i.dot")),
    h("button.tool", { disabled: i === 0, "aria-label": label(t("setup.up")), onclick: () => change(moved(sign)) }, glyph("up")),
    h("button.tool", { "aria-label": label(t("setup.remove")), onclick: () => change(without(sign)) }, glyph("wrong")));
}

const placeOf = (seats, sign) => Math.max(0, seats.findIndex((seat) => seat.sign === sign));

const added = (sign) => ({ seats }) => ({ seats: seats.some((seat) => seat.sign === sign) ? seats : [...seats, { sign, name: "" }] });

const named = (sign, name) => ({ seats }) => ({ seats: seats.map((seat) => (seat.sign === sign ? { ...seat, name } : seat)) });

// who starts stays the same person, whoever comes before
const starting = (seats, first, left) => ({ seats: left, first_seat: seats[first] ? placeOf(left, seats[first].sign) : 0 });

const moved = (sign) => ({ seats, first_seat: first }) => {
  const from = placeOf(seats, sign), to = Math.max(0, from - 1);
  const left = seats.filter((_, i) => i !== from);
  return starting(seats, first, [...left.slice(0, to), seats[from], ...left.slice(to)]);
};

const without = (sign) => ({ seats, first_seat: first }) => starting(seats, first, seats.filter((seat) => seat.sign !== sign));

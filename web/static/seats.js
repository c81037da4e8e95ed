// The seats in the order round the table. The host orders, names, adds and takes away.

import { h } from "./dom.js";
import { change, setupNow } from "./draft.js";
import { badge, glyph, nameOf, SIGNS, who } from "./signs.js";
import { t } from "./texts.js";

export function seatList(snap) {
  const { seats, first_seat: first } = setupNow(snap), isHost = snap.you.is_host;
  const phones = new Set(snap.setup.seats.filter((s) => s.has_phone).map((s) => s.sign));
  const mayAdd = SIGNS.filter((sign) => !seats.some((s) => s.sign === sign));
  return [
    h("ol.places", seats.map((seat, i) => h("li", { key: seat.sign },
      isHost ? hostSeat(seats, seat, i, first) : plainSeat(seat, i === first, phones.has(seat.sign))))),
    isHost && mayAdd.length > 0 && h("div.add", h("span.soft", t("setup.add")), mayAdd.map((sign) =>
      h("button.adder", { key: sign, "aria-label": `${t("setup.add")}: ${t(`sign.${sign}`)}`, onclick: () => change({ seats: [...bare(seats), { sign, name: "" }] }) }, badge(sign)))),
  ];
}

const bare = (seats) => seats.map(({ sign, name }) => ({ sign, name }));

const plainSeat = (seat, isFirst, hasPhone) =>
  h("div.place",
    who(seat, h("small.soft", t(`colour.${seat.sign}`), seat.name && ` · ${t(`sign.${seat.sign}`)}`)),
    hasPhone && h("span.flag", { role: "img", "aria-label": t("sit.has_phone") }, glyph("phone")),
    isFirst && h("span.flag.first", t("setup.starts")));

function hostSeat(seats, seat, i, first) {
  const to = (j) => () => change({ seats: moved(seats, i, j), first_seat: followed(first, i, j) });
  const label = (words) => `${words}: ${nameOf(seat)}`;
  return h("div.place.edit",
    badge(seat.sign, { spoken: true }),
    h("input.input", { value: seat.name, placeholder: t(`sign.${seat.sign}`), "aria-label": label(t("sit.name")), maxlength: 24, autocomplete: "off", enterkeyhint: "done",
      onchange: ({ target }) => change({ seats: bare(seats).map((s, j) => (j === i ? { ...s, name: target.value.trim() } : s)) }) }),
    h("span.tools",
      h("button.tool.starts", { "aria-pressed": String(i === first), "aria-label": label(t("setup.starts")), onclick: () => change({ first_seat: i }) }, t("setup.starts")),
      h("button.tool", { disabled: i === 0, "aria-label": label(t("setup.up")), onclick: to(i - 1) }, glyph("up")),
      h("button.tool", { disabled: i === seats.length - 1, "aria-label": label(t("setup.down")), onclick: to(i + 1) }, glyph("down")),
      h("button.tool", { "aria-label": label(t("setup.remove")), onclick: () => remove(seats, i, first) }, glyph("wrong"))));
}

function moved(seats, from, to) {
  const list = bare(seats), [seat] = list.splice(from, 1);
  list.splice(to, 0, seat);
  return list;
}

// who starts stays the same person when two neighbours change places
const followed = (first, i, j) => (first === i ? j : first === j ? i : first);

function remove(seats, i, first) {
  const left = bare(seats).filter((_, j) => j !== i);
  change({ seats: left, first_seat: Math.max(0, Math.min(i < first ? first - 1 : first, left.length - 1)) });
}

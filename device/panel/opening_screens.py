"""The pictures of the way to a game."""

from typing import Any

from device.panel import network
from device.panel.opening import chosen_line, items, offered, place
from device.panel.pages import Opening, Panel
from device.panel.screens import Circle, Figure, Hints, Rows, Screen
from device.panel.words import Words
from device.panel.world import World
from device.setup import Setup


def screen(panel: Panel, world: World) -> Screen:
    """Show where on the way to a game the panel is."""
    words, setup = Words(world.language), world.setup
    at = place(panel, world)
    listed = items(at, world)
    if listed:
        body = Rows(tuple(item.row for item in listed), chosen_line(panel, at, world))
        return Screen(body, _title(at, words, setup))
    signs = tuple(str(s.sign) for s in setup.seats)
    sockets = max(0, setup.game.seat_counts[0] - len(signs))
    match at:
        case Opening.NETWORK:
            return network.offer_screen(world)
        case Opening.SEATS:
            hints = Hints(
                words.say("panel.done") if not sockets else "",
                words.say("panel.remove_seat" if signs else "panel.away"),
            )
            return Screen(
                Circle(signs, max(sockets, 1 if not signs else 0)),
                words.say("panel.press_in_turn"),
                (),
                "",
                hints,
            )
        case Opening.STARTER:
            first = setup.first_seat if signs else None
            return Screen(
                Circle(signs, sockets, first),
                words.say(f"panel.{setup.game.id}.starter"),
                (),
                "",
                Hints(words.say("panel.done")),
            )
        case _:
            return _option_screen(panel, setup, words)


def _title(at: Opening, words: Words, setup: Setup) -> str:
    match at:
        case Opening.LANGUAGE:
            return ""
        case Opening.READY:
            return words.say(f"panel.{setup.game.id}")
        case _:
            return words.say(f"panel.to.{at}")


def _option_screen(panel: Panel, setup: Setup, words: Words) -> Screen:
    names = offered(setup)
    at = (panel.at or 0) % len(names)
    key = f"panel.{setup.game.id}.option.{names[at]}"
    return Screen(
        Figure(text=_value(getattr(setup.options, names[at]), key, words), is_scrolled=True),
        words.say(key),
        (),
        f"{at + 1}/{len(names)}",
        Hints(words.say("panel.done")),
    )


def _value(value: Any, key: str, words: Words) -> str:
    if isinstance(value, bool):
        return words.say("panel.on" if value else "panel.off")
    if isinstance(value, int):
        return words.first_of(f"{key}.n", "panel.n", n=value)
    return words.say(f"{key}.{value}")

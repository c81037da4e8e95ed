"""The pages about the network: codes for phones, what keeps them away, and the table's own Wi-Fi.

They are cards that any encoder turns. In the own Wi-Fi the first is the code that brings a phone into it, and
OK goes on to the page's.
"""

from enum import StrEnum
from typing import Final

from device.display_fonts import can_write
from device.network.state import Doing, Failed, Link, NetworkState
from device.panel.inputs import Button, Input, KeepWifi, OpenWifi, Push, Turn
from device.panel.pages import Answer, NetworkPage, Panel, Sure, SurePage
from device.panel.screens import UNKNOWN, Code, Figure, Hints, Row, Rows, Say, Screen
from device.panel.words import Words
from device.panel.world import World

LINE: Final = 15
"""So many signs of the width of a letter find room beside each other."""
LAST_NARROW: Final = "\u024f"
"""The last Latin letter."""


class Card(StrEnum):
    """One of the pages."""

    FAILED = "failed"
    DOING = "doing"
    WIFI_CODE = "wifi_code"
    WIFI_NAME = "wifi_name"
    PAGE_CODE = "page_code"
    NO_INTERNET = "no_internet"
    APART = "apart"
    NOWHERE = "nowhere"
    KEEP = "keep"
    OPEN = "open"
    CLOSE = "close"
    OBSTACLE = "obstacle"


def cards(world: World) -> tuple[Card, ...]:
    """List the pages there are now."""
    network = world.network
    if network.doing is not None:
        return (Card.DOING,)
    failed = () if network.failed is None else (Card.FAILED,)
    page = (Card.PAGE_CODE,) if world.address else ()
    if network.own is not None:
        return (*failed, Card.WIFI_CODE, Card.WIFI_NAME, *page, Card.NO_INTERNET, Card.KEEP, Card.CLOSE)
    switch = (Card.OPEN,) if network.obstacle is None else (Card.OBSTACLE,)
    if not world.address:
        return (*failed, *(switch if switch == (Card.OPEN,) else (Card.NOWHERE, *switch)))
    return (*failed, *((Card.APART, *page) if network.is_unreached else (*page, Card.APART)), *switch)


def step(panel: Panel, page: NetworkPage, came: Input, world: World) -> Answer:
    """Take in what hands did on a card."""
    there = cards(world)
    at = min(page.at, len(there) - 1)
    match came:
        case Turn(steps=steps):
            return panel.turned_to(NetworkPage(max(0, min(len(there) - 1, at + steps)))), ()
        case Push(button=Button.OK):
            return _ok(panel, there[at], at, world)
        case Push(button=Button.BACK):
            return panel.closed(), ()
        case _:
            return panel, ()


def _ok(panel: Panel, card: Card, at: int, world: World) -> Answer:
    match card:
        case Card.FAILED | Card.WIFI_CODE | Card.WIFI_NAME:
            return panel.turned_to(NetworkPage(at + 1)), ()
        case Card.OPEN if not world.address:
            return panel.turned_to(NetworkPage()), (OpenWifi(True),)
        case Card.OPEN:
            return panel.turned_to(NetworkPage()).opened(SurePage(Sure.OWN_WIFI)), ()
        case Card.CLOSE:
            return panel.turned_to(NetworkPage()).opened(SurePage(Sure.NO_OWN_WIFI)), ()
        case Card.KEEP:
            return panel, (KeepWifi(not world.network.keeps),)
        case Card.DOING:
            return panel, ()
        case _:
            return panel.closed(), ()


def screen(page: NetworkPage, world: World) -> Screen:
    """Show a card."""
    words, network = Words(world.language), world.network
    there = cards(world)
    at = min(page.at, len(there) - 1)
    place = f"{at + 1}/{len(there)}" if len(there) > 1 else ""
    title = words.say("panel.menu.network")
    own = network.own
    match there[at]:
        case Card.WIFI_CODE if own is not None:
            head, dash, tail = own.name.partition("-")
            return Screen(Code(own.code, (place, "Wi-Fi", head, f"{dash}{tail}")))
        case Card.WIFI_NAME if own is not None:
            return Screen(Figure("phone", text=own.password), own.name, corner=place)
        case Card.PAGE_CODE:
            return Screen(Code(world.address, (*((place,) if own else ()), *address_lines(world.address))))
        case Card.KEEP:
            value = words.say("panel.on" if network.keeps else "panel.off")
            return Screen(Rows((Row(words.say("panel.network.keep"), value=value),)), title, corner=place)
        case Card.OPEN | Card.CLOSE as card:
            key = "nowhere_open" if card is Card.OPEN and not world.address else card
            return Screen(Say(words.say(f"panel.network.{key}")), hints=Hints(words.say("panel.yes")))
        case card:
            return Screen(Say(_told(card, network, words)), corner=place)


def offer_screen(world: World) -> Screen:
    """Offer an own Wi-Fi on the way to a game, to a table that is without a network."""
    words = Words(world.language)
    hints = Hints(words.say("panel.yes"), words.say("panel.no"))
    return Screen(Say(words.say("panel.network.nowhere_open")), hints=hints)


def is_offered(world: World) -> bool:
    """Say whether the table is without a network and could make one."""
    network = world.network
    return network.is_alone and network.obstacle is None and network.doing is None and not world.address


def _told(card: Card, network: NetworkState, words: Words) -> str:
    match card:
        case Card.FAILED:
            return _failure(network.failed, words)
        case Card.DOING:
            return words.say(f"panel.network.{network.doing or Doing.OPENING}")
        case Card.OBSTACLE:
            return words.say(f"panel.network.{network.obstacle}")
        case Card.APART if network.is_unreached:
            return words.say("panel.network.unreached")
        case Card.APART if network.link is Link.JOINED and network.wifi:
            return words.say("panel.network.same_wifi", wifi=_short(network.wifi))
        case Card.NOWHERE:
            return words.say("panel.no_network")
        case _:
            return words.say(f"panel.network.{card}")


def _failure(failed: Failed | None, words: Words) -> str:
    if failed is None:
        return ""
    told = words.say(f"panel.network.{failed.fault}")
    if failed.is_back is None:
        return told
    back = words.say("panel.network.back" if failed.is_back else "panel.network.not_back")
    return f"{told}{back}" if told.endswith("。") else f"{told} {back}"


def _short(name: str) -> str:
    """Shorten a foreign Wi-Fi's name to one line of the display; what it can't write is a mark."""
    written = "".join(sign if sign.isprintable() and can_write(sign) else UNKNOWN for sign in name)
    if _width(written) <= LINE:
        return written
    while _width(written) >= LINE:
        written = written[:-1]
    return f"{written}…"


def _width(text: str) -> int:
    """Count how many small signs wide a text is at most."""
    return sum(2 if sign > LAST_NARROW else 1 for sign in text)


def address_lines(address: str) -> tuple[str, ...]:
    """Break an address into lines for people: host in two, then the port."""
    host, colon, port = address.partition("://")[2].rstrip("/").partition(":")
    parts = host.split(".")
    if len(parts) == 4 and all(part.isdigit() for part in parts):
        lines = [".".join(parts[:2]), f".{'.'.join(parts[2:])}"]
    else:
        lines = [parts[0], *(f".{part}" for part in parts[1:])]
    return (*lines, f":{port}") if colon else tuple(lines)

"""What BACK held opens: a list of all that is not the game itself, and the pages behind it."""

from dataclasses import replace
from typing import Final

from device.panel import checking, lighting
from device.panel.inputs import (
    Button,
    Close,
    Commands,
    Examine,
    Input,
    OpenSeating,
    OpenWifi,
    Push,
    SetLanguage,
    SetSound,
    Stop,
    Turn,
)
from device.panel.pages import (
    Answer,
    HistoryPage,
    Info,
    InfoPage,
    Item,
    Listed,
    ListPage,
    NamingPage,
    NetworkPage,
    Panel,
    Sure,
    SurePage,
)
from device.panel.play import take_back
from device.panel.screens import Digits, Figure, Hints, Row, Rows, Say, Screen
from device.panel.words import Words
from device.panel.world import World
from device.sound import Sound
from device.texts import LANGUAGES

TAKE_BACK: Final = Item(Row(""))


def items(listed: Listed, world: World) -> tuple[Item, ...]:
    """List what can be chosen."""
    words = Words(world.language)
    match listed:
        case Listed.MENU:
            return _menu(world, words)
        case Listed.SOUNDS:
            return tuple(
                Item(
                    Row(
                        words.say(f"panel.sound.{sound}"),
                        value=words.say("panel.on" if sound in world.sounds else "panel.off"),
                    ),
                    commands=(SetSound(sound, sound not in world.sounds),),
                )
                for sound in Sound
            )
        case Listed.LIGHTS:
            return lighting.items(world, words)
        case Listed.CHECK:
            return tuple(checking.items(world, words))
        case Listed.LANGUAGES:
            return tuple(
                Item(Row(LANGUAGES[name]), commands=(SetLanguage(name),), closes=True)
                for name in world.languages
            )
        case Listed.NAMES:
            seats = world.setup.seats if world.play is None else world.play.seats
            return tuple(
                Item(
                    Row(s.name or words.say(f"display.sign.{s.sign}"), icon=s.sign),
                    opens=NamingPage(s.sign, s.name),
                )
                for s in seats
            )


def _menu(world: World, words: Words) -> tuple[Item, ...]:
    play = world.play

    def item(name: str, *, opens: object = None, commands: Commands = (), icon: str | None = None) -> Item:
        page = opens if opens is not None else None
        return Item(Row(words.say(f"panel.menu.{name}"), icon), page, commands)  # type: ignore[arg-type]

    found: list[Item] = []
    if play is not None and play.table.retractable is not None:
        found.append(replace(TAKE_BACK, row=Row(words.say("panel.menu.take_back")), closes=True))
        found.append(item("correct", opens=HistoryPage()))
    seating: Commands = () if world.is_seating_open else (OpenSeating(True),)
    found.append(item("phones", opens=InfoPage(Info.PHONES), commands=seating))
    found.append(item("network", opens=NetworkPage()))
    if world.host_code:
        found.append(item("host_code", opens=InfoPage(Info.HOST_CODE)))
    if world.setup.seats or play is not None:
        found.append(item("names", opens=ListPage(Listed.NAMES)))
    found.append(item("sounds", opens=ListPage(Listed.SOUNDS)))
    found.append(item("lights", opens=ListPage(Listed.LIGHTS)))
    spoken = world.languages.index(words.language) if words.language in world.languages else 0
    found.append(item("language", opens=ListPage(Listed.LANGUAGES, spoken)))
    found.append(item("check", opens=ListPage(Listed.CHECK), commands=(Examine(),)))
    if play is not None:
        found.append(item("leave", opens=SurePage(Sure.LEAVE)))
    found.append(item("stop", opens=SurePage(Sure.STOP)))
    return tuple(found)


def step_list(panel: Panel, page: ListPage, came: Input, world: World) -> Answer:
    """Take in what hands did on a list."""
    listed = items(page.listed, world)
    if not listed:
        return panel.closed(), ()
    at = min(page.at, len(listed) - 1)
    match came:
        case Turn(steps=steps):
            return panel.turned_to(replace(page, at=max(0, min(len(listed) - 1, at + steps)))), ()
        case Push(button=Button.OK):
            return _choose(panel, listed[at], world)
        case Push(button=Button.BACK):
            return panel.closed(), ()
        case _:
            return panel, ()


def _choose(panel: Panel, item: Item, world: World) -> Answer:
    if item.opens is not None:
        return panel.opened(item.opens), item.commands
    if item.closes and not item.commands:
        closed = replace(panel, pages=())
        return (closed, ()) if world.play is None else take_back(closed, world, world.play)
    return (panel.closed() if item.closes else panel), item.commands


def list_screen(page: ListPage, world: World) -> Screen:
    """Show a list."""
    listed = items(page.listed, world)
    rows = tuple(item.row for item in listed)
    title = "" if page.listed is Listed.LANGUAGES else Words(world.language).say(f"panel.menu.{page.listed}")
    return Screen(Rows(rows, max(0, min(page.at, len(rows) - 1))), title)


def step_info(panel: Panel, page: InfoPage, came: Input, world: World) -> Answer:
    """Any button ends reading; leaving the page about phones during a game ends their seating, too.

    While a phone waits there, OK may be held to make it the host's: its push alone does nothing.
    """
    match came:
        case Push(button=Button.OK) if page.info is Info.PHONES and world.waiting is not None:
            return panel, ()
        case Push(button=Button.BACK) | Push(button=Button.OK):
            ends = page.info is Info.PHONES and world.is_seating_open and world.play is not None
            return panel.closed(), (OpenSeating(False),) if ends else ()
        case _:
            return panel, ()


def info_screen(page: InfoPage, world: World) -> Screen:
    """Show something to read."""
    words = Words(world.language)
    match page.info:
        case Info.HOST_CODE:
            return Screen(
                Digits(world.host_code, words.say("panel.host_code_for")), words.say("panel.menu.host_code")
            )
        case Info.PHONES:
            return waiting_screen(world)


def waiting_screen(world: World) -> Screen:
    """Show how a phone is seated."""
    words = Words(world.language)
    title = words.say("panel.menu.phones")
    hints = Hints(back=words.say("panel.done"))
    if world.waiting is None:
        return Screen(Say(words.say("panel.phones_help"), icon="phone"), title, (), "", hints)
    sign = world.waiting.sign
    key = "panel.hold_any" if sign is None else "panel.hold"
    return Screen(Figure(sign or "button", text=words.say(key)), title, (), world.waiting.symbol, hints)


def step_sure(panel: Panel, page: SurePage, came: Input, world: World) -> Answer:
    """OK does it, BACK does not."""
    match came:
        case Push(button=Button.OK):
            if page.sure in (Sure.OWN_WIFI, Sure.NO_OWN_WIFI):
                return panel.closed(), (OpenWifi(page.sure is Sure.OWN_WIFI),)
            done = replace(panel, pages=())
            if page.sure is Sure.STOP:
                return done, (Stop(),)
            return done, (Close(),) if world.play is not None else ()
        case Push(button=Button.BACK):
            return panel.closed(), ()
        case _:
            return panel, ()


def sure_screen(page: SurePage, world: World) -> Screen:
    """Ask once more."""
    words = Words(world.language)
    hints = Hints(words.say("panel.yes"), words.say("panel.away"))
    return Screen(Say(words.say(f"panel.sure.{page.sure}")), hints=hints)

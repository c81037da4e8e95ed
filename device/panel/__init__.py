"""The panel: three encoders, OK, BACK and a display, as a pure function.

`step` says what hands do to it and what it then asks of the table, `screen` what it shows. It has no
clock, pins or thread; all that it knows comes in a World.
"""

from dataclasses import replace

from device.panel import (
    checking,
    choosing,
    correcting,
    ending,
    menu,
    opening,
    opening_screens,
    over,
    play,
    play_screens,
)
from device.panel.inputs import (
    Arrange,
    Both,
    Button,
    Close,
    Command,
    Commands,
    Correct,
    Examine,
    Hold,
    Input,
    KeepWifi,
    OpenSeating,
    OpenWifi,
    PlayEvent,
    Push,
    Redo,
    Rename,
    Resume,
    Retract,
    SeatPush,
    SetBrightness,
    SetColourOrder,
    SetLanguage,
    SetNight,
    SetSound,
    Start,
    Stop,
    Turn,
)
from device.panel.pages import (
    NEW_MS,
    NOTE_MS,
    AnewPage,
    Answer,
    ColoursPage,
    EndPage,
    EntryPage,
    HandsPage,
    HistoryPage,
    Info,
    InfoPage,
    Listed,
    ListPage,
    MisfitsPage,
    Note,
    OutcomePage,
    Panel,
)
from device.panel.screens import Screen, Toast
from device.panel.words import Words
from device.panel.world import PhoneWaiting, Play, Refusal, World
from rules.core import Sign
from rules.table import OF_ITSELF, Origin

__all__ = [
    "Arrange",
    "Both",
    "Button",
    "Close",
    "Command",
    "Commands",
    "Correct",
    "Examine",
    "Hold",
    "Input",
    "KeepWifi",
    "OpenSeating",
    "OpenWifi",
    "Panel",
    "PhoneWaiting",
    "Play",
    "PlayEvent",
    "Push",
    "Redo",
    "Refusal",
    "Rename",
    "Resume",
    "Retract",
    "Screen",
    "SeatPush",
    "SetBrightness",
    "SetColourOrder",
    "SetLanguage",
    "SetNight",
    "SetSound",
    "Start",
    "Stop",
    "Turn",
    "World",
    "chosen_seat",
    "screen",
    "shows_colours",
    "step",
    "takes_seat",
    "tries_hands",
]

_OF_A_GAME = (EndPage, HistoryPage, EntryPage, AnewPage, MisfitsPage, OutcomePage)


def step(panel: Panel, came: Input, world: World) -> Answer:
    """Take in one thing that hands did; give the panel after it and what it asks of the table."""
    panel = _settled(panel, world)
    after, commands = _step(panel, came, world)
    if world.play is not None:
        after = replace(after, round=world.play.round)
    if world.refusal is not None:
        after = replace(after, seen=max(after.seen, world.refusal.number))
    return after, commands


def takes_seat(panel: Panel, sign: Sign, world: World) -> bool:
    """Say whether a push of a seat's button is the panel's, and not for the arbiter.

    It is before a game; and in one where the panel asks for a seat while nobody may press.
    """
    if world.play is None:
        return True
    panel = _settled(panel, world)
    if tries_hands(panel):
        return checking.takes_seats(world)
    if panel.pages:
        page = panel.pages[-1]
        return (
            isinstance(page, AnewPage) and correcting.seat_pushed(panel, page, sign, world.play) is not None
        )
    return not world.is_paused and play.seat_pushed(panel, sign, world.play) is not None


def chosen_seat(panel: Panel, world: World) -> Sign | None:
    """Give the seat that what is being entered is about, None while nothing is."""
    return None if world.play is None else choosing.chosen(_settled(panel, world), world.play)


def shows_colours(panel: Panel) -> bool:
    """Say whether the ring is to show red, green and blue."""
    return bool(panel.pages) and isinstance(panel.pages[-1], ColoursPage)


def tries_hands(panel: Panel) -> bool:
    """Say whether buttons and wheels are being tried, which the display follows by itself."""
    return bool(panel.pages) and isinstance(panel.pages[-1], HandsPage)


def _settled(panel: Panel, world: World) -> Panel:
    """Give the panel without what the table has left behind."""
    if world.play is None:
        pages = tuple(page for page in panel.pages if not isinstance(page, _OF_A_GAME))
        panel = replace(panel, pages=pages, draft=None, is_entering=False, later=(), whose=None)
    else:
        panel = _of_this_round(replace(panel, opening=None, at=None), world.play.round)
        if panel.pages and isinstance(panel.pages[-1], OutcomePage) and world.play.outcome is None:
            panel = panel.closed()
        if (
            panel.pages
            and isinstance(panel.pages[-1], EndPage)
            and not ending.is_open(panel.pages[-1], world.play)
        ):
            panel = panel.closed()
        if panel.pages and panel.pages[-1] == InfoPage(Info.PHONES) and not world.is_seating_open:
            panel = panel.closed()
    note = panel.note
    if note is not None and (note.is_gone(world.now_ms - NEW_MS) or _is_settled(note, world.play)):
        panel = replace(panel, note=None)
    return panel


def _is_settled(note: Note, play: Play | None) -> bool:
    """Say whether what a word offers to bring back can't be brought back any more."""
    return note.redo is not None and (play is None or play.table.redoable != note.redo)


def _of_this_round(panel: Panel, number: int) -> Panel:
    """Give the panel without what was turned to or put off in another round: it begins with what comes first.

    A draft about something that is settled, as one claim, says by itself what it was meant for.
    """
    if panel.round == number:
        return panel
    is_old = panel.draft is not None and not panel.draft.key[1]
    return replace(panel, draft=None if is_old else panel.draft, later=())


def _step(panel: Panel, came: Input, world: World) -> Answer:
    match came:
        case Hold(button=Button.BACK):
            pages = () if panel.pages else (ListPage(Listed.MENU),)
            return replace(panel, pages=pages, note=None), ()
        case Hold():
            return panel, ()
        case SeatPush() if world.play is None and not tries_hands(panel):
            return opening.step(panel, came, world)
        case SeatPush() if not takes_seat(panel, came.sign, world):
            return panel, ()
        case _:
            pass
    if panel.pages:
        return over.step(replace(panel, note=None), panel.pages[-1], came, world)
    if world.waiting is not None:
        refuses = came == Push(Button.BACK)
        return panel, (OpenSeating(False),) if refuses else ()
    if world.play is None:
        return opening.step(panel, came, world)
    if world.is_paused:
        return panel, (Resume(),) if came == Push(Button.OK) else ()
    return play.step(panel, came, world, world.play)


def screen(panel: Panel, world: World) -> Screen:
    """Give what the display shows."""
    panel = _settled(panel, world)
    shown = _screen(panel, world)
    toast = _toast(panel, world)
    return shown if toast is None else replace(shown, toast=toast)


def _screen(panel: Panel, world: World) -> Screen:
    if panel.pages:
        return over.screen(panel.pages[-1], world)
    if world.waiting is not None:
        return menu.waiting_screen(world)
    if world.play is None:
        return opening_screens.screen(panel, world)
    return play_screens.screen(panel, world, world.play)


def _toast(panel: Panel, world: World) -> Toast | None:
    """Give the word over the picture: why something did not count, or what was just done."""
    refusal, note = world.refusal, panel.note
    is_told = refusal is not None and refusal.number > panel.seen and world.now_ms < refusal.at_ms + NOTE_MS
    if refusal is not None and is_told and not _is_pressed_since(refusal.at_ms, world):
        text = Words(world.language).refusal(refusal.code, refusal.params)
        return Toast(text, refusal.at_ms + NOTE_MS, refusal.sign)
    if note is None or note.is_gone(world.now_ms) or _is_overtaken(note, world):
        return None
    return Toast(note.text, note.until_ms, note.icon)


def _is_overtaken(note: Note, world: World) -> bool:
    """Say whether somebody pressed since: who was first must be seen at once.

    What can be brought back is said as long as it can be; only a table that waits is seen before it.
    """
    if note.redo is not None:
        return world.is_paused or world.waiting is not None
    return _is_pressed_since(note.said_ms, world)


def _is_pressed_since(said_ms: int, world: World) -> bool:
    entries = () if world.play is None else world.play.table.entries
    return any(e.at_ms > said_ms and e.origin not in (Origin.PANEL, *OF_ITSELF) for e in entries)

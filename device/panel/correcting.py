"""Putting an earlier entry right: which one, what instead, and what would then no longer fit."""

from collections.abc import Mapping
from dataclasses import replace

from device.panel.asking import asking
from device.panel.drafts import Draft
from device.panel.inputs import Button, Correct, Input, PlayEvent, Push, SeatPush, Turn
from device.panel.lines import about_what, anew, correctable, line_of, told
from device.panel.pages import AnewPage, Answer, EntryPage, HistoryPage, MisfitsPage, Panel
from device.panel.play import awaited, missing
from device.panel.screens import Hints, Row, Rows, Say, Screen, Wheels
from device.panel.tasks import SEAT_FIELDS, Task
from device.panel.words import Words
from device.panel.world import Play, World
from rules.codec import Json, encode_event
from rules.core import By, Seat, Sign
from rules.errors import RulesError
from rules.slips import never_was
from rules.table import decode_entry_event

FAST = 5
"""How many entries a detent of the second and third encoder goes past."""


def step_history(panel: Panel, page: HistoryPage, came: Input, play: Play) -> Answer:
    """Choose an entry."""
    lines = correctable(play.table)
    at = max(0, min(page.at, len(lines) - 1))
    match came:
        case Turn(encoder=encoder, steps=steps):
            far = steps * (1 if encoder == 1 else FAST)
            return panel.turned_to(HistoryPage(max(0, min(len(lines) - 1, at + far)))), ()
        case Push(button=Button.OK) if lines:
            return panel.turned_to(HistoryPage(at)).opened(EntryPage(lines[at].entry.number)), ()
        case Push():
            return panel.closed(), ()
        case _:
            return panel, ()


def history_screen(page: HistoryPage, world: World, play: Play) -> Screen:
    """Show what happened, newest first; only those lines are told that are near the marked one."""
    words = Words(world.language)
    lines = correctable(play.table)
    at = max(0, min(page.at, len(lines) - 1))
    rows: list[Row] = []
    for place, line in enumerate(lines):
        if abs(place - at) > 4:
            rows.append(Row(""))
            continue
        what = told(play, line, words)
        rows.append(Row(what.text, icon=what.sign, second=what.site))
    return Screen(Rows(tuple(rows), at), words.say("panel.which_wrong"))


def step_entry(panel: Panel, page: EntryPage, came: Input, play: Play) -> Answer:
    """Enter it anew, or say that it never was."""
    line = line_of(play.table, page.entry)
    if line is None:
        return panel.closed(), ()
    ways = _ways(play, page)
    match came:
        case Turn(steps=steps):
            return panel.turned_to(replace(page, at=max(0, min(len(ways) - 1, page.at + steps)))), ()
        case Push(button=Button.OK) if ways:
            way = ways[min(page.at, len(ways) - 1)]
            return (
                (replace(panel, pages=(), draft=None), (way,))
                if isinstance(way, PlayEvent)
                else (panel.opened(way), ())
            )
        case Push(button=Button.BACK):
            return panel.closed(), ()
        case _:
            return panel, ()


def _ways(play: Play, page: EntryPage) -> tuple[AnewPage | MisfitsPage | PlayEvent, ...]:
    line = line_of(play.table, page.entry)
    ways: list[AnewPage | MisfitsPage | PlayEvent] = []
    asked = None if line is None else anew(play, line)
    if line is not None and asked is not None:
        ways.append(AnewPage(page.entry, _as_it_was(asked, encode_event(line.event))))
    for way in never_was(play.table, page.entry):
        event = None if way.event is None else encode_event(way.event)
        if way.entry is not None:
            ways.append(MisfitsPage(way.entry, event))
        elif event is not None:
            ways.append(PlayEvent(event))
    return tuple(ways)


def _as_it_was(asked: Task, event: Mapping[str, Json]) -> Draft | None:
    """Give the draft of what was entered, as far as it can be turned to: only what was wrong is turned."""
    if asked.is_yes_or_no:
        return None
    if not asked.wheels:
        option = next((o for o in asked.options if asked.event(o) == event), None)
        return None if option is None else Draft(asked.key, option)
    came = (event.get(field.field) for field in asked.wheels)
    values = (value[0] if isinstance(value, list) and len(value) == 1 else value for value in came)
    known = tuple(value if isinstance(value, bool | int | str) else None for value in values)
    return asked.still(Draft(asked.key, values=known))


def entry_screen(page: EntryPage, world: World, play: Play) -> Screen:
    """Show an entry and what can be done with it."""
    words = Words(world.language)
    line = line_of(play.table, page.entry)
    what = None if line is None else told(play, line, words)
    ways = _ways(play, page)
    text = "" if what is None else what.text
    icons = () if what is None else tuple(sign for sign in (what.sign, what.site) if sign is not None)
    if not ways:
        return Screen(Say(words.say("panel.rests_on_it")), text, icons)
    rows = tuple(Row(_way_said(way, play, words)) for way in ways)
    return Screen(Rows(rows, min(page.at, len(rows) - 1)), text, icons)


def _way_said(way: AnewPage | MisfitsPage | PlayEvent, play: Play, words: Words) -> str:
    if isinstance(way, AnewPage):
        return words.say("panel.anew")
    event = way.event if isinstance(way, PlayEvent) else way.replacement
    return words.say("panel.remove" if event is None else f"panel.{play.game.id}.never_was.{event['type']}")


def step_anew(panel: Panel, page: AnewPage, came: Input, world: World, play: Play) -> Answer:
    """Enter it anew, the way it is entered in play."""
    line = line_of(play.table, page.entry)
    asked = None if line is None else anew(play, line)
    if asked is None:
        return panel.closed(), ()
    match came:
        case Turn(encoder=encoder, steps=steps) if not asked.is_yes_or_no:
            return panel.turned_to(replace(page, draft=asked.turned(page.draft, encoder, steps))), ()
        case SeatPush(sign=sign):
            return seat_pushed(panel, page, sign, play) or panel, ()
        case Push(button=button) if asked.is_yes_or_no:
            return panel.turned_to(MisfitsPage(page.entry, asked.answer(button is Button.OK))), ()
        case Push(button=Button.OK):
            done = asked.finished(asked.still(page.draft))
            if line is not None and done == encode_event(line.event):
                return panel.closed(), ()
            if done is None:
                said = missing(asked, page.draft, play, Words(world.language))
                return panel.noted(said, world.now_ms), ()
            return panel.turned_to(MisfitsPage(page.entry, done)), ()
        case Push(button=Button.BACK):
            return panel.closed(), ()
        case _:
            return panel, ()


def seat_pushed(panel: Panel, page: AnewPage, sign: Sign, play: Play) -> Panel | None:
    """Give the page with that seat filled in where one is asked for; None where the push is the game's."""
    if awaited(play, By.PRESS) is not None:
        return None
    line = line_of(play.table, page.entry)
    asked = None if line is None else anew(play, line)
    seat = next((Seat(i) for i, info in enumerate(play.seats) if info.sign is sign), None)
    draft = None if asked is None or seat is None else asked.seated(page.draft, seat)
    return None if draft is None else panel.turned_to(replace(page, draft=draft))


def anew_screen(page: AnewPage, world: World, play: Play) -> Screen:
    """Show what is being entered anew."""
    line = line_of(play.table, page.entry)
    asked = None if line is None else anew(play, line)
    words = Words(world.language)
    if line is None or asked is None:
        return Screen(Say(words.say("panel.nothing_to_take_back")))
    shown = asking(asked, page.draft, play, words, is_correcting=True)
    what = told(play, line, words)
    whose = () if what.sign is None else (what.sign,)
    if asked.is_yes_or_no:
        return replace(shown, icons=whose, body=Say(what.text))
    is_seat_asked = any(field.field in SEAT_FIELDS for field in asked.wheels)
    return replace(shown, icons=whose) if isinstance(shown.body, Wheels) and not is_seat_asked else shown


def misfits_of(play: Play, page: MisfitsPage) -> tuple[int, ...] | None:
    """Give the entries that a correction would set aside; None where it can't be made."""
    try:
        replacement = (
            None if page.replacement is None else decode_entry_event(play.game, dict(page.replacement))
        )
        return play.table.correction(page.entry, replacement).misfits
    except RulesError:
        return None


def step_misfits(panel: Panel, page: MisfitsPage, came: Input, world: World, play: Play) -> Answer:
    """OK makes the correction, and goes back to the game."""
    match came:
        case Push(button=Button.OK):
            misfits = misfits_of(play, page)
            if misfits is None:
                return panel.closed(), ()
            done = replace(panel, pages=(), draft=None).noted(
                Words(world.language).say("panel.corrected"), world.now_ms, "check"
            )
            return done, (Correct(page.entry, page.replacement, misfits),)
        case Push(button=Button.BACK):
            return panel.closed(), ()
        case _:
            return panel, ()


def misfits_screen(page: MisfitsPage, world: World, play: Play) -> Screen:
    """Show what a correction would do."""
    words = Words(world.language)
    misfits = misfits_of(play, page)
    if misfits is None:
        return Screen(Say(words.say("panel.does_not_fit")), hints=Hints(back=words.say("panel.away")))
    key = "panel.all_fits" if not misfits else "panel.misfits"
    if page.replacement is None:
        title = words.say("panel.remove")
    else:
        about = about_what(play, page.replacement, play.table.before(page.entry))
        title = words.event(play.game.id, page.replacement, about)
    hints = Hints(words.say("panel.do_it"), words.say("panel.away"))
    return Screen(Say(words.say(key, n=len(misfits))), title, (), "", hints)

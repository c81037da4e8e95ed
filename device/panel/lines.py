"""What happened, told in a few words, and how the table stood before it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from device.panel.tasks import Task, subject, tasks_of
from device.panel.words import Words
from device.panel.world import Play
from rules.codec import Json, encode_event
from rules.core import Asked, Await, By, Scalar, Seat, Sign
from rules.errors import RulesError
from rules.slips import upsetting
from rules.table import OF_ITSELF, STANDING, Corrected, Entry, Line, Redone, Retracted, Table


@dataclass(frozen=True)
class Told:
    """An entry as the display tells it: whose it was, what, and on whose site."""

    sign: Sign | None
    text: str
    site: Sign | None = None


def correctable(table: Table) -> tuple[Line, ...]:
    """List the entries that people made and that stand, newest first."""
    return tuple(
        line for line in reversed(table.lines) if line.fate in STANDING and line.entry.origin not in OF_ITSELF
    )


def line_of(table: Table, number: int) -> Line | None:
    """Give the standing line of an entry."""
    return next((x for x in table.lines if x.entry.number == number and x.fate in STANDING), None)


def told(play: Play, line: Line, words: Words) -> Told:
    """Tell a line of the log, as everybody may see it.

    Whose it was is its own seat's, that of which it was asked, or that of what it speaks of.
    """
    shown, event = play.game.seen(play.state, None, line.event), encode_event(line.event)
    what: Mapping[str, Json] = {"type": line.event.type} if shown is None else encode_event(shown)
    if isinstance(event.get("seat"), int):
        return Told(_sign(play, event["seat"]), words.event(play.game.id, what), site_of(play, what))
    before = play.table.before(line.entry.number)
    about = about_what(play, event, before)
    awaited = next((a for a in play.game.awaits(before) if _answers(a, event)), None)
    asked_of = () if awaited is None else awaited.seats
    sign = _sign(play, asked_of[0] if len(asked_of) == 1 else about.get("seat"))
    return Told(sign, words.event(play.game.id, what, about), site_of(play, what))


def about_what(play: Play, event: Mapping[str, Json], before: Any) -> Mapping[str, Json]:
    """Give what could be seen, before it, of that which an event speaks of, as a verdict does of a claim."""
    view = play.game.view(before, None)
    found = (subject(view, {k: v}) for k, v in event.items() if type(v) is int)
    return next((entry for entry in found if entry), {})


def site_of(play: Play, event: Mapping[str, Json]) -> Sign | None:
    """Give the sign of whose site something happened on, None where that is not said."""
    return _sign(play, event.get("site"))


def told_entry(play: Play, entry: Entry, words: Words) -> Told:
    """Tell an entry that may be one of the table's own."""
    if isinstance(entry.event, Corrected | Retracted | Redone):
        return Told(None, words.say(f"panel.{entry.event.type}"))
    line = line_of(play.table, entry.number) or Line(entry, entry.event)
    return told(play, line, words)


def _sign(play: Play, seat: Json) -> Sign | None:
    return play.sign_of(Seat(seat)) if isinstance(seat, int) and 0 <= seat < len(play.seats) else None


def _answers(awaited: Await, event: Mapping[str, Json]) -> bool:
    return awaited.event == event["type"] and all(event.get(k) == v for k, v in awaited.given)


def anew(play: Play, line: Line) -> Task | None:
    """Give the task of entering that line again, as things stood before it; None where nothing else fits.

    A press is given to another seat; all else is asked as the game asks it, or as its moves allow.
    """
    task, upset = _asked_again(play, line), upsetting(play.table, line.entry.number)
    if task is None or not upset:
        return task
    awaits = tuple(
        replace(a, asked=tuple(_left(each, upset.get(each.field, ())) for each in a.asked))
        for a in task.awaits
    )
    has_choice = any(len(each.choices) != 1 for a in awaits for each in a.asked)
    return replace(task, awaits=awaits) if has_choice else None


def _left(asked: Asked, upset: Collection[Scalar]) -> Asked:
    """Give a field without the choices that would upset others."""
    groups = (
        replace(group, choices=tuple(c for c in group.choices if c not in upset)) for group in asked.groups
    )
    return replace(
        asked,
        choices=tuple(c for c in asked.choices if c not in upset),
        groups=tuple(group for group in groups if group.choices),
    )


def _asked_again(play: Play, line: Line) -> Task | None:
    event = encode_event(line.event)
    before = play.table.before(line.entry.number)
    given = tuple((k, v) for k, v in event.items() if k != "type" and isinstance(v, bool | int | str))
    for awaited in play.game.awaits(before):
        if not _answers(awaited, event):
            continue
        if awaited.by is By.PRESS and "seat" in event and len(awaited.seats) > 1:
            settled = tuple((k, v) for k, v in given if k != "seat")
            return Task(
                play.game, (Await(awaited.event, given=settled, asked=(Asked("seat", awaited.seats),)),)
            )
        own = tasks_of(play.game, (awaited,), before)
        if own and own[0].first.asked:
            return own[0]
    return _by_moves(play, event, before)


def _by_moves(play: Play, event: Mapping[str, Json], before: Any) -> Task | None:
    """Ask for the one field in which legal moves differ from the event."""
    try:
        moves = [encode_event(move) for move in play.game.legal(before)]
    except RulesError:
        return None
    mates = [m for m in moves if m["type"] == event["type"] and set(m) == set(event)]
    for field in (f for f, v in event.items() if f != "type" and isinstance(v, bool | int | str)):
        settled = tuple((k, v) for k, v in event.items() if k not in ("type", field))
        same = [m for m in mates if all(m[k] == v for k, v in settled)]
        choices = tuple(dict.fromkeys(m[field] for m in same))
        if len(choices) > 1 and all(isinstance(c, bool | int | str) for c in choices):
            asked = Asked(field, tuple(c for c in choices if isinstance(c, bool | int | str)))
            fixed = tuple((k, v) for k, v in settled if isinstance(v, bool | int | str))
            if len(fixed) == len(settled):
                return Task(play.game, (Await(str(event["type"]), given=fixed, asked=(asked,)),))
    return None

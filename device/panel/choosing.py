"""Whose button fills something in at the panel, and whose thing is being entered: what lights tell of it."""

from collections.abc import Iterable

from device.panel.pages import Panel
from device.panel.play import focus
from device.panel.tasks import SEAT_FIELDS
from device.panel.world import Play
from rules.core import Await, By, Seat, Sign


def wanted(awaits: Iterable[Await]) -> tuple[Seat, ...]:
    """List the seats of which something is to be entered: those that have things of their own, if any have.

    As long as a press is awaited, every push is the game's, and none is the panel's.
    """
    found = [a for a in awaits if a.by in (By.ENTRY, By.PRESS)]
    if any(a.by is By.PRESS for a in found):
        return ()
    own = {seat for a in found for name, seat in a.given if name == "seat"}
    asked = {seat for a in found for each in a.asked if each.field in SEAT_FIELDS for seat in each.choices}
    return tuple(Seat(seat) for seat in sorted(int(seat) for seat in own or asked))


def chosen(panel: Panel, play: Play) -> Sign | None:
    """Give the seat that what is being entered is about; None while nothing is begun."""
    asked = focus(panel, play)
    if panel.pages or asked is None:
        return None
    draft, seats = asked.still(panel.draft), [value for name, value in asked.first.given if name == "seat"]
    if draft is None and not panel.is_entering and asked.finished(None) is None:
        return None
    seats += [
        value for value, field in asked.settled(draft) if field.field in SEAT_FIELDS and value is not None
    ]
    if draft is not None and draft.option is not None and draft.option.field in SEAT_FIELDS:
        seats += [draft.option.choice] if draft.option.choice is not None else []
    return play.sign_of(Seat(int(seats[-1]))) if seats else None

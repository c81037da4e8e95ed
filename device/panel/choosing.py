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
    draft = asked.still(panel.draft)
    if draft is None and not panel.is_entering and asked.finished(None) is None:
        return None
    seats = asked.seats_said(draft)
    return play.sign_of(seats[-1]) if seats else None

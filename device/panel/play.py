"""The panel while a game is open: it shows what is awaited and takes it in.

Awaits say all that is asked; a Glance says what the table is at. Of the view only what any game may have
is read: `seats` with scores, `claims` with margins, and the entry that a task is about.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from device.panel.drafts import Draft
from device.panel.inputs import Both, Button, Close, Input, PlayEvent, Push, Redo, Retract, SeatPush, Turn
from device.panel.lines import site_of, told_entry
from device.panel.pages import NEW_MS, Answer, EndPage, OutcomePage, Panel
from device.panel.screens import DICE
from device.panel.tasks import SEAT_FIELDS, Task, tasks_of
from device.panel.words import Words
from device.panel.world import Play, World
from rules.codec import Json
from rules.core import Await, By, Seat, Sign, Stage
from rules.table import Origin, Retracted

OVER_MS: Final = 1_500
"""For so long after the end OK does nothing: it may have been meant for the last verdict."""


def tasks(panel: Panel, play: Play) -> tuple[Task, ...]:
    """List what can be entered now, that of a seat whose button was pushed first, what was put off last."""

    def place(task: Task) -> tuple[bool, int]:
        is_later = ("seat", panel.whose) not in task.first.given
        return is_later, panel.later.index(task.key) if task.key in panel.later else -1

    return tuple(sorted(tasks_of(play.game, play.awaits, play.state), key=place))


def focus(panel: Panel, play: Play) -> Task | None:
    """Give what is being asked on the display, None while it only tells."""
    found = tasks(panel, play)
    if not found:
        return None
    drafted = next((t for t in found if t.still(panel.draft) is not None), None)
    if drafted is not None:
        return drafted
    holds_up = any(not t.first.can_wait for t in found)
    if panel.is_entering or holds_up:
        return found[0]
    if awaited(play, By.OK) is not None or play.glance.claims:
        return None
    return found[0]


def awaited(play: Play, by: By) -> Await | None:
    """Give the first await that is answered in that way."""
    return next((a for a in play.awaits if a.by is by), None)


def step(panel: Panel, came: Input, world: World, play: Play) -> Answer:
    """Take in what hands did while a game is open and no page lies over it."""
    match came:
        case Turn(encoder=encoder, steps=steps):
            return _turned(panel, encoder, steps, play), ()
        case SeatPush(sign=sign):
            return seat_pushed(panel, sign, play) or panel, ()
        case Both():
            return _both(panel, play)
        case Push(button=Button.OK):
            return _ok(panel, world, play)
        case Push(button=Button.BACK):
            return _back(panel, world, play)
        case _:
            return panel, ()


def seat_pushed(panel: Panel, sign: Sign, play: Play) -> Panel | None:
    """Give the panel with that seat filled in where one is asked for; None where the push is the game's.

    As long as the game awaits any press, every push is the game's.
    """
    if awaited(play, By.PRESS) is not None:
        return None
    seat = next((Seat(i) for i, info in enumerate(play.seats) if info.sign is sign), None)
    if seat is None:
        return None
    drafts = (task.seated(panel.draft, seat) for task in _open_to(seat, panel, play))
    draft = next((d for d in drafts if d is not None and d != panel.draft), None)
    if draft is not None:
        return replace(panel, draft=draft, note=None)
    if not _is_said(seat, panel, play):
        return _gone_to(panel, seat, play)
    goes_on = _gone_to(panel, seat, play) if _is_said_alone(seat, panel, play) else None
    return goes_on or replace(panel, note=None)


def _is_said_alone(seat: Seat, panel: Panel, play: Play) -> bool:
    """Say whether of what is being entered nothing else was said: the same button again goes on."""
    asked = focus(panel, play)
    draft = None if asked is None else asked.still(panel.draft)
    return asked is not None and draft is not None and asked.seated(None, seat) == draft


def _is_said(seat: Seat, panel: Panel, play: Play) -> bool:
    """Say whether what is being entered names that seat already: the same button again changes nothing."""
    asked = focus(panel, play)
    draft = None if asked is None else asked.still(panel.draft)
    return asked is not None and draft is not None and seat in asked.seats_said(draft)


def _both(panel: Panel, play: Play) -> Answer:
    """Do what both buttons together do; what the game has a question for is asked once more."""
    both = awaited(play, By.OK_AND_BACK)
    if both is None:
        return _fresh(panel), ()
    if Words(None).has(f"panel.{play.game.id}.sure.{both.event}"):
        return panel.opened(EndPage(both.event)), ()
    return _fresh(panel), (_playing(both),)


def _open_to(seat: Seat, panel: Panel, play: Play) -> tuple[Task, ...]:
    """List the tasks that a seat's button may fill in: the one that is begun, or else all.

    Where the one that is begun says this seat and no more, the same button again goes on to the next.
    """
    found = tasks(panel, play)
    asked = focus(panel, play)
    if asked is None or asked.still(panel.draft) is None:
        return found
    at = found.index(asked)
    return (*found[at + 1 :], *found[:at]) if _is_said_alone(seat, panel, play) else (asked,)


def _gone_to(panel: Panel, seat: Seat, play: Play) -> Panel | None:
    """Give the panel asking for what that seat is to enter; None where seats have no tasks of their own."""
    if not any(("seat", seat) in task.first.given for task in tasks(panel, play)):
        return None
    return replace(_fresh(panel, is_entering=True), whose=seat, later=())


def _fresh(panel: Panel, *, is_entering: bool = False) -> Panel:
    return replace(panel, draft=None, is_entering=is_entering, note=None)


def _playing(answered: Await) -> PlayEvent:
    return PlayEvent({"type": answered.event, **dict(answered.given)})


def _turned(panel: Panel, encoder: int, steps: int, play: Play) -> Panel:
    if steps == 0:
        return panel
    asked = focus(panel, play)
    if asked is None or asked.is_yes_or_no:
        asked = next((t for t in tasks(panel, play) if not t.is_yes_or_no), None)
    elif not asked.first.asked and asked.first.given:
        # Nothing can be turned to there: it may be the word that the same thing is finished.
        given = asked.first.given
        asked = next((t for t in tasks(panel, play) if t.wheels and t.first.given == given), asked)
    if asked is None:
        return replace(panel, note=None) if play.outcome is None else panel.opened(OutcomePage())
    return replace(panel, draft=asked.turned(panel.draft, encoder, steps), note=None)


def is_new(panel: Panel, world: World, play: Play) -> bool:
    """Say whether the picture changed just now by itself: a push was meant for the one before."""
    entries, refusal, note = play.table.entries, world.refusal, panel.note
    if note is not None and note.is_gone(world.now_ms):
        return True
    if refusal is not None and 0 <= world.now_ms - refusal.at_ms < NEW_MS:
        return True
    if not entries or entries[-1].origin is Origin.PANEL:
        return False
    return world.now_ms - entries[-1].at_ms < NEW_MS


def _ok(panel: Panel, world: World, play: Play) -> Answer:
    asked = focus(panel, play)
    if play.outcome is not None:
        entries = play.table.entries
        if entries and world.now_ms - entries[-1].at_ms < OVER_MS:
            return panel, ()
        return _fresh(panel), (Close(),)
    redo = redoable(panel, play)
    if asked is not None and asked.is_yes_or_no:
        return _answered(panel, world, play, asked, is_yes=True) if redo is None else (_fresh(panel), ())
    if redo is not None:
        return _fresh(panel), (Redo(redo),)
    if asked is None:
        ok = awaited(play, By.OK)
        if ok is not None:
            return (panel, ()) if is_new(panel, world, play) else (_fresh(panel), (_playing(ok),))
        return _fresh(panel, is_entering=True), ()
    draft = asked.still(panel.draft)
    done = None if draft is None and is_detour(asked, play) else asked.finished(draft)
    if done is not None:
        if draft is None and is_new(panel, world, play):
            return panel, ()
        later = tuple(key for key in panel.later if key != asked.key)
        is_more = bool(play.glance.claims) or asked.missing > 1
        after = replace(_fresh(panel, is_entering=is_more), later=later)
        return _told(after, done, world, play), (PlayEvent(done),)
    return _put_off(panel, world, play, asked), ()


def _told(panel: Panel, event: Mapping[str, Json], world: World, play: Play) -> Panel:
    """Say what was put on whose site: it is seen nowhere else on the display."""
    if "site" not in event:
        return panel
    text = Words(world.language).event(play.game.id, event)
    return panel.noted(text, world.now_ms, site_of(play, event))


def is_detour(asked: Task, play: Play) -> bool:
    """Say whether something else holds the game up: then the only choice is not entered unturned."""
    return asked.first.can_wait and any(not t.first.can_wait for t in tasks(Panel(), play))


def _put_off(panel: Panel, world: World, play: Play, asked: Task) -> Panel:
    """Ask for something else first; what was turned to is not complete."""
    if asked.still(panel.draft) is None and len(tasks(panel, play)) > 1:
        open_keys = {t.key for t in tasks(panel, play)}
        later = (*(k for k in panel.later if k != asked.key and k in open_keys), asked.key)
        return replace(_fresh(panel, is_entering=panel.is_entering), later=later)
    return panel.noted(missing(asked, panel.draft, play, Words(world.language)), world.now_ms)


def missing(asked: Task, draft: Draft | None, play: Play, words: Words) -> str:
    """Say what must be done before OK can enter it: a seat's button is pushed, a wheel is turned."""
    values = asked.settled(asked.still(draft)) or [(None, field) for field in asked.first.asked]
    fields = [field.field for value, field in values if value is None]
    if fields and fields[0] in SEAT_FIELDS and awaited(play, By.PRESS) is None:
        return words.say("panel.push_first")
    named = [name for field in fields if (name := wheel_name(play.game.id, field, words))]
    is_begun = len(fields) < sum(field.field not in SEAT_FIELDS for _, field in values)
    if is_begun and len(named) == len(fields):
        return words.say("panel.turn_one_first", what=", ".join(dict.fromkeys(named)))
    return words.say("panel.turn_first")


def wheel_name(game: str, field: str, words: Words) -> str:
    """Give what the display calls a field that is not known yet, nothing where it has only a mark for it."""
    key = f"panel.{game}.wheel.{field}"
    return words.say(key) if words.has(key) else field if field in DICE else ""


def _back(panel: Panel, world: World, play: Play) -> Answer:
    asked = focus(panel, play)
    if redoable(panel, play) is None:
        if asked is not None and asked.is_yes_or_no:
            return _answered(panel, world, play, asked, is_yes=False)
        if asked is not None and asked.still(panel.draft) is not None:
            return _fresh(panel), ()
        if can_leave(panel, play) or (panel.is_entering and play.glance.stage is Stage.SAND):
            return _fresh(panel), ()
        if panel.later and asked is not None and is_detour(asked, play):
            return replace(_fresh(panel), later=()), ()
    if is_new(panel, world, play) or _is_just_entered(world, play):
        return panel, ()
    return take_back(_fresh(panel), world, play)


def can_leave(panel: Panel, play: Play) -> bool:
    """Say whether BACK puts away what was gone to: something else stands there then."""
    asked, rests_on = focus(panel, play), focus(_fresh(panel), play)
    is_elsewhere = asked is not None and (rests_on is None or rests_on.key != asked.key)
    return panel.is_entering and is_elsewhere


def _is_just_entered(world: World, play: Play) -> bool:
    """Say whether something was entered just now: BACK was a second thumb, and takes nothing back."""
    last = play.table.entries[-1] if play.table.entries else None
    return last is not None and not isinstance(last.event, Retracted) and world.now_ms - last.at_ms < NEW_MS


def take_back(panel: Panel, world: World, play: Play) -> Answer:
    """Take back the last entry, and say which that was."""
    words = Words(world.language)
    number = play.table.retractable
    if number is None:
        return panel.noted(words.say("panel.nothing_to_take_back"), world.now_ms), ()
    told = told_entry(play, play.table.entries[number - 1], words)
    text = f"{words.say('panel.taken_back')} {told.text}"
    return panel.noted(text, world.now_ms, told.site or told.sign, number), (Retract(number),)


def redoable(panel: Panel, play: Play) -> int | None:
    """Give the entry that OK brings back, while the word about it stands there.

    Over a question with yes and no, OK only clears it away: nobody answers twice by mistake.
    """
    redo = None if panel.note is None else panel.note.redo
    return redo if redo is not None and play.table.redoable == redo else None


def _answered(panel: Panel, world: World, play: Play, asked: Task, *, is_yes: bool) -> Answer:
    if is_new(panel, world, play):
        return panel, ()
    return _fresh(panel), (PlayEvent(asked.answer(is_yes)),)

"""One sitting: seats, a log of what happened, and its fold.

Nothing is ever taken out of a log. Taking back, doing again and correcting are entries like any
other; what they set aside stays visible, struck out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

from rules.codec import Bounds, Event, decode_event
from rules.core import Seat
from rules.errors import IllegalMoveError, RulesError
from rules.registry import AnyGame

EntryNumber = Annotated[int, Bounds(1, 10**6)]


MOST_ENTRIES = 4_500
"""What a log takes of what people enter: room is left to take back and correct."""

MOST_WITH_CHANGES = 4_900
"""What it takes with taking back, doing again and correcting: room is left for what the clock brings of
itself, which nobody can refuse, and a record stays readable."""


class Origin(StrEnum):
    """Where an entry came from."""

    BUTTON = "button"
    PANEL = "panel"
    PHONE = "phone"
    HOST = "host"
    CLOCK = "clock"
    CHANCE = "chance"


OF_ITSELF: Final = (Origin.CLOCK, Origin.CHANCE)
"""Origins of what nobody entered: it is taken back only with what somebody did before it."""


class TableRule(StrEnum):
    """Why the table refuses; each has a text `refusal.<value>` in every catalogue."""

    NOTHING_TO_TAKE_BACK = "table.nothing_to_take_back"
    NOT_THE_LAST = "table.not_the_last"
    NOTHING_TO_REDO = "table.nothing_to_redo"
    NO_SUCH_ENTRY = "table.no_such_entry"
    OF_CHANCE = "table.of_chance"
    MISFITS_NOT_CONFIRMED = "table.misfits_not_confirmed"
    LOG_FULL = "table.log_full"


@dataclass(frozen=True)
class Retracted(Event):
    """The last live entry, and what the clock brought since, was taken back."""

    entry: EntryNumber
    type: ClassVar[str] = "retracted"


@dataclass(frozen=True)
class Redone(Event):
    """What was taken back last came back, and what came of itself since was set aside with it."""

    entry: EntryNumber
    type: ClassVar[str] = "redone"


@dataclass(frozen=True)
class Corrected(Event):
    """An earlier entry was replaced (None: removed), and later ones that no longer fit were set aside.

    `set_aside` names exactly those: nobody loses an entry without having seen which.
    """

    entry: EntryNumber
    replacement: Event | None
    set_aside: tuple[EntryNumber, ...] = ()
    type: ClassVar[str] = "corrected"


TABLE_EVENTS: Mapping[str, type[Event]] = {cls.type: cls for cls in (Retracted, Redone, Corrected)}


@dataclass(frozen=True)
class Entry:
    """One line of the log, numbered from 1; `at_ms` is when it was logged, by the table clock."""

    number: int
    at_ms: int
    origin: Origin
    event: Event


class Fate(StrEnum):
    """What became of an entry."""

    LIVE = "live"
    RETRACTED = "retracted"
    CORRECTED = "corrected"
    SET_ASIDE = "set_aside"


STANDING: Final = (Fate.LIVE, Fate.CORRECTED)
"""Fates of what still counts."""


@dataclass(frozen=True)
class Line:
    """A game event of the log as it stands now: `event` differs from the entry's after a correction.

    `seat` is whose it is, `round` the one it belongs to, both as the game stood then.
    """

    entry: Entry
    event: Event
    fate: Fate = Fate.LIVE
    seat: Seat | None = None
    round: int = 1

    @property
    def was(self) -> Event | None:
        """The event as it was first entered, None unless a correction replaced it."""
        return None if self.event == self.entry.event else self.entry.event


@dataclass(frozen=True)
class _Done:
    """An entry that can be taken back, and the lines that it changed, as they were before.

    `before` is None where it only added one: then they are those above it, and need no copy.
    """

    number: int
    origin: Origin
    before: tuple[Line, ...] | None


@dataclass(frozen=True)
class _Undone:
    """Entries that can be done again, and how the lines and the stack of what was done stood with them."""

    number: int
    lines: tuple[Line, ...]
    done: tuple[_Done, ...]


@dataclass(frozen=True)
class Correction:
    """What a correction would do: the lines after it, and the numbers of the entries that no longer fit."""

    lines: tuple[Line, ...]
    misfits: tuple[int, ...]
    state: Any


@dataclass(frozen=True)
class Table:
    """The log and its fold; every method gives a new table, or raises and leaves this one as it was."""

    game: AnyGame
    start: Any
    state: Any
    entries: tuple[Entry, ...] = ()
    lines: tuple[Line, ...] = ()
    _done: tuple[_Done, ...] = field(default=(), repr=False)
    _undone: tuple[_Undone, ...] = field(default=(), repr=False)

    @classmethod
    def opened(cls, game: AnyGame, seats: int, first: Seat, options: Any, profile: Any) -> "Table":
        """Seat a table before its first entry.

        Raises:
            IllegalMoveError: when so many seats can't play this game.
        """
        start = game.start(seats, first, options, profile)
        return cls(game, start, start)

    def append(self, at_ms: int, origin: Origin, event: Event) -> "Table":
        """Give the table after one more entry.

        Raises:
            IllegalMoveError: when a rule of the game or of the table forbids it now.
        """
        entry = Entry(len(self.entries) + 1, at_ms, origin, event)
        most = MOST_WITH_CHANGES if isinstance(event, (Retracted, Redone, Corrected)) else MOST_ENTRIES
        if origin not in OF_ITSELF and entry.number > most:
            raise IllegalMoveError(TableRule.LOG_FULL, f"{most} entries are the most", {"most": most})
        match event:
            case Retracted():
                after = self._retracted(event)
            case Redone():
                after = self._redone(event)
            case Corrected():
                after = self._corrected(entry, event)
            case _:
                state = self.game.apply(self.state, event)
                line = Line(entry, event, Fate.LIVE, *self._place(self.state, event))
                after = self._did(_Done(entry.number, origin, None), (*self.lines, line), state)
        return replace(after, entries=(*self.entries, entry))

    @property
    def retractable(self) -> int | None:
        """Number of the entry that taking back would take back, None where there is none.

        What clock or chance brought is not taken back by itself: it would only come again.
        """
        return next((d.number for d in reversed(self._done) if d.origin not in OF_ITSELF), None)

    @property
    def redoable(self) -> int | None:
        """Number of the entry that doing again would bring back, None where there is none."""
        return self._undone[-1].number if self._undone else None

    @property
    def holds_secrets(self) -> bool:
        """Whether its lines tell, while playing, what not everybody may see yet."""
        if self.game.outcome(self.state) is not None:
            return False
        return any(self.game.seen(self.state, None, line.event) != line.event for line in self.lines)

    def before(self, number: int) -> Any:
        """Give the state as it was, by what stands now, before that entry."""
        at = next((i for i, line in enumerate(self.lines) if line.entry.number == number), len(self.lines))
        return self._folded(self.lines[:at])

    def correction(self, number: int, replacement: Event | None) -> Correction:
        """Try a correction without making it; later entries that no longer fit are its misfits.

        Raises:
            IllegalMoveError: when there is no such live entry, chance made it, or the replacement is illegal
                in its place.
        """
        if not any(line.entry.number == number and line.fate in STANDING for line in self.lines):
            raise IllegalMoveError(
                TableRule.NO_SUCH_ENTRY, f"there is no entry {number} to correct", {"entry": number}
            )
        if self.entries[number - 1].origin is Origin.CHANCE:
            raise IllegalMoveError(TableRule.OF_CHANCE, f"chance made entry {number}: it is not corrected")
        state = self.start
        lines: list[Line] = []
        misfits: list[int] = []
        corrected = next(line.event for line in self.lines if line.entry.number == number)
        for line in self.lines:
            if line.entry.number == number:
                if replacement is None:
                    lines.append(replace(line, fate=Fate.SET_ASIDE))
                    continue
                place = self._place(state, replacement)
                state = self.game.apply(state, replacement)
                lines.append(Line(line.entry, replacement, Fate.CORRECTED, *place))
            elif line.fate in STANDING:
                place = self._place(state, line.event)
                try:
                    after = self.game.apply(state, line.event)
                except RulesError:
                    after = None
                was = line.seat, line.round
                if after is not None and self.game.still_means(corrected, replacement, was, place):
                    state = after
                    line = replace(line, seat=place[0], round=place[1])
                else:
                    misfits.append(line.entry.number)
                    line = replace(line, fate=Fate.SET_ASIDE)
                lines.append(line)
            else:
                lines.append(line)
        return Correction(tuple(lines), tuple(misfits), state)

    def _place(self, state: Any, event: Event) -> tuple[Seat | None, int]:
        """Give whose an event is that is about to happen, and of which round."""
        return self.game.whose(state, event), self.game.round_of(state, event)

    def _did(self, done: _Done, lines: tuple[Line, ...], state: Any) -> "Table":
        """Give the table after an entry: what somebody enters ends what can be done again."""
        undone = self._undone if done.origin in OF_ITSELF else ()
        return replace(self, lines=lines, state=state, _done=(*self._done, done), _undone=undone)

    def _lines_before(self, done: _Done) -> tuple[Line, ...]:
        if done.before is not None:
            return done.before
        return self.lines[: next(i for i, line in enumerate(self.lines) if line.entry.number == done.number)]

    def _retracted(self, event: Retracted) -> "Table":
        if self.retractable is None:
            raise IllegalMoveError(TableRule.NOTHING_TO_TAKE_BACK, "there is nothing to take back")
        if event.entry != self.retractable:
            raise IllegalMoveError(
                TableRule.NOT_THE_LAST,
                f"entry {event.entry} is not the last: entry {self.retractable} is taken back first",
                {"entry": event.entry, "last": self.retractable},
            )
        at = next(i for i, d in enumerate(self._done) if d.number == event.entry)
        before = self._lines_before(self._done[at])
        undone = _Undone(event.entry, self.lines, self._done)
        return replace(
            self,
            lines=(*before, *self._struck(before)),
            state=self._folded(before),
            _done=self._done[:at],
            _undone=(*self._undone, undone),
        )

    def _redone(self, event: Redone) -> "Table":
        if event.entry != self.redoable:
            raise IllegalMoveError(
                TableRule.NOTHING_TO_REDO, f"entry {event.entry} is not what was taken back last"
            )
        last = self._undone[-1]
        return replace(
            self,
            lines=(*last.lines, *self._struck(last.lines)),
            state=self._folded(last.lines),
            _done=last.done,
            _undone=self._undone[:-1],
        )

    def _struck(self, standing: tuple[Line, ...]) -> tuple[Line, ...]:
        """Give the other lines, as taken back."""
        numbers = {line.entry.number for line in standing}
        return tuple(
            replace(line, fate=Fate.RETRACTED) for line in self.lines if line.entry.number not in numbers
        )

    def _corrected(self, entry: Entry, event: Corrected) -> "Table":
        tried = self.correction(event.entry, event.replacement)
        if sorted(tried.misfits) != sorted(event.set_aside):
            named = ", ".join(map(str, tried.misfits)) or "none"
            raise IllegalMoveError(
                TableRule.MISFITS_NOT_CONFIRMED,
                f"the entries that would no longer fit are: {named}",
                {"misfits": named},
            )
        return self._did(_Done(entry.number, entry.origin, self.lines), tried.lines, tried.state)

    def _folded(self, lines: tuple[Line, ...]) -> Any:
        state = self.start
        for line in lines:
            if line.fate in STANDING:
                state = self.game.apply(state, line.event)
        return state


def decode_entry_event(game: AnyGame, came: object) -> Event:
    """Build the game's or the table's event that *came*, a JSON object, names by its `type`.

    Raises:
        MalformedEventError: when it can't be read.
    """
    if isinstance(came, dict) and came.get("type") == Corrected.type and came.get("replacement") is not None:
        came = {**came, "replacement": decode_event(game.events, came["replacement"])}
    types: Mapping[str, type[Event]] = {**game.events, **TABLE_EVENTS}
    return decode_event(types, came)

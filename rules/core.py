"""What a game is: seats, what it awaits, outcome, and the contract that every game keeps.

A game is values and functions. It has no clock, dice, disk, log or thread: chance, presses and the
time come to it inside events.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Final, Generic, NewType, TypeVar

from rules.codec import Bounds, Checked, Event, Json, Length
from rules.refusals import no_race

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise."""

AnySeat = Annotated[Seat, Bounds(0, 5)]
LATEST_MS: Final = 10**12
"""No table time is later."""

TableMs = Annotated[int, Bounds(0, LATEST_MS)]
"""A moment of the table clock: whole milliseconds that pass only while the program runs."""


class Sign(StrEnum):
    """The picture and colour of a place at the table, the same on button, light and page."""

    SUN = "sun"
    EYE = "eye"
    LOTUS = "lotus"
    FEATHER = "feather"
    BOAT = "boat"
    ANKH = "ankh"


Scalar = bool | int | str

Draw = Callable[[Sequence[Scalar], int], Sequence[Scalar]]
"""Chance: so many different ones of those given, in a random order."""


class By(StrEnum):
    """How what is awaited reaches the table."""

    PRESS = "press"
    """A seat's own button, or its phone."""
    OK = "ok"
    """The OK button; a phone enters it."""
    OK_AND_BACK = "ok_and_back"
    """OK and BACK together; a phone enters it."""
    ENTRY = "entry"
    CLOCK = "clock"
    CHANCE = "chance"
    """The table draws lots at once; nobody enters it. `Await.drawn` says how."""


@dataclass(frozen=True)
class Group:
    """Choices that belong together, as the colours of rows do; at most `room` more of them can be taken."""

    name: str
    choices: tuple[Scalar, ...]
    room: int


@dataclass(frozen=True)
class Asked:
    """A field that somebody must fill in, with all that is legal for it now, lowest first.

    Of a field that is a list the choices are its entries; none means that any text may be typed.
    `usual` is the choice that stands there until another is made, `whole` how many entries a list will have
    that its groups have room for, with those that are known.
    """

    field: str
    choices: tuple[Scalar, ...]
    groups: tuple[Group, ...] = ()
    usual: Scalar | None = None
    whole: int | None = None


@dataclass(frozen=True)
class Await:
    """One thing the game waits for; panel and phone draw themselves from it.

    `event` is the type tag of the event that answers it, `given` the fields that are settled
    already, `asked` those that somebody fills in. `seats` empty means anyone at the table.
    `at_ms` is set for what the clock brings. `can_wait` means that play goes on without it.
    `beside` is the event of an await that this one is offered with, as another answer to the same question.
    `is_question` means that anything may be asked: a refusal with its reason is an answer, too.
    """

    event: str
    seats: tuple[Seat, ...] = ()
    by: By = By.ENTRY
    given: tuple[tuple[str, Scalar], ...] = ()
    asked: tuple[Asked, ...] = ()
    at_ms: int | None = None
    can_wait: bool = False
    beside: str = ""
    is_question: bool = False

    def drawn(self, draw: Draw) -> dict[str, Json]:
        """Give, as JSON, the event that chance answers with; each choice is equally likely.

        A field with groups is a list: of each group as many different choices as it has room for.
        """
        made: dict[str, Json] = {"type": self.event, **dict(self.given)}
        for asked in self.asked:
            if asked.groups:
                made[asked.field] = [c for group in asked.groups for c in draw(group.choices, group.room)]
            else:
                made[asked.field] = draw(asked.choices, 1)[0]
        return made


class PressMark(StrEnum):
    """How a press stands to the one before it in the announced order."""

    CLEAR = "clear"
    DEAD_HEAT = "dead_heat"
    """Stamps closer than a millisecond: a logged draw put it here."""
    LATE = "late"
    """Stamped earlier, but it arrived after the order was announced."""


@dataclass(frozen=True)
class Press:
    """A debounced push with its time stamp, in its place of the announced order."""

    seat: Seat
    pressed_ms: int
    mark: PressMark = PressMark.CLEAR
    by_phone: bool = False


IsWanted = Callable[[], bool]
"""Says, to what takes long, whether somebody still waits for it."""


class DeadHeatRule(StrEnum):
    """What decides between presses less than a millisecond apart."""

    DRAW = "draw"
    EARLIEST = "earliest"
    AGAIN = "again"


@dataclass(frozen=True)
class Standing:
    """One seat's place: equal scores share a rank unless a tie-break told them apart (1, 1, 3).

    `tie_break` names the rule that decided between this seat and those of the same score.
    """

    seat: Seat
    rank: int
    score: int
    tie_break: str | None = None


@dataclass(frozen=True)
class Outcome:
    """Why the game ended, and the standings, best first."""

    reason: str
    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(s.seat for s in self.standings if s.rank == 1)


def ranked(scores: Mapping[Seat, int], shared: str) -> tuple[Standing, ...]:
    """Rank by score, most first; seats with the same share the place, and *shared* names that rule."""
    values = list(scores.values())
    standings = (
        Standing(
            seat,
            1 + sum(other > score for other in values),
            score,
            shared if values.count(score) > 1 else None,
        )
        for seat, score in scores.items()
    )
    return tuple(sorted(standings, key=lambda standing: standing.rank))


class Stage(StrEnum):
    """What the table is at, as far as lights can tell it."""

    TURN = "turn"
    """One seat is to throw or to move."""
    RACE = "race"
    SAND = "sand"
    JUDGING = "judging"
    OVER = "over"


@dataclass(frozen=True)
class GlanceClaim:
    """A claim as lights show it: `is_drawn` if a draw put it after the one before."""

    seat: Seat
    is_drawn: bool = False
    is_right: bool | None = None


class Tone(StrEnum):
    """Which of two ways round the lights an arc goes, and in what colour."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Arc:
    """How far something has come on its way, as the white scarab on its chambers: `at` of `of`."""

    tone: Tone
    at: int
    of: int


@dataclass(frozen=True)
class Glance:
    """What can be told at a glance: all that ring, lights and sounds need of a game.

    `turn` is whose throw or move is awaited; `sand` is from when until when the time runs, which may
    lie ahead. `verdicts` counts, for each seat, right and wrong ones so far, so that a new one is seen.
    `arcs` are ways that things have come. `cells` are the squares (row, column) of a shape to be shown.
    `by_hand` names what a seat must do on the table because of what just happened, as to take off its piece.
    """

    stage: Stage
    turn: Seat | None = None
    sand: tuple[int, int] | None = None
    claims: tuple[GlanceClaim, ...] = ()
    verdicts: tuple[tuple[int, int], ...] = ()
    arcs: tuple[Arc, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    by_hand: tuple[str, Seat] | None = None


@dataclass(frozen=True)
class Board:
    """A board of squares, row by row from the top left, as a small picture of it shows.

    `signs` names for each square the picture that stands there. `full` are squares that are filled in,
    `aimed` those that what is being chosen takes up, `walls` pairs of neighbours, the lower first, with a
    wall between them. `label` says in signs of every language which board it is; `brings` names, and counts,
    what the choice brings.
    """

    columns: int
    signs: tuple[str | None, ...]
    full: frozenset[int] = frozenset()
    aimed: frozenset[int] = frozenset()
    walls: frozenset[tuple[int, int]] = frozenset()
    label: str = ""
    brings: tuple[tuple[str, int], ...] = ()

    @property
    def rows(self) -> int:
        return len(self.signs) // self.columns


@dataclass(frozen=True)
class CopyProfile(Checked):
    """What is printed on one physical copy and in no public text; `name` is what people call that copy.

    A field of a game's profile that is None was not read off the copy yet: the game plays with our own
    stand-in and says so (`Game.stand_ins`).
    """

    name: Annotated[str, Length(0, 40)] = ""


@dataclass(frozen=True)
class NoProfile(Checked):
    """The profile of a game whose printed facts are all known."""


OptionsT = TypeVar("OptionsT", bound=Checked)
ProfileT = TypeVar("ProfileT", bound=Checked)
StateT = TypeVar("StateT")
EventT = TypeVar("EventT", bound=Event)


@dataclass(frozen=True)
class Happened(Generic[EventT]):
    """An entry of the log that stands: its number, its event, and the round it belongs to."""

    entry: int
    event: EventT
    round: int


@dataclass(frozen=True)
class NeverWas(Generic[EventT]):
    """How an entry is undone that was a slip: *event* stands in the place of an entry.

    It may be another entry than the one that is undone. No event: that entry just goes. No entry: the
    event is entered now.
    """

    entry: int | None
    event: EventT | None


class Game(ABC, Generic[OptionsT, ProfileT, StateT, EventT]):
    """The contract of a game; tests/rules/test_contract.py holds every registered game to it."""

    id: ClassVar[str]
    rules_version: ClassVar[int]
    seat_counts: ClassVar[range]
    keeps_rounds: ClassVar[bool] = False
    """Whether a finished round stays finished when one of its entries is undone."""
    options: type[OptionsT]
    profile: type[ProfileT]
    events: Mapping[str, type[EventT]]

    @abstractmethod
    def start(self, seats: int, first: Seat, options: OptionsT, profile: ProfileT) -> StateT:
        """Give the state before the first event.

        Raises:
            IllegalMoveError: when so many seats can't play.
        """

    @abstractmethod
    def apply(self, state: StateT, event: EventT) -> StateT:
        """Give the state after *event*; *state* stays as it is.

        Raises:
            IllegalMoveError: when a rule forbids the event now.
        """

    @abstractmethod
    def legal(self, state: StateT) -> Collection[EventT]:
        """List the moves open now: one for each choice, at the earliest stamp where one is needed."""

    @abstractmethod
    def awaits(self, state: StateT) -> tuple[Await, ...]:
        """List what the game waits for; empty only when there is an outcome."""

    @abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> dict[str, Json]:
        """Give all that *seat* (None: a spectator) may see, as JSON."""

    @abstractmethod
    def glance(self, state: StateT) -> Glance:
        """Give what lights and sounds tell; nothing hidden may be in it."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Give the outcome, None while playing."""

    @abstractmethod
    def round_number(self, state: StateT) -> int:
        """Give the number, from 1, of the round or turn that play commands are meant for."""

    def pressed(self, state: StateT, press: Press) -> EventT:
        """Give what a press of a seat's button means now; nothing, in a game where nobody has to be quick.

        The mark it came with yields to the presses that stand in the game.

        Raises:
            IllegalMoveError: when it means nothing, with the reason to tell the presser.
        """
        raise no_race()

    def has_start_seat(self, options: OptionsT) -> bool:
        """Say whether it matters who starts; where it does not, nobody is asked."""
        return True

    def has_option(self, options: OptionsT, name: str) -> bool:
        """Say whether an option changes anything beside the others; one that does not is not offered."""
        return True

    def narrowed(self, state: StateT, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
        """Give the fields of *awaited* with the choices still legal beside those *chosen* before them."""
        return awaited.asked

    def board(self, state: StateT, awaited: Await | None, chosen: Mapping[str, Scalar]) -> Board | None:
        """Give the board with what of *awaited* is chosen, or at rest; None where words say it all.

        Every seat sees it: nothing hidden may be in it.
        """
        return None

    def hints(self, state: StateT) -> Callable[[IsWanted], Json] | None:
        """Give what works out hints for everybody, None where there are none.

        It may take seconds: the table calls it on another thread, and it stops once nobody waits for it.
        """
        return None

    def still_means(
        self,
        corrected: EventT,
        replacement: EventT | None,
        was: tuple[Seat | None, int],
        now: tuple[Seat | None, int],
    ) -> bool:
        """Say whether a later entry means the same once *corrected* is replaced, or gone (None).

        *was* and *now* are whose it is and in which round. Where turns follow one another they may shift;
        where entries speak of each other, one that would speak of something else no longer fits.
        """
        return True

    def never_was(
        self, state: StateT, happened: Sequence[Happened[EventT]], entry: int
    ) -> tuple[NeverWas[EventT], ...]:
        """Give the ways to say that an entry was a slip, best first; panel and phone offer these alone.

        *happened* is all that stands, *entry* among it. None is offered that would take from others what
        they entered; `rules.slips` leaves out what would reach into other rounds, where `keeps_rounds`.
        """
        return (NeverWas(entry, None),)

    def upsetting(
        self, state: StateT, happened: Sequence[Happened[EventT]], entry: int
    ) -> Mapping[str, Collection[Scalar]]:
        """Give, by field, choices that are not offered when an entry is entered anew.

        With them something that others entered would no longer fit.
        """
        return {}

    def stand_ins(self, state: StateT) -> tuple[str, ...]:
        """Name what is our own in place of what the physical copy has printed; each has a text."""
        return ()

    def is_meant_for(self, state: StateT, round_number: int) -> bool:
        """Say whether a play command that was meant for that round may still be judged by the rules."""
        return round_number == self.round_number(state)

    def round_of(self, state: StateT, event: EventT) -> int:
        """Give the number of the round that *event*, about to happen in *state*, belongs to."""
        return self.round_number(state)

    def whose(self, state: StateT, event: EventT) -> Seat | None:
        """Give the seat that *event*, about to happen in *state*, is about; None when it is nobody's."""
        return getattr(event, "seat", None)

    def seen(self, state: StateT, seat: Seat | None, event: EventT) -> EventT | None:
        """Give what *seat* (None: a spectator) may see of a logged event while *state* is the present one.

        None hides it. History, corrections and exports made during play show only this.
        """
        return event

    def dead_heat_rule(self, state: StateT) -> DeadHeatRule:
        """Say what decides between presses less than a millisecond apart."""
        return DeadHeatRule.DRAW

    def dead_heat_voided(self, state: StateT, presses: tuple[Press, ...]) -> EventT:
        """Give the event that voids a dead heat, for games whose rule may be AGAIN."""
        raise NotImplementedError(f"{self.id} never throws again")

    def is_open_to(self, state: StateT, seat: Seat, event: EventT) -> bool:
        """Say whether a seat's own phone may bring *event*; the host may bring any entry."""
        return False

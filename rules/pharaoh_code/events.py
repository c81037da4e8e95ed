"""What happens in Pharaoh Code, and why it may be refused."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from rules.codec import Bounds, Event, Length
from rules.core import AnySeat, PressMark, Seat, TableMs

LAST_CLAIM = 99
ClaimIndex = Annotated[int, Bounds(0, LAST_CLAIM)]
"""A claim's place among those of its round, from 0, in the announced order; struck ones keep theirs."""


class Rule(StrEnum):
    """Why an event is illegal; each has a text `refusal.<value>` in every catalogue."""

    NO_SUCH_CLAIM = "pharaoh_code.no_such_claim"
    ALREADY_THROWN = "pharaoh_code.already_thrown"
    DICE_FIXED = "pharaoh_code.dice_fixed"
    DICE_UNKNOWN = "pharaoh_code.dice_unknown"
    ALREADY_CLAIMED = "pharaoh_code.already_claimed"
    TIME_UP = "pharaoh_code.time_up"
    TIME_LEFT = "pharaoh_code.time_left"
    NO_SAND = "pharaoh_code.no_sand"
    NOT_IN_ORDER = "pharaoh_code.not_in_order"
    NOT_A_DEAD_HEAT = "pharaoh_code.not_a_dead_heat"
    NO_TIMER_TO_TURN = "pharaoh_code.no_timer_to_turn"
    CLAIMS_STAND = "pharaoh_code.claims_stand"
    NOT_A_TILE = "pharaoh_code.not_a_tile"
    TILE_GONE = "pharaoh_code.tile_gone"
    TILE_TAKEN = "pharaoh_code.tile_taken"
    NOT_FACE_UP = "pharaoh_code.not_face_up"
    ROW_EMPTY = "pharaoh_code.row_empty"
    JUDGING_BEGAN = "pharaoh_code.judging_began"
    ALREADY_JUDGED = "pharaoh_code.already_judged"
    NOTHING_CALLED = "pharaoh_code.nothing_called"
    NO_LAYOUT = "pharaoh_code.no_layout"
    ROW_FULL = "pharaoh_code.row_full"
    ALREADY_FACE_UP = "pharaoh_code.already_face_up"
    HOST_DECIDES = "pharaoh_code.host_decides"
    FORMULA_DECIDED = "pharaoh_code.formula_decided"
    OWN_CLAIM = "pharaoh_code.own_claim"
    NOT_JUDGED = "pharaoh_code.not_judged"


@dataclass(frozen=True)
class Thrown(Event):
    """The dice lie on the table: the race is open."""

    type: ClassVar[str] = "thrown"


@dataclass(frozen=True)
class DiceRead(Event):
    """Somebody entered what the dice show; a printed 0 on the d10 is the ten."""

    d8: Annotated[int, Bounds(1, 8)]
    d10: Annotated[int, Bounds(1, 10)]
    d12: Annotated[int, Bounds(1, 12)]
    type: ClassVar[str] = "dice_read"


@dataclass(frozen=True)
class LaidOut(Event):
    """Tiles were laid face up on free spaces of their rows."""

    numbers: Annotated[tuple[Annotated[int, Bounds(1, 99)], ...], Length(1, 10)]
    type: ClassVar[str] = "laid_out"


@dataclass(frozen=True)
class Claimed(Event):
    """A seat pressed: "I have it". Claims are logged in the announced order."""

    seat: AnySeat
    pressed_ms: TableMs
    mark: PressMark = PressMark.CLEAR
    by_phone: bool = False
    type: ClassVar[str] = "claimed"


@dataclass(frozen=True)
class DeadHeatVoided(Event):
    """Two or more seats claimed first within a millisecond: the dice are thrown again."""

    seats: Annotated[tuple[AnySeat, ...], Length(2, 6)]
    pressed_ms: TableMs
    type: ClassVar[str] = "dead_heat_voided"


@dataclass(frozen=True)
class TimerTurned(Event):
    """The first claimant turned the sand timer with a second press."""

    seat: AnySeat
    pressed_ms: TableMs
    type: ClassVar[str] = "timer_turned"


@dataclass(frozen=True)
class NumberCalled(Event):
    """A claim's number became known to the table; until the verdict it may be changed."""

    claim: ClaimIndex
    number: Annotated[int, Bounds(1, 99)]
    type: ClassVar[str] = "number_called"


@dataclass(frozen=True)
class Struck(Event):
    """The table struck a claim, for instance of a seat that called no number."""

    claim: ClaimIndex
    type: ClassVar[str] = "struck"


@dataclass(frozen=True)
class SandRanOut(Event):
    """The time is up."""

    at_ms: TableMs
    type: ClassVar[str] = "sand_ran_out"


@dataclass(frozen=True)
class Judged(Event):
    """The table gave its verdict on a claim."""

    claim: ClaimIndex
    right: bool
    type: ClassVar[str] = "judged"


@dataclass(frozen=True)
class Explained(Event):
    """A claimant's formula was entered; it gives the verdict."""

    claim: ClaimIndex
    formula: Annotated[str, Length(1, 80)]
    type: ClassVar[str] = "explained"


@dataclass(frozen=True)
class Voted(Event):
    """A seat voted on another seat's verdict; votes count in the round judged last."""

    claim: ClaimIndex
    seat: AnySeat
    right: bool
    type: ClassVar[str] = "voted"


@dataclass(frozen=True)
class NobodyFound(Event):
    """Nobody found anything: the roll passes to the left."""

    type: ClassVar[str] = "nobody_found"


PharaohCodeEvent = (
    Thrown
    | DiceRead
    | LaidOut
    | Claimed
    | DeadHeatVoided
    | TimerTurned
    | NumberCalled
    | Struck
    | SandRanOut
    | Judged
    | Explained
    | Voted
    | NobodyFound
)

EVENTS: dict[str, type[PharaohCodeEvent]] = {
    cls.type: cls
    for cls in (
        Thrown, DiceRead, LaidOut, Claimed, DeadHeatVoided, TimerTurned, NumberCalled, Struck,
        SandRanOut, Judged, Explained, Voted, NobodyFound,
    )
}  # fmt: skip

__all__ = [
    *(cls.__name__ for cls in EVENTS.values()),
    "EVENTS",
    "ClaimIndex",
    "PharaohCodeEvent",
    "Rule",
    "Seat",
]

"""The state of Pharao, its options, and what can be read off it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Final

from rules.codec import Bounds, Checked
from rules.core import Seat
from rules.pharao.board import COLUMNS, START, WATER, Side, set_of
from rules.pharao.events import Thrown

OWN_FACES: Final = (0, 0, 1, 2, 3, 4)


class Way(StrEnum):
    """How much of the table the companion follows."""

    FULL = "full"
    REFEREE = "referee"


class EnemyDie(StrEnum):
    """The six faces of the die that moves an enemy piece."""

    D001122 = "d001122"
    D000012 = "d000012"
    D001234 = "d001234"

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(int(pips) for pips in self[1:])


class ShutIn(StrEnum):
    """When a player is shut in as his turn begins: no piece at all can move, or none of his own."""

    NO_PIECE = "no_piece"
    NO_OWN_PIECE = "no_own_piece"


@dataclass(frozen=True)
class Options(Checked):
    """What a table may settle before it starts; docs/games/pharao.md says why each exists."""

    way: Way = Way.FULL
    enemy_die: EnemyDie = EnemyDie.D001122
    one_turn: bool = False
    must_move: bool = True
    shut_in: ShutIn = ShutIn.NO_PIECE
    pushed_onto_fortune: bool = False
    move_after_rescue: bool = True
    short_rescue: bool = False
    last_into_water: bool = True
    hints: bool = False
    wins_needed: Annotated[int, Bounds(0, 9)] = 0

    @property
    def most_turns(self) -> int:
        return 1 if self.one_turn else COLUMNS


@dataclass(frozen=True)
class Position:
    """Where the pieces stand: for each side a set of squares."""

    dark: int
    light: int

    @property
    def taken(self) -> int:
        return self.dark | self.light

    def of(self, side: Side) -> int:
        return self.dark if side is Side.DARK else self.light

    def dry(self, side: Side) -> int:
        """The pieces of a side that are not in the water."""
        return self.of(side) & ~(1 << WATER)

    def is_drowned(self, side: Side) -> bool:
        """Whether a piece of that side lies in the water."""
        return bool(self.of(side) >> WATER & 1)

    def side_at(self, square: int) -> Side | None:
        return next((side for side in Side if self.of(side) >> square & 1), None)

    def count(self, side: Side) -> int:
        """How many pieces of a side are on the board, one in the water included."""
        return self.of(side).bit_count()

    def flipped(self, side: Side, squares: int) -> "Position":
        """Put pieces of that side on those squares of a set that are empty, and take them off the others."""
        return (
            Position(self.dark ^ squares, self.light)
            if side is Side.DARK
            else Position(self.dark, self.light ^ squares)
        )


START_POSITION: Final = Position(set_of(START[Side.DARK]), set_of(START[Side.LIGHT]))


@dataclass(frozen=True)
class Step:
    """A piece that was moved, and where it came to."""

    piece: int
    to: int


@dataclass(frozen=True)
class Turn:
    """What happened in one turn so far; `number` counts from 1."""

    number: int
    throw: Thrown | None = None
    taken_off: bool = False
    own: Step | None = None
    rescued: Step | None = None
    enemy: Step | None = None

    @property
    def side(self) -> Side:
        """Whose turn it is: dark begins."""
        return Side.DARK if self.number % 2 else Side.LIGHT


class Part(StrEnum):
    """A part of a turn with its own legal moves; PLAY is a whole game of people who play by themselves."""

    THROW = "throw"
    WATER = "water"
    SAVE = "save"
    RESCUE = "rescue"
    OWN = "own"
    ENEMY = "enemy"
    PLAY = "play"
    OVER = "over"


class Reason(StrEnum):
    """Why it ended; each has a text `reason.pharao.<value>`."""

    DROWNED = "drowned"
    FORTUNE = "fortune"
    SHUT_IN = "shut_in"
    AGREED = "agreed"
    WINS = "wins"
    STOPPED = "stopped"


@dataclass(frozen=True)
class State:
    """One game of Pharao, or in the referee's way a row of games.

    `last` is the turn before the present one. `winner` is None while playing, and after a draw. `wins` are
    those of each seat, `games` how many were played to their end, drawn ones included.
    """

    seats: int
    first: Seat
    options: Options
    position: Position
    now: Turn
    part: Part
    last: Turn | None = None
    reason: Reason | None = None
    winner: Seat | None = None
    wins: tuple[int, ...] = (0, 0)
    games: int = 0

    @property
    def dark_seat(self) -> Seat:
        """Who plays dark, and throws first: in a row of games they take turns at it."""
        return Seat((self.first + self.games) % self.seats)

    def seat_of(self, side: Side) -> Seat:
        return self.dark_seat if side is Side.DARK else Seat(1 - self.dark_seat)

    @property
    def side(self) -> Side:
        """Whose turn it is."""
        return self.now.side

    @property
    def seat(self) -> Seat:
        return self.seat_of(self.side)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.seats))

    def with_turn(self, part: Part, **changes: object) -> "State":
        """Give the state in that part of the turn, with what changed in it."""
        return replace(self, part=part, now=replace(self.now, **changes))  # type: ignore[arg-type]

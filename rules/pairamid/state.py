"""The state of Pairamid, its options and profile, and what can be read off it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from rules.codec import Bounds, Checked, Length
from rules.core import CopyProfile, Seat
from rules.pairamid.board import GREAT_VALUE, HOUSE_BOARD, START, Board, Kind
from rules.pairamid.events import Colour, Die, Pips, Scarab

SHAPES: Final = ("circle", "square", "triangle", "diamond", "cross", "star")
"""The plain shapes of the copy's colours, in their order: colour is never the only sign."""

HOUSE_COLOURS: Final = (Colour.RED, Colour.YELLOW, Colour.BLUE, Colour.GREEN, Colour.PINK, Colour.WHITE)
HOUSE_FACES: Final = (1, 2, 3, 4, 5, 6)
HOUSE_ROWS: Final[Mapping[Scarab, tuple[int, ...]]] = {
    Scarab.WHITE: (1, 2, 3, 4, 5, 6),
    Scarab.BLACK: (-1, -2, -3, -4, -5, -6),
}


class Way(StrEnum):
    """How much of the table the companion follows."""

    SCARABS = "scarabs"
    BOARD = "board"


class BothScarabs(StrEnum):
    """What counts when both scarabs stand in the Great Chamber that a researcher enters."""

    BOTH = "both"
    FIRST = "first"
    WHITE = "white"
    BLACK = "black"


class GreatTaken(StrEnum):
    """What a researcher in the Great Chamber is to the others: closed, or jumped like on any space."""

    CLOSED = "closed"
    JUMPED = "jumped"


class Guarded(StrEnum):
    """What happens at a scarab where another researcher stands: it is jumped, or one stops beside it."""

    JUMPED = "jumped"
    REACHED = "reached"


@dataclass(frozen=True)
class Options(Checked):
    """What a table may settle before it starts; docs/games/pairamid.md says why each exists."""

    way: Way = Way.SCARABS
    below_zero: bool = True
    both_scarabs: BothScarabs = BothScarabs.BOTH
    roll_each_turn: bool = False
    great_taken: GreatTaken = GreatTaken.CLOSED
    guarded: Guarded = Guarded.JUMPED
    arrival_scores: bool = False


@dataclass(frozen=True)
class Profile(CopyProfile):
    """What is printed on one copy: colours, faces of a die, the board, or only the values of its chambers.

    `white` and `black` list the values in the order of the scarab's way, the Great Chamber left out. Where
    the board is known they are read off it.
    """

    colours: Annotated[tuple[Colour, ...], Length(2, 6)] | None = None
    white: Annotated[tuple[Annotated[int, Bounds(1, 20)], ...], Length(1, 12)] | None = None
    black: Annotated[tuple[Annotated[int, Bounds(-20, -1)], ...], Length(1, 12)] | None = None
    faces: Annotated[tuple[Pips, ...], Length(1, 12)] | None = None
    board: Board | None = None


@dataclass(frozen=True)
class Scored:
    """A researcher met a scarab in its chamber, in that turn; the scarab goes on to the next."""

    turn: int
    colour: Colour
    scarab: Scarab


@dataclass(frozen=True)
class Move:
    """A die that was placed, and where its researcher came to."""

    colour: Colour
    pips: int
    to: str


class Phase(StrEnum):
    """A part of the game with its own legal moves."""

    PLAYING = "playing"
    COLOURS = "colours"
    """It is over, but not all seats have said which colours are theirs."""
    OVER = "over"


@dataclass(frozen=True)
class State:
    """One game of Pairamid.

    `markers` are the two colours of each seat, None while they are not known. `dice` are those that are
    not placed and whose pips are known.
    """

    seats: int
    first: Seat
    options: Options
    profile: Profile
    markers: tuple[tuple[Colour, Colour] | None, ...]
    scored: tuple[Scored, ...] = ()
    moves: tuple[Move, ...] = ()
    dice: tuple[Die, ...] = ()

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(s) for s in range(self.seats))

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The copy's colours; each has one researcher and one die."""
        return self.profile.colours or HOUSE_COLOURS

    @property
    def faces(self) -> tuple[int, ...]:
        """What a die may show, each once, lowest first."""
        return tuple(sorted(set(self.profile.faces or HOUSE_FACES)))

    @property
    def board(self) -> Board:
        return self.profile.board or HOUSE_BOARD

    @property
    def is_board(self) -> bool:
        return self.options.way is Way.BOARD

    def row(self, scarab: Scarab) -> tuple[int, ...]:
        """Give the values of a scarab's chambers in order, the Great Chamber last."""
        sign = 1 if scarab is Scarab.WHITE else -1
        profile = self.profile
        if self.is_board or profile.board is not None:
            values = tuple(space.value for space in self.board.chambers(scarab))
        else:
            values = (profile.white if scarab is Scarab.WHITE else profile.black) or HOUSE_ROWS[scarab]
        return (*values, sign * GREAT_VALUE)

    def at(self, scarab: Scarab) -> int:
        """Give the place in its row at which a scarab stands: each scoring sent it on, the last ended all."""
        met = sum(s.scarab is scarab for s in self.scored)
        return min(met, len(self.row(scarab)) - 1)

    def is_in_great(self, scarab: Scarab) -> bool:
        return self.at(scarab) == len(self.row(scarab)) - 1

    def space_of(self, scarab: Scarab) -> str:
        """Name the space on which a scarab stands."""
        chambers = self.board.chambers(scarab)
        return self.board.great if self.is_in_great(scarab) else chambers[self.at(scarab)].name

    @property
    def great_scarabs(self) -> tuple[Scarab, ...]:
        """The scarabs in the Great Chamber, the one that came first before the other."""
        inside = [scarab for scarab in Scarab if self.is_in_great(scarab)]
        return tuple(sorted(inside, key=self._came_to_great))

    def _came_to_great(self, scarab: Scarab) -> int:
        """Give the place, among all scorings, of the one that sent a scarab into the Great Chamber."""
        own = [i for i, s in enumerate(self.scored) if s.scarab is scarab]
        return own[len(self.row(scarab)) - 2]

    @property
    def ended_by(self) -> tuple[Scarab, ...]:
        """The scarabs that a researcher met in the Great Chamber; none while the game goes on."""
        return tuple(
            scarab
            for scarab in Scarab
            if sum(s.scarab is scarab for s in self.scored) == len(self.row(scarab))
        )

    def where(self, colour: Colour) -> str:
        """Name the space of a researcher, START before its first move."""
        return next((move.to for move in reversed(self.moves) if move.colour is colour), START)

    @property
    def has_all_arrived(self) -> bool:
        """Whether no researcher can ever move again, which only a board with ends can bring."""
        if not self.moves:
            return False
        ends = {space.name for space in self.board.spaces if space.kind is Kind.END}
        return all(self.where(colour) in ends for colour in self.colours)

    @property
    def phase(self) -> Phase:
        if not self.ended_by and not self.has_all_arrived:
            return Phase.PLAYING
        return Phase.COLOURS if None in self.markers else Phase.OVER

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; not known where the board is not followed."""
        if not self.is_board or self.phase is not Phase.PLAYING:
            return None
        return Seat((self.first + len(self.moves)) % self.seats)

    @property
    def number(self) -> int:
        """The number of the present turn, or of the scoring that comes next."""
        return 1 + (len(self.moves) if self.is_board else len(self.scored))

    @property
    def placed(self) -> tuple[Colour, ...]:
        """The colours of the dice that are placed: when all are, all are rolled again."""
        lot = len(self.moves) % len(self.colours)
        return tuple(move.colour for move in self.moves[len(self.moves) - lot :])

    @property
    def dice_left(self) -> tuple[Colour, ...]:
        return tuple(colour for colour in self.colours if colour not in self.placed)

    def pips_of(self, colour: Colour) -> int | None:
        """Give what a die shows, None where it was not read."""
        return next((die.pips for die in self.dice if die.colour is colour), None)

    def pips_open(self, colour: Colour) -> tuple[int, ...]:
        """List what a die may show as far as is known."""
        pips = self.pips_of(colour)
        return self.faces if pips is None else (pips,)

"""What happens in Silver & Gold Pyramids, and why it may be refused."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Final

from rules.codec import Bounds, Event, Length
from rules.core import AnySeat, TableMs

ROUNDS: Final = 4
CARDS: Final = 7
MOST_PYRAMIDS: Final = 60

RoundNumber = Annotated[int, Bounds(1, ROUNDS)]
CardNumber = Annotated[int, Bounds(1, CARDS)]
"""A card's place among the seven of its round, from 1."""
PyramidId = Annotated[int, Bounds(1, MOST_PYRAMIDS)]
ShapeId = Annotated[str, Length(2, 3)]


class Colour(StrEnum):
    """The colours of the pyramid cards; a page draws them with a triangle, a disc and a square."""

    GREEN = "green"
    PURPLE = "purple"
    ORANGE = "orange"


class Symbol(StrEnum):
    """What a square of a pyramid may show."""

    RUBY = "ruby"
    EMERALD = "emerald"
    TORCH = "torch"
    SKULL = "skull"
    POTION = "potion"
    RED_X = "red_x"


class What(StrEnum):
    """What somebody says to have covered: a symbol for the sheet, or a tomb with its colour."""

    RUBY = "ruby"
    EMERALD = "emerald"
    TORCH = "torch"
    SKULL = "skull"
    POTION = "potion"
    TOMB_GREEN = "tomb_green"
    TOMB_PURPLE = "tomb_purple"
    TOMB_ORANGE = "tomb_orange"


TOMBS: Final = {
    What.TOMB_GREEN: Colour.GREEN,
    What.TOMB_PURPLE: Colour.PURPLE,
    What.TOMB_ORANGE: Colour.ORANGE,
}


class Rule(StrEnum):
    """Why an event is illegal; each has a text `refusal.<value>` in every catalogue."""

    BAD_PROFILE = "silver_gold_pyramids.bad_profile"
    OTHER_WAY = "silver_gold_pyramids.other_way"
    OTHER_CARD = "silver_gold_pyramids.other_card"
    NOT_SHOWN = "silver_gold_pyramids.not_shown"
    CARDS_LEFT = "silver_gold_pyramids.cards_left"
    NOT_DEALT = "silver_gold_pyramids.not_dealt"
    SHAPE_NEEDED = "silver_gold_pyramids.shape_needed"
    NO_SUCH_SHAPE = "silver_gold_pyramids.no_such_shape"
    SHAPE_SHOWN = "silver_gold_pyramids.shape_shown"
    READ_LATER = "silver_gold_pyramids.read_later"
    ALREADY_READY = "silver_gold_pyramids.already_ready"
    NOT_ALL_KEPT = "silver_gold_pyramids.not_all_kept"
    ALREADY_KEPT = "silver_gold_pyramids.already_kept"
    NOT_IN_HAND = "silver_gold_pyramids.not_in_hand"
    TAKEN = "silver_gold_pyramids.taken"
    NO_SUCH_PYRAMID = "silver_gold_pyramids.no_such_pyramid"
    NOTHING_OWED = "silver_gold_pyramids.nothing_owed"
    NOT_YOUR_TURN = "silver_gold_pyramids.not_your_turn"
    DECK_EMPTY = "silver_gold_pyramids.deck_empty"
    NOT_YOURS = "silver_gold_pyramids.not_yours"
    ALREADY_MARKED = "silver_gold_pyramids.already_marked"
    NO_SUCH_SPOT = "silver_gold_pyramids.no_such_spot"
    TURN_NOT_ALLOWED = "silver_gold_pyramids.turn_not_allowed"
    NO_SINGLE = "silver_gold_pyramids.no_single"
    ONE_SQUARE_ONLY = "silver_gold_pyramids.one_square_only"
    OFF_THE_CARD = "silver_gold_pyramids.off_the_card"
    SQUARE_MARKED = "silver_gold_pyramids.square_marked"
    ENTRANCE_FIRST = "silver_gold_pyramids.entrance_first"
    NOT_CONNECTED = "silver_gold_pyramids.not_connected"
    ACROSS_A_WALL = "silver_gold_pyramids.across_a_wall"


@dataclass(frozen=True)
class CardCalled(Event):
    """The table is ready for the next exploration card, which the companion is to deal."""

    round: RoundNumber
    card: CardNumber
    type: ClassVar[str] = "card_called"


@dataclass(frozen=True)
class CardDealt(Event):
    """Chance brought an exploration card."""

    round: RoundNumber
    card: CardNumber
    shape: ShapeId
    type: ClassVar[str] = "card_dealt"


@dataclass(frozen=True)
class CardTurned(Event):
    """A physical exploration card was turned over; `shape` is None where nobody said which."""

    round: RoundNumber
    card: CardNumber
    shape: ShapeId | None = None
    type: ClassVar[str] = "card_turned"


@dataclass(frozen=True)
class Covered(Event):
    """A seat said what it covered when that card was shown; it is on the paper sheet already."""

    seat: AnySeat
    round: RoundNumber
    card: CardNumber
    what: What
    count: Annotated[int, Bounds(1, 9)] = 1
    type: ClassVar[str] = "covered"


@dataclass(frozen=True)
class SheetRead(Event):
    """A seat read off its sheet, after a round, what stands there in all."""

    seat: AnySeat
    round: RoundNumber
    rubies: Annotated[int, Bounds(0, 40)]
    emeralds: Annotated[int, Bounds(0, 40)]
    skulls: Annotated[int, Bounds(0, 40)]
    type: ClassVar[str] = "sheet_read"


@dataclass(frozen=True)
class Readied(Event):
    """A seat pressed: done with this card."""

    seat: AnySeat
    round: RoundNumber
    card: CardNumber
    pressed_ms: TableMs
    type: ClassVar[str] = "readied"


@dataclass(frozen=True)
class PyramidsDealt(Event):
    """Chance brought pyramid cards: to the hands, onto the display, or to who took one from the deck."""

    pyramids: Annotated[tuple[PyramidId, ...], Length(1, 24)]
    type: ClassVar[str] = "pyramids_dealt"


@dataclass(frozen=True)
class PyramidsKept(Event):
    """A seat chose two of its four pyramid cards to begin with."""

    seat: AnySeat
    first: PyramidId
    second: PyramidId
    type: ClassVar[str] = "pyramids_kept"


@dataclass(frozen=True)
class PyramidTaken(Event):
    """A seat took a new pyramid in place of a finished one; 0 is one from the deck, not yet seen."""

    seat: AnySeat
    pyramid: Annotated[int, Bounds(0, MOST_PYRAMIDS)]
    type: ClassVar[str] = "pyramid_taken"


@dataclass(frozen=True)
class Marked(Event):
    """A seat marked squares: of the shape shown, one square instead, or one for a red X.

    `spot` names the square, column and row ("b3"); for a shape the square where its first square (the
    leftmost of its uppermost row) goes, then how it is turned ("b3.2").
    """

    seat: AnySeat
    round: RoundNumber
    card: CardNumber
    pyramid: PyramidId
    spot: Annotated[str, Length(2, 4)]
    type: ClassVar[str] = "marked"


@dataclass(frozen=True)
class Counted(Event):
    """After the last card all is marked and said: the score counts."""

    type: ClassVar[str] = "counted"


SilverGoldEvent = (
    CardCalled
    | CardDealt
    | CardTurned
    | Covered
    | SheetRead
    | Readied
    | PyramidsDealt
    | PyramidsKept
    | PyramidTaken
    | Marked
    | Counted
)

EVENTS: dict[str, type[SilverGoldEvent]] = {
    cls.type: cls
    for cls in (
        CardCalled, CardDealt, CardTurned, Covered, SheetRead, Readied, PyramidsDealt, PyramidsKept,
        PyramidTaken, Marked, Counted,
    )
}  # fmt: skip

"""What a table may settle about Silver & Gold Pyramids, and what is printed on one copy of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from rules.codec import Bounds, Checked, Length
from rules.core import CopyProfile
from rules.silver_gold_pyramids.events import MOST_PYRAMIDS, Colour

HOUSE_SKULLS: Final = (0, 1, 2, 4, 6, 9, 12, 15, 18, 21, 25)
HOUSE_BONUSES: Final = (6, 4, 2)
"""Our own numbers where those of the copy were not read: no public page says them."""


class Way(StrEnum):
    """How much of the table the companion follows."""

    SHEET = "sheet"
    CARDS = "cards"


class Exploration(StrEnum):
    """Who turns the exploration cards over: people the physical ones, or the companion its own."""

    TURNED = "turned"
    DEALT = "dealt"


class Said(StrEnum):
    """When people say what they covered: as their sheet's totals after a round, or at once."""

    ROUND = "round"
    AT_ONCE = "at_once"


class Pyramids(StrEnum):
    """Where pyramid cards come from: the companion deals them, or people name those they took."""

    DEALT = "dealt"
    NAMED = "named"


class Pairs(StrEnum):
    """What two gems make a pair: one of each kind, or two alike."""

    MIXED = "mixed"
    ALIKE = "alike"


class Turning(StrEnum):
    """How a shape may lie: turned and mirrored, only turned, or only as the card shows it."""

    FREE = "free"
    TURNED = "turned"
    FIXED = "fixed"


class SameMoment(StrEnum):
    """Who gets a colour bonus when several reach it with the same card."""

    BOTH = "both"
    CLOCKWISE = "clockwise"


class Taking(StrEnum):
    """Who takes a new pyramid first when several finish one with the same card."""

    CLOCKWISE = "clockwise"
    AS_SAID = "as_said"


@dataclass(frozen=True)
class Options(Checked):
    """What a table may settle before it starts; docs/games/silver_gold_pyramids.md says why each exists."""

    way: Way = Way.SHEET
    exploration: Exploration = Exploration.TURNED
    said: Said = Said.ROUND
    pairs: Pairs = Pairs.MIXED
    bonuses: bool = True
    same_moment: SameMoment = SameMoment.BOTH
    ready: bool = False
    pyramids: Pyramids = Pyramids.DEALT
    turning: Turning = Turning.FREE
    one_square: bool = True
    red_x_chain: bool = True
    across_walls: bool = True
    taking: Taking = Taking.CLOCKWISE

    @property
    def is_done_by_press(self) -> bool:
        """Whether a seat's press says "done"; where squares are marked its button chooses who marks."""
        return self.ready and self.way is Way.SHEET


ONLY_SHEET: Final = ("said", "ready")
ONLY_CARDS: Final = ("pyramids", "turning", "one_square", "red_x_chain", "across_walls", "taking")


def has_option(options: Options, name: str) -> bool:
    """Say whether an option changes anything in the way that is played."""
    if name in (ONLY_SHEET if options.way is Way.CARDS else ONLY_CARDS):
        return False
    match name:
        case "same_moment":
            return options.bonuses
        case "taking":
            return options.pyramids is Pyramids.DEALT
        case _:
            return True


Points = Annotated[int, Bounds(0, 99)]
Steps = Annotated[tuple[Points, ...], Length(1, 12)]


@dataclass(frozen=True)
class ShapeCard(Checked):
    """An exploration card of one copy; `rows` draw its shape with `#`."""

    rows: Annotated[tuple[Annotated[str, Length(1, 5)], ...], Length(1, 5)]


@dataclass(frozen=True)
class PyramidCard(Checked):
    """A pyramid card of one copy, drawn in nine lines of nine signs (pyramids.read)."""

    colour: Colour
    lines: Annotated[tuple[Annotated[str, Length(9, 9)], ...], Length(9, 9)]


@dataclass(frozen=True)
class Profile(CopyProfile):
    """What is printed on one copy.

    `skulls` are the points lost with 0, 1, 2 … skulls covered, the last also with more; a colour's bonuses
    go from the highest down; `shapes` are the eight exploration cards; `cards` the pyramids, numbered from 1.
    """

    skulls: Annotated[tuple[Points, ...], Length(2, 41)] | None = None
    green: Steps | None = None
    purple: Steps | None = None
    orange: Steps | None = None
    shapes: Annotated[tuple[ShapeCard, ...], Length(8, 8)] | None = None
    cards: Annotated[tuple[PyramidCard, ...], Length(24, MOST_PYRAMIDS)] | None = None

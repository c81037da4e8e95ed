"""What happens in Pairamid, and why it may be refused."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from rules.codec import Bounds, Checked, Event, Length
from rules.core import AnySeat

MOST_PIPS = 12
Pips = Annotated[int, Bounds(1, MOST_PIPS)]
SpaceName = Annotated[str, Length(1, 8)]


class Rule(StrEnum):
    """Why an event is illegal; each has a text `refusal.<value>` in every catalogue."""

    ONLY_COLOURS_LEFT = "pairamid.only_colours_left"
    NOT_A_COLOUR = "pairamid.not_a_colour"
    SAME_COLOUR = "pairamid.same_colour"
    COLOURS_FIXED = "pairamid.colours_fixed"
    NO_BOARD = "pairamid.no_board"
    BOARD_FOLLOWED = "pairamid.board_followed"
    SCARAB_GONE = "pairamid.scarab_gone"
    NO_SCARAB_THERE = "pairamid.no_scarab_there"
    NOT_A_FACE = "pairamid.not_a_face"
    DIE_TWICE = "pairamid.die_twice"
    DIE_PLACED = "pairamid.die_placed"
    DIE_SHOWS = "pairamid.die_shows"
    WHICH_WAY = "pairamid.which_way"
    NO_WAY_THERE = "pairamid.no_way_there"


class Colour(StrEnum):
    """A colour that researchers, dice and pyramid markers may have; a copy has some of them."""

    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"
    PINK = "pink"
    WHITE = "white"
    ORANGE = "orange"
    PURPLE = "purple"
    BLACK = "black"


class Scarab(StrEnum):
    """One of the two scarabs: the white one brings treasure, the black one costs it."""

    WHITE = "white"
    BLACK = "black"


class Place(StrEnum):
    """What a researcher reached: a scarab in a chamber of its colour, or the Great Chamber with one in it."""

    WHITE = "white"
    BLACK = "black"
    GREAT = "great"


@dataclass(frozen=True)
class Die(Checked):
    """A die with what it shows."""

    colour: Colour
    pips: Pips


@dataclass(frozen=True)
class ColoursTaken(Event):
    """A seat has the pyramid markers of two colours before it; others may have the same."""

    seat: AnySeat
    first: Colour
    second: Colour
    type: ClassVar[str] = "colours_taken"


@dataclass(frozen=True)
class Reached(Event):
    """A researcher reached a scarab: what people say where the board is not followed."""

    colour: Colour
    place: Place
    type: ClassVar[str] = "reached"


@dataclass(frozen=True)
class DiceRead(Event):
    """Somebody entered what some of the dice show that are not placed yet; it may be entered anew."""

    dice: Annotated[tuple[Die, ...], Length(1, 6)]
    type: ClassVar[str] = "dice_read"


@dataclass(frozen=True)
class Moved(Event):
    """A die was placed and its researcher moved; `to` is where it came to, "" where only one way leads on."""

    colour: Colour
    pips: Pips
    to: Annotated[str, Length(0, 8)] = ""
    type: ClassVar[str] = "moved"


PairamidEvent = ColoursTaken | Reached | DiceRead | Moved

EVENTS: dict[str, type[PairamidEvent]] = {cls.type: cls for cls in (ColoursTaken, Reached, DiceRead, Moved)}

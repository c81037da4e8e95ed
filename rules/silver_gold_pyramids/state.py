"""The state of Silver & Gold Pyramids, and what can be read off it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, reduce
from typing import Final

from rules.core import Seat
from rules.silver_gold_pyramids.events import CARDS, ROUNDS, Colour
from rules.silver_gold_pyramids.house_cards import HOUSE_CARDS
from rules.silver_gold_pyramids.options import (
    HOUSE_BONUSES,
    HOUSE_SKULLS,
    Options,
    Profile,
    PyramidCard,
    Pyramids,
    ShapeCard,
    Taking,
    Turning,
    Way,
)
from rules.silver_gold_pyramids.pyramids import Pyramid, read
from rules.silver_gold_pyramids.shapes import HOUSE_SHAPES, QUARTERS, TURNS, Shape, Turns, named, turns

HAND: Final = 4
DISPLAY: Final = 4
ALL_CARDS: Final = ROUNDS * CARDS
SKULLS_A_POTION: Final = 2


@dataclass(frozen=True, order=True)
class Tomb:
    """A tomb reached: with which exploration card, counted from 1 over the whole game, and its colour."""

    moment: int
    colour: Colour


@dataclass(frozen=True)
class Board:
    """A pyramid in front of a seat, and the squares marked on it, in their order."""

    pyramid: int
    marked: tuple[int, ...] = ()


@dataclass(frozen=True)
class Skulls:
    """What a seat covered with one exploration card: skulls, and potions that erase them."""

    moment: int
    covered: int
    potions: int


@dataclass(frozen=True)
class Sheet:
    """All that is one seat's; in whatever order people say what they covered, it is the same.

    `skulls_read` were on the sheet when it was last read off, `skulls_since` came after that, by their cards.
    `torches` are rounds, each once; `tombs` go by their cards; `read` is the round after which the sheet was
    last read off; `handled` the latest card it is done with, counted over the whole game. `hand`, `boards`,
    `aside`, `extra` (red X squares still to mark) and `owed` (with which card each new pyramid was earned)
    are for the cards way.
    """

    rubies: int = 0
    emeralds: int = 0
    skulls_read: int = 0
    skulls_since: tuple[Skulls, ...] = ()
    torches: tuple[int, ...] = ()
    tombs: tuple[Tomb, ...] = ()
    read: int = 0
    handled: int = 0
    hand: tuple[int, ...] = ()
    has_kept: bool = False
    boards: tuple[Board, ...] = ()
    aside: tuple[Board, ...] = ()
    extra: int = 0
    owed: tuple[int, ...] = ()

    @property
    def skulls(self) -> int:
        """Count the skulls left: with each card those covered first, then its potions take two each."""
        return reduce(
            lambda left, new: max(0, left + new.covered - SKULLS_A_POTION * new.potions),
            self.skulls_since,
            self.skulls_read,
        )

    def with_skulls(self, moment: int, covered: int, potions: int) -> "Sheet":
        """Put skulls and potions to those covered with the same card, in the order of the cards."""
        if covered == potions == 0:
            return self
        same = [each for each in self.skulls_since if each.moment == moment]
        others = [each for each in self.skulls_since if each.moment != moment]
        covered += sum(each.covered for each in same)
        potions += sum(each.potions for each in same)
        since = sorted((*others, Skulls(moment, covered, potions)), key=lambda each: each.moment)
        return replace(self, skulls_since=tuple(since))

    def with_tombs(self, *tombs: Tomb) -> "Sheet":
        return replace(self, tombs=tuple(sorted((*self.tombs, *tombs))))


class Phase(StrEnum):
    """A part of the game with its own legal moves."""

    KEEPING = "keeping"
    MARKING = "marking"
    OVER = "over"


@dataclass(frozen=True)
class State:
    """One game of Silver & Gold Pyramids.

    `shown` are the shapes of all cards so far, None where nobody said which; `is_called` while the next one
    is to be dealt; `draws` the seat that is to get a pyramid from the deck.
    """

    seats: int
    first: Seat
    options: Options
    profile: Profile
    sheets: tuple[Sheet, ...]
    shown: tuple[str | None, ...] = ()
    is_called: bool = False
    display: tuple[int, ...] = ()
    draws: Seat | None = None
    is_counted: bool = False

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(i) for i in range(self.seats))

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats from the one that starts."""
        return tuple(Seat((self.first + i) % self.seats) for i in range(self.seats))

    @property
    def phase(self) -> Phase:
        if self.is_counted:
            return Phase.OVER
        if self.options.way is Way.CARDS and not all(sheet.has_kept for sheet in self.sheets):
            return Phase.KEEPING
        return Phase.MARKING

    @property
    def moment(self) -> int:
        """How many cards were shown in all."""
        return len(self.shown)

    @property
    def round(self) -> int:
        """The round of the card shown last, 1 before the first."""
        return round_of(max(self.moment, 1))

    @property
    def next(self) -> tuple[int, int] | None:
        """Round and card of the card that comes next, None after the last."""
        return None if self.moment == ALL_CARDS else (round_of(self.moment + 1), card_of(self.moment + 1))

    @property
    def deals_pyramids(self) -> bool:
        return self.options.way is Way.CARDS and self.options.pyramids is Pyramids.DEALT

    def sheet(self, seat: Seat) -> Sheet:
        return self.sheets[seat]

    def with_sheet(self, seat: Seat, sheet: Sheet) -> "State":
        return replace(self, sheets=(*self.sheets[:seat], sheet, *self.sheets[seat + 1 :]))

    # ---- what is printed, or stands in for it ----

    @property
    def skull_table(self) -> tuple[int, ...]:
        return self.profile.skulls or HOUSE_SKULLS

    def bonus_steps(self, colour: Colour) -> tuple[int, ...]:
        """Give the bonuses of a colour, the highest first."""
        printed = {
            Colour.GREEN: self.profile.green,
            Colour.PURPLE: self.profile.purple,
            Colour.ORANGE: self.profile.orange,
        }
        return tuple(sorted(printed[colour] or HOUSE_BONUSES, reverse=True))

    @property
    def shapes(self) -> dict[str, Shape]:
        """The exploration cards by their ids."""
        return _shapes(self.profile.shapes)

    @property
    def pyramids(self) -> dict[int, Pyramid]:
        """All pyramid cards of the box by their numbers."""
        return _pyramids(self.profile.cards)

    # ---- exploration cards ----

    @property
    def shapes_left(self) -> tuple[str, ...]:
        """Shapes that the next card may show: none comes twice in a round."""
        begun = self.moment % CARDS
        gone = self.shown[self.moment - begun :]
        return tuple(name for name in self.shapes if name not in gone)

    def shape_turns(self, shape: str) -> Turns:
        """Give the ways in which a shape may lie, each with its turn."""
        allowed = {Turning.FREE: TURNS, Turning.TURNED: QUARTERS, Turning.FIXED: 1}[self.options.turning]
        return turns(self.shapes[shape].cells, tuple(range(allowed)))

    # ---- pyramid cards ----

    @property
    def deck(self) -> tuple[int, ...]:
        """Pyramids that nobody has, that were not set aside and that are not on display, lowest first."""
        gone = {*self.display}
        for sheet in self.sheets:
            gone |= {*sheet.hand, *(board.pyramid for board in (*sheet.boards, *sheet.aside))}
        return tuple(number for number in self.pyramids if number not in gone)

    @property
    def may_take(self) -> tuple[Seat, ...]:
        """Seats that may take a new pyramid now.

        Clockwise, a seat waits for those before it that earned one with the same card, or may still do so;
        nobody waits any more once the next card is shown.
        """
        owing = tuple(seat for seat in self.clockwise if self.sheet(seat).owed)
        if self.draws is not None or not (self.deck or self.display):
            return ()
        if self.options.taking is Taking.AS_SAID or self.options.pyramids is Pyramids.NAMED:
            return owing
        seats = self.all_seats
        return tuple(seat for seat in owing if not any(self._goes_before(other, seat) for other in seats))

    def _goes_before(self, other: Seat, seat: Seat) -> bool:
        is_now = self.sheet(seat).owed[0] == self.moment
        is_earlier = self.clockwise.index(other) < self.clockwise.index(seat)
        theirs = self.sheet(other)
        is_open = self.moment in theirs.owed or theirs.handled < self.moment or theirs.extra > 0
        return is_now and is_earlier and is_open


def round_of(moment: int) -> int:
    """Give the round of the *moment*th card of the game."""
    return (moment - 1) // CARDS + 1


def card_of(moment: int) -> int:
    """Give the place in its round of the *moment*th card of the game."""
    return (moment - 1) % CARDS + 1


def moment_of(round_number: int, card: int) -> int:
    """Count a card over the whole game, from 1."""
    return (round_number - 1) * CARDS + card


@cache
def _shapes(printed: tuple[ShapeCard, ...] | None) -> dict[str, Shape]:
    if printed is None:
        return {shape.id: shape for shape in HOUSE_SHAPES}
    drawn = (
        tuple((r, c) for r, row in enumerate(card.rows) for c, sign in enumerate(row) if sign == "#")
        for card in printed
    )
    return {shape.id: shape for shape in named(drawn)}


@cache
def _pyramids(printed: tuple[PyramidCard, ...] | None) -> dict[int, Pyramid]:
    if printed is not None:
        return {number: read(card.colour, card.lines) for number, card in enumerate(printed, 1)}
    pictures = ((colour, picture) for colour in Colour for picture in HOUSE_CARDS[colour])
    return {number: read(colour, tuple(p.split("/"))) for number, (colour, p) in enumerate(pictures, 1)}

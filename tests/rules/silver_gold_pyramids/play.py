"""Short words for playing Silver & Gold Pyramids in tests."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, cast

import pytest

from rules.codec import decode
from rules.core import Seat
from rules.errors import RulesError
from rules.registry import GAMES
from rules.silver_gold_pyramids import Options, Profile, SilverGoldPyramids
from rules.silver_gold_pyramids.events import (
    CardCalled,
    CardDealt,
    CardTurned,
    Covered,
    Marked,
    PyramidsDealt,
    PyramidsKept,
    PyramidTaken,
    SheetRead,
    SilverGoldEvent,
    What,
)
from rules.silver_gold_pyramids.scoring import score
from rules.silver_gold_pyramids.state import State, card_of, round_of

GAME = cast(SilverGoldPyramids, GAMES[SilverGoldPyramids.id])


def drawn(*rows: str, walls: Mapping[tuple[int, int], str] | None = None) -> list[str]:
    """Give a card's picture: the *rows* of its squares ("..R.."), and walls by line and place."""
    lines = [[" "] * 9 for _ in range(9)]
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            lines[2 * r][2 * c] = sign
    for (r, c), sign in (walls or {}).items():
        lines[r][c] = sign
    return ["".join(line) for line in lines]


EMPTY: Final = drawn(*["....."] * 5)


def copy_of(*cards: list[str], colours: str = "green", **printed: Any) -> dict[str, Any]:
    """Give a profile whose first pyramids are these, and whose others are empty."""
    pictures = [*cards, *[EMPTY] * (24 - len(cards))]
    return {"name": "x", "cards": [{"colour": colours, "lines": lines} for lines in pictures], **printed}


def new(seats: int = 2, first: int = 0, profile: Mapping[str, Any] | None = None, **options: Any) -> State:
    return GAME.start(seats, Seat(first), decode(Options, options), decode(Profile, profile or {}))


def on_cards(
    *cards: list[str], seats: int = 2, profile: Mapping[str, Any] | None = None, **options: Any
) -> State:
    """Start with pyramids that people name: seat 0 has 1 and 2, the next one 3 and 4, and so on."""
    made = {"way": "cards", "pyramids": "named", **options}
    state = new(seats, 0, copy_of(*cards, **(profile or {})), **made)
    return fold(state, *(PyramidsKept(Seat(s), 2 * s + 1, 2 * s + 2) for s in range(seats)))


def fold(state: State, *events: SilverGoldEvent) -> State:
    for event in events:
        state = GAME.apply(state, event)
    return state


def refusal(state: State, event: SilverGoldEvent) -> StrEnum:
    """Give the code with which *event* is refused."""
    with pytest.raises(RulesError) as caught:
        GAME.apply(state, event)
    return caught.value.code


def turned(state: State, *shapes: str | None) -> State:
    """Turn over the next cards."""
    for shape in shapes:
        assert state.next is not None
        state = fold(state, CardTurned(*state.next, shape))
    return state


def turned_to(state: State, moment: int) -> State:
    """Turn over cards until so many were shown, in the order of the shapes' names."""
    while state.moment < moment:
        state = turned(state, state.shapes_left[0])
    return state


def dealt(state: State, shape: str) -> State:
    assert state.next is not None
    return fold(state, CardCalled(*state.next), CardDealt(*state.next, shape))


def marked(state: State, seat: int, pyramid: int, spot: str, moment: int | None = None) -> Marked:
    """Give the event of a seat that marks with the card shown last, or the *moment*th."""
    at = moment or state.moment
    return Marked(Seat(seat), round_of(at), card_of(at), pyramid, spot)


def mark(state: State, seat: int, pyramid: int, spot: str, moment: int | None = None) -> State:
    return fold(state, marked(state, seat, pyramid, spot, moment))


def cover(state: State, seat: int, what: str, count: int = 1, moment: int | None = None) -> State:
    at = moment or state.moment
    return fold(state, Covered(Seat(seat), round_of(at), card_of(at), What(what), count))


def read(seat: int, round_number: int, rubies: int = 0, emeralds: int = 0, skulls: int = 0) -> SheetRead:
    return SheetRead(Seat(seat), round_number, rubies, emeralds, skulls)


def take(seat: int, pyramid: int) -> PyramidTaken:
    return PyramidTaken(Seat(seat), pyramid)


def keep(seat: int, first: int, second: int) -> PyramidsKept:
    return PyramidsKept(Seat(seat), first, second)


def deal(*pyramids: int) -> PyramidsDealt:
    return PyramidsDealt(pyramids)


def scores(state: State) -> list[int]:
    return [score(state, seat) for seat in state.all_seats]

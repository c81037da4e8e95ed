"""Entering can wait: in whatever order people say what they covered, the sheets are the same."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import Seat
from rules.silver_gold_pyramids.events import Covered, SilverGoldEvent, What
from rules.silver_gold_pyramids.state import Skulls, State, card_of, round_of
from tests.rules.silver_gold_pyramids.play import (
    GAME,
    cover,
    drawn,
    fold,
    mark,
    new,
    on_cards,
    read,
    scores,
    turned,
    turned_to,
)

A = Seat(0)
LAST = 9
"""Sayings are of the first round and the beginning of the second."""


def after(*told: tuple[int, str, int]) -> State:
    """Give the state after seat 0 said (card, what, how many), with nine cards shown."""
    state = turned_to(new(said="at_once"), LAST)
    for moment, what, count in told:
        state = cover(state, A, what, count, moment)
    return state


@pytest.mark.parametrize(
    ("told", "left"),
    [
        pytest.param([(3, "skull", 2), (3, "potion", 1)], 0, id="one card"),
        pytest.param([(2, "skull", 2), (3, "potion", 1)], 0, id="skulls first"),
        pytest.param([(2, "potion", 1), (3, "skull", 2)], 2, id="potion first"),
        pytest.param([(2, "skull", 1), (3, "potion", 1), (4, "skull", 1)], 1, id="fewer than two"),
        pytest.param(
            [(2, "skull", 3), (7, "potion", 1), (8, "skull", 1), (9, "potion", 1)], 0, id="two rounds"
        ),
        pytest.param([(1, "skull", 1), (3, "skull", 1), (3, "skull", 1), (3, "potion", 1)], 1, id="in parts"),
    ],
)
def test_potion_erases_what_was_covered_by_its_card_however_late_it_is_said(
    told: list[tuple[int, str, int]], left: int
) -> None:
    for order in (told, told[::-1], told[1:] + told[:1]):
        assert after(*order).sheet(A).skulls == left


sayings = st.builds(
    lambda seat, moment, what, count: Covered(Seat(seat), round_of(moment), card_of(moment), what, count),
    st.integers(0, 2),
    st.integers(1, LAST),
    st.sampled_from([*What, What.SKULL, What.POTION]),
    st.integers(1, 3),
)


@settings(deadline=None)
@given(told=st.lists(sayings, max_size=12), data=st.data(), at_once=st.booleans())
def test_sheets_are_the_same_in_whatever_order_they_are_said(
    told: list[SilverGoldEvent], data: st.DataObject, at_once: bool
) -> None:
    options: dict[str, Any] = {"said": "at_once"} if at_once else {}
    other = data.draw(st.permutations(told))
    begun = turned_to(new(3, **options), LAST)
    one, two = fold(begun, *told), fold(begun, *other)
    assert one == two
    assert GAME.view(one, None) == GAME.view(two, None)


def test_sheet_that_is_read_off_stands_and_what_is_said_then_comes_on_top() -> None:
    before = after((3, "potion", 2), (2, "skull", 5))
    assert before.sheet(A).skulls == 1
    then = cover(fold(before, read(0, 1, skulls=3)), A, "potion", moment=2)
    assert then.sheet(A).skulls == 1
    assert cover(then, A, "skull", moment=1).sheet(A).skulls == 2
    assert then.sheet(A).skulls_since == (Skulls(2, 0, 1),)


def test_view_tells_skulls_and_potions_by_their_cards() -> None:
    seats: Any = GAME.view(after((8, "potion", 1), (2, "skull", 3), (2, "potion", 1)), None)["seats"]
    assert (seats[0]["skulls"], seats[0]["skulls_read"]) == (0, 0)
    assert seats[0]["skulls_since"] == [
        {"round": 1, "card": 2, "skulls": 3, "potions": 1},
        {"round": 2, "card": 1, "skulls": 0, "potions": 1},
    ]


def test_skull_under_the_square_of_a_red_x_counts_before_the_potion_of_its_card() -> None:
    """Nobody who reads a sheet could tell them apart, so both ways to play count alike."""
    state = mark(turned(on_cards(drawn(".XPS.", *["....."] * 4)), "i3"), 0, 1, "a1.0")
    covered = mark(state, 0, 1, "d1")
    assert (covered.sheet(A).skulls, scores(covered)) == (0, [0, 0])
    with_the_next = mark(turned(state, "i2"), 0, 1, "d1.0")
    assert with_the_next.sheet(A).skulls == 1

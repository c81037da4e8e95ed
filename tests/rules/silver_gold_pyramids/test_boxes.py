"""What lies in the box: shapes, pyramid cards, house cards, and what is refused of a copy's profile."""

from collections import Counter
from typing import Any

import pytest

from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.refusals import GameRule
from rules.silver_gold_pyramids.events import Colour, Rule, Symbol
from rules.silver_gold_pyramids.house_cards import HOUSE_CARDS
from rules.silver_gold_pyramids.pyramids import (
    ENTRANCE,
    SQUARE_NAMES,
    SQUARES,
    TOMB,
    faults,
    reached,
    read,
    square_name,
)
from rules.silver_gold_pyramids.shapes import HOUSE_SHAPES, is_whole, named, placed, turned, turns
from tests.rules.silver_gold_pyramids.play import EMPTY, GAME, copy_of, drawn, new
from tools.make_house_cards import cards

EVERY = tuple(range(8))


def refused(profile: dict[str, Any]) -> tuple[object, object]:
    with pytest.raises(IllegalMoveError) as caught:
        new(profile=profile)
    return caught.value.code, caught.value.params["what"]


# ---- shapes ----


def test_eight_shapes_of_two_to_four_squares_differ_however_they_lie() -> None:
    looks = [{turned(s.cells, turn) for turn in EVERY} for s in HOUSE_SHAPES]
    assert sorted(len(s.cells) for s in HOUSE_SHAPES) == [2, 3, 3, 4, 4, 4, 4, 4]
    assert all(is_whole(s.cells) for s in HOUSE_SHAPES)
    assert all(not (a & b) for i, a in enumerate(looks) for b in looks[:i])


@pytest.mark.parametrize(
    ("name", "ways"),
    [("i2", 2), ("i3", 2), ("v3", 4), ("i4", 2), ("l4", 8), ("o4", 1), ("s4", 4), ("t4", 4)],
)
def test_ways_in_which_a_shape_can_lie(name: str, ways: int) -> None:
    shape = next(s for s in HOUSE_SHAPES if s.id == name)
    assert len(turns(shape.cells, EVERY)) == ways


def test_quarter_turn_is_clockwise_and_mirroring_goes_left_to_right() -> None:
    lying_l = placed([(0, 0), (0, 1), (0, 2), (1, 0)])
    assert turned(lying_l, 1) == ((0, 0), (0, 1), (1, 1), (2, 1))
    assert turned(lying_l, 4) == ((0, 0), (0, 1), (0, 2), (1, 2))
    assert turned(turned(lying_l, 1), 3) == lying_l


def test_shapes_of_a_copy_are_called_as_ours_where_they_look_alike() -> None:
    found = named([((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))])
    assert [s.id for s in found] == ["i2", "x2", "x3"]


# ---- squares ----


def test_squares_are_named_by_column_and_row() -> None:
    assert [square_name(s) for s in (ENTRANCE, 4, 7, TOMB)] == ["a1", "e1", "c2", "e5"]
    assert len(SQUARE_NAMES) == SQUARES


def test_squares_connect_by_their_sides_unless_there_is_a_wall() -> None:
    card = read(Colour.GREEN, tuple(drawn(*["....."] * 5, walls={(0, 1): "|"})))
    assert reached(card, {0, 1, 5}) == {0, 5}
    assert reached(card, {0, 1, 5, 6}) == {0, 1, 5, 6}
    assert reached(card, {1, 6}) == set()


# ---- house cards ----


def test_house_cards_are_those_that_the_tool_makes() -> None:
    assert cards() == HOUSE_CARDS


@pytest.mark.parametrize("colour", Colour)
def test_house_cards_are_sound_and_different(colour: Colour) -> None:
    pictures = [tuple(p.split("/")) for p in HOUSE_CARDS[colour]]
    made = [read(colour, p) for p in pictures]
    assert [fault for p in pictures for fault in faults(p)] == []
    assert len(set(made)) == 16
    assert all(len(reached(card, range(SQUARES))) == SQUARES for card in made)
    assert all(5 <= len(card.walls) <= 7 for card in made)
    assert {card.symbols[ENTRANCE] for card in made} == {card.symbols[TOMB] for card in made} == {None}


def test_colours_of_the_house_cards_are_worth_the_same() -> None:
    counts = [
        Counter(s for p in HOUSE_CARDS[c] for s in read(c, tuple(p.split("/"))).symbols if s) for c in Colour
    ]
    assert counts[0] == counts[1] == counts[2]
    assert set(counts[0]) == set(Symbol)


# ---- profiles ----

BAD = {
    "size": EMPTY[:8],
    "sign": drawn(".Q...", *["....."] * 4),
    "entrance_or_tomb": drawn("R....", *["....."] * 4),
    "tomb_walled_in": drawn(*["....."] * 5, walls={(8, 7): "|", (7, 8): "-"}),
}


@pytest.mark.parametrize("fault", BAD)
def test_fault_of_a_card_is_named(fault: str) -> None:
    assert faults(tuple(BAD[fault])) == (fault,)


@pytest.mark.parametrize("fault", [fault for fault in BAD if fault != "size"])
def test_copy_with_a_card_that_can_not_be_played_is_refused(fault: str) -> None:
    assert refused(copy_of(EMPTY, BAD[fault])) == (Rule.BAD_PROFILE, f"card 2 {fault}")


@pytest.mark.parametrize("rows", [["..", "."], ["#.", ".#"]], ids=["empty", "in two parts"])
def test_copy_with_a_shape_that_is_none_is_refused(rows: list[str]) -> None:
    shapes = [{"rows": ["##"]}, {"rows": rows}, *[{"rows": ["#"]}] * 6]
    assert refused({"name": "x", "shapes": shapes}) == (Rule.BAD_PROFILE, "shape 2")


def test_copy_brings_its_own_shapes_and_cards() -> None:
    rows = (["##"], ["###"], ["#####"], ["##", "##"], ["#", "#"], ["####"], ["##", "#."], ["#.", "##"])
    state = new(profile=copy_of(EMPTY, shapes=[{"rows": r} for r in rows]), way="cards")
    assert [*state.shapes] == ["i2", "i3", "x3", "o4", "x5", "i4", "v3", "x8"]
    assert len(state.pyramids) == 24
    assert GAME.stand_ins(state) == ("bonuses", "skulls")


@pytest.mark.parametrize(
    ("seats", "first", "code"),
    [(1, 0, GameRule.SEATS), (5, 0, GameRule.SEATS), (2, 2, GameRule.NO_SUCH_SEAT)],
)
def test_game_is_for_two_to_four(seats: int, first: int, code: Rule) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.start(seats, Seat(first), GAME.options(), GAME.profile())
    assert caught.value.code is code

"""A pyramid card as a small picture."""

import pytest

from rules.core import Board, Scalar
from rules.silver_gold_pyramids.state import State
from tests.rules.silver_gold_pyramids.play import EMPTY, GAME, deal, drawn, fold, mark, new, on_cards, turned

RICH = drawn(".RSX.", "E....", "T....", "P....", ".....", walls={(0, 1): "|", (1, 8): "-"})


def picture(state: State, event: str, **chosen: Scalar) -> Board | None:
    awaited = next(a for a in GAME.awaits(state) if a.event == event)
    return GAME.board(state, awaited, chosen)


def test_card_has_its_signs_walls_and_marks() -> None:
    state = turned(mark(turned(on_cards(RICH), "i2"), 0, 1, "a1.1"), "i3")
    found = picture(state, "marked", seat=0, pyramid=1)
    assert found is not None
    assert found.signs[:6] == ("entrance", "ruby", "skull", "red_x", None, "emerald")
    assert (found.signs[24], found.columns, found.rows) == ("tomb", 5, 5)
    assert found.walls == {(0, 1), (4, 9)}
    assert (found.full, found.aimed) == (frozenset({0, 5}), frozenset())
    assert (found.label, found.brings) == ("▲1", ())


def test_what_is_aimed_at_shows_its_squares_and_what_it_brings() -> None:
    state = turned(on_cards(RICH), "i3")
    found = picture(state, "marked", seat=0, pyramid=1, spot="a1.1")
    assert found is not None
    assert (found.aimed, found.brings) == (frozenset({0, 5, 10}), (("emerald", 1), ("torch", 1)))


@pytest.mark.parametrize("chosen", [{}, {"seat": 0}, {"pyramid": 1}])
def test_card_is_shown_when_it_is_known_whose_and_which(chosen: dict[str, Scalar]) -> None:
    assert picture(turned(on_cards(EMPTY), "i2"), "marked", **chosen) is None


def test_cards_to_keep_are_shown_one_after_the_other() -> None:
    state = fold(new(way="cards"), deal(1, 17, 33, 2, 3, 18, 34, 19))
    assert picture(state, "pyramids_kept") is None
    first = picture(state, "pyramids_kept", first=17)
    second = picture(state, "pyramids_kept", first=17, second=33)
    assert first is not None
    assert second is not None
    assert (first.label, second.label) == ("●17", "●17■33")
    assert second.walls == state.pyramids[33].walls


@pytest.mark.parametrize(
    ("shape", "columns", "full"),
    [("i4", 4, {0, 1, 2, 3}), ("o4", 4, {1, 2, 5, 6})],
)
def test_shape_that_was_turned_over_lies_in_the_middle(shape: str, columns: int, full: set[int]) -> None:
    found = picture(on_cards(), "card_turned", shape=shape)
    assert found is not None
    assert (found.columns, {*found.full}) == (columns, full)


def test_nothing_is_shown_at_rest() -> None:
    assert GAME.board(new(), None, {}) is None

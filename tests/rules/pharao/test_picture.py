"""The board of Pharao as a small picture."""

from dataclasses import replace
from typing import Any

from rules.core import Board, Scalar, Seat
from rules.pharao.board import NAMES
from rules.pharao.events import GameWon, Placed, Thrown
from rules.pharao.state import State, Way
from tests.rules.pharao.play import GAME, at, play, position, start


def picture(state: State, event: str | None = None, **chosen: Scalar) -> Board | None:
    awaited = None if event is None else next(a for a in GAME.awaits(state) if a.event == event)
    return GAME.board(state, awaited, chosen)


def signs(state: State, event: str | None = None, **chosen: Scalar) -> dict[str, Any]:
    found = picture(state, event, **chosen)
    assert found is not None
    assert (found.columns, found.rows) == (10, 3)
    return {name: sign for name, sign in zip(NAMES, found.signs, strict=True) if sign is not None}


SPECIAL = {"2-6": "fortune", "3-6": "salvation", "3-7": "water"}


def test_pieces_and_special_squares_at_rest() -> None:
    assert signs(at("d 2-5 3-6 l 1-10")) == {**SPECIAL, "2-5": "dark", "3-6": "dark", "1-10": "light"}


def test_piece_that_is_chosen_is_filled_in_and_shows_where_it_may_go() -> None:
    state = play(at("d 2-5 l 1-10 2-10"), "1/0")
    found = picture(state, "own_moved", piece="2-5", to="2-4")
    assert found is not None
    assert [NAMES[square] for square in (*found.full, *found.aimed)] == ["2-5", "2-4"]
    goals = [name for name, sign in signs(state, "own_moved", piece="2-5").items() if sign == "goal"]
    assert goals == ["1-5", "2-4", "3-5"]
    assert "goal" not in signs(state, "own_moved").values()


def test_drowned_piece_that_is_rescued_stands_in_the_water() -> None:
    state = play(at("d 3-7 3-6 l 1-10"), "1/1", "rescue")
    found = picture(state, "rescued")
    assert found is not None
    assert found.full == {NAMES.index("3-7")}
    assert "goal" in found.signs


def test_dice_and_verdicts_are_asked_for_in_words() -> None:
    assert picture(start(), "thrown") is None


def test_referees_board_rests_with_the_score_until_the_next_game_begins() -> None:
    won = GAME.apply(start(way=Way.REFEREE), GameWon(Seat(0)))
    assert picture(won) is None
    assert picture(GAME.apply(won, Thrown(1, 1))) is not None
    assert picture(GAME.apply(won, Placed("1-2", "off"))) is not None


def test_referee_marks_where_a_piece_may_go_whatever_else_may_be_asked() -> None:
    state = replace(GAME.apply(start(way=Way.REFEREE), Thrown(2, 1)), position=position("d 1-1 l 1-10"))

    def goals(**chosen: str) -> list[str]:
        found = picture(state, "allowed", **chosen)
        assert found is not None
        return [NAMES[square] for square, sign in enumerate(found.signs) if sign == "goal"]

    assert goals(piece="1-1") == ["1-2", "1-3", "2-1", "2-2", "3-1"]
    assert goals(piece="1-1", die="enemy") == ["1-2", "2-1"]
    assert goals(piece="1-1", die="own", to="3-10") == ["1-3", "2-2", "3-1"]


def test_referees_board_is_shown_where_it_is_asked_about_or_set_up() -> None:
    state = start(way=Way.REFEREE)
    assert picture(state) is not None
    found = picture(state, "placed", piece="1-2", to="3-10")
    assert found is not None
    assert ([*found.full], [*found.aimed], "goal" in found.signs) == ([1], [29], False)
    brought = picture(state, "placed", piece="1-2", to="off")
    assert brought is not None
    assert brought.aimed == frozenset()

"""What people see of Pharao."""

from typing import Any

import pytest

from rules.core import Arc, Stage, Tone
from rules.pharao.state import Way
from tests.rules.pharao.play import GAME, at, play, start


def view(state: Any) -> dict[str, Any]:
    return GAME.view(state, None)


def moves(state: Any, piece: str) -> dict[str, Any]:
    found: dict[str, Any] = next(m for m in view(state)["moves"] if m["piece"] == piece)
    return found


def test_start() -> None:
    seen = view(start())
    assert (seen["way"], seen["part"], seen["turn"], seen["side"], seen["dice"]) == (
        "full",
        "throw",
        0,
        "dark",
        None,
    )
    assert seen["faces"] == {"own": [0, 0, 1, 2, 3, 4], "enemy": [0, 0, 1, 1, 2, 2]}
    assert seen["pieces"][0] == {"square": "1-2", "side": "light"}
    assert (seen["moves"], seen["last"]) == ([], None)
    assert seen["seats"][1] == {"seat": 1, "side": "light", "left": 4, "lost": 0, "is_drowned": False}


def test_each_piece_shows_where_it_can_go_and_by_which_way() -> None:
    found = moves(play(start(), "3/1"), "3-3")
    assert {"square": "2-5", "path": ["2-3", "2-4", "2-5"]} in found["to"]
    assert {"square": "2-3", "path": ["3-4", "2-4", "2-3"]} in found["to"]
    assert found["refused"] == []


def test_own_piece_shows_why_it_does_not_go_into_the_water() -> None:
    state = play(at("d 2-7 1-1 l 1-10"), "1/0")
    assert moves(state, "2-7")["refused"] == [{"square": "3-7", "rule": "pharao.own_into_water"}]
    stuck = play(at("d 3-8 2-6 l 2-8 3-9 1-10", last_into_water=False), "1/0")
    assert moves(stuck, "3-8")["refused"] == []


def test_last_piece_that_may_not_drown_shows_that_reason() -> None:
    state = play(at("d 3-8 l 2-8 3-9 2-7", last_into_water=False, must_move=False), "2/0")
    assert view(state)["part"] == "own"
    # With a 2 it goes through the water; a step of one has nowhere else to go.
    assert [to["square"] for to in moves(state, "3-8")["to"]] == ["3-6"]


def test_with_one_turn_the_others_are_shown_as_refused() -> None:
    state = play(at("d 1-1 1-10 l 2-1 1-3", one_turn=True), "3/0")
    assert {"square": "2-3", "rule": "pharao.too_many_turns"} in moves(state, "1-1")["refused"]


def test_piece_that_can_go_nowhere_is_shown_as_such() -> None:
    state = play(at("d 1-1 3-5 l 1-2 2-1"), "1/0")
    assert moves(state, "1-1")["to"] == []


def test_drowned_piece_shows_where_it_can_be_rescued_to() -> None:
    state = play(at("d 3-7 3-6 l 1-10 2-10"), "1/1")
    assert view(state)["moves"] == []
    found = moves(play(state, "rescue"), "3-7")
    assert {"square": "2-9", "path": ["2-7", "2-8", "2-9"]} in found["to"]
    assert found["refused"] == []


def test_enemy_pieces_are_shown_in_their_part() -> None:
    state = play(start(), "0/1")
    assert [m["piece"] for m in view(state)["moves"]] == ["1-2", "1-3", "1-4", "1-5"]


def test_turn_before_tells_what_happened_in_it() -> None:
    state = play(at("d 3-7 1-1 l 1-10 2-10"), "1/1", "o 1-1>1-2", "e 2-10>2-9")
    assert view(state)["last"] == {
        "number": 1,
        "seat": 0,
        "dice": {"own": 1, "enemy": 1},
        "taken_off": True,
        "own": {"piece": "1-1", "to": "1-2"},
        "rescued": None,
        "enemy": {"piece": "2-10", "to": "2-9"},
    }


def test_hints_are_there_only_where_they_were_asked_for() -> None:
    state = play(at("d 2-5 l 1-10 2-10", hints=True), "1/0")
    work = GAME.hints(state)
    assert work is not None
    hints: Any = work(lambda: True)
    fortune = {"event": {"type": "own_moved", "piece": "2-5", "to": "2-6"}, "win": [1, 1], "loss": [0, 1]}
    assert fortune in hints["moves"]
    assert GAME.hints(start(hints=True)) is None
    assert GAME.hints(play(at("d 2-5 l 1-10 2-10"), "1/0")) is None


def test_lights_tell_whose_turn_it_is_and_what_each_side_lost() -> None:
    glance = GAME.glance(at("d 1-1 l 1-10 2-10"))
    assert (glance.stage, glance.turn) == (Stage.TURN, 0)
    assert glance.arcs == (Arc(Tone.DARK, 3, 4), Arc(Tone.LIGHT, 2, 4))
    assert GAME.glance(play(start(), "draw")).stage is Stage.OVER


@pytest.mark.parametrize(
    ("before", "events", "told"),
    [
        ("d 3-7 1-1 l 1-10 2-10", (), None),
        ("d 3-7 1-1 l 1-10 2-10", ("1/1",), "taken_off"),
        ("d 3-7 1-1 l 1-10 2-10", ("1/1", "o 1-1>1-2"), None),
        ("d 3-7 1-1 l 1-10 2-10", ("0/1",), "taken_off"),
        ("d 3-7 1-1 l 1-10 2-10", ("0/1", "e 1-10>1-9"), None),
        ("d 3-7 1-1 l 1-10 2-10", ("0/0",), "taken_off"),
        ("d 3-7 1-1 l 1-10 2-10", ("0/0", "1/1"), None),
        ("d 3-7 3-5 l 1-10 2-10", ("1/1",), None),
        ("d 3-7 3-5 l 1-10 2-10", ("1/1", "give up"), "taken_off"),
    ],
)
def test_hands_are_told_to_take_the_drowned_piece_off_until_the_next_step(
    before: str, events: tuple[str, ...], told: str | None
) -> None:
    assert GAME.glance(play(at(before), *events)).by_hand == (None if told is None else (told, 0))


def test_piece_that_is_to_be_taken_off_is_its_owners_though_the_other_throws_next() -> None:
    glance = GAME.glance(play(at("d 3-7 1-1 l 1-10 2-10"), "0/0"))
    assert (glance.turn, glance.by_hand) == (1, ("taken_off", 0))
    glance = GAME.glance(play(at("l 3-7 1-1 d 1-10 2-10", "l"), "0/0"))
    assert (glance.turn, glance.by_hand) == (0, ("taken_off", 1))


def test_referee_shows_games_won_and_what_it_would_answer() -> None:
    state = play(start(way=Way.REFEREE), "2/1")
    seen = view(state)
    assert (seen["turn"], seen["now"], seen["seats"][0]["score"]) == (None, None, 0)
    assert {"piece": "3-3", "die": "own", "to": ["1-3"]} not in seen["questions"]
    assert {"piece": "3-3", "die": "enemy", "to": ["2-3", "3-4"]} in seen["questions"]
    assert GAME.glance(state).turn is None

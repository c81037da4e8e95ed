"""How many ways there are to play, counted by the rules and by a generator that knows nothing of them."""

import json

import pytest

from rules.pharao.board import FORTUNE, SALVATION, WATER, reach, squares_in
from rules.pharao.events import Thrown
from rules.pharao.state import Part, State
from tests.rules.pharao import slow
from tests.rules.pharao.play import GAME, at, play, start

COUNTS: dict[str, dict[str, int]] = json.loads(slow.COUNTS.read_text(encoding="utf-8"))


def ways(state: State, until: tuple[Part, ...]) -> list[State]:
    """Give the states after each way to play on until such a part, or until the turn or the game is over."""
    if state.part in (*until, Part.OVER):
        return [state]
    found = (GAME.apply(state, move) for move in GAME.legal(state))
    return [end for after in found for end in ways(after, until)]


def counted(state: State, pips: tuple[int, ...]) -> int:
    first = ways(GAME.apply(state, Thrown(pips[0], 1)), (Part.ENEMY, Part.THROW))
    if len(pips) == 1:
        return len(first)
    ends = ways(GAME.apply(state, Thrown(pips[0], pips[1])), (Part.THROW,))
    if len(pips) == 2:
        return len(ends)
    return sum(
        1
        if end.part is Part.OVER
        else len(ways(GAME.apply(end, Thrown(pips[2], 1)), (Part.ENEMY, Part.THROW)))
        for end in ends
    )


def opened(key: str) -> State:
    name, side, turns = key.rsplit(", ", 2)
    return at(slow.BOARDS[name], side, one_turn=turns == "one turn")


@pytest.mark.parametrize("key", COUNTS)
def test_rules_count_as_the_slow_generator_did(key: str) -> None:
    state = opened(key)
    found = {text: counted(state, tuple(map(int, text.split()))) for text in COUNTS[key]}
    assert found == COUNTS[key]


@pytest.mark.parametrize("key", COUNTS)
def test_the_slow_generator_still_counts_so(key: str) -> None:
    name, side, turns = key.rsplit(", ", 2)
    board, bends = slow.read(slow.BOARDS[name]), 1 if turns == "one turn" else 9
    for text in ("1", "4", "2 1", "4 2", "3 1 4"):
        assert slow.count(board, side, tuple(map(int, text.split())), bends) == COUNTS[key][text]


@pytest.mark.parametrize(
    ("side", "own", "count"),
    [
        ("d", 1, 5),
        ("d", 2, 5),
        ("d", 3, 6),
        ("d", 4, 8),
        ("l", 1, 6),
        ("l", 2, 10),
        ("l", 3, 13),
        ("l", 4, 16),
    ],
)
def test_first_moves(side: str, own: int, count: int) -> None:
    assert counted(at(slow.BOARDS["start"], side), (own,)) == count


@pytest.mark.parametrize(
    ("throw", "one_turn", "count"),
    [("1/1", False, 26), ("2/2", False, 39), ("4/2", False, 71), ("4/2", True, 36)],
)
def test_first_pairs_of_moves(throw: str, one_turn: bool, count: int) -> None:
    assert len(ways(play(start(one_turn=one_turn), throw), (Part.THROW,))) == count


def test_special_squares_lie_where_the_source_says() -> None:
    assert (FORTUNE, SALVATION, WATER) == (15, 25, 26)


def test_no_square_is_met_twice_so_four_steps_round_a_square_lead_nowhere() -> None:
    around_2_6 = (1 << 5) | (1 << 14) | (1 << 16)
    taken = around_2_6 | 1 << 15
    assert reach(25, 4, taken) & 1 << 25 == 0
    assert squares_in(reach(0, 0, 0)) == ()

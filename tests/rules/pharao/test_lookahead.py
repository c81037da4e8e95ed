"""What wins and loses by force: worked out by hand where that can be done, and against a plain search."""

from fractions import Fraction

import pytest

from rules.pharao.board import NAMES, Side
from rules.pharao.events import EnemyMoved, OwnMoved, Passed, RescueChosen, Rescued, Thrown
from rules.pharao.lookahead import MOST_TURNS, End, Forecast, ends, look_ahead, throws
from rules.pharao.state import EnemyDie, Part, ShutIn, State
from tests.rules.pharao.play import GAME, at, play

ALL, NONE = Fraction(1), Fraction(0)


def chances(forecast: Forecast) -> dict[str, tuple[Fraction, Fraction]]:
    found = {}
    for chance in forecast.chances:
        match chance.move:
            case OwnMoved(piece, to) | EnemyMoved(piece, to):
                found[f"{piece}>{to}"] = (chance.win, chance.loss)
            case Rescued(to):
                found[to] = (chance.win, chance.loss)
            case RescueChosen(rescue):
                found["rescue" if rescue else "give up"] = (chance.win, chance.loss)
            case Passed():
                found["pass"] = (chance.win, chance.loss)
    return found


def test_move_that_wins_at_once_wins_with_every_throw() -> None:
    state = play(at("d 2-5 l 1-10 2-10"), "1/0")
    assert chances(look_ahead(state))["2-5>2-6"] == (ALL, NONE)


def test_what_is_decided_is_looked_at_no_further() -> None:
    forecast = look_ahead(play(at("d 2-5 l 1-5 3-5 2-4"), "1/1"), 1)
    assert (forecast.turns, chances(forecast)) == (MOST_TURNS, {"2-5>2-6": (ALL, NONE)})


def test_enemy_piece_beside_the_water_is_drowned_by_force() -> None:
    state = play(at("d 1-1 1-2 l 3-9"), "0/2")
    found = chances(look_ahead(state))
    assert found["3-9>3-7"] == (ALL, NONE)
    assert found["3-9>1-9"][0] < 1


def test_loss_is_the_share_of_throws_with_which_the_enemy_wins_next() -> None:
    # Light has one piece, on 1-6: the own die must show 1 (one face in six) to come onto fortune, or 3.
    state = play(at("d 1-1 1-2 2-1 l 1-6"), "1/0")
    assert chances(one_turn_ahead(state))["2-1>3-1"] == (NONE, Fraction(2, 6))


def test_nothing_is_forced_at_the_start_and_it_is_cheap_to_say_so() -> None:
    forecast = look_ahead(play(at("d 2-1 3-1 3-2 3-3 l 1-2 1-3 1-4 1-5"), "3/1"), 1)
    assert forecast.turns == 3
    assert {(c.win, c.loss) for c in forecast.chances} == {(NONE, NONE)}


def test_without_a_budget_only_the_present_turn_is_looked_at() -> None:
    assert look_ahead(play(at("d 2-5 l 1-10"), "2/1"), 0).turns == 0


def test_nobody_looks_on_once_nobody_waits() -> None:
    state = play(at("d 3-8 1-1 l 1-6"), "0/2")
    assert look_ahead(state).turns > 0
    assert look_ahead(state, is_wanted=lambda: False).turns == 0


def test_every_part_in_which_something_can_be_chosen_is_told() -> None:
    state = play(at("d 3-7 3-5 l 1-10 2-10"), "1/1")
    assert set(chances(look_ahead(state, 0))) == {"rescue", "give up"}
    state = play(state, "rescue")
    assert set(chances(look_ahead(state, 0))) == {"3-5>3-6"}
    state = play(state, "o 3-5>3-6")
    assert "2-9" in chances(look_ahead(state, 0))
    free = play(at("d 1-1 1-2 l 1-10", must_move=False), "1/1")
    assert "pass" in chances(look_ahead(free, 0))


def test_being_shut_in_is_seen_where_that_is_played() -> None:
    state = play(at("d 1-3 2-1 3-9 l 1-1", shut_in=ShutIn.NO_OWN_PIECE), "1/0")
    assert chances(look_ahead(state, 0))["1-3>1-2"] == (ALL, NONE)
    assert look_ahead(state, 600).turns >= 0


def test_dice_fall_in_thirty_six_ways() -> None:
    for die in EnemyDie:
        assert sum(throws(die).values()) == 36
    assert throws(EnemyDie.D001122)[0, 0] == 4


# ---- against a plain search ----


def plain(end: End, side: Side, left: int, target: Side, begun: State) -> Fraction:
    """Give *target*'s share of throws by going through everything."""
    if isinstance(end, Side):
        return Fraction(end is target)
    if left == 0:
        return Fraction(0)
    total = Fraction(0)
    text = " ".join(
        f"{name} {' '.join(NAMES[s] for s in range(30) if end.of(of) >> s & 1)}"
        for name, of in (("d", Side.DARK), ("l", Side.LIGHT))
    )
    for pips, ways in throws(begun.options.enemy_die).items():
        state = GAME.apply(
            at(text, "d" if side is Side.DARK else "l", must_move=begun.options.must_move), Thrown(*pips)
        )
        values = [plain(e, side.other, left - 1, target, begun) for e in ends(state)]
        total += Fraction(ways, 36) * (max(values) if side is target else min(values))
    return total


def one_turn_ahead(state: State) -> Forecast:
    """Look ahead with ever less to spend until it is for one turn."""
    for budget in (4_000, 3_000, 2_000, 1_500, 1_000, 700, 500, 300, 200, 100):
        forecast = look_ahead(state, budget)
        if forecast.turns == 1:
            return forecast
    raise AssertionError("no such budget")


@pytest.mark.parametrize(
    ("text", "throw"),
    [
        ("d 2-5 l 3-9", "1/1"),
        ("d 3-8 1-1 l 1-6", "0/2"),
        ("d 3-7 3-5 l 2-8", "1/0"),
        ("d 1-10 l 2-9 3-10", "2/1"),
    ],
)
def test_one_turn_ahead_is_what_a_plain_search_finds(text: str, throw: str) -> None:
    state = play(at(text), throw)
    forecast = one_turn_ahead(state)
    for chance in forecast.chances:
        found = ends(GAME.apply(state, chance.move))
        win = max(plain(end, Side.LIGHT, 1, Side.DARK, state) for end in found)
        loss = min(plain(end, Side.LIGHT, 1, Side.LIGHT, state) for end in found)
        assert (chance.win, chance.loss) == (win, loss)


def test_turn_that_is_over_comes_to_one_end() -> None:
    state = at("d 1-1 l 1-2")
    assert state.part is Part.THROW
    assert ends(state) == (state.position,)

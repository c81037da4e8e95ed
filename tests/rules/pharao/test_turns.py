"""A turn of Pharao part by part, after 003_bb940d8060440cf5.txt, and what each option changes."""

from dataclasses import replace

import pytest

from rules.core import NoProfile, Press, Seat
from rules.errors import IllegalMoveError
from rules.pharao.board import SQUARES, Side
from rules.pharao.events import DrawAgreed, GameWon, OwnMoved, Rule, Thrown
from rules.pharao.state import EnemyDie, Options, Part, Reason, ShutIn, Way
from rules.pharao.turns import is_shut_in
from rules.refusals import GameRule
from tests.rules.pharao.play import GAME, at, goals, play, position, refused, shown, start


def test_dark_throws_first_and_the_first_seat_is_dark() -> None:
    state = GAME.start(2, Seat(1), Options(), NoProfile())
    assert (state.seat, state.side, shown(state)) == (1, Side.DARK, "d 2-1 3-1 3-2 3-3 l 1-2 1-3 1-4 1-5")


def test_own_piece_then_enemy_piece_then_the_other_throws() -> None:
    state = play(start(), "3/1")
    assert state.part is Part.OWN
    state = play(state, "o 3-3>2-5")
    assert (state.part, shown(state)) == (Part.ENEMY, "d 2-1 2-5 3-1 3-2 l 1-2 1-3 1-4 1-5")
    state = play(state, "e 1-5>1-6")
    assert (state.part, state.seat, state.now.number) == (Part.THROW, 1, 2)
    assert state.last is not None
    assert state.last.throw == Thrown(3, 1)


@pytest.mark.parametrize(
    ("throw", "part", "seat"),
    [("0/0", Part.THROW, 1), ("0/2", Part.ENEMY, 0), ("2/0", Part.OWN, 0)],
    ids=["both-nought", "own-nought", "enemy-nought"],
)
def test_nought_moves_nothing(throw: str, part: Part, seat: int) -> None:
    state = play(start(), throw)
    assert (state.part, state.seat) == (part, seat)


def test_after_the_own_piece_a_nought_of_the_enemy_die_ends_the_turn() -> None:
    assert play(start(), "1/0", "o 3-3>2-3").now.number == 2


def test_part_in_which_nothing_can_move_is_left_out() -> None:
    state = play(at("d 1-1 l 1-2 2-1 3-9"), "2/1")
    assert state.part is Part.ENEMY


# ---- what is refused ----


@pytest.mark.parametrize(
    ("before", "event", "rule"),
    [
        ("", "o 3-3>2-3", Rule.THROW_FIRST),
        ("", "e 1-5>1-6", Rule.THROW_FIRST),
        ("", "s 2-9", Rule.THROW_FIRST),
        ("", "rescue", Rule.THROW_FIRST),
        ("", "pass", Rule.THROW_FIRST),
        ("3/1", "1/1", Rule.ALREADY_THROWN),
        ("", "3/3", Rule.NOT_A_FACE),
        ("3/1", "e 1-5>1-6", Rule.OWN_FIRST),
        ("3/1", "rescue", Rule.NOBODY_DROWNED),
        ("3/1", "pass", Rule.MUST_MOVE),
        ("3/1, o 3-3>2-5", "o 3-2>3-3", Rule.OWN_DONE),
        ("3/1", "o 9-9>2-3", Rule.NO_SUCH_SQUARE),
        ("3/1", "o 3-3>1-11", Rule.NO_SUCH_SQUARE),
        ("3/1", "o 3-9>2-9", Rule.NO_PIECE),
        ("3/1", "o 1-5>1-6", Rule.NOT_OWN),
        ("3/1, o 3-3>2-5", "e 2-5>2-6", Rule.NOT_ENEMY),
        ("3/1", "o 3-3>3-2", Rule.TAKEN),
        ("3/1", "o 3-3>2-4", Rule.NO_WAY),
        ("3/1", "o 3-3>3-7", Rule.NO_WAY),
    ],
)
def test_event_out_of_its_place_is_refused(before: str, event: str, rule: Rule) -> None:
    state = play(start(), *(word.strip() for word in before.split(",") if word))
    assert refused(state, event).code is rule


def test_message_says_what_came_and_what_was_expected() -> None:
    error = refused(play(start(), "3/1"), "o 3-3>2-4")
    assert error.message == "from 3-3 to 2-4 there is no way of 3"
    assert error.params == {"piece": "3-3", "to": "2-4", "steps": 3}


def test_pieces_are_not_jumped() -> None:
    assert goals(play(at("d 1-1 l 1-2 2-1"), "2/0"), "1-1") == []
    assert goals(play(at("d 1-1 l 1-2"), "2/0"), "1-1") == ["2-2", "3-1"]


def test_special_squares_are_passed_like_others() -> None:
    assert "3-8" in goals(play(at("d 3-5 1-1 l 1-10"), "3/0"), "3-5")


def test_with_one_turn_only_what_needs_more_is_refused_with_that_reason() -> None:
    state = play(at("d 1-1 1-10 l 1-2", one_turn=True), "3/0")
    assert goals(state, "1-1") == ["2-3", "3-2"]
    assert refused(play(at("d 1-1 l 2-1 1-3", one_turn=True), "3/0"), "o 1-1>2-3").code is Rule.TOO_MANY_TURNS


def test_where_no_move_must_be_made_either_part_may_be_passed() -> None:
    state = play(start(must_move=False), "3/1", "pass")
    assert state.part is Part.ENEMY
    assert play(state, "pass").now.number == 2


@pytest.mark.parametrize("die", EnemyDie)
def test_enemy_die_shows_the_faces_that_were_chosen(die: EnemyDie) -> None:
    state = start(enemy_die=die)
    shown_pips = {move.enemy for move in GAME.legal(state) if isinstance(move, Thrown)}
    assert shown_pips == set(die.faces)
    assert len(die.faces) == 6


# ---- the water ----


def test_own_piece_does_not_go_into_the_water_if_it_can_go_elsewhere() -> None:
    state = play(at("d 2-7 1-1 l 1-10"), "1/0")
    assert goals(state, "2-7") == ["1-7", "2-6", "2-8"]
    assert refused(state, "o 2-7>3-7").code is Rule.OWN_INTO_WATER


def test_own_piece_that_can_go_nowhere_else_may_be_drowned() -> None:
    state = play(at("d 3-8 1-1 l 2-8 3-9 1-10"), "1/0")
    assert goals(state, "3-8") == ["3-7"]
    after = play(state, "o 3-8>3-7")
    assert (after.part, after.seat) == (Part.THROW, 1)
    assert after.position.is_drowned(Side.DARK)


def test_enemy_piece_may_be_drowned_and_need_not_be() -> None:
    state = play(at("d 1-1 1-2 l 3-9 1-10"), "0/2")
    assert "3-7" in goals(state, "3-9")
    assert "1-9" in goals(state, "3-9")


def test_drowned_piece_is_moved_by_nobody() -> None:
    state = play(at("d 1-1 1-2 l 3-7 1-10"), "0/1")
    assert refused(state, "e 3-7>2-7").code is Rule.DROWNED


def test_without_a_piece_for_salvation_the_drowned_one_is_taken_off_first() -> None:
    state = play(at("d 3-7 1-1 l 1-10 2-10"), "1/1")
    assert (state.part, state.now.taken_off, shown(state)) == (Part.OWN, True, "d 1-1 l 1-10 2-10")


def test_rescue_brings_own_piece_onto_salvation_then_the_drowned_out_then_the_enemy_piece() -> None:
    state = play(at("d 3-7 3-5 l 1-10 2-10"), "1/1")
    assert state.part is Part.WATER
    state = play(state, "rescue")
    assert (state.part, goals(state, "3-5")) == (Part.SAVE, ["3-6"])
    state = play(state, "o 3-5>3-6")
    assert state.part is Part.RESCUE
    state = play(state, "s 2-9")
    assert (state.part, shown(state)) == (Part.ENEMY, "d 2-9 3-6 l 1-10 2-10")


def test_rescue_may_be_left_and_the_drowned_piece_is_lost() -> None:
    state = play(at("d 3-7 3-5 l 1-10 2-10"), "1/1", "give up")
    assert (state.part, state.now.taken_off, shown(state)) == (Part.OWN, True, "d 3-5 l 1-10 2-10")


@pytest.mark.parametrize(
    ("before", "event", "rule"),
    [
        ("", "o 3-5>3-6", Rule.WATER_FIRST),
        ("", "s 2-9", Rule.WATER_FIRST),
        ("rescue", "s 2-9", Rule.OWN_FIRST),
        ("rescue", "o 3-5>2-5", Rule.ONTO_SALVATION),
        ("rescue, o 3-5>3-6", "s 3-9", Rule.NO_RESCUE_THERE),
        ("rescue, o 3-5>3-6", "e 1-10>1-9", Rule.RESCUE_FIRST),
        ("rescue, o 3-5>3-6", "rescue", Rule.NOBODY_DROWNED),
    ],
)
def test_rescue_has_its_order(before: str, event: str, rule: Rule) -> None:
    state = play(at("d 3-7 3-5 l 1-10 2-10"), "1/1", *(w.strip() for w in before.split(",") if w))
    assert refused(state, event).code is rule


@pytest.mark.parametrize(
    ("then_moves", "part"), [(True, Part.OWN), (False, Part.ENEMY)], ids=["as-usual", "option"]
)
def test_where_a_piece_stands_on_salvation_the_rescue_comes_first(then_moves: bool, part: Part) -> None:
    state = play(at("d 3-7 3-6 l 1-10 2-10", move_after_rescue=then_moves), "2/1", "rescue")
    assert state.part is Part.RESCUE
    assert play(state, "s 3-10").part is part


def test_rescue_needs_three_free_squares_unless_a_shorter_one_is_played() -> None:
    text = "d 3-7 3-6 l 1-7 2-6 2-8 3-8"
    assert play(at(text), "0/0").last is not None
    assert play(at(text), "0/0").last.taken_off  # type: ignore[union-attr]
    short = play(at(text, short_rescue=True), "0/0", "rescue")
    assert refused(short, "s 1-6").code is Rule.NO_RESCUE_THERE
    assert shown(play(short, "s 2-7")) == "d 2-7 3-6 l 1-7 2-6 2-8 3-8"


def test_piece_that_would_close_the_way_out_saves_nobody() -> None:
    state = play(at("d 3-7 3-5 l 2-7 3-8 1-10"), "1/0")
    assert (state.part, state.now.taken_off) == (Part.OWN, True)


# ---- the end ----


def ended(reason: Reason, winner: int | None) -> tuple[Part, Reason, int | None]:
    return Part.OVER, reason, winner


def test_last_enemy_piece_in_the_water_wins() -> None:
    state = play(at("d 1-1 1-2 l 3-9"), "0/2", "e 3-9>3-7")
    assert (state.part, state.reason, state.winner) == ended(Reason.DROWNED, 0)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("drowned", (0,))
    assert refused(state, "1/1").code is GameRule.OVER


def test_own_last_piece_brought_onto_fortune_wins_at_once() -> None:
    state = play(at("d 2-5 l 1-1 1-2 1-3 1-4"), "1/2", "o 2-5>2-6")
    assert (state.part, state.reason, state.winner) == ended(Reason.FORTUNE, 0)


@pytest.mark.parametrize("text", ["d 2-5 1-1 l 1-10", "d 2-6 l 1-10"], ids=["not-the-last", "stands-there"])
def test_fortune_counts_only_for_the_last_piece_that_is_brought_there(text: str) -> None:
    state = play(at(text), "1/0")
    move = next(m for m in GAME.legal(state) if isinstance(m, OwnMoved))
    assert GAME.apply(state, move).part is Part.THROW


def test_piece_that_became_the_last_by_the_water_can_win_in_the_same_turn() -> None:
    state = play(at("d 3-7 2-4 l 1-10"), "2/0", "o 2-4>2-6")
    assert (state.reason, state.winner) == (Reason.FORTUNE, 0)


@pytest.mark.parametrize(("pushed", "reason"), [(False, None), (True, Reason.FORTUNE)])
def test_being_pushed_onto_fortune_wins_only_as_an_option(pushed: bool, reason: Reason | None) -> None:
    state = play(at("d 1-1 1-2 l 2-7", pushed_onto_fortune=pushed), "0/1", "e 2-7>2-6")
    assert state.reason is reason
    assert state.winner == (1 if pushed else None)


def test_who_must_drown_his_own_last_piece_loses() -> None:
    state = play(at("d 3-8 l 2-8 3-9"), "1/1", "o 3-8>3-7")
    assert (state.part, state.reason, state.winner) == ended(Reason.DROWNED, 1)


def test_own_last_piece_need_not_drown_where_that_is_chosen() -> None:
    state = play(at("d 3-8 l 2-8 3-9", last_into_water=False), "1/1")
    assert state.part is Part.ENEMY
    stuck = play(at("d 3-8 1-1 l 2-8 3-9", last_into_water=False), "1/1")
    alone = replace(stuck, position=position("d 3-8 l 2-8 3-9"))
    assert refused(alone, "o 3-8>3-7").code is Rule.LAST_INTO_WATER


def test_who_can_move_none_of_his_own_is_shut_in_by_the_stricter_reading() -> None:
    text = "d 1-3 l 1-1 d 2-1 3-9"
    strict = play(at(text, shut_in=ShutIn.NO_OWN_PIECE), "1/0", "o 1-3>1-2")
    assert (strict.reason, strict.winner) == (Reason.SHUT_IN, 0)
    assert play(at(text), "1/0", "o 1-3>1-2").part is Part.THROW


def test_who_can_move_no_piece_at_all_is_shut_in() -> None:
    options = Options()
    full = position("d " + " ".join(name for name in SQUARES if name != "3-10") + " l 3-10")
    assert is_shut_in(full, Side.LIGHT, options)
    assert not is_shut_in(position("d 1-2 2-1 l 1-1"), Side.LIGHT, options)


def test_who_can_still_rescue_is_not_shut_in() -> None:
    options = Options(shut_in=ShutIn.NO_OWN_PIECE, last_into_water=False)
    assert not is_shut_in(position("d 3-7 3-6 l 3-5 2-6 1-10"), Side.DARK, options)


def test_draw_is_agreed_at_any_time() -> None:
    state = play(start(), "3/1", "draw")
    assert (state.part, state.reason, state.winner) == ended(Reason.AGREED, None)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0, 1)


# ---- who may do what ----


def test_a_press_means_nothing() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.pressed(start(), Press(Seat(0), 5))
    assert caught.value.code is GameRule.NO_RACE


def test_both_enter_what_lies_on_the_table_but_a_draw_comes_from_the_table() -> None:
    assert GAME.is_open_to(start(), Seat(1), Thrown(1, 1))
    assert not GAME.is_open_to(start(), Seat(1), DrawAgreed())


def test_whose_an_event_is() -> None:
    state = start()
    assert GAME.whose(state, Thrown(1, 1)) == 0
    assert GAME.whose(state, GameWon(Seat(1))) == 1
    assert GAME.whose(state, DrawAgreed()) is None
    assert GAME.whose(start(way=Way.REFEREE), Thrown(1, 1)) is None

"""The referee on demand: dice, the board made like the one on the table, questions, and a row of games."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.core import By, NoProfile, Seat
from rules.pharao.board import Side
from rules.pharao.events import (
    Allowed,
    Die,
    DrawAgreed,
    EnemyMoved,
    GameWon,
    OwnMoved,
    PharaoEvent,
    Placed,
    Rule,
    SeriesEnded,
    Thrown,
)
from rules.pharao.state import Options, Part, Reason, State, Way
from rules.refusals import GameRule
from tests.rules.pharao.play import GAME, position, refused, shown, start


def asked(text: str = "", *, own: int = 2, enemy: int = 1, wins_needed: int = 0) -> State:
    """Give a referee who holds a throw and looks at a position."""
    state = GAME.start(2, Seat(0), Options(way=Way.REFEREE, wins_needed=wins_needed), NoProfile())
    state = GAME.apply(state, Thrown(own, enemy))
    return replace(state, position=position(text)) if text else state


def fold(state: State, events: Sequence[PharaoEvent]) -> State:
    for event in events:
        state = GAME.apply(state, event)
    return state


def test_dice_are_held_and_can_be_thrown_again() -> None:
    state = GAME.apply(asked(), Thrown(4, 0))
    assert (state.part, state.now.throw) == (Part.PLAY, Thrown(4, 0))


def test_allowed_move_is_made_on_the_referees_board() -> None:
    state = GAME.apply(asked(), Allowed("3-3", Die.OWN, "2-4"))
    assert shown(state) == "d 2-1 2-4 3-1 3-2 l 1-2 1-3 1-4 1-5"


@pytest.mark.parametrize(
    ("text", "question", "rule"),
    [
        ("", Allowed("3-3", Die.OWN, "3-4"), Rule.NO_WAY),
        ("", Allowed("3-9", Die.OWN, "3-8"), Rule.NO_PIECE),
        ("d 2-6 1-1 l 1-10", Allowed("2-6", Die.OWN, "3-7"), Rule.OWN_INTO_WATER),
        ("d 3-7 1-1 l 1-10", Allowed("3-7", Die.OWN, "3-9"), Rule.DROWNED),
        ("d 3-7 1-1 l 1-10", Allowed("3-7", Die.RESCUE, "2-9"), Rule.NO_SAVIOUR),
        ("d 3-7 3-6 l 1-10", Allowed("3-7", Die.RESCUE, "2-8"), Rule.NO_RESCUE_THERE),
        ("d 3-7 3-6 l 1-10", Allowed("3-6", Die.RESCUE, "2-9"), Rule.NOBODY_DROWNED),
    ],
)
def test_the_referees_no_has_its_reason(text: str, question: Allowed, rule: Rule) -> None:
    assert refused(asked(text), question).code is rule


def test_the_enemy_may_bring_a_piece_into_the_water() -> None:
    state = asked("d 2-7 1-1 l 1-10")
    assert GAME.apply(state, Allowed("2-7", Die.ENEMY, "3-7")).position.is_drowned(Side.DARK)


def test_rescue_is_allowed_beside_a_piece_on_salvation() -> None:
    state = GAME.apply(asked("d 3-7 3-6 l 1-10"), Allowed("3-7", Die.RESCUE, "2-9"))
    assert shown(state) == "d 2-9 3-6 l 1-10"


def test_without_dice_no_question_is_answered() -> None:
    state = start(way=Way.REFEREE)
    assert refused(state, Allowed("3-3", Die.OWN, "2-4")).code is Rule.THROW_FIRST
    assert GAME.view(state, None)["questions"] == []


def test_board_is_made_like_the_one_on_the_table() -> None:
    state = fold(asked(), [Placed("3-3", "3-9"), Placed("1-2", "off"), Placed("light", "2-10")])
    assert shown(state) == "d 2-1 3-1 3-2 3-9 l 1-3 1-4 1-5 2-10"


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Placed("light", "3-9"), Rule.SIDE_FULL),
        (Placed("3-9", "3-8"), Rule.NO_PIECE),
        (Placed("3-3", "3-2"), Rule.TAKEN),
        (Placed("x-x", "3-2"), Rule.NO_SUCH_SQUARE),
        (Placed("3-3", "nil"), Rule.NO_SUCH_SQUARE),
    ],
)
def test_board_holds_four_pieces_a_side_each_on_its_square(event: Placed, rule: Rule) -> None:
    assert refused(asked(), event).code is rule


def test_side_that_is_not_on_the_board_can_not_be_taken_off_it() -> None:
    assert refused(asked("d 1-1 l 1-2"), Placed("dark", "off")).code is Rule.NO_SUCH_SQUARE


def test_games_are_counted_and_sides_change_after_each() -> None:
    state = fold(asked(), [Placed("3-3", "3-9"), GameWon(Seat(0)), GameWon(Seat(0)), DrawAgreed()])
    assert (state.wins, state.games, state.dark_seat) == ((2, 0), 3, 1)
    assert shown(state) == "d 2-1 3-1 3-2 3-3 l 1-2 1-3 1-4 1-5"
    assert GAME.round_number(state) == 4
    ended = GAME.apply(state, SeriesEnded())
    outcome = GAME.outcome(ended)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.standings[0].score) == ("stopped", (0,), 2)
    assert GAME.round_number(ended) == 3


def test_row_of_games_ends_when_enough_are_won() -> None:
    state = fold(asked(wins_needed=2), [GameWon(Seat(1)), GameWon(Seat(0)), GameWon(Seat(1))])
    assert (state.part, state.reason) == (Part.OVER, Reason.WINS)


def test_row_of_no_games_does_not_end() -> None:
    assert refused(asked(), SeriesEnded()).code is Rule.NO_GAME_YET


def test_who_is_not_in_the_game_wins_none() -> None:
    assert refused(asked(), GameWon(Seat(4))).code is GameRule.NO_SUCH_SEAT


@pytest.mark.parametrize("event", [OwnMoved("3-3", "2-4"), EnemyMoved("1-5", "1-6")])
def test_moves_are_not_told_to_the_referee(event: PharaoEvent) -> None:
    assert refused(asked(), event).code is Rule.NOT_FOLLOWED


@pytest.mark.parametrize("event", [Placed("3-3", "off"), GameWon(Seat(0)), SeriesEnded()])
def test_table_that_follows_every_move_needs_no_referee(event: PharaoEvent) -> None:
    assert refused(start(), event).code is Rule.FOLLOWED


def test_what_is_asked_narrows_from_piece_to_die_to_square() -> None:
    state = asked("d 3-7 3-6 1-1 l 1-10")
    question = next(a for a in GAME.awaits(state) if a.event == "allowed")
    assert [a.field for a in question.asked] == ["piece", "die", "to"]
    _, dice, to = GAME.narrowed(state, question, {"piece": "3-7"})
    assert dice.choices == ("rescue",)
    assert (len(to.choices), "3-7" in to.choices) == (29, False)
    _, dice, to = GAME.narrowed(state, question, {"piece": "1-1", "die": "enemy"})
    assert dice.choices == ("own", "enemy")
    assert (len(to.choices), "1-1" in to.choices) == (29, False)


def test_anything_may_be_asked_once_the_dice_are_known() -> None:
    assert "allowed" not in {a.event for a in GAME.awaits(start(way=Way.REFEREE))}
    question = next(a for a in GAME.awaits(asked("d 1-1 l 1-10")) if a.event == "allowed")
    assert [len(field.choices) for field in question.asked] == [2, 2, 30]
    assert question.is_question


def test_nothing_is_asked_about_an_empty_board() -> None:
    state = GAME.apply(asked("d 1-1"), Placed("1-1", "off"))
    assert "allowed" not in {a.event for a in GAME.awaits(state)}


def test_draw_is_offered_with_who_won() -> None:
    draw = next(a for a in GAME.awaits(asked()) if a.event == "draw_agreed")
    assert (draw.beside, draw.by) == ("game_won", By.ENTRY)


def test_only_a_piece_on_the_board_can_be_placed_off_it() -> None:
    state = asked("d 1-1 l 1-2")
    placing = next(a for a in GAME.awaits(state) if a.event == "placed")
    assert placing.asked[0].choices == ("1-1", "1-2", "dark", "light")
    assert "off" in GAME.narrowed(state, placing, {"piece": "1-1"})[1].choices
    assert "off" not in GAME.narrowed(state, placing, {"piece": "dark"})[1].choices

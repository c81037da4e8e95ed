"""Moves on the board: jumps, stops, ways, dice. The short board is that of play.TRACK."""

from dataclasses import replace
from typing import Any

import pytest

from rules.core import Asked, Seat, Stage
from rules.pairamid.board import HOUSE_BOARD, START, Board, Kind, Space, Start
from rules.pairamid.events import Colour, Moved, Rule, Scarab
from rules.pairamid.moving import Landing, Step, landings
from rules.pairamid.state import Options, Profile, State, Way
from rules.refusals import GameRule
from tests.rules.pairamid.play import (
    GAME,
    TRACK,
    fold,
    marked,
    moved,
    moves,
    new,
    on_track,
    read,
    refusal,
    took,
    treasures,
)

SWAPPED = replace(
    TRACK, spaces=tuple(replace(s, value=3 - s.value) if s.kind is Kind.WHITE else s for s in TRACK.spaces)
)
"""The short board with the white scarab at e first, and then at b."""


def closed(board: Board, name: str) -> Board:
    """Give a board that has no door to a space for red."""
    spaces = (replace(s, closed_to=(Colour.RED,)) if s.name == name else s for s in board.spaces)
    return replace(board, spaces=tuple(spaces))


def to(state: State, said: str) -> list[str]:
    colour, pips = said.split()
    return [landing.to for landing in landings(state, Colour(colour), int(pips))]


def at(state: State, colour: str) -> str:
    return state.where(Colour(colour))


@pytest.mark.parametrize(
    ("before", "said", "expected"),
    [
        pytest.param([], "red 1", ["a"], id="the first step leads onto the board"),
        pytest.param([], "red 5", ["b"], id="one stops at the white scarab"),
        pytest.param(["red 1"], "blue 1", ["b"], id="a taken space is jumped and not counted"),
        pytest.param(["red 2"], "blue 2", ["c"], id="behind the white scarab's chamber the black one stands"),
        pytest.param(
            ["red 2", "blue 2", "green 1"], "pink 2", ["e", "great"], id="two ways behind three taken"
        ),
        pytest.param(["red 2"], "red 2", ["c"], id="own old space is free"),
    ],
)
def test_where_one_comes_to(before: list[str], said: str, expected: list[str]) -> None:
    assert to(fold(on_track(), *moves(*before)), said) == expected


def test_steps_left_are_lost_at_a_scarab() -> None:
    state = fold(on_track(), moved("red 1"))
    path = (Step("a", is_jumped=True), Step("b"))
    assert landings(state, Colour.BLUE, 4) == (Landing("b", path, (Scarab.WHITE,), 3),)


def test_only_scarabs_that_are_met_move_on() -> None:
    state = fold(marked(on_track()), *moves("red 2", "green 2"))
    assert (at(state, "red"), at(state, "green")) == ("b", "c")
    assert treasures(state) == [1, -1]
    assert [state.space_of(scarab) for scarab in Scarab] == ["e", "f"]


def test_shortcut_is_chosen() -> None:
    state = fold(on_track(), *moves("red 2", "blue 2", "green 1"))
    assert refusal(state, moved("pink 2")) is Rule.WHICH_WAY
    assert refusal(state, moved("pink 2 c")) is Rule.NO_WAY_THERE
    assert at(fold(state, moved("pink 2 great")), "pink") == "great"
    assert at(fold(state, moved("pink 2 e")), "pink") == "e"


def test_way_may_be_named_where_there_is_only_one() -> None:
    assert at(fold(on_track(), moved("red 1 a")), "red") == "a"


def in_great(**options: Any) -> State:
    """Give a state with pink in the Great Chamber, and yellow before its shaft."""
    return fold(on_track(**options), *moves("red 2", "blue 2", "green 1", "pink 2 great", "yellow 1"))


def test_great_chamber_is_for_one_at_a_time() -> None:
    assert to(in_great(), "yellow 1") == ["e"]


def test_great_chamber_may_be_jumped_as_an_option() -> None:
    # Beyond it a, b and c are taken, so that one comes round to where one stood.
    assert to(in_great(great_taken="jumped"), "yellow 1") == ["e", "d"]


def test_game_ends_when_a_researcher_enters_after_a_scarab() -> None:
    state = fold(marked(on_track()), *moves("red 2", "blue 2", "pink 3 e", "green 1"))
    assert state.great_scarabs == (Scarab.WHITE,)
    ended = fold(state, moved("yellow 2 great"))
    outcome = GAME.outcome(ended)
    assert outcome is not None
    assert outcome.reason == "great_white"
    assert treasures(ended) == [0, -1]
    assert refusal(ended, moved("white 1")) is GameRule.OVER


# ---- dice ----


def test_dice_left_are_passed_as_they_lie() -> None:
    state = fold(on_track(), read(red=1, blue=2), moved("red 1"))
    assert state.pips_of(Colour.BLUE) == 2
    assert state.turn == 1
    assert refusal(state, moved("blue 3")) is Rule.DIE_SHOWS
    assert fold(state, read(blue=3), moved("blue 3")).turn == 0


def test_dice_left_may_be_rolled_each_turn_as_an_option() -> None:
    state = fold(on_track(roll_each_turn=True), read(red=1, blue=2), moved("red 1"))
    assert state.dice == ()
    assert state.dice_left == (Colour.YELLOW, Colour.BLUE, Colour.GREEN, Colour.PINK, Colour.WHITE)


def test_all_dice_are_rolled_again_when_all_are_placed() -> None:
    state = fold(on_track(3), *moves("red 1", "blue 1", "green 1", "yellow 1", "pink 1 e"))
    assert state.dice_left == (Colour.WHITE,)
    assert refusal(state, moved("red 1")) is Rule.DIE_PLACED
    assert refusal(state, read(red=1)) is Rule.DIE_PLACED
    again = fold(state, moved("white 1 f"))
    assert again.dice_left == again.colours
    assert again.turn == 0


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (moved("red 7"), Rule.NOT_A_FACE),
        (read(red=9), Rule.NOT_A_FACE),
        (moved("purple 1"), Rule.NOT_A_COLOUR),
        (replace(read(red=1), dice=(*read(red=1).dice, *read(red=2).dice)), Rule.DIE_TWICE),
    ],
)
def test_die_that_is_not_there_is_refused(event: object, rule: Rule) -> None:
    assert refusal(on_track(), event) is rule  # type: ignore[arg-type]


def test_faces_are_those_of_the_copy() -> None:
    state = new(way="board", profile={"faces": [3, 1, 2, 3, 1, 2]})
    assert state.faces == (1, 2, 3)
    assert refusal(state, moved("red 4")) is Rule.NOT_A_FACE


# ---- scarabs that arrive, doors, ends ----


def arrived(**options: Any) -> State:
    """Give a state in which the white scarab came to b, where red stands; it was met by pink at e."""
    start = marked(on_track(board=SWAPPED, **options))
    return fold(start, *moves("red 2", "blue 2", "pink 3 e"))


def test_scarab_that_arrives_at_a_researcher_waits_and_is_jumped() -> None:
    state = arrived()
    assert state.space_of(Scarab.WHITE) == at(state, "red") == "b"
    assert treasures(state) == [-1, -1]
    assert to(state, "green 2") == ["d"]


def test_scarab_beside_a_researcher_may_be_reached_as_an_option() -> None:
    state = fold(arrived(guarded="reached"), moved("green 2"))
    assert at(state, "green") == at(state, "red") == "b"
    assert treasures(state) == [-1, 1]


def test_scarab_that_arrives_may_score_as_an_option() -> None:
    state = arrived(arrival_scores=True)
    assert treasures(state) == [1, -1]
    assert state.great_scarabs == (Scarab.WHITE,)


def test_scarab_that_scores_on_arrival_goes_on_and_may_end_the_game() -> None:
    start = marked(on_track(board=SWAPPED, arrival_scores=True))
    state = fold(start, *moves("red 2", "blue 2", "yellow 3 great", "pink 3"))
    assert treasures(state) == [1, -1]
    outcome = GAME.outcome(state)
    assert (state.scored[-1].colour, state.scored[-1].scarab) == (Colour.YELLOW, Scarab.WHITE)
    assert outcome is not None
    assert outcome.reason == "great_white"


def test_scarab_in_the_great_chamber_is_not_met_by_leaving() -> None:
    state = fold(in_great(), moved("white 1"))
    assert state.space_of(Scarab.WHITE) == at(state, "pink") == "great"
    left = fold(state, moved("pink 1 f"))
    assert (left.ended_by, at(left, "pink")) == ((), "f")


def test_ways_that_come_together_are_one_choice() -> None:
    forked = (
        Space("fork", next=("p", "q")),
        *(Space(name, next=("meet",)) for name in "pq"),
        Space("meet", next=("a",)),
    )
    board = replace(TRACK, spaces=(*TRACK.spaces, *forked), starts=(Start(("fork",)),))
    assert to(on_track(board=board), "red 4") == ["a"]


def test_taken_spaces_that_lead_back_are_jumped_once() -> None:
    spaces = (replace(s, next=("a", "c")) if s.name == "b" else s for s in TRACK.spaces)
    state = fold(on_track(board=replace(TRACK, spaces=tuple(spaces))), *moves("red 2", "blue 1"))
    assert to(state, "green 1") == ["c"]


def test_researcher_without_a_door_stays_and_loses_its_steps() -> None:
    state = fold(on_track(board=closed(TRACK, "d")), *moves("red 2", "blue 2"))
    assert landings(state, Colour.RED, 3) == (Landing("b", steps_lost=3),)
    assert to(state, "green 3") == ["e", "great"]


def test_researcher_may_be_unable_to_begin() -> None:
    state = fold(on_track(board=closed(TRACK, "a")), moved("red 3"))
    assert at(state, "red") == START
    last = GAME.view(state, None)["last"]
    assert isinstance(last, dict)
    assert last["space"] is None


def test_colour_may_have_a_start_of_its_own() -> None:
    board = replace(TRACK, starts=(*TRACK.starts, Start(("f",), Colour.RED)))
    assert to(on_track(board=board), "red 1") == ["f"]
    assert to(on_track(board=board), "blue 1") == ["a"]


def test_game_is_over_when_all_researchers_stand_at_an_end() -> None:
    board = Board(
        (
            Space("a", Kind.WHITE, 1, next=("b",)),
            Space("b", Kind.BLACK, -1, next=("z", "great")),
            Space("great", Kind.GREAT, next=("z",)),
            Space("z", Kind.END),
        ),
        (Start(("a",)),),
    )
    profile = Profile(board=board, colours=(Colour.RED, Colour.BLUE))
    state = GAME.start(2, Seat(0), Options(way=Way.BOARD), profile)
    state = fold(state, took(0, "red", "blue"), took(1, "blue", "red"), *moves("red 1", "blue 1", "red 3 z"))
    assert at(state, "red") == "z"
    outcome = GAME.outcome(fold(state, moved("blue 2 z")))
    assert outcome is not None
    assert (outcome.reason, [s.score for s in outcome.standings]) == ("all_arrived", [0, 0])


# ---- what is told ----


def test_way_is_asked_only_while_some_move_leaves_a_choice() -> None:
    start = marked(on_track())
    assert [a.field for a in GAME.awaits(start)[0].asked] == ["colour", "pips"]
    state = fold(start, *moves("red 2", "blue 2", "green 1"))
    awaited = GAME.awaits(state)[0]
    assert [a.field for a in awaited.asked] == ["colour", "pips", "to"]
    assert GAME.narrowed(state, awaited, {"colour": "pink", "pips": 2})[2] == Asked("to", ("e", "great"))
    assert GAME.narrowed(state, awaited, {"colour": "pink", "pips": 1})[2] == Asked("to", ("d",))


def test_pips_of_dice_that_were_read_are_known() -> None:
    state = fold(marked(on_track()), read(red=2))
    awaited = GAME.awaits(state)[0]
    assert GAME.narrowed(state, awaited, {"colour": "red"})[1] == Asked("pips", (2,))
    assert GAME.narrowed(state, awaited, {"colour": "blue"})[1] == Asked("pips", (1, 2, 3, 4, 5, 6))
    assert [m.pips for m in GAME.legal(state) if isinstance(m, Moved) and m.colour == "red"] == [2]


def test_move_is_seen_before_it_is_made() -> None:
    state = fold(marked(on_track()), moved("red 1"), read(blue=4))
    dice = GAME.view(state, None)["dice"]
    assert isinstance(dice, list)
    assert dice[2] == {
        "colour": "blue",
        "is_placed": False,
        "pips": 4,
        "moves": [
            {
                "pips": 4,
                "to": "",
                "space": "b",
                "path": [{"space": "a", "is_jumped": True}, {"space": "b", "is_jumped": False}],
                "lost": 3,
                "scarabs": ["white"],
                "points": 1,
                "scores_for": [0, 1],
                "is_end": False,
            }
        ],
    }
    assert dice[0] == {"colour": "red", "is_placed": True, "pips": None, "moves": []}


def test_turn_goes_clockwise_and_is_seen() -> None:
    state = marked(new(3, 2, way="board"))
    assert [
        GAME.glance(fold(state, *moves(*said))).turn for said in ([], ["red 1"], ["red 1", "blue 1"])
    ] == [2, 0, 1]
    assert GAME.glance(state).stage is Stage.TURN
    assert GAME.whose(state, moved("red 1")) == 2
    assert GAME.view(state, None)["last"] is None


def test_house_board_is_named_and_its_spaces_lie_apart() -> None:
    view = GAME.view(new(way="board"), None)
    assert isinstance(view["board"], dict)
    assert view["board"]["is_house"] is True
    places = {(space.x, space.y) for space in HOUSE_BOARD.spaces}
    assert len(places) == len(HOUSE_BOARD.spaces) == 25
    assert HOUSE_BOARD.space("13").next == ("14", "great")


def test_ways_of_one_position_are_worked_out_once() -> None:
    begun = GAME.start(2, Seat(0), Options(way=Way.BOARD), Profile())
    assert landings(begun, Colour.RED, 3) is landings(begun, Colour.RED, 3)

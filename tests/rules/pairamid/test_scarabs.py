"""Scarabs and treasure, as the rulebook has them."""

import pytest

from rules.core import Arc, Asked, Await, By, Glance, Outcome, Press, Seat, Stage, Standing, Tone
from rules.errors import IllegalMoveError
from rules.pairamid.events import Colour, Place, Rule, Scarab
from rules.pairamid.scoring import value_at
from rules.pairamid.state import Options, State, Way
from rules.refusals import GameRule
from tests.rules.pairamid.play import (
    GAME,
    fold,
    marked,
    moved,
    new,
    reach,
    reached,
    read,
    refusal,
    took,
    treasures,
)

UP = ("pink white",) * 6
DOWN = ("pink black",) * 6
"""Six scorings for nobody, after which a scarab is in the Great Chamber."""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param(["red white"], [1, 0, 1], id="all with a marker of that colour gain"),
        pytest.param(["green black"], [0, -1, 0], id="the black scarab costs treasure"),
        pytest.param(["blue white", "blue white"], [3, 3, 0], id="from +1 to +2"),
        pytest.param(
            ["red white", "pink white", "yellow white"], [1, 0, 4], id="nobody's colour moves it on"
        ),
        pytest.param(["pink black", "pink black", "green black"], [0, -3, 0], id="from −1 to −2 to −3"),
        pytest.param([*UP, "blue great"], [7, 7, 0], id="+7 in the Great Chamber"),
        pytest.param([*DOWN, "blue great"], [-7, -7, 0], id="−7 in the Great Chamber"),
    ],
)
def test_treasure_of_three_seats(said: list[str], expected: list[int]) -> None:
    assert treasures(fold(marked(new()), *reach(*said))) == expected


def test_scarab_goes_on_from_chamber_to_chamber_and_into_the_great_chamber() -> None:
    state = new()
    values = [value_at(state, Scarab.BLACK)]
    for said in DOWN:
        state = fold(state, reached(said))
        values.append(value_at(state, Scarab.BLACK))
    assert values == [-1, -2, -3, -4, -5, -6, -7]
    assert state.great_scarabs == (Scarab.BLACK,)


@pytest.mark.parametrize(
    ("option", "expected", "reason"),
    [
        pytest.param("both", 0, "great_both", id="both make 0"),
        pytest.param("first", -7, "great_black", id="the one that came first"),
        pytest.param("white", 7, "great_white", id="white"),
        pytest.param("black", -7, "great_black", id="black"),
    ],
)
def test_both_scarabs_in_the_great_chamber(option: str, expected: int, reason: str) -> None:
    state = fold(marked(new(both_scarabs=option)), *reach(*DOWN, *UP, "red great"))
    outcome = GAME.outcome(state)
    assert treasures(state) == [expected, 0, expected]
    assert outcome is not None
    assert outcome.reason == reason


def test_seat_loses_no_more_than_it_has_where_treasure_cannot_go_below_zero() -> None:
    said = reach("red black", "blue white", "blue black")
    assert treasures(fold(marked(new()), *said)) == [-2, -1, -1]
    assert treasures(fold(marked(new(below_zero=False)), *said)) == [0, 0, 0]


def test_treasure_comes_with_colours_that_are_said_later() -> None:
    state = fold(new(2), *reach("red white", "green black"))
    assert treasures(state) == [0, 0]
    assert treasures(fold(state, took(1, "green", "red"))) == [0, 0]
    assert treasures(fold(state, took(1, "red", "pink"))) == [0, 1]


def test_outcome_waits_for_the_colours_of_all_seats() -> None:
    state = fold(new(2), took(0, "red", "blue"), *reach(*UP, "red great"))
    assert GAME.outcome(state) is None
    assert state.phase == "colours"
    assert [(a.event, a.can_wait) for a in GAME.awaits(state)] == [("colours_taken", False)]
    assert {move.type for move in GAME.legal(state)} == {"colours_taken"}
    assert GAME.outcome(fold(state, took(1, "red", "green"))) == Outcome(
        "great_white", (Standing(Seat(0), 1, 7, "shared"), Standing(Seat(1), 1, 7, "shared"))
    )


def test_ranks_skip_those_that_are_shared() -> None:
    outcome = GAME.outcome(fold(marked(new()), *reach("green white", *UP[1:], "blue great")))
    assert outcome == Outcome(
        "great_white",
        (Standing(Seat(1), 1, 8), Standing(Seat(0), 2, 7), Standing(Seat(2), 3, 0)),
    )


# ---- what is refused ----


SAID_ALL = fold(new(), *reach(*UP, "red great"))
"""The end was met, but no colours are known."""


def ended() -> State:
    return fold(marked(new()), *reach(*UP, "red great"))


@pytest.mark.parametrize(
    ("state", "event", "rule"),
    [
        pytest.param(new(), reached("red great"), Rule.NO_SCARAB_THERE, id="nothing scores there yet"),
        pytest.param(fold(new(), *reach(*UP)), reached("red white"), Rule.SCARAB_GONE, id="it is on top"),
        pytest.param(new(), reached("orange white"), Rule.NOT_A_COLOUR, id="no colour of this copy"),
        pytest.param(new(), moved("red 3"), Rule.NO_BOARD, id="no moves"),
        pytest.param(new(), read(red=3), Rule.NO_BOARD, id="no dice"),
        pytest.param(new(way="board"), reached("red white"), Rule.BOARD_FOLLOWED, id="moves say it"),
        pytest.param(new(), took(3, "red", "blue"), GameRule.NO_SUCH_SEAT, id="no such seat"),
        pytest.param(new(), took(0, "red", "red"), Rule.SAME_COLOUR, id="one colour twice"),
        pytest.param(new(), took(0, "red", "black"), Rule.NOT_A_COLOUR, id="marker that is not there"),
        pytest.param(
            fold(marked(new()), reached("red white")),
            took(0, "red", "pink"),
            Rule.COLOURS_FIXED,
            id="changing sides",
        ),
        pytest.param(ended(), reached("red great"), GameRule.OVER, id="over"),
        pytest.param(ended(), took(0, "red", "pink"), GameRule.OVER, id="colours after the end"),
        pytest.param(
            SAID_ALL, reached("red great"), Rule.ONLY_COLOURS_LEFT, id="the end was met"
        ),
        pytest.param(
            SAID_ALL, read(red=1), Rule.ONLY_COLOURS_LEFT, id="no dice after it"
        ),
        pytest.param(
            SAID_ALL, moved("red 1"), Rule.ONLY_COLOURS_LEFT, id="no move after it"
        ),
    ],
)  # fmt: skip
def test_refused(state: State, event: object, rule: Rule) -> None:
    assert refusal(state, event) is rule  # type: ignore[arg-type]


def test_colours_may_be_said_anew_until_something_was_scored() -> None:
    state = fold(new(2), took(0, "red", "blue"), took(0, "green", "pink"))
    assert state.markers == ((Colour.GREEN, Colour.PINK), None)


def test_press_means_nothing_here() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.pressed(new(), Press(Seat(0), 5))
    assert caught.value.code is GameRule.NO_RACE


@pytest.mark.parametrize(("seats", "first"), [(1, 0), (7, 0), (3, 3), (3, -1)])
def test_table_that_cannot_play_is_refused(seats: int, first: int) -> None:
    with pytest.raises(IllegalMoveError):
        new(seats, first)


# ---- what is told ----


def test_colours_are_asked_first_and_can_wait() -> None:
    colours = new().colours
    assert GAME.awaits(new(first=1)) == (
        Await(
            "colours_taken",
            asked=(Asked("seat", (1, 2, 0)), Asked("first", colours), Asked("second", colours)),
            can_wait=True,
        ),
        Await("reached", asked=(Asked("colour", colours), Asked("place", (Place.WHITE, Place.BLACK)))),
    )


def test_second_colour_is_another_one() -> None:
    awaited = GAME.awaits(new())[0]
    assert GAME.narrowed(new(), awaited, {"seat": 0, "first": "blue"})[2].choices == (
        "red", "yellow", "green", "pink", "white",
    )  # fmt: skip
    reaching = GAME.awaits(new())[1]
    assert GAME.narrowed(new(), reaching, {"colour": "red"}) == reaching.asked


def test_great_chamber_is_asked_only_when_a_scarab_is_there() -> None:
    awaited = GAME.awaits(fold(marked(new()), *reach(*DOWN)))
    assert [a.by for a in awaited] == [By.ENTRY]
    assert awaited[0].asked[1].choices == (Place.WHITE, Place.GREAT)


def test_lights_show_how_far_the_scarabs_have_come() -> None:
    state = fold(marked(new()), *reach(*DOWN, "red white"))
    assert GAME.glance(state) == Glance(Stage.TURN, arcs=(Arc(Tone.LIGHT, 2, 7), Arc(Tone.DARK, 7, 7)))
    assert GAME.glance(ended()).stage is Stage.OVER


def test_nothing_was_last_before_the_first_scoring() -> None:
    assert GAME.view(new(), None)["last"] is None


def test_scorings_are_counted_and_seen() -> None:
    state = fold(marked(new()), *reach("red white", "blue black"))
    view = GAME.view(state, None)
    assert GAME.round_number(state) == view["round"] == 3
    assert (view["turn"], view["board"], view["dice"], view["researchers"]) == (None, None, [], [])
    assert view["last"] == {
        "round": 2, "seat": None, "colour": "blue", "pips": None, "space": None,
        "scored": [{"colour": "blue", "scarab": "black", "value": -1, "scores_for": [0, 1]}],
    }  # fmt: skip
    seats = view["seats"]
    assert isinstance(seats, list)
    assert seats[0] == {
        "seat": 0, "score": 0, "colours": ["red", "blue"],
        "lines": [
            {"round": 1, "colour": "red", "scarab": "white", "points": 1},
            {"round": 2, "colour": "blue", "scarab": "black", "points": -1},
        ],
    }  # fmt: skip


def test_seat_says_only_its_own_colours_and_anyone_what_lies_on_the_table() -> None:
    state = new()
    assert GAME.is_open_to(state, Seat(1), took(1, "red", "blue"))
    assert not GAME.is_open_to(state, Seat(0), took(1, "red", "blue"))
    assert GAME.is_open_to(state, Seat(0), reached("red white"))
    assert [GAME.whose(state, e) for e in (took(1, "red", "blue"), reached("red white"))] == [1, None]


@pytest.mark.parametrize(
    ("way", "profile", "expected"),
    [
        ("scarabs", {}, ("colours", "chambers")),
        ("scarabs", {"white": [1, 2], "black": [-1, -2]}, ("colours",)),
        ("scarabs", {"colours": ["red", "pink"], "white": [1, 2]}, ("chambers",)),
        ("board", {"white": [1, 2], "black": [-1, -2]}, ("colours", "board", "faces")),
        ("board", {"faces": [1, 2, 3]}, ("colours", "board")),
    ],
)
def test_what_was_not_read_off_the_copy_is_named(
    way: str, profile: dict[str, object], expected: object
) -> None:
    assert GAME.stand_ins(new(profile=profile, way=way)) == expected


def test_values_of_the_copy_count() -> None:
    state = marked(new(profile={"white": [2, 5], "black": [-3]}))
    assert treasures(fold(state, *reach("blue white", "blue white", "green black", "red great"))) == [
        7,
        4,
        0,
    ]


def test_who_starts_matters_only_where_the_board_is_followed() -> None:
    assert [GAME.has_start_seat(Options(way=way)) for way in Way] == [False, True]


def test_colours_are_asked_first_and_once_something_was_reached_last() -> None:
    state = new(2)
    assert [a.event for a in GAME.awaits(state)] == ["colours_taken", "reached"]
    state = fold(state, took(0, "red", "blue"), *reach("red white"))
    assert [a.event for a in GAME.awaits(state)] == ["reached", "colours_taken"]

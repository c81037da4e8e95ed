"""The sheet way: cards are counted, people say what they covered, and what that is worth."""

from enum import StrEnum
from typing import Any

import pytest

from rules.core import Arc, Asked, By, Glance, Press, Seat, Stage, Standing, Tone
from rules.errors import IllegalMoveError
from rules.refusals import GameRule
from rules.silver_gold_pyramids.events import (
    CardCalled,
    CardDealt,
    CardTurned,
    Colour,
    Counted,
    Covered,
    Marked,
    Readied,
    Rule,
    What,
)
from rules.silver_gold_pyramids.scoring import Line, bonuses, bonuses_left, lines
from tests.rules.silver_gold_pyramids.play import (
    GAME,
    cover,
    dealt,
    fold,
    keep,
    new,
    read,
    refusal,
    scores,
    take,
    turned,
    turned_to,
)


def said(*told: tuple[int, int, str], seats: int = 2, **options: Any) -> Any:
    """Give the state after seats said something with some cards: (moment, seat, what)."""
    state = new(seats, **options)
    for moment, seat, what in told:
        state = cover(turned_to(state, moment), seat, what)
    return state


# ---- cards ----


def test_seven_cards_make_a_round_and_four_rounds_the_game() -> None:
    state = new()
    places = []
    while state.next is not None:
        places.append(state.next)
        state = fold(state, CardTurned(*state.next))
    assert (GAME.round_number(new()), GAME.round_number(state)) == (1, 4)
    assert places == [(r, c) for r in range(1, 5) for c in range(1, 8)]
    assert refusal(state, CardTurned(4, 7)) is Rule.OTHER_CARD


def test_two_who_turn_the_same_card_count_it_once() -> None:
    state = turned(new(), None)
    assert refusal(state, CardTurned(1, 1)) is Rule.OTHER_CARD
    assert refusal(state, CardTurned(1, 3)) is Rule.OTHER_CARD


def test_shape_comes_once_a_round() -> None:
    state = turned(new(), "i2", None, "o4")
    assert refusal(state, CardTurned(1, 4, "i2")) is Rule.SHAPE_SHOWN
    assert state.shapes_left == ("i3", "v3", "i4", "l4", "s4", "t4")
    assert "i2" in turned_to(state, 7).shapes_left


def test_shape_that_no_card_has_is_refused() -> None:
    assert refusal(new(), CardTurned(1, 1, "x9")) is Rule.NO_SUCH_SHAPE


def test_table_deals_only_what_was_called_for() -> None:
    state = new(exploration="dealt")
    assert refusal(state, CardDealt(1, 1, "i2")) is Rule.NOT_DEALT
    called = fold(state, CardCalled(1, 1))
    assert refusal(called, CardCalled(1, 1)) is Rule.OTHER_CARD
    assert refusal(called, CardDealt(1, 2, "i2")) is Rule.OTHER_CARD
    assert GAME.legal(called) == ()
    assert fold(called, CardDealt(1, 1, "i2")).shown == ("i2",)


def test_chance_can_bring_what_is_left_of_the_eight() -> None:
    state = dealt(dealt(new(exploration="dealt"), "i2"), "t4")
    (awaited,) = [a for a in GAME.awaits(fold(state, CardCalled(1, 3))) if a.by is By.CHANCE]
    assert awaited.asked[0].choices == ("i3", "v3", "i4", "l4", "o4", "s4")


@pytest.mark.parametrize(
    ("exploration", "event"),
    [("turned", CardCalled(1, 1)), ("dealt", CardTurned(1, 1))],
    ids=["call", "turn"],
)
def test_cards_come_as_the_table_has_chosen(exploration: str, event: Any) -> None:
    assert refusal(new(exploration=exploration), event) is Rule.OTHER_WAY


def test_score_counts_after_the_last_card_and_then_nothing_is_said() -> None:
    assert refusal(turned_to(new(), 27), Counted()) is Rule.CARDS_LEFT
    over = fold(turned_to(new(), 28), Counted())
    assert refusal(over, Counted()) is GameRule.OVER
    assert GAME.glance(over) == Glance(Stage.OVER)


# ---- what is said ----


def test_potion_erases_two_skulls_and_no_more_than_there_are() -> None:
    state = cover(turned(new(said="at_once"), None), 0, "skull", 3)
    assert [state.sheet(Seat(0)).skulls] == [3]
    once = cover(state, 0, "potion")
    twice = cover(once, 0, "potion")
    assert (once.sheet(Seat(0)).skulls, twice.sheet(Seat(0)).skulls) == (1, 0)


def test_torch_counts_once_a_round() -> None:
    state = said((1, 0, "torch"), (2, 0, "torch"), (8, 0, "torch"))
    assert state.sheet(Seat(0)).torches == (1, 2)
    assert lines(state, Seat(0)) == (Line("torch", 2, 10),)


def test_sheet_that_is_read_stands_whatever_was_said_before() -> None:
    state = cover(turned(new(), None), 0, "ruby", 2)
    after = fold(turned_to(state, 8), read(0, 1, 5, 4, 3), read(0, 2, 6, 4, 1))
    sheet = after.sheet(Seat(0))
    assert (sheet.rubies, sheet.emeralds, sheet.skulls, sheet.read) == (6, 4, 1, 2)
    assert refusal(after, read(0, 1, 5, 4, 3)) is Rule.READ_LATER


def test_nothing_is_said_of_cards_to_come() -> None:
    state = turned(new(), None)
    assert refusal(state, Covered(Seat(0), 1, 2, What.RUBY)) is Rule.NOT_SHOWN
    assert refusal(state, read(0, 2)) is Rule.NOT_SHOWN


def test_seat_that_is_not_there_says_nothing() -> None:
    assert refusal(turned(new(), None), Covered(Seat(2), 1, 1, What.RUBY)) is GameRule.NO_SUCH_SEAT


def test_squares_and_cards_are_not_followed() -> None:
    state = turned(new(), "i2")
    for event in (Marked(Seat(0), 1, 1, 1, "a1"), keep(0, 1, 2), take(0, 1)):
        assert refusal(state, event) is Rule.OTHER_WAY


def test_nobody_refuses_what_another_says_at_the_same_moment() -> None:
    state = turned(new(3), None)
    late = Covered(Seat(2), 1, 1, What.TOMB_GREEN)
    others = fold(state, Covered(Seat(0), 1, 1, What.TOMB_GREEN), read(1, 1), CardTurned(1, 2))
    assert fold(turned_to(others, 9), late).sheet(Seat(2)).tombs == fold(state, late).sheet(Seat(2)).tombs
    assert [n for n in range(6) if GAME.is_meant_for(turned_to(others, 15), n)] == [1, 2, 3]


# ---- points ----


@pytest.mark.parametrize(
    ("pairs", "gems", "points"),
    [
        ("mixed", (5, 3), 3 * 5 + 2),
        ("mixed", (0, 4), 4),
        ("mixed", (2, 2), 10),
        ("alike", (5, 3), 2 * 5 + 1 + 5 + 1),
        ("alike", (0, 4), 10),
        ("alike", (1, 1), 2),
    ],
)
def test_pairs_bring_five_and_single_gems_one(pairs: str, gems: tuple[int, int], points: int) -> None:
    state = fold(turned(new(pairs=pairs), None), read(0, 1, *gems))
    assert scores(state) == [points, 0]


@pytest.mark.parametrize(("skulls", "lost"), [(0, 0), (1, 1), (4, 6), (10, 25), (30, 25)])
def test_house_skulls(skulls: int, lost: int) -> None:
    assert scores(fold(turned(new(), None), read(1, 1, skulls=skulls))) == [0, -lost]


@pytest.mark.parametrize(("skulls", "lost"), [(1, 2), (2, 7), (3, 7)])
def test_printed_skulls_come_before_our_own(skulls: int, lost: int) -> None:
    state = new(profile={"name": "x", "skulls": [0, 2, 7]})
    assert scores(fold(turned(state, None), read(0, 1, skulls=skulls))) == [-lost, 0]


def test_second_fourth_and_sixth_tomb_of_a_colour_bring_the_highest_bonus_left() -> None:
    told = [(moment, 0, "tomb_green") for moment in range(1, 8)]
    state = said(*told)
    assert [(b.nth, b.moment, b.points) for b in bonuses(state)] == [(2, 2, 6), (4, 4, 4), (6, 6, 2)]
    assert bonuses_left(state, Colour.GREEN) == ()
    assert scores(state) == [7 * 10 + 12, 0]


def test_bonuses_run_out() -> None:
    told = [(m, seat, "tomb_green") for m in range(1, 5) for seat in range(2)]
    state = said(*told, profile={"name": "x", "green": [3]})
    assert [(b.seat, b.points) for b in bonuses(state)] == [(0, 3), (1, 3), (0, 0), (1, 0)]


def test_bonuses_of_one_colour_leave_the_others() -> None:
    state = said((1, 0, "tomb_green"), (2, 0, "tomb_green"), (3, 0, "tomb_purple"), (4, 0, "tomb_orange"))
    assert [bonuses_left(state, colour) for colour in Colour] == [(4, 2), (6, 4, 2), (6, 4, 2)]


SAME = ((1, 0, "tomb_green"), (1, 1, "tomb_green"), (3, 1, "tomb_green"), (3, 0, "tomb_green"))


@pytest.mark.parametrize(
    ("same_moment", "first", "expected"),
    [
        ("both", 0, [6, 6]),
        ("clockwise", 0, [6, 4]),
        ("clockwise", 1, [4, 6]),
    ],
)
def test_who_gets_a_bonus_that_two_reach_with_one_card(
    same_moment: str, first: int, expected: list[int]
) -> None:
    state = said(*SAME, first=first, same_moment=same_moment)
    assert [sum(b.points for b in bonuses(state) if b.seat == seat) for seat in (0, 1)] == expected
    assert bonuses_left(state, Colour.GREEN) == ((4, 2) if same_moment == "both" else (2,))


def test_tomb_that_is_said_late_counts_from_its_card() -> None:
    state = said((1, 0, "tomb_green"), (2, 1, "tomb_green"), (3, 0, "tomb_green"))
    state = cover(turned_to(state, 9), 1, "tomb_green", moment=2)
    assert [(b.seat, b.points) for b in bonuses(state)] == [(1, 6), (0, 4)]


def test_table_can_play_without_bonuses() -> None:
    state = said((1, 0, "tomb_green"), (2, 0, "tomb_green"), bonuses=False)
    assert (scores(state), GAME.view(state, None)["bonuses"]) == ([20, 0], [])


def test_equal_scores_share_their_place() -> None:
    state = fold(turned_to(new(3), 28), read(1, 4, 3), Counted())
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.standings == (
        Standing(Seat(1), 1, 3),
        Standing(Seat(0), 2, 0, "shared"),
        Standing(Seat(2), 2, 0, "shared"),
    )


# ---- pressing when done ----


def test_press_says_done_with_the_card_shown() -> None:
    state = turned(new(ready=True), None)
    event = GAME.pressed(state, Press(Seat(1), 40))
    assert event == Readied(Seat(1), 1, 1, 40)
    after = fold(state, event)
    assert refusal(after, event) is Rule.ALREADY_READY
    assert [a.seats for a in GAME.awaits(after) if a.by is By.PRESS] == [(Seat(0),)]
    assert GAME.legal(turned(after, None))


def test_nobody_waits_for_a_press() -> None:
    state = turned(new(ready=True), None)
    assert all(a.can_wait for a in GAME.awaits(state) if a.by is By.PRESS)
    all_done = fold(state, Readied(Seat(0), 1, 1, 1), Readied(Seat(1), 1, 1, 2))
    assert not [a for a in GAME.awaits(all_done) if a.by is By.PRESS]


@pytest.mark.parametrize(
    ("ready", "shown", "code"), [(False, 1, GameRule.NO_RACE), (True, 0, Rule.NOT_SHOWN)]
)
def test_press_that_means_nothing_is_answered(ready: bool, shown: int, code: StrEnum) -> None:
    state = turned_to(new(ready=ready), shown)
    with pytest.raises(IllegalMoveError) as caught:
        GAME.pressed(state, Press(Seat(0), 1))
    assert caught.value.code is code
    assert refusal(state, Readied(Seat(0), 1, 1, 1)) is code


# ---- what is asked and shown ----


def asked(state: Any) -> list[tuple[str, dict[str, object], list[str]]]:
    return [(a.event, dict(a.given), [f.field for f in a.asked]) for a in GAME.awaits(state)]


def test_only_the_next_card_is_awaited_at_first() -> None:
    assert asked(new()) == [("card_turned", {"round": 1, "card": 1}, [])]


def test_what_was_covered_is_said_for_the_card_shown_unless_another_is_named() -> None:
    covered = next(a for a in GAME.awaits(turned_to(new(), 9)) if a.event == "covered")
    assert covered.asked[2] == Asked("card", (1, 2), usual=2)


def test_sheets_are_asked_for_when_a_round_is_over() -> None:
    assert asked(fold(turned_to(new(), 7), read(0, 1))) == [
        ("sheet_read", {"seat": 1, "round": 1}, ["rubies", "emeralds", "skulls"]),
        ("covered", {"round": 1}, ["seat", "what", "card"]),
        ("card_turned", {"round": 2, "card": 1}, []),
    ]
    assert [event for event, *_ in asked(turned_to(new(said="at_once"), 7))] == ["covered", "card_turned"]


def test_where_sheets_are_read_only_tombs_and_torches_are_asked_for_at_once() -> None:
    choices = {
        said: next(a for a in GAME.awaits(turned(new(said=said), None)) if a.event == "covered")
        .asked[1]
        .choices
        for said in ("round", "at_once")
    }
    assert choices == {
        "round": ("torch", "tomb_green", "tomb_purple", "tomb_orange"),
        "at_once": tuple(What),
    }


def test_more_gems_than_a_sheet_has_can_still_be_read() -> None:
    state = turned_to(new(), 7)
    for _ in range(5):
        state = cover(state, 0, "ruby", 9)
    awaited = next(a for a in GAME.awaits(state) if a.event == "sheet_read")
    assert awaited.asked[0].choices == (40,)


def test_sheet_is_asked_for_with_what_is_known_of_it() -> None:
    state = cover(cover(turned_to(new(), 7), 0, "emerald", 2), 0, "skull", 3)
    awaited = next(a for a in GAME.awaits(state) if a.event == "sheet_read")
    assert [(a.usual, a.choices[0]) for a in awaited.asked] == [(0, 0), (2, 2), (3, 0)]


def test_glance_shows_how_far_the_game_is_and_the_shape() -> None:
    state = turned_to(new(), 11)
    arcs = (Arc(Tone.LIGHT, 4, 7), Arc(Tone.DARK, 2, 4))
    assert GAME.glance(state) == Glance(Stage.TURN, arcs=arcs, cells=((0, 0), (0, 1), (0, 2), (0, 3)))
    before = (Arc(Tone.LIGHT, 0, 7), Arc(Tone.DARK, 1, 4))
    assert GAME.glance(new()) == Glance(Stage.TURN, arcs=before)
    assert GAME.glance(turned(new(), None)).cells == ()


@pytest.mark.parametrize(
    ("options", "profile", "expected"),
    [
        ({}, {}, ("bonuses", "skulls")),
        ({"bonuses": False}, {"skulls": [0, 1]}, ()),
        ({}, {"green": [1], "purple": [1], "orange": [1]}, ("skulls",)),
        ({"exploration": "dealt"}, {}, ("bonuses", "shapes", "skulls")),
        ({"way": "cards"}, {}, ("bonuses", "cards", "shapes", "skulls")),
    ],
)
def test_what_is_our_own_is_named(options: Any, profile: Any, expected: tuple[str, ...]) -> None:
    assert GAME.stand_ins(new(profile={"name": "x", **profile}, **options)) == expected


def test_every_seat_and_spectators_see_the_same() -> None:
    state = said((3, 0, "tomb_green"), (3, 1, "skull"))
    assert GAME.view(state, Seat(0)) == GAME.view(state, Seat(1)) == GAME.view(state, None)


def test_view_tells_each_tomb_and_what_it_brought() -> None:
    state = said((9, 0, "tomb_green"), (10, 0, "tomb_orange"))
    state = cover(state, 0, "tomb_green", moment=2)
    seats: Any = GAME.view(state, None)["seats"]
    assert seats[0]["tombs"] == [
        {"round": 1, "card": 2, "colour": "green", "bonus": None},
        {"round": 2, "card": 2, "colour": "green", "bonus": 6},
        {"round": 2, "card": 3, "colour": "orange", "bonus": None},
    ]
    assert seats[0]["lines"] == [
        {"what": "tomb", "count": 3, "points": 30},
        {"what": "bonus", "count": 1, "points": 6, "colour": "green", "nth": 2},
    ]


@pytest.mark.parametrize(
    ("event", "is_open"),
    [
        (CardTurned(1, 1), True),
        (Covered(Seat(1), 1, 1, What.RUBY), True),
        (Covered(Seat(0), 1, 1, What.RUBY), False),
        (Counted(), False),
        (CardDealt(1, 1, "i2"), False),
    ],
    ids=lambda value: getattr(value, "type", str(value)),
)
def test_seat_speaks_for_itself_and_the_host_counts(event: Any, is_open: bool) -> None:
    assert GAME.is_open_to(new(), Seat(1), event) is is_open

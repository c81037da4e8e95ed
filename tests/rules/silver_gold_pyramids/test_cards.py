"""The cards way: where a shape may be marked, what it covers, and who takes which pyramid."""

from dataclasses import replace
from typing import Any, Final

import pytest

from rules.core import By, Group, Press, Seat
from rules.errors import IllegalMoveError
from rules.refusals import GameRule
from rules.silver_gold_pyramids.events import CardTurned, Counted, Covered, Readied, Rule, What
from rules.silver_gold_pyramids.state import Board, Phase, Tomb
from tests.rules.silver_gold_pyramids.play import (
    EMPTY,
    GAME,
    deal,
    drawn,
    fold,
    keep,
    mark,
    marked,
    new,
    on_cards,
    read,
    refusal,
    scores,
    take,
    turned,
    turned_to,
)

A, B = Seat(0), Seat(1)
WALLED = drawn(*["....."] * 5, walls={(0, 1): "|", (3, 2): "-"})
"""A wall right of the entrance, and one under b2."""


def spots(state: Any, seat: int = 0, pyramid: int = 1) -> list[str]:
    """List what the view offers a seat on a pyramid with the oldest card that it has not marked."""
    seats: Any = GAME.view(state, None)["seats"]
    return [s["spot"] for s in seats[seat]["to_mark"][0]["spots"] if s["pyramid"] == pyramid]


# ---- squares ----


def test_first_square_of_a_card_is_the_entrance() -> None:
    state = turned(on_cards(EMPTY), "i2")
    assert spots(state) == ["a1.0", "a1.1", "a1"]
    assert refusal(state, marked(state, 0, 1, "b1.0")) is Rule.ENTRANCE_FIRST


def test_shape_goes_on_from_what_is_marked() -> None:
    state = turned(mark(turned(on_cards(EMPTY), "i2"), 0, 1, "a1.1"), "i3")
    assert state.sheet(A).boards[0] == Board(1, (0, 5))
    assert {"b1.0", "b2.0", "a3.0", "a3.1", "b1.1"} <= set(spots(state))
    assert refusal(state, marked(state, 0, 1, "c1.0")) is Rule.NOT_CONNECTED
    assert refusal(state, marked(state, 0, 1, "a2.1")) is Rule.SQUARE_MARKED
    assert refusal(state, marked(state, 0, 1, "d1.0")) is Rule.OFF_THE_CARD


@pytest.mark.parametrize(
    ("spot", "code"),
    [
        ("a1.0", Rule.NOT_CONNECTED),
        ("f1", Rule.NO_SUCH_SPOT),
        ("a6", Rule.NO_SUCH_SPOT),
        ("a1.8", Rule.NO_SUCH_SPOT),
        ("a1.", Rule.NO_SUCH_SPOT),
        ("a1.2", Rule.TURN_NOT_ALLOWED),
    ],
)
def test_spot_that_can_not_be_marked_is_refused(spot: str, code: Rule) -> None:
    state = turned(on_cards(WALLED), "i2")
    assert refusal(state, marked(state, 0, 1, spot)) is code


def test_wall_between_two_squares_does_not_connect_them() -> None:
    state = turned(on_cards(WALLED), "i2")
    assert spots(state) == ["a1.1", "a1"]
    down = turned(mark(state, 0, 1, "a1.1"), "o4")
    assert spots(down) == ["b1.0", "b2.0", "a3.0", "b2", "a3"]
    assert refusal(down, marked(down, 0, 1, "b1")) is Rule.NOT_CONNECTED


@pytest.mark.parametrize("across_walls", [True, False])
def test_shape_that_goes_around_a_wall_may_lie_across_it(across_walls: bool) -> None:
    state = turned(on_cards(WALLED, across_walls=across_walls), "o4")
    if across_walls:
        assert mark(state, 0, 1, "a1.0").sheet(A).boards[0].marked == (0, 1, 5, 6)
    else:
        assert spots(state) == ["a1"]
        assert refusal(state, marked(state, 0, 1, "a1.0")) is Rule.ACROSS_A_WALL


@pytest.mark.parametrize(
    ("turning", "expected"),
    [
        ("free", ["a1.0", "a1.1", "a1.3", "a1.4", "a1.6", "a1.7"]),
        ("turned", ["a1.0", "a1.1", "a1.3"]),
        ("fixed", ["a1.0"]),
    ],
)
def test_how_a_shape_may_lie_is_an_option(turning: str, expected: list[str]) -> None:
    state = turned(on_cards(EMPTY, turning=turning, one_square=False), "l4")
    assert sorted(spots(state)) == sorted(expected)
    if turning == "fixed":
        assert refusal(state, marked(state, 0, 1, "a1.1")) is Rule.TURN_NOT_ALLOWED


def test_one_square_may_stand_in_for_a_shape() -> None:
    state = turned(on_cards(EMPTY), "i4")
    assert mark(state, 0, 1, "a1").sheet(A).boards[0].marked == (0,)
    strict = turned(on_cards(EMPTY, one_square=False), "i4")
    assert refusal(strict, marked(strict, 0, 1, "a1")) is Rule.NO_SINGLE


def test_seat_marks_once_a_card_and_on_its_own_pyramids() -> None:
    state = turned(on_cards(EMPTY), "i2")
    after = mark(state, 0, 1, "a1")
    assert refusal(after, marked(after, 0, 2, "a1")) is Rule.ALREADY_MARKED
    assert refusal(state, marked(state, 0, 3, "a1")) is Rule.NOT_YOURS
    assert refusal(state, marked(state, 0, 1, "a1", moment=2)) is Rule.NOT_SHOWN


def test_card_that_was_missed_is_made_good_in_its_turn() -> None:
    state = turned(on_cards(EMPTY), "i2", "o4", "i4")
    seats: Any = GAME.view(state, None)["seats"]
    assert [entry["card"] for entry in seats[0]["to_mark"]] == [2, 3]
    late = mark(state, 0, 1, "a1.0", moment=1)
    assert late.sheet(A).boards[0].marked == (0, 1)
    skipped = mark(late, 0, 1, "c1.1", moment=3)
    assert refusal(skipped, marked(skipped, 0, 1, "a2.0", moment=2)) is Rule.ALREADY_MARKED


# ---- symbols ----


def test_symbols_go_onto_the_sheet_by_themselves() -> None:
    card = drawn(".RETS", ".P...", ".....", ".....", ".....")
    state = mark(turned(on_cards(card), "i4"), 0, 1, "a1.0")
    state = mark(turned(state, "i2"), 0, 1, "e1.1")
    sheet = state.sheet(A)
    assert (sheet.rubies, sheet.emeralds, sheet.torches, sheet.skulls) == (1, 1, (1,), 1)
    assert mark(turned(state, "o4"), 0, 1, "a2.0").sheet(A).skulls == 0
    assert scores(state) == [5 + 5 - 1, 0]


def test_red_x_gives_a_square_on_either_card() -> None:
    state = mark(turned(on_cards(drawn(".X...", *["....."] * 4)), "i2"), 0, 1, "a1.0")
    assert state.sheet(A).extra == 1
    assert spots(state) == ["c1", "a2", "b2"]
    assert spots(state, pyramid=2) == ["a1"]
    assert refusal(state, marked(state, 0, 1, "a2.0")) is Rule.ONE_SQUARE_ONLY
    after = mark(state, 0, 2, "a1")
    assert (after.sheet(A).boards, after.sheet(A).extra) == ((Board(1, (0, 1)), Board(2, (0,))), 0)
    assert refusal(after, marked(after, 0, 1, "a2")) is Rule.ALREADY_MARKED


@pytest.mark.parametrize(("red_x_chain", "extra"), [(True, 1), (False, 0)])
def test_red_x_can_bring_another(red_x_chain: bool, extra: int) -> None:
    state = on_cards(drawn(".XX..", *["....."] * 4), red_x_chain=red_x_chain)
    state = mark(mark(turned(state, "i2"), 0, 1, "a1.0"), 0, 1, "c1")
    assert state.sheet(A).extra == extra


def test_two_red_x_at_once_give_two_squares() -> None:
    state = mark(turned(on_cards(drawn(".XX..", *["....."] * 4)), "i3"), 0, 1, "a1.0")
    assert state.sheet(A).extra == 2


def test_red_x_that_is_not_used_is_gone_with_the_next_card() -> None:
    state = mark(turned(on_cards(drawn(".X...", *["....."] * 4)), "i2"), 0, 1, "a1.0")
    state = turned(state, "o4")
    seats: Any = GAME.view(state, None)["seats"]
    assert [(e["card"], e["is_extra"]) for e in seats[0]["to_mark"]] == [(1, True), (2, False)]
    assert mark(state, 0, 1, "c1.0").sheet(A).extra == 0


def near_tomb(state: Any, seat: int, pyramid: int) -> Any:
    """Mark all of a pyramid but its two last squares."""
    sheet = state.sheet(Seat(seat))
    boards = tuple(replace(b, marked=tuple(range(23))) if b.pyramid == pyramid else b for b in sheet.boards)
    return state.with_sheet(Seat(seat), replace(sheet, boards=boards))


def test_red_x_that_finds_no_square_is_forgotten() -> None:
    state = near_tomb(on_cards(drawn(*["....."] * 4, "...X.")), 0, 1)
    both = mark(turned(state, "i2"), 0, 1, "d5.0")
    assert both.sheet(A).extra == 1
    alone = replace(state.sheet(A), boards=state.sheet(A).boards[:1])
    after = mark(turned(state.with_sheet(A, alone), "i2"), 0, 1, "d5.0")
    assert (after.sheet(A).boards, after.sheet(A).extra) == ((), 0)


def test_tomb_sets_the_pyramid_aside_and_earns_a_new_one() -> None:
    state = mark(turned(near_tomb(on_cards(EMPTY), 0, 1), "i2"), 0, 1, "d5.0")
    sheet = state.sheet(A)
    assert sheet.tombs == (Tomb(1, state.pyramids[1].colour),)
    assert ([b.pyramid for b in sheet.aside], [b.pyramid for b in sheet.boards]) == ([1], [2])
    assert scores(state) == [10, 0]
    after = fold(state, take(0, 7))
    assert [b.pyramid for b in after.sheet(A).boards] == [2, 7]
    assert refusal(after, take(0, 8)) is Rule.NOTHING_OWED


@pytest.mark.parametrize(
    ("pyramid", "code"),
    [(3, Rule.TAKEN), (1, Rule.TAKEN), (25, Rule.NO_SUCH_PYRAMID), (0, Rule.DECK_EMPTY)],
)
def test_pyramid_that_can_not_be_taken_is_refused(pyramid: int, code: Rule) -> None:
    state = mark(turned(near_tomb(on_cards(EMPTY), 0, 1), "i2"), 0, 1, "d5.0")
    assert refusal(state, take(0, pyramid)) is code


def test_sheets_are_not_said_where_squares_are_followed() -> None:
    state = turned(on_cards(EMPTY), "i2")
    assert refusal(state, Covered(A, 1, 1, What.RUBY)) is Rule.OTHER_WAY
    assert refusal(state, read(0, 1)) is Rule.OTHER_WAY
    assert refusal(state, CardTurned(1, 2)) is Rule.SHAPE_NEEDED


def test_press_never_says_done_where_squares_are_marked() -> None:
    """Who pushes a button there chooses who marks, and keeps the turn."""
    state = turned(on_cards(EMPTY, ready=True), "i2")
    assert not GAME.has_option(state.options, "ready")
    assert not [a for a in GAME.awaits(state) if a.by is By.PRESS]
    assert not [e for e in GAME.legal(state) if isinstance(e, Readied)]
    assert refusal(state, Readied(A, 1, 1, 5)) is GameRule.NO_RACE
    with pytest.raises(IllegalMoveError):
        GAME.pressed(state, Press(A, 5))


# ---- pyramids that the table deals ----

DEALT: Final[dict[str, Any]] = {"way": "cards"}
HANDS = deal(*range(1, 9))


def on_display(**options: Any) -> Any:
    """Deal two seats four each; they keep 1 2 and 5 6, and 9 10 11 12 lie on display."""
    state = fold(new(2, **DEALT, **options), HANDS, keep(0, 1, 2), keep(1, 5, 6))
    return fold(state, deal(9, 10, 11, 12))


def wanted(state: Any) -> tuple[Group, ...]:
    """Give what chance is to deal now."""
    awaits = [a for a in GAME.awaits(state) if a.by is By.CHANCE]
    return awaits[0].asked[0].groups if awaits else ()


def test_everybody_gets_four_keeps_two_and_four_lie_on_display() -> None:
    state = new(2, **DEALT)
    assert wanted(state) == (Group("deck", tuple(range(1, 49)), 8),)
    state = fold(state, HANDS)
    assert (state.phase, wanted(state)) == (Phase.KEEPING, ())
    assert refusal(state, CardTurned(1, 1, "i2")) is Rule.NOT_ALL_KEPT
    state = fold(state, keep(0, 4, 1))
    assert [b.pyramid for b in state.sheet(A).boards] == [4, 1]
    state = fold(state, keep(1, 5, 6))
    assert wanted(state)[0].room == 4
    assert {2, 3, 7, 8} < set(wanted(state)[0].choices)
    assert fold(state, deal(2, 9, 10, 11)).display == (2, 9, 10, 11)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (keep(0, 1, 5), Rule.NOT_IN_HAND),
        (keep(0, 9, 1), Rule.NOT_IN_HAND),
        (keep(0, 1, 1), Rule.TAKEN),
        (deal(9), Rule.NOT_DEALT),
    ],
    ids=["another's", "nobody's", "twice", "dealt"],
)
def test_hand_is_what_was_dealt(event: Any, code: Rule) -> None:
    assert refusal(fold(new(2, **DEALT), HANDS), event) is code


def test_hand_is_chosen_once() -> None:
    assert refusal(fold(new(2, **DEALT), HANDS, keep(0, 1, 2)), keep(0, 3, 4)) is Rule.ALREADY_KEPT


@pytest.mark.parametrize(
    "pyramids", [(1, 2, 3, 4, 5, 6, 7, 7), (1, 2, 3, 4, 5, 6, 7, 49)], ids=["twice", "none"]
)
def test_chance_brings_each_card_of_the_deck_once(pyramids: tuple[int, ...]) -> None:
    assert refusal(new(2, **DEALT), deal(*pyramids)) is Rule.TAKEN


def test_second_choice_leaves_out_the_first() -> None:
    state = fold(new(2, **DEALT), HANDS)
    awaited = GAME.awaits(state)[0]
    assert GAME.narrowed(state, awaited, {}) == awaited.asked
    assert GAME.narrowed(state, awaited, {"first": 3})[1].choices == (1, 2, 4)


def finished(*seats: int, **options: Any) -> Any:
    """Let seats reach a tomb with the first card."""
    state = on_display(**options)
    firsts = {0: 1, 1: 5}
    for seat in seats:
        state = near_tomb(state, seat, firsts[seat])
    state = turned(state, "i2")
    for seat in seats:
        sheet = state.sheet(Seat(seat))
        aside = Board(firsts[seat], tuple(range(25)))
        kept = tuple(b for b in sheet.boards if b.pyramid != firsts[seat])
        state = state.with_sheet(
            Seat(seat), replace(sheet, handled=1, boards=kept, aside=(aside,), owed=(state.moment,))
        )
    return state


def test_pyramid_taken_from_the_display_is_made_good_from_the_deck() -> None:
    state = fold(finished(0), take(0, 10))
    assert (state.display, wanted(state)[0].room) == ((9, 11, 12), 1)
    assert fold(state, deal(20)).display == (9, 11, 12, 20)


def test_pyramid_from_the_deck_is_drawn_for_who_took_it() -> None:
    state = fold(finished(0), take(0, 0))
    assert (wanted(state)[0].room, state.may_take) == (1, ())
    after = fold(state, deal(30))
    assert [b.pyramid for b in after.sheet(A).boards] == [2, 30]
    assert (after.draws, wanted(after)) == (None, ())


def test_clockwise_from_the_start_seat_who_finished_with_the_same_card_takes_first() -> None:
    state = finished(0, 1)
    assert state.may_take == (A,)
    assert refusal(state, take(1, 9)) is Rule.NOT_YOUR_TURN
    assert fold(state, take(0, 9)).may_take == (B,)
    assert turned(state, "i3").may_take == (A, B)
    assert finished(0, 1, taking="as_said").may_take == (A, B)


def test_seat_waits_for_one_before_it_that_may_still_finish_with_this_card() -> None:
    state = finished(1)
    assert state.may_take == ()
    assert mark(state, 0, 1, "a1").may_take == (B,)
    assert turned(state, "i3").may_take == (B,)


def test_nothing_is_taken_where_nothing_is_left() -> None:
    state = replace(finished(0), display=())
    boards = tuple(Board(n) for n in state.deck)
    state = state.with_sheet(B, replace(state.sheet(B), boards=(*state.sheet(B).boards, *boards)))
    assert (state.deck, state.may_take) == ((), ())
    assert not [a for a in GAME.awaits(state) if a.event == "pyramid_taken"]


def test_display_is_as_full_as_the_deck_allows() -> None:
    state = fold(finished(0), take(0, 10))
    boards = tuple(Board(n) for n in state.deck)
    state = state.with_sheet(B, replace(state.sheet(B), boards=(*state.sheet(B).boards, *boards)))
    assert wanted(state) == ()


# ---- what is asked and shown ----


def test_seats_that_may_take_are_asked_for_a_pyramid_of_the_display_or_the_deck() -> None:
    state = finished(0, 1)
    awaited = next(a for a in GAME.awaits(state) if a.event == "pyramid_taken")
    assert (awaited.seats, awaited.can_wait) == ((0,), True)
    assert [f.choices for f in awaited.asked] == [(0,), (0, 9, 10, 11, 12)]
    assert [m for m in GAME.legal(state) if m.type == "pyramid_taken"] == [
        take(0, n) for n in (0, 9, 10, 11, 12)
    ]


def test_marking_is_asked_for_seat_by_seat_and_narrowed() -> None:
    state = turned(on_cards(EMPTY), "i2")
    awaited = next(a for a in GAME.awaits(state) if a.event == "marked")
    assert [f.choices for f in awaited.asked] == [(0, 1), (1, 2, 3, 4), ("a1.0", "a1.1", "a1")]
    assert [f.choices for f in GAME.narrowed(state, awaited, {"seat": 1})][:2] == [(0, 1), (3, 4)]
    begun = turned(mark(state, 1, 3, "a1.0"), "i3")
    awaited = next(a for a in GAME.awaits(begun) if a.event == "marked")
    fields = GAME.narrowed(begun, awaited, {"seat": 1, "pyramid": 4})
    assert fields[2].choices == ("a1.0", "a1.1", "a1")


def test_shape_of_a_physical_card_is_asked_for() -> None:
    awaited = GAME.awaits(on_cards(EMPTY))[0]
    assert (awaited.event, awaited.asked[0].field, awaited.can_wait) == ("card_turned", "shape", False)


def test_when_all_have_marked_only_the_next_card_is_awaited() -> None:
    state = turned(on_cards(EMPTY), "i2")
    state = mark(mark(state, 0, 1, "a1"), 1, 3, "a1")
    assert [a.event for a in GAME.awaits(state)] == ["card_turned"]


def test_view_tells_walls_and_symbols_of_what_lies_open() -> None:
    card = drawn(".R...", *["....."] * 4, walls={(0, 1): "|", (3, 2): "-"})
    pyramids: Any = GAME.view(on_cards(card), None)["pyramids"]
    assert [p["pyramid"] for p in pyramids] == [1, 2, 3, 4]
    first = pyramids[0]
    assert (first["colour"], first["is_house"]) == ("green", False)
    assert [i for i, has in enumerate(first["right"]) if has] == [0]
    assert [i for i, has in enumerate(first["below"]) if has] == [6]
    assert {i: s for i, s in enumerate(first["squares"]) if s} == {1: "ruby"}


def test_nothing_is_offered_when_the_game_is_over() -> None:
    state = fold(turned_to(on_cards(EMPTY), 28), Counted())
    seats: Any = GAME.view(state, None)["seats"]
    assert seats[0]["to_mark"] == []

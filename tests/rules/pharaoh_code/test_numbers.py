"""Which number a claim may call, and who gets a tile that two called."""

from itertools import permutations
from typing import Any

import pytest

from rules.pharaoh_code.events import (
    Explained,
    Judged,
    LaidOut,
    NobodyFound,
    NumberCalled,
    PharaohCodeEvent,
    Rule,
    SandRanOut,
    Struck,
    Thrown,
    Voted,
)
from rules.pharaoh_code.state import Phase, State
from rules.pharaoh_code.tiles import TILES, Colour
from tests.rules.pharaoh_code.play import (
    FRESH,
    GAME,
    called,
    claim,
    claimed,
    fold,
    laid,
    new,
    numbers,
    played,
    refusal,
    rounds,
)


def test_number_is_called_during_the_sand_or_after_it() -> None:
    state = fold(claimed(0, 1), NumberCalled(0, 33), SandRanOut(31_000), NumberCalled(1, 22))
    assert numbers(state) == [(33, None), (22, None)]


def test_number_may_be_changed_until_the_verdict() -> None:
    state = fold(called(33, 22), NumberCalled(0, 27))
    assert numbers(state) == [(27, None), (22, None)]
    assert refusal(fold(state, Judged(0, True)), NumberCalled(0, 33)) is Rule.ALREADY_JUDGED


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_earlier_press_takes_the_tile_in_whatever_order_numbers_are_entered(order: tuple[int, ...]) -> None:
    wanted = {0: 33, 1: 33, 2: 22}
    state = claimed(0, 1, 2)
    for index in order:
        if index == 1 and numbers(state)[0][0] == 33:
            assert refusal(state, NumberCalled(1, 33)) is Rule.TILE_TAKEN
        else:
            state = fold(state, NumberCalled(index, wanted[index]))
    lost = None if order.index(0) < order.index(1) else 33
    assert numbers(state) == [(33, None), (None, lost), (22, None)]


def test_claim_that_lost_its_tile_calls_another() -> None:
    state = fold(claimed(0, 1), NumberCalled(1, 33), NumberCalled(0, 33), NumberCalled(1, 22))
    assert numbers(state) == [(33, None), (22, None)]


def test_claim_that_lost_its_tile_gets_it_once_the_earlier_one_calls_another() -> None:
    state = fold(claimed(0, 1), NumberCalled(1, 33), NumberCalled(0, 33), NumberCalled(0, 22))
    assert numbers(fold(state, NumberCalled(1, 33))) == [(22, None), (33, None)]


def test_claim_that_lost_its_tile_gets_it_once_the_earlier_one_is_struck() -> None:
    state = fold(claimed(0, 1), NumberCalled(1, 33), NumberCalled(0, 33), Struck(0), NumberCalled(1, 33))
    assert numbers(state) == [(33, None)]


def test_claim_that_lost_its_tile_is_not_judged() -> None:
    state = fold(claimed(0, 1, 2), NumberCalled(1, 33), NumberCalled(0, 33))
    assert refusal(state, Judged(1, True)) is Rule.NOTHING_CALLED


def test_judged_tile_is_not_taken_by_an_earlier_press() -> None:
    state = fold(called(33, 22), Judged(1, True))
    assert refusal(state, NumberCalled(0, 22)) is Rule.TILE_TAKEN


@pytest.mark.parametrize("number", [1, 2, 29, 34, 91])
def test_number_that_is_on_no_tile_is_refused(number: int) -> None:
    assert refusal(claimed(0), NumberCalled(0, number)) is Rule.NOT_A_TILE


def test_tile_of_an_earlier_round_is_gone_right_or_wrong() -> None:
    state = fold(played(new(), (0, 33, True), (1, 22, False)), claim(0, 500_000))
    assert refusal(state, NumberCalled(0, 33)) is Rule.TILE_GONE
    assert refusal(state, NumberCalled(0, 22)) is Rule.TILE_GONE


def test_struck_tile_stays_on_the_board() -> None:
    state = fold(called(33, 22), Struck(0), Judged(1, True), claim(0, 500_000))
    assert numbers(fold(state, NumberCalled(0, 33))) == [(33, None)]


@pytest.mark.parametrize(
    ("first", "another"),
    [
        pytest.param((49,), 64, id="one-black"),
        pytest.param((33, 70), 23, id="two-red"),
        pytest.param((19, 22, 27), 25, id="three-blue"),
        pytest.param((3, 4, 5, 6), 7, id="four-yellow"),
    ],
)
def test_row_gives_no_more_tiles_than_it_has_spaces(first: tuple[int, ...], another: int) -> None:
    state = claimed(*(0 for _ in first), 1, professional=True)
    state = fold(state, *(NumberCalled(i, n) for i, n in enumerate(first)))
    assert refusal(state, NumberCalled(len(first), another)) is Rule.ROW_EMPTY


def test_claim_may_call_another_of_its_own_row() -> None:
    assert numbers(fold(called(49), NumberCalled(0, 64))) == [(64, None)]


def test_earlier_claim_may_take_the_last_tile_of_a_row_from_a_later_one() -> None:
    state = fold(claimed(0, 1), NumberCalled(1, 49))
    assert refusal(state, NumberCalled(0, 64)) is Rule.ROW_EMPTY
    assert numbers(fold(state, NumberCalled(0, 49))) == [(49, None), (None, 49)]


def test_row_is_refilled_for_the_next_round() -> None:
    state = fold(played(new(), (0, 49, True)), claim(0, 500_000), NumberCalled(0, 64))
    assert numbers(state) == [(64, None)]


# ---- the layout ----

LAID = fold(new(way="layout"), laid(*FRESH))


def layout(*seats: int, state: State = LAID) -> State:
    return fold(state, *(claim(seat, 1000 * (i + 1)) for i, seat in enumerate(seats)))


def test_layout_is_not_followed_where_only_claims_are() -> None:
    assert refusal(new(), laid(49)) is Rule.NO_LAYOUT


def test_known_tiles_lie_in_their_rows() -> None:
    rows = {colour: LAID.face_up(colour) for colour in Colour}
    assert rows == {
        Colour.BLACK: (49,),
        Colour.RED: (33, 70),
        Colour.BLUE: (19, 22, 27),
        Colour.YELLOW: (3, 5, 16, 21),
    }


@pytest.mark.parametrize(
    ("state", "numbers", "rule"),
    [
        pytest.param(new(way="layout"), (49, 64), Rule.ROW_FULL, id="two-on-one-space"),
        pytest.param(LAID, (23,), Rule.ROW_FULL, id="row-full"),
        pytest.param(new(way="layout"), (33, 33), Rule.ALREADY_FACE_UP, id="one-tile-twice"),
        pytest.param(LAID, (33,), Rule.ALREADY_FACE_UP, id="there-already"),
        pytest.param(new(way="layout"), (34,), Rule.NOT_A_TILE, id="no-tile"),
        pytest.param(played(LAID, (0, 33, True)), (33,), Rule.TILE_GONE, id="taken-before"),
    ],
)
def test_tile_that_can_not_lie_there_is_refused(state: State, numbers: tuple[int, ...], rule: Rule) -> None:
    assert refusal(state, LaidOut(numbers)) is rule


def test_number_that_does_not_lie_there_is_refused_where_its_row_is_known() -> None:
    assert refusal(layout(0), NumberCalled(0, 23)) is Rule.NOT_FACE_UP


def test_number_is_believed_where_its_row_is_not_known_whole() -> None:
    state = layout(0, 1, state=fold(new(way="layout"), laid(33)))
    assert numbers(fold(state, NumberCalled(0, 23))) == [(23, None), (None, None)]


def test_called_number_counts_as_lying_there() -> None:
    state = fold(layout(0, 1, state=fold(new(way="layout"), laid(33))), NumberCalled(0, 23))
    assert state.face_up(Colour.RED) == (23, 33)
    assert refusal(state, NumberCalled(1, 70)) is Rule.NOT_FACE_UP
    assert refusal(state, laid(70)) is Rule.ROW_FULL


def test_called_number_may_be_corrected_to_another_of_a_row_that_is_not_known_whole() -> None:
    state = fold(layout(0, state=fold(new(way="layout"), laid(33))), NumberCalled(0, 23), NumberCalled(0, 70))
    assert numbers(state) == [(70, None)]
    assert state.face_up(Colour.RED) == (33, 70)


def test_only_the_gaps_are_asked_after_a_round() -> None:
    state = played(LAID, (0, 33, True), (1, 22, False))
    gaps = next(a for a in GAME.awaits(state) if a.event == LaidOut.type).asked[0].choices
    assert gaps == tuple(
        sorted(n for n, t in TILES.items() if t.colour in (Colour.RED, Colour.BLUE) and n not in FRESH)
    )


def test_gaps_say_how_many_there_are_and_of_how_many() -> None:
    asked = next(
        a for a in GAME.awaits(fold(new(way="layout"), laid(33, 49))) if a.event == LaidOut.type
    ).asked[0]
    assert (sum(group.room for group in asked.groups), asked.whole) == (8, 10)


def test_nothing_is_asked_of_a_layout_that_is_known() -> None:
    assert [a.event for a in GAME.awaits(LAID)] == ["thrown", "claimed", "dice_read", "nobody_found"]


def test_layout_stays_when_nobody_finds_anything() -> None:
    state = GAME.apply(LAID, NobodyFound())
    assert state.face_up(Colour.RED) == (33, 70)


# ---- what is listed is all there is ----

EVERY_MOVE: tuple[PharaohCodeEvent, ...] = (
    Thrown(),
    NobodyFound(),
    *(Struck(i) for i in range(5)),
    *(NumberCalled(i, n) for i in range(5) for n in (*TILES, 2, 99)),
    *(Judged(i, right) for i in range(5) for right in (True, False)),
    *(Voted(i, seat, right) for i in range(5) for seat in new(5).all_seats for right in (True, False)),
    *(LaidOut((n,)) for n in (*TILES, 2, 99)),
)


def is_accepted(state: State, event: PharaohCodeEvent) -> bool:
    try:
        GAME.apply(state, event)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(new(), id="start"),
        pytest.param(fold(new(), Thrown()), id="race"),
        pytest.param(claimed(0, 1), id="sand"),
        pytest.param(called(33, 22), id="judging"),
        pytest.param(fold(called(33, 22), Judged(1, True)), id="one-judged"),
        pytest.param(fold(called(33, 22, 49), NumberCalled(0, 49)), id="one-lost"),
        pytest.param(fold(claimed(0, 1, 2), Struck(1), NumberCalled(2, 49)), id="one-struck"),
        pytest.param(rounds(new(), [(0, 33, True), (1, 22, False)]), id="round-over"),
        pytest.param(fold(rounds(new(), [(0, 33, True)]), NobodyFound()), id="nobody"),
        pytest.param(claimed(0, 0, 1, professional=True), id="professional"),
        pytest.param(new(way="layout"), id="layout-unknown"),
        pytest.param(fold(layout(0, 1), NumberCalled(1, 33)), id="layout"),
        pytest.param(fold(called(33, 22, disputes="host"), Judged(1, True)), id="host-decides"),
        pytest.param(rounds(new(), *([(0, n, True)] for n in (49, 64, 84, 90))), id="over"),
    ],
)
def test_moves_that_are_accepted_are_those_listed(state: State) -> None:
    accepted = {event for event in EVERY_MOVE if is_accepted(state, event)}
    assert accepted == set(EVERY_MOVE) & set(GAME.legal(state))
    stamped = {"claimed", "timer_turned", "sand_ran_out"}
    assert {m.type for m in set(GAME.legal(state)) - accepted} <= stamped


@pytest.mark.parametrize("way", ["claims", "layout"])
def test_every_claim_has_a_number_left_to_call(way: str) -> None:
    state: Any = fold(new(way=way, professional=True))
    if way == "layout":
        state = fold(state, laid(*FRESH))
    state = fold(state, *(claim(i % 3, 1000 + i) for i in range(10)))
    assert state.phase is Phase.JUDGING
    for index, number in enumerate(FRESH):
        assert number in state.callable_numbers(index)
        state = fold(state, NumberCalled(index, number))
    assert state.callable_numbers(9) == (21,) if way == "layout" else 21 in state.callable_numbers(9)


def test_explained_number_needs_to_have_been_called() -> None:
    state = fold(claimed(0), SandRanOut(31_000))
    assert refusal(state, Explained(0, "5+2")) is Rule.NOTHING_CALLED

"""The throw, the race and its order, and the sand."""

from typing import Any

import pytest

from rules.core import DeadHeatRule, Press, PressMark, Seat
from rules.errors import IllegalMoveError
from rules.pharaoh_code.events import (
    LAST_CLAIM,
    Claimed,
    DeadHeatVoided,
    DiceRead,
    Judged,
    NobodyFound,
    NumberCalled,
    PharaohCodeEvent,
    Rule,
    SandRanOut,
    Struck,
    Thrown,
    TimerTurned,
)
from rules.pharaoh_code.state import Phase, Strike
from rules.refusals import GameRule
from tests.rules.pharaoh_code.play import (
    GAME,
    SOURCE_DICE,
    called,
    claim,
    claimed,
    claims,
    fold,
    new,
    now,
    played,
    refusal,
)

CLEAR, DEAD_HEAT, LATE = PressMark.CLEAR, PressMark.DEAD_HEAT, PressMark.LATE


def press(seat: int, pressed_ms: int, mark: PressMark = CLEAR) -> Press:
    return Press(Seat(seat), pressed_ms, mark)


# ---- the round ----


@pytest.mark.parametrize(
    ("events", "phase"),
    [
        pytest.param((), Phase.READY, id="at-the-start"),
        pytest.param((Thrown(),), Phase.RACE, id="thrown"),
        pytest.param((SOURCE_DICE,), Phase.RACE, id="dice-read"),
        pytest.param((claim(1, 0),), Phase.SAND, id="first-press-opens-the-race-too"),
        pytest.param((Thrown(), claim(1, 0)), Phase.SAND, id="claimed"),
        pytest.param((claim(1, 0), SandRanOut(30_000)), Phase.JUDGING, id="time-up"),
        pytest.param((claim(1, 0), claim(0, 0), claim(2, 0)), Phase.JUDGING, id="all-claimed"),
        pytest.param((claim(1, 0), Struck(0)), Phase.RACE, id="only-claim-struck"),
        pytest.param((claim(1, 0), SandRanOut(30_000), Struck(0)), Phase.RACE, id="struck-after-the-time"),
        pytest.param((claim(1, 0), claim(2, 0), Struck(0)), Phase.SAND, id="one-of-two-struck"),
        pytest.param(
            (claim(1, 0), claim(0, 0), claim(2, 0), Struck(2)), Phase.SAND, id="struck-seat-may-claim-again"
        ),
        pytest.param((NobodyFound(),), Phase.READY, id="nobody"),
    ],
)
def test_phase_follows_what_happened(events: tuple[PharaohCodeEvent, ...], phase: Phase) -> None:
    assert fold(new(), *events).phase is phase


@pytest.mark.parametrize(
    ("first", "rollers"),
    [pytest.param(0, [0, 1, 2, 0], id="first-seat"), pytest.param(2, [2, 0, 1, 2], id="last-seat")],
)
def test_roll_passes_to_the_left_whether_somebody_claimed_or_not(first: int, rollers: list[int]) -> None:
    state = fold(played(new(first=first), (1, 10, True)), NobodyFound())
    state = played(state, (0, 11, False))
    assert [r.roller for r in state.all_rounds] == rollers


@pytest.mark.parametrize(
    ("before", "rule"),
    [
        pytest.param((Thrown(),), Rule.ALREADY_THROWN, id="thrown"),
        pytest.param((SOURCE_DICE,), Rule.ALREADY_THROWN, id="dice-read"),
        pytest.param((claim(0, 0),), Rule.ALREADY_THROWN, id="claimed"),
    ],
)
def test_dice_are_thrown_once_a_round(before: tuple[PharaohCodeEvent, ...], rule: Rule) -> None:
    assert refusal(fold(new(), *before), Thrown()) is rule


def test_dice_may_be_entered_and_changed_until_a_claim_was_judged_with_them() -> None:
    state = fold(called(33, 22), SOURCE_DICE, DiceRead(2, 5, 10))
    assert now(state).dice == DiceRead(2, 5, 10)
    assert refusal(fold(state, Judged(0, True)), SOURCE_DICE) is Rule.DICE_FIXED


def test_dice_may_be_entered_after_a_verdict_that_was_given_without_them() -> None:
    assert now(fold(called(33, 22), Judged(0, True), SOURCE_DICE)).dice == SOURCE_DICE


def test_nobody_finds_anything_only_while_no_claim_stands() -> None:
    assert refusal(claimed(0), NobodyFound()) is Rule.CLAIMS_STAND


@pytest.mark.parametrize("first", [-1, 3])
def test_first_seat_must_sit_there(first: int) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        new(3, first)
    assert caught.value.code is GameRule.NO_SUCH_SEAT


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        new(seats)
    assert caught.value.code is GameRule.SEATS


# ---- claims ----


def test_claim_of_a_seat_that_is_not_there_is_refused() -> None:
    assert refusal(new(3), claim(3, 0)) is GameRule.NO_SUCH_SEAT


@pytest.mark.parametrize("pressed_ms", [2_000, 60_000])
def test_player_claims_one_tile_a_round_and_is_told_so_also_when_time_is_up(pressed_ms: int) -> None:
    assert refusal(claimed(1), claim(1, pressed_ms)) is Rule.ALREADY_CLAIMED


def test_who_has_claimed_is_told_so_while_claims_are_judged() -> None:
    assert refusal(fold(called(33, 22), Judged(0, True)), claim(0, 4_000)) is Rule.ALREADY_CLAIMED


def test_professional_who_claims_again_too_late_is_told_by_how_much() -> None:
    assert refusal(claimed(1, professional=True), claim(1, 60_000)) is Rule.TIME_UP


def test_professional_claims_several_tiles() -> None:
    state = claimed(1, 1, 2, 1, professional=True)
    assert [(c.index, c.seat) for c in claims(state)] == [(0, 1), (1, 1), (2, 2), (3, 1)]
    assert state.may_claim == (0, 1, 2)


def test_professionals_claim_no_more_tiles_than_lie_there() -> None:
    state = claimed(*(0, 1) * 5, professional=True)
    assert (state.phase, state.may_claim) == (Phase.JUDGING, ())
    assert refusal(state, claim(2, 10_000)) is Rule.ROW_EMPTY


def test_round_with_claims_beyond_naming_can_still_be_ended() -> None:
    state = new()
    for _ in range(LAST_CLAIM + 1):
        state = fold(state, claim(0, 0), Struck(now(state).next_index))
    assert (state.phase, state.may_claim) == (Phase.RACE, ())
    assert GAME.legal(state) == (NobodyFound(),)
    assert refusal(state, claim(0, 0)) is Rule.ROW_EMPTY


def test_nobody_claims_once_judging_began() -> None:
    state = fold(called(33, 22), Judged(0, True))
    assert refusal(state, claim(2, 4000)) is Rule.JUDGING_BEGAN


@pytest.mark.parametrize(
    ("presses", "rule"),
    [
        pytest.param([(0, 1000, CLEAR), (1, 1000, CLEAR)], None, id="same-stamp"),
        pytest.param([(0, 1000, CLEAR), (1, 1001, DEAD_HEAT)], None, id="drawn-later-stamp-second"),
        pytest.param([(0, 1001, CLEAR), (1, 1000, DEAD_HEAT)], None, id="drawn-earlier-stamp-second"),
        pytest.param([(0, 1000, CLEAR), (1, 988, LATE)], None, id="late-by-network"),
        pytest.param([(0, 1000, CLEAR), (1, 988, LATE), (2, 1000, CLEAR)], None, id="clear-after-late"),
        pytest.param([(0, 1000, CLEAR), (1, 999, CLEAR)], Rule.NOT_IN_ORDER, id="before-the-announced"),
        pytest.param(
            [(0, 1000, CLEAR), (1, 988, LATE), (2, 990, CLEAR)], Rule.NOT_IN_ORDER, id="before-the-latest"
        ),
        pytest.param([(0, 1000, CLEAR), (1, 1001, LATE)], Rule.NOT_IN_ORDER, id="late-but-after-all"),
        pytest.param([(0, 1000, LATE)], Rule.NOT_IN_ORDER, id="late-and-first"),
        pytest.param([(0, 1000, DEAD_HEAT)], Rule.NOT_A_DEAD_HEAT, id="drawn-with-nobody"),
        pytest.param([(0, 1000, CLEAR), (1, 1002, DEAD_HEAT)], Rule.NOT_A_DEAD_HEAT, id="drawn-two-ms-later"),
        pytest.param([(0, 1000, CLEAR), (1, 998, DEAD_HEAT)], Rule.NOT_A_DEAD_HEAT, id="drawn-two-ms-before"),
    ],
)
def test_claims_come_in_the_announced_order(
    presses: list[tuple[int, int, PressMark]], rule: Rule | None
) -> None:
    *before, last = (claim(*one) for one in presses)
    state = fold(new(), *before)
    if rule is None:
        assert [(c.seat, c.pressed_ms, c.mark) for c in claims(fold(state, last))] == presses
    else:
        assert refusal(state, last) is rule


@pytest.mark.parametrize(
    ("pressed", "meant"),
    [
        pytest.param(press(2, 3000), claim(2, 3000), id="clear"),
        pytest.param(press(2, 2001, DEAD_HEAT), claim(2, 2001, DEAD_HEAT), id="drawn-with-the-last-claim"),
        pytest.param(press(2, 3000, DEAD_HEAT), claim(2, 3000), id="drawn-with-a-press-that-did-not-count"),
        pytest.param(press(2, 1500, LATE), claim(2, 1500, LATE), id="late"),
        pytest.param(press(2, 1500), claim(2, 1500, LATE), id="late-without-knowing"),
        pytest.param(press(2, 2500, LATE), claim(2, 2500), id="late-after-a-press-that-did-not-count"),
    ],
)
def test_press_means_a_claim_marked_by_the_claims_that_stand(pressed: Press, meant: Claimed) -> None:
    state = claimed(0, 1)
    assert GAME.pressed(state, pressed) == meant
    assert len(claims(fold(state, meant))) == 3


def test_press_after_the_end_is_refused_as_one() -> None:
    state = new()
    for seat, number in ((0, 49), (1, 64), (0, 84), (1, 90)):
        state = played(state, (seat, number, True))
    assert refusal(state, GAME.pressed(state, press(0, 10**6))) is GameRule.OVER


# ---- the sand ----


@pytest.mark.parametrize(
    ("pressed_ms", "is_in_time"),
    [
        pytest.param(30_999, True, id="just-before"),
        pytest.param(31_000, True, id="at-the-deadline"),
        pytest.param(31_001, False, id="just-after"),
    ],
)
@pytest.mark.parametrize(
    "is_told", [pytest.param(False, id="unannounced"), pytest.param(True, id="announced")]
)
def test_stamp_decides_whether_a_press_was_in_time(pressed_ms: int, is_in_time: bool, is_told: bool) -> None:
    state = claimed(0)
    if is_told:
        state = fold(state, SandRanOut(31_030))
    if is_in_time:
        assert len(claims(fold(state, claim(1, pressed_ms)))) == 2
    else:
        assert refusal(state, claim(1, pressed_ms)) is Rule.TIME_UP


def test_refusal_of_a_late_press_says_by_how_much() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        fold(claimed(0), claim(1, 31_080))
    assert (caught.value.message, dict(caught.value.params)) == ("time was up 80 ms before", {"late_ms": 80})


@pytest.mark.parametrize(
    ("state", "at_ms", "rule"),
    [
        pytest.param(claimed(0), 30_999, Rule.TIME_LEFT, id="too-early"),
        pytest.param(new(), 0, Rule.NO_SAND, id="no-sand"),
        pytest.param(fold(claimed(0), SandRanOut(31_000)), 31_000, Rule.NO_SAND, id="twice"),
        pytest.param(fold(claimed(0), Struck(0)), 31_000, Rule.NO_SAND, id="stopped-by-a-strike"),
    ],
)
def test_sand_runs_out_once_and_not_before_its_time(state: Any, at_ms: int, rule: Rule) -> None:
    assert refusal(state, SandRanOut(at_ms)) is rule


def test_sand_lasts_as_long_as_the_table_settled() -> None:
    assert claimed(0, sand_s=45).deadline_ms == 46_000


def test_sand_that_begins_again_after_a_strike_is_full() -> None:
    assert fold(claimed(0), Struck(0), claim(1, 20_000)).deadline_ms == 50_000


def test_sand_goes_on_when_the_first_of_two_claims_is_struck() -> None:
    assert fold(claimed(0, 1), Struck(0)).deadline_ms == 31_000


# ---- the timer turned by a second press ----


@pytest.mark.parametrize(
    ("pressed_ms", "deadline_ms"),
    [
        pytest.param(1000, 31_000, id="at-once"),
        pytest.param(2500, 32_500, id="later"),
        pytest.param(6000, 36_000, id="at-the-last-moment"),
    ],
)
def test_second_press_of_the_first_claimant_starts_the_sand(pressed_ms: int, deadline_ms: int) -> None:
    state = claimed(0, sand_start="turned")
    turned = GAME.pressed(state, press(0, pressed_ms))
    assert turned == TimerTurned(Seat(0), pressed_ms)
    assert fold(state, turned).deadline_ms == deadline_ms


def test_sand_starts_by_itself_five_seconds_after_the_first_press() -> None:
    assert claimed(0, sand_start="turned").deadline_ms == 36_000


def test_others_claim_before_the_timer_is_turned() -> None:
    state = fold(claimed(0, 1, sand_start="turned"), TimerTurned(Seat(0), 3000))
    assert ([c.seat for c in claims(state)], state.deadline_ms) == ([0, 1], 33_000)


TURNED: dict[str, Any] = {"sand_start": "turned"}


@pytest.mark.parametrize(
    ("state", "event"),
    [
        pytest.param(new(**TURNED), TimerTurned(Seat(0), 0), id="nobody-claimed"),
        pytest.param(claimed(0, 1, **TURNED), TimerTurned(Seat(1), 2500), id="second-claimant"),
        pytest.param(claimed(0, **TURNED), TimerTurned(Seat(0), 6001), id="too-late"),
        pytest.param(claimed(0, **TURNED), TimerTurned(Seat(0), 999), id="before-the-claim"),
        pytest.param(
            fold(claimed(0, **TURNED), TimerTurned(Seat(0), 2000)), TimerTurned(Seat(0), 3000), id="turned"
        ),
        pytest.param(
            fold(claimed(0, **TURNED), SandRanOut(36_000)), TimerTurned(Seat(0), 3000), id="sand-ran-out"
        ),
        pytest.param(claimed(0), TimerTurned(Seat(0), 2000), id="first-press-started-it"),
        pytest.param(
            fold(claimed(0, **TURNED), claim(1, 35_500)),
            TimerTurned(Seat(0), 5499),
            id="a-claim-came-after-that",
        ),
    ],
)
def test_timer_is_turned_once_by_the_first_claimant_within_five_seconds(
    state: Any, event: TimerTurned
) -> None:
    assert refusal(state, event) is Rule.NO_TIMER_TO_TURN


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(claimed(0, **TURNED), id="after-five-seconds"),
        pytest.param(fold(claimed(0, **TURNED), TimerTurned(Seat(0), 2000)), id="after-the-turn"),
    ],
)
def test_further_press_of_the_first_claimant_is_a_claim_again(state: Any) -> None:
    assert GAME.pressed(state, press(0, 6001)) == claim(0, 6001)


def test_professional_turns_the_timer_first_and_claims_then() -> None:
    state = claimed(0, professional=True, **TURNED)
    state = fold(state, GAME.pressed(state, press(0, 2000)))
    state = fold(state, GAME.pressed(state, press(0, 3000)))
    assert (len(claims(state)), state.deadline_ms) == (2, 32_000)


def test_other_seats_press_before_the_turn_is_a_claim() -> None:
    assert GAME.pressed(claimed(0, **TURNED), press(1, 2000)) == claim(1, 2000)


# ---- strikes ----


def test_struck_claim_costs_nothing_unless_the_table_settled_it() -> None:
    assert now(fold(claimed(0, 1), Struck(1))).strikes == (Strike(Seat(1), 0),)


def test_struck_claim_costs_what_the_table_settled() -> None:
    assert now(fold(claimed(0, 1, strike_penalty=2), Struck(1))).strikes == (Strike(Seat(1), 2),)


def test_claim_whose_tile_went_to_an_earlier_one_is_struck_freely() -> None:
    state = claimed(0, 1, strike_penalty=2)
    state = fold(state, NumberCalled(1, 33), NumberCalled(0, 33), Struck(1))
    assert now(state).strikes == (Strike(Seat(1), 0),)


def test_claims_keep_their_index_when_one_before_is_struck() -> None:
    state = fold(claimed(0, 1), Struck(0), NumberCalled(1, 33), claim(2, 3000))
    assert [(c.index, c.seat, c.number) for c in claims(state)] == [(1, 1, 33), (2, 2, None)]


@pytest.mark.parametrize(
    "event", [Struck(0), NumberCalled(0, 33), Judged(0, True), Struck(2), NumberCalled(7, 33)], ids=repr
)
def test_struck_or_missing_claim_is_not_found(event: PharaohCodeEvent) -> None:
    state = fold(claimed(0, 1), Struck(0), SandRanOut(31_000))
    assert refusal(state, event) is Rule.NO_SUCH_CLAIM


def test_judged_claim_is_not_struck() -> None:
    assert refusal(fold(called(33, 22), Judged(0, True)), Struck(0)) is Rule.ALREADY_JUDGED


def test_round_ends_when_the_last_claim_without_verdict_is_struck() -> None:
    state = fold(called(33, 22), Judged(0, True), Struck(1))
    assert (state.phase, len(state.rounds)) == (Phase.READY, 1)


# ---- dead heats that are thrown again ----

AGAIN: dict[str, Any] = {"dead_heat": "again"}
VOIDED = DeadHeatVoided((Seat(0), Seat(1)), 1000)


def test_dead_heat_for_the_first_place_is_thrown_again() -> None:
    state = fold(new(**AGAIN), SOURCE_DICE, VOIDED)
    assert (state.phase, now(state).dice, len(state.all_rounds)) == (Phase.READY, None, 1)


def test_presses_give_the_event_that_voids_them() -> None:
    assert GAME.dead_heat_voided(new(**AGAIN), (press(0, 1000), press(1, 1001))) == VOIDED


@pytest.mark.parametrize(
    ("state", "event", "rule"),
    [
        pytest.param(claimed(2, **AGAIN), VOIDED, Rule.CLAIMS_STAND, id="somebody-was-first"),
        pytest.param(
            new(2, **AGAIN), DeadHeatVoided((Seat(0), Seat(2)), 0), GameRule.NO_SUCH_SEAT, id="no-seat"
        ),
        pytest.param(
            new(**AGAIN), DeadHeatVoided((Seat(0), Seat(0)), 0), Rule.NOT_A_DEAD_HEAT, id="one-seat-alone"
        ),
        pytest.param(new(), VOIDED, Rule.NOT_A_DEAD_HEAT, id="this-table-draws"),
    ],
)
def test_only_a_dead_heat_for_the_first_place_is_voided(
    state: Any, event: DeadHeatVoided, rule: Rule
) -> None:
    assert refusal(state, event) is rule


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        pytest.param(new(), DeadHeatRule.DRAW, id="draw"),
        pytest.param(new(dead_heat="earliest"), DeadHeatRule.EARLIEST, id="earliest"),
        pytest.param(new(**AGAIN), DeadHeatRule.AGAIN, id="again-for-the-first-place"),
        pytest.param(claimed(0, **AGAIN), DeadHeatRule.DRAW, id="draw-for-a-later-place"),
        pytest.param(
            claimed(0, dead_heat="earliest"), DeadHeatRule.EARLIEST, id="earliest-for-a-later-place"
        ),
    ],
)
def test_dead_heat_is_decided_by_the_option(state: Any, rule: DeadHeatRule) -> None:
    assert GAME.dead_heat_rule(state) is rule

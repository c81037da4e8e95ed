"""Verdicts: by the table, by a formula, and by vote."""

from typing import Any

import pytest

from rules.core import Seat
from rules.pharaoh_code.events import (
    Claimed,
    DiceRead,
    Explained,
    Judged,
    NobodyFound,
    NumberCalled,
    Rule,
    SandRanOut,
    Struck,
    Thrown,
    Voted,
)
from rules.pharaoh_code.formula import FormulaFault
from rules.pharaoh_code.state import Phase, State
from rules.refusals import GameRule
from tests.rules.pharaoh_code.play import (
    GAME,
    SOURCE_DICE,
    called,
    claim,
    claimed,
    claims,
    fold,
    laid,
    new,
    now,
    played,
    refusal,
    scores,
)


def test_right_tile_counts_plus_and_wrong_one_minus() -> None:
    state = fold(called(33, 25, 40), Judged(0, True), Judged(1, False), Judged(2, True))
    assert scores(state) == [5, -4, 2]


def test_claims_may_be_judged_in_any_order() -> None:
    state = fold(called(33, 22), Judged(1, True), Judged(0, False))
    assert [c.right for c in state.rounds[0].claims] == [False, True]


def test_round_ends_with_the_last_verdict() -> None:
    state = fold(called(33, 22), Judged(0, True))
    assert (state.phase, len(state.rounds)) == (Phase.JUDGING, 0)
    assert (fold(state, Judged(1, True)).phase, len(fold(state, Judged(1, True)).rounds)) == (Phase.READY, 1)


@pytest.mark.parametrize("event", [Judged(0, True), Explained(0, "5+2")], ids=["judged", "explained"])
def test_nothing_is_judged_while_the_sand_runs(event: Any) -> None:
    state = fold(claimed(0), SOURCE_DICE, NumberCalled(0, 7))
    assert refusal(state, event) is Rule.TIME_LEFT


@pytest.mark.parametrize("event", [Judged(0, False), Explained(0, "5+2")], ids=["judged", "explained"])
def test_claim_is_judged_once(event: Any) -> None:
    assert refusal(fold(called(7, 22), SOURCE_DICE, Judged(0, True)), event) is Rule.ALREADY_JUDGED


# ---- formulas ----

EXAMPLE = fold(called(33, 22), SOURCE_DICE)


def test_formula_of_the_source_is_right() -> None:
    state = fold(EXAMPLE, Explained(0, "(5-2)×11"))
    assert [(c.right, c.formula) for c in claims(state)] == [(True, "(5-2)×11"), (None, None)]


def test_formula_is_checked_against_dice_that_are_known() -> None:
    assert refusal(called(33, 22), Explained(0, "(5-2)×11")) is Rule.DICE_UNKNOWN


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        pytest.param("5×11", FormulaFault.OTHER_VALUE, id="other-value"),
        pytest.param("3×11", FormulaFault.DIE_NOT_THROWN, id="die-not-thrown"),
        pytest.param("11+11+11", FormulaFault.DIE_USED_TWICE, id="die-used-twice"),
        pytest.param("25+8", FormulaFault.JOINED_DIGITS, id="joined-digits"),
    ],
)
def test_wrong_formula_is_a_verdict_with_its_fault(formula: str, code: FormulaFault) -> None:
    state = fold(EXAMPLE, Explained(0, formula))
    view: Any = GAME.view(state, None)["claims"]
    seen = view[0]
    assert (seen["right"], seen["formula"], seen["fault"]["code"]) == (False, formula, code)


def test_fault_says_what_the_formula_makes() -> None:
    view: Any = GAME.view(fold(EXAMPLE, Explained(0, "5×11")), None)["claims"]
    assert view[0]["fault"] == {
        "code": FormulaFault.OTHER_VALUE,
        "message": "This is 55, not 33.",
        "params": {"value": "55", "number": 33},
        "value": "55",
    }


def test_fault_of_a_step_that_can_not_be_done_has_no_value() -> None:
    view: Any = GAME.view(fold(EXAMPLE, Explained(0, "11/(5-5)")), None)["claims"]
    assert (view[0]["fault"]["code"], view[0]["fault"]["value"]) == (FormulaFault.DIE_USED_TWICE, None)


def test_right_formula_has_no_fault() -> None:
    view: Any = GAME.view(fold(EXAMPLE, Explained(0, "(5-2)×11")), None)["claims"]
    assert view[0]["fault"] is None


@pytest.mark.parametrize("formula", ["(5-2", "5 2 11", "=33", "2^5+11"])
def test_formula_that_can_not_be_read_is_no_verdict(formula: str) -> None:
    assert isinstance(refusal(EXAMPLE, Explained(0, formula)), FormulaFault)


def test_powers_count_where_the_table_settled_so() -> None:
    state = fold(called(32, 22, powers=True), SOURCE_DICE, Explained(0, "2^5"))
    assert claims(state)[0].right is True


def test_fractions_on_the_way_count_unless_the_table_settled_otherwise() -> None:
    for whole_steps, right in ((False, True), (True, False)):
        state = fold(called(16, 22, whole_steps=whole_steps), DiceRead(3, 6, 8))
        state = fold(state, NumberCalled(0, 4), Explained(0, "3÷6×8"))
        assert claims(state)[0].right is right


# ---- votes ----


def voted(state: State, *votes: tuple[int, int, bool]) -> State:
    return fold(state, *(Voted(index, Seat(seat), right) for index, seat, right in votes))


def seen(state: State, place: str = "last") -> list[tuple[Any, Any]]:
    """Give verdict and whether it was overturned, of each claim in the view of that round."""
    view: Any = GAME.view(state, None)
    rows = view["last"]["claims"] if place == "last" else view["claims"]
    return [(row["right"], row["is_overturned"]) for row in rows]


def judged_round(**options: Any) -> State:
    """Five seats; seat 0 was judged right on 33."""
    state = fold(new(5, **options), claim(0, 1000), NumberCalled(0, 33))
    return fold(state, SandRanOut(31_000), Judged(0, True))


@pytest.mark.parametrize(
    ("disputes", "against", "right"),
    [
        pytest.param("majority", 2, True, id="half-of-the-others"),
        pytest.param("majority", 3, False, id="most-of-the-others"),
        pytest.param("all", 3, True, id="all-but-one"),
        pytest.param("all", 4, False, id="all-others"),
    ],
)
def test_votes_overturn_a_verdict(disputes: str, against: int, right: bool) -> None:
    state = voted(judged_round(disputes=disputes), *((0, seat, False) for seat in range(1, against + 1)))
    assert seen(state) == [(right, not right)]
    assert scores(state) == [5 if right else -5, 0, 0, 0, 0]


def test_only_other_player_of_two_overturns_alone() -> None:
    state = fold(new(2), claim(0, 1000), NumberCalled(0, 33), claim(1, 2000), NumberCalled(1, 22))
    state = voted(fold(state, Judged(0, False)), (0, 1, True))
    assert seen(state, "now") == [(True, True), (None, False)]


def test_seat_that_votes_again_changes_its_vote() -> None:
    state = voted(judged_round(), *((0, seat, False) for seat in (1, 2, 3)), (0, 1, True))
    assert state.rounds[0].claims[0].votes == ((2, False), (3, False), (1, True))
    assert seen(state) == [(True, False)]


def test_wrong_verdict_is_overturned_to_right() -> None:
    state = fold(called(33, 22), Judged(0, False))
    assert scores(voted(state, (0, 1, True), (0, 2, True)))[0] == 5


def test_votes_count_in_the_round_judged_last_until_somebody_claims() -> None:
    state = fold(judged_round(), Thrown())
    assert scores(voted(state, (0, 1, False), (0, 2, False), (0, 3, False)))[0] == -5
    assert refusal(fold(state, claim(1, 90_000)), Voted(0, Seat(2), False)) is Rule.NOT_JUDGED


def test_votes_count_in_the_round_judged_last_also_when_nobody_found_anything_since() -> None:
    state = fold(judged_round(), NobodyFound(), NobodyFound())
    state = voted(state, (0, 1, False), (0, 2, False), (0, 3, False))
    assert (seen(state), [len(r.claims) for r in state.all_rounds]) == ([(False, True)], [1, 0, 0, 0])


@pytest.mark.parametrize(
    ("state", "vote", "rule"),
    [
        pytest.param(judged_round(disputes="host"), (0, 1), Rule.HOST_DECIDES, id="host-decides"),
        pytest.param(judged_round(), (0, 0), Rule.OWN_CLAIM, id="own-claim"),
        pytest.param(judged_round(), (0, 5), GameRule.NO_SUCH_SEAT, id="no-such-seat"),
        pytest.param(judged_round(), (1, 1), Rule.NO_SUCH_CLAIM, id="no-such-claim"),
        pytest.param(new(), (0, 1), Rule.NO_SUCH_CLAIM, id="nothing-judged-yet"),
        pytest.param(called(33, 22), (0, 1), Rule.NOT_JUDGED, id="no-verdict"),
        pytest.param(fold(EXAMPLE, Explained(0, "5×11")), (0, 1), Rule.FORMULA_DECIDED, id="formula"),
    ],
)
def test_vote_that_does_not_count_is_refused(state: State, vote: tuple[int, int], rule: Rule) -> None:
    assert refusal(state, Voted(vote[0], Seat(vote[1]), False)) is rule


# ---- what a seat's phone may bring ----


@pytest.mark.parametrize(
    ("seat", "event", "is_open"),
    [
        pytest.param(2, Thrown(), True, id="thrown"),
        pytest.param(2, SOURCE_DICE, True, id="dice"),
        pytest.param(2, laid(49), True, id="layout"),
        pytest.param(0, NumberCalled(0, 33), True, id="own-number"),
        pytest.param(1, NumberCalled(0, 33), False, id="number-of-another"),
        pytest.param(0, NumberCalled(3, 33), False, id="number-of-nobody"),
        pytest.param(0, Struck(0), False, id="own-strike-after-calling"),
        pytest.param(1, Explained(1, "5+2"), True, id="own-formula"),
        pytest.param(1, Voted(0, Seat(1), False), True, id="own-vote"),
        pytest.param(1, Voted(0, Seat(2), False), False, id="vote-of-another"),
        pytest.param(0, Judged(0, True), False, id="verdict"),
        pytest.param(0, NobodyFound(), False, id="nobody"),
    ],
)
def test_seat_brings_what_lies_there_and_speaks_for_itself(seat: int, event: Any, is_open: bool) -> None:
    assert GAME.is_open_to(called(33, 22), Seat(seat), event) is is_open


@pytest.mark.parametrize(("seat", "is_open"), [(0, True), (1, False)], ids=["own", "of-another"])
def test_seat_strikes_its_own_press_while_it_has_called_nothing(seat: int, is_open: bool) -> None:
    state = fold(new(), Claimed(Seat(0), 0))
    assert GAME.is_open_to(state, Seat(seat), Struck(0)) is is_open
    assert not GAME.is_open_to(new(), Seat(0), Struck(0))


def test_nobody_speaks_for_a_claim_after_the_end() -> None:
    state = new()
    for number in (49, 64, 84, 90):
        state = played(state, (0, number, True))
    assert state.now is None
    assert not GAME.is_open_to(state, Seat(0), NumberCalled(0, 33))


def test_dice_of_the_present_round_are_none_until_entered() -> None:
    assert now(called(33)).dice is None

"""The end: when, who won, and which rule decided."""

from collections.abc import Sequence
from typing import Any

import pytest

from rules.core import Outcome, Seat, Standing
from rules.pharaoh_code.events import (
    Judged,
    LaidOut,
    NobodyFound,
    PharaohCodeEvent,
    SandRanOut,
    Struck,
    Thrown,
    Voted,
)
from rules.pharaoh_code.state import Phase, State
from rules.pharaoh_code.tiles import SPACES, Colour, tiles_of
from rules.refusals import GameRule
from tests.rules.pharaoh_code.play import (
    GAME,
    SOURCE_DICE,
    claim,
    fold,
    new,
    played,
    refusal,
    rounds,
    scores,
)

Verdict = tuple[int, int, bool]


def taken(colour: Colour, count: int) -> State:
    """Give a state in which seat 0 took so many tiles of a colour, as many a round as lie there."""
    numbers = [t.number for t in tiles_of(colour)][:count]
    spaces = SPACES[colour]
    each = [numbers[i : i + spaces] for i in range(0, count, spaces)]
    return rounds(new(professional=True), *([(0, n, True) for n in some] for some in each))


@pytest.mark.parametrize(
    ("colour", "last"),
    [
        pytest.param(Colour.BLACK, 4, id="four-of-4-black"),
        pytest.param(Colour.RED, 8, id="eight-of-9-red"),
        pytest.param(Colour.BLUE, 11, id="eleven-of-13-blue"),
        pytest.param(Colour.YELLOW, 19, id="nineteen-of-22-yellow"),
    ],
)
def test_game_ends_with_the_round_after_which_a_row_can_not_be_filled(colour: Colour, last: int) -> None:
    before, state = taken(colour, last - 1), taken(colour, last)
    outcome = GAME.outcome(state)
    assert (before.phase, GAME.outcome(before)) == (Phase.READY, None)
    assert (state.phase, outcome and outcome.reason) == (Phase.OVER, f"row_empty_{colour}")


def test_row_that_can_just_be_filled_goes_on() -> None:
    assert [taken(Colour.RED, 7).left(Colour.RED), taken(Colour.BLACK, 3).left(Colour.BLACK)] == [2, 1]


def test_wrong_tiles_leave_the_board_too() -> None:
    state = rounds(new(), *([(0, n, False)] for n in (49, 64, 84, 90)))
    assert (state.phase, scores(state)) == (Phase.OVER, [-28, 0, 0])


def test_upper_row_is_named_when_two_can_not_be_filled() -> None:
    reds = (23, 26, 33, 44, 50, 54, 63, 70)
    pairs: list[list[Verdict]] = [
        [(0, n, True), (1, m, True)] for n, m in zip(reds[::2], reds[1::2], strict=True)
    ]
    each = [[*pair, (2, n, True)] for pair, n in zip(pairs, (49, 64, 84, 90), strict=True)]
    outcome = GAME.outcome(rounds(new(), *each))
    assert outcome is not None
    assert outcome.reason == "row_empty_black"


@pytest.mark.parametrize(
    "event",
    [
        Thrown(),
        SOURCE_DICE,
        claim(0, 10**6),
        SandRanOut(10**6),
        Judged(0, True),
        NobodyFound(),
        LaidOut((3,)),
    ],
    ids=lambda event: event.type,
)
def test_nothing_happens_after_the_end(event: PharaohCodeEvent) -> None:
    assert refusal(taken(Colour.BLACK, 4), event) is GameRule.OVER


def test_over_game_awaits_nothing() -> None:
    state = taken(Colour.BLACK, 4)
    assert (GAME.legal(state), GAME.awaits(state), GAME.round_number(state)) == ((), (), 4)
    assert (state.deadline_ms, state.may_claim) == (None, ())


def ended(*others: Sequence[Verdict], seats: int = 3, **options: Any) -> Outcome | None:
    """Give the outcome of a game that wrong black tiles of seat 0 end, each with some others' verdicts."""
    blacks: list[list[Verdict]] = [[(0, n, False)] for n in (49, 64, 84, 90)]
    each = [[*black, *other] for black, other in zip(blacks, [*others, [], [], [], []], strict=False)]
    return GAME.outcome(rounds(new(seats, **options), *each))


def standing(seat: int, rank: int, score: int, rule: str | None = None) -> Standing:
    return Standing(Seat(seat), rank, score, rule)


@pytest.mark.parametrize(
    ("others", "standings"),
    [
        pytest.param(
            [[(1, 33, True), (2, 23, True)]],
            (standing(1, 1, 5, "shared"), standing(2, 1, 5, "shared"), standing(0, 3, -28)),
            id="shared-1-1-3",
        ),
        pytest.param(
            [[(1, 33, True), (2, 22, True)], [(2, 17, True)]],
            (standing(2, 1, 5, "more_tiles"), standing(1, 2, 5, "more_tiles"), standing(0, 3, -28)),
            id="more-tiles",
        ),
        pytest.param(
            [[(1, 33, True), (2, 63, True)], [(2, 10, False)]],
            (standing(2, 1, 5, "more_tiles"), standing(1, 2, 5, "more_tiles"), standing(0, 3, -28)),
            id="more-tiles-a-wrong-one-too",
        ),
        pytest.param(
            [[(1, 33, True), (2, 22, True)]],
            (standing(1, 1, 5), standing(2, 2, 3), standing(0, 3, -28)),
            id="no-tie",
        ),
        pytest.param(
            [],
            (standing(1, 1, 0, "shared"), standing(2, 1, 0, "shared"), standing(0, 3, -28)),
            id="nobody-else-took-a-tile",
        ),
    ],
)
def test_most_points_win_then_most_tiles_then_it_is_shared(
    others: list[list[Verdict]], standings: tuple[Standing, ...]
) -> None:
    assert ended(*others) == Outcome("row_empty_black", standings)


def test_highest_tile_decides_as_an_option() -> None:
    outcome = ended([(1, 33, True), (2, 54, True)], highest_tile=True)
    assert outcome == Outcome(
        "row_empty_black",
        (standing(2, 1, 5, "highest_tile"), standing(1, 2, 5, "highest_tile"), standing(0, 3, -28)),
    )


def test_highest_tile_of_nobody_leaves_it_shared() -> None:
    outcome = ended(highest_tile=True)
    assert outcome is not None
    assert [(s.rank, s.tie_break) for s in outcome.standings] == [(1, "shared"), (1, "shared"), (3, None)]


def test_ties_below_the_first_place_share_their_rank() -> None:
    outcome = ended([(1, 63, True), (2, 25, True)], [(3, 45, True), (4, 3, True)], seats=5)
    assert outcome is not None
    assert [(s.seat, s.rank) for s in outcome.standings] == [(1, 1), (2, 2), (3, 2), (4, 4), (0, 5)]
    assert outcome.winners == (1,)


def test_penalty_lowers_the_score_but_is_no_tile() -> None:
    state = fold(new(strike_penalty=3), claim(1, 1000), Struck(0))
    state = rounds(state, *([(0, n, True)] for n in (49, 64, 84, 90)))
    assert GAME.outcome(state) == Outcome(
        "row_empty_black", (standing(0, 1, 28), standing(2, 2, 0), standing(1, 3, -3))
    )


def test_vote_changes_who_leads() -> None:
    state = played(new(), (0, 33, True), (1, 22, True))
    votes = [Voted(0, Seat(seat), False) for seat in (1, 2)]
    assert scores(fold(state, *votes)) == [-5, 3, 0]

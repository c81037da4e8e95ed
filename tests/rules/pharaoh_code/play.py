"""Short words for playing Pharaoh Code in tests."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, cast

import pytest

from rules.codec import decode
from rules.core import NoProfile, PressMark, Seat
from rules.errors import RulesError
from rules.pharaoh_code import PharaohCode
from rules.pharaoh_code.events import (
    Claimed,
    DiceRead,
    Judged,
    LaidOut,
    NumberCalled,
    PharaohCodeEvent,
    SandRanOut,
)
from rules.pharaoh_code.state import Claim, Options, Round, State
from rules.registry import GAMES

GAME = cast(PharaohCode, GAMES[PharaohCode.id])
SOURCE_DICE = DiceRead(2, 5, 11)
"""The throw of the source's example, which makes 33 as (5−2)×11."""
FRESH = (49, 33, 70, 19, 22, 27, 3, 5, 16, 21)
"""Ten tiles as they may lie at the start, from the top."""


def new(seats: int = 3, first: int = 0, **options: Any) -> State:
    return GAME.start(seats, Seat(first), decode(Options, options), NoProfile())


def fold(state: State, *events: PharaohCodeEvent) -> State:
    for event in events:
        state = GAME.apply(state, event)
    return state


def refusal(state: State, event: PharaohCodeEvent) -> StrEnum:
    """Give the code with which *event* is refused."""
    with pytest.raises(RulesError) as caught:
        GAME.apply(state, event)
    return caught.value.code


def claim(seat: int, pressed_ms: int, mark: PressMark = PressMark.CLEAR) -> Claimed:
    return Claimed(Seat(seat), pressed_ms, mark)


def claimed(*seats: int, **options: Any) -> State:
    """Give a state of three seats in which these claimed, at 1000 ms, 2000 ms and so on."""
    return fold(new(**options), *(claim(seat, 1000 * (i + 1)) for i, seat in enumerate(seats)))


def called(*numbers: int, **options: Any) -> State:
    """Give a state in which seats 0, 1, ... claimed and called these numbers, and the sand ran out."""
    state = claimed(*range(len(numbers)), **options)
    calls = [NumberCalled(i, number) for i, number in enumerate(numbers)]
    return fold(state, *calls, SandRanOut(10**6))


def played(state: State, *verdicts: tuple[int, int, bool]) -> State:
    """Play a round: each of *verdicts* is a seat, the number it claims, and whether it was right."""
    start_ms, first = 100_000 * (len(state.rounds) + 1), now(state).next_index
    state = fold(state, *(claim(seat, start_ms + i) for i, (seat, _, _) in enumerate(verdicts)))
    state = fold(state, *(NumberCalled(i, number) for i, (_, number, _) in enumerate(verdicts, first)))
    state = fold(state, SandRanOut(start_ms + 50_000))
    return fold(state, *(Judged(i, right) for i, (_, _, right) in enumerate(verdicts, first)))


def rounds(state: State, *seen: Sequence[tuple[int, int, bool]]) -> State:
    for verdicts in seen:
        state = played(state, *verdicts)
    return state


def laid(*numbers: int) -> LaidOut:
    return LaidOut(numbers)


def now(state: State) -> Round:
    assert state.now is not None
    return state.now


def claims(state: State) -> tuple[Claim, ...]:
    return now(state).claims


def numbers(state: State) -> list[tuple[int | None, int | None]]:
    """Give the number and the lost number of each claim."""
    return [(c.number, c.lost) for c in claims(state)]


def scores(state: State) -> list[Any]:
    seats: Any = GAME.view(state, None)["seats"]
    return [seat["score"] for seat in seats]

"""What counts, line by line, and who won."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.core import Outcome, Seat, ranked
from rules.silver_gold_pyramids.events import Colour
from rules.silver_gold_pyramids.options import Pairs, SameMoment
from rules.silver_gold_pyramids.state import Sheet, State

TOMB_POINTS: Final = 10
PAIR_POINTS: Final = 5
SINGLE_POINTS: Final = 1
TORCH_POINTS: Final = 5
BONUS_TOMBS: Final = (2, 4, 6)
"""With which tomb of one colour a bonus comes."""

FOUR_ROUNDS: Final = "four_rounds"
SHARED: Final = "shared"
REASONS: Final = (FOUR_ROUNDS,)
TIE_BREAKS: Final = (SHARED,)


@dataclass(frozen=True)
class Bonus:
    """A colour bonus: whose, for the how many-th tomb of that colour, reached with which card."""

    seat: Seat
    colour: Colour
    nth: int
    moment: int
    points: int


@dataclass(frozen=True)
class Line:
    """One line of a seat's score; `colour` and `nth` are of a bonus."""

    what: str
    count: int
    points: int
    colour: Colour | None = None
    nth: int | None = None


def bonuses(state: State) -> tuple[Bonus, ...]:
    """List all colour bonuses, in the order in which they were reached, those of 0 points included."""
    return tuple(b for colour in Colour for b in _bonuses(state, colour)) if state.options.bonuses else ()


def bonuses_left(state: State, colour: Colour) -> tuple[int, ...]:
    """List the bonuses of a colour that are still there, the highest first."""
    return state.bonus_steps(colour)[_gone(state, _reached(state, colour)) :]


def _reached(state: State, colour: Colour) -> list[tuple[int, int, Seat, int]]:
    """List who reached a bonus: with which card, how far from the start seat, whose, the how many-th tomb."""
    found = []
    for away, seat in enumerate(state.clockwise):
        moments = [tomb.moment for tomb in state.sheet(seat).tombs if tomb.colour is colour]
        found += [(moments[n - 1], away, seat, n) for n in BONUS_TOMBS if len(moments) >= n]
    return sorted(found)


def _gone(state: State, before: list[tuple[int, int, Seat, int]]) -> int:
    """Count the bonuses that went: one for each moment, or one for each seat."""
    both = state.options.same_moment is SameMoment.BOTH
    return len({moment for moment, *_ in before}) if both else len(before)


def _bonuses(state: State, colour: Colour) -> Iterator[Bonus]:
    steps, reached = state.bonus_steps(colour), _reached(state, colour)
    for at, (moment, _, seat, nth) in enumerate(reached):
        both = state.options.same_moment is SameMoment.BOTH
        before = [other for other in reached if other[0] < moment] if both else reached[:at]
        place = _gone(state, before)
        yield Bonus(seat, colour, nth, moment, steps[place] if place < len(steps) else 0)


def gems(state: State, sheet: Sheet) -> tuple[int, int]:
    """Count pairs and single gems."""
    if state.options.pairs is Pairs.MIXED:
        return min(sheet.rubies, sheet.emeralds), abs(sheet.rubies - sheet.emeralds)
    return sheet.rubies // 2 + sheet.emeralds // 2, sheet.rubies % 2 + sheet.emeralds % 2


def lines(state: State, seat: Seat) -> tuple[Line, ...]:
    """List what a seat's score is made of; their points are its score."""
    sheet = state.sheet(seat)
    pairs, singles = gems(state, sheet)
    table = state.skull_table
    found = [
        Line("tomb", len(sheet.tombs), TOMB_POINTS * len(sheet.tombs)),
        Line("pair", pairs, PAIR_POINTS * pairs),
        Line("single", singles, SINGLE_POINTS * singles),
        Line("torch", len(sheet.torches), TORCH_POINTS * len(sheet.torches)),
        *(Line("bonus", 1, b.points, b.colour, b.nth) for b in bonuses(state) if b.seat == seat),
        Line("skull", sheet.skulls, -table[min(sheet.skulls, len(table) - 1)]),
    ]
    return tuple(line for line in found if line.count)


def score(state: State, seat: Seat) -> int:
    """Sum a seat's lines."""
    return sum(line.points for line in lines(state, seat))


def outcome(state: State) -> Outcome | None:
    """Rank by score; equal scores share their place."""
    if not state.is_counted:
        return None
    scores = {seat: score(state, seat) for seat in state.all_seats}
    return Outcome(FOUR_ROUNDS, ranked(scores, SHARED))

"""For learners: what wins and what loses by force within a few turns, exactly, over all throws to come.

A move's *win* is the share of throws to come with which its mover has won when the last turn looked at is
over, if he plays for that as well as can be and the enemy against it; its *loss* is the same for the enemy.
Both are counted in whole numbers out of 36 to the power of the turns looked at: nothing is rounded.

The work is bounded: one turn more is looked at as long as that visits at most BUDGET positions.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Final

from rules.core import IsWanted
from rules.pharao import turns
from rules.pharao.board import FORTUNE, NAMES, WATER, Side, reach, squares_in
from rules.pharao.events import EnemyMoved, OwnMoved, Passed, RescueChosen, Rescued, Thrown
from rules.pharao.state import OWN_FACES, EnemyDie, Part, Position, ShutIn, State, Step, Turn

BUDGET: Final = 6_000
MOST_TURNS: Final = 4
PAIRS: Final = 36
"""How many ways the two dice of a throw can fall."""

Move = RescueChosen | OwnMoved | Rescued | EnemyMoved | Passed
End = Side | Position
"""What a turn comes to: who has won, or where the pieces stand."""


@dataclass(frozen=True)
class Chance:
    """What a move is worth."""

    move: Move
    win: Fraction
    loss: Fraction


@dataclass(frozen=True)
class Forecast:
    """What each open move is worth; `turns` is how many turns after the present one were looked at."""

    turns: int
    chances: tuple[Chance, ...]


def look_ahead(state: State, budget: int = BUDGET, *, is_wanted: IsWanted = lambda: True) -> Forecast:
    """Give what each move of the present part of the turn is worth, as many turns ahead as the budget allows.

    What may still happen in the present turn is always looked at; no more, once nobody waits any more.
    """
    search = _Search(state, budget, is_wanted)
    best = search.forecast(0)
    for count in range(1, MOST_TURNS + 1):
        try:
            best = search.forecast(count)
        except _OutOfBudgetError:
            break
    return best


def moves(state: State) -> Iterator[tuple[Move, State]]:
    """Give each move of a part of the turn in which something can be chosen, and the state after it."""
    match state.part:
        case Part.WATER:
            yield RescueChosen(True), turns.rescue_begun(state)
            yield RescueChosen(False), turns.given_up(state)
        case Part.RESCUE:
            for to in squares_in(turns.targets(state)[WATER]):
                yield Rescued(NAMES[to]), turns.rescued(state, to)
        case Part.ENEMY:
            for step in _steps(state):
                yield EnemyMoved(NAMES[step.piece], NAMES[step.to]), turns.enemy_moved(state, step)
        case _:
            for step in _steps(state):
                yield OwnMoved(NAMES[step.piece], NAMES[step.to]), turns.own_moved(state, step)
    if state.part in (Part.OWN, Part.ENEMY) and not state.options.must_move:
        yield Passed(), turns.passed(state)


def _steps(state: State) -> Iterator[Step]:
    for piece, to in turns.targets(state).items():
        yield from (Step(piece, square) for square in squares_in(to))


def ends(state: State) -> tuple[End, ...]:
    """Give all that the present turn can still come to, each once, what ends the game first."""
    if state.part is Part.OVER:
        return tuple(side for side in Side if state.seat_of(side) == state.winner)
    if state.part is Part.THROW:
        return (state.position,)
    found = dict.fromkeys(end for _, after in moves(state) for end in ends(after))
    return tuple(sorted(found, key=lambda end: isinstance(end, Position)))


def throws(die: EnemyDie) -> Counter[tuple[int, int]]:
    """Count how often each throw comes among the 36 ways in which the dice can fall."""
    return Counter(product(OWN_FACES, die.faces))


def _can_decide(state: State) -> bool:
    """Say whether moving an enemy piece now can end the game; if in doubt, yes."""
    options, throw, dry = state.options, state.now.throw, state.position.dry(state.side.other)
    if options.shut_in is ShutIn.NO_OWN_PIECE:
        return True
    goals = 1 << WATER | (1 << FORTUNE if options.pushed_onto_fortune else 0)
    steps = throw.enemy if throw else 0
    return dry.bit_count() == 1 and any(reach(piece, steps, 0) & goals for piece in squares_in(dry))


class _OutOfBudgetError(Exception):
    """More positions would be visited than were allowed, or nobody waits any more."""


class _Search:
    """A search from one state; what it worked out is kept until it is over."""

    def __init__(self, state: State, budget: int, is_wanted: IsWanted) -> None:
        self._state = state
        self._is_wanted = is_wanted
        self._left = budget
        self._throws = throws(state.options.enemy_die)
        self._open = tuple((move, ends(after)) for move, after in moves(state))
        self._ends: dict[State, tuple[End, ...]] = {}
        self._values: dict[tuple[Position, Side, int, Side], int] = {}

    def forecast(self, count: int) -> Forecast:
        """Give what each open move is worth, looking that many turns ahead.

        Raises:
            _OutOfBudgetError: when that visits too many positions.
        """
        side, whole = self._state.side, PAIRS**count
        found = []
        for move, comes_to in self._open:
            win = self._best(comes_to, side, count, target=side)
            loss = self._best(comes_to, side, count, target=side.other)
            found.append(Chance(move, Fraction(win, whole), Fraction(loss, whole)))
        return Forecast(count, tuple(found))

    def _best(self, comes_to: tuple[End, ...], side: Side, left: int, *, target: Side) -> int:
        """Give what *side* chooses of what its turn can come to: most for itself, least for the other."""
        whole = PAIRS**left
        best, limit = (0, whole) if side is target else (whole, 0)
        for end in comes_to:
            value = self._value(end, side.other, left, target)
            best = max(best, value) if side is target else min(best, value)
            if best == limit:
                break
        return best

    def _value(self, end: End, side: Side, left: int, target: Side) -> int:
        """Give in how many of the throws of so many turns *target* wins; *side* throws next."""
        if isinstance(end, Side):
            return PAIRS**left if end is target else 0
        if not left or not self._can_end(end, left):
            return 0
        key = (end, side, left, target)
        if key not in self._values:
            self._values[key] = sum(
                ways * self._after(end, side, Thrown(*pips), left - 1, target)
                for pips, ways in self._throws.items()
            )
        return self._values[key]

    def _after(self, position: Position, side: Side, throw: Thrown, left: int, target: Side) -> int:
        """Give in how many of the throws of *left* turns more *target* wins, after that throw of *side*."""
        begun = self._begun(position, side, throw)
        if left:
            return self._best(self._ends_of(begun), side, left, target=target)
        wins = (end is target for end in self._decided(begun))
        return int(any(wins) if side is target else all(wins))

    def _begun(self, position: Position, side: Side, throw: Thrown) -> State:
        now = Turn(1 if side is Side.DARK else 2)
        return turns.thrown(replace(self._state, position=position, now=now, part=Part.THROW), throw)

    def _decided(self, state: State) -> Iterator[End]:
        """Give what the last turn comes to, an enemy piece left where it stands if it can decide nothing."""
        self._visit(1)
        if state.part is Part.ENEMY and not _can_decide(state):
            yield state.position
        elif state.part in (Part.THROW, Part.OVER):
            yield from ends(state)
        else:
            for _, after in moves(state):
                yield from self._decided(after)

    def _can_end(self, position: Position, left: int) -> bool:
        """Say whether anybody can have won so soon: a turn costs one piece at most, or needs a last one."""
        is_boxed = self._state.options.shut_in is ShutIn.NO_OWN_PIECE
        return is_boxed or min(position.dry(side).bit_count() for side in Side) <= left

    def _ends_of(self, begun: State) -> tuple[End, ...]:
        if begun not in self._ends:
            self._ends[begun] = ends(begun)
            self._visit(len(self._ends[begun]))
        return self._ends[begun]

    def _visit(self, count: int) -> None:
        self._left -= count
        if self._left < 0 or not self._is_wanted():
            raise _OutOfBudgetError

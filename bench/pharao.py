"""How many turns ahead a learner's hints can see, and what they cost, on positions out of played games."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from time import perf_counter

from rules.core import NoProfile, Seat
from rules.pharao import Pharao
from rules.pharao.board import Side
from rules.pharao.lookahead import BUDGET, look_ahead
from rules.pharao.state import Options, Part, State

GAMES = 12
WITHIN_S = 1.0


def positions(seed: int) -> Iterator[State]:
    """Play games at random and give every state in which a piece is to be moved."""
    game, chance = Pharao(), random.Random(seed)
    for _ in range(GAMES):
        state = game.start(2, Seat(0), Options(hints=True), NoProfile())
        while state.part is not Part.OVER and state.now.number < 400:
            if state.part is not Part.THROW:
                yield state
            state = game.apply(state, chance.choice(game.legal(state)))


def fewest(state: State) -> int:
    """Count the pieces of whoever has fewer in the dry: this decides how much there is to see."""
    return min(state.position.dry(side).bit_count() for side in Side)


def taken_s(state: State, budget: int) -> tuple[float, int]:
    """Time one look; gives the seconds and the turns seen."""
    begin_s = perf_counter()
    forecast = look_ahead(state, budget)
    return perf_counter() - begin_s, forecast.turns


def main() -> None:
    """Print, by the fewer pieces, what the usual budget costs and what fits into a second."""
    of = {n: [s for s in positions(7) if fewest(s) == n] for n in range(1, 5)}
    print(f"budget {BUDGET} positions; {sum(map(len, of.values()))} states of {GAMES} random games")
    chance = random.Random(1)
    for n, states in of.items():
        some = chance.sample(states, min(15, len(states)))
        usual = [taken_s(s, BUDGET) for s in some]
        slowest_ms = 1000 * max((s for s, _ in usual), default=0.0)
        seen = Counter(turns for _, turns in usual)
        in_a_second = Counter(deepest(s) for s in some[: int(sys.argv[1]) if len(sys.argv) > 1 else 6])
        print(
            f"{n} pieces: turns ahead {dict(sorted(seen.items()))}, slowest {slowest_ms:.0f} ms; "
            f"in {WITHIN_S:.0f} s: {dict(sorted(in_a_second.items()))}"
        )


def deepest(state: State) -> int:
    """Give how many turns ahead are seen within a second, the budget being doubled until it takes longer."""
    budget, turns = 1_000, 0
    while budget < 10**7:
        spent_s, seen = taken_s(state, budget)
        if spent_s > WITHIN_S:
            break
        turns, budget = seen, 2 * budget
    return turns


if __name__ == "__main__":
    main()

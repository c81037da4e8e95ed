"""Every formula of a roll, against a plain search that only says which numbers can be made."""

from fractions import Fraction
from itertools import islice, permutations, product

from bench.side_by_side import compare
from rules.pharaoh_code.solver import reach
from rules.pharaoh_code.tiles import TILES

Roll = tuple[int, int, int]
ROLLS: tuple[Roll, ...] = tuple(islice(product(range(1, 9), range(1, 11), range(1, 13)), 0, None, 37))
"""26 of the 960, spread over all."""
NUMBERS = frozenset(TILES)


def pair_search(roll: Roll) -> set[int]:
    """Put any two numbers together in every way until one is left; give the numbers of tiles met on the way.

    That is with two dice or three, as the rules have it.
    """
    met: set[Fraction] = set()

    def join(hand: tuple[Fraction, ...]) -> None:
        for i, j in permutations(range(len(hand)), 2):
            left, right = hand[i], hand[j]
            rest = tuple(n for k, n in enumerate(hand) if k not in (i, j))
            made = {left + right, left - right, left * right}
            if right:
                made.add(left / right)
            for value in made:
                met.add(value)
                if rest:
                    join((value, *rest))

    join(tuple(Fraction(pips) for pips in roll))
    return {int(value) for value in met if value.denominator == 1} & NUMBERS


def solve_all(*, powers: bool) -> int:
    for roll in ROLLS:
        reach(roll, NUMBERS, powers=powers)
    return len(ROLLS)


def search_all() -> int:
    for roll in ROLLS:
        pair_search(roll)
    return len(ROLLS)


def main() -> None:
    """Compare, after making sure that both find the same numbers."""
    for roll in ROLLS:
        assert set(reach(roll, NUMBERS)) == pair_search(roll), f"they differ on {roll}"
    compare("reach(), a roll", lambda: solve_all(powers=False), search_all)
    compare("reach() with powers and roots, a roll", lambda: solve_all(powers=True), search_all)


if __name__ == "__main__":
    main()

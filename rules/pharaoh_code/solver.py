"""The solver: every number that a roll makes, with every different formula for it.

The search builds canonical formulas out of canonical formulas, of one die, then of two, then of
three. So none is found twice, and what is found is written without needless brackets. Steps and
bounds are the referee's: what is listed here is right there.
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple, TypeGuard

from rules.pharaoh_code.formula import MOST_PLAIN_ROOTS
from rules.pharaoh_code.formula_canonical import is_canonical_join
from rules.pharaoh_code.formula_faults import FormulaFault
from rules.pharaoh_code.formula_nodes import Node, Number, Operation, Root, Sign, dice_in, write
from rules.pharaoh_code.formula_value import Exact, root, step

_Hand = tuple[int, ...]
"""Some of the dice, lowest first."""

_ARITHMETIC = (Sign.ADD, Sign.SUBTRACT, Sign.MULTIPLY, Sign.DIVIDE)


class _Made(NamedTuple):
    """A formula, what it makes, its plain roots, and how many steps in it give a fraction or less than 0."""

    node: Node
    value: Exact
    plain_roots: int
    awkward_steps: int


def reach(
    dice: tuple[int, int, int],
    numbers: Collection[int],
    *,
    powers: bool = False,
    whole_steps: bool = False,
) -> Mapping[int, tuple[Node, ...]]:
    """List the different formulas of *dice* for each of *numbers* that has one, nicest first.

    Nicest are those of two dice, then those without fractions and negative numbers on the way, with
    the fewest powers and roots, then the shortest. Left out are formulas with a plain root of 0 or
    1: it costs no die and changes nothing.
    """
    search = _Search(len(dice), numbers, powers=powers, whole_steps=whole_steps)
    found: dict[int, list[_Made]] = {number: [] for number in sorted(numbers)}
    for hand in {hand for size in (2, 3) for hand in combinations(sorted(dice), size)}:
        for made in search.made_of(hand):
            if made.value in found:
                found[int(made.value)].append(made)
    return {n: tuple(made.node for made in sorted(some, key=_nicety)) for n, some in found.items() if some}


def solve(
    dice: tuple[int, int, int], number: int, *, powers: bool = False, whole_steps: bool = False
) -> tuple[Node, ...]:
    """List the different formulas of *dice* for *number*, nicest first."""
    return reach(dice, (number,), powers=powers, whole_steps=whole_steps).get(number, ())


class _Search:
    """Finds what hands make, and keeps it for the larger hands that they are part of."""

    def __init__(self, dice: int, numbers: Collection[int], *, powers: bool, whole_steps: bool) -> None:
        self._dice = dice
        self._powers = powers
        self._whole_steps = whole_steps
        self._signs = tuple(Sign) if powers else _ARITHMETIC
        plain_roots = range(MOST_PLAIN_ROOTS + 1 if powers else 1)
        self._goals = {number**2**roots for number in numbers for roots in plain_roots}
        self._known: dict[_Hand, list[_Made]] = {}

    def made_of(self, hand: _Hand) -> list[_Made]:
        """List the canonical formulas of all dice in *hand*, in no order.

        Of the whole roll only those that make a number sought, or have it as their plain root.
        """
        if hand not in self._known:
            without_root = self._joined(hand) if len(hand) > 1 else [_Made(Number(hand[0]), hand[0], 0, 0)]
            self._known[hand] = [made for one in without_root for made in self._with_plain_roots(one)]
        return self._known[hand]

    def _joined(self, hand: _Hand) -> Iterator[_Made]:
        is_whole_roll = len(hand) == self._dice
        for left_hand, right_hand in _splits(hand):
            for left, right in product(self.made_of(left_hand), self.made_of(right_hand)):
                plain_roots = left.plain_roots + right.plain_roots
                if plain_roots > MOST_PLAIN_ROOTS:
                    continue
                for by, value in self._results(left, right):
                    if is_whole_roll and value not in self._goals:
                        continue
                    node = _join(left.node, by, right.node)
                    if is_canonical_join(node):
                        awkward_steps = left.awkward_steps + right.awkward_steps + _is_awkward(value)
                        yield _Made(node, value, plain_roots, awkward_steps)

    def _results(self, left: _Made, right: _Made) -> Iterator[tuple[Sign | Number, Exact]]:
        """Yield what *left* and *right* make by each sign, and by *left* as the index of a root."""
        for sign in self._signs:
            value = step(sign, left.value, right.value)
            if self._is_allowed(value):
                yield sign, value
        if self._powers and isinstance(left.node, Number):
            value = root(right.value, left.node.value)
            if self._is_allowed(value):
                yield left.node, value

    def _with_plain_roots(self, made: _Made) -> Iterator[_Made]:
        yield made
        if not self._powers or made.plain_roots == MOST_PLAIN_ROOTS:
            return
        value = root(made.value)
        if self._is_allowed(value) and value != made.value:
            awkward_steps = made.awkward_steps + _is_awkward(value)
            rooted = _Made(Root(made.node), value, made.plain_roots + 1, awkward_steps)
            yield from self._with_plain_roots(rooted)

    def _is_allowed(self, value: Exact | FormulaFault) -> TypeGuard[Exact]:
        return isinstance(value, int) or (isinstance(value, Fraction) and not self._whole_steps)


def _splits(hand: _Hand) -> set[tuple[_Hand, _Hand]]:
    places = range(len(hand))
    return {
        (tuple(hand[i] for i in left), tuple(hand[i] for i in places if i not in left))
        for size in places[1:]
        for left in combinations(places, size)
    }


def _join(left: Node, by: Sign | Number, right: Node) -> Operation | Root:
    return Operation(by, left, right) if isinstance(by, Sign) else Root(right, by)


def _is_awkward(value: Exact) -> bool:
    return value < 0 or not isinstance(value, int)


def _nicety(made: _Made) -> tuple[int, int, int, int, int, str]:
    dice, text = sum(1 for _ in dice_in(made.node)), write(made.node)
    uncommon, backward = (sum(map(text.count, signs)) for signs in ("^√", "−÷"))
    return dice, made.awkward_steps, uncommon, len(text), backward, text

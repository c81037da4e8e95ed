"""When two formulas are the same: the one form shared by all that are equal after flattening.

A sum is a bag of signed terms, a product a bag of factors and divisors; equal dice are not told
apart. Powers and roots are not rearranged: (√9)^4 and √(9^4) are two formulas, not least because
the bounds of numbers and exponents may allow only one of two such forms.

In the canonical form what is added comes first, then what is taken away, and in either brackets and
products before numbers, large numbers before small ones. No bag is nested in one of its own kind, so
brackets are few.
"""

from collections.abc import Iterator
from functools import reduce
from typing import TypeGuard, assert_never

from rules.pharaoh_code.formula_nodes import Node, Number, Operation, Root, Sign, write

_Member = tuple[bool, Node]
"""Whether it is taken away (or divided by), and what it is."""

_SUM = (Sign.ADD, Sign.SUBTRACT)
_PRODUCT = (Sign.MULTIPLY, Sign.DIVIDE)
_BAGS = {sign: bag for bag in (_SUM, _PRODUCT) for sign in bag}


def canonical(node: Node) -> Node:
    """Give the canonical form of *node*."""
    match node:
        case Number():
            return node
        case Root(radicand, index):
            return Root(canonical(radicand), index)
        case Operation(Sign.POWER, base, exponent):
            return Operation(Sign.POWER, canonical(base), canonical(exponent))
        case Operation(sign):
            bag = _BAGS[sign]
            first, *others = sorted(_members(node, bag), key=_member_rank)
            return reduce(lambda left, member: Operation(bag[member[0]], left, member[1]), others, first[1])
        case _:
            assert_never(node)


def is_canonical_join(node: Operation | Root) -> bool:
    """Tell whether *node* is canonical, given that its parts are: without building that form."""
    match node:
        case Root() | Operation(Sign.POWER):
            return True
        case Operation(sign, left, right):
            bag = _BAGS[sign]
            if _is_operation(right, bag):
                return False
            last = (left.sign is bag[1], left.right) if _is_operation(left, bag) else (False, left)
            return _member_rank(last) <= _member_rank((sign is bag[1], right))
        case _:
            assert_never(node)


def _members(node: Node, bag: tuple[Sign, Sign], is_taken: bool = False) -> Iterator[_Member]:
    if _is_operation(node, bag):
        yield from _members(node.left, bag, is_taken)
        yield from _members(node.right, bag, is_taken != (node.sign is bag[1]))
    else:
        yield is_taken, canonical(node)


def _member_rank(member: _Member) -> tuple[bool, bool, int, str]:
    is_taken, node = member
    if isinstance(node, Number):
        return is_taken, True, -node.value, ""
    return is_taken, False, 0, write(node)


def _is_operation(node: Node, signs: tuple[Sign, ...]) -> TypeGuard[Operation]:
    return isinstance(node, Operation) and node.sign in signs

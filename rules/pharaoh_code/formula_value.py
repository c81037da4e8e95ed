"""What a formula comes to, in exact fractions and within bounds."""

from fractions import Fraction
from typing import assert_never

from rules.pharaoh_code.formula_faults import Fault, FormulaFault, fault, write_value
from rules.pharaoh_code.formula_nodes import Node, Number, Operation, Root, Sign, write

Exact = int | Fraction
"""A value, as an int where it is whole: that is twice as fast, and the solver takes many steps."""

LARGEST_NUMBER = 1_000_000_000
LARGEST_EXPONENT = 12


def step(sign: Sign, left: Exact, right: Exact) -> Exact | FormulaFault:
    """Join two values, or say why they can't be joined.

    Both are within the bounds already, so that a power within its own bound has 360 bits at most:
    nothing large is computed before it is refused.
    """
    value: Exact
    match sign:
        case Sign.ADD:
            value = left + right
        case Sign.SUBTRACT:
            value = left - right
        case Sign.MULTIPLY:
            value = left * right
        case Sign.DIVIDE:
            if right == 0:
                return FormulaFault.DIVISION_BY_ZERO
            value = Fraction(left, right)
        case Sign.POWER:
            if not isinstance(right, int):
                return FormulaFault.EXPONENT_NOT_WHOLE
            if abs(right) > LARGEST_EXPONENT:
                return FormulaFault.EXPONENT_TOO_BIG
            if left == 0 and right < 0:
                return FormulaFault.DIVISION_BY_ZERO
            value = Fraction(left) ** right
        case _:
            assert_never(sign)
    return _settled(value) if _is_within_bounds(value) else FormulaFault.NUMBER_TOO_BIG


def root(value: Exact, index: int = 2) -> Exact | FormulaFault:
    """Take the root of a value within the bounds, if it comes out as a fraction."""
    if not 1 <= index <= LARGEST_EXPONENT or (value < 0 and index % 2 == 0):
        return FormulaFault.ROOT_DOES_NOT_COME_OUT
    above, below = round(abs(value.numerator) ** (1 / index)), round(value.denominator ** (1 / index))
    found = Fraction(above if value >= 0 else -above, below)
    return _settled(found) if found**index == value else FormulaFault.ROOT_DOES_NOT_COME_OUT


def evaluate(node: Node, *, whole_steps: bool = False) -> Exact | Fault:
    """Compute *node*, or give the fault of the first step that can't be done.

    With *whole_steps* a step that leaves a fraction can't be done either.
    """
    result = _last_step(node, whole_steps=whole_steps)
    if whole_steps and isinstance(result, Fraction):
        return fault(FormulaFault.STEP_NOT_WHOLE, node.place, step=write(node), value=write_value(result))
    return result


def _last_step(node: Node, *, whole_steps: bool) -> Exact | Fault:
    match node:
        case Number(value):
            return value if _is_within_bounds(value) else _too_big(node)
        case Root(radicand, index):
            inside = evaluate(radicand, whole_steps=whole_steps)
            return inside if isinstance(inside, Fault) else _take_root(node, inside, index)
        case Operation(_, left, right):
            before = evaluate(left, whole_steps=whole_steps)
            if isinstance(before, Fault):
                return before
            after = evaluate(right, whole_steps=whole_steps)
            return after if isinstance(after, Fault) else _take_step(node, before, after)
        case _:
            assert_never(node)


def _take_root(node: Root, inside: Exact, index: Number | None) -> Exact | Fault:
    result = root(inside) if index is None else root(inside, index.value)
    return fault(result, node.place, step=write(node)) if isinstance(result, FormulaFault) else result


def _take_step(node: Operation, before: Exact, after: Exact) -> Exact | Fault:
    result = step(node.sign, before, after)
    match result:
        case int() | Fraction():
            return result
        case FormulaFault.DIVISION_BY_ZERO:
            divisor = node.right if node.sign is Sign.DIVIDE else node.left
            return fault(result, divisor.place, divisor=write(divisor))
        case FormulaFault.EXPONENT_NOT_WHOLE:
            return fault(result, node.right.place, exponent=write(node.right), value=write_value(after))
        case FormulaFault.EXPONENT_TOO_BIG:
            return fault(
                result,
                node.right.place,
                exponent=write(node.right),
                value=write_value(after),
                most=LARGEST_EXPONENT,
            )
        case _:
            return _too_big(node)


def _too_big(node: Node) -> Fault:
    return fault(FormulaFault.NUMBER_TOO_BIG, node.place, step=write(node), most=LARGEST_NUMBER)


def _settled(value: Exact) -> Exact:
    return value.numerator if value.denominator == 1 else value


def _is_within_bounds(value: Exact) -> bool:
    return abs(value.numerator) <= LARGEST_NUMBER and value.denominator <= LARGEST_NUMBER

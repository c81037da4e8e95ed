"""The referee of formulas: is what somebody typed a formula of these dice that makes this number?

parse     text -> formula, or MalformedFormulaError: nobody could read it
write     formula -> text that parses to the same formula
judge     text, dice, number -> Judgement: right, or what is wrong and where
canonical formula -> the form shared by all formulas that are the same one in another order
"""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product

from rules.pharaoh_code.formula_canonical import canonical
from rules.pharaoh_code.formula_faults import Fault, FormulaFault, MalformedFormulaError, fault, write_value
from rules.pharaoh_code.formula_nodes import (
    Node,
    Number,
    Operation,
    Root,
    Sign,
    dice_in,
    plain_roots_in,
    write,
)
from rules.pharaoh_code.formula_text import LONGEST_TEXT, parse
from rules.pharaoh_code.formula_value import evaluate

__all__ = [
    "LONGEST_TEXT",
    "MOST_PLAIN_ROOTS",
    "Fault",
    "FormulaFault",
    "Judgement",
    "MalformedFormulaError",
    "Node",
    "Number",
    "Operation",
    "Root",
    "Sign",
    "canonical",
    "evaluate",
    "judge",
    "parse",
    "write",
    "write_value",
]

MOST_PLAIN_ROOTS = 2


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a formula: how it was read, what it makes, and what is wrong with it.

    `value` is None where a step can't be done.
    """

    formula: Node
    value: Fraction | None
    fault: Fault | None

    @property
    def is_right(self) -> bool:
        return self.fault is None


def judge(
    text: str,
    dice: tuple[int, int, int],
    number: int,
    *,
    powers: bool = False,
    whole_steps: bool = False,
) -> Judgement:
    """Tell whether *text* makes *number* with two or three of *dice*, each used once at most.

    Of several faults the first of these is given: what is wrong with the dice, too many plain roots,
    a step that can't be done, another value, a step that is not whole though *whole_steps* asks for it.

    Raises:
        MalformedFormulaError: when the text can't be read.
    """
    formula = parse(text, powers=powers)
    exact = evaluate(formula)
    value = None if isinstance(exact, Fault) else Fraction(exact)
    found = (
        _fault_of_dice(formula, value, dice)
        or _fault_of_plain_roots(formula)
        or (exact if isinstance(exact, Fault) else _fault_of_value(formula, Fraction(exact), number))
        or (_fault_of_steps(formula) if whole_steps else None)
    )
    return Judgement(formula, value, found)


def _fault_of_dice(formula: Node, value: Fraction | None, dice: tuple[int, int, int]) -> Fault | None:
    used = [*dice_in(formula)]
    thrown, seen = Counter(dice), Counter[int]()
    for die in used:
        seen[die.value] += 1
        if die.value == 0:
            return fault(FormulaFault.ZERO_IS_TEN, die.place)
        if seen[die.value] > thrown[die.value]:
            found = _not_there(die, thrown[die.value], sum(die == other for other in used), dice)
            return found if value is None or len(used) == 1 else _after_value(found, value)
    if len(used) == 1:
        return fault(FormulaFault.ONE_DIE_ONLY, used[0].place, number=used[0].value)
    return None


def _not_there(die: Number, thrown: int, used: int, dice: tuple[int, int, int]) -> Fault:
    if thrown:
        return fault(
            FormulaFault.DIE_USED_TWICE, die.place, number=die.value, times_thrown=thrown, times_used=used
        )
    code = FormulaFault.JOINED_DIGITS if _is_joined(str(die.value), dice) else FormulaFault.DIE_NOT_THROWN
    return fault(code, die.place, number=die.value)


def _is_joined(digits: str, dice: tuple[int, int, int]) -> bool:
    """Tell whether *digits* are two or three dice side by side, a ten being printed as 10 or 0."""
    faces = [("10", "0") if die == 10 else (str(die),) for die in dice]
    rows = (row for count in (2, 3) for some in permutations(faces, count) for row in product(*some))
    return any("".join(row) == digits for row in rows)


def _after_value(found: Fault, value: Fraction) -> Fault:
    return replace(found, message=f"This is {write_value(value)}, but {found.message}")


def _fault_of_plain_roots(formula: Node) -> Fault | None:
    roots = [*plain_roots_in(formula)]
    if len(roots) <= MOST_PLAIN_ROOTS:
        return None
    place = roots[MOST_PLAIN_ROOTS].place
    return fault(FormulaFault.TOO_MANY_PLAIN_ROOTS, place, most=MOST_PLAIN_ROOTS, roots=len(roots))


def _fault_of_value(formula: Node, value: Fraction, number: int) -> Fault | None:
    if value == number:
        return None
    return fault(FormulaFault.OTHER_VALUE, formula.place, value=write_value(value), number=number)


def _fault_of_steps(formula: Node) -> Fault | None:
    result = evaluate(formula, whole_steps=True)
    return result if isinstance(result, Fault) else None

"""What can be wrong with a formula: the reasons, their sentences, and the two ways to hand them over."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from rules.errors import MalformedEventError, Param
from rules.pharaoh_code.formula_nodes import Place


class FormulaFault(StrEnum):
    """Why a formula can't be read or is wrong; each has a text `refusal.<value>` in every catalogue."""

    EMPTY = "formula.empty"
    TOO_LONG = "formula.too_long"
    TOO_DEEP = "formula.too_deep"
    UNKNOWN_SIGN = "formula.unknown_sign"
    EQUALS_SIGN = "formula.equals_sign"
    READY_MADE_FRACTION = "formula.ready_made_fraction"
    NOT_IN_VARIANT = "formula.not_in_variant"
    LEADING_ZERO = "formula.leading_zero"
    UNARY_MINUS = "formula.unary_minus"
    MISSING_OPERAND = "formula.missing_operand"
    MISSING_OPERATOR = "formula.missing_operator"
    UNBALANCED_BRACKET = "formula.unbalanced_bracket"

    ZERO_IS_TEN = "formula.zero_is_ten"
    JOINED_DIGITS = "formula.joined_digits"
    DIE_NOT_THROWN = "formula.die_not_thrown"
    DIE_USED_TWICE = "formula.die_used_twice"
    ONE_DIE_ONLY = "formula.one_die_only"
    TOO_MANY_PLAIN_ROOTS = "formula.too_many_plain_roots"
    DIVISION_BY_ZERO = "formula.division_by_zero"
    EXPONENT_NOT_WHOLE = "formula.exponent_not_whole"
    EXPONENT_TOO_BIG = "formula.exponent_too_big"
    NUMBER_TOO_BIG = "formula.number_too_big"
    ROOT_DOES_NOT_COME_OUT = "formula.root_does_not_come_out"
    STEP_NOT_WHOLE = "formula.step_not_whole"
    OTHER_VALUE = "formula.other_value"


SENTENCES: Mapping[FormulaFault, str] = {
    FormulaFault.EMPTY: "There is no formula.",
    FormulaFault.TOO_LONG: "This is {length} characters long; a formula has at most {most}.",
    FormulaFault.TOO_DEEP: "At most {most} brackets, powers and roots may stand in one another.",
    FormulaFault.UNKNOWN_SIGN: "{sign!r} is not a sign of a formula.",
    FormulaFault.EQUALS_SIGN: "Leave out the = and what comes after it.",
    FormulaFault.READY_MADE_FRACTION: "{sign} is no die: write a fraction with ÷.",
    FormulaFault.NOT_IN_VARIANT: "{sign} belongs to the option with powers and roots, which is off.",
    FormulaFault.LEADING_ZERO: "{number} begins with 0, as no die does.",
    FormulaFault.UNARY_MINUS: "{sign} has no number before it to be taken from.",
    FormulaFault.MISSING_OPERAND: "A number is missing beside {sign}.",
    FormulaFault.MISSING_OPERATOR: "A sign such as + or × is missing before {sign}.",
    FormulaFault.UNBALANCED_BRACKET: "{sign} has no partner.",
    FormulaFault.ZERO_IS_TEN: "A 0 on a die is a ten: write 10.",
    FormulaFault.JOINED_DIGITS: "{number} was not thrown, and dice are not joined to a number.",
    FormulaFault.DIE_NOT_THROWN: "{number} was not thrown.",
    FormulaFault.DIE_USED_TWICE: "{number} was thrown {times_thrown} and is used {times_used}.",
    FormulaFault.ONE_DIE_ONLY: "A formula uses two or three dice, not {number} alone.",
    FormulaFault.TOO_MANY_PLAIN_ROOTS: "At most {most} roots may use no die; here are {roots}.",
    FormulaFault.DIVISION_BY_ZERO: "{divisor} is 0, and nothing is divided by 0.",
    FormulaFault.EXPONENT_NOT_WHOLE: "{exponent} is {value}, and an exponent is a whole number.",
    FormulaFault.EXPONENT_TOO_BIG: "{exponent} is {value}, and an exponent is at most {most} in size.",
    FormulaFault.NUMBER_TOO_BIG: "{step} goes beyond {most}.",
    FormulaFault.ROOT_DOES_NOT_COME_OUT: "{step} does not come out.",
    FormulaFault.STEP_NOT_WHOLE: "{step} is {value}, and each step has to be a whole number.",
    FormulaFault.OTHER_VALUE: "This is {value}, not {number}.",
}

_LONGEST_QUOTE = 80


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a readable formula is wrong, and which part of the text to point at.

    `start` and `end` bound that part in the text as typed, counted in characters from 0; `params`
    are the same for all faults of one code.
    """

    code: FormulaFault
    message: str
    start: int
    end: int
    params: Mapping[str, Param]


class MalformedFormulaError(MalformedEventError):
    """The text can't be read as a formula: what came, in which place.

    `start` and `end` bound what came in the text as typed, counted in characters from 0.
    """

    def __init__(self, code: FormulaFault, text: str, place: Place, **params: Param) -> None:
        sentence = SENTENCES[code].format(**params)
        quoted = text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"
        super().__init__(code, f"{sentence} (Character {place.start + 1} of {quoted!r}.)", params)
        self.start, self.end = place


def fault(code: FormulaFault, place: Place, **params: Param) -> Fault:
    """Make the fault of *code* with its English sentence."""
    words = {name: _in_words(name, param) for name, param in params.items()}
    return Fault(code, SENTENCES[code].format(**words), *place, MappingProxyType(params))


def write_value(value: int | Fraction) -> str:
    """Write *value* as people write it: 31, −3, 7/2."""
    return str(value).replace("-", "−")


def _in_words(name: str, param: Param) -> Param:
    if name not in ("times_thrown", "times_used"):
        return param
    return {1: "once", 2: "twice"}.get(int(param), f"{param} times")

"""The referee of formulas: reading, writing, judging."""

import re
from fractions import Fraction
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pharaoh_code.formula import (
    LONGEST_TEXT,
    Fault,
    FormulaFault,
    Judgement,
    MalformedFormulaError,
    Node,
    Number,
    Operation,
    Root,
    Sign,
    canonical,
    evaluate,
    judge,
    parse,
    write,
)
from rules.pharaoh_code.formula_canonical import is_canonical_join
from rules.pharaoh_code.formula_faults import SENTENCES

DICE = (5, 2, 11)

dice = st.integers(1, 12).map(Number)


def nodes(*, powers: bool, most: int = 6) -> st.SearchStrategy[Node]:
    signs = [*Sign] if powers else [sign for sign in Sign if sign is not Sign.POWER]

    def joined(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        operations = st.builds(Operation, st.sampled_from(signs), parts, parts)
        return operations | st.builds(Root, parts, st.none() | dice) if powers else operations

    return st.recursive(dice, joined, max_leaves=most)


def fault_in(text: str, *, number: int = 33, powers: bool = False, whole_steps: bool = False) -> Fault:
    found = judge(text, DICE, number, powers=powers, whole_steps=whole_steps).fault
    assert found is not None
    return found


# Reading and writing


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        pytest.param("(5-2)*11", "(5−2)×11", id="a keyboard's signs"),
        pytest.param("(５－２)Ｘ１１", "(5−2)×11", id="full width"),
        pytest.param("[5 – 2] · 11", "(5−2)×11", id="other brackets, dash and dot"),
        pytest.param("5+2x11", "5+2×11", id="a letter x"),
        pytest.param("11:5/2∶1", "11÷5÷2÷1", id="colon, slash and ratio"),
        pytest.param("\u00a05\t+\u30002\n", "5+2", id="spaces of all sorts"),
        pytest.param("((5))+(2)", "5+2", id="needless brackets"),
        pytest.param("5−(2+11)", "5−(2+11)", id="brackets that change the value"),
        pytest.param("5+(2+11)", "5+(2+11)", id="brackets that change the order of steps"),
        pytest.param("(5×2)+11", "5×2+11", id="brackets that precedence makes needless"),
    ],
)
def test_reads_what_people_type(typed: str, written: str) -> None:
    assert write(parse(typed)) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        pytest.param("2³", "2^3", id="a raised die"),
        pytest.param("2¹²+1", "2^12+1", id="two raised digits"),
        pytest.param("³√8", "3√8", id="a raised index"),
        pytest.param("2×³ √8", "2×3√8", id="a raised index after a sign"),
        pytest.param("2^3^2", "2^(3^2)", id="exponents from right to left"),
        pytest.param("2^3×5", "2^3×5", id="exponents before products"),
        pytest.param("√9+7", "√9+7", id="a root reaches over one number"),
        pytest.param("√(9+7)", "√(9+7)", id="a root of a bracket"),
        pytest.param("√√3√8", "√√3√8", id="roots of roots"),
        pytest.param("√9^2", "(√9)^2", id="a root before its exponent"),
        pytest.param("2^√9", "2^(√9)", id="a root as exponent"),
    ],
)
def test_reads_powers_and_roots_in_their_variant(typed: str, written: str) -> None:
    assert write(parse(typed, powers=True)) == written


@given(nodes(powers=True))
def test_what_is_written_reads_back_the_same(node: Node) -> None:
    assert parse(str(node), powers=True) == node


def test_nodes_know_their_place_in_the_text() -> None:
    formula = parse(" (5 −2)× 11")
    assert isinstance(formula, Operation)
    assert [formula.place, formula.left.place, formula.right.place] == [(1, 11), (1, 7), (9, 11)]


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [
        pytest.param("", FormulaFault.EMPTY, 0, 0, id="nothing"),
        pytest.param("  ", FormulaFault.EMPTY, 0, 2, id="spaces only"),
        pytest.param("1+" * 40 + "1", FormulaFault.TOO_LONG, 80, 81, id="81 characters"),
        pytest.param("(" * 11 + "5", FormulaFault.TOO_DEEP, 11, 12, id="eleven brackets"),
        pytest.param("5+a", FormulaFault.UNKNOWN_SIGN, 2, 3, id="a letter"),
        pytest.param("5+٢", FormulaFault.UNKNOWN_SIGN, 2, 3, id="a digit of another script"),
        pytest.param("5+2\ud800", FormulaFault.UNKNOWN_SIGN, 3, 4, id="half a character"),
        pytest.param("5+2 = 7", FormulaFault.EQUALS_SIGN, 4, 7, id="a result"),
        pytest.param("½+5", FormulaFault.READY_MADE_FRACTION, 0, 1, id="a half"),
        pytest.param("5²", FormulaFault.NOT_IN_VARIANT, 1, 2, id="a raised two"),
        pytest.param("5^2", FormulaFault.NOT_IN_VARIANT, 1, 2, id="a power"),
        pytest.param("5+√2", FormulaFault.NOT_IN_VARIANT, 2, 3, id="a root"),
        pytest.param("11+05", FormulaFault.LEADING_ZERO, 3, 5, id="a leading zero"),
        pytest.param("-5+11", FormulaFault.UNARY_MINUS, 0, 1, id="a minus at the start"),
        pytest.param("11×(−5)", FormulaFault.UNARY_MINUS, 4, 5, id="a minus in a bracket"),
        pytest.param("5+", FormulaFault.MISSING_OPERAND, 1, 2, id="nothing after the plus"),
        pytest.param("×5", FormulaFault.MISSING_OPERAND, 0, 1, id="nothing before the times"),
        pytest.param("5+()", FormulaFault.MISSING_OPERAND, 3, 4, id="an empty bracket"),
        pytest.param("8 10", FormulaFault.MISSING_OPERATOR, 2, 4, id="numbers side by side"),
        pytest.param("5(2+11)", FormulaFault.MISSING_OPERATOR, 1, 2, id="a number before a bracket"),
        pytest.param("(5 2)", FormulaFault.MISSING_OPERATOR, 3, 4, id="numbers side by side in a bracket"),
        pytest.param("11×(5−2", FormulaFault.UNBALANCED_BRACKET, 3, 4, id="never closed"),
        pytest.param("5−2)×11", FormulaFault.UNBALANCED_BRACKET, 3, 4, id="never opened"),
        pytest.param("5−)", FormulaFault.UNBALANCED_BRACKET, 2, 3, id="closed after a sign, never opened"),
    ],
)
def test_says_why_and_where_a_text_cannot_be_read(
    text: str, code: FormulaFault, start: int, end: int
) -> None:
    with pytest.raises(MalformedFormulaError) as refusal:
        parse(text)
    assert (refusal.value.code, refusal.value.start, refusal.value.end) == (code, start, end)


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [
        pytest.param("2³√8", FormulaFault.MISSING_OPERATOR, 1, 2, id="a number before a raised index"),
        pytest.param("(2+1)√8", FormulaFault.MISSING_OPERATOR, 5, 6, id="an index that is no die"),
        pytest.param("³+2", FormulaFault.MISSING_OPERAND, 0, 1, id="an exponent of nothing"),
        pytest.param("5+√", FormulaFault.MISSING_OPERAND, 2, 3, id="a root of nothing"),
        pytest.param("½", FormulaFault.READY_MADE_FRACTION, 0, 1, id="a half"),
        pytest.param("√" * 11 + "5", FormulaFault.TOO_DEEP, 11, 12, id="eleven roots"),
        pytest.param("1^" * 11 + "5", FormulaFault.TOO_DEEP, 22, 23, id="eleven exponents"),
    ],
)
def test_says_why_and_where_powers_and_roots_cannot_be_read(
    text: str, code: FormulaFault, start: int, end: int
) -> None:
    with pytest.raises(MalformedFormulaError) as refusal:
        parse(text, powers=True)
    assert (refusal.value.code, refusal.value.start, refusal.value.end) == (code, start, end)


def test_a_refusal_quotes_what_came_and_where() -> None:
    with pytest.raises(MalformedFormulaError, match=re.escape("missing before 10. (Character 3 of '8 10'.)")):
        parse("8 10")


def test_a_refusal_quotes_the_start_of_a_long_text_only() -> None:
    with pytest.raises(MalformedFormulaError) as refusal:
        parse("1" * 10_000)
    assert len(refusal.value.message) < 3 * LONGEST_TEXT


@pytest.mark.parametrize(
    "text", ["(" * 10 + "5" + ")" * 10 + "+2", "1+" * 39 + "10"], ids=["deepest", "longest"]
)
def test_reads_up_to_the_bounds(text: str) -> None:
    assert isinstance(parse(text), Operation)


# Judging


@pytest.mark.parametrize(
    ("text", "thrown", "number"),
    [
        pytest.param("(5−2)×11", (5, 2, 11), 33, id="three dice"),
        pytest.param("11+2", (5, 2, 11), 13, id="two dice"),
        pytest.param("11+1", (1, 3, 11), 12, id="eleven is a die, not two ones"),
        pytest.param("5+5", (5, 5, 8), 10, id="two equal dice"),
        pytest.param("3÷6×8", (8, 3, 6), 4, id="a fraction on the way"),
        pytest.param("2−5+11", (5, 2, 11), 8, id="below 0 on the way"),
    ],
)
def test_a_formula_that_makes_the_number_is_right(
    text: str, thrown: tuple[int, int, int], number: int
) -> None:
    assert judge(text, thrown, number) == Judgement(parse(text), Fraction(number), None)


@pytest.mark.parametrize(
    ("text", "thrown", "number"),
    [
        pytest.param("5^2+11", (5, 2, 11), 36, id="a power"),
        pytest.param("3√8×5", (8, 3, 5), 10, id="a root with a die as index"),
        pytest.param("√9×11", (5, 9, 11), 33, id="a plain root uses no die"),
        pytest.param("√√(11+5)+2", (5, 2, 11), 4, id="two plain roots"),
        pytest.param("√(9÷4)×12", (4, 9, 12), 18, id="a root of a fraction"),
        pytest.param("(2−5)^2", (5, 2, 2), 9, id="a power of a number below 0"),
    ],
)
def test_powers_and_roots_make_numbers_in_their_variant(
    text: str, thrown: tuple[int, int, int], number: int
) -> None:
    assert judge(text, thrown, number, powers=True).is_right


@pytest.mark.parametrize(
    ("text", "code", "start", "end", "params"),
    [
        pytest.param("0+11", FormulaFault.ZERO_IS_TEN, 0, 1, {}, id="a printed 0"),
        pytest.param("52−11", FormulaFault.JOINED_DIGITS, 0, 2, {"number": 52}, id="two dice side by side"),
        pytest.param(
            "5×115", FormulaFault.JOINED_DIGITS, 2, 5, {"number": 115}, id="with a die of two digits"
        ),
        pytest.param("5+7", FormulaFault.DIE_NOT_THROWN, 2, 3, {"number": 7}, id="never thrown"),
        pytest.param("22+11", FormulaFault.DIE_NOT_THROWN, 0, 2, {"number": 22}, id="one die doubled"),
        pytest.param("33", FormulaFault.DIE_NOT_THROWN, 0, 2, {"number": 33}, id="just the number"),
        pytest.param(
            "5×11+5",
            FormulaFault.DIE_USED_TWICE,
            5,
            6,
            {"number": 5, "times_thrown": 1, "times_used": 2},
            id="a die twice",
        ),
        pytest.param("(11)", FormulaFault.ONE_DIE_ONLY, 0, 4, {"number": 11}, id="one die"),
        pytest.param(
            "2+11", FormulaFault.OTHER_VALUE, 0, 4, {"value": "13", "number": 33}, id="another value"
        ),
        pytest.param(
            "2−5", FormulaFault.OTHER_VALUE, 0, 3, {"value": "−3", "number": 33}, id="a value below 0"
        ),
        pytest.param(
            "11÷2", FormulaFault.OTHER_VALUE, 0, 4, {"value": "11/2", "number": 33}, id="a fraction"
        ),
        pytest.param("5÷(2−2)", FormulaFault.DIE_USED_TWICE, 5, 6, None, id="the dice before the division"),
    ],
)
def test_says_what_is_wrong_and_where(
    text: str, code: FormulaFault, start: int, end: int, params: dict[str, str | int] | None
) -> None:
    found = fault_in(text)
    assert (found.code, found.start, found.end) == (code, start, end)
    assert params is None or found.params == params


@pytest.mark.parametrize(
    ("text", "thrown", "code", "start", "end"),
    [
        pytest.param("8÷(5−5)", (5, 5, 8), FormulaFault.DIVISION_BY_ZERO, 2, 7, id="division by 0"),
        pytest.param("20+8", (2, 10, 8), FormulaFault.JOINED_DIGITS, 0, 2, id="a ten printed as 0"),
        pytest.param("11+8", (1, 1, 8), FormulaFault.JOINED_DIGITS, 0, 2, id="two ones"),
    ],
)
def test_says_what_is_wrong_with_other_dice(
    text: str, thrown: tuple[int, int, int], code: FormulaFault, start: int, end: int
) -> None:
    found = judge(text, thrown, 40).fault
    assert found is not None
    assert (found.code, found.start, found.end) == (code, start, end)


@pytest.mark.parametrize(
    ("text", "thrown", "code", "start", "end"),
    [
        pytest.param("√5+11", (5, 2, 11), FormulaFault.ROOT_DOES_NOT_COME_OUT, 0, 2, id="an irrational root"),
        pytest.param("√(2−11)", (5, 2, 11), FormulaFault.ROOT_DOES_NOT_COME_OUT, 0, 7, id="a root below 0"),
        pytest.param("2^(5÷11)", (5, 2, 11), FormulaFault.EXPONENT_NOT_WHOLE, 2, 8, id="a broken exponent"),
        pytest.param("2^(5+11)", (5, 2, 11), FormulaFault.EXPONENT_TOO_BIG, 2, 8, id="an exponent of 16"),
        pytest.param("12^10", (1, 10, 12), FormulaFault.NUMBER_TOO_BIG, 0, 5, id="twelve to the tenth"),
        pytest.param(
            "√√√(5+11)", (5, 2, 11), FormulaFault.TOO_MANY_PLAIN_ROOTS, 2, 9, id="a third plain root"
        ),
    ],
)
def test_says_which_power_or_root_is_wrong(
    text: str, thrown: tuple[int, int, int], code: FormulaFault, start: int, end: int
) -> None:
    found = judge(text, thrown, 40, powers=True).fault
    assert found is not None
    assert (found.code, found.start, found.end) == (code, start, end)


@pytest.mark.parametrize(
    ("text", "whole_steps", "code"),
    [
        pytest.param("3÷6×8", False, None, id="fractions allowed"),
        pytest.param("3÷6×8", True, FormulaFault.STEP_NOT_WHOLE, id="a fraction on the way"),
        pytest.param("8×3÷6", True, None, id="whole all the way"),
        pytest.param("3−6+8", True, FormulaFault.OTHER_VALUE, id="below 0 is whole"),
        pytest.param("3÷6+8", True, FormulaFault.OTHER_VALUE, id="another value before a broken step"),
    ],
)
def test_whole_numbers_at_every_step_are_asked_for_by_option(
    text: str, whole_steps: bool, code: FormulaFault | None
) -> None:
    found = judge(text, (8, 3, 6), 4, whole_steps=whole_steps).fault
    assert (found and found.code) == code


def test_a_broken_step_is_pointed_at() -> None:
    found = judge("8×(3÷6)", (8, 3, 6), 4, whole_steps=True).fault
    assert found == Fault(
        FormulaFault.STEP_NOT_WHOLE,
        "3÷6 is 1/2, and each step has to be a whole number.",
        2,
        7,
        {"step": "3÷6", "value": "1/2"},
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("5×11+5", "This is 60, but 5 was thrown once and is used twice.", id="used twice"),
        pytest.param(
            "5×5×5", "This is 125, but 5 was thrown once and is used 3 times.", id="used three times"
        ),
        pytest.param("5×7−2", "This is 33, but 7 was not thrown.", id="not thrown"),
        pytest.param("5÷(2−2)", "2 was thrown once and is used twice.", id="without a value"),
        pytest.param("5×2+11", "This is 21, not 33.", id="another value"),
    ],
)
def test_a_fault_is_told_in_a_sentence(text: str, sentence: str) -> None:
    assert fault_in(text).message == sentence


def test_the_value_is_given_even_where_the_dice_are_wrong() -> None:
    assert judge("5×11+5", DICE, 60).value == 60


def test_no_value_is_given_where_a_step_cannot_be_done() -> None:
    assert judge("11÷(5−5)", DICE, 60).value is None


def test_every_fault_has_a_sentence() -> None:
    assert set(SENTENCES) == set(FormulaFault)


@given(st.text(alphabet="0125 +-×÷/()^√²³½=") | st.text(), st.booleans(), st.booleans())
def test_a_text_is_judged_or_refused_with_all_that_its_sentence_needs(
    text: str, powers: bool, whole_steps: bool
) -> None:
    found: Fault | MalformedFormulaError | None
    try:
        found = judge(text, DICE, 33, powers=powers, whole_steps=whole_steps).fault
    except MalformedFormulaError as refusal:
        found = refusal
    if found is not None:
        needed = {name for _, name, _, _ in Formatter().parse(SENTENCES[FormulaFault(found.code)]) if name}
        assert set(found.params) == needed
        assert 0 <= found.start <= found.end <= len(text)


@given(nodes(powers=False, most=5))
def test_values_agree_with_pythons_own(node: Node) -> None:
    python = write(node).translate(str.maketrans("−×÷", "-*/"))
    try:
        expected = eval(re.sub(r"\d+", r"Fraction(\g<0>)", python))
    except ZeroDivisionError:
        expected = FormulaFault.DIVISION_BY_ZERO
    found = evaluate(node)
    assert (found.code if isinstance(found, Fault) else found) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2^(1−4)", Fraction(1, 8), id="a negative exponent"),
        pytest.param("(2−5)^3", Fraction(-27), id="an odd power below 0"),
        pytest.param("3√(2−10)", Fraction(-2), id="an odd root below 0"),
        pytest.param("1√8", Fraction(8), id="the first root"),
        pytest.param("12√(2^12)", Fraction(2), id="the twelfth root"),
        pytest.param("(5−5)^(1−3)", FormulaFault.DIVISION_BY_ZERO, id="0 to a negative exponent"),
        pytest.param("0√8", FormulaFault.ROOT_DOES_NOT_COME_OUT, id="no root at all"),
        pytest.param("13√1", FormulaFault.ROOT_DOES_NOT_COME_OUT, id="an index beyond the exponents"),
        pytest.param("√5+√3", FormulaFault.ROOT_DOES_NOT_COME_OUT, id="a first part that fails"),
        pytest.param("5+√√3", FormulaFault.ROOT_DOES_NOT_COME_OUT, id="a second part that fails"),
        pytest.param("9999999999+1", FormulaFault.NUMBER_TOO_BIG, id="more than a billion as typed"),
        pytest.param("1÷9^9÷9", FormulaFault.NUMBER_TOO_BIG, id="a divisor of more than a billion"),
    ],
)
def test_powers_and_roots_are_exact_and_bounded(text: str, expected: Fraction | FormulaFault) -> None:
    found = evaluate(parse(text, powers=True))
    assert (found.code if isinstance(found, Fault) else found) == expected


# Which formulas are the same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("2+11", "11+2", id="terms change places"),
        pytest.param("11−(5−2)", "2+11−5", id="a bracket is dissolved"),
        pytest.param("2−5+11", "11−5+2", id="what is taken away goes last"),
        pytest.param("8÷4÷2", "8÷(4×2)", id="divisors are gathered"),
        pytest.param("3÷6×8", "8÷(6÷3)", id="a divisor's divisor is a factor"),
        pytest.param("11×(5−2)", "(5−2)×11", id="factors change places"),
        pytest.param("2×(5+11)", "(11+5)×2", id="within brackets too"),
        pytest.param("√(2+7)×5", "5×√(7+2)", id="under roots too"),
        pytest.param("(1+2)^(2×3)", "(2+1)^(3×2)", id="in powers too"),
    ],
)
def test_formulas_that_flatten_to_the_same_are_the_same(one: str, other: str) -> None:
    assert canonical(parse(one, powers=True)) == canonical(parse(other, powers=True))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("5×1", "5÷1", id="times and divided by 1"),
        pytest.param("5−2", "2−5", id="either way round"),
        pytest.param("(5+2)×11", "5×11+2×11", id="multiplied out"),
        pytest.param("(2−5)^2", "(5−2)^2", id="an even power of either way round"),
        pytest.param("(√9)^4", "√(9^4)", id="a power of a root and a root of a power"),
    ],
)
def test_formulas_that_only_have_the_same_value_are_different(one: str, other: str) -> None:
    assert canonical(parse(one, powers=True)) != canonical(parse(other, powers=True))


@given(nodes(powers=False))
def test_the_canonical_form_has_the_same_value(node: Node) -> None:
    value = evaluate(node)
    assert isinstance(value, Fault) or evaluate(canonical(node)) == value


@given(nodes(powers=True))
def test_the_canonical_form_is_its_own(node: Node) -> None:
    assert canonical(canonical(node)) == canonical(node)


@given(st.sampled_from(Sign), nodes(powers=True).map(canonical), nodes(powers=True).map(canonical))
def test_a_join_of_canonical_parts_is_known_to_be_canonical(sign: Sign, left: Node, right: Node) -> None:
    joined = Operation(sign, left, right)
    assert is_canonical_join(joined) == (canonical(joined) == joined)

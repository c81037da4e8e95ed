"""The solver, against counted rolls and against formulas that it did not find itself."""

import json
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rules.pharaoh_code.formula import (
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
from rules.pharaoh_code.solver import reach, solve
from rules.pharaoh_code.tiles import TILES

Roll = tuple[int, int, int]


def counted() -> dict[Roll, dict[int, int]]:
    """Read how many formulas each number has, for 60 rolls counted by another program."""
    path = Path(__file__).parent / "data" / "pharaoh_code_reach.json"
    counts: dict[Roll, dict[int, int]] = {}
    for roll, numbers in json.loads(path.read_text(encoding="utf-8"))["rolls"].items():
        d8, d10, d12 = map(int, roll.split(","))
        counts[d8, d10, d12] = {int(number): count for number, count in numbers.items()}
    return counts


COUNTS = counted()

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much])

rolls = st.tuples(st.integers(1, 8), st.integers(1, 10), st.integers(1, 12))


def all_listed(dice: Roll, *, powers: bool = False, whole_steps: bool = False) -> list[tuple[int, Node]]:
    found = reach(dice, TILES, powers=powers, whole_steps=whole_steps)
    return [(number, formula) for number, formulas in found.items() for formula in formulas]


@st.composite
def typed(draw: st.DrawFn, *, powers: bool) -> tuple[Roll, Node]:
    """Draw a roll, and any formula with two or three of its dice."""
    dice = draw(rolls)
    hand = draw(st.permutations(dice))[: draw(st.integers(2, 3))]
    parts: list[Node] = [Number(die) for die in hand]
    signs = [sign for sign in Sign if powers or sign is not Sign.POWER]
    plain_roots = draw(st.integers(0, 2)) if powers else 0
    while len(parts) > 1 or plain_roots > 0:
        if plain_roots > 0 and (len(parts) == 1 or draw(st.booleans())):
            place = draw(st.integers(0, len(parts) - 1))
            parts[place] = Root(parts[place])
            plain_roots -= 1
            continue
        place = draw(st.integers(0, len(parts) - 2))
        left, right = parts[place : place + 2]
        joined: Node = Operation(draw(st.sampled_from(signs)), left, right)
        if powers and isinstance(left, Number) and draw(st.booleans()):
            joined = Root(right, left)
        parts[place : place + 2] = [joined]
    return dice, parts[0]


@pytest.mark.parametrize("dice", COUNTS, ids=str)
def test_finds_as_many_formulas_as_were_counted(dice: Roll) -> None:
    found = reach(dice, TILES)
    assert {number: len(formulas) for number, formulas in found.items()} == COUNTS[dice]


def test_finds_as_many_formulas_as_were_counted_over_all_rolls() -> None:
    every = [reach(dice, TILES) for dice in product(range(1, 9), range(1, 11), range(1, 13))]
    counts = [len(formulas) for found in every for formulas in found.values()]
    assert (len(every), len(counts), sum(counts), max(counts)) == (960, 14_624, 22_032, 11)


@pytest.mark.parametrize("dice", COUNTS, ids=str)
def test_what_it_lists_is_right_with_whole_numbers_at_every_step(dice: Roll) -> None:
    assert all(judge(write(f), dice, number, whole_steps=True).is_right for number, f in all_listed(dice))


@pytest.mark.parametrize("dice", [*COUNTS][::6], ids=str)
@pytest.mark.parametrize("whole_steps", [False, True], ids=["fractions", "whole"])
def test_what_it_lists_with_powers_and_roots_is_right(dice: Roll, whole_steps: bool) -> None:
    wrong = [
        formula
        for number, formula in all_listed(dice, powers=True, whole_steps=whole_steps)
        if not judge(write(formula), dice, number, powers=True, whole_steps=whole_steps).is_right
    ]
    assert wrong == []


@pytest.mark.parametrize("powers", [False, True], ids=["base", "powers"])
@unhurried
@given(roll=rolls)
def test_lists_canonical_formulas_each_once(roll: Roll, powers: bool) -> None:
    listed = [formula for _, formula in all_listed(roll, powers=powers)]
    assert listed == [canonical(formula) for formula in listed]
    assert len(listed) == len(set(listed))


@unhurried
@given(roll=rolls)
def test_powers_and_roots_only_add_formulas(roll: Roll) -> None:
    assert set(all_listed(roll)) <= set(all_listed(roll, powers=True))


@unhurried
@given(typed(powers=False))
def test_a_right_formula_is_among_those_listed(drawn: tuple[Roll, Node]) -> None:
    dice, formula = drawn
    value = evaluate(formula)
    assume(isinstance(value, int))
    assert isinstance(value, int)
    assert canonical(formula) in solve(dice, value)


@unhurried
@given(typed(powers=True))
def test_a_right_formula_with_powers_and_roots_is_among_those_listed(drawn: tuple[Roll, Node]) -> None:
    dice, formula = drawn
    value = evaluate(formula)
    assume(isinstance(value, int) and not has_root_of_0_or_1(formula))
    assert isinstance(value, int)
    assert canonical(formula) in solve(dice, value, powers=True)


def test_leaves_out_plain_roots_of_1() -> None:
    assert not any(has_root_of_0_or_1(formula) for _, formula in all_listed((1, 1, 2), powers=True))


def has_root_of_0_or_1(node: Node) -> bool:
    match node:
        case Number():
            return False
        case Root(radicand, index):
            return (index is None and evaluate(radicand) in (0, 1)) or has_root_of_0_or_1(radicand)
        case Operation(_, left, right):
            return has_root_of_0_or_1(left) or has_root_of_0_or_1(right)


def test_the_order_of_the_dice_makes_no_difference() -> None:
    every = [reach((first, second, third), TILES) for first, second, third in permutations((4, 9, 12))]
    assert every == [every[0]] * 6


def test_lists_only_the_numbers_asked_for() -> None:
    assert reach((5, 2, 11), (33, 34, 13)) == {
        13: (parse("11+2"),),
        33: (parse("(5−2)×11"),),
    }


@pytest.mark.parametrize(
    ("dice", "number", "powers", "formulas"),
    [
        pytest.param((5, 2, 11), 8, False, ["11+2−5", "(11+5)÷2"], id="short before bracketed"),
        pytest.param((5, 2, 11), 3, False, ["5−2", "(11−5)÷2"], id="two dice before three"),
        pytest.param((4, 9, 12), 36, False, ["9×4"], id="one way only"),
        pytest.param((1, 1, 6), 6, False, ["6×1", "6÷1", "6×1×1", "6+1−1", "6×1÷1", "6÷1÷1"], id="ones"),
        pytest.param((5, 2, 11), 36, True, ["5^2+11", "(11−5)^2", "(5−11)^2"], id="below 0 last"),
        pytest.param(
            (4, 9, 12),
            8,
            True,
            [
                *("12−4", "(√4)^(√9)", "√(4^(√9))"),
                *("12÷√9+4", "√4×12÷√9", "√(12÷√9)×4", "(√4)^(12−9)", "√(4^(12−9))"),
                *("√(4÷9)×12", "12÷√(9÷4)", "4÷√(√9÷12)"),
            ],
            id="two dice, then three, then fractions",
        ),
        pytest.param((1, 1, 2), 90, True, [], id="none"),
    ],
)
def test_lists_the_nicest_first(dice: Roll, number: int, powers: bool, formulas: list[str]) -> None:
    assert [write(formula) for formula in solve(dice, number, powers=powers)] == formulas


def test_whole_steps_leave_out_formulas_with_fractions_on_the_way() -> None:
    formula = parse("√(9÷4)×12", powers=True)
    listed = [formula in solve((4, 9, 12), 18, powers=True, whole_steps=whole) for whole in (False, True)]
    assert listed == [True, False]

"""The log of one sitting: taking back, doing again, correcting, and what becomes of each line."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.codec import Event
from rules.core import Seat
from rules.errors import IllegalMoveError, RulesError
from rules.pharaoh_code.events import (
    Claimed,
    Explained,
    Judged,
    NobodyFound,
    NumberCalled,
    SandRanOut,
    Struck,
    Thrown,
)
from rules.pharaoh_code.formula import FormulaFault
from rules.pharaoh_code.state import Phase
from rules.table import (
    Corrected,
    Entry,
    Fate,
    Origin,
    Redone,
    Retracted,
    Table,
    TableRule,
)
from tests.rules.pharaoh_code.play import GAME, SOURCE_DICE, claims, fold, new, numbers, scores

LIVE, RETRACTED, CORRECTED, SET_ASIDE = Fate.LIVE, Fate.RETRACTED, Fate.CORRECTED, Fate.SET_ASIDE


def claim(seat: int, pressed_ms: int) -> Claimed:
    return Claimed(Seat(seat), pressed_ms)


def opened() -> Table:
    start = new(3)
    return Table(GAME, start, start)


def logged(*events: Event, table: Table | None = None) -> Table:
    """Log events; what the clock brings comes from the clock, the rest from the host."""
    table = opened() if table is None else table
    for event in events:
        origin = Origin.CLOCK if isinstance(event, SandRanOut) else Origin.HOST
        table = table.append(len(table.entries), origin, event)
    return table


def refusal(table: Table, event: Event) -> tuple[object, str]:
    with pytest.raises(RulesError) as caught:
        table.append(0, Origin.HOST, event)
    return caught.value.code, caught.value.message


def fates(table: Table) -> list[tuple[int, Fate]]:
    return [(line.entry.number, line.fate) for line in table.lines]


def live(table: Table) -> list[Event]:
    return [line.event for line in table.lines if line.fate in (LIVE, CORRECTED)]


ROUND: Sequence[Event] = (
    Thrown(),
    claim(0, 1000),
    claim(1, 2000),
    SandRanOut(31_000),
    NumberCalled(0, 33),
    NumberCalled(1, 22),
    Judged(0, True),
    Judged(1, True),
)
"""Entries 1 to 8: a round of two right claims."""


def test_table_is_opened_by_the_game() -> None:
    assert Table.opened(GAME, 3, Seat(0), GAME.options(), GAME.profile()) == opened()


def test_entries_are_numbered_and_folded() -> None:
    table = logged(Thrown(), SOURCE_DICE)
    assert table.entries == (Entry(1, 0, Origin.HOST, Thrown()), Entry(2, 1, Origin.HOST, SOURCE_DICE))
    assert table.state == fold(new(3), Thrown(), SOURCE_DICE)
    assert fates(table) == [(1, LIVE), (2, LIVE)]


def test_refused_entry_leaves_the_table_as_it_was() -> None:
    table = logged(Thrown())
    before = replace(table)
    assert refusal(table, Thrown())[0] == "pharaoh_code.already_thrown"
    assert table == before


# ---- taking back ----


def test_last_entry_is_taken_back() -> None:
    table = logged(Thrown(), claim(0, 1000), Retracted(2))
    assert (fates(table), table.state.phase) == ([(1, LIVE), (2, RETRACTED)], Phase.RACE)
    assert [e.event for e in table.entries] == [Thrown(), claim(0, 1000), Retracted(2)]


def test_entries_are_taken_back_one_after_another() -> None:
    table = logged(*ROUND[:3], Retracted(3), Retracted(2), Retracted(1))
    assert (table.state, table.retractable) == (table.start, None)
    assert sorted(fates(table)) == [(1, RETRACTED), (2, RETRACTED), (3, RETRACTED)]


def test_what_the_clock_brought_is_taken_back_with_what_it_followed() -> None:
    table = logged(Thrown(), claim(0, 1000), SandRanOut(31_000))
    assert table.retractable == 2
    table = logged(Retracted(2), table=table)
    assert fates(table) == [(1, LIVE), (2, RETRACTED), (3, RETRACTED)]


def test_what_the_clock_brought_before_stays() -> None:
    table = logged(*ROUND[:5], Retracted(5))
    assert fates(table) == [(1, LIVE), (2, LIVE), (3, LIVE), (4, LIVE), (5, RETRACTED)]
    assert table.retractable == 3


def test_clock_alone_is_not_taken_back() -> None:
    table = Table(GAME, logged(claim(0, 0)).state, logged(claim(0, 0)).state)
    table = logged(SandRanOut(30_000), table=table)
    assert table.retractable is None
    assert refusal(table, Retracted(1))[0] is TableRule.NOTHING_TO_TAKE_BACK


def test_taking_back_reaches_across_the_end_of_a_game() -> None:
    table = opened()
    for i, number in enumerate((49, 64, 84, 90)):
        at_ms = 100_000 * i
        events = (claim(0, at_ms), SandRanOut(at_ms + 30_000), NumberCalled(0, number), Judged(0, True))
        table = logged(*events, table=table)
    assert table.state.phase is Phase.OVER
    table = logged(Retracted(16), table=table)
    assert (table.state.phase, GAME.outcome(table.state)) == (Phase.JUDGING, None)
    table = logged(Judged(0, False), table=table)
    assert scores(table.state) == [14, 0, 0]


@pytest.mark.parametrize(
    ("table", "event", "rule"),
    [
        pytest.param(opened(), Retracted(1), TableRule.NOTHING_TO_TAKE_BACK, id="empty"),
        pytest.param(logged(Thrown(), SOURCE_DICE), Retracted(1), TableRule.NOT_THE_LAST, id="not-the-last"),
        pytest.param(logged(Thrown()), Retracted(2), TableRule.NOT_THE_LAST, id="not-there"),
        pytest.param(logged(Thrown()), Redone(1), TableRule.NOTHING_TO_REDO, id="nothing-taken-back"),
        pytest.param(
            logged(Thrown(), SOURCE_DICE, Retracted(2), Retracted(1)),
            Redone(2),
            TableRule.NOTHING_TO_REDO,
            id="not-the-last-taken-back",
        ),
    ],
)
def test_only_the_last_is_taken_back_or_done_again(table: Table, event: Event, rule: TableRule) -> None:
    assert refusal(table, event)[0] is rule


def test_refusal_names_the_entry_that_is_taken_back_first() -> None:
    assert refusal(logged(Thrown(), SOURCE_DICE), Retracted(1)) == (
        TableRule.NOT_THE_LAST,
        "entry 1 is not the last: entry 2 is taken back first",
    )


# ---- doing again ----


def test_what_was_taken_back_comes_back_as_it_was() -> None:
    table = logged(*ROUND)
    again = logged(Retracted(8), Retracted(7), Redone(7), Redone(8), table=table)
    assert (again.lines, again.state, again.retractable, again.redoable) == (
        table.lines,
        table.state,
        8,
        None,
    )


def test_clock_comes_back_with_what_it_followed() -> None:
    table = logged(Thrown(), claim(0, 1000), SandRanOut(31_000), Retracted(2), Redone(2))
    assert (fates(table), table.state.phase) == ([(1, LIVE), (2, LIVE), (3, LIVE)], Phase.JUDGING)


LATE: Sequence[Event] = (claim(0, 1000), claim(1, 2000), claim(2, 3000), Retracted(3))
"""All three claimed, and the last claim was taken back after the sand had stopped to matter."""


def test_what_the_clock_brings_ends_nothing_and_goes_when_it_is_done_again() -> None:
    before = logged(*LATE[:3])
    table = logged(SandRanOut(40_000), table=logged(*LATE))
    assert table.redoable == 3
    again = logged(Redone(3), table=table)
    assert fates(again) == [(1, LIVE), (2, LIVE), (3, LIVE), (5, RETRACTED)]
    assert (again.state, again.retractable, again.redoable) == (before.state, 3, None)
    more = logged(NumberCalled(0, 22), Retracted(7), Retracted(3), table=again)
    assert fates(more) == [(1, LIVE), (2, LIVE), (3, RETRACTED), (5, RETRACTED), (7, RETRACTED)]
    assert more.state == logged(*LATE).state


def test_all_that_was_taken_back_around_what_the_clock_brought_comes_back() -> None:
    table = logged(SandRanOut(40_000), Retracted(2), SandRanOut(41_000), table=logged(*LATE))
    assert (fates(table)[1:], table.redoable) == (
        [(2, RETRACTED), (3, RETRACTED), (5, RETRACTED), (7, LIVE)],
        2,
    )
    table = logged(Redone(2), table=table)
    assert (table.redoable, table.state.phase) == (3, Phase.JUDGING)
    table = logged(Redone(3), table=table)
    assert (table.state, live(table)) == (logged(*LATE[:3]).state, list(LATE[:3]))


def test_somebodys_entry_after_the_clocks_ends_what_can_be_done_again() -> None:
    table = logged(SandRanOut(40_000), NumberCalled(0, 22), table=logged(*LATE))
    assert table.redoable is None


def test_last_taken_back_is_done_again_first() -> None:
    table = logged(Thrown(), SOURCE_DICE, Retracted(2), Retracted(1))
    assert table.redoable == 1
    assert logged(Redone(1), table=table).redoable == 2


def test_new_entry_ends_what_can_be_done_again() -> None:
    table = logged(Thrown(), SOURCE_DICE, Retracted(2), NobodyFound())
    assert table.redoable is None
    assert refusal(table, Redone(2))[0] is TableRule.NOTHING_TO_REDO
    assert fates(table) == [(1, LIVE), (2, RETRACTED), (4, LIVE)]


def test_entry_after_one_taken_back_is_taken_back_too() -> None:
    table = logged(Thrown(), SOURCE_DICE, Retracted(2), NobodyFound(), Retracted(4), Retracted(1))
    assert sorted(fates(table)) == [(1, RETRACTED), (2, RETRACTED), (4, RETRACTED)]
    assert table.state == table.start


def test_what_was_done_again_can_be_taken_back_again() -> None:
    table = logged(Thrown(), SOURCE_DICE, Retracted(2), Redone(2), Retracted(2))
    assert (fates(table), table.redoable) == ([(1, LIVE), (2, RETRACTED)], 2)


# ---- correcting ----


def test_correction_without_misfits_replaces_an_entry() -> None:
    table = logged(*ROUND, Corrected(5, NumberCalled(0, 26)))
    assert fates(table)[4] == (5, CORRECTED)
    assert table.lines[4].event == NumberCalled(0, 26)
    assert table.lines[4].entry.event == NumberCalled(0, 33)
    assert [line.number for line in table.state.rounds[0].claims] == [26, 22]


def test_trying_a_correction_changes_nothing() -> None:
    table = logged(*ROUND)
    before = replace(table)
    tried = table.correction(5, NumberCalled(0, 22))
    assert (tried.misfits, tried.state.phase) == ((6, 8), Phase.JUDGING)
    assert table == before


def test_misfits_are_set_aside_once_confirmed() -> None:
    table = logged(*ROUND, Corrected(5, NumberCalled(0, 22), (6, 8)))
    assert fates(table) == [
        (1, LIVE),
        (2, LIVE),
        (3, LIVE),
        (4, LIVE),
        (5, CORRECTED),
        (6, SET_ASIDE),
        (7, LIVE),
        (8, SET_ASIDE),
    ]
    assert numbers(table.state) == [(22, None), (None, None)]


@pytest.mark.parametrize("confirmed", [(), (6,), (6, 7, 8), (6, 6, 8), (8, 7)], ids=str)
def test_misfits_that_were_not_confirmed_refuse_the_correction(confirmed: tuple[int, ...]) -> None:
    assert refusal(logged(*ROUND), Corrected(5, NumberCalled(0, 22), confirmed)) == (
        TableRule.MISFITS_NOT_CONFIRMED,
        "the entries that would no longer fit are: 6, 8",
    )


def test_confirming_misfits_where_there_are_none_is_refused() -> None:
    assert refusal(logged(*ROUND), Corrected(5, NumberCalled(0, 26), (6,))) == (
        TableRule.MISFITS_NOT_CONFIRMED,
        "the entries that would no longer fit are: none",
    )


def test_replacement_that_is_illegal_in_its_place_is_refused() -> None:
    table = logged(*ROUND)
    assert refusal(table, Corrected(5, NumberCalled(0, 29)))[0] == "pharaoh_code.not_a_tile"
    with pytest.raises(IllegalMoveError):
        table.correction(5, NumberCalled(0, 29))


def test_replacement_that_can_not_be_read_is_refused() -> None:
    table = logged(*ROUND[:4], SOURCE_DICE, *ROUND[4:7])
    assert refusal(table, Corrected(8, Explained(0, "5-")))[0] is FormulaFault.MISSING_OPERAND


def test_entry_may_be_removed() -> None:
    table = logged(*ROUND, Corrected(6, None, (8,)))
    assert fates(table)[5:] == [(6, SET_ASIDE), (7, LIVE), (8, SET_ASIDE)]
    assert numbers(table.state) == [(33, None), (None, None)]


def test_corrected_entry_may_be_corrected_again() -> None:
    table = logged(*ROUND, Corrected(5, NumberCalled(0, 26)), Corrected(5, NumberCalled(0, 70)))
    assert table.lines[4].event == NumberCalled(0, 70)
    assert table.state.rounds[0].claims[0].number == 70


@pytest.mark.parametrize(
    ("table", "number"),
    [
        pytest.param(logged(*ROUND), 9, id="no-such-entry"),
        pytest.param(logged(*ROUND, Retracted(8)), 8, id="taken-back"),
        pytest.param(logged(*ROUND, Retracted(8)), 9, id="an-entry-of-the-table"),
        pytest.param(logged(*ROUND, Corrected(6, None, (8,))), 6, id="removed"),
        pytest.param(logged(*ROUND, Corrected(6, None, (8,))), 8, id="set-aside"),
    ],
)
def test_only_entries_that_count_are_corrected(table: Table, number: int) -> None:
    assert refusal(table, Corrected(number, Thrown()))[0] is TableRule.NO_SUCH_ENTRY


def test_correction_is_taken_back_whole() -> None:
    before = logged(*ROUND)
    table = logged(Corrected(5, NumberCalled(0, 22), (6, 8)), Retracted(9), table=before)
    assert (table.lines, table.state, table.retractable, table.redoable) == (before.lines, before.state, 8, 9)


def test_correction_is_done_again() -> None:
    corrected = logged(*ROUND, Corrected(5, NumberCalled(0, 22), (6, 8)))
    table = logged(Retracted(9), Redone(9), table=corrected)
    assert (table.lines, table.state) == (corrected.lines, corrected.state)


def test_entry_before_a_correction_is_taken_back_after_it() -> None:
    table = logged(*ROUND, Corrected(5, NumberCalled(0, 26)), Retracted(9), Retracted(8))
    assert (fates(table)[4], fates(table)[-1]) == ((5, LIVE), (8, RETRACTED))


def test_entry_after_a_correction_is_taken_back_without_it() -> None:
    table = logged(*ROUND, Corrected(5, NumberCalled(0, 26)), Thrown(), Retracted(10))
    assert (fates(table)[4], fates(table)[-1]) == ((5, CORRECTED), (10, RETRACTED))
    assert table.state.rounds[0].claims[0].number == 26


def test_correction_keeps_lines_that_were_taken_back() -> None:
    table = logged(Thrown(), SOURCE_DICE, Retracted(2), claim(0, 1000), Corrected(4, claim(1, 1000)))
    assert fates(table) == [(1, LIVE), (2, RETRACTED), (4, CORRECTED)]
    assert [c.seat for c in claims(table.state)] == [1]


def test_correction_reaches_across_the_end_of_a_game() -> None:
    table = opened()
    for i, number in enumerate((49, 64, 84, 90)):
        at_ms = 100_000 * i
        events = (claim(0, at_ms), SandRanOut(at_ms + 30_000), NumberCalled(0, number), Judged(0, True))
        table = logged(*events, table=table)
    table = logged(Corrected(3, NumberCalled(0, 33)), table=table)
    assert (table.state.phase, scores(table.state)) == (Phase.READY, [26, 0, 0])


def test_sand_that_would_have_run_out_later_no_longer_fits() -> None:
    assert logged(*ROUND).correction(2, claim(0, 1500)).misfits == (4, 7, 8)


# ---- struck claims ----


STRUCK: Sequence[Event] = (claim(0, 1000), claim(1, 2000), Struck(0), NumberCalled(1, 33))


def test_taking_a_strike_back_brings_the_claim_back() -> None:
    table = logged(*STRUCK, Retracted(4), Retracted(3))
    assert numbers(table.state) == [(None, None), (None, None)]


def test_number_stays_with_its_claim_when_a_strike_before_it_is_removed() -> None:
    table = logged(*STRUCK, Corrected(3, None))
    assert [(c.seat, c.number) for c in claims(table.state)] == [(0, None), (1, 33)]


def test_number_of_a_claim_that_is_struck_by_a_correction_no_longer_fits() -> None:
    table = logged(claim(0, 1000), claim(1, 2000), NumberCalled(0, 22), NumberCalled(1, 33), Struck(1))
    assert table.correction(5, Struck(0)).misfits == ()
    assert table.correction(3, Struck(0)).misfits == ()
    assert table.correction(2, Struck(0)).misfits == (3, 4, 5)


def test_claim_of_another_seat_keeps_its_number() -> None:
    table = logged(*STRUCK, Corrected(2, claim(2, 2000)))
    assert [(c.seat, c.number) for c in claims(table.state)] == [(2, 33)]


def test_state_before_an_entry_is_folded_by_what_stands_now() -> None:
    table = logged(*STRUCK, Corrected(2, claim(2, 2000)))
    assert [c.seat for c in claims(table.before(3))] == [0, 2]
    assert table.before(1) == table.start
    assert table.before(99) == table.state


TWO_ROUNDS = (
    claim(0, 1000),
    NumberCalled(0, 22),
    SandRanOut(31_000),
    Judged(0, True),
    claim(1, 41_000),
    NumberCalled(0, 33),
    SandRanOut(71_000),
    Judged(0, True),
)


def test_what_was_called_in_another_round_does_not_become_somebody_elses() -> None:
    table = logged(*TWO_ROUNDS)
    assert [*scores(table.state)] == [3, 5, 0]
    tried = table.correction(2, None)
    assert tried.misfits == (4, 5, 6, 7, 8)
    assert numbers(tried.state) == [(None, None)]


def test_round_that_never_was_goes_without_those_behind_it() -> None:
    table = logged(NobodyFound(), *TWO_ROUNDS)
    tried = table.correction(1, None)
    assert tried.misfits == ()
    assert [*scores(tried.state)] == [3, 5, 0]


# ---- what is said of a line ----


def test_line_says_whose_it_is_also_after_a_strike() -> None:
    table = logged(Thrown(), claim(0, 1000), claim(1, 2000), Struck(0), NumberCalled(1, 33))
    assert [line.seat for line in table.lines] == [0, 0, 1, 0, 1]


def test_corrected_line_says_what_stood_there_and_whose_it_is_now() -> None:
    table = logged(claim(0, 1000), NumberCalled(0, 33), Corrected(1, claim(1, 1000)))
    assert [(line.seat, line.was) for line in table.lines] == [(1, claim(0, 1000)), (1, None)]


def test_what_chance_made_is_not_corrected() -> None:
    table = opened().append(1, Origin.CHANCE, Thrown())
    with pytest.raises(IllegalMoveError) as caught:
        table.correction(1, None)
    assert caught.value.code is TableRule.OF_CHANCE

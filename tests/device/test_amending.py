"""Taking back, bringing back and correcting, across the end of a game too."""

import pytest

from device import amending
from rules.errors import Malformed, RulesError
from rules.pharaoh_code.events import Rule
from rules.table import Fate, TableRule
from tests.device.conftest import EYE, SUN, Table, code_of


async def test_what_was_taken_back_comes_back(table: Table) -> None:
    await table.open_game()
    await table.host("nobody_found")
    await amending.retract(table.session, log=1)
    await amending.redo(table.session, log=2)
    assert [e["type"] for e in table.logged] == ["nobody_found", "retracted", "redone"]
    assert table.session.sitting is not None
    assert table.session.sitting.game.round_number(table.session.sitting.state) == 2


async def test_nothing_to_take_back_or_to_bring_back_is_refused(table: Table) -> None:
    await table.open_game()
    codes = [await code_of(amending.retract(table.session)), await code_of(amending.redo(table.session))]
    assert codes == [TableRule.NOTHING_TO_TAKE_BACK, TableRule.NOTHING_TO_REDO]


async def test_taking_back_reaches_across_the_end_of_a_game(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.play_to_the_end()
    await amending.retract(table.session)
    assert table.reason is None
    await amending.redo(table.session)
    assert table.reason == "row_empty_black"


async def test_correction_names_what_no_longer_fits_before_it_is_made(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.take_tile(49)
    await table.take_tile(64)
    called = next(i for i, e in enumerate(table.logged, 1) if e["type"] == "number_called")
    replacement = {"type": "number_called", "claim": 0, "number": 64}
    misfits = amending.try_correction(table.session, called, replacement).misfits
    assert [table.logged[n - 1]["type"] for n in misfits] == ["number_called", "judged"]
    before = len(table.logged)
    assert (
        await code_of(amending.correct(table.session, called, replacement, []))
        == TableRule.MISFITS_NOT_CONFIRMED
    )
    assert len(table.logged) == before
    await amending.correct(table.session, called, replacement, misfits)
    fates = {line.entry.number: line.fate for line in table.session.record().table.lines}
    assert (fates[called], {fates[n] for n in misfits}) == (Fate.CORRECTED, {Fate.SET_ASIDE})


@pytest.mark.parametrize(
    ("replacement", "code"),
    [
        ([], Malformed.NOT_AN_OBJECT),
        ({"type": "retracted", "entry": 1}, Malformed.UNKNOWN_TYPE),
        ({"type": "judged", "claim": 0, "right": True}, Rule.NO_SUCH_CLAIM),
    ],
)
async def test_replacement_that_can_not_be_is_refused(table: Table, replacement: object, code: str) -> None:
    await table.open_game()
    await table.host("nobody_found")
    with pytest.raises(RulesError) as previewed:
        amending.try_correction(table.session, 1, replacement)
    assert (previewed.value.code, await code_of(amending.correct(table.session, 1, replacement, []))) == (
        code,
        code,
    )

"""The end of the minute in which a phone waits for its button, and who comes to that button too late."""

import pytest

from device.phones import hash_of
from device.seating import SeatingRule
from device.waiting import LATE_S, PENDING_S
from rules.core import Sign
from rules.errors import IllegalMoveError
from tests.device.conftest import EYE, SUN, Table


async def test_the_end_of_the_minute_is_told(table: Table) -> None:
    table.seating.ask("mine", EYE)
    version = table.session.version
    table.time.pass_ms(PENDING_S * 1000)
    await table.until(lambda: table.session.version > version)
    notice = table.session.notice
    assert notice is not None
    assert (notice.sign, notice.code, table.session.version) == (EYE, SeatingRule.TIME_UP, version + 1)


async def test_the_end_of_the_minute_is_told_of_a_wish_after_another(table: Table) -> None:
    table.seating.ask("mine", EYE)
    await table.seating.stand("mine")
    table.seating.ask("yours", SUN)
    table.time.pass_ms(PENDING_S * 1000)
    await table.until(lambda: table.notice_codes == SeatingRule.TIME_UP)
    assert table.session.notice is not None
    assert table.session.notice.sign is SUN


def held_for(table: Table, sign: Sign) -> str | None:
    wish = table.seating.held_for(sign)
    return None if wish is None else wish.token_hash


async def test_a_late_push_is_a_hold_for_some_seconds(table: Table) -> None:
    await table.open_game(SUN, EYE)
    table.seating.open(True)
    table.seating.ask("mine", EYE)
    table.time.pass_ms(PENDING_S * 1000 + LATE_S * 1000 - 1)
    assert (held_for(table, EYE), held_for(table, SUN)) == (hash_of("mine"), None)
    table.time.pass_ms(1)
    assert held_for(table, EYE) is None


async def test_a_late_push_is_answered_once(table: Table) -> None:
    table.seating.ask("mine", EYE)
    table.time.pass_ms(PENDING_S * 1000)
    assert held_for(table, EYE) == hash_of("mine")
    with pytest.raises(IllegalMoveError) as refused_late:
        table.seating.check_in_time(hash_of("mine"))
    table.seating.check_in_time(hash_of("mine"))
    assert (refused_late.value.code, held_for(table, EYE)) == (SeatingRule.TIME_UP, None)


async def test_a_late_push_is_no_hold_for_the_phone_that_asked_next(table: Table) -> None:
    table.seating.ask("mine", EYE)
    table.time.pass_ms(PENDING_S * 1000)
    table.seating.ask("yours", EYE)
    assert held_for(table, EYE) == hash_of("mine")
    table.time.pass_ms(LATE_S * 1000)
    assert held_for(table, EYE) == hash_of("yours")


async def test_a_late_push_stays_late_whatever_another_phone_asks_and_takes_back(table: Table) -> None:
    table.seating.ask("mine", EYE)
    table.time.pass_ms(PENDING_S * 1000)
    table.seating.ask("evil", EYE)
    await table.seating.stand("evil")
    table.seating.ask("evil", EYE)
    assert held_for(table, EYE) == hash_of("mine")


async def test_phone_that_asks_again_is_not_late(table: Table) -> None:
    table.seating.ask("mine", EYE)
    table.time.pass_ms(PENDING_S * 1000)
    table.seating.ask("mine", EYE)
    assert held_for(table, EYE) == hash_of("mine")
    table.seating.check_in_time(hash_of("mine"))
    assert await table.seating.pair(EYE)


async def test_a_push_is_late_too_where_others_ended_the_wish(table: Table) -> None:
    await table.seat(SUN, EYE)
    table.seating.ask("mine", EYE)
    await table.session.start()
    assert held_for(table, EYE) == hash_of("mine")
    with pytest.raises(IllegalMoveError) as refused_late:
        table.seating.check_in_time(hash_of("mine"))
    assert refused_late.value.code == SeatingRule.CLOSED


async def test_a_wish_that_was_taken_back_leaves_the_button_to_play(table: Table) -> None:
    await table.open_game(SUN, EYE)
    table.seating.open(True)
    table.seating.ask("mine", EYE)
    await table.seating.stand("mine")
    assert held_for(table, EYE) is None

"""The table between games, and the names in one that is open."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from device import arranging
from device.errors import StoreError
from device.refusals import SessionRule, StaleLogError
from device.setup import SetupRule
from rules.record import SeatInfo
from tests.device.conftest import ANKH, BOAT, EYE, FEATHER, LOTUS, SUN, Table, code_of


def arranged(table: Table) -> tuple[object, ...]:
    """Give all of the setup that others see or that a command is judged by."""
    session = table.session
    return (session.sitting, session.setup, session.setup_version, session.version, tuple(table.told))


SETUP_WRITES: dict[str, Callable[[Table], Awaitable[object]]] = {
    "arrange": lambda t: t.seat(SUN, BOAT),
    "add_seat": lambda t: arranging.add_seat(t.session, BOAT),
    "rename": lambda t: arranging.rename(t.session, SUN, "Jon"),
    "start": lambda t: t.session.start(key="k"),
}


@pytest.mark.parametrize("write", SETUP_WRITES.values(), ids=list(SETUP_WRITES))
async def test_write_of_the_setup_that_fails_changes_nothing(
    table: Table, write: Callable[[Table], Awaitable[object]]
) -> None:
    await table.seat(SUN, EYE)
    before = arranged(table)
    table.store.is_failing = True
    with pytest.raises(StoreError):
        await write(table)
    assert arranged(table) == before


async def test_setup_made_on_another_version_is_refused(table: Table) -> None:
    await table.seat(SUN)
    with pytest.raises(StaleLogError):
        await arranging.arrange(table.session, table.session.setup.with_seat(EYE), version=1)
    with pytest.raises(StaleLogError):
        await table.session.start(version=1)
    assert (table.session.setup.seats, table.session.sitting) == ((SeatInfo(SUN),), None)


async def test_seat_added_while_another_change_is_written_keeps_that_change(table: Table) -> None:
    await table.seat(SUN)
    table.store.gate.clear()
    changed, added = table.seat(SUN, options={"sand_s": 45}), arranging.add_seat(table.session, EYE)
    changes = [asyncio.create_task(changed), asyncio.create_task(added)]
    await asyncio.wait(changes, timeout=0.02)
    table.store.gate.set()
    await asyncio.gather(*changes)
    setup = table.session.setup
    assert (setup.seats, setup.options.sand_s) == ((SeatInfo(SUN), SeatInfo(EYE)), 45)


async def test_seat_that_sits_already_leaves_the_setup_at_its_version(table: Table) -> None:
    await table.seat(SUN)
    await arranging.add_seat(table.session, SUN)
    assert table.session.setup_version == 2


async def test_sixth_seat_is_refused(table: Table) -> None:
    await table.seat(SUN, EYE, LOTUS, FEATHER, BOAT)
    assert await code_of(arranging.add_seat(table.session, ANKH)) == SetupRule.FULL


async def test_setup_can_not_be_changed_while_a_game_is_open(table: Table) -> None:
    await table.open_game()
    changes = (table.seat(SUN, EYE), arranging.add_seat(table.session, BOAT), table.session.start())
    assert [await code_of(change) for change in changes] == [SessionRule.GAME_OPEN] * 3


async def test_renamed_seat_is_renamed_in_setup_and_record(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await arranging.rename(table.session, EYE, " 미나 ")
    seats = (SeatInfo(SUN), SeatInfo(EYE, "미나"))
    assert (table.session.setup.seats, table.session.record().header.seats) == (seats, seats)


async def test_rename_fails_as_a_whole(table: Table) -> None:
    await table.open_game()
    table.store.is_failing = True
    with pytest.raises(StoreError):
        await arranging.rename(table.session, EYE, "Jon")
    table.store.is_failing = False
    table.restart()
    session = table.session
    assert (session.setup.seats[1], session.record().header.seats[1]) == (SeatInfo(EYE), SeatInfo(EYE))

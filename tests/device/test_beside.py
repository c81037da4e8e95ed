"""What goes on beside a game may fail: it is logged, begins anew, and the game goes on."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from device import arranging
from device.beside import beside
from device.hinting import Hinting
from device.network.networking import Kept, Networking, Wish
from rules.core import IsWanted
from rules.pharao import Pharao
from rules.table import Origin
from tests.device.conftest import Table, Time
from tests.device.test_running import Program


async def test_what_fails_is_logged_and_begins_anew(caplog: pytest.LogCaptureFixture) -> None:
    begun, is_second = 0, asyncio.Event()

    async def run() -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            raise ZeroDivisionError("of the hints")
        is_second.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(beside("the hints", run, 0))
    async with asyncio.timeout(10):
        await is_second.wait()
    task.cancel()
    await asyncio.wait([task])
    assert (task.cancelled(), begun) == (True, 2)
    assert "a fault in the hints" in caplog.text
    assert "of the hints" in caplog.text


async def test_hints_that_fail_end_no_game_and_the_next_ones_come(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [{"sign": "sun", "name": ""}, {"sign": "eye", "name": ""}]
    setup = {"game": "pharao", "seats": seats, "first_seat": 0, "options": {"hints": True}}
    await arranging.arrange_as(table.session, setup, table.session.setup_version)
    await table.session.start()
    has_failed = threading.Event()

    def hints(_: Any, state: Any) -> Any:
        def work(is_wanted: IsWanted) -> Any:
            if not has_failed.is_set():
                has_failed.set()
                raise ZeroDivisionError("of the hints")
            return {"part": str(state.part)}

        return work

    monkeypatch.setattr(Pharao, "hints", hints)
    task = asyncio.create_task(beside("the hints", Hinting(table.session).run, 0))
    await asyncio.to_thread(has_failed.wait, 10)
    await table.session.play({"type": "thrown", "own": 3, "enemy": 1}, Origin.PANEL)
    await table.until(lambda: table.session.hints == {"part": "own"})
    task.cancel()
    await asyncio.wait([task])


async def test_network_that_fails_ends_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def keep(self: Networking, kept: Kept) -> None:
        raise ZeroDivisionError("of the network")

    monkeypatch.setattr(Networking, "_keep", keep)
    program = Program(tmp_path / "table.db", Time(), is_for_all=True)
    program.table.network.wish(Wish.OPEN)
    await program.until(lambda: "of the network" in caplog.text or program.task.done())
    assert (program.task.done(), program.table.network.now.doing) == (False, None)
    await program.stop()
    program.log.close()

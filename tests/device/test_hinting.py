"""Hints are worked out beside the table: told when they are ready, dropped when they are late."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from device import arranging
from device.hinting import Hinting
from rules.core import IsWanted
from rules.pharao import Pharao
from rules.table import Origin
from tests.device.conftest import Table

WAIT_S = 10


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    made = Table(tmp_path / "table.db")
    seats = [{"sign": "sun", "name": ""}, {"sign": "eye", "name": ""}]
    setup = {"game": "pharao", "seats": seats, "first_seat": 0, "options": {"hints": True}}
    await arranging.arrange_as(made.session, setup, made.session.setup_version)
    await made.session.start()
    yield made
    made.close()


async def thrown(table: Table) -> None:
    await table.session.play({"type": "thrown", "own": 3, "enemy": 1}, Origin.PANEL)


async def moved(table: Table) -> None:
    await table.session.play({"type": "own_moved", "piece": "3-3", "to": "3-6"}, Origin.PANEL)


async def hints(table: Table) -> Any:
    """Wait until there are hints about what is on the table now."""
    told = asyncio.Event()
    table.session.listen(told.set)
    async with asyncio.timeout(WAIT_S):
        while table.session.hints is None:
            told.clear()
            await told.wait()
    return table.session.hints


async def test_hints_are_told_when_they_are_ready(table: Table) -> None:
    work = asyncio.create_task(Hinting(table.session).run())
    await thrown(table)
    assert table.session.hints is None
    version = table.session.version
    found = await hints(table)
    assert {move["event"]["type"] for move in found["moves"]} == {"own_moved"}
    assert table.session.version == version + 1
    work.cancel()


async def test_hints_about_what_is_past_stop_and_are_dropped(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, asked = threading.Event(), list[Any]()

    def slow(_: Any, state: Any) -> Callable[[IsWanted], Any]:
        def work(is_wanted: IsWanted) -> Any:
            begun.set()
            while is_wanted() and not asked:
                threading.Event().wait(0.001)
            asked.append(state)
            return {"part": str(state.part)}

        return work

    monkeypatch.setattr(Pharao, "hints", slow)
    work = asyncio.create_task(Hinting(table.session).run())
    await thrown(table)
    await asyncio.to_thread(begun.wait, WAIT_S)
    await moved(table)
    assert await hints(table) == {"part": "enemy"}
    work.cancel()

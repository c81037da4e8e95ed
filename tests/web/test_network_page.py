"""What the page tells of the network, and to whom."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from device.network.networking import Wish
from tests.web.door import Door
from web.snapshots import Snapshots


@pytest.fixture
async def own_wifi(door: Door) -> AsyncIterator[Door]:
    """A table that has opened its own Wi-Fi."""
    is_open = asyncio.Event()
    door.network.listen(door.table.session.tell)
    door.network.listen(lambda: is_open.set() if door.network.now.own else None)
    task = asyncio.create_task(door.network.run())
    door.network.wish(Wish.OPEN)
    async with asyncio.timeout(10):
        await is_open.wait()
    yield door
    task.cancel()
    await asyncio.wait([task])


def snapshot(door: Door) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(Snapshots(door.desk, "").text(door.token))
    return told


async def test_host_sees_the_own_wifi_and_its_password_and_nobody_else_does(own_wifi: Door) -> None:
    door = own_wifi
    own = door.network.now.own
    assert own is not None
    assert snapshot(door)["network"] is None
    assert own.password not in json.dumps(snapshot(door))
    await door.table.seating.become_host(door.token, door.table.seating.host_code)
    assert snapshot(door)["network"] == {
        "link": "own",
        "wifi": "",
        "own": {"name": "Khepri-bench", "password": own.password},
        "obstacle": None,
    }


async def test_no_route_switches_the_network(door: Door) -> None:
    paths = (await door.ask("GET", "/openapi.json")).json["paths"]
    assert [path for path in paths if "network" in path or "wifi" in path] == []

"""What the doctor asks of the running table, and the date that a leading phone brings."""

from typing import Any

import pytest

from device.dating import DateSource
from tests.web.door import OWN, Door
from web.snapshots import Snapshots

NOON_MS = 1_796_036_400_000
HERE = {"host": f"127.0.0.1:{OWN[1]}", "server": ("127.0.0.1", OWN[1])}


async def lead(door: Door) -> None:
    await door.table.seating.become_host(door.token, door.table.seating.host_code)


# ---- health ----


async def test_health_is_said_on_the_same_machine(door: Door) -> None:
    answer = await door.ask("GET", "/api/health", client="127.0.0.1", **HERE)  # type: ignore[arg-type]
    assert (answer.status, answer.json) == (200, {"phones": 0})
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({"client": "192.168.1.30"}, id="from-a-phone"),
        pytest.param({"client": "192.168.1.30", **HERE}, id="from-a-phone-that-says-localhost"),
        pytest.param({"client": "127.0.0.1"}, id="by-the-name-on-the-network"),
    ],
)
async def test_health_is_nobody_elses_business(door: Door, asked: dict[str, Any]) -> None:
    assert (await door.ask("GET", "/api/health", **asked)).status in (403, 421)


# ---- the date ----


async def test_phone_that_leads_brings_the_date_once(door: Door) -> None:
    await lead(door)
    assert (await door.post("date", {"unix_ms": NOON_MS, "offset_min": 60})).json == {"taken": True}
    assert (door.calendar.source, door.calendar.day()) == (DateSource.PHONE, "2026-11-30")
    assert (await door.post("date", {"unix_ms": NOON_MS, "offset_min": 60})).json == {"taken": False}


async def test_phone_that_does_not_lead_brings_none(door: Door) -> None:
    answer = await door.post("date", {"unix_ms": NOON_MS, "offset_min": 60})
    assert (answer.status, answer.json["code"]) == (403, "seating.not_host")
    assert door.calendar.day() is None


@pytest.mark.parametrize(
    "body",
    [
        {"unix_ms": 10**14, "offset_min": 0},
        {"unix_ms": -1, "offset_min": 0},
        {"unix_ms": NOON_MS, "offset_min": 900},
        {"unix_ms": f"{NOON_MS}", "offset_min": 0},
        {"unix_ms": NOON_MS},
    ],
)
async def test_date_that_cannot_be_one_is_refused(door: Door, body: dict[str, Any]) -> None:
    await lead(door)
    assert (await door.post("date", body)).status == 422
    assert door.calendar.day() is None


async def test_snapshot_says_from_where_the_date_is_known(door: Door) -> None:
    assert '"date": "unknown"' in Snapshots(door.desk, "build").text(None)

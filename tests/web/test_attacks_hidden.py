"""What lies covered changes nothing that anybody else is told, in no answer, at no step.

The same game is played twice, but for one covered tile: whoever may not look must be told the very same.
"""

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Scope

from device import arranging
from device.backup import back_up
from device.record_files import RecordFiles
from device.store import RECORDS
from rules.codec import Json
from rules.giza import Giza
from tests.device.conftest import EYE, SUN, Table
from tests.web.door import OWN, Door
from web.snapshots import Snapshots

COVERED = ("plus_5", "minus_4", "plus_4")
OWNER, OTHERS = "owner", ("host", "other seat", "a stranger", None)


def placed(tile: str, site: int = 1, place: str = "first") -> dict[str, Any]:
    return {"type": "placed", "tile": tile, "site": site, "place": place}


@pytest.fixture
async def doors(tmp_path: Path) -> AsyncIterator[list[Door]]:
    """Tables of Giza on which all is the same but the tile that is placed first."""
    made = [Door(Table(tmp_path / tile / "table.db")) for tile in COVERED]
    for door, tile in zip(made, COVERED, strict=True):
        session, seating = door.table.session, door.table.seating
        seats: list[Json] = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE)]
        setup = {"game": Giza.id, "seats": seats, "first_seat": 0, "options": {}}
        await arranging.arrange_as(session, setup, session.setup_version)
        for token, sign in (("other seat", SUN), (OWNER, EYE)):
            seating.ask(token, sign)
            # So that the sign that is drawn for a waiting phone is no difference.
            await seating.pair(sign)
        await seating.become_host("host", seating.host_code)
        await session.start()
        await play(door, placed(tile))
        await play(door, placed("minus_2"))
    yield made
    for door in made:
        door.table.close()


async def play(door: Door, event: dict[str, Any]) -> None:
    sitting = door.table.session.sitting
    assert sitting is not None
    await act(door, "play", {"round": sitting.game.round_number(sitting.state), "event": event})


async def act(door: Door, path: str, body: dict[str, Any]) -> None:
    """Have the host do something that must succeed."""
    door.token = "host"
    answer = await door.post(path, {"key": secrets.token_hex(8), "log": door.table.entries, **body})
    assert answer.status == 200, answer


async def first_snapshot(door: Door, path: str, token: str) -> str:
    """Open a page's WebSocket in the browser of a phone, and give the first snapshot that it is sent."""
    came: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    coming = iter([{"type": "websocket.connect"}])

    async def receive() -> Message:
        message = next(coming, None)
        if message is None:
            await came
        return message or {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Message) -> None:
        text = message.get("text") or ""
        if '"snapshot"' in text and not came.done():
            came.set_result(text)

    here = f"{OWN[0]}:{OWN[1]}"
    headers = {"host": here, "origin": f"http://{here}", "cookie": f"khepri={token}"}
    scope: Scope = {
        "type": "websocket",
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "server": OWN,
        "client": ("192.168.1.66", 4000),
        "scheme": "ws",
        "query_string": b"",
        "root_path": "",
    }
    await door.app(scope, receive, send)
    return without_run(await came)


def without_run(text: str) -> str:
    return re.sub(r'"(run|build)": "\w+"', "", text)


async def told(door: Door) -> dict[str, str]:
    """Give all that those are told who may not look."""
    shown = Snapshots(door.desk, "build")
    found = {str(token): without_run(shown.text(token)) for token in OTHERS}
    found["television"] = await first_snapshot(door, "/ws/watch", OWNER)
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/api/record", None),
        ("GET", "/api/profiles/giza", None),
        *(("POST", "/api/before", {"entry": entry}) for entry in range(1, 6)),
        *(("POST", "/api/correction", {"entry": entry, "replacement": None}) for entry in range(1, 6)),
        ("POST", "/api/correction", {"entry": 1, "replacement": placed("plus_3")}),
    ]
    for token in ("host", "other seat", "a stranger"):
        door.token = token
        for method, path, body in asked:
            answer = await door.ask(method, path, json.dumps(body).encode() if body else b"")
            found[f"{token} {path} {body}"] = f"{answer.status} {answer.body.decode()}"
        answer = await door.ask("GET", "/api/lines", query="before=1000")
        found[f"{token} lines"] = f"{answer.status} {answer.body.decode()}"
    return found


async def test_nobody_else_is_told_anything_that_depends_on_a_covered_tile(
    doors: list[Door], caplog: pytest.LogCaptureFixture
) -> None:
    steps: list[tuple[str, dict[str, Any]]] = [
        ("play", {"event": placed("base", 0, "sphinx")}),
        ("play", {"event": placed("scarab")}),
        ("retract", {}),
        ("redo", {}),
        ("retract", {}),
        ("correct", {"entry": 2, "replacement": placed("plus_1"), "set_aside": []}),
        ("retract", {}),
        ("redo", {}),
        ("play", {"event": placed("scarab", 1)}),
    ]
    for path, body in steps:
        for door in doors:
            if path == "play":
                await play(door, body["event"])
            else:
                await act(door, path, body)
        first, *others = [await told(door) for door in doors]
        for other in others:
            assert other == first, (path, body)
    owners = [Snapshots(door.desk, "build").text(OWNER) for door in doors]
    assert len(set(owners)) == len(COVERED)
    assert [tile in caplog.text for tile in COVERED] == [False] * len(COVERED)


async def test_no_file_that_leaves_the_table_names_a_covered_tile(doors: list[Door], tmp_path: Path) -> None:
    for door, tile in zip(doors, COVERED, strict=True):
        records = RecordFiles(door.table.session, door.table.path)
        records.caught_up.result(10)
        records.close()
        folder = door.table.path.parent
        back_up(folder, folder / "backup.db")
        assert not any((folder / RECORDS).glob("*"))
        assert tile.encode() in b"".join(file.read_bytes() for file in folder.glob("table.db*"))
        assert tile.encode() not in (folder / "backup.db").read_bytes()


async def test_a_television_sees_what_a_stranger_sees_in_whose_browser_ever_it_is(doors: list[Door]) -> None:
    door = doors[0]
    shown = Snapshots(door.desk, "build")
    for token in ("host", "other seat", OWNER):
        assert await first_snapshot(door, "/ws", token) == without_run(shown.text(token))
        assert await first_snapshot(door, "/ws/watch", token) == without_run(shown.text(None))


async def test_older_lines_are_told_as_the_snapshot_would(doors: list[Door]) -> None:
    door = doors[0]
    shown = Snapshots(door.desk, "build")
    for token in ("host", "other seat", OWNER, "a stranger"):
        door.token = token
        lines = (await door.ask("GET", "/api/lines", query="before=1000")).json["lines"]
        assert lines == json.loads(shown.text(token))["game"]["lines"]
        assert (COVERED[0] in json.dumps(lines)) is (token == OWNER)


async def test_a_phone_that_lost_its_seat_sees_no_more_than_a_stranger(doors: list[Door]) -> None:
    door = doors[0]
    shown = Snapshots(door.desk, "build")
    assert COVERED[0] in json.dumps(json.loads(shown.text(OWNER))["game"]["lines"])
    await door.table.seating.forget("host")
    door.table.session.tell()
    assert COVERED[0] not in json.dumps(json.loads(shown.text(OWNER))["game"]["lines"])

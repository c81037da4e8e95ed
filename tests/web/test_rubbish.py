"""Rubbish in every field of every route: a refusal in JSON each time, and the table lives on."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from starlette.types import Message

from tests.device.conftest import EYE
from tests.web.door import OWN, Door

REFUSED = (400, 403, 409, 413, 422, 429)
HALF = "\ud800"
RUBBISH: list[Any] = [
    HALF,
    f"abcdefgh{HALF}",
    "",
    "\x00",
    "\u202e\u0301",
    "𓆣" * 3_000,
    "' OR 1=1 --",
    "<script>",
    None,
    True,
    -1,
    10**400,
    1e308,
    float("nan"),
    float("inf"),
    [],
    {},
    [HALF],
    {HALF: HALF},
    {"type": HALF},
    {"type": {"type": []}},
]
KEY, EVENT, SEATS = "key", {"type": "thrown"}, [{"sign": "sun", "name": "Mina"}]
OPTIONS: dict[str, Any] = {}
NUMBERED = {"type": "number_called", "claim": 0, "number": 33}
LAID = {"type": "laid_out", "numbers": [33]}
EXPLAINED = {"type": "explained", "claim": 0, "formula": "1+1"}

COPY = {
    "name": "Our box",
    "white": [1, 2],
    "board": {"spaces": [{"name": "1", "next": ["1"]}], "starts": [{"next": ["1"]}]},
}

ROUTES: list[tuple[str, dict[str, Any]]] = [
    ("play", {KEY: "", "round": 1, "log": 0, "event": EVENT}),
    ("play", {KEY: "", "round": 1, "log": 0, "event": NUMBERED}),
    ("play", {KEY: "", "round": 1, "log": 0, "event": LAID}),
    ("play", {KEY: "", "round": 1, "log": 0, "event": EXPLAINED}),
    ("press", {KEY: "", "round": 1, "pressed_ms": 1}),
    ("retract", {KEY: "", "log": 0}),
    ("redo", {KEY: "", "log": 0}),
    ("correction", {"entry": 1, "replacement": EVENT}),
    ("before", {"entry": 1}),
    ("date", {"unix_ms": 1, "offset_min": 0}),
    ("correct", {KEY: "", "log": 0, "entry": 1, "replacement": EVENT, "set_aside": [1]}),
    (
        "setup",
        {
            KEY: "",
            "version": 1,
            "game": "pharaoh_code",
            "seats": SEATS,
            "first_seat": 0,
            "options": {"way": "claims", "sand_s": 30},
        },
    ),
    ("start", {KEY: "", "version": 1}),
    ("continue", {KEY: ""}),
    ("seating", {"is_open": True}),
    ("sit", {"sign": "sun"}),
    ("stand", {}),
    ("host", {"code": "000000"}),
    ("name", {"name": "Mina"}),
    ("forget", {}),
    ("profiles/keep", {KEY: "", "game": "pairamid", "profile": COPY, "replaces": None}),
    ("profiles/check", {"game": "pairamid", "profile": COPY}),
    ("profiles/choose", {KEY: "", "game": "pairamid", "name": "Our box"}),
    ("profiles/delete", {KEY: "", "game": "pairamid", "name": "Our box"}),
    ("profiles/import", {}),
    ("close", {KEY: ""}),
]


def spoilt(body: Any) -> Iterator[Any]:
    """Give a body with rubbish in one place at a time: as a value, and as the name of a field."""
    if isinstance(body, dict):
        for name, value in body.items():
            yield from ({**body, name: worse} for worse in [*RUBBISH, *spoilt(value)])
        yield {**body, HALF: 1}
    elif isinstance(body, list):
        for index, value in enumerate(body):
            yield from ([*body[:index], worse, *body[index + 1 :]] for worse in [*RUBBISH, *spoilt(value)])


def fresh(body: Any) -> Any:
    """Fill in a key that was not used before."""
    is_empty = isinstance(body, dict) and body.get(KEY) == ""
    return {**body, KEY: secrets.token_hex(8)} if is_empty else body


@pytest.fixture
async def table(door: Door) -> Door:
    """A game goes on, and whoever asks is its host and has a seat."""
    await door.table.open_game()
    door.table.seating.open(True)
    door.table.seating.ask(door.token, EYE)
    await door.table.seating.pair(EYE)
    await door.table.seating.become_host(door.token, door.table.seating.host_code)
    return door


async def test_every_route_is_tried(door: Door) -> None:
    described = (await door.ask("GET", "/openapi.json")).json
    routes = {path for path, ways in described["paths"].items() if "post" in ways}
    assert {f"/api/{path}" for path, _ in ROUTES} == routes


@pytest.mark.parametrize(("path", "body"), ROUTES, ids=[f"{n}-{path}" for n, (path, _) in enumerate(ROUTES)])
async def test_rubbish_is_refused_in_a_sentence_or_taken_and_is_never_a_fault(
    table: Door, path: str, body: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    faults = []
    for worse in [*RUBBISH, *spoilt(body)]:
        answer = await table.post(path, fresh(worse))
        is_fine = answer.status < 300 or (
            answer.status in REFUSED and {*answer.json} - {"also"} == {"code", "message", "params"}
        )
        if not is_fine:
            faults.append((worse, answer))
    assert (faults, caplog.text) == ([], "")


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("sit", {"sign": HALF}, "seating.no_such_seat"),
        ("host", {"code": HALF}, "malformed.request"),
        ("name", {"name": f"Mi{HALF}"}, "malformed.request"),
        ("play", {KEY: f"abcdefgh{HALF}", "round": 1, "log": 0, "event": EVENT}, "malformed.request"),
        ("play", {KEY: "abcdefgh", "round": 1, "log": 0, "event": {"type": HALF}}, "malformed.unknown_type"),
    ],
    ids=["sign", "code", "name", "key", "event"],
)
async def test_half_a_sign_is_refused_and_shown_to_nobody(
    table: Door, path: str, body: dict[str, Any], code: str
) -> None:
    answer = await table.post(path, body)
    assert (answer.json["code"], answer.body.isascii()) == (code, True)
    assert (await first_snapshot(table))["type"] == "snapshot"


async def first_snapshot(door: Door) -> dict[str, Any]:
    """Open a page and give what it is shown; UTF-8 as on the wire."""
    shown = asyncio.Event()
    told: list[str] = []

    async def coming() -> AsyncIterator[Message]:
        yield {"type": "websocket.connect"}
        await shown.wait()
        yield {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Message) -> None:
        if '"snapshot"' in message.get("text", ""):
            told.append(message["text"].encode().decode())
            shown.set()

    host = b"192.168.1.7:8080"
    headers = [(b"host", host), (b"origin", b"http://" + host)]
    scope = {"type": "websocket", "path": "/ws", "headers": headers, "server": OWN, "client": ("a", 1)}
    messages = coming()
    await door.app({**scope, "scheme": "ws", "query_string": b"", "root_path": ""}, messages.__anext__, send)
    found: dict[str, Any] = json.loads(told[0])
    return found

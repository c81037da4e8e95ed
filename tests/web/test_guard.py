"""Who may talk to the table: Host, Origin, size and rate, on the real middleware around a small app."""

import json
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from web.guard import (
    CLIENTS_REMEMBERED,
    LARGEST_BODY,
    READS_AT_ONCE,
    READS_PER_S,
    SOCKETS_AT_ONCE,
    SOCKETS_PER_S,
    WRITES_AT_ONCE,
    WRITES_PER_S,
    Allowances,
    Guard,
    cookie,
    host_name,
    is_loopback,
)

OWN = {"host": "khepri.local:8080", "origin": "http://khepri.local:8080"}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 200 with the length of the body, or accept the WebSocket."""
    message = await receive()
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    length = str(len(message.get("body", b""))).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": length})


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guard(clock: Clock) -> Guard:
    return Guard(echo, ["khepri.local", "localhost"], clock)


async def ask(
    guard: Guard,
    headers: dict[str, str],
    method: str = "POST",
    body: bytes = b"",
    kind: str = "http",
    server: tuple[str, int] = ("192.0.2.7", 8080),
) -> tuple[int | str, Any]:
    """Give the status and body of an answer, or what a WebSocket was told first."""
    scope: Scope = {
        "type": kind,
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": "/",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "server": server,
        "client": ("192.0.2.99", 4000),
    }
    parts = [body[i : i + 4096] for i in range(0, len(body), 4096)] or [b""]
    incoming = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    incoming[-1]["more_body"] = False
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"} if kind == "websocket" else incoming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await guard(scope, receive, send)
    if kind == "websocket":
        return sent[0]["type"], sent[0].get("reason")
    text = b"".join(m.get("body", b"") for m in sent[1:])
    return sent[0]["status"], json.loads(text) if text else None


async def test_the_tables_own_page_may_write(guard: Guard) -> None:
    assert await ask(guard, OWN, body=b"12345") == (200, 5)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "khepri.local.evil.example", "", "192.0.2.8:8080", "[::1]:8080", "127.0.0.1"],
    ids=[
        "foreign",
        "own name as a prefix",
        "empty",
        "another address",
        "loopback from outside",
        "loopback v4",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_host_that_is_not_the_tables_is_refused(guard: Guard, host: str, method: str) -> None:
    status, answer = await ask(guard, {"host": host, "origin": f"http://{host}"}, method)
    assert (status, answer["code"]) == (421, "guard.foreign_host")


async def test_the_address_that_was_dialled_is_the_tables_own(guard: Guard) -> None:
    assert await ask(guard, {"host": "192.0.2.7:8080"}, "GET") == (200, 0)


async def test_a_request_without_host_is_refused(guard: Guard) -> None:
    assert (await ask(guard, {}, "GET"))[0] == 421


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "https://khepri.local:8080",
        "http://khepri.local",
        "http://khepri.local:8080.evil.example",
    ],
)
async def test_a_write_from_a_foreign_page_is_refused(guard: Guard, origin: str) -> None:
    status, answer = await ask(guard, {**OWN, "origin": origin})
    assert (status, answer["code"]) == (403, "guard.foreign_origin")


async def test_a_write_without_body_and_origin_is_refused(guard: Guard) -> None:
    assert (await ask(guard, {"host": OWN["host"]}))[0] == 403


async def test_a_foreign_page_gets_no_websocket(guard: Guard) -> None:
    told = await ask(guard, {**OWN, "origin": "http://evil.example"}, kind="websocket")
    assert told == ("websocket.close", "guard.foreign_origin")


async def test_the_own_page_gets_a_websocket(guard: Guard) -> None:
    assert await ask(guard, OWN, kind="websocket") == ("websocket.accept", None)


@pytest.mark.parametrize("declared", [None, str(LARGEST_BODY + 1), "lots"])
async def test_a_large_body_is_refused(guard: Guard, declared: str | None) -> None:
    headers = OWN if declared is None else {**OWN, "content-length": declared}
    status, answer = await ask(guard, headers, body=b"x" * (LARGEST_BODY + 1))
    assert (status, answer["code"]) == (413, "guard.too_large")


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST", {"transfer-encoding": "chunked"}),
        ("GET", {"transfer-encoding": "chunked"}),
        ("GET", {"content-length": "1"}),
        ("HEAD", {"content-length": "99999999"}),
    ],
)
async def test_a_body_in_chunks_or_with_a_read_is_refused(
    guard: Guard, method: str, headers: dict[str, str]
) -> None:
    status, answer = await ask(guard, {**OWN, **headers}, method)
    assert (status, answer["code"]) == (411, "malformed.request")


async def test_a_read_may_say_that_it_has_no_body(guard: Guard) -> None:
    assert await ask(guard, {**OWN, "content-length": "0"}, "GET") == (200, 0)


async def test_a_body_as_large_as_allowed_arrives_whole(guard: Guard) -> None:
    assert await ask(guard, OWN, body=b"x" * LARGEST_BODY) == (200, LARGEST_BODY)


@pytest.mark.parametrize(
    ("kind", "method", "at_once", "per_s", "served", "refused"),
    [
        ("http", "POST", WRITES_AT_ONCE, WRITES_PER_S, 200, 429),
        ("http", "GET", READS_AT_ONCE, READS_PER_S, 200, 429),
        ("websocket", "GET", SOCKETS_AT_ONCE, SOCKETS_PER_S, "websocket.accept", "websocket.close"),
    ],
    ids=["writes", "reads", "sockets"],
)
async def test_a_flood_is_stopped_and_may_go_on_later(
    guard: Guard,
    clock: Clock,
    kind: str,
    method: str,
    at_once: int,
    per_s: float,
    served: int | str,
    refused: int | str,
) -> None:
    told = [(await ask(guard, OWN, method, kind=kind))[0] for _ in range(at_once + 1)]
    clock.now_s += 1 / per_s
    told += [(await ask(guard, OWN, method, kind=kind))[0] for _ in range(2)]
    assert told == [served] * at_once + [refused, served, refused]


@pytest.mark.parametrize(
    ("came", "value"),
    [
        ("khepri=abc", "abc"),
        ("a=1; khepri=abc;b=2", "abc"),
        ("xkhepri=abc; khepri-bench=x", None),
        ("khepri=", None),
        ("khepri", None),
        ("", None),
        ('khepri="' + "\\0" * 8_000 + '"', '"' + "\\0" * 8_000 + '"'),
    ],
    ids=["alone", "among others", "others", "empty", "no value", "none", "quoted"],
)
def test_a_cookie_is_taken_as_it_came(came: str, value: str | None) -> None:
    assert cookie({"headers": [(b"cookie", came.encode())]}, "khepri") == value


async def test_a_flood_of_writes_stops_no_reads(guard: Guard) -> None:
    for _ in range(WRITES_AT_ONCE + 1):
        await ask(guard, OWN)
    assert (await ask(guard, OWN, "GET"))[0] == 200


def test_clients_do_not_use_up_each_others_allowance(clock: Clock) -> None:
    allowances = Allowances(1, 1.0, clock)
    assert [allowances.take(client) for client in "aabb"] == [True, False, True, False]


def test_the_clients_that_came_last_are_remembered(clock: Clock) -> None:
    allowances = Allowances(1, 1.0, clock)
    for number in range(CLIENTS_REMEMBERED + 1):
        allowances.take(str(number))
    assert [allowances.take(str(number)) for number in (CLIENTS_REMEMBERED, 1, 0)] == [False, False, True]


@pytest.mark.parametrize(
    ("host", "name"),
    [("Khepri.Local:80", "khepri.local"), ("[::1]:8080", "::1"), ("a.b.", "a.b"), ("[::1", "")],
)
def test_a_host_header_is_read_without_its_port(host: str, name: str) -> None:
    assert host_name(host) == name


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("127.0.0.5", True),
        ("::1", True),
        ("localhost", True),
        ("192.0.2.1", False),
        ("x", False),
    ],
)
def test_loopback_is_told_from_other_addresses(address: str, own: bool) -> None:
    assert is_loopback(address) is own

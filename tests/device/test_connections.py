"""Connections on the real uvicorn, with limits small enough to reach."""

import asyncio
import base64
import resource
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from device.connections import FRAMES_AT_ONCE, Connections, LimitedSocket, limited, raise_file_limit

PATIENCE_S = 10
REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LARGE = b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
UPGRADE = b"\r\n".join(
    [
        b"GET /%b HTTP/1.1",
        b"Host: a",
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: " + base64.b64encode(bytes(16)),
        b"%b\r\n",
    ]
)
MASK = bytes(4)
EMPTY_BEGINNING, EMPTY_MORE, PING = b"\x01\x80" + MASK, b"\x00\x80" + MASK, b"\x89\x80" + MASK
PONG = b"\x8a\x80" + MASK
LARGEST_ANSWER = 8 << 20
"""More than the system itself keeps for a connection."""

Open = Callable[[], Any]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer once the whole body is there; keep a WebSocket until it goes."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/large":
            await send({"type": "websocket.send", "bytes": bytes(LARGEST_ANSWER)})
            await send({"type": "websocket.close", "code": 1000})
        else:
            await receive()
        return
    while (await receive()).get("more_body"):
        pass
    body = bytes(LARGEST_ANSWER) if scope["path"] == "/large" else b"ok"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class HastySocket(LimitedSocket):
    _until_taken_s = 0.2


@asynccontextmanager
async def serving(
    silent_s: float = 10 * PATIENCE_S, idle_s: float = 10 * PATIENCE_S, unread_s: float = 10 * PATIENCE_S
) -> AsyncIterator[int]:
    """Serve the app and give its port."""
    connections = Connections(most=3, most_of_one=2)
    protocol = limited(connections, silent_s=silent_s, idle_s=idle_s, unread_s=unread_s)
    config = uvicorn.Config(app, http=protocol, ws=HastySocket, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        task = asyncio.create_task(server._serve(sockets=[listener]))
        yield listener.getsockname()[1]
        server.should_exit = True
        await task


class Line:
    """One connection from an address of this machine."""

    async def open(self, port: int, address: str = "127.0.0.1") -> "Line":
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(address, 0), limit=1024
        )
        return self

    async def ask(self) -> bytes:
        self.writer.write(REQUEST)
        return await self.reader.readuntil(b"ok")

    async def is_closed(self) -> bool:
        """Wait until the other side closes."""
        async with asyncio.timeout(PATIENCE_S):
            try:
                return await self.reader.read(1) == b""
            except ConnectionResetError:
                return True

    async def is_reset_unread(self, harmless: bytes) -> bool:
        """Wait until the other side gives up, taking nothing of what it sent; sending is how that is seen."""
        async with asyncio.timeout(PATIENCE_S):
            with suppress(OSError):
                while True:
                    self.writer.write(harmless)
                    await asyncio.sleep(0.02)
                    await self.writer.drain()
        return True

    def close(self) -> None:
        self.writer.close()


@pytest.fixture
async def lines() -> AsyncIterator[list[Line]]:
    opened: list[Line] = []
    yield opened
    for line in opened:
        line.close()


async def test_one_address_has_so_many_connections_and_a_new_one_when_one_ends(lines: list[Line]) -> None:
    async with serving() as port:
        lines += [await Line().open(port) for _ in range(2)]
        assert [b"200" in await line.ask() for line in lines] == [True, True]
        lines.append(await Line().open(port))
        assert await lines[-1].is_closed()
        lines[0].close()
        lines.append(await Line().open(port, "127.0.0.2"))
        await lines[-1].ask()
        lines.append(await Line().open(port))
        assert b"200" in await lines[-1].ask()


async def test_there_are_so_many_connections_in_all(lines: list[Line]) -> None:
    async with serving() as port:
        for number in range(1, 4):
            lines.append(await Line().open(port, f"127.0.0.{number}"))
            await lines[-1].ask()
        lines.append(await Line().open(port, "127.0.0.4"))
        assert await lines[-1].is_closed()


async def test_who_has_most_gives_its_oldest_to_who_has_none(lines: list[Line]) -> None:
    async with serving() as port:
        for number in (1, 1, 2, 3):
            lines.append(await Line().open(port, f"127.0.0.{number}"))
            await lines[-1].ask()
        assert await lines[0].is_closed()
        assert [b"200" in await line.ask() for line in lines[1:]] == [True, True, True]


async def test_websockets_count(lines: list[Line]) -> None:
    async with serving() as port, connect(f"ws://127.0.0.1:{port}"), connect(f"ws://127.0.0.1:{port}"):
        lines.append(await Line().open(port))
        assert await lines[-1].is_closed()


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"],
    ids=["nothing", "half a head", "half a body"],
)
async def test_connection_without_a_whole_request_is_closed(lines: list[Line], sent: bytes) -> None:
    async with serving(silent_s=0.05) as port:
        lines.append(await Line().open(port))
        lines[0].writer.write(sent)
        assert await lines[0].is_closed()


async def test_connection_that_asked_may_wait_longer_but_not_for_ever(lines: list[Line]) -> None:
    async with serving(silent_s=0.02, idle_s=0.2) as port:
        lines.append(await Line().open(port))
        await lines[0].ask()
        start_s = asyncio.get_running_loop().time()
        lines[0].writer.write(b"G")
        assert await lines[0].is_closed()
        assert asyncio.get_running_loop().time() - start_s > 0.15


async def test_websocket_may_be_silent(lines: list[Line]) -> None:
    async with serving(silent_s=0.01) as port, connect(f"ws://127.0.0.1:{port}") as page:
        lines.append(await Line().open(port))
        assert await lines[0].is_closed()
        await asyncio.wait_for(await page.ping(), PATIENCE_S)


@pytest.mark.parametrize(
    ("asked", "harmless"),
    [(LARGE, b"\r\n"), (UPGRADE % (b"large", b""), PONG)],
    ids=["answer", "page that is being closed"],
)
async def test_connection_whose_other_side_takes_nothing_is_ended_and_counts_till_then(
    lines: list[Line], asked: bytes, harmless: bytes
) -> None:
    async with serving(unread_s=0.2) as port:
        lines += [await Line().open(port) for _ in range(2)]
        for line in lines:
            line.writer.write(asked)
            assert await line.reader.read(1) == b"H"
        lines.append(await Line().open(port))
        assert await lines[-1].is_closed()
        assert [await line.is_reset_unread(harmless) for line in lines[:2]] == [True, True]
        lines.append(await Line().open(port))
        assert b"200" in await lines[-1].ask()


@pytest.mark.parametrize(
    "frames",
    [PING * FRAMES_AT_ONCE, EMPTY_BEGINNING + EMPTY_MORE * FRAMES_AT_ONCE],
    ids=["pings", "parts of nothing"],
)
async def test_flood_of_frames_that_bring_no_message_ends_the_page(lines: list[Line], frames: bytes) -> None:
    async with serving() as port:
        lines.append(await Line().open(port))
        lines[0].writer.write(UPGRADE % (b"", b""))
        await lines[0].reader.readuntil(b"\r\n\r\n")
        lines[0].writer.write(frames)
        assert await lines[0].is_reset_unread(PONG)


@pytest.mark.parametrize(
    "headers",
    [b"".join(b"X-%d: 1\r\n" % number for number in range(200)), b"X: " + b"x" * 9_000 + b"\r\n"],
    ids=["many headers", "long header"],
)
async def test_websocket_whose_beginning_is_not_understood_is_closed(
    lines: list[Line], headers: bytes
) -> None:
    async with serving() as port:
        lines.append(await Line().open(port))
        lines[0].writer.write(UPGRADE % (b"", headers))
        assert await lines[0].is_closed()


def test_program_may_have_more_files_than_it_was_given() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
    try:
        raise_file_limit(301)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (301, hard)
        raise_file_limit(200)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (301, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

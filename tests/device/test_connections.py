"""Connections on the real uvicorn, with limits small enough to reach."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from device.connections import Connections, limited, raise_file_limit

PATIENCE_S = 10
REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"

Open = Callable[[], Any]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer once the whole body is there; keep a WebSocket until it goes."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(silent_s: float = 10 * PATIENCE_S, idle_s: float = 10 * PATIENCE_S) -> AsyncIterator[int]:
    """Serve the app and give its port."""
    protocol = limited(Connections(most=3, most_of_one=2), silent_s=silent_s, idle_s=idle_s)
    config = uvicorn.Config(app, http=protocol, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        task = asyncio.create_task(server._serve(sockets=[listener]))
        yield listener.getsockname()[1]
        server.should_exit = True
        await task


class Line:
    """One connection from an address of this machine."""

    async def open(self, port: int, address: str = "127.0.0.1") -> "Line":
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
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

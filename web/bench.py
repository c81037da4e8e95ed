"""The bench: the table's parts drawn on a page, for where there is no Pi, or for trying them out.

It is a hand on the buttons, so only the same machine has it, or who opened the console's one-time link.
Every push goes through the mock pins and the same device code as on a Pi.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.requests import HTTPConnection

from web.files import Files
from web.guard import BENCH_COOKIE, cookie, host_name, is_loopback
from web.sockets import NOT_UNDERSTOOD, ClosingError, send, serve_until_one_ends, text_from

MOST_BENCHES = 8
LARGEST_FRAME = 256
MOST_STEPS = 48
"""How far an encoder is turned by one message: two times round."""
MESSAGES_KEPT = 400


class Bench(Protocol):
    """What the device hands to the bench."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of what can be pushed."""

    def down(self, name: str) -> None:
        """Push a button and keep it pushed."""

    def up(self, name: str) -> None:
        """Let a button go."""

    @property
    def encoder_names(self) -> tuple[str, ...]:
        """Names of what can be turned."""

    def turn(self, name: str, steps: int) -> None:
        """Turn an encoder by so many detents, clockwise positive."""

    def set_bounce(self, is_on: bool) -> None:
        """Have every push bounce, or not."""

    def plug(self, is_in: bool) -> None:
        """Plug the ring in, or pull its plug."""

    def listen(self, listener: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        """Have *listener* called with frames and edges, on any thread; gives what ends that."""


class BenchDoor:
    """Lets in the same machine and the one-time link, and passes pushes and frames on."""

    def __init__(self, bench: Bench | None, key: str, files: Files) -> None:
        self._bench = bench
        self._key = key or None
        self._files = files
        self._token = secrets.token_urlsafe(32)
        self._open = 0

    def add(self, app: FastAPI) -> None:
        """Add the bench's page and its WebSocket."""

        @app.get("/bench", include_in_schema=False)
        async def bench_page(request: Request, key: str | None = None) -> Response:
            if (
                key is not None
                and self._key is not None
                and secrets.compare_digest(key.encode(), self._key.encode())
            ):
                self._key = None
                answer = RedirectResponse("/bench", 303)
                answer.set_cookie(BENCH_COOKIE, self._token, path="/bench", httponly=True, samesite="strict")
                return answer
            if self._bench is None or not self._may(request):
                return PlainTextResponse(
                    "The bench opens on the table's own machine, or by the link on its console.", 403
                )
            return self._files.answer("/static/bench.html", request)

        @app.websocket("/bench/ws")
        async def bench_socket(socket: WebSocket) -> None:
            if self._bench is None or not self._may(socket) or self._open >= MOST_BENCHES:
                await socket.close(1008, "bench.not_here")
                return
            self._open += 1
            try:
                await self._serve(self._bench, socket)
            finally:
                self._open -= 1

    def _may(self, connection: HTTPConnection) -> bool:
        client = connection.client
        if (
            client is not None
            and is_loopback(client.host)
            and is_loopback(host_name(connection.headers["host"]))
        ):
            return True
        return secrets.compare_digest(
            (cookie(connection.scope, BENCH_COOKIE) or "").encode(), self._token.encode()
        )

    async def _serve(self, bench: Bench, socket: WebSocket) -> None:
        await socket.accept()
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MESSAGES_KEPT)
        held: set[str] = set()

        def put(message: dict[str, Any]) -> None:
            if messages.full():
                messages.get_nowait()
            messages.put_nowait(message)

        def tell(message: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the loop has ended, the lights not yet
                loop.call_soon_threadsafe(put, message)

        async def show() -> None:
            while True:
                await send(socket, json.dumps(await messages.get()))

        async def listen() -> None:
            while True:
                _push(bench, await text_from(socket, LARGEST_FRAME), held)

        end = bench.listen(tell)
        try:
            await serve_until_one_ends(socket, show(), listen())
        finally:
            end()
            for name in held:
                bench.up(name)


def _push(bench: Bench, text: str, held: set[str]) -> None:
    """Do what a message says.

    Raises:
        ClosingError: when it can't be understood.
    """
    try:
        came = json.loads(text)
    except (ValueError, RecursionError):
        raise ClosingError(NOT_UNDERSTOOD) from None
    match came:
        case {"type": "down", "name": str() as name} if name in bench.names:
            held.add(name)
            bench.down(name)
        case {"type": "up", "name": str() as name} if name in bench.names:
            held.discard(name)
            bench.up(name)
        case {"type": "turn", "name": str() as name, "steps": int() as steps} if (
            name in bench.encoder_names and abs(steps) <= MOST_STEPS
        ):
            bench.turn(name, steps)
        case {"type": "bounce", "is_on": bool() as is_on}:
            bench.set_bounce(is_on)
        case {"type": "plug", "is_in": bool() as is_in}:
            bench.plug(is_in)
        case _:
            raise ClosingError(NOT_UNDERSTOOD)

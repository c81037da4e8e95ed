"""WebSockets as pages use them: texts only, and one that ends takes along all that served it."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

logger = logging.getLogger(__name__)

REFUSED, FAULT = 1008, 1011
"""Close codes: what came was refused; we failed."""


class ClosingError(Exception):
    """We close the socket; *reason* is what the other side is told."""

    def __init__(self, reason: str, code: int = REFUSED) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code


NOT_UNDERSTOOD = "not understood"


async def text_from(socket: WebSocket, largest: int) -> str:
    """Wait for the next text.

    Raises:
        WebSocketDisconnect: when the other side went away.
        ClosingError: when it was no text, or too long a one.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005), message.get("reason"))
    text = message.get("text")
    if not isinstance(text, str) or len(text) > largest:
        raise ClosingError(NOT_UNDERSTOOD)
    return text


async def send(socket: WebSocket, text: str) -> None:
    """Send a text.

    Raises:
        WebSocketDisconnect: when the socket is closed already.
    """
    try:
        await socket.send_text(text)
    except RuntimeError as error:  # uvicorn's, where it closed the socket itself: a frame too long, no pong
        raise WebSocketDisconnect(1006) from error


async def serve_until_one_ends(socket: WebSocket, *serving: Coroutine[Any, Any, None]) -> None:
    """Run what serves a socket until the first of it ends, then end the rest and close the socket.

    A fault is logged, and closes the socket: the page connects again instead of showing what is old.
    """
    tasks = [asyncio.create_task(each) for each in serving]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    code, reason = 1000, ""
    for fault in ended:
        match fault:
            case None | asyncio.CancelledError() | WebSocketDisconnect():
                pass
            case ClosingError():
                code, reason = fault.code, fault.reason
            case _:
                logger.error("serving a page failed", exc_info=fault)
                code, reason = FAULT, "fault"
    with suppress(WebSocketDisconnect, RuntimeError):  # it may be closed already
        await socket.close(code, reason)

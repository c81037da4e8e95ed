"""What goes on beside a game: no game ends by a fault in it, and no table that cannot start again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

logger = logging.getLogger(__name__)

AGAIN_S = 5.0


async def beside(what: str, run: Callable[[], Awaitable[object]], again_s: float = AGAIN_S) -> NoReturn:
    """Run something that is to go on until cancelled; a fault of ours in it is logged, and it begins anew."""
    while True:
        try:
            await run()
        except Exception:
            logger.exception("a fault in %s; the game goes on", what)
        await asyncio.sleep(again_s)

"""The one thread that reads and writes the table's file, and commands that are not left half done."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from device.store import Store

P = ParamSpec("P")
T = TypeVar("T")


class LogThread:
    """Runs a store on its own thread, so that a slow disk never holds up buttons or phones."""

    def __init__(self, path: Path, open_store: Callable[[Path], Store] = Store) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="khepri-log")
        try:
            self.store = self._executor.submit(open_store, path).result()
        except BaseException:
            self._executor.shutdown()
            raise

    async def run(self, do: Callable[..., T], *args: Any) -> T:
        """Run one of the store's methods there and give what it gives."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, do, *args)

    def now(self, do: Callable[..., T], *args: Any) -> T:
        """Run one of the store's methods there and wait; for start and stop, not for the event loop."""
        return self._executor.submit(do, *args).result()

    def close(self) -> None:
        """Close the store and end the thread, after what is still waiting."""
        self._executor.submit(self.store.close).result()
        self._executor.shutdown()


def to_its_end(command: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Do a command to its end also when who sent it goes away: else the disk knew more than the table."""

    @wraps(command)
    async def done(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.shield(asyncio.create_task(command(*args, **kwargs)))

    return done

"""Phones by the dozen: some watch, quickly or slowly, some fall asleep, some ask for what they may not.

Phones bring processors of their own to a café. Here their threads are `nice` and give way to the table, which
shares the machine with them.
"""

import asyncio
import json
import os
import random
import secrets
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from http.client import HTTPConnection, HTTPException

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.table_process import asleep

PING_S = 15.0
GIVES_WAY = 10


class Watcher:
    """A phone that looks on; notes when each version of the table came, and those that were not newer."""

    def __init__(self, url: str, address: str, *, is_slow: bool) -> None:
        self.url = url
        self.address = address
        self.is_slow = is_slow
        self.came_s: dict[int, float] = {}
        self.version = -1
        self.stale = 0
        self.is_open = False

    async def watch(self) -> None:
        port = int(self.url.rpartition(":")[2])
        async with connect(
            f"ws://localhost:{port}/ws",
            origin=Origin(self.url),
            host="127.0.0.1",
            port=port,
            local_addr=(self.address, 0),
            max_queue=1 if self.is_slow else 16,
        ) as socket:
            self.is_open = True
            pinging = asyncio.create_task(self._ping(socket))
            try:
                async for text in socket:
                    await self._take(socket, str(text))
            finally:
                pinging.cancel()
                self.is_open = False

    async def _take(self, socket: ClientConnection, text: str) -> None:
        came = json.loads(text)
        if came["type"] == "snapshot":
            self._note(came["version"])
            if self.is_slow:
                await asyncio.sleep(1.0)
        elif came["type"] == "probe":
            await socket.send(json.dumps(came))

    def _note(self, version: int) -> None:
        self.stale += version <= self.version
        self.version = max(self.version, version)
        self.came_s.setdefault(version, time.monotonic())

    @staticmethod
    async def _ping(socket: ClientConnection) -> None:
        while True:
            await socket.send(json.dumps({"type": "ping", "sent": 1}))
            await asyncio.sleep(PING_S)

    @property
    def skipped(self) -> int:
        """How many versions between its first and its last one never came."""
        return self.version - min(self.came_s) + 1 - len(self.came_s)


class Crowd:
    """All watchers, on a thread of their own."""

    def __init__(self, url: str, count: int, slow: int) -> None:
        self.watchers = [
            Watcher(url, f"127.0.{1 + i // 200}.{1 + i % 200}", is_slow=i < slow) for i in range(count)
        ]
        self.quick, self.slow = self.watchers[slow:], self.watchers[:slow]
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        os.nice(GIVES_WAY)  # on Linux this thread alone

        async def watch_all() -> None:
            await asyncio.gather(*(w.watch() for w in self.watchers), return_exceptions=True)

        asyncio.run(watch_all())

    @property
    def open(self) -> int:
        return sum(w.is_open for w in self.watchers)

    def join(self) -> None:
        """Wait until the table has closed every line."""
        self._thread.join(10)


class Sleepers:
    """Phones that fall asleep with the page open: the table hears nothing of them any more."""

    def __init__(self, url: str, count: int) -> None:
        self._pages = [asleep(url, f"127.0.8.{1 + i}") for i in range(count)]

    def dropped(self) -> int:
        """Count the lines that the table has ended; ends all."""
        return sum(self._is_dropped(page) for page in self._pages)

    @staticmethod
    def _is_dropped(page: socket.socket) -> bool:
        with page:
            page.setblocking(False)
            try:
                while page.recv(1 << 16):
                    pass
            except BlockingIOError:
                return False
            except ConnectionError:
                pass
        return True


class Nuisances:
    """Phones that ask for what they may not, again and again, each from an address of its own."""

    def __init__(self, url: str, count: int) -> None:
        self.answers: Counter[int] = Counter()
        self._url = url
        self._done = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(i,), daemon=True) for i in range(count)]
        for thread in self._threads:
            thread.start()

    def _run(self, number: int) -> None:
        os.nice(GIVES_WAY)
        dice = random.Random(number)
        while not self._done.wait(dice.uniform(0.2, 0.8)):
            path = dice.choice(("play", "press", "name", "retract"))
            body = {"key": secrets.token_hex(8), "round": 1, "event": {"type": "thrown"}}
            with suppress(OSError, HTTPException):
                status = self._post(
                    f"127.0.9.{1 + number}", path, body if path == "play" else {"name": "x" * 300}
                )
                self.answers[status] += 1

    def _post(self, address: str, path: str, body: dict[str, object]) -> int:
        host = self._url.removeprefix("http://")
        port = int(host.rpartition(":")[2])
        line = HTTPConnection("127.0.0.1", port, timeout=10, source_address=(address, 0))
        headers = {"host": host, "content-type": "application/json", "origin": self._url}
        try:
            line.request("POST", f"/api/{path}", json.dumps(body), headers)
            return line.getresponse().status
        finally:
            line.close()

    def stop(self) -> None:
        """Have them go home."""
        self._done.set()
        for thread in self._threads:
            thread.join(10)

    def count(self, *, least: int = 0, most: int = 999) -> int:
        """Count the answers with a status in that range."""
        return sum(n for status, n in self.answers.items() if least <= status <= most)

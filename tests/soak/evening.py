"""An evening with many phones: 200 watch, 20 act, five seats press; some are slow, some fall silent.

`python -m tests.soak.evening --rounds 60` prints what was seen, as JSON. Everything stays on loopback; each
watcher has an address of its own in 127.0.0.0/8, as each phone of a café would.
"""

import argparse
import asyncio
import json
import random
import re
import secrets
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.table_process import Hand, Person, TableProcess, until

SEATS = 5
PUSH_APART_S = 0.02
PUSH_AGAIN_S = 0.2
PING_S = 15.0
STOP_S = 2.0


class Watcher:
    """A phone that looks on; notes when each version of the table came."""

    def __init__(self, url: str, address: str, *, is_slow: bool) -> None:
        self.url = url
        self.address = address
        self.is_slow = is_slow
        self.came_s: dict[int, float] = {}
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
            self.came_s.setdefault(came["version"], time.monotonic())
            if self.is_slow:
                await asyncio.sleep(1.0)
        elif came["type"] == "probe":
            await socket.send(json.dumps(came))

    @staticmethod
    async def _ping(socket: ClientConnection) -> None:
        while True:
            await socket.send(json.dumps({"type": "ping", "sent": 1}))
            await asyncio.sleep(PING_S)

    @property
    def version(self) -> int:
        return max(self.came_s, default=-1)


class Crowd:
    """All watchers, on a thread of their own."""

    def __init__(self, url: str, count: int, slow: int) -> None:
        self.watchers = [
            Watcher(url, f"127.0.{1 + i // 200}.{1 + i % 200}", is_slow=i < slow) for i in range(count)
        ]
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        async def watch_all() -> None:
            await asyncio.gather(*(w.watch() for w in self.watchers), return_exceptions=True)

        asyncio.run(watch_all())

    @property
    def open(self) -> int:
        return sum(w.is_open for w in self.watchers)

    def join(self) -> None:
        """Wait until the table has closed every line."""
        self._thread.join(10)


class Nuisance:
    """A phone that asks for what it may not, again and again, from an address of its own."""

    def __init__(self, url: str, number: int, until_done: threading.Event) -> None:
        self.answers: Counter[int] = Counter()
        self._url = url
        self._address = f"127.0.9.{1 + number}"
        self._dice = random.Random(number)
        self._done = until_done
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._done.wait(self._dice.uniform(0.2, 0.8)):
            path = self._dice.choice(("play", "press", "name", "retract"))
            body = {"key": secrets.token_hex(8), "round": 1, "event": {"type": "thrown"}}
            with suppress(OSError, HTTPException):
                self.answers[self._post(path, body if path == "play" else {"name": "x" * 300})] += 1

    def _post(self, path: str, body: dict[str, object]) -> int:
        host = self._url.removeprefix("http://")
        port = int(host.rpartition(":")[2])
        line = HTTPConnection("127.0.0.1", port, timeout=10, source_address=(self._address, 0))
        headers = {"host": host, "content-type": "application/json", "origin": self._url}
        try:
            line.request("POST", f"/api/{path}", json.dumps(body), headers)
            return line.getresponse().status
        finally:
            line.close()

    def join(self) -> None:
        self._thread.join(10)


def memory_mb(process: int) -> float:
    """Give how much memory a process has in use."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    return int(found[1]) / 1024


def one_round(host: Person, hand: Hand, order: list[int]) -> bool:
    """Play a round with five pushes in that order; say whether they were announced by their stamps.

    The bench stamps a push when its message comes: what a busy machine takes in at once is a dead heat.
    """
    # A contact that closes again at once is one that bounces.
    time.sleep(PUSH_AGAIN_S)
    number, known = host.game["round"], {line["entry"] for line in host.game["lines"]}
    for seat in order:
        hand.down(f"button_{seat + 1}")
        time.sleep(PUSH_APART_S)
    for seat in order:
        hand.up(f"button_{seat + 1}")
    until(lambda: len(host.view["claims"]) == SEATS, "five claims")
    events = [line["event"] for line in host.game["lines"] if line["entry"] not in known]
    claims = [event for event in events if event["type"] == "claimed"]
    stamps = [claim["pressed_ms"] for claim in claims if claim["mark"] == "clear"]
    _judge_all(host, number)
    return len(claims) == SEATS and stamps == sorted(stamps)


def _judge_all(host: Person, number: int) -> None:
    """Strike every claim: nobody called a number, the round is over when the sand is."""
    for claim in range(SEATS):
        log = host.game["log"]
        status, answer = host.judge({"type": "struck", "claim": claim})
        assert status == 200, answer
        until(lambda log=log: host.game["log"] > log, "the strike")  # type: ignore[misc]
    log = host.game["log"]
    host.play({"type": "nobody_found"}, log=log)
    until(lambda: host.game["round"] > number, "the next round")


def lags(watchers: list[Watcher]) -> Iterator[float]:
    """Give, for every version that all of them have, how much later than the first each had it."""
    shared = set.intersection(*(set(w.came_s) for w in watchers))
    for version in shared:
        first = min(w.came_s[version] for w in watchers)
        yield from (w.came_s[version] - first for w in watchers)


def evening(rounds: int, watching: int, acting: int, seed: int) -> dict[str, float]:
    """Play so many rounds before so many watchers; give what was seen."""
    dice, slow = random.Random(seed), max(1, watching // 20)
    with tempfile.TemporaryDirectory() as name, TableProcess(Path(name)) as table:
        process = table.process_id
        with Person(table.url) as host, Hand(table.url) as hand:
            host.become_host(table.host_code)
            hand.push(*(f"button_{i + 1}" for i in range(SEATS)))
            until(lambda: len(host.snapshot["setup"]["seats"]) == SEATS, "five seats")
            host.start()
            crowd, done = Crowd(table.url, watching, slow), threading.Event()
            until(lambda: crowd.open == watching, f"{watching} watchers")
            nuisances = [Nuisance(table.url, i, done) for i in range(acting)]
            in_order, begun_mb = 0, 0.0
            for number in range(rounds):
                order = list(range(SEATS))
                dice.shuffle(order)
                in_order += one_round(host, hand, order)
                if number == rounds // 4:
                    begun_mb = memory_mb(process)
            done.set()
            for nuisance in nuisances:
                nuisance.join()
            last = host.snapshot["version"]
            quick = [w for w in crowd.watchers if not w.is_slow]
            until(lambda: all(w.version >= last for w in quick), "the last version at every quick phone")
            ended_mb, late = memory_mb(process), sorted(lags(quick))
            answers = sum(sum(n.answers.values()) for n in nuisances)
            allowed = sum(count for n in nuisances for status, count in n.answers.items() if status < 400)
            faults = sum(count for n in nuisances for status, count in n.answers.items() if status >= 500)
            started = time.monotonic()
            code = table.stop()
            stopped_s = time.monotonic() - started
            crowd.join()
    return {
        "rounds": rounds,
        "watching": watching,
        "acting": acting,
        "in order": in_order,
        "versions": last,
        "lag p50 ms": round(statistics.median(late) * 1000),
        "lag p99 ms": round(late[len(late) * 99 // 100] * 1000),
        "requests": answers,
        "allowed": allowed,
        "faults": faults,
        "memory MB after a quarter": round(begun_mb, 1),
        "memory MB at the end": round(ended_mb, 1),
        "stopped after s": round(stopped_s, 2),
        "exit": code,
    }


def main() -> int:
    """Spend an evening; fail where something was missed."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--rounds", type=int, default=60)
    asked.add_argument("--watching", type=int, default=200)
    asked.add_argument("--acting", type=int, default=20)
    asked.add_argument("--seed", type=int, default=1)
    args = asked.parse_args()
    found = evening(args.rounds, args.watching, args.acting, args.seed)
    print(json.dumps(found))
    is_fine = found["in order"] == args.rounds and not found["allowed"] and not found["faults"]
    return 0 if is_fine and found["exit"] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

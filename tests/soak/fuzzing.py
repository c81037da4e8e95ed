"""Rubbish that almost makes sense, for everything that reads what others wrote.

`python -m tests.soak.fuzzing --inputs 1000000` spoils formulas, records, copies' profiles, bytes on the wire
and bodies of the API, and prints how many were taken, refused, or ended in a fault of ours, as JSON.
Each fault is said with the input that brings it, for a test of its own.
"""

import argparse
import asyncio
import json
import logging
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import uvicorn
from uvicorn.server import ServerState

from device.connections import Connections, LimitedSocket, is_ours, limited
from device.profile_file import read_profile, write_profile
from rules.errors import RulesError
from rules.pharaoh_code.formula import judge
from rules.record import decode_header, read_record, write_record
from tests.device.conftest import EYE, Table
from tests.soak.spoiling import FORMULA_SIGNS, JSON_SIGNS, TOML_SIGNS, WIRE_SIGNS, Plug, Spoiler
from tests.web.door import OWN, Door
from tests.web.test_rubbish import REFUSED, ROUTES

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
RECORD_LINES = 14
PROFILE = """format = "khepri-profile"
format_version = 1
game = "giza"
name = "Our box"
plus = 3
treasures = 2
"""
FRESH_TABLE_EVERY = 2_000
TOO_SLOW_S = 5.0
FAULTS_SAID = 20
HERE = f"{OWN[0]}:{OWN[1]}"

FORMULAS = ["(5-2)*11", "2^3+√9", "((1+2)×3)÷4", "12-(3-4)", "√(2+7)*8", "2**3", "10:2", "9²−1"]


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    """Write a request as a browser would."""
    head = [line, f"Host: {HERE}", f"Origin: http://{HERE}", *headers]
    return "\r\n".join([*head, "", ""]).encode() + body


UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: " + "A" * 22 + "==",
)
PING = bytes([0x81, 0x80 | 26, 0, 0, 0, 0]) + b'{"type":"ping","sent":1.5}'
WIRE = [
    request("GET / HTTP/1.1"),
    request("GET /static/main.js HTTP/1.1", "Accept-Encoding: gzip", 'If-None-Match: "x"'),
    request("GET /bench?key=x HTTP/1.1"),
    request("GET /api/profiles/pairamid/file?name=Our%20box HTTP/1.1"),
    request(
        "POST /api/sit HTTP/1.1",
        "Content-Type: application/json",
        "Content-Length: 14",
        body=b'{"sign":"sun"}',
    ),
    request("POST /api/profiles/import?key=12345678 HTTP/1.1", "Content-Length: 9", body=b"format=1\n"),
    request("GET /ws HTTP/1.1", *UPGRADE),
    request("GET /bench/ws HTTP/1.1", *UPGRADE),
]


class Complaints(logging.Handler):
    """What the table found worth a line in its log: it should be nothing."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Fuzzing:
    """Everything that is fed, and what came of it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.spoiler = Spoiler(seed)
        self.dice = self.spoiler.dice
        self.done: Counter[str] = Counter()
        self.slowest_s = 0.0
        self._folder = folder
        self._complaints = Complaints()
        logging.getLogger().addHandler(self._complaints)
        logging.getLogger("uvicorn.error").addFilter(is_ours)
        whole = [file.read_text(encoding="utf-8") for file in sorted(PLAYTHROUGHS.glob("*/*.jsonl"))]
        self._records = ["".join(record.splitlines(keepends=True)[:RECORD_LINES]) for record in whole]
        headers = [decode_header(json.loads(record.partition("\n")[0])) for record in whole]
        copies = [write_profile(header.game, header.profile) for header in headers]
        self._profiles = sorted({*copies, PROFILE})
        self._targets: list[tuple[int, Callable[[], Awaitable[bool]]]] = [
            (35, self._formula),
            (20, self._record),
            (20, self._profile),
            (15, self._wire),
            (10, self._body),
        ]

    async def run(self, inputs: int) -> None:
        """Feed so many inputs."""
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: self._complaints.lines.append(str(context))
        )
        self._open(0)
        weights = [weight for weight, _ in self._targets]
        for number in range(1, inputs + 1):
            if number % FRESH_TABLE_EVERY == 0:
                self._door.table.close()
                self._open(number)
            target = self.dice.choices(self._targets, weights)[0][1]
            name = target.__name__.strip("_")
            start_s = time.process_time()
            self._came: object = None
            try:
                is_taken = await target()
            except Exception as error:
                self._fault(f"{type(error).__name__}: {error}")
            else:
                self.done[f"{name} {'taken' if is_taken else 'refused'}"] += 1
                if self._complaints.lines:
                    self._fault("; ".join(self._complaints.lines))
            self._complaints.lines.clear()
            took_s = time.process_time() - start_s
            self.slowest_s = max(self.slowest_s, took_s)
            if took_s > TOO_SLOW_S:
                self._fault(f"took {took_s:.1f} s")
        self._door.table.close()
        logging.getLogger().removeHandler(self._complaints)

    def _fault(self, said: str) -> None:
        self.done["faults"] += 1
        if self.done["faults"] <= FAULTS_SAID:
            print(f"FAULT {said}\n  from {self._came!r:.3000}", file=sys.stderr)

    def _open(self, number: int) -> None:
        self._door = Door(Table(self._folder / f"{number}.db"))
        self._is_begun = False
        self._config = uvicorn.Config(
            self._door.app,
            ws=LimitedSocket,
            lifespan="off",
            log_config=None,
            access_log=False,
            ws_ping_interval=None,
        )
        self._config.load()
        self._state = ServerState()
        self._protocol = limited(Connections())

    async def _begin(self) -> None:
        """Have a game go on, led and played by the phone that asks."""
        table, token = self._door.table, self._door.token
        if table.session.sitting is None:
            await table.open_game()
        if not table.seating.phone(token).is_host:
            await table.seating.become_host(token, table.seating.host_code)
        if table.seating.phone(token).sign is None and not table.session.clock_due_ms:
            # Closing it sends away whoever waits.
            table.seating.open(False)
            table.seating.open(True)
            table.seating.ask(token, EYE)
            await table.seating.pair(EYE)

    # ---- what is fed ----

    async def _formula(self) -> bool:
        dice = (self.dice.randint(1, 8), self.dice.randint(1, 10), self.dice.randint(1, 12))
        self._came = text = self.spoiler.text(self.dice.choice(FORMULAS), FORMULA_SIGNS)
        return _is_read(lambda: judge(text, dice, 33, powers=self.dice.random() < 0.5, whole_steps=True))

    async def _record(self) -> bool:
        record = self.dice.choice(self._records)
        if self.dice.random() < 0.5:
            lines = record.splitlines()
            at = self.dice.randrange(len(lines))
            lines[at] = json.dumps(self.spoiler.value(json.loads(lines[at])))
            record = "\n".join(lines)
        else:
            record = self.spoiler.text(record, JSON_SIGNS)
        self._came = record
        return _is_read(lambda: write_record(read_record(record)))

    async def _profile(self) -> bool:
        self._came = text = self.spoiler.text(self.dice.choice(self._profiles), TOML_SIGNS)

        def read() -> str:
            game, profile = read_profile(text)
            return write_profile(game, profile)

        return _is_read(read)

    async def _wire(self) -> bool:
        client = f"10.{self.dice.randint(0, 255)}.{self.dice.randint(0, 255)}.{self.dice.randint(1, 254)}"
        raw = self.dice.choice(WIRE)
        if b"websocket" in raw:
            frames = b"".join(self.spoiler.raw(PING, WIRE_SIGNS) for _ in range(self.dice.randint(1, 3)))
            parts = [raw if self.dice.random() < 0.9 else self.spoiler.raw(raw, WIRE_SIGNS), frames]
        else:
            raw = self.spoiler.raw(raw, WIRE_SIGNS)
            at = self.dice.randint(0, len(raw))
            parts = [raw[:at], raw[at:]]
        self._came = parts
        # uvicorn gives its protocols what it makes them with by name.
        protocol = cast("Any", self._protocol)(config=self._config, server_state=self._state, app_state={})
        plug = Plug(client, protocol)
        protocol.connection_made(plug)
        for part in parts:
            if part and not plug.is_closing():
                cast("asyncio.Protocol", plug.get_protocol()).data_received(part)
            await _settled()
        is_taken = not (plug.is_closing() or plug.is_said)
        plug.close()
        plug.get_protocol().connection_lost(None)
        await _settled()
        return is_taken

    async def _body(self) -> bool:
        await self._begin()
        path, body = self.dice.choice(ROUTES)
        body = {**body, "key": secrets.token_hex(8)} if "key" in body else body
        sent = json.dumps(self.spoiler.value(body)).encode()
        if self.dice.random() < 0.1:
            sent = self.spoiler.raw(sent, [sign.encode(errors="replace") for sign in JSON_SIGNS])
        self._came = path, sent
        answer = await self._door.ask("POST", f"/api/{path}", sent)
        if answer.status >= 300 and (answer.status not in REFUSED or "code" not in answer.json):
            raise ValueError(f"{answer.status} {answer.body[:200]!r}")
        return answer.status < 300


def _is_read(read: Callable[[], object]) -> bool:
    try:
        read()
    except RulesError:
        return False
    return True


async def _settled() -> None:
    """Let what came be answered."""
    for _ in range(12):
        await asyncio.sleep(0)


def fuzz(inputs: int, seed: int) -> dict[str, Any]:
    """Feed so many inputs; give what came of them."""
    start_s = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        fuzzing = Fuzzing(Path(name), seed)
        asyncio.run(fuzzing.run(inputs))
    return {
        "inputs": inputs,
        **dict(sorted(fuzzing.done.items())),
        "faults": fuzzing.done["faults"],
        "slowest ms": round(fuzzing.slowest_s * 1000),
        "s": round(time.monotonic() - start_s),
    }


def main() -> int:
    """Feed rubbish; fail where it brought a fault."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--inputs", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    args = asked.parse_args()
    found = fuzz(args.inputs, args.seed)
    print(json.dumps(found))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())

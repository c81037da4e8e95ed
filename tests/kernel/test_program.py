"""The whole program on the kernel's lines: pushed by its pins, led by a host's phone, lit over SPI."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from device.ring import BLANK
from tests.kernel import wire
from tests.kernel.edges import PINS
from tests.kernel.lines import Finger, push
from tests.table_process import ROOT, Person, until

START_S = 300
"""The guest is software: importing the web server alone takes it ten seconds."""


class PartsTable:
    """`khepri serve --parts`, as systemd runs it but on a free port."""

    def __init__(self, folder: Path) -> None:
        options = ["--parts", "--bind", "127.0.0.1", "--port", "0", "--data", str(folder)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "device.cli", "serve", *options],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.output = ""
        self._is_ready = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self.output += line
                if "Ctrl+C" in line:
                    self._is_ready.set()
        self._is_ready.set()

    def __enter__(self) -> Self:
        self._is_ready.wait(START_S)
        if self._process.poll() is not None or "Ctrl+C" not in self.output:
            self.stop()
            raise AssertionError(f"the table did not start: {self.output}")
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.stop()

    def found(self, pattern: str) -> str:
        found = re.search(pattern, self.output, re.MULTILINE)
        assert found is not None, self.output
        return found[1]

    def stop(self) -> int:
        """Ask it to stop and give its code; twice is fine."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(START_S)
        self._reader.join(START_S)
        return code


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PartsTable]:
    wire.forget()
    with PartsTable(tmp_path / "table") as served:
        yield served


@pytest.fixture
def host(table: PartsTable) -> Iterator[Person]:
    url = table.found(r"(http://127\.0\.0\.1:\d+)$").replace("127.0.0.1", "localhost")
    with Person(url) as person:
        person.become_host(table.found(r"^ +(\d{6})$"))
        yield person


def test_a_round_of_pharaoh_code_is_played_on_the_pins(
    table: PartsTable, host: Person, finger: Finger, load: None
) -> None:
    ring = "ok" if has_rpi_ws281x() else "absent"
    said = host.snapshot["parts"]
    faults = [(fault["part"], fault["lack"]) for fault in said.pop("faults")]
    assert said == {"ring": ring, "buttons": "ok", "encoders": "ok", "display": "absent", "piezo": "ok"}
    assert faults == [(part, "absent") for part in ("ring", "display") if said[part] == "absent"]

    finger.make([move for i in (1, 2, 3) for move in push(PINS[f"button_{i}"], 0.3 * i)])
    until(lambda: len(host.snapshot["setup"]["seats"]) == 3, f"three seats; it said {table.output}")
    assert [seat["sign"] for seat in host.snapshot["setup"]["seats"]] == ["sun", "eye", "lotus"]

    host.start()
    finger.make(push(PINS["ok"]))
    until(lambda: host.view["phase"] == "race", "the race")

    bounces_s = (0.004, 0.005, 0.006, 0.004)
    finger.make(
        [
            *push(PINS["button_3"], 0.0, bounces_s=bounces_s),
            *push(PINS["button_1"], 0.006),
            *push(PINS["button_2"], 0.012, bounces_s=bounces_s),
        ]
    )
    until(lambda: len(host.view["claims"]) == 3, "three claims")
    assert [(c["seat"], c["mark"]) for c in host.view["claims"]] == [(2, "clear"), (0, "clear"), (1, "clear")]
    if ring == "ok":
        until(lambda: wire.last_frame() != BLANK, "light")

    for claim, number in enumerate((33, 13, 27)):
        assert host.play({"type": "number_called", "claim": claim, "number": number})[0] == 200
    assert host.play({"type": "dice_read", "d8": 2, "d10": 5, "d12": 11})[0] == 200
    until(lambda: host.view["dice"] is not None, "the dice")
    for claim in range(3):
        log = host.game["log"]
        assert host.judge({"type": "judged", "claim": claim, "right": claim < 2})[0] == 200
        until(lambda log=log: host.game["log"] > log, "the verdict")  # type: ignore[misc]
    assert [seat["score"] for seat in host.view["seats"]] == [1, -3, 5]

    assert table.stop() == 0, table.output
    if ring == "ok":
        assert wire.last_frame() == BLANK


def has_rpi_ws281x() -> bool:
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return any(path and any(Path(path).glob("_rpi_ws281x*")) for path in paths)

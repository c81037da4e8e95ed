"""Contacts that chatter without end, on a real kernel: they are switched off, and nobody is late for it."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from device.parts import TableParts
from device.pins import load_pins
from tests.kernel.edges import PINS, Edges
from tests.kernel.lines import Finger, push, turn
from tests.kernel.test_buttons import SOON_US, presses_of
from tests.table_process import until

# A line that a busy host keeps busy is given up, and gpiozero's destructor asks for it once more.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

WHEELS = load_pins().encoders
STORM = Path(__file__).with_name("storm.py")
SEATS = [f"button_{i}" for i in range(1, 7)]
LATEST_US = 1_000_000
"""The guest's two processors are software, and the storm keeps them busy: single stamps are late."""
MOST_ROUNDS = 20
MANY = 60
"""So many edges in a window are a storm here. The simulated chip moves some ten thousand times a second, but
its interrupts are a single work item: some hundred edges are left. test_chatter has the true limits."""


class Listening:
    """Hears the parts and looks at them as the table does: once a second, and when something changed."""

    def __init__(self) -> None:
        self.edge = Edges()
        self.turns: list[tuple[str, int]] = []
        self.most_edges = 0
        self._changed, self._is_over = threading.Event(), False
        self._thread = threading.Thread(target=self._look)

    def turned(self, name: str, steps: int, stamp_us: int) -> None:
        self.turns.append((name, steps))

    def part_changed(self) -> None:
        self._changed.set()

    def watch(self, parts: TableParts) -> None:
        self.parts = parts
        self._thread.start()

    def _look(self) -> None:
        while not self._is_over:
            self._changed.wait(1.0)
            self._changed.clear()
            self.parts.look()
            for part in (self.parts._buttons, self.parts._encoders):
                if part is not None:
                    self.most_edges = max([self.most_edges, *(c._edges for c in part._chatter.values())])

    def end(self) -> None:
        self._is_over = True
        self._changed.set()
        self._thread.join()

    @property
    def noisy(self) -> list[str]:
        return [f.part for f in self.parts.now.faults if f.lack == "noisy"]


@pytest.fixture
def listening(factory: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    monkeypatch.setattr("device.contacts.REST_S", 1.0)
    monkeypatch.setattr("device.chatter.MANY", MANY)
    listening = Listening()
    parts = TableParts(
        load_pins(), lambda: 0, listening, simulate=False, make_factory=lambda *, simulate: factory
    )
    listening.watch(parts)
    yield listening
    listening.end()
    parts.close()


@contextmanager
def storm(gpio: int) -> Iterator[list[int]]:
    """Have a contact chatter; gives how many moves it made in a second, once it has ended."""
    made: list[int] = []
    process = subprocess.Popen(
        [sys.executable, "-I", str(STORM), str(gpio)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield made
    said, _ = process.communicate()
    made.append(int(said))


# encoder_3 is the one that is opened last: lgpio falls asleep when it is closed
@pytest.mark.parametrize("name", ["encoder_3", "encoder_1", "button_6"])
def test_presses_are_heard_and_stamped_while_a_contact_chatters_until_it_is_switched_off_and_back(
    name: str, listening: Listening, finger: Finger
) -> None:
    gpios = WHEELS.get(name) or (PINS[name],)
    others = [seat for seat in SEATS if seat != name]
    written, rounds_after = [], 0
    with storm(gpios[0]) as made:
        began_s, off_s = time.monotonic(), 0.0
        for _ in range(MOST_ROUNDS):
            written += finger.make([m for i, seat in enumerate(others) for m in push(PINS[seat], 0.2 * i)])
            if listening.noisy:
                off_s, rounds_after = off_s or time.monotonic() - began_s, rounds_after + 1
            if rounds_after == 3:
                break
    assert (listening.noisy, rounds_after) == ([name], 3), (made, listening.most_edges)
    seen = listening.edge.wait_for_rest()
    found = [press for press in presses_of(seen) if press[0] != name]
    assert [seat for seat, _ in found] == others * (len(written) // (2 * len(others)))
    late_us = [stamp - w.before_us for (_, stamp), w in zip(found, written[::2], strict=True)]
    own_presses = [press[0] for press in presses_of(seen)].count(name)
    figures = {
        "name": name,
        "moves_a_second": made[0],
        "most_edges_seen_in_a_second": listening.most_edges,
        "off_after_s": round(off_s, 1),
        "presses": len(found),
        "median_late_us": round(median(late_us)),
        "worst_late_us": round(max(late_us)),
        "own_presses": own_presses,
        "own_edges": [edge[0] for edge in seen].count(name),
    }
    print(json.dumps(figures), file=sys.stderr)
    assert min(late_us) >= 0
    assert median(late_us) < SOON_US
    assert max(late_us) < LATEST_US
    assert own_presses <= 1
    assert listening.turns == []
    until(lambda: listening.noisy == [], "it is tried again")
    if name in WHEELS:
        # the first may be lost: who chattered stood anywhere
        finger.make(turn(WHEELS[name], 4, 0.02))
        until(lambda: len(listening.turns) >= 3, "three detents")
        assert set(listening.turns) == {(name, 1)}
    else:
        finger.make(push(PINS[name]))
        until(lambda: listening.edge.seen[-1][0] == name, "its push")

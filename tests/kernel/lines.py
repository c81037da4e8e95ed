"""What a hand does to the lines of the kernel's simulated chip: contacts to ground that close and open."""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

FINGER = Path(__file__).with_name("finger.py")
APART_S = 0.005
"""Edges of one line that are closer may be reported as one: gpio-sim's interrupts are a single work item."""

GIVEN_BACK_S = 30.0


def give_back(factory: Any) -> None:
    """Close a pin factory: a line is busy until lgpio's thread has let it go, which a busy host delays."""
    end_s = time.monotonic() + GIVEN_BACK_S
    while True:
        try:
            factory.close()
        except Exception:  # lgpio's, which not every machine that reads this has
            if time.monotonic() > end_s:
                raise
            time.sleep(0.02)
        else:
            return


class Move(NamedTuple):
    """A contact closes or opens, so long after the first move."""

    at_s: float
    gpio: int
    is_closed: bool


class Written(NamedTuple):
    """When a move was made: the moments before and after the write, microseconds of CLOCK_MONOTONIC."""

    before_us: float
    after_us: float


def push(gpio: int, at_s: float = 0.0, *, bounces_s: Sequence[float] = (), hold_s: float = 0.1) -> list[Move]:
    """Give the moves of one push; *bounces_s* are the gaps between its bounce's edges, an even number."""
    moves, now_s, is_closed = [Move(at_s, gpio, True)], at_s, True
    for gap_s in bounces_s:
        now_s, is_closed = now_s + gap_s, not is_closed
        moves.append(Move(now_s, gpio, is_closed))
    assert is_closed, f"{len(bounces_s)} gaps came, expected an even number"
    return [*moves, Move(at_s + hold_s, gpio, False)]


def turn(gpios: tuple[int, int], detents: int, apart_s: float = APART_S) -> list[Move]:
    """Give the moves of an encoder that is turned: clockwise the first line leads; below 0 it is turned back.

    A detent is a whole cycle of four edges, from both contacts open to both open.
    """
    leading, trailing = gpios if detents > 0 else gpios[::-1]
    cycle = ((leading, True), (trailing, True), (leading, False), (trailing, False))
    return [Move(apart_s * i, gpio, is_closed) for i, (gpio, is_closed) in enumerate(cycle * abs(detents))]


class Finger:
    """Makes moves, as exactly as the guest can."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(FINGER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._process.communicate()

    def make(self, moves: Sequence[Move]) -> list[Written]:
        """Make *moves*, sorted by when, and give when each was made, in the order that came."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        by_time = sorted(range(len(moves)), key=lambda i: moves[i].at_s)
        self._process.stdin.write(json.dumps([moves[i] for i in by_time]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        written = {
            i: Written(before / 1000, after / 1000)
            for i, (before, after) in zip(by_time, answer, strict=True)
        }
        return [written[i] for i in range(len(moves))]

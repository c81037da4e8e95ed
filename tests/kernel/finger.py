"""A finger on the simulated lines, in a process of its own: what listens to the lines can't slow it down.

It takes one list of moves a line as JSON, makes them, and answers with when: before and after each write, in
nanoseconds of CLOCK_MONOTONIC, the clock with which the kernel stamps edges. Standard library only: it starts
at once.
"""

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

START_S = 0.02


def share_a_processor_with_interrupts() -> None:
    """Move to processor 0 with the kernel's interrupt threads.

    There they go before this program, whatever holds the guest up: no edge is made before the one before
    was taken down. (The kernel keeps one stamp a line, so edges would else become one, as on any machine
    whose interrupt threads starve.)
    """
    os.sched_setaffinity(0, {0})
    for name in Path("/proc").glob("[0-9]*/comm"):
        with suppress(OSError):
            if name.read_text().startswith("irq/"):
                os.sched_setaffinity(int(name.parent.name), {0})


def main() -> None:
    """Move until standard input ends."""
    with suppress(PermissionError):
        # A real finger is not scheduled; above all programs, below the kernel's interrupt threads (50).
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    lines: dict[int, int] = {}
    folder = os.environ["KHEPRI_LINES"]
    for text in sys.stdin:
        written: list[tuple[int, int]] = []
        moves = json.loads(text)
        share_a_processor_with_interrupts()
        for _, gpio, _ in moves:
            if gpio not in lines:
                lines[gpio] = os.open(f"{folder}/sim_gpio{gpio}/pull", os.O_WRONLY)
        start_s = time.monotonic() + START_S
        for at_s, gpio, is_closed in moves:
            wait_s = start_s + at_s - time.monotonic()
            if wait_s > 0:
                time.sleep(wait_s)
            before_ns = time.monotonic_ns()
            os.pwrite(lines[gpio], b"pull-down" if is_closed else b"pull-up", 0)
            after_ns = time.monotonic_ns()
            written.append((before_ns, after_ns))
            # Whatever holds the guest up, moves are at least as far apart as they were asked for.
            start_s = max(start_s, after_ns / 1_000_000_000 - at_s)
        print(json.dumps(written), flush=True)


if __name__ == "__main__":
    main()

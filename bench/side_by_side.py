"""Time two ways of doing the same, in turns, so that a busy moment of the machine hits both."""

import time
from collections.abc import Callable
from statistics import median

ROUNDS = 7


def compare(title: str, ours: Callable[[], int], plain: Callable[[], int]) -> None:
    """Run both in turns and print the medians a piece and their ratio; each gives how many pieces it did."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for work, into in zip((ours, plain), times, strict=True):
            start_s = time.perf_counter()
            pieces = work()
            into.append((time.perf_counter() - start_s) / pieces * 1000)
    ours_ms, plain_ms = median(times[0]), median(times[1])
    print(f"{title}: {ours_ms:.2f} ms, plain {plain_ms:.2f} ms, ratio {ours_ms / plain_ms:.2f}")

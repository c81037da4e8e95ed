"""Runs in the guest that tests/kernel/machine makes: a real kernel, gpiozero and lgpio as on a Pi."""

import os
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from device.buttons import Buttons, open_factory
from tests.kernel.edges import PINS, Edges
from tests.kernel.lines import Finger, give_back

LOAD_S = 900


def pytest_runtest_setup(item: pytest.Function) -> None:
    """Skip what needs the guest's lines before any fixture is made."""
    if "KHEPRI_LINES" not in os.environ and not getattr(item.module, "RUNS_ANYWHERE", False):
        pytest.skip("needs the kernel's simulated lines: make test-kernel")


@pytest.fixture(scope="session")
def finger() -> Iterator[Finger]:
    with Finger() as finger:
        yield finger


@pytest.fixture
def factory() -> Iterator[Any]:
    factory = open_factory(simulate=False)
    yield factory
    give_back(factory)


@pytest.fixture
def edges() -> Edges:
    return Edges()


@pytest.fixture
def buttons(factory: Any, edges: Edges) -> Iterator[Buttons]:
    with Buttons(PINS, factory, edges) as buttons:
        assert buttons.faults == {}
        yield buttons


@pytest.fixture
def load() -> Iterator[None]:
    """Keep every processor of the guest busy, for a quarter of an hour at most."""
    spin = ["timeout", str(LOAD_S), "sh", "-c", "while :; do :; done"]
    busy = [subprocess.Popen(spin) for _ in range(os.cpu_count() or 1)]
    yield
    for process in busy:
        process.terminate()
        process.wait()

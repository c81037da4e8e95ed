"""Runs in the guest that boot.py makes: systemd is its first process, and its pins are the kernel's."""

import os
from collections.abc import Iterator

import pytest

from tests.kernel.lines import Finger


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs the guest before any fixture is made."""
    if "KHEPRI_SYSTEMD_GUEST" not in os.environ:
        pytest.skip("needs a systemd of its own: make test-kernel")


@pytest.fixture(scope="session")
def finger() -> Iterator[Finger]:
    with Finger() as finger:
        yield finger

"""The guest's own making, as far as it can be looked at without making it."""

import pytest

from tests.kernel.machine.build import LGPIO_PYTHONS, PI_LOCK, Machine, only_on_a_pi, refusal

RUNS_ANYWHERE = True
HERE = Machine("Linux", "x86_64", "debian", (3, 11))


def test_debian_on_x86_64_can_have_the_guest() -> None:
    assert refusal(HERE) is None


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        pytest.param(HERE._replace(system="Darwin"), "this is Darwin on x86_64", id="another-system"),
        pytest.param(HERE._replace(processor="aarch64"), "this is Linux on aarch64", id="a-pi"),
        pytest.param(HERE._replace(distribution="fedora"), "this system is fedora", id="another-linux"),
        pytest.param(HERE._replace(python=(3, 13)), "lgpio has no wheel for Python 3.13", id="new-python"),
    ],
)
def test_other_machines_are_told_why_not(machine: Machine, reason: str) -> None:
    assert (refusal(machine) or "").startswith(reason)


def test_guest_gets_the_versions_that_a_pi_gets() -> None:
    lines = only_on_a_pi(PI_LOCK.read_text()).splitlines()
    assert [line.partition("==")[0] for line in lines if "==" in line] == ["gpiod", "lgpio", "rpi-ws281x"]
    assert all(line.lstrip().startswith("--hash=sha256:") for line in lines if "==" not in line)


def test_the_oldest_python_that_khepri_takes_can_run_in_the_guest() -> None:
    assert 11 in LGPIO_PYTHONS

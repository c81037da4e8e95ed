"""What puts the ring out when the table could not."""

import subprocess
import sys

import pytest

from tests.table_process import ROOT


def blank(result: str) -> "subprocess.CompletedProcess[str]":
    """Run it as systemd does after a table that ended so; here is no ring."""
    return subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "device.blanking"],
        cwd=ROOT,
        env={"SERVICE_RESULT": result, "BLINKA_SKIP_DEPENDENCY_CHECK": "1"},
        capture_output=True,
        text=True,
    )


def test_orderly_stop_waits_for_nothing() -> None:
    done = blank("success")
    assert (done.returncode, done.stdout) == (0, "")
    assert "device.pixels" not in done.stderr


@pytest.mark.parametrize("result", ["signal", "watchdog", "exit-code"])
def test_crash_has_the_ring_put_out_and_a_missing_ring_is_named(result: str) -> None:
    done = blank(result)
    assert done.returncode == 1
    assert "khepri: no ring on GPIO10 (" in done.stderr

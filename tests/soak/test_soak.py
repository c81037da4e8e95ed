"""A short form of each part of `make soak`, in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak import NOT_TESTED

ROOT = Path(__file__).parents[2]


def ran(*command: str) -> dict[str, int]:
    """Run one part, which fails where something was lost; give the figures that it prints."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    if done.returncode == NOT_TESTED:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert isinstance(found, dict)
    return found


def test_killed_at_random_moments_loses_nothing() -> None:
    found = ran("tests.soak.killing", "--times", "30", "--seed", "2")
    assert found["kills"] == 30
    assert found["entries"] > 100


def test_disk_that_refuses_a_call_loses_nothing() -> None:
    found = ran("tests.soak.refusing", "--step", "11")
    assert found["failed calls"] > 10
    assert found["refused"] > 10
    assert found["acknowledged"] > 100


def test_byte_that_is_wrong_costs_no_start_and_one_folder() -> None:
    found = ran("tests.soak.flipping", "--every", "41")
    assert (found["tried"] > 200, found["faults"]) == (True, 0)
    assert (found["went on"] > 100, found["salvaged"] > 50) == (True, True)


def test_an_evening_with_many_phones_misses_nothing() -> None:
    found = ran("tests.soak.evening", "--rounds", "3", "--watching", "40", "--acting", "6")
    wanted = {"in order": 3, "skipped by quick phones": 0, "stale": 0, "allowed": 0, "faults": 0, "exit": 0}
    assert {name: found[name] for name in wanted} == wanted
    assert found["requests"] > 0
    assert found["ring frames"] > 20


def test_table_with_many_games_starts_and_is_backed_up() -> None:
    found = ran("tests.soak.long_life", "--games", "50", "--tries", "1")
    assert found["games"] == 50
    assert found["MB"] < 2


def test_rubbish_brings_no_fault() -> None:
    found = ran("tests.soak.fuzzing", "--inputs", "6000", "--seed", "3")
    assert found["faults"] == 0
    fed = ("formula", "record", "profile", "wire", "body")
    assert [name for name in fed if not found.get(f"{name} taken") or not found.get(f"{name} refused")] == []

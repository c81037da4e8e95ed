"""What is committed is what would be drawn now, and `make hardware` says and mends what is not."""

from functools import cache
from pathlib import Path

import pytest

from hardware.build import FOLDER, MODULES, generated, main, stale


@cache
def drawn(module: str) -> dict[str, bytes]:
    return dict(generated((module,)))


@pytest.mark.parametrize("module", MODULES)
def test_committed_files_are_as_they_would_be_drawn(module: str) -> None:
    different = [path for path, content in drawn(module).items() if (FOLDER / path).read_bytes() != content]
    assert different == [], "make hardware"


def test_no_two_modules_write_one_file() -> None:
    paths = [path for module in MODULES for path in drawn(module)]
    assert sorted(set(paths)) == sorted(paths)


def test_a_file_that_differs_or_is_missing_is_stale(tmp_path: Path) -> None:
    files = dict(generated(("hardware.wiring",)))
    assert dict(stale(("hardware.wiring",), tmp_path)) == files
    (tmp_path / "wiring.svg").write_bytes(files["wiring.svg"])
    assert dict(stale(("hardware.wiring",), tmp_path)) == {}
    (tmp_path / "wiring.svg").write_bytes(b"<svg/>")
    assert dict(stale(("hardware.wiring",), tmp_path)) == files


def test_unknown_argument_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--draw"]) == 2
    assert "--check" in capsys.readouterr().err

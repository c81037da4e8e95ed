"""The wheel, installed away from the checkout, serves the page with its data."""

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table_process import ROOT, TableProcess


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and unpack it into a folder, as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    target = folder / "site"
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(target),
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    return target


def test_the_program_comes_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    ask = [
        sys.executable,
        "-c",
        "import device, rules, web; print(device.__file__, rules.__file__, web.__file__)",
    ]
    answer = subprocess.run(
        ask, check=True, capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(installed)}
    )
    assert answer.stdout.count(str(installed)) == 3


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/static/main.js",
        "/static/page.css",
        "/texts/eu.json",
        "/texts/giza/eu.json",
        "/static/games/pharao.js",
        "/bench",
    ],
)
def test_the_wheel_serves_what_the_page_needs(served: TableProcess, path: str) -> None:
    with urllib.request.urlopen(served.url + path) as answer:
        assert (answer.status, len(answer.read()) > 100) == (200, True)


@pytest.fixture(scope="module")
def served(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableProcess]:
    folder = tmp_path_factory.mktemp("elsewhere")
    with TableProcess(folder / "table", cwd=folder, PYTHONPATH=str(installed)) as table:
        yield table

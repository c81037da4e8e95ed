"""The commands of bootstrap.py, once the Python is known to be new enough."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from device.raspberry_pi import board_model
from tools.environment import Environment
from tools.speech import SetupError, fail, say

if TYPE_CHECKING:
    from collections.abc import Sequence

CACHES = (".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".coverage", "build", "dist")


def run(environment: Environment, args: Sequence[str]) -> NoReturn:
    """Become `khepri serve`."""
    environment.ensure("run")
    khepri = str(environment.path / "bin" / "khepri")
    os.execv(khepri, [khepri, "serve", *args])


def setup(environment: Environment, level: str = "test") -> None:
    """Bring the environment to *level*, trying again what failed before."""
    if level not in ("run", "test"):
        raise SetupError(f"setup knows run and test, not {level!r}.", "python3 tools/bootstrap.py setup")
    environment.ensure(level, retry_parts=True)
    say("ready")


def check(environment: Environment, command: str, args: Sequence[str]) -> NoReturn:
    """Become tools/checks.py."""
    environment.ensure("test")
    os.chdir(environment.root)
    python = str(environment.python)
    os.execv(python, [python, "-m", "tools.checks", command, *args])


def clean(root: Path) -> None:
    """Remove the environment and what tools left behind; played tables stay."""
    for name in CACHES:
        path = root / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for folder in ("device", "hardware", "rules", "tests", "tools", "web"):
        for cache in list((root / folder).rglob("__pycache__")):
            shutil.rmtree(cache)
    say("clean")


def main(argv: Sequence[str], root: Path) -> int:
    """Do the command *argv* names; 1 after an error that was told in one sentence."""
    command, args = argv[0], [*argv[1:]]
    if args[:1] == ["--"]:
        del args[0]
    environment = Environment(root, board_model())
    try:
        match command:
            case "run":
                run(environment, args)
            case "setup":
                setup(environment, *args[:1])
            case "clean":
                clean(root)
            case _:
                check(environment, command, args)
    except SetupError as error:
        return fail(error)
    except OSError as error:
        print(
            f"khepri: This folder can't be worked in ({error.strerror}: {error.filename}).", file=sys.stderr
        )
        print("hint: copy the folder to a place of your own; what root made, root removes", file=sys.stderr)
        return 1
    return 0

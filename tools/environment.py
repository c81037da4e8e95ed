"""The .venv of a checkout: what is in it, what should be, and how it gets there.

A stamp inside .venv remembers what was installed, so that the next start costs nothing.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from pathlib import Path
from typing import TYPE_CHECKING

from device.raspberry_pi import Family, board_of
from tools.pip_source import find_pip
from tools.speech import OfflineError, SetupError, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

# The oldest Python with the system's own lgpio instead of a wheel (hardware facts in docs/adr/0003).
FIRST_PYTHON_WITHOUT_LGPIO_WHEEL = (3, 13)
PACKAGES = ("device", "rules", "web")
# Stands behind a digest in the stamp: tried in vain, and not tried again at every start.
FAILED = " failed"
OFFLINE_SIGNS = (
    "NewConnectionError",
    "Temporary failure in name resolution",
    "Name or service not known",
    "Network is unreachable",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "(from versions: none)",
)


def parts_of(model: str) -> str | None:
    """Name the lock file for the parts of a board: "pi5", "pi", or None where there are no pins."""
    board = board_of(model)
    if not board.is_pi:
        return None
    return "pi5" if board.family is Family.PI_5 else "pi"


class Environment:
    """The .venv of a checkout: what is in it, what should be, and how it gets there.

    With a *path* it is an installed table's: it lies there, and holds Khepri itself as well. *place* is where
    that will be when it is used, if the disk is another machine's.
    """

    def __init__(
        self, root: Path, model: str = "", *, path: Path | None = None, place: Path | None = None
    ) -> None:
        self.root = root
        self.is_editable = path is None
        self.path = path or root / ".venv"
        self.python = self.path / "bin" / "python"
        self.stamp = self.path / "khepri-stamp.json"
        self.log = self.path / "setup.log"
        self.parts = parts_of(model)
        # Scripts hold absolute paths: a moved folder, like another Python, needs a new environment. A patch
        # release of Python doesn't: it may come while the table has no internet.
        python = f"{sys.version_info.major}.{sys.version_info.minor} {Path(sys.executable).resolve()}"
        self.made_for = f"{python} {platform.machine()} {place or path or root}"

    def fingerprints(self, level: str) -> dict[str, str]:
        """Map what *level* ("run" or "test") needs to the digest of its file, in the order of installing."""
        files = {"run": self._lock("run")}
        if level == "test":
            files["test"] = self._lock("test")
        if self.parts:
            files[self.parts] = self._lock(self.parts)
        found = {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()}
        sources = [self.root / "pyproject.toml"]
        if not self.is_editable:
            sources += packaged_files(self.root)
        found["project"] = hashlib.sha256(b"\0".join(file.read_bytes() for file in sources)).hexdigest()
        return found

    def missing(self, level: str, *, retry_parts: bool = False) -> list[str]:
        """List what has to be installed for *level*; everything if there is no usable environment."""
        installed = self.installed() or {}
        wanted = self.fingerprints(level)
        return [
            name
            for name, digest in wanted.items()
            if installed.get(name) not in ([digest] if retry_parts else [digest, digest + FAILED])
        ]

    def installed(self) -> dict[str, str] | None:
        """Read the stamp; None if it is unreadable or another Python's or folder's, or a program is gone."""
        try:
            stamp = json.loads(self.stamp.read_text(encoding="utf-8"))
            if stamp["made_for"] != self.made_for:
                return None
            if not (self.python.exists() and (self.path / "bin" / "khepri").exists()):
                return None
            return {str(name): str(digest) for name, digest in stamp["installed"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def remember(self, installed: Mapping[str, str]) -> None:
        fresh = self.stamp.with_suffix(".new")
        content = {"made_for": self.made_for, "installed": dict(installed)}
        fresh.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        fresh.replace(self.stamp)

    def ensure(self, level: str, *, retry_parts: bool = False) -> None:
        """Bring the environment to *level*, rebuilding it once if it turns out to be broken.

        Raises:
            OfflineError: when packages can't be fetched; a working environment is still there.
            SetupError: when it can't be made for another reason.
        """
        if not self.missing(level, retry_parts=retry_parts):
            return
        with self._only_one():
            installed = self.installed()
            if installed is None:
                self._build(level)
                return
            try:
                self._install(self.missing(level, retry_parts=retry_parts), installed, level)
            except OfflineError:
                self.remember(installed)
                raise
            except SetupError:
                say("the environment is broken; making it again")
                self._build(level)

    def _lock(self, name: str) -> Path:
        return self.root / "tools" / "locks" / f"{name}.txt"

    @contextlib.contextmanager
    def _only_one(self) -> Iterator[None]:
        """Wait until no other bootstrap works on this folder."""
        folder = os.open(self.root, os.O_RDONLY)
        try:
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("another set-up is at work in this folder; waiting for it")
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _build(self, level: str) -> None:
        say(
            f"making {self.path if not self.is_editable else '.venv'} with Python {platform.python_version()}"
        )
        if self.path.is_symlink() or self.path.is_file():
            self.path.unlink()
        elif self.path.exists():
            shutil.rmtree(self.path)
        venv.EnvBuilder(symlinks=True, with_pip=False, prompt="khepri").create(self.path)
        self._install(list(self.fingerprints(level)), {}, level)

    def _install(self, names: Sequence[str], installed: dict[str, str], level: str) -> None:
        """Install *names*; the stamp is away meanwhile, so that a power cut leaves no half truth."""
        wanted = self.fingerprints(level)
        done = dict(installed)
        self.stamp.unlink(missing_ok=True)
        self.log.write_text("")
        pip = find_pip(self.python, self.path, self._lock("test"))
        for name in names:
            if name == "project":
                how = "--editable" if self.is_editable else "--force-reinstall"
                options = ["--no-deps", "--no-build-isolation", how, str(self.root)]
                self._pip(pip, "Khepri itself", options)
            elif name == self.parts:
                done[name] = wanted[name] + self._install_parts(pip, name)
                continue
            else:
                count = len(re.findall(r"^[a-z0-9].*==", self._lock(name).read_text(encoding="utf-8"), re.M))
                title = f"{count} locked packages ({name})"
                self._pip(pip, title, ["--require-hashes", "--requirement", str(self._lock(name))])
            done[name] = wanted[name]
        self.remember(done)

    def _install_parts(self, pip: Sequence[str], name: str) -> str:
        """Install the libraries of the board; a failure stops nobody from playing and returns FAILED."""
        result = ""
        # rpi-ws281x comes as source; it is built with the setuptools of the run lock.
        options = ["--no-build-isolation", "--require-hashes", "--requirement", str(self._lock(name))]
        steps: list[Callable[[], None]] = [lambda: self._pip(pip, f"the parts' libraries ({name})", options)]
        if sys.version_info >= FIRST_PYTHON_WITHOUT_LGPIO_WHEEL:
            steps.append(lambda: link_system_lgpio(self.path, system_folders()))
        for step in steps:
            try:
                step()
            except OfflineError:
                raise
            except SetupError as error:
                say(f"PARTS NOT READY: {error.sentence} Khepri starts without them.")
                again = "python3 tools/bootstrap.py setup run" if self.is_editable else "sudo systemd/install"
                say(f"hint: {error.hint}; then {again}")
                result = FAILED
        return result

    def _pip(self, pip: Sequence[str], title: str, options: Sequence[str]) -> None:
        """Run `pip install` with its words in setup.log; the user's pip configuration stays in force."""
        say(f"installing {title} ...")
        start = time.monotonic()
        command = [*pip, "install", "--no-input", "--retries", "2", *options]
        env = {
            **os.environ,
            "PIP_USER": "0",
            "PIP_ROOT_USER_ACTION": "ignore",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        with self.log.open("a", encoding="utf-8") as log:
            log.write(f"$ {' '.join(command)}\n")
            log.flush()
            done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, env=env, cwd=self.root)
        if done.returncode:
            output = self.log.read_text(encoding="utf-8", errors="replace")
            raise pip_failure(output.rpartition("\n$ ")[2], self.log)
        say(f"installed in {time.monotonic() - start:.0f} s")


def packaged_files(root: Path) -> list[Path]:
    """List the files that make the program, in a fixed order."""
    found = (file for package in PACKAGES for file in (root / package).rglob("*") if file.is_file())
    return sorted(file for file in found if "__pycache__" not in file.parts)


def pip_failure(output: str, log: Path) -> SetupError:
    """Turn what pip printed into one sentence and a hint."""
    if "No space left on device" in output:
        return SetupError("The disk is full.", "about 100 MB are needed to play, 400 MB to test")
    if "HASHES" in output and "DO NOT MATCH" in output:
        return SetupError(
            "A downloaded package is not the one that was locked.", f"try again; if it stays, see {log}"
        )
    if any(sign in output for sign in OFFLINE_SIGNS):
        return OfflineError(
            "The packages can't be downloaded: this machine seems to be offline.",
            "connect it once for the set-up; afterwards Khepri needs no internet",
        )
    errors = [line for line in output.splitlines() if line.lower().lstrip().startswith("error")]
    last = errors[-1].strip() if errors else "pip gave no reason"
    return SetupError(f"pip could not install everything ({last}).", f"the whole story is in {log}")


def system_folders() -> list[Path]:
    """List where a distribution keeps its own Python packages."""
    return [Path("/usr/lib/python3/dist-packages"), Path(sysconfig.get_path("platlib"))]


def link_system_lgpio(environment: Path, folders: Sequence[Path]) -> None:
    """Link the system's lgpio into *environment*, and nothing else of the system.

    Raises:
        SetupError: when the system has none for this Python.
    """
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    target = environment / "lib" / f"python{version}" / "site-packages"
    tag = f"cpython-{sys.version_info.major}{sys.version_info.minor}-"
    for folder in folders:
        files = [*folder.glob("lgpio.py"), *folder.glob(f"_lgpio.{tag}*.so")]
        if len(files) == 2:
            for file in files:
                (target / file.name).unlink(missing_ok=True)
                (target / file.name).symlink_to(file)
            return
    raise SetupError(f"The system has no lgpio for Python {version}.", "sudo apt install python3-lgpio")

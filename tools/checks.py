"""Run the checks and tests in the environment that bootstrap.py made, and say what failed.

python -m tools.checks test|test-kernel|soak|check|format|hardware|lock [ARGS]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tools.system import is_installed

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("rules", "device", "web", "bench", "hardware", "tests", "tools")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FONT_PACKAGES = ("fonts-noto-core", "fonts-noto-cjk", "fonts-unifont")
RULES_COVERAGE_PCT = 100
OF_THE_RULES = ("tests/rules", "tests/playthroughs")
MOST_WORKERS = 4
LOCKS: dict[str, tuple[str, ...]] = {
    "run": ("--group", "pyproject.toml:build"),
    "test": ("--extra", "test", "--extra", "hardware", "--group", "pyproject.toml:build"),
    "pi": ("--extra", "pi"),
    "pi5": ("--extra", "pi5"),
}


class Step(NamedTuple):
    """One check: what it is called and how it is run, from the root of the checkout."""

    name: str
    command: list[str]


def run_steps(steps: Sequence[Step], note: str = "") -> int:
    """Run every step, also after a failed one; print *note* and a summary last, return 1 if any failed."""
    lines: list[str] = []
    failed = 0
    for step in steps:
        print(f"\n== {step.name}", flush=True)
        start = time.monotonic()
        code = subprocess.run(step.command, cwd=ROOT).returncode
        failed += code != 0
        lines.append(f"{'ok  ' if code == 0 else 'FAIL'}  {step.name:<24} {time.monotonic() - start:6.1f} s")
    print("\n== summary", *lines, *([note] if note else []), sep="\n", flush=True)
    print(f"khepri: {failed} of {len(steps)} checks failed" if failed else "khepri: all checks passed")
    return 1 if failed else 0


def style_and_types() -> list[Step]:
    folders = [name for name in SOURCES if any((ROOT / name).rglob("*.py"))]
    return [
        Step("ruff check", [_tool("ruff"), "check", "."]),
        Step("ruff format", [_tool("ruff"), "format", "--check", "."]),
        Step("mypy", [_tool("mypy"), *folders]),
    ]


def tests() -> list[Step]:
    """Give the tests: those of the rules with their coverage, which slows them, and then all others."""
    # A worker may drive a browser of its own: more of them than this need more memory than they save time.
    workers = ["--numprocesses", str(min(os.cpu_count() or 1, MOST_WORKERS)), "--dist", "worksteal"]
    pytest = [sys.executable, "-m", "pytest", *workers]
    coverage = [sys.executable, "-m", "coverage", "report", "--include=rules/*"]
    return [
        Step("tests of the rules", [*pytest, *OF_THE_RULES, "--cov=rules", "--cov-report="]),
        Step(f"coverage of rules {RULES_COVERAGE_PCT} %", [*coverage, f"--fail-under={RULES_COVERAGE_PCT}"]),
        Step("all other tests", [*pytest, *(f"--ignore={folder}" for folder in OF_THE_RULES)]),
    ]


def _tool(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def find_browser() -> str | None:
    """Return the path of a Chromium, KHEPRI_CHROMIUM first."""
    named = os.environ.get("KHEPRI_CHROMIUM")
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


def prepare_browser() -> str:
    """See to it that a browser and fonts for all five languages are there; return a note if they aren't.

    KHEPRI_CHROMIUM names the browser to the tests.
    """
    note = ""
    wanted = [] if find_browser() else [BROWSERS[0]]
    if shutil.which("dpkg-query"):
        wanted += [name for name in FONT_PACKAGES if not is_installed(name)]
    if wanted and not _install_debian(wanted):
        names = " ".join(wanted)
        note = f"khepri: NOT TESTED: what needs {names} (hint: sudo apt install {names})"
        print(note, flush=True)
    if browser := find_browser():
        os.environ["KHEPRI_CHROMIUM"] = browser
    return note


def kernel_tests(args: Sequence[str] = ()) -> tuple[list[Step], str]:
    """Give the checks on a real kernel, or none and a note that says why; *args* are for tests/kernel alone.

    What it needs is installed and made first: Debian packages, and a guest that is kept outside the checkout.
    """
    from tests.kernel.machine import build
    from tests.systemd.guest import boot as systemd_guest

    reason = build.refusal(build.this_machine())
    if reason is None:
        packages = (*build.PACKAGES, *systemd_guest.PACKAGES)
        wanted = [name for name in packages if not is_installed(name)]
        if wanted and not _install_debian(wanted):
            names = " ".join(wanted)
            reason = f"{names} can't be installed (hint: sudo apt install {names})"
    if reason is None:
        try:
            build.prepare()
        except build.NoGuestError as error:
            reason = str(error)
    if reason is None:
        steps = [Step("real kernel", [sys.executable, "-m", "tests.kernel.machine.boot", *args])]
        if not args:
            steps.append(Step("real systemd", [sys.executable, "-m", "tests.systemd.guest.boot"]))
            steps.append(Step("power cuts", [sys.executable, "-m", "tests.soak.power", "--cuts", "2"]))
        return steps, ""
    note = f"khepri: NOT TESTED on a real kernel: {reason}"
    print(note, flush=True)
    return [], note


def _install_debian(packages: Sequence[str]) -> bool:
    """Install Debian *packages* where that needs no password; return whether they are there."""
    if not shutil.which("apt-get"):
        return False
    if os.geteuid() == 0:
        root = ["env"]
    elif shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        root = ["sudo", "-n", "env"]
    else:
        return False
    print(f"khepri: installing Debian's {' '.join(packages)} ...", flush=True)
    start = time.monotonic()
    apt = [*root, "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    install = [*apt, "install", "--yes", "--no-install-recommends", *packages]
    if subprocess.run(install, capture_output=True).returncode:
        # The package lists may be missing or old.
        subprocess.run([*apt, "update"], capture_output=True)
        again = subprocess.run(install, capture_output=True, text=True)
        if again.returncode:
            print(again.stderr.strip(), file=sys.stderr)
            return False
    print(f"khepri: installed in {time.monotonic() - start:.0f} s", flush=True)
    return True


def lock(args: Sequence[str]) -> int:
    """Write tools/locks/ from pyproject.toml: exact versions and hashes for Python 3.11 and newer."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, "uv"]
        subprocess.run(pip, check=True)
        for name, options in LOCKS.items():
            target = Path("tools", "locks", f"{name}.txt")
            same_versions = [] if name == "run" else ["--constraint", "tools/locks/run.txt"]
            command = [
                f"{folder}/bin/uv",
                "pip",
                "compile",
                "--quiet",
                "pyproject.toml",
                *options,
                *same_versions,
            ]
            command += ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate"]
            command += [
                "--no-emit-index-url",
                "--no-emit-find-links",
                "--custom-compile-command",
                "make lock",
            ]
            subprocess.run([*command, "--output-file", str(target), *args], cwd=ROOT, check=True)
            print(f"khepri: wrote {target}")
    return 0


def main(argv: Sequence[str]) -> int:
    command, args = argv[0], list(argv[1:])
    match command:
        case "test":
            note = prepare_browser()
            if args:
                return run_steps([Step("pytest", [sys.executable, "-m", "pytest", *args])], note)
            on_kernel, kernel_note = kernel_tests()
            notes = "\n".join(filter(None, [note, kernel_note]))
            return run_steps([*style_and_types(), *tests(), *on_kernel], notes)
        case "test-kernel":
            on_kernel, kernel_note = kernel_tests(args)
            return run_steps(on_kernel, kernel_note) if on_kernel else 1
        case "soak":
            return subprocess.run([sys.executable, "-m", "tests.soak", *args], cwd=ROOT).returncode
        case "check":
            return run_steps(style_and_types())
        case "format":
            ruff = _tool("ruff")
            return run_steps(
                [Step("fix", [ruff, "check", "--fix", "."]), Step("format", [ruff, "format", "."])]
            )
        case "hardware":
            return subprocess.run([sys.executable, "-m", "hardware.build", *args], cwd=ROOT).returncode
        case "lock":
            return lock(args)
        case _:
            print(__doc__, end="", file=sys.stderr)
            return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as error:
        print(f"khepri: a step failed: {error.cmd[0]} ended with {error.returncode}", file=sys.stderr)
        sys.exit(1)

"""Make the environment if it is missing, then run what was asked for in it.

Standard library only, and neither make nor Debian's python3-venv is needed.

    python3 tools/bootstrap.py run [-- ARGS]         start Khepri; ARGS go to `khepri serve`
    python3 tools/bootstrap.py test [-- ARGS]        all checks and tests; with ARGS pytest alone
    python3 tools/bootstrap.py test-kernel [-- ARGS] the tests in a guest alone; --long measures longer
    python3 tools/bootstrap.py soak [-- PARTS]       what it outlives, an hour or more: docs/reliability.md
    python3 tools/bootstrap.py check                 style, format and types
    python3 tools/bootstrap.py format                put the sources into shape
    python3 tools/bootstrap.py hardware [-- ARGS]    draw hardware/ anew; --check only says what would change
    python3 tools/bootstrap.py setup [run|test]      only make .venv; "test" is the default and larger
    python3 tools/bootstrap.py lock [-- ARGS]        renew tools/locks/; --upgrade takes newer versions
    python3 tools/bootstrap.py clean                 remove .venv and caches
"""

# This file must be readable by any Python 3, so that an old one gets a sentence and not a SyntaxError.
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
COMMANDS = ("run", "test", "test-kernel", "soak", "check", "format", "hardware", "setup", "lock", "clean")


def refusal(version: "tuple[int, ...]", system: str) -> "str | None":
    """Say why Khepri can't run here and what to do, or nothing if it can."""
    if version < OLDEST_PYTHON:
        return (
            "khepri: Khepri needs Python 3.11 or newer, and this is Python {}.{}.\n"
            "hint: name a newer one: make run PYTHON=python3.12, or python3.12 tools/bootstrap.py run"
        ).format(*version)
    if system != "posix":
        return "khepri: Khepri runs on Linux and macOS.\nhint: on Windows, use the Linux subsystem (WSL)"
    return None


def main(argv: "list[str]") -> int:
    """Refuse or do what *argv* asks for."""
    refused = refusal(sys.version_info[:3], os.name)
    if refused:
        sys.stderr.write(refused + "\n")
        return 1
    if not argv or argv[0] not in COMMANDS:
        sys.stdout.write(str(__doc__))
        return 0 if argv in ([], ["help"], ["-h"], ["--help"]) else 2
    sys.path.insert(0, str(ROOT))
    from tools import commands

    try:
        return commands.main(argv, ROOT)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

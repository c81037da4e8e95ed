"""Draw all that is generated in hardware/, from the pin map that the software loads.

    python -m hardware.build           write what has changed
    python -m hardware.build --check   write nothing; say what would change, and end with 1 if anything would

Each module of MODULES has `files()`, which gives the content of each of its files by its path in hardware/,
the same bytes every time.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

FOLDER = Path(__file__).resolve().parent

MODULES = (
    "hardware.wiring",
    "hardware.board_drawing",
    "hardware.tables",
    "hardware.panel.draw",
    "hardware.enclosure.box",
    "hardware.enclosure.claim",
    "hardware.enclosure.cut",
    "hardware.print.sheets",
)


class Generator(Protocol):
    """A module of MODULES."""

    def files(self) -> Mapping[str, bytes]:
        """Give the content of each file by its path in hardware/."""


def generated(modules: Sequence[str] = MODULES) -> Iterator[tuple[str, bytes]]:
    """Yield each generated file as its path in hardware/ and its content."""
    for name in modules:
        yield from cast(Generator, import_module(name)).files().items()


def stale(modules: Sequence[str] = MODULES, folder: Path = FOLDER) -> Iterator[tuple[str, bytes]]:
    """Yield each generated file whose committed content is another, or that is not there."""
    for path, content in generated(modules):
        place = folder / path
        if not place.is_file() or place.read_bytes() != content:
            yield path, content


def main(argv: Sequence[str]) -> int:
    """Write what has changed; with --check, only say it."""
    if list(argv) not in ([], ["--check"]):
        print(__doc__, end="", file=sys.stderr)
        return 2
    changed = list(stale())
    for path, content in changed:
        if not argv:
            place = FOLDER / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        print(f"khepri: hardware/{path} {'is not as it would be drawn' if argv else 'written'}")
    if not changed:
        print("khepri: hardware/ is as it is drawn")
    return 1 if argv and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

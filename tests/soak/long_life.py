"""A thousand games: is the start still quick, the history, the list, the backup; how large is the file?

`python -m tests.soak.long_life --games 1000` prints ratios against a table with one game, in the same run.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from device.backup import back_up
from device.exporting import kept_games, record_text
from device.salvage import open_table
from device.store import Store
from device.table_rows import EntryRow
from rules.record import encode_entry, encode_header, read_record
from rules.registry import GAMES
from tests.table_process import Person, TableProcess

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def fill(folder: Path, games: int) -> int:
    """Store so many closed games, the longest of each kind in turn, and leave one open; give the entries."""
    folder.mkdir(parents=True)
    records = [
        read_record(max(kind.glob("*.jsonl"), key=lambda f: f.stat().st_size).read_text(encoding="utf-8"))
        for kind in (PLAYTHROUGHS / game for game in GAMES)
    ]
    store = Store(folder / "table.db")
    count = 0
    for number in range(games):
        record = records[number % len(records)]
        id_ = f"{number:012x}{'0' * 20}"
        store.open_game(id_, {**encode_header(record.header), "id": id_})
        entries = record.table.entries
        store.append(id_, [EntryRow(e.number, e.at_ms, encode_entry(e)) for e in entries])
        count += len(entries)
    store.close()
    return count


def seconds(do: Callable[[], object], tries: int) -> float:
    """Give how long something takes, the median of some times."""
    found = []
    for _ in range(tries):
        start = time.perf_counter()
        do()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def started(folder: Path) -> None:
    with TableProcess(folder) as table, Person(table.url) as person:
        assert person.snapshot["game"] is not None


def opened(folder: Path) -> None:
    open_table(folder / "table.db").close()


def backed_up(folder: Path) -> None:
    out = folder / "backup.db"
    out.unlink(missing_ok=True)
    back_up(folder, out)


def long_life(games: int, tries: int) -> dict[str, float]:
    """Compare a table after so many games with one after its first."""
    with tempfile.TemporaryDirectory() as name:
        first, many = Path(name) / "first", Path(name) / "many"
        fill(first, 1)
        entries = fill(many, games)
        size = (many / "table.db").stat().st_size
        ways: dict[str, Callable[[Path], object]] = {
            "start": started,
            "open and check the file": opened,
            "list of games": kept_games,
            "one record": lambda folder: record_text(folder, f"{0:012x}"),
            "backup": backed_up,
        }
        found: dict[str, float] = {
            "games": len(kept_games(many)),
            "entries": entries,
            "MB": round(size / 1e6, 1),
        }
        for what, do in ways.items():
            alone, all_ = (seconds(partial(do, folder), tries) for folder in (first, many))
            found[f"{what}, ratio"] = round(all_ / alone, 2)
            found[f"{what}, s"] = round(all_, 2)
        return found


def main() -> int:
    """Play a life and look."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--tries", type=int, default=3)
    args = asked.parse_args()
    print(json.dumps(long_life(args.games, args.tries)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

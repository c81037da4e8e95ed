"""Whole games, folded and compared with standings that were worked out by hand beside them."""

import re
from pathlib import Path

import pytest

from rules.core import Outcome, Seat, Standing
from rules.errors import MalformedRecordError
from rules.record import Record, RecordFault, read_record, write_record
from rules.registry import GAMES

HERE = Path(__file__).parent
RECORDS = sorted(path for name in GAMES for path in (HERE / name).glob("*.jsonl"))


def folded(path: Path) -> Record:
    return read_record(path.read_text(encoding="utf-8"))


def rows(path: Path, first_cell: str) -> list[list[str]]:
    """Give the cells of the table that begins so, its head left out."""
    lines = path.with_suffix(".md").read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {first_cell} |"))
    table = lines[start + 2 :]
    end = next((i for i, line in enumerate(table) if not line.startswith("|")), len(table))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[:end]]


def worked_out(path: Path) -> Outcome:
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    reason = re.search(r"^Reason: (\w+)$", text, re.MULTILINE)
    assert reason
    standings = tuple(
        Standing(Seat(int(seat)), int(rank), int(score), rule or None)
        for rank, seat, score, rule in rows(path, "rank")
    )
    return Outcome(reason[1], standings)


def points(cell: str) -> int:
    signed = re.findall(r"([+−])(\d+)", cell)
    return sum(int(number) if sign == "+" else -int(number) for sign, number in signed)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_standings_are_those_worked_out_by_hand(path: Path) -> None:
    record = folded(path)
    assert record.header.game.outcome(record.table.state) == worked_out(path)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_tables_worked_out_by_hand_add_up(path: Path) -> None:
    played = rows(path, "round")
    standings = worked_out(path).standings
    sums = {s.seat: sum(points(row[2 + s.seat]) for row in played) for s in standings}
    assert sums == {s.seat: s.score for s in standings}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_is_written_as_it_was_read(path: Path) -> None:
    again = write_record(folded(path))
    assert read_record(again) == folded(path)
    assert write_record(read_record(again)) == again


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_lies_in_the_folder_of_its_game(path: Path) -> None:
    assert folded(path).header.game.id == path.parent.name


@pytest.mark.parametrize("name", GAMES)
def test_game_has_a_whole_game(name: str) -> None:
    finished = [p for p in RECORDS if p.parent.name == name and worked_out(p).standings]
    assert finished


def test_refused_entry_is_named_by_its_line() -> None:
    with pytest.raises(MalformedRecordError) as caught:
        folded(HERE / "refused" / "pharaoh_code_second_tile.jsonl")
    assert (caught.value.code, caught.value.line) == (RecordFault.REFUSED, 4)
    assert caught.value.message == "line 4: one tile a player a round"

"""A table's file whose log of writes ends early, as after a pulled plug."""

from pathlib import Path


def cuts(ends: list[int], frame: int = 24 + 4096) -> list[int]:
    """Choose where the log is cut: at each end of a write and one byte to either side, and inside frames."""
    around = {end + step for end in ends for step in (-1, 0, 1)}
    inside = {at for start in range(32, ends[-1], frame) for at in (start + 7, start + 24, start + 24 + 2048)}
    return sorted(at for at in around | inside | {0, 1, 31, 32} if 0 <= at <= ends[-1])


def cut_off(folder: Path, whole: bytes, log: bytes) -> Path:
    """Make a file with a log of writes that ends early."""
    folder.mkdir()
    (folder / "table.db-wal").write_bytes(log)
    (folder / "table.db").write_bytes(whole)
    return folder / "table.db"

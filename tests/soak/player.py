"""A table that plays by itself, as fast as it can, and says what was acknowledged; made to be killed."""

import asyncio
import os
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from device import amending, arranging
from device.clock import TableClock
from device.errors import StoreError
from device.log_thread import LogThread
from device.record_files import RecordFiles
from device.salvage import open_table
from device.session import Session
from device.setup import Setup
from rules.codec import encode_event
from rules.core import Sign
from rules.errors import RulesError
from rules.record import Record
from rules.registry import GAMES
from rules.table import Origin

SIGNS = (Sign.SUN, Sign.EYE, Sign.LOTUS, Sign.FEATHER)


class Player:
    """Plays legal moves drawn by *seed* in the table's folder; `told` hears of each answer.

    Now and then it takes back, brings back, corrects, leaves the game and begins another.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.log = LogThread(folder / "table.db", open_table)
        # The table's time goes on fast, so that sand runs out within a game.
        clock = TableClock(lambda: time.monotonic_ns() // 10, self.log.now(self.log.store.latest_ms))
        self.session = Session(
            self.log, clock, new_id=lambda: f"{self.dice.getrandbits(64):016x}", today=lambda: "2026-11-30"
        )
        self.files = RecordFiles(self.session, self.log.store.path)

    def close(self) -> None:
        self.files.close()
        self.log.close()

    async def play(self, moves: int, out: int) -> None:
        """Play so many moves; write a line into *out* for each answer: game, entries, what was refused."""
        for _ in range(moves):
            refused = ""
            try:
                await self._move()
            except RulesError:
                continue
            except StoreError:
                refused = "disk"
            sitting = self.session.sitting
            if sitting is not None:
                os.write(out, f"{sitting.header.id} {len(sitting.table.entries)} {refused}\n".encode())

    async def _move(self) -> None:
        session, dice = self.session, self.dice
        if session.sitting is None:
            game = dice.choice(list(GAMES.values()))
            setup = Setup(game, game.options())
            for sign in SIGNS[: max(2, game.seat_counts[0])]:
                setup = setup.with_seat(sign)
            await arranging.arrange(session, setup)
            await session.start()
            return
        table = session.sitting.table
        match dice.random():
            case chance if chance < 0.04:
                await amending.retract(session)
            case chance if chance < 0.06:
                await amending.redo(session)
            case chance if chance < 0.08 and table.lines:
                await self._correct()
            case chance if chance < 0.09 or session.sitting.game.outcome(table.state) is not None:
                await session.close()
            case _:
                moves = session.sitting.game.legal(table.state)
                event = encode_event(dice.choice([*moves])) if moves else {"type": "none"}
                await session.play(event, Origin.HOST, log=len(table.entries))

    async def _correct(self) -> None:
        sitting = self.session.sitting
        assert sitting is not None
        line = self.dice.choice(sitting.table.lines)
        tried = sitting.table.correction(line.entry.number, None)
        await amending.correct(
            self.session, line.entry.number, None, tried.misfits, log=len(sitting.table.entries)
        )


def play_on(folder: Path, seed: int, moves: int, out: int) -> None:
    """Play in a folder until *moves* are done or the process is killed."""

    async def all_of_it() -> None:
        player = Player(folder, seed)
        try:
            await player.play(moves, out)
        finally:
            with suppress(StoreError):
                player.close()

    asyncio.run(all_of_it())


def acknowledged(lines: str) -> dict[str, int]:
    """Give how many entries of each game were acknowledged; a line that was cut off does not count."""
    found: dict[str, int] = {}
    for line in lines.splitlines(keepends=True):
        if line.endswith("\n"):
            game, count, _ = line.split(" ")
            found[game] = int(count)
    return found


def kept(folder: Path) -> Iterator[tuple[str, Record, bool]]:
    """Give id, record and whether it is open of every game in a table's folder, folded anew."""
    store = open_table(folder / "table.db")
    try:
        assert store.salvaged is None, f"what was in {folder} was damaged"
        for id_, _, is_open in store.games():
            row = store.game(id_)
            assert row is not None
            yield id_, row.record(), is_open
    finally:
        store.close()

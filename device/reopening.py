"""What a table finds in its file as its program starts: the setup, the copies, and the game that was open."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

from device.chance import with_chance
from device.command_keys import CommandKeys
from device.errors import StoreError
from device.profiles import read_profiles
from device.refusals import SessionRule
from device.setup import Setup, decode_setup
from device.sitting import Sitting, TableNow
from device.store import GameRow, Store, rows_of
from rules.core import Draw
from rules.errors import IllegalMoveError, RulesError
from rules.record import Record
from rules.registry import GAMES

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Found:
    """How the table stands, the keys of the open game's commands, and what people are to be told first."""

    now: TableNow
    keys: CommandKeys
    told: tuple[IllegalMoveError, ...] = ()


def reopened(store: Store, at_ms: int, draw: Draw) -> Found:
    """Read how the table stood, on the store's thread; a game that can't go on stays there, and is told.

    Raises:
        StoreError: when the file can't be read.
    """
    profiles = read_profiles(store)
    setup = profiles.filled(_kept_setup(store.settings().get("setup")))
    sitting, keys, told = None, CommandKeys(), list[IllegalMoveError]()
    row = store.game()
    if row is not None:
        try:
            record = _foldable(row)
            keys = CommandKeys({entry.key: entry.number for entry in row.entries if entry.key is not None})
            sitting = _dealt(store, record, at_ms, draw)
        except RulesError as error:
            logger.error("the game %s can't go on: %s", row.id, error.message)
            told.append(IllegalMoveError(SessionRule.LEFT_ASIDE, error.message))
    if store.salvaged is not None:
        params: dict[str, str | int] = {"folder": store.salvaged.folder.name, "games": store.salvaged.games}
        said = f"the table's file was damaged and is kept in {store.salvaged.folder}"
        told.append(IllegalMoveError(SessionRule.SALVAGED, said, params))
    return Found(TableNow(setup, profiles, sitting=sitting), keys, tuple(told))


def _kept_setup(kept: object) -> Setup:
    """Give the setup that was stored; one that can't be read any more yields to a new one."""
    first_game = next(iter(GAMES.values()))
    if isinstance(kept, Mapping):
        try:
            return decode_setup({**kept, "profile": None})
        except RulesError as error:
            logger.warning("the kept setup can't be used: %s", error.message)
    return Setup(first_game, first_game.options())


def _foldable(row: GameRow) -> Record:
    record = row.record()
    if row.header["rules_version"] != record.header.game.rules_version:
        raise IllegalMoveError(SessionRule.OLD_RULES, "the open game was begun under older rules")
    return record


def _dealt(store: Store, record: Record, at_ms: int, draw: Draw) -> Sitting:
    """Give the game with what chance deals to begin with: a crash may have come between it and the header."""
    sitting = Sitting(record.header, record.table)
    try:
        table = with_chance(record.table, at_ms, draw)
        new = table.entries[len(record.table.entries) :]
        if new:
            store.append(record.header.id, rows_of(new))
    except (RulesError, StoreError) as error:
        logger.error("what chance deals could not be added to the game %s: %s", record.header.id, error)
        return sitting
    return replace(sitting, table=table)

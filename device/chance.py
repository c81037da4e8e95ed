"""What chance brings to a table: lots are drawn the moment that a game awaits them, and not before."""

import random
from typing import Final

from rules.core import Await, By, Draw
from rules.registry import AnyGame
from rules.table import Origin, Table, decode_entry_event

DRAW: Final[Draw] = random.SystemRandom().sample
"""Lots that nobody can foresee."""


def lot(game: AnyGame, state: object) -> Await | None:
    """Give what the game awaits of chance, None where it awaits nothing."""
    return next((a for a in game.awaits(state) if a.by is By.CHANCE), None)


def with_chance(table: Table, at_ms: int, draw: Draw) -> Table:
    """Give the table after all that chance is to bring now."""
    while (awaited := lot(table.game, table.state)) is not None:
        event = decode_entry_event(table.game, awaited.drawn(draw))
        table = table.append(at_ms, Origin.CHANCE, event)
    return table

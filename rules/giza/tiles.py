"""The tiles of Giza and how many of each there are.

The list is printed on the building sites; the German edition's, of the same total, is public
(docs/games/giza.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Tile(StrEnum):
    """A kind of tile, as it is called in records."""

    PLUS_1 = "plus_1"
    PLUS_2 = "plus_2"
    PLUS_3 = "plus_3"
    PLUS_4 = "plus_4"
    PLUS_5 = "plus_5"
    MINUS_1 = "minus_1"
    MINUS_2 = "minus_2"
    MINUS_3 = "minus_3"
    MINUS_4 = "minus_4"
    MINUS_5 = "minus_5"
    TREASURE_2 = "treasure_2"
    TREASURE_3 = "treasure_3"
    TREASURE_4 = "treasure_4"
    TREASURE_5 = "treasure_5"
    BASE = "base"
    BODY = "body"
    HEAD = "head"
    SCARAB = "scarab"
    DEMOLITION = "demolition"


class Family(StrEnum):
    """What a tile is for."""

    STONE = "stone"
    TREASURE = "treasure"
    SPHINX = "sphinx"
    SCARAB = "scarab"
    DEMOLITION = "demolition"


@dataclass(frozen=True)
class Kind:
    """A tile's family, its value, and how many of it are in the box."""

    family: Family
    value: int
    count: int


KINDS: Final[Mapping[Tile, Kind]] = {
    **{Tile(f"plus_{n}"): Kind(Family.STONE, n, 7) for n in range(1, 6)},
    **{Tile(f"minus_{n}"): Kind(Family.STONE, -n, 3) for n in range(1, 6)},
    **{Tile(f"treasure_{n}"): Kind(Family.TREASURE, n, 3) for n in range(2, 6)},
    Tile.BASE: Kind(Family.SPHINX, -5, 3),
    Tile.BODY: Kind(Family.SPHINX, 10, 2),
    Tile.HEAD: Kind(Family.SPHINX, 15, 1),
    Tile.SCARAB: Kind(Family.SCARAB, 0, 6),
    Tile.DEMOLITION: Kind(Family.DEMOLITION, 0, 9),
}

SPHINX_ORDER: Final = (Tile.BASE, Tile.BODY, Tile.HEAD)


def family(tile: Tile) -> Family:
    """Give what a tile is for."""
    return KINDS[tile].family


def value(tile: Tile) -> int:
    """Give what a tile counts at the end."""
    return KINDS[tile].value

"""Which choices belong together: colour by colour is quicker than one long list.

This is data about the games, and belongs into what they await (`rules.core.Asked`); until it is there,
it stands here.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core import Scalar
from rules.pharaoh_code.tiles import TILES, Colour

_GROUPS: Final[Mapping[tuple[str, str], Mapping[Scalar, str]]] = {
    ("pharaoh_code", "numbers"): {
        tile.number: str(colour) for colour in Colour for tile in TILES.values() if tile.colour is colour
    },
}


def group_of(game: str, field: str, choice: Scalar) -> str | None:
    """Give the name of the group that a choice belongs to, None where there are none."""
    return _GROUPS.get((game, field), {}).get(choice)


def in_groups(game: str, field: str, choices: Sequence[Scalar]) -> tuple[Scalar, ...]:
    """Put choices that belong together beside each other; else they stay as they are."""
    of = _GROUPS.get((game, field))
    if of is None:
        return tuple(choices)
    names = list(dict.fromkeys(of.values()))
    return tuple(sorted(choices, key=lambda c: names.index(of[c]) if c in of else len(names)))

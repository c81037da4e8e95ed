"""The one list of the games; nothing else knows their names."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from rules.core import Game
from rules.errors import RulesError
from rules.giza import Giza
from rules.pairamid import Pairamid
from rules.pharao import Pharao
from rules.pharaoh_code import PharaohCode
from rules.silver_gold_pyramids import SilverGoldPyramids

AnyGame = Game[Any, Any, Any, Any]

GAMES: Mapping[str, AnyGame] = {
    game.id: game for game in (PharaohCode(), Pairamid(), Giza(), Pharao(), SilverGoldPyramids())
}


class Unknown(StrEnum):
    """Why a name was not found; each has a text `refusal.<value>` in every catalogue."""

    GAME = "registry.unknown_game"


def game_named(name: str) -> AnyGame:
    """Give the game with that id.

    Raises:
        RulesError: when there is none; the message lists those there are.
    """
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise RulesError(
            Unknown.GAME,
            f"no game is called {name[:40]!r}; there are {known}",
            {"came": name[:40], "known": known},
        )
    return GAMES[name]

"""Nothing that the dice could make leaves the table before the round is judged.

Two tables that differ only in what was thrown must look the same but for the dice themselves.
"""

from typing import Any

import pytest

from rules.pharaoh_code.events import DiceRead, Judged, NumberCalled, PharaohCodeEvent, SandRanOut, Thrown
from rules.pharaoh_code.state import State, Way
from tests.rules.pharaoh_code.play import FRESH, GAME, claim, fold, laid, new

THROWS = (DiceRead(2, 5, 11), DiceRead(1, 1, 1), DiceRead(8, 10, 12))
JUDGED_SO_FAR: tuple[PharaohCodeEvent, ...] = (
    Thrown(),
    claim(0, 1_000),
    NumberCalled(0, 33),
    claim(1, 2_000),
    NumberCalled(1, 27),
    SandRanOut(40_000),
    Judged(0, True),
)


def seen(state: State) -> dict[str, Any]:
    """Give all that anyone sees of a game, the dice themselves put away."""
    views = [GAME.view(state, seat) for seat in (None, *state.all_seats)]
    return {
        "views": [{**view, "dice": view["dice"] is not None} for view in views],
        "awaits": GAME.awaits(state),
        "glance": GAME.glance(state),
    }


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("so_far", range(len(JUDGED_SO_FAR) + 1))
def test_what_the_dice_could_make_is_not_seen_before_the_last_verdict(way: Way, so_far: int) -> None:
    begun = fold(new(way=str(way)), *([laid(*FRESH)] if way is Way.LAYOUT else []))
    before = JUDGED_SO_FAR[:so_far] if way is Way.CLAIMS else JUDGED_SO_FAR[: min(so_far, 2)]
    looks = [seen(fold(begun, throw, *before[1:])) for throw in THROWS]
    assert looks[0] == looks[1] == looks[2]


def test_a_legal_move_does_not_depend_on_what_the_dice_could_make() -> None:
    legal = [GAME.legal(fold(new(), throw, *JUDGED_SO_FAR[1:])) for throw in THROWS]
    assert legal[0] == legal[1] == legal[2]

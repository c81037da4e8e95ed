"""A whole printed copy of Silver & Gold Pyramids: kept, saved as a file, taken in elsewhere, played with."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from device import arranging
from rules.codec import Json
from rules.silver_gold_pyramids.house_cards import HOUSE_CARDS
from tests.device.conftest import SUN, Table
from tests.web.door import Door
from web.guard import LARGEST_PROFILE

GAME = "silver_gold_pyramids"


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[tuple[Door, Door]]:
    made = [Table(tmp_path / f"{n}.db") for n in range(2)]
    doors = Door(made[0]), Door(made[1])
    for door in doors:
        await door.table.seating.become_host(door.token, door.table.seating.host_code)
    yield doors
    for table in made:
        table.close()


def cards(count: int) -> list[Json]:
    """Give as many cards, turned by half so that they are not the house's."""
    of = [(colour, card) for colour, drawn in HOUSE_CARDS.items() for card in drawn]
    turned = [(str(colour), [line[::-1] for line in reversed(card.split("/"))]) for colour, card in of]
    return [{"colour": colour, "lines": [*lines]} for colour, lines in (turned * 2)[:count]]


@pytest.mark.parametrize("count", [24, 48, 60])
async def test_all_cards_of_a_copy_are_kept_saved_taken_in_and_played(
    tables: tuple[Door, Door], count: int
) -> None:
    here, elsewhere = tables
    printed: dict[str, Json] = {
        "name": "Our box",
        "cards": cards(count),
        "skulls": [0, 1, 3],
        "green": [8, 5, 2],
    }
    kept = await here.post(
        "profiles/keep", {"key": "key-keeping", "game": GAME, "profile": printed, "replaces": None}
    )
    assert kept.status == 200, kept.body
    saved = await here.ask("GET", f"/api/profiles/{GAME}/file", query=urlencode({"name": "Our box"}))
    assert saved.status == 200
    assert len(saved.body) <= LARGEST_PROFILE
    taken = await elsewhere.ask(
        "POST", "/api/profiles/import", saved.body, query=urlencode({"key": "key-taking", "game": GAME})
    )
    assert taken.status == 200, taken.body
    session = elsewhere.table.session
    seats: list[Json] = [{"sign": "sun", "name": ""}, {"sign": "eye", "name": ""}]
    setup = {"game": GAME, "seats": seats, "first_seat": 0, "options": {"way": "cards"}, "profile": "Our box"}
    await arranging.arrange_as(session, setup, session.setup_version)
    await session.start()
    assert session.sitting is not None
    view = session.sitting.game.view(session.sitting.state, None)
    assert session.sitting.game.stand_ins(session.sitting.state) == ("bonuses", "shapes")
    assert view["deck"] == count - 8
    assert len(session.sitting.state.pyramids) == count
    assert session.sitting.seat_of(SUN) == 0

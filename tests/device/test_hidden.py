"""What lies covered until the end is told nowhere: not on the display, nor in a record, nor to a phone."""

import json
from typing import Any

import pytest

from device import amending, arranging
from device.exporting import ExportError, record_text
from device.part_states import Parts
from device.refusals import SessionRule
from device.views import correction_view, earlier_lines, snapshot, viewer
from rules.codec import Json
from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.giza import Giza
from rules.registry import GAMES
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Table
from tests.device.panel_table import playing

PLACED: tuple[dict[str, Json], ...] = (
    {"type": "placed", "tile": "plus_5", "site": 1, "place": "first"},
    {"type": "placed", "tile": "minus_2", "site": 1, "place": "first"},
)
"""On the first pyramid of seat 1 a +5 lies under a −2."""


async def begun(table: Table) -> Any:
    seats: list[Json] = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE)]
    await arranging.arrange_as(
        table.session,
        {"game": Giza.id, "seats": seats, "first_seat": 0, "options": {}},
        table.session.setup_version,
    )
    await table.session.start()
    for event in PLACED:
        await table.session.play(event, Origin.HOST)
    return table.session


def test_history_on_the_display_names_only_what_lies_on_top() -> None:
    panel = playing("sun", "eye", game=GAMES[Giza.id])
    for event in PLACED:
        panel.enter(event)
    panel.pass_ms(5_000)
    panel.do("HOLD BACK, 1+1, OK")
    assert "−2" in panel.words
    assert "+5" not in panel.words
    assert "1st: covered" in panel.words
    assert "+5" not in panel.do("1+1, OK").words


async def test_record_of_a_game_with_covered_tiles_waits_for_its_end(table: Table) -> None:
    session = await begun(table)
    with pytest.raises(IllegalMoveError) as caught:
        session.record()
    assert caught.value.code is SessionRule.SECRET_RECORD
    with pytest.raises(ExportError, match="waits for the game's end"):
        record_text(table.path.parent, "game")


async def test_record_of_a_game_that_was_left_can_be_had(table: Table) -> None:
    session = await begun(table)
    await session.close()
    assert '"plus_5"' in record_text(table.path.parent, "game")


@pytest.mark.parametrize(("seat", "is_told"), [(None, False), (Seat(0), False), (Seat(1), True)])
async def test_snapshot_tells_a_covered_tile_to_whose_site_it_is(
    table: Table, seat: Seat | None, is_told: bool
) -> None:
    session = await begun(table)
    token = "a-token"
    if seat is not None:
        table.seating.open(True)
        table.seating.ask(token, (SUN, EYE)[seat])
        await table.seating.pair((SUN, EYE)[seat])
    who = viewer(table.seating, token)
    told: Any = snapshot(session, table.seating, Parts("ok", "ok"), who)
    asked: Any = earlier_lines(session, who, before=3)
    assert asked["lines"] == told["game"]["lines"]
    lines = [line["event"]["type"] for line in asked["lines"]]
    assert lines == ["placed" if is_told else "covered", "placed"]
    assert told["game"]["view"]["sites"][1]["places"][0]["top"] == "minus_2"
    del told["game"]["view"]["targets"], told["game"]["awaits"]
    assert ("plus_5" in json.dumps(told)) is is_told


async def test_a_tried_correction_tells_no_score_while_tiles_are_covered(table: Table) -> None:
    session = await begun(table)
    tried = amending.try_correction(
        session, 1, {"type": "placed", "tile": "plus_4", "site": 1, "place": "first"}
    )
    assert correction_view(session, tried) == {"misfits": [], "scores": None, "is_over": None}

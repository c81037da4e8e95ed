"""What a page sends again because the answer was lost: as the table was cut, at the door of its next program.

A page tries thrice within some ten seconds, each time with the same key.
"""

from dataclasses import replace

import pytest

from device import arranging
from rules.record import SeatInfo
from tests.device.conftest import EYE, LOTUS, SUN
from tests.device.hands.conftest import People
from tests.web.door import Door
from web.app import create_app

KEY = "one intent, one key"


def door_to(people: People) -> Door:
    """Give the door of the table as its program is now, behind which these people sit."""
    door = Door(people.table)
    door.app, door.live = create_app(replace(door.desk, press_by_phone=people.hands.press_by_phone))
    return door


async def cut_off(people: People) -> Door:
    """Cut the table off and start it again; give its new door."""
    await people.leave()
    people.table.restart()
    people.sit_down()
    return door_to(people)


@pytest.fixture
async def led(door: Door) -> Door:
    """Who asks leads."""
    await door.table.seating.become_host(door.token, door.table.seating.host_code)
    return door


@pytest.mark.parametrize("is_button_first", [False, True], ids=["phone", "button too"])
async def test_press_sent_again_after_a_cut_counts_once(door: Door, *, is_button_first: bool) -> None:
    table, people = door.table, People(door.table)
    door = door_to(people)
    await table.seat(SUN, EYE, options={"professional": True})
    table.seating.ask(door.token, SUN)
    await table.seating.pair(SUN)
    await table.session.start()
    if is_button_first:
        people.push(SUN, 5_000)
        await people.until(lambda: people.heard == [SUN])
    body = {"key": KEY, "round": 1, "pressed_ms": table.clock.now_ms()}
    first = await door.post("press", body)
    await people.claimed(1)
    door = await cut_off(people)
    again = await door.post("press", body)
    assert (first.status, again.status, again.json) == (202, 202, first.json)
    people.push(EYE, 2_000_000)
    assert [claim[0] for claim in await people.claimed(2)] == [0, 1]
    await people.leave()


async def test_start_sent_again_after_a_cut_starts_no_second_game(led: Door) -> None:
    await led.table.seat(SUN, EYE)
    body = {"key": KEY, "version": led.table.session.setup_version}
    assert (await led.post("start", body)).json == {"record": "game-1"}
    led.table.restart()
    again = await Door(led.table).post("start", body)
    assert (again.status, again.json["code"]) == (409, "session.stale")
    assert led.table.session.record().header.id == "game-1"


async def test_close_sent_again_after_a_cut_leaves_the_next_game_open(led: Door) -> None:
    await led.table.open_game(SUN, EYE)
    body = {"key": KEY}
    assert (await led.post("close", body)).json == {"closed": True}
    led.table.restart()
    await led.table.session.start()
    again = await Door(led.table).post("close", body)
    assert (again.status, again.json["code"]) == (403, "seating.not_host")
    assert led.table.session.record().header.id == "game-2"


async def test_setup_sent_again_after_a_cut_leaves_what_was_arranged_since(led: Door) -> None:
    body = {"key": KEY, "version": 1, "game": "giza", "seats": [], "first_seat": 0, "options": {}}
    assert (await led.post("setup", body)).json == {"version": 2}
    led.table.restart()
    await arranging.add_seat(led.table.session, LOTUS)
    again = await Door(led.table).post("setup", body)
    assert (again.status, again.json["code"]) == (403, "seating.not_host")
    assert led.table.session.setup.seats == (SeatInfo(LOTUS),)

"""Buttons that chatter or are stuck, as the table hears them: nobody else's claim suffers."""

import asyncio

from device.hands import HOLD_US
from device.refusals import SessionRule
from tests.device.conftest import EYE, LOTUS, SUN
from tests.device.hands.conftest import BUTTON, CLEAR, People, press_by_phone


async def test_button_that_chatters_claims_nothing_is_told_so_and_the_others_are_right(
    players: People,
) -> None:
    for i in range(2_000):
        players.time.us = players.start_us + 250 * i
        (players.simulated.up if i % 2 else players.simulated.down)(BUTTON[EYE])
        if i == 30:
            players.simulated.down(BUTTON[SUN])
    assert await players.claimed(1) == [(0, 7, CLEAR)]
    assert await players.answered() == (EYE, SessionRule.CHATTERS)
    players.push(EYE, 3_000_000)
    assert await players.claimed(2) == [(0, 7, CLEAR), (1, 3_000, CLEAR)]


async def test_claim_by_phone_counts_while_the_button_of_that_seat_chatters(players: People) -> None:
    players.phone_bound_ms = 100
    for i in range(100):
        players.time.us = players.start_us + 250 * i
        (players.simulated.up if i % 2 else players.simulated.down)(BUTTON[EYE])
    await players.until(lambda: players.heard == [EYE])
    await press_by_phone(players, EYE, 20, bound_ms=100)
    await press_by_phone(players, EYE, 23, bound_ms=100)
    assert await players.claimed(1) == [(1, 20, CLEAR)]


async def test_button_that_chatters_slowly_claims_once_at_most(players: People) -> None:
    for i in range(200):
        players.time.us = players.start_us + 5_000 * i
        (players.simulated.up if i % 2 else players.simulated.down)(BUTTON[EYE])
        await asyncio.wait([players.task], timeout=0.002)
    await players.claimed(1)
    players.time.pass_ms(1_000)
    players.push(SUN, 4_000_000)
    assert await players.claimed(2) == [(1, 0, CLEAR), (0, 4_000, CLEAR)]


# ---- a button that is stuck ----


async def test_stuck_button_seats_its_seat_once_before_a_game_and_nobody_else_waits(people: People) -> None:
    people.down(EYE, 0)
    await people.until(lambda: people.table.session.setup.seat_of(EYE) is not None)
    people.time.us += 100_000_000
    people.push(SUN, 100_500_000)
    await people.until(lambda: people.table.session.setup.seat_of(SUN) is not None)
    assert len(people.table.session.setup.seats) == 2


async def test_stuck_button_keeps_nobody_from_claiming(players: People) -> None:
    players.down(EYE, 0)
    assert await players.claimed(1) == [(1, 0, CLEAR)]
    players.push(SUN, 12_000_000)
    players.push(LOTUS, 13_000_000)
    assert await players.claimed(3) == [(1, 0, CLEAR), (0, 12_000, CLEAR), (2, 13_000, CLEAR)]


async def test_stuck_button_seats_no_phone_and_another_seat_does(people: People) -> None:
    people.down(EYE, 0)
    await people.until(lambda: people.table.session.setup.seat_of(EYE) is not None)
    people.time.us += 70_000_000
    people.table.seating.ask("mine", None)
    people.down(SUN, 71_000_000)
    await people.until(lambda: people.table.session.setup.seat_of(SUN) is not None)
    people.time.us += HOLD_US
    await people.until(lambda: people.table.seating.phone("mine").sign is SUN)
    assert people.table.session.setup.seat_of(EYE) is not None

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from device import amending, arranging
from device.errors import StoreError
from device.presses import TimedPress, announce, is_new_press, meaning_of
from device.refusals import SessionRule, StaleLogError
from rules.core import PressMark, Seat
from rules.errors import Malformed, RulesError
from rules.table import Origin
from tests.device.conftest import BOAT, EYE, SUN, Table, code_of

CLEAR, DEAD_HEAT, LATE = PressMark

THROWN = {"type": "thrown"}


def seen(table: Table) -> tuple[object, ...]:
    """Give all of the session that others see or that a command is judged by."""
    session = table.session
    return (
        session.sitting,
        session.setup,
        session.setup_version,
        session.version,
        session.notice,
        tuple(table.told),
    )


# ---- check, write, swap, tell ----


async def test_entry_is_on_the_disk_before_anybody_is_told(table: Table) -> None:
    await table.open_game()
    on_disk: list[int] = []

    def look() -> None:
        on_disk.append(len(table.stored))

    table.session.listen(look)
    await table.session.play(THROWN, Origin.PANEL)
    assert (on_disk, table.logged) == ([1], [THROWN])


async def test_state_stays_as_it_was_until_the_write_came_back(table: Table) -> None:
    await table.open_game()
    before = seen(table)
    table.store.gate.clear()
    playing = asyncio.create_task(table.session.play(THROWN, Origin.PANEL))
    await asyncio.wait([playing], timeout=0.02)
    assert seen(table) == before
    table.store.gate.set()
    await playing
    assert table.logged == [THROWN]


WRITES: dict[str, Callable[[Table], Awaitable[object]]] = {
    "play": lambda t: t.session.play(THROWN, Origin.PANEL, key="k"),
    "announce": lambda t: t.claim((SUN, 1)),
    "retract": lambda t: amending.retract(t.session),
    "correct": lambda t: amending.correct(
        t.session, 1, {"type": "dice_read", "d8": 1, "d10": 1, "d12": 1}, []
    ),
    "close": lambda t: t.session.close(key="k"),
    "rename": lambda t: arranging.rename(t.session, SUN, "Jon"),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=list(WRITES))
async def test_write_that_fails_changes_nothing_and_nobody_hears_of_it(
    table: Table, write: Callable[[Table], Awaitable[object]]
) -> None:
    await table.open_game()
    await table.host("dice_read", d8=5, d10=2, d12=11)
    await table.host("nobody_found")
    before = seen(table)
    table.store.is_failing = True
    with pytest.raises(StoreError):
        await write(table)
    assert seen(table) == before


async def test_command_whose_write_failed_can_be_sent_again_with_its_key(table: Table) -> None:
    await table.open_game()
    table.store.is_failing = True
    with pytest.raises(StoreError):
        await table.session.play(THROWN, Origin.PHONE, key="again")
    table.store.is_failing = False
    assert await table.session.play(THROWN, Origin.PHONE, key="again") == 1


async def test_command_whose_sender_went_away_is_done_to_its_end(table: Table) -> None:
    await table.open_game()
    table.store.gate.clear()
    playing = asyncio.create_task(table.session.play(THROWN, Origin.PHONE))
    await asyncio.wait([playing], timeout=0.02)
    playing.cancel()
    await asyncio.wait([playing], timeout=0.02)
    table.store.gate.set()
    await table.session.play({"type": "nobody_found"}, Origin.PANEL)
    assert table.logged == table.stored == [THROWN, {"type": "nobody_found"}]


async def test_commands_at_the_same_time_come_one_after_the_other(table: Table) -> None:
    await table.open_game()
    found = {"type": "nobody_found"}
    await asyncio.gather(*(table.session.play(found, Origin.PANEL) for _ in range(20)))
    assert table.logged == table.stored == [{"type": "nobody_found"}] * 20


async def test_listener_that_fails_keeps_nobody_else_from_hearing(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("of a listener")

    told: list[int] = []
    table.session.listen(fail)
    table.session.listen(lambda: told.append(table.session.version))
    await table.open_game()
    assert told == [1, 2]
    assert "of a listener" in caplog.text


# ---- what a command was meant for ----


async def test_command_sent_twice_with_one_key_is_done_once(table: Table) -> None:
    await table.open_game()
    numbers = [await table.session.play({"type": "nobody_found"}, Origin.PANEL, key="same") for _ in range(2)]
    assert (numbers, len(table.logged)) == ([1, 1], 1)


async def test_command_sent_again_after_a_restart_is_done_once(table: Table) -> None:
    await table.open_game()
    await table.session.play({"type": "nobody_found"}, Origin.PANEL, key="same", round_number=1)
    await amending.retract(table.session, key="back", log=1)
    table.restart()
    again = await table.session.play({"type": "nobody_found"}, Origin.PANEL, key="same", round_number=1)
    back = await amending.retract(table.session, key="back", log=1)
    assert (again, back, len(table.stored)) == (1, 2, 2)


async def test_starting_twice_with_one_key_starts_once(table: Table) -> None:
    await table.seat(SUN, EYE)
    await table.session.start(key="same")
    await table.session.start(key="same")
    assert table.session.record().header.id == "game-1"


async def test_command_for_another_round_is_refused(table: Table) -> None:
    await table.open_game()
    await table.host("nobody_found")
    refused = code_of(table.session.play(THROWN, Origin.PHONE, round_number=1))
    assert (await refused, len(table.logged)) == (SessionRule.OTHER_ROUND, 1)
    with pytest.raises(RulesError) as press:
        is_new_press(table.session, "key", 1)
    assert (press.value.code, dict(press.value.params)) == (SessionRule.OTHER_ROUND, {"round": 2})


STALE: dict[str, Callable[[Table], Awaitable[object]]] = {
    "judge": lambda t: t.session.play({"type": "struck", "claim": 0}, Origin.HOST, log=1),
    "retract": lambda t: amending.retract(t.session, log=1),
    "redo": lambda t: amending.redo(t.session, log=1),
    "correct": lambda t: amending.correct(t.session, 1, None, [], log=1),
}


@pytest.mark.parametrize("command", STALE.values(), ids=list(STALE))
async def test_command_made_on_an_older_log_is_refused(
    table: Table, command: Callable[[Table], Awaitable[object]]
) -> None:
    await table.open_game()
    await table.host("nobody_found")
    await table.claim((SUN, 1))
    with pytest.raises(StaleLogError) as refused:
        await command(table)
    assert (refused.value.code, len(table.logged)) == (SessionRule.STALE, 2)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "judged", "claim": 0, "right": True},
        {"type": "number_called", "claim": 1, "number": 33},
        {"type": "claimed", "seat": 0, "pressed_ms": 0},
        {"type": "nobody_found"},
        {"type": "retracted", "entry": 1},
    ],
    ids=lambda event: event["type"],
)
async def test_seat_may_bring_only_what_is_its_own(table: Table, event: dict[str, Any]) -> None:
    await table.open_game()
    await table.claim((SUN, 1), (EYE, 5))
    refused = code_of(table.session.play(event, Origin.PHONE, seat=Seat(0)))
    assert (await refused, len(table.logged)) == (SessionRule.NOT_FOR_SEATS, 2)


async def test_seat_calls_the_number_of_its_own_claim(table: Table) -> None:
    await table.open_game()
    await table.claim((SUN, 1), (EYE, 5))
    called = {"type": "number_called", "claim": 1, "number": 33}
    await table.session.play(called, Origin.PHONE, seat=Seat(1))
    assert table.logged[-1] == called


@pytest.mark.parametrize(
    ("came", "code"),
    [
        ([], Malformed.NOT_AN_OBJECT),
        ({}, Malformed.UNKNOWN_TYPE),
        ({"type": "won"}, Malformed.UNKNOWN_TYPE),
        ({"type": "thrown", "by": "me"}, Malformed.UNKNOWN_FIELD),
        ({"type": "dice_read", "d8": 9, "d10": 1, "d12": 1}, Malformed.OUT_OF_BOUNDS),
    ],
)
async def test_event_that_can_not_be_read_is_refused(table: Table, came: object, code: str) -> None:
    await table.open_game()
    assert (await code_of(table.session.play(came, Origin.HOST)), table.logged) == (code, [])


async def test_nothing_is_played_without_a_game(table: Table) -> None:
    assert await code_of(table.session.play(THROWN, Origin.HOST)) == SessionRule.NO_GAME


# ---- the clock ----


async def test_time_is_up_once_the_grace_is_over_and_only_once(table: Table) -> None:
    await table.open_game()
    await table.claim((SUN, 0))
    table.time.pass_ms(30_024)
    await table.session.settle(grace_ms=25)
    assert len(table.logged) == 1
    table.time.pass_ms(1)
    await table.session.settle(grace_ms=25)
    await table.session.settle(grace_ms=25)
    assert table.logged[1:] == [{"type": "sand_ran_out", "at_ms": 30_025}]


async def test_command_after_the_deadline_finds_the_time_up(table: Table) -> None:
    await table.open_game()
    await table.claim((SUN, 0))
    await table.host("number_called", claim=0, number=33)
    table.time.pass_ms(30_000)
    await table.session.play({"type": "judged", "claim": 0, "right": True}, Origin.PANEL)
    assert [e["type"] for e in table.logged] == ["claimed", "number_called", "sand_ran_out", "judged"]


async def test_number_of_a_notice_never_comes_again(table: Table) -> None:
    await table.open_game()
    await table.claim((BOAT, 1))
    first = table.session.notice
    await table.session.close()
    await table.session.start()
    await table.claim((BOAT, 2))
    second = table.session.notice
    assert first is not None
    assert second is not None
    assert second.number > first.number


# ---- after a restart ----


async def test_clock_of_a_restarted_table_is_at_most_a_second_behind(table: Table) -> None:
    await table.open_game()
    table.time.pass_ms(5_000)
    await table.claim((SUN, 5_000))
    table.time.pass_ms(10_000)
    await table.session.keep_clock()
    table.time.pass_ms(999)
    table.restart()
    assert table.clock.now_ms() == 15_000


async def test_nothing_is_played_while_paused_and_all_goes_on_after_it(table: Table) -> None:
    await table.open_game()
    await table.claim((SUN, 0))
    table.time.pass_ms(10_000)
    await table.session.keep_clock()
    table.restart()
    table.clock.pause()
    table.time.pass_ms(3_600_000)
    await table.session.settle()
    called = {"type": "number_called", "claim": 0, "number": 33}
    assert await code_of(table.session.play(called, Origin.HOST)) == SessionRule.PAUSED
    with pytest.raises(RulesError) as press:
        meaning_of(table.session, TimedPress(EYE, 0))
    assert press.value.code is SessionRule.PAUSED
    await table.session.resume()
    assert table.session.clock_due_ms is not None
    assert table.session.clock_due_ms - table.clock.now_ms() == 20_000
    await table.session.play(called, Origin.HOST)
    assert len(table.logged) == 2


async def test_what_the_clock_brought_since_makes_no_command_stale(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await announce(table.session, [TimedPress(SUN, table.clock.now_ms())])
    await table.host("number_called", claim=0, number=33)
    seen = table.entries
    table.time.pass_ms(30_001)
    await table.session.settle()
    verdict = {"type": "judged", "claim": 0, "right": True}
    assert await table.session.play(verdict, Origin.HOST, log=seen) == table.entries


# ---- turn by turn ----

TO_GIZA: dict[str, Any] = {
    "game": "giza",
    "seats": [{"sign": "sun", "name": ""}, {"sign": "eye", "name": ""}],
    "first_seat": 0,
    "options": {},
}
SWAPPED = {"type": "swapped", "count": 2}


async def test_what_came_too_late_for_its_turn_hears_the_number_of_the_present_one(table: Table) -> None:
    await arranging.arrange_as(table.session, TO_GIZA, 1)
    await table.session.start()
    await table.session.play(SWAPPED, Origin.PANEL)
    with pytest.raises(RulesError) as refused:
        await table.session.play(SWAPPED, Origin.PHONE, round_number=1, seat=Seat(0))
    assert (refused.value.code, dict(refused.value.params)) == (SessionRule.OTHER_ROUND, {"round": 2})


# ---- start and end ----


async def test_game_does_not_start_with_too_few_seats(table: Table) -> None:
    await table.seat(SUN)
    assert (await code_of(table.session.start()), table.session.sitting) == (SessionRule.TOO_FEW_SEATS, None)


async def test_closed_game_gives_the_seats_back_to_the_setup_and_keeps_its_record(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.host("nobody_found")
    await table.session.close()
    assert (table.session.sitting, len(table.session.setup.seats)) == (None, 2)
    assert await code_of(table.session.close()) == SessionRule.NO_GAME
    kept = await table.log.run(table.store.game, "game-1")
    assert kept is not None
    assert len(kept.entries) == 1

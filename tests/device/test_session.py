import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from device.session import SessionRule, StaleLogError, TimedPress
from device.store import StoreError
from rules.core import PressMark, Seat
from rules.errors import Malformed, RulesError
from rules.pharaoh_code.events import Rule
from rules.record import SeatInfo
from rules.table import Fate, Origin, TableRule
from tests.device.conftest import BOAT, EYE, LOTUS, SUN, Table, claims, code_of

THROWN = {"type": "thrown"}
CLEAR, DEAD_HEAT, LATE = PressMark


async def claim(table: Table, *signs_and_ms: tuple[Any, int]) -> None:
    await table.session.announce([TimedPress(sign, ms) for sign, ms in signs_and_ms])


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


async def take_tile(table: Table, number: int) -> None:
    """Play a round in which the first seat takes one tile and is right."""
    now_ms = table.clock.now_ms()
    await claim(table, (SUN, now_ms))
    index = 0
    await table.host("number_called", claim=index, number=number)
    table.time.pass_ms(31_000)
    await table.session.settle()
    await table.host("judged", claim=index, right=True)


async def play_to_the_end(table: Table) -> None:
    """Take the four black tiles, so that their row can't be filled."""
    for number in (49, 64, 84, 90):
        await take_tile(table, number)
    assert reason(table) == "row_empty_black"


def reason(table: Table) -> str | None:
    assert table.session.sitting is not None
    outcome = table.session.sitting.game.outcome(table.session.sitting.state)
    return None if outcome is None else outcome.reason


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
    "announce": lambda t: claim(t, (SUN, 1)),
    "retract": lambda t: t.session.retract(),
    "correct": lambda t: t.session.correct(1, {"type": "dice_read", "d8": 1, "d10": 1, "d12": 1}, []),
    "close": lambda t: t.session.close(key="k"),
    "rename": lambda t: t.session.rename(SUN, "Jon"),
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


async def test_rename_fails_as_a_whole(table: Table) -> None:
    await table.open_game()
    table.store.is_failing = True
    with pytest.raises(StoreError):
        await table.session.rename(EYE, "Jon")
    table.store.is_failing = False
    table.restart()
    session = table.session
    assert (session.setup.seats[1], session.record().header.seats[1]) == (SeatInfo(EYE), SeatInfo(EYE))


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
    await table.session.retract(key="back", log=1)
    table.restart()
    again = await table.session.play({"type": "nobody_found"}, Origin.PANEL, key="same", round_number=1)
    back = await table.session.retract(key="back", log=1)
    assert (again, back, len(table.stored)) == (1, 2, 2)


async def test_starting_twice_with_one_key_starts_once(table: Table) -> None:
    await table.seat(SUN, EYE)
    await table.session.start(key="same")
    await table.session.start(key="same")
    assert table.session.record().header.id == "game-1"


async def test_phone_press_with_one_key_is_new_only_once(table: Table) -> None:
    await table.open_game()
    assert [table.session.is_new_press("key", 1) for _ in range(2)] == [True, False]


async def test_command_for_another_round_is_refused(table: Table) -> None:
    await table.open_game()
    await table.host("nobody_found")
    refused = code_of(table.session.play(THROWN, Origin.PHONE, round_number=1))
    assert (await refused, len(table.logged)) == (SessionRule.OTHER_ROUND, 1)
    with pytest.raises(RulesError) as press:
        table.session.is_new_press("key", 1)
    assert (press.value.code, dict(press.value.params)) == (SessionRule.OTHER_ROUND, {"round": 2})


STALE: dict[str, Callable[[Table], Awaitable[object]]] = {
    "judge": lambda t: t.session.play({"type": "struck", "claim": 0}, Origin.HOST, log=1),
    "retract": lambda t: t.session.retract(log=1),
    "redo": lambda t: t.session.redo(log=1),
    "correct": lambda t: t.session.correct(1, None, [], log=1),
}


@pytest.mark.parametrize("command", STALE.values(), ids=list(STALE))
async def test_command_made_on_an_older_log_is_refused(
    table: Table, command: Callable[[Table], Awaitable[object]]
) -> None:
    await table.open_game()
    await table.host("nobody_found")
    await claim(table, (SUN, 1))
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
    await claim(table, (SUN, 1), (EYE, 5))
    refused = code_of(table.session.play(event, Origin.PHONE, seat=Seat(0)))
    assert (await refused, len(table.logged)) == (SessionRule.NOT_FOR_SEATS, 2)


async def test_seat_calls_the_number_of_its_own_claim(table: Table) -> None:
    await table.open_game()
    await claim(table, (SUN, 1), (EYE, 5))
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


# ---- taking back and correcting ----


async def test_what_was_taken_back_comes_back(table: Table) -> None:
    await table.open_game()
    await table.host("nobody_found")
    await table.session.retract(log=1)
    await table.session.redo(log=2)
    assert [e["type"] for e in table.logged] == ["nobody_found", "retracted", "redone"]
    assert table.session.sitting is not None
    assert table.session.sitting.game.round_number(table.session.sitting.state) == 2


async def test_nothing_to_take_back_or_to_bring_back_is_refused(table: Table) -> None:
    await table.open_game()
    codes = [await code_of(table.session.retract()), await code_of(table.session.redo())]
    assert codes == [TableRule.NOTHING_TO_TAKE_BACK, TableRule.NOTHING_TO_REDO]


async def test_taking_back_reaches_across_the_end_of_a_game(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await play_to_the_end(table)
    await table.session.retract()
    assert reason(table) is None
    await table.session.redo()
    assert reason(table) == "row_empty_black"


async def test_correction_names_what_no_longer_fits_before_it_is_made(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await take_tile(table, 49)
    await take_tile(table, 64)
    called = next(i for i, e in enumerate(table.logged, 1) if e["type"] == "number_called")
    replacement = {"type": "number_called", "claim": 0, "number": 64}
    misfits = table.session.try_correction(called, replacement).misfits
    assert [table.logged[n - 1]["type"] for n in misfits] == ["number_called", "judged"]
    before = len(table.logged)
    assert await code_of(table.session.correct(called, replacement, [])) == TableRule.MISFITS_NOT_CONFIRMED
    assert len(table.logged) == before
    await table.session.correct(called, replacement, misfits)
    fates = {line.entry.number: line.fate for line in table.session.record().table.lines}
    assert (fates[called], {fates[n] for n in misfits}) == (Fate.CORRECTED, {Fate.SET_ASIDE})


@pytest.mark.parametrize(
    ("replacement", "code"),
    [
        ([], Malformed.NOT_AN_OBJECT),
        ({"type": "retracted", "entry": 1}, Malformed.UNKNOWN_TYPE),
        ({"type": "judged", "claim": 0, "right": True}, Rule.NO_SUCH_CLAIM),
    ],
)
async def test_replacement_that_can_not_be_is_refused(table: Table, replacement: object, code: str) -> None:
    await table.open_game()
    await table.host("nobody_found")
    with pytest.raises(RulesError) as previewed:
        table.session.try_correction(1, replacement)
    assert (previewed.value.code, await code_of(table.session.correct(1, replacement, []))) == (code, code)


# ---- presses and the clock ----


async def test_presses_are_logged_in_the_announced_order_with_their_own_origins(table: Table) -> None:
    await table.open_game()
    presses = [TimedPress(EYE, 100), TimedPress(SUN, 104, by_phone=True), TimedPress(LOTUS, 104, DEAD_HEAT)]
    await table.session.announce(presses)
    assert claims(table.logged) == [(1, 100, CLEAR), (0, 104, CLEAR), (2, 104, DEAD_HEAT)]
    origins = [entry.origin for entry in table.session.record().table.entries]
    assert origins == [Origin.BUTTON, Origin.PHONE, Origin.BUTTON]


async def test_press_that_does_not_count_is_answered_and_the_others_stand(table: Table) -> None:
    await table.open_game()
    await claim(table, (SUN, 100), (BOAT, 110), (EYE, 120))
    assert claims(table.logged) == [(0, 100, CLEAR), (1, 120, CLEAR)]
    assert table.session.notice is not None
    assert (table.session.notice.sign, table.session.notice.code) == (BOAT, SessionRule.NOT_SEATED)


async def test_press_stamped_before_the_deadline_counts_though_handled_after_it(table: Table) -> None:
    await table.open_game()
    await claim(table, (SUN, 0))
    table.time.pass_ms(30_020)
    await claim(table, (EYE, 30_000), (LOTUS, 30_001))
    assert claims(table.logged) == [(0, 0, CLEAR), (1, 30_000, CLEAR)]
    notice = table.session.notice
    assert notice is not None
    assert (notice.sign, notice.code, notice.params) == (LOTUS, Rule.TIME_UP, {"late_ms": 1})


async def test_press_stamped_before_the_deadline_counts_also_once_the_time_is_up(table: Table) -> None:
    await table.open_game()
    await claim(table, (SUN, 0))
    table.time.pass_ms(30_001)
    await table.session.settle()
    await claim(table, (EYE, 29_999))
    assert [e["type"] for e in table.logged] == ["claimed", "sand_ran_out", "claimed"]


async def test_time_is_up_once_the_grace_is_over_and_only_once(table: Table) -> None:
    await table.open_game()
    await claim(table, (SUN, 0))
    table.time.pass_ms(30_024)
    await table.session.settle(grace_ms=25)
    assert len(table.logged) == 1
    table.time.pass_ms(1)
    await table.session.settle(grace_ms=25)
    await table.session.settle(grace_ms=25)
    assert table.logged[1:] == [{"type": "sand_ran_out", "at_ms": 30_025}]


async def test_command_after_the_deadline_finds_the_time_up(table: Table) -> None:
    await table.open_game()
    await claim(table, (SUN, 0))
    await table.host("number_called", claim=0, number=33)
    table.time.pass_ms(30_000)
    await table.session.play({"type": "judged", "claim": 0, "right": True}, Origin.PANEL)
    assert [e["type"] for e in table.logged] == ["claimed", "number_called", "sand_ran_out", "judged"]


async def test_dead_heat_for_the_first_place_is_thrown_again_where_the_table_settled_so(table: Table) -> None:
    await table.open_game(options={"dead_heat": "again"})
    await table.session.play(THROWN, Origin.PANEL)
    await table.session.void([TimedPress(EYE, 100), TimedPress(SUN, 100)])
    assert table.logged[1:] == [{"type": "dead_heat_voided", "seats": [1, 0], "pressed_ms": 100}]
    assert table.session.awaits[0].event == "thrown"


async def test_number_of_a_notice_never_comes_again(table: Table) -> None:
    await table.open_game()
    await claim(table, (BOAT, 1))
    first = table.session.notice
    await table.session.close()
    await table.session.start()
    await claim(table, (BOAT, 2))
    second = table.session.notice
    assert first is not None
    assert second is not None
    assert second.number > first.number


# ---- after a restart ----


async def test_everything_acknowledged_is_there_after_a_restart(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await take_tile(table, 49)
    await table.session.rename(EYE, "미나")
    before = table.session.sitting
    table.restart()
    assert (table.session.sitting, table.session.setup.seats[1]) == (before, SeatInfo(EYE, "미나"))


async def test_clock_of_a_restarted_table_is_at_most_a_second_behind(table: Table) -> None:
    await table.open_game()
    table.time.pass_ms(5_000)
    await claim(table, (SUN, 5_000))
    table.time.pass_ms(10_000)
    await table.session.keep_clock()
    table.time.pass_ms(999)
    table.restart()
    assert table.clock.now_ms() == 15_000


async def test_nothing_is_played_while_paused_and_all_goes_on_after_it(table: Table) -> None:
    await table.open_game()
    await claim(table, (SUN, 0))
    table.time.pass_ms(10_000)
    await table.session.keep_clock()
    table.restart()
    table.clock.pause()
    table.time.pass_ms(3_600_000)
    await table.session.settle()
    called = {"type": "number_called", "claim": 0, "number": 33}
    assert await code_of(table.session.play(called, Origin.HOST)) == SessionRule.PAUSED
    with pytest.raises(RulesError) as press:
        table.session.meaning_of(TimedPress(EYE, 0))
    assert press.value.code is SessionRule.PAUSED
    await table.session.resume()
    assert table.session.clock_due_ms is not None
    assert table.session.clock_due_ms - table.clock.now_ms() == 20_000
    await table.session.play(called, Origin.HOST)
    assert len(table.logged) == 2


async def test_what_the_clock_brought_since_makes_no_command_stale(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.session.announce([TimedPress(SUN, table.clock.now_ms())])
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
    await table.session.arrange_as(TO_GIZA, 1)
    await table.session.start()
    await table.session.play(SWAPPED, Origin.PANEL)
    with pytest.raises(RulesError) as refused:
        await table.session.play(SWAPPED, Origin.PHONE, round_number=1, seat=Seat(0))
    assert (refused.value.code, dict(refused.value.params)) == (SessionRule.OTHER_ROUND, {"round": 2})


async def test_setup_that_cannot_be_read_any_more_yields_to_a_new_one(table: Table) -> None:
    gone = {**TO_GIZA, "options": {"gone": True}}
    table.log.now(table.log.store.keep_settings, {"setup": gone})
    table.restart()
    assert (table.session.setup.game.id, table.session.setup.seats) == ("pharaoh_code", ())

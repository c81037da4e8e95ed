import asyncio
from pathlib import Path

import pytest

from device import arranging
from device.errors import StoreError
from device.phones import SYMBOLS, Phone, hash_of
from device.presses import TimedPress, announce
from device.seating import LOCKED_S, SeatingRule
from device.waiting import PENDING_S
from rules.errors import RulesError
from rules.record import SeatInfo
from tests.device.conftest import BOAT, EYE, LOTUS, SUN, GatedStore, Table, code_of

NOBODY = Phone()


def refused(table: Table, token: str, sign: object = None) -> str | None:
    try:
        table.seating.ask(token, sign)  # type: ignore[arg-type]
    except RulesError as error:
        return str(error.code)
    return None


async def sit(table: Table, token: str, sign: object) -> None:
    table.seating.ask(token, sign)  # type: ignore[arg-type]
    assert await table.seating.pair(sign)  # type: ignore[arg-type]


def bytes_on_disk(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


# ---- sitting down ----


async def test_phone_that_waits_is_seated_where_a_button_is_held(table: Table) -> None:
    table.seating.ask("mine", None)
    assert await table.seating.pair(EYE)
    assert (table.seating.phone("mine"), table.seating.pending) == (Phone(EYE), None)
    assert table.session.setup.seats == (SeatInfo(EYE),)


@pytest.mark.parametrize("token", [None, "", "unknown", "eye", "Mina"])
async def test_nobody_has_a_seat_by_its_name_or_without_a_token(table: Table, token: str | None) -> None:
    await table.seat(EYE)
    await arranging.rename(table.session, EYE, "Mina")
    await sit(table, "mine", EYE)
    assert (table.seating.phone(token), table.seating.is_pending(token)) == (NOBODY, False)


async def test_asking_alone_gives_no_seat(table: Table) -> None:
    table.seating.ask("mine", EYE)
    assert (table.seating.phone("mine"), table.seating.is_pending("mine")) == (NOBODY, True)


async def test_held_button_without_a_phone_that_waits_seats_nobody(table: Table) -> None:
    assert (await table.seating.pair(EYE), await table.seating.pair_host()) == (False, False)
    assert list(table.seating.phones) == []


async def test_one_phone_waits_at_a_time(table: Table) -> None:
    table.seating.ask("mine", EYE)
    assert refused(table, "yours") == SeatingRule.OTHER_PENDING
    assert table.seating.is_pending("mine")


async def test_phone_that_waits_may_wish_for_another_seat(table: Table) -> None:
    table.seating.ask("mine", EYE)
    table.seating.ask("mine", SUN)
    assert table.seating.pending is not None
    assert table.seating.pending.sign is SUN


async def test_phone_that_waits_may_take_its_wish_back(table: Table) -> None:
    table.seating.ask("mine", EYE)
    await table.seating.stand("mine")
    assert refused(table, "yours") is None


async def test_phone_that_never_comes_to_its_button_makes_room_after_a_minute(table: Table) -> None:
    table.seating.ask("gone", EYE)
    table.time.pass_ms(PENDING_S * 1000 - 1)
    assert table.seating.pending is not None
    table.time.pass_ms(1)
    assert not await table.seating.pair(EYE)
    assert (refused(table, "mine"), table.seating.is_pending("mine")) == (None, True)


async def test_phone_that_waits_has_another_symbol_than_the_one_before(table: Table) -> None:
    for number in range(20):
        before = table.seating.pending
        if before is not None:
            table.time.pass_ms(PENDING_S * 1000)
        table.seating.ask(f"phone {number}", EYE)
        now = table.seating.pending
        assert now is not None
        table.seating.ask(f"phone {number}", LOTUS)
        assert table.seating.pending is not None
        assert (now.symbol in SYMBOLS, table.seating.pending.symbol) == (True, now.symbol)
        assert before is None or before.symbol != now.symbol


async def test_hosts_are_counted(table: Table) -> None:
    assert table.seating.phones.hosts == 0
    await table.seating.become_host("mine", table.seating.host_code)
    await table.seating.become_host("yours", table.seating.host_code)
    await table.seating.forget("mine")
    await table.seating.become_host("mine", table.seating.host_code)
    assert table.seating.phones.hosts == 1


async def test_seat_goes_to_the_phone_that_sat_there_last(table: Table) -> None:
    await sit(table, "mine", EYE)
    await sit(table, "yours", EYE)
    assert (table.seating.phone("mine"), table.seating.phone("yours")) == (NOBODY, Phone(EYE))


async def test_phone_that_sits_elsewhere_frees_its_seat(table: Table) -> None:
    await sit(table, "mine", EYE)
    await sit(table, "mine", SUN)
    assert (table.seating.phone("mine"), table.seating.phones.is_seated(EYE)) == (Phone(SUN), False)


async def test_phone_that_stands_up_keeps_no_seat(table: Table) -> None:
    await sit(table, "mine", EYE)
    await table.seating.stand("mine")
    table.restart()
    assert table.seating.phone("mine") == NOBODY


async def test_stranger_who_stands_up_writes_nothing(table: Table) -> None:
    table.store.is_failing = True
    await table.seating.stand("stranger")
    assert list(table.seating.phones) == []


async def test_two_phones_that_change_at_once_both_do(table: Table) -> None:
    await sit(table, "mine", EYE)
    table.store.gate.clear()
    standing = table.seating.stand("mine")
    hosting = table.seating.become_host("yours", table.seating.host_code)
    changes = [asyncio.create_task(standing), asyncio.create_task(hosting)]
    await asyncio.wait(changes, timeout=0.02)
    table.store.gate.set()
    await asyncio.gather(*changes)
    assert (table.seating.phone("mine"), table.seating.phone("yours")) == (NOBODY, Phone(None, is_host=True))


# ---- when seats are given ----


async def test_seats_are_given_in_the_setup_and_not_in_a_game_until_the_host_opens_seating(
    table: Table,
) -> None:
    await table.open_game(SUN, EYE)
    table.restart()
    assert refused(table, "mine", EYE) == SeatingRule.CLOSED
    table.seating.open(True)
    await sit(table, "mine", EYE)
    assert (table.seating.phone("mine"), table.seating.is_open) == (Phone(EYE), False)


async def test_closing_seating_sends_away_the_phone_that_waits(table: Table) -> None:
    table.seating.ask("mine", EYE)
    table.seating.open(False)
    table.seating.open(True)
    assert (table.seating.pending, await table.seating.pair(EYE)) == (None, False)


async def test_seat_that_is_not_in_the_game_is_not_given(table: Table) -> None:
    await table.open_game(SUN, EYE)
    table.seating.open(True)
    assert refused(table, "mine", BOAT) == SeatingRule.NO_SUCH_SEAT
    for wished in (None, SUN):
        table.seating.ask("mine", wished)
        assert not await table.seating.pair(EYE)
    assert (table.seating.phone("mine"), table.seating.is_pending("mine")) == (NOBODY, True)


async def test_no_seat_is_given_while_sand_runs(table: Table) -> None:
    await table.open_game(SUN, EYE)
    table.seating.open(True)
    table.seating.ask("mine", EYE)
    await announce(table.session, [TimedPress(SUN, 0)])
    assert await code_of(table.seating.pair(EYE)) == SeatingRule.IN_PLAY
    assert await code_of(table.seating.pair_host()) == SeatingRule.IN_PLAY
    assert refused(table, "mine", EYE) == SeatingRule.IN_PLAY
    with pytest.raises(RulesError) as opening:
        table.seating.open(True)
    assert (opening.value.code, table.seating.phone("mine")) == (SeatingRule.IN_PLAY, NOBODY)


async def test_seat_that_could_not_be_stored_is_not_given(table: Table) -> None:
    await table.seat(EYE)
    table.seating.ask("mine", EYE)
    table.store.is_failing = True
    with pytest.raises(StoreError):
        await table.seating.pair(EYE)
    assert (table.seating.phone("mine"), table.seating.is_pending("mine")) == (NOBODY, True)


# ---- the host ----


async def test_phone_that_waits_is_host_once_ok_is_held(table: Table) -> None:
    table.seating.ask("mine", None)
    assert await table.seating.pair_host()
    assert (table.seating.phone("mine"), table.seating.pending) == (Phone(None, is_host=True), None)


async def test_code_of_the_console_makes_host(table: Table) -> None:
    await table.seating.become_host("mine", table.seating.host_code)
    assert table.seating.phone("mine") == Phone(None, is_host=True)


def wrong(table: Table) -> str:
    return "".join(str(9 - int(digit)) for digit in table.seating.host_code)


@pytest.mark.parametrize("code", ["", "0", "００００００", "000000 "])
async def test_code_that_is_wrong_makes_nobody_host(table: Table, code: str) -> None:
    assert await code_of(table.seating.become_host("mine", code)) == SeatingRule.WRONG_CODE
    assert table.seating.phone("mine") == NOBODY


async def test_after_five_wrong_codes_even_the_right_one_waits_a_minute(table: Table) -> None:
    codes = [await code_of(table.seating.become_host("mine", wrong(table))) for _ in range(5)]
    assert codes == [SeatingRule.WRONG_CODE] * 5
    right = table.seating.host_code
    assert await code_of(table.seating.become_host("mine", right)) == SeatingRule.TOO_MANY_CODES
    table.time.pass_ms(LOCKED_S * 1000 - 1)
    assert await code_of(table.seating.become_host("mine", right)) == SeatingRule.TOO_MANY_CODES
    table.time.pass_ms(1)
    await table.seating.become_host("mine", right)
    assert table.seating.phone("mine").is_host


async def test_code_has_six_digits_and_is_another_after_a_restart(table: Table) -> None:
    codes = {table.seating.host_code}
    for _ in range(3):
        table.restart()
        codes.add(table.seating.host_code)
    assert {len(code) for code in codes if code.isdecimal()} == {6}
    assert len(codes) > 1


# ---- after a restart ----


async def test_seats_and_host_are_the_same_after_a_restart(table: Table) -> None:
    await sit(table, "mine", EYE)
    await table.seating.become_host("mine", table.seating.host_code)
    await sit(table, "yours", LOTUS)
    await table.session.start()
    table.restart()
    found = [table.seating.phone(token) for token in ("mine", "yours", "unknown")]
    assert found == [Phone(EYE, is_host=True), Phone(LOTUS), NOBODY]


async def test_tokens_are_nowhere_on_the_disk(table: Table) -> None:
    token = table.seating.new_token()
    await sit(table, token, EYE)
    await table.seating.become_host(token, table.seating.host_code)
    kept = bytes_on_disk(table.path.parent)
    assert (b"eye" in kept, token.encode() in kept) == (True, False)


async def test_phone_that_waits_is_forgotten_by_a_restart(table: Table) -> None:
    table.seating.ask("mine", EYE)
    table.restart()
    assert (table.seating.pending, await table.seating.pair(EYE)) == (None, False)


async def test_a_seat_taken_from_the_setup_is_taken_from_its_phone(table: Table) -> None:
    await table.seat(SUN, EYE)
    table.seating.ask("token", EYE)
    assert await table.seating.pair(EYE)
    await table.seat(SUN)
    assert table.seating.phone("token").sign is None


async def test_a_seat_that_is_put_back_is_nobodys(table: Table) -> None:
    await sit(table, "mine", SUN)
    await table.seating.become_host("mine", table.seating.host_code)
    await arranging.add_seat(table.session, EYE)
    await table.seat(EYE)
    await arranging.add_seat(table.session, SUN)
    assert table.seating.phone("mine") == Phone(None, is_host=True)
    assert not table.seating.phones.is_seated(SUN)
    await table.session.start()
    table.restart()
    assert table.seating.phone("mine") == Phone(None, is_host=True)


async def test_a_seat_that_stays_keeps_its_phone_on_the_disk_too(table: Table) -> None:
    await sit(table, "mine", SUN)
    await arranging.add_seat(table.session, EYE)
    await table.seat(EYE, LOTUS, SUN)
    await table.session.start()
    table.restart()
    assert table.seating.phone("mine") == Phone(SUN)


async def test_a_cut_right_after_a_seat_was_taken_away_brings_its_phone_not_back(table: Table) -> None:
    await table.seat(SUN, EYE)
    await sit(table, "mine", SUN)
    await table.seat(EYE)
    assert table.log.now(table.store.phones) == [(hash_of("mine"), None, False)]


async def test_disk_that_refuses_to_take_a_seat_away_leaves_it_to_its_phone(table: Table) -> None:
    await table.seat(SUN, EYE)
    await sit(table, "mine", SUN)
    table.store.is_failing = True
    with pytest.raises(StoreError):
        await table.seat(EYE)
    assert (table.seating.phone("mine"), table.session.setup.seat_of(SUN)) == (Phone(SUN), 0)


async def test_phones_that_change_while_a_seat_goes_do_not_bring_it_back(table: Table) -> None:
    await table.seat(SUN, EYE)
    await sit(table, "mine", SUN)
    table.store.gate.clear()
    going, leading = table.seat(EYE), table.seating.become_host("yours", table.seating.host_code)
    changes = [asyncio.create_task(going), asyncio.create_task(leading)]
    await asyncio.wait(changes, timeout=0.02)
    table.store.gate.set()
    await asyncio.gather(*changes)
    await arranging.add_seat(table.session, SUN)
    on_disk = {sign for _, sign, _ in table.log.now(table.store.phones)}
    assert (table.seating.phone("mine"), on_disk) == (NOBODY, {None})


async def test_a_seat_that_goes_while_its_phone_sits_down_is_not_the_phones(table: Table) -> None:
    await table.seat(SUN, EYE)
    table.seating.ask("mine", SUN)
    table.store.gate.clear()
    changes = [
        asyncio.create_task(c) for c in (table.seat(EYE), table.seating.pair(SUN), table.seat(EYE, LOTUS))
    ]
    await asyncio.wait(changes, timeout=0.02)
    table.store.gate.set()
    await asyncio.wait(changes)
    here = table.session.setup.seat_of(SUN) is not None
    assert (table.seating.phone("mine").sign is SUN) is here


async def test_phone_of_a_seat_that_is_not_in_the_game_is_not_seated_after_a_cut(table: Table) -> None:
    await table.open_game(SUN, EYE)
    table.log.now(table.store.keep_phones, [(hash_of("mine"), "boat", False)])
    table.restart()
    assert (table.seating.phone("mine"), table.seating.phones.is_seated(BOAT)) == (NOBODY, False)


async def test_phones_of_another_evening_are_not_here_any_more(table: Table) -> None:
    await sit(table, "mine", EYE)
    await table.seating.become_host("mine", table.seating.host_code)
    table.restart()
    assert table.seating.phone("mine") == NOBODY


async def test_phones_of_another_evening_are_not_here_in_its_game_though_that_is_cut_off(
    table: Table,
) -> None:
    await sit(table, "yesterday's", SUN)
    await table.seating.become_host("yesterday's", table.seating.host_code)
    table.restart()
    await table.open_game(SUN, EYE)
    table.restart()
    assert (table.seating.phone("yesterday's"), table.seating.phones.hosts) == (NOBODY, 0)
    assert table.log.now(table.store.phones) == []


async def test_disk_that_refuses_to_forget_lets_the_table_start(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await sit(table, "mine", EYE)
    monkeypatch.setattr(GatedStore, "is_failing", True)
    table.restart()
    assert table.seating.phone("mine") == NOBODY
    assert "not forgotten on the disk" in caplog.text


async def test_phone_whose_seat_can_not_be_read_is_left_out_and_logged(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await table.open_game(SUN, EYE)
    known = [(hash_of("mine"), "eyd", True), (hash_of("yours"), "sun", False), (hash_of("led"), None, True)]
    table.log.now(table.store.keep_phones, known)
    table.restart()
    found = [table.seating.phone(token) for token in ("mine", "yours", "led")]
    assert found == [NOBODY, Phone(SUN), Phone(None, is_host=True)]
    assert "no seat is called 'eyd'" in caplog.text


async def test_host_may_have_all_other_phones_forgotten(table: Table) -> None:
    await sit(table, "mine", EYE)
    await table.seating.become_host("mine", table.seating.host_code)
    await sit(table, "yours", LOTUS)
    await table.seating.forget("mine")
    assert (table.seating.phone("mine"), table.seating.phone("yours")) == (Phone(EYE, is_host=True), NOBODY)


async def test_seats_close_with_the_start_and_open_with_the_end_of_a_game(table: Table) -> None:
    seen = [table.seating.is_open]
    await table.open_game(SUN, EYE)
    seen.append(table.seating.is_open)
    await table.session.close()
    assert [*seen, table.seating.is_open] == [True, False, True]

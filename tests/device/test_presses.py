"""Presses of one moment: which count, in which order, and what hears who pressed in vain."""

from device.presses import TimedPress, announce, is_new_press, void
from device.refusals import SessionRule
from rules.core import PressMark
from rules.pharaoh_code.events import Rule
from rules.table import Origin
from tests.device.conftest import BOAT, EYE, LOTUS, SUN, Table, claims

CLEAR, DEAD_HEAT, LATE = PressMark
THROWN = {"type": "thrown"}


async def test_phone_press_with_one_key_is_new_only_once(table: Table) -> None:
    await table.open_game()
    assert [is_new_press(table.session, "key", 1) for _ in range(2)] == [True, False]


async def test_presses_are_logged_in_the_announced_order_with_their_own_origins(table: Table) -> None:
    await table.open_game()
    presses = [TimedPress(EYE, 100), TimedPress(SUN, 104, by_phone=True), TimedPress(LOTUS, 104, DEAD_HEAT)]
    await announce(table.session, presses)
    assert claims(table.logged) == [(1, 100, CLEAR), (0, 104, CLEAR), (2, 104, DEAD_HEAT)]
    origins = [entry.origin for entry in table.session.record().table.entries]
    assert origins == [Origin.BUTTON, Origin.PHONE, Origin.BUTTON]


async def test_press_that_does_not_count_is_answered_and_the_others_stand(table: Table) -> None:
    await table.open_game()
    await table.claim((SUN, 100), (BOAT, 110), (EYE, 120))
    assert claims(table.logged) == [(0, 100, CLEAR), (1, 120, CLEAR)]
    assert table.session.notice is not None
    assert (table.session.notice.sign, table.session.notice.code) == (BOAT, SessionRule.NOT_SEATED)


async def test_key_of_a_press_is_seen_after_a_restart_where_the_press_counted(table: Table) -> None:
    await table.open_game()
    presses = [TimedPress(sign, 100, key=str(sign)) for sign in (BOAT, SUN)]
    await announce(table.session, [*presses, TimedPress(EYE, 100, DEAD_HEAT)])
    assert table.session.keys["sun"] == 1
    table.restart()
    assert [is_new_press(table.session, key, 1) for key in ("sun", "boat")] == [False, True]


async def test_press_stamped_before_the_deadline_counts_though_handled_after_it(table: Table) -> None:
    await table.open_game()
    await table.claim((SUN, 0))
    table.time.pass_ms(30_020)
    await table.claim((EYE, 30_000), (LOTUS, 30_001))
    assert claims(table.logged) == [(0, 0, CLEAR), (1, 30_000, CLEAR)]
    notice = table.session.notice
    assert notice is not None
    assert (notice.sign, notice.code, notice.params) == (LOTUS, Rule.TIME_UP, {"late_ms": 1})


async def test_press_stamped_before_the_deadline_counts_also_once_the_time_is_up(table: Table) -> None:
    await table.open_game()
    await table.claim((SUN, 0))
    table.time.pass_ms(30_001)
    await table.session.settle()
    await table.claim((EYE, 29_999))
    assert [e["type"] for e in table.logged] == ["claimed", "sand_ran_out", "claimed"]


async def test_dead_heat_for_the_first_place_is_thrown_again_where_the_table_settled_so(table: Table) -> None:
    await table.open_game(options={"dead_heat": "again"})
    await table.session.play(THROWN, Origin.PANEL)
    await void(table.session, [TimedPress(EYE, 100), TimedPress(SUN, 100, by_phone=True, key="sun")])
    assert table.session.keys["sun"] == 2
    assert table.logged[1:] == [{"type": "dead_heat_voided", "seats": [1, 0], "pressed_ms": 100}]
    assert table.session.awaits[0].event == "thrown"

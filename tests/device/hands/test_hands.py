import pytest

from device.hands import HOLD_US
from device.panel.screens import Wheel
from device.phones import Phone
from device.presses import TimedPress, announce
from device.refusals import SessionRule
from device.seating import SeatingRule
from device.setup import Setup
from device.waiting import PENDING_S
from rules.core import Sign
from rules.pharaoh_code.events import Rule
from rules.record import SeatInfo
from rules.table import Origin
from tests.device.conftest import BOAT, EYE, FEATHER, LOTUS, SUN, claims
from tests.device.digging import DIGGING
from tests.device.hands.conftest import CLEAR, DEAD_HEAT, LATE, People, press_by_phone

# ---- claims ----


async def test_claims_are_in_the_order_of_their_stamps_though_they_came_in_another(players: People) -> None:
    for sign, at_us in ((EYE, 12_000), (LOTUS, 20_000), (SUN, 3_000)):
        players.down(sign, at_us)
    assert await players.claimed(3) == [(0, 3, CLEAR), (1, 12, CLEAR), (2, 20, CLEAR)]
    assert (players.heard, players.draws) == ([EYE, LOTUS, SUN], [])


async def test_bouncing_press_counts_once_by_its_first_edge(players: People) -> None:
    for at_us in (7_000, 9_000, 12_000, 60_000):
        players.down(SUN, at_us)
        players.up(SUN, at_us + 1_000)
    players.down(EYE, 61_000)
    assert await players.claimed(2) == [(0, 7, CLEAR), (1, 61, CLEAR)]
    assert players.heard == [SUN, EYE]


async def test_presses_within_a_millisecond_are_drawn(players: People) -> None:
    players.down(SUN, 5_100)
    players.down(EYE, 5_900)
    assert await players.claimed(2) == [(1, 5, CLEAR), (0, 5, DEAD_HEAT)]
    assert [[p.sign for p in drawn] for drawn in players.draws] == [[SUN, EYE]]


async def test_dead_heat_is_thrown_again_where_the_table_settled_so(people: People) -> None:
    await people.table.open_game(SUN, EYE, options={"dead_heat": "again"})
    people.down(SUN, 5_100)
    people.down(EYE, 5_900)
    await people.until(lambda: people.table.entries == 1)
    assert [e["type"] for e in people.table.logged] == ["dead_heat_voided"]


async def test_press_before_throw_and_dice_opens_the_race(players: People) -> None:
    players.push(SUN, 5_000)
    await players.claimed(1)
    assert players.table.session.clock_due_ms == 30_005


async def test_claim_of_a_button_is_logged_as_one(players: People) -> None:
    players.push(SUN, 5_000)
    await players.claimed(1)
    assert players.table.session.record().table.entries[0].origin is Origin.BUTTON


async def test_press_that_does_not_count_is_answered(players: People) -> None:
    players.push(SUN, 5_000)
    await players.claimed(1)
    players.push(SUN, 500_000)
    assert await players.answered() == (SUN, Rule.ALREADY_CLAIMED)


async def test_press_without_a_seat_is_answered(players: People) -> None:
    players.push(BOAT, 5_000)
    assert await players.answered() == (BOAT, SessionRule.NOT_SEATED)


async def test_press_before_the_deadline_counts_though_it_is_handled_after_it(players: People) -> None:
    players.push(SUN, 0)
    await players.claimed(1)
    players.down(EYE, 29_999_999)
    players.down(LOTUS, 30_001_000)
    assert await players.claimed(2) == [(0, 0, CLEAR), (1, 29_999, CLEAR)]
    assert await players.answered() == (LOTUS, Rule.TIME_UP)


async def test_press_of_a_round_that_ended_meanwhile_is_not_one_of_the_next(players: People) -> None:
    players.down(SUN, 5_000)
    await players.until(lambda: players.heard == [SUN])
    await players.table.host("nobody_found")
    assert await players.answered() == (SUN, SessionRule.OTHER_ROUND)
    assert claims(players.table.logged) == []


# ---- phones ----


@pytest.mark.parametrize(
    ("said_ms", "counts_ms"), [(970, 970), (900, 960), (0, 960), (1_500, 1_000)], ids=str
)
async def test_press_of_a_phone_is_at_most_its_round_trip_back_and_never_ahead(
    players: People, said_ms: int, counts_ms: int
) -> None:
    players.time.pass_ms(1_000)
    await press_by_phone(players, SUN, said_ms, bound_ms=40)
    assert await players.claimed(1) == [(0, counts_ms, CLEAR)]
    assert players.table.session.record().table.entries[0].origin is Origin.PHONE


async def test_phone_that_pressed_first_is_first_though_it_came_last(players: People) -> None:
    players.phone_bound_ms = 100
    players.down(EYE, 1_000_000)
    players.time.pass_ms(60)
    await press_by_phone(players, SUN, 990, bound_ms=100)
    assert await players.claimed(2) == [(0, 990, CLEAR), (1, 1_000, CLEAR)]


async def test_press_that_comes_after_the_announcement_follows_as_late(players: People) -> None:
    players.down(EYE, 1_000_000)
    await players.claimed(1)
    await press_by_phone(players, SUN, 990, bound_ms=1_000)
    assert await players.claimed(2) == [(1, 1_000, CLEAR), (0, 990, LATE)]


async def test_button_and_phone_of_one_seat_claim_once(players: People) -> None:
    players.down(SUN, 1_000_000)
    await press_by_phone(players, SUN, 995, bound_ms=40)
    players.down(EYE, 1_010_000)
    assert await players.claimed(2) == [(0, 995, CLEAR), (1, 1_010, CLEAR)]


@pytest.mark.parametrize(("bound_ms", "grace_ms"), [(None, 25), (0, 25), (40, 65), (900, 250)])
async def test_time_is_up_only_once_no_press_from_before_can_come(
    people: People, bound_ms: int | None, grace_ms: int
) -> None:
    people.phone_bound_ms = bound_ms
    assert people.hands.grace_ms == grace_ms


# ---- OK and BACK ----


async def test_ok_says_that_the_dice_are_thrown(players: People) -> None:
    players.push("ok", 5_000)
    await players.until(lambda: players.table.entries == 1)
    assert players.table.logged == [{"type": "thrown"}]
    assert players.table.session.record().table.entries[0].origin is Origin.PANEL


async def test_ok_and_back_together_say_that_nobody_found_one(players: People) -> None:
    await players.table.host("thrown")
    players.down("ok", 600_000)
    players.down("back", 660_000)
    await players.until(lambda: players.table.entries == 2)
    assert players.table.logged[1:] == [{"type": "nobody_found"}]


async def test_back_takes_back_and_the_next_claim_counts(players: People) -> None:
    players.push("ok", 5_000)
    await players.until(lambda: players.table.entries == 1)
    players.push("back", 900_000)
    await players.until(lambda: players.table.entries == 2)
    players.push(SUN, 1_900_000)
    await players.claimed(1)
    assert [e["type"] for e in players.table.logged] == ["thrown", "retracted", "claimed"]


async def test_ok_goes_on_after_a_cut(players: People) -> None:
    players.push(SUN, 5_000)
    await players.claimed(1)
    await players.leave()
    players.table.restart()
    players.table.clock.pause()
    players.sit_down()
    players.push(EYE, 2_000_000)
    assert await players.answered() == (EYE, SessionRule.PAUSED)
    players.push("ok", 4_000_000)
    await players.until(lambda: not players.table.clock.is_paused)
    assert [e["type"] for e in players.table.logged] == ["claimed"]


# ---- setup and seating ----


async def test_buttons_take_seats_in_the_order_of_the_presses(people: People) -> None:
    for at_us, sign in enumerate((LOTUS, SUN, LOTUS)):
        people.push(sign, at_us * 500_000)
    people.push(EYE, 2_000_000)
    await people.until(lambda: len(people.table.session.setup.seats) == 3)
    assert people.table.session.setup.seats == (SeatInfo(LOTUS), SeatInfo(SUN), SeatInfo(EYE))
    assert people.table.session.setup_version == 4


async def test_button_without_a_place_is_answered_on_the_display(people: People) -> None:
    await people.table.seat(SUN, EYE, LOTUS, FEATHER, BOAT)
    people.push(Sign.ANKH, 5_000)
    await people.until(lambda: people.screens[-1].toast is not None)
    assert len(people.table.session.setup.seats) == 5


async def hold(people: People, sign_or_name: Sign | str, at_us: int, for_us: int = HOLD_US) -> None:
    """Hold a button, and let go of it; the table sees both."""
    people.down(sign_or_name, at_us)
    people.time.us += for_us
    await people.until(lambda: people.table.seating.pending is None)
    people.up(sign_or_name, at_us + for_us + 50_000)


async def test_button_held_two_seconds_seats_the_phone_that_waits(people: People) -> None:
    people.table.seating.ask("mine", None)
    await hold(people, EYE, 5_000)
    assert people.table.seating.phone("mine") == Phone(EYE)
    assert (people.table.session.setup.seats, people.held[-1]) == ((SeatInfo(EYE),), None)


async def test_button_held_in_a_game_seats_the_phone_and_claims_nothing(players: People) -> None:
    players.table.seating.open(True)
    players.table.seating.ask("mine", EYE)
    await hold(players, EYE, 5_000)
    players.push(SUN, 3_000_000)
    assert await players.claimed(1) == [(0, 3_000, CLEAR)]
    assert (players.table.seating.phone("mine"), players.table.entries) == (Phone(EYE), 1)


async def test_button_held_less_than_two_seconds_seats_nobody_and_is_answered(players: People) -> None:
    players.table.seating.open(True)
    players.table.seating.ask("mine", EYE)
    players.down(EYE, 5_000)
    players.up(EYE, 5_000 + HOLD_US - 1)
    assert await players.answered() == (EYE, SessionRule.SEATING_OPEN)
    assert (players.table.seating.phone("mine"), players.table.entries) == (Phone(), 0)


async def test_button_of_another_seat_plays_while_a_phone_is_seated(players: People) -> None:
    players.table.seating.open(True)
    players.table.seating.ask("mine", EYE)
    players.push(SUN, 5_000)
    await players.until(lambda: players.table.entries == 1)
    assert players.table.seating.is_pending("mine")


async def test_press_that_began_before_the_phone_asked_never_seats_it(people: People) -> None:
    people.down(EYE, 5_000)
    await people.until(lambda: people.table.session.setup.seat_of(EYE) is not None)
    people.table.seating.ask("mine", None)
    people.time.us += 2 * HOLD_US
    people.push(SUN, 3 * HOLD_US)
    await people.until(lambda: people.table.session.setup.seat_of(SUN) is not None)
    await people.until(lambda: people.held[-1] is None)
    assert people.table.seating.is_pending("mine")


async def test_hold_for_one_phone_never_seats_another(people: People) -> None:
    people.table.seating.ask("mine", None)
    people.down(EYE, 5_000)
    await people.until(lambda: people.table.session.setup.seat_of(EYE) is not None)
    await people.table.seating.stand("mine")
    people.table.seating.ask("yours", None)
    people.time.us += HOLD_US
    people.push(SUN, 2 * HOLD_US)
    await people.until(lambda: people.table.session.setup.seat_of(SUN) is not None)
    assert (people.table.seating.phone("yours"), people.table.seating.is_pending("yours")) == (Phone(), True)


async def waited_in_vain(players: People) -> None:
    """Let the minute pass of a phone that wished for the eye's seat, in a game."""
    players.table.seating.open(True)
    players.table.seating.ask("mine", EYE)
    players.start_us += round(PENDING_S * 1_000_000)


@pytest.mark.parametrize("for_us", [80_000, HOLD_US + 50_000], ids=["pushed", "held"])
async def test_who_comes_too_late_to_the_button_is_answered_and_plays_nothing(
    players: People, for_us: int
) -> None:
    await waited_in_vain(players)
    players.down(EYE, 1_000_000)
    await players.until(lambda: players.heard == [EYE])
    first = players.table.session.notice
    assert first is not None
    players.up(EYE, 1_000_000 + for_us)
    await players.until(lambda: players.table.session.notice is not first)
    assert await players.answered() == (EYE, SeatingRule.TIME_UP)
    assert (players.table.seating.phone("mine"), players.table.entries) == (Phone(), 0)
    players.push(EYE, 4_000_000)
    assert await players.claimed(1) == [(1, 64_000, CLEAR)]


async def test_who_held_as_the_minute_ended_is_answered(players: People) -> None:
    players.table.seating.open(True)
    players.table.seating.ask("mine", EYE)
    players.down(EYE, round(PENDING_S * 1_000_000) - 500_000)
    await players.until(lambda: players.heard == [EYE])
    players.time.us += HOLD_US
    await players.until(lambda: players.table.notice_codes == SeatingRule.TIME_UP)
    await players.until(lambda: players.held[-1] is None)
    assert (players.table.seating.phone("mine"), players.table.entries) == (Phone(), 0)


async def test_button_of_another_seat_plays_right_after_the_minute(players: People) -> None:
    await waited_in_vain(players)
    players.push(SUN, 1_000_000)
    assert await players.claimed(1) == [(0, 61_000, CLEAR)]


async def test_button_plays_in_a_race_right_after_the_minute(players: People) -> None:
    await waited_in_vain(players)
    players.push(SUN, 1_000_000)
    await players.claimed(1)
    players.push(EYE, 2_000_000)
    assert await players.claimed(2) == [(0, 61_000, CLEAR), (1, 62_000, CLEAR)]


async def test_claim_beside_one_that_opens_the_race_is_no_hold(players: People) -> None:
    players.phone_bound_ms = 200
    players.table.seating.open(True)
    players.table.seating.ask("mine", EYE)
    players.down(SUN, 5_000)
    await players.until(lambda: players.hands._arbiter.due_us is not None)
    players.down(EYE, 90_000)
    assert await players.claimed(2) == [(0, 5, CLEAR), (1, 90, CLEAR)]


async def test_ok_held_two_seconds_makes_the_phone_host_and_throws_nothing(players: People) -> None:
    players.table.seating.open(True)
    players.table.seating.ask("mine", None)
    await hold(players, "ok", 5_000)
    assert players.table.seating.phone("mine") == Phone(None, is_host=True)
    assert players.table.entries == 0


async def test_ok_held_on_the_page_about_phones_makes_the_phone_host_too(players: People) -> None:
    players.down("back", 5_000)
    await players.until(lambda: bool(players.screens) and players.screens[-1].title == "Menu")
    players.up("back", 1_500_000)
    players.push("ok", 3_000_000)
    await players.until(lambda: players.table.seating.is_open)
    players.table.seating.ask("mine", EYE)
    await hold(players, "ok", 6_000_000)
    assert players.table.seating.phone("mine") == Phone(None, is_host=True)


async def test_while_sand_runs_every_press_is_for_the_game(players: People) -> None:
    players.table.seating.open(True)
    players.table.seating.ask("mine", EYE)
    await announce(players.table.session, [TimedPress(SUN, 0)])
    players.down(EYE, 5_000)
    assert await players.claimed(2) == [(0, 0, CLEAR), (1, 5, CLEAR)]


# ---- what goes wrong ----


async def test_press_that_could_not_be_stored_is_answered_and_the_next_one_counts(players: People) -> None:
    players.table.store.is_failing = True
    players.push(SUN, 5_000)
    assert await players.answered() == (None, SessionRule.DISK)
    players.table.store.is_failing = False
    players.push(EYE, 500_000)
    assert await players.claimed(1) == [(1, 500, CLEAR)]


async def test_fault_of_ours_in_one_press_is_logged_and_the_next_one_counts(
    players: People, caplog: pytest.LogCaptureFixture
) -> None:
    players.draw = lambda presses: 1 // 0  # type: ignore[assignment, method-assign, return-value]
    players.hands._draw = players.draw
    players.down(SUN, 5_100)
    players.down(EYE, 5_900)
    await players.until(lambda: "ZeroDivisionError" in caplog.text)
    players.down(LOTUS, 600_000)
    assert await players.claimed(1) == [(2, 600, CLEAR)]


async def test_press_is_heard_at_once_while_the_disk_is_slow(players: People) -> None:
    players.table.store.gate.clear()
    players.down(SUN, 5_000)
    await players.until(lambda: players.table.session.order.locked())
    players.down(EYE, 600_000)
    await players.until(lambda: players.heard == [SUN, EYE])
    assert players.table.entries == 0
    players.table.store.gate.set()
    assert await players.claimed(2) == [(0, 5, CLEAR), (1, 600, CLEAR)]


# ---- a seat's button where the panel asks for a seat ----


async def digging(players: People) -> None:
    session = players.table.session
    await session.close()
    session.now = session.now.arranged(Setup(DIGGING, DIGGING.options(), session.setup.seats))
    await session.start()
    players.keeper.turned("encoder_1", 1, 0)
    players.keeper.turned("encoder_2", 1, 0)
    await players.until(lambda: players.screens[-1].title == "dug")


async def test_button_of_a_seat_fills_in_what_the_panel_asks(players: People) -> None:
    await digging(players)
    players.push(EYE, 0)
    await players.until(lambda: Wheel(EYE) in getattr(players.screens[-1].body, "wheels", ()))
    assert (players.table.logged, players.table.session.notice) == ([], None)
    assert players.heard == [EYE]


async def test_push_that_fills_in_nothing_is_answered_by_the_game(players: People) -> None:
    await digging(players)
    players.keeper.turned("encoder_1", 1, 0)
    await players.until(lambda: Wheel(SUN) in getattr(players.screens[-1].body, "wheels", ()))
    players.push(EYE, 0)
    assert await players.answered() == (EYE, "digging.no_presses")

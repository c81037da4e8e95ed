import pytest

from device.arranging import arrange_as
from device.presses import TimedPress, announce
from device.ring_scenes import MOMENT_MS, ClaimLight, Moment, Scene, Signal, Stage
from device.scenes import SceneMaker
from rules.core import PressMark
from rules.table import Origin
from tests.device.conftest import EYE, LOTUS, SUN, Table


@pytest.fixture
def maker(table: Table) -> SceneMaker:
    return SceneMaker(table.session, table.seating)


async def test_empty_table_is_idle(maker: SceneMaker) -> None:
    assert maker.scene() == Scene()


async def test_seats_of_the_setup_are_shown_in_their_order(table: Table, maker: SceneMaker) -> None:
    await table.seat(LOTUS, SUN)
    assert maker.scene() == Scene(Stage.SETUP, (LOTUS, SUN))


async def test_phone_that_waits_shows_which_seat_it_wishes_for(table: Table, maker: SceneMaker) -> None:
    table.seating.ask("mine", EYE)
    assert maker.scene() == Scene(pairing=EYE)


async def test_button_that_is_held_is_shown_only_while_a_phone_waits(table: Table, maker: SceneMaker) -> None:
    maker.held(EYE, 700)
    assert maker.scene() == Scene()
    table.seating.ask("mine", None)
    assert maker.scene() == Scene(pairing=EYE, held_from_ms=700)
    maker.held(None)
    assert maker.scene() == Scene()


async def test_button_that_is_held_for_another_seat_is_not_shown(table: Table, maker: SceneMaker) -> None:
    table.seating.ask("mine", SUN)
    maker.held(EYE, 700)
    assert maker.scene() == Scene(pairing=SUN)


async def test_roller_is_shown_and_ok_is_lit(table: Table, maker: SceneMaker) -> None:
    await table.open_game(SUN, EYE)
    seats = (SUN, EYE)
    assert maker.scene() == Scene(Stage.ROLL, seats, SUN, seats, is_ok_lit=True)


async def test_race_waits_for_everybody(table: Table, maker: SceneMaker) -> None:
    await table.open_game(SUN, EYE)
    await table.session.play({"type": "thrown"}, Origin.PANEL)
    scene = maker.scene()
    assert (scene.stage, scene.may_press, scene.is_ok_lit) == (Stage.RACE, (SUN, EYE), False)


async def test_sand_and_claims_are_shown_and_who_may_still_press(table: Table, maker: SceneMaker) -> None:
    await table.open_game(SUN, EYE, LOTUS)
    await announce(table.session, [TimedPress(EYE, 100), TimedPress(SUN, 100, PressMark.DEAD_HEAT)])
    scene = maker.scene()
    assert (scene.stage, scene.sand_from_ms, scene.sand_until_ms) == (Stage.SAND, 100, 30_100)
    assert scene.claims == (ClaimLight(EYE), ClaimLight(SUN, is_dead_heat=True))
    assert scene.may_press == (LOTUS,)


async def test_press_that_was_heard_is_shown_for_a_moment(table: Table, maker: SceneMaker) -> None:
    await table.open_game(SUN, EYE)
    maker.heard(EYE)
    assert maker.scene().signals == (Signal(Moment.HEARD, 0, (EYE,)),)
    table.time.pass_ms(MOMENT_MS[Moment.HEARD])
    maker.heard(SUN)
    assert maker.scene().signals == (Signal(Moment.HEARD, 200, (SUN,)),)


async def test_dead_heat_is_shown_once_with_all_who_were_in_it(table: Table, maker: SceneMaker) -> None:
    await table.open_game(SUN, EYE, LOTUS)
    maker.scene()
    presses = [TimedPress(EYE, 0), TimedPress(SUN, 90), TimedPress(LOTUS, 90, PressMark.DEAD_HEAT)]
    await announce(table.session, presses)
    expected = (Signal(Moment.DEAD_HEAT, 0, (SUN, LOTUS)),)
    assert (maker.scene().signals, maker.scene().signals) == (expected, expected)


async def test_seats_that_the_panel_asks_for_are_shown_and_the_one_that_is_chosen(
    table: Table, maker: SceneMaker
) -> None:
    await table.seat(SUN, EYE, LOTUS)
    seats = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE, LOTUS)]
    setup = {"game": "giza", "seats": seats, "first_seat": 0, "options": {"way": "tops"}}
    await arrange_as(table.session, setup, table.session.setup_version)
    await table.session.start()
    maker.chosen = EYE
    scene = maker.scene()
    assert (scene.roller, scene.wanted, scene.chosen) == (None, (SUN, EYE, LOTUS), EYE)


@pytest.mark.parametrize(("right", "moment"), [(True, Moment.RIGHT), (False, Moment.WRONG)])
async def test_verdict_is_shown_as_news_and_only_once(
    table: Table, maker: SceneMaker, right: bool, moment: Moment
) -> None:
    await table.open_game(SUN, EYE)
    await announce(table.session, [TimedPress(EYE, 0)])
    await table.session.play({"type": "number_called", "claim": 0, "number": 33}, Origin.PANEL)
    table.time.pass_ms(30_000)
    await table.session.settle()
    maker.scene()
    await table.session.play({"type": "judged", "claim": 0, "right": right}, Origin.PANEL)
    expected = (Signal(moment, 30_000, (EYE,)),)
    assert (maker.scene().signals, maker.scene().signals) == (expected, expected)


async def test_verdicts_from_before_a_restart_are_no_news(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await announce(table.session, [TimedPress(EYE, 0)])
    await table.session.play({"type": "number_called", "claim": 0, "number": 33}, Origin.PANEL)
    table.time.pass_ms(30_000)
    await table.session.play({"type": "judged", "claim": 0, "right": True}, Origin.PANEL)
    table.restart()
    maker = SceneMaker(table.session, table.seating)
    assert maker.scene().signals == ()


async def test_paused_table_lights_ok_and_notes_no_moments(table: Table, maker: SceneMaker) -> None:
    await table.open_game(SUN, EYE)
    await announce(table.session, [TimedPress(EYE, 0)])
    table.clock.pause()
    for _ in range(3):
        maker.heard(SUN)
    scene = maker.scene()
    assert (scene.is_paused, scene.is_ok_lit, scene.signals) == (True, True, ())

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from device import arranging, timekeeping
from device.dating import Calendar
from device.doctor.findings import Check, Finding
from device.doctor.system import System
from device.hands import HOLD_US
from device.log_thread import LogThread
from device.panel import Examine, Panel
from device.panel.drafts import Draft
from device.panel.pages import ColoursPage
from device.part_states import PARTS, Parts
from device.preferences import Preferences
from device.refusals import SessionRule
from device.ring import Dimming, Scene, frame
from device.running import Running
from rules.core import Sign
from rules.table import Origin
from tests.device.conftest import EYE, SUN, GatedStore, Time


class CountingStore(GatedStore):
    """A store that notes each time the clock was kept."""

    def __init__(self, path: Path) -> None:
        self.kept_ms: list[Any] = []
        super().__init__(path)

    def keep_settings(self, values: dict[str, Any]) -> None:
        super().keep_settings(values)
        if "table_ms" in values:
            self.kept_ms.append(values["table_ms"])


class Pages:
    """Stands where the open pages are."""

    def __init__(self) -> None:
        self.heard_signs: list[str] = []

    def heard(self, sign: str) -> None:
        self.heard_signs.append(sign)

    def worst_bound_ms(self) -> int | None:
        return None

    def guests(self) -> int:
        return 2


class Program:
    """A running table, its parts simulated, whose time only the test moves."""

    def __init__(
        self,
        path: Path,
        time: Time,
        *,
        store_class: type[CountingStore] = CountingStore,
        table_class: type[Running] = Running,
        is_for_all: bool = False,
    ) -> None:
        self.time = time
        self.log = LogThread(path, store_class)
        assert isinstance(self.log.store, CountingStore)
        self.store = self.log.store
        self.table = table_class(self.log, simulate=True, now_us=time, is_for_all=is_for_all)
        self.pages = Pages()
        self.table.meet(self.pages)
        self.task = asyncio.create_task(self.table.run())

    async def open_game(self) -> None:
        for sign in (SUN, EYE):
            await arranging.add_seat(self.table.session, sign)
        await self.table.session.start()

    def push(self, name: str) -> None:
        assert self.table.bench is not None
        self.table.bench.down(name)
        self.time.pass_ms(50)
        self.table.bench.up(name)

    async def until(self, is_so: Callable[[], bool], step_ms: float = 5) -> None:
        """Let time pass until something is so; the limit only ends a test that has failed."""
        async with asyncio.timeout(10):
            while not is_so():
                await asyncio.wait([self.task], timeout=0.002)
                self.time.pass_ms(step_ms)
                self.table.session.tell()

    async def claim(self) -> None:
        await self.open_game()
        self.push("button_1")
        await self.until(lambda: self.events == ["claimed"])

    @property
    def events(self) -> list[str]:
        sitting = self.table.session.sitting
        return [] if sitting is None else [e.event.type for e in sitting.table.entries]

    async def cut_off(self) -> None:
        """Pull the plug: nothing more is stored."""
        self.store.is_failing = True
        await self.stop()

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.wait([self.task])


@pytest.fixture
async def programs(tmp_path: Path) -> AsyncIterator[Callable[[], Program]]:
    made: list[Program] = []
    time = Time()

    def start() -> Program:
        made.append(Program(tmp_path / "table.db", time))
        return made[-1]

    yield start
    for program in made:
        await program.stop()
        program.log.close()


@pytest.fixture
async def program(programs: Callable[[], Program]) -> Program:
    return programs()


# ---- time ----


async def test_sand_that_ran_out_is_logged_once_by_the_clock(program: Program) -> None:
    await program.claim()
    await program.until(lambda: len(program.events) > 1, step_ms=500)
    sitting = program.table.session.sitting
    assert sitting is not None
    assert (program.events, sitting.table.entries[1].origin) == (["claimed", "sand_ran_out"], Origin.CLOCK)


async def test_clock_is_kept_each_second_while_sand_runs_and_not_more_often(program: Program) -> None:
    await program.claim()
    program.time.pass_ms(1_000)
    await program.until(lambda: program.store.kept_ms[-1:] == [program.table.clock.now_ms()], step_ms=0)
    first_ms = program.table.clock.now_ms()
    for second in range(1, 4):
        program.time.pass_ms(999)
        for _ in range(5):
            program.table.session.tell()
            await asyncio.wait([program.task], timeout=0.002)
        assert program.store.kept_ms[-1] == first_ms + 1_000 * (second - 1)
        program.time.pass_ms(1)
        await program.until(lambda: program.store.kept_ms[-1] == program.table.clock.now_ms(), step_ms=0)


async def test_clock_is_not_kept_while_no_sand_runs(program: Program) -> None:
    await program.open_game()
    program.time.pass_ms(10_000)
    program.push("ok")
    await program.until(lambda: program.events == ["thrown"])
    assert program.store.kept_ms == []


async def test_full_disk_as_the_sand_runs_out_is_told_once_and_the_sand_is_logged_when_there_is_room(
    program: Program, caplog: pytest.LogCaptureFixture
) -> None:
    await program.claim()
    program.store.is_failing = True
    await program.until(lambda: "no space left" in caplog.text, step_ms=1_000)
    notice = program.table.session.notice
    assert notice is not None
    assert (notice.code, notice.number, program.events) == (SessionRule.DISK, 1, ["claimed"])
    program.time.pass_ms(60_000)
    program.store.is_failing = False
    await program.until(lambda: len(program.events) == 2)
    assert program.table.session.notice == notice


async def test_disk_that_goes_on_refusing_is_logged_once(
    program: Program, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeping, "RETRY_S", 0.0)
    await program.claim()
    program.store.is_failing = True
    await program.until(lambda: "no space left" in caplog.text, step_ms=1_000)
    for _ in range(20):
        await asyncio.wait([program.task], timeout=0.002)
    assert [r.name for r in caplog.records if "no space left" in r.getMessage()] == ["device.timekeeping"]


async def test_table_cut_off_in_mid_sand_is_paused_until_ok(programs: Callable[[], Program]) -> None:
    before = programs()
    await before.claim()
    await before.until(lambda: len(before.store.kept_ms) >= 4)
    due_ms, cut_ms = before.table.session.clock_due_ms, before.table.clock.now_ms()
    await before.cut_off()
    after = programs()
    assert after.table.clock.is_paused
    assert cut_ms - after.table.clock.now_ms() in range(1_000)
    assert after.table.session.clock_due_ms == due_ms
    after.time.pass_ms(3_600_000)
    after.push("ok")
    await after.until(lambda: not after.table.clock.is_paused)
    assert after.events == ["claimed"]
    await after.until(lambda: len(after.events) == 2, step_ms=500)


async def test_table_cut_off_while_no_sand_ran_is_not_paused(programs: Callable[[], Program]) -> None:
    before = programs()
    await before.open_game()
    await before.cut_off()
    after = programs()
    assert (after.table.clock.is_paused, after.table.session.sitting is not None) == (False, True)


async def test_clock_is_kept_at_the_stop(programs: Callable[[], Program]) -> None:
    before = programs()
    await before.open_game()
    before.time.pass_ms(7_000)
    await before.stop()
    assert programs().table.clock.now_ms() == 7_000


# ---- parts ----


async def test_simulated_ring_and_buttons_are_told_as_such(program: Program) -> None:
    await program.table.light_up()
    assert program.table.parts() == Parts("simulated", "simulated", "simulated", "simulated", "simulated")


async def test_machine_without_pins_and_ring_has_a_table_all_the_same(tmp_path: Path) -> None:
    log = LogThread(tmp_path / "table.db")
    table = Running(log, simulate=False)
    task = asyncio.create_task(table.run())
    await table.light_up()
    assert (set(table.parts().states.values()), table.bench) == ({"absent"}, None)
    assert [f.part for f in table.parts().faults] == [*PARTS]
    assert not any(f.is_loss for f in table.parts().faults)
    task.cancel()
    await asyncio.wait([task])
    log.close()


async def test_bench_sees_the_edges_of_a_push_and_the_light_it_makes(program: Program) -> None:
    await program.table.light_up()
    assert program.table.bench is not None
    seen: list[dict[str, Any]] = []
    end = program.table.bench.listen(seen.append)
    program.push("button_2")
    eye = slice(25 * 6, 26 * 6)
    await program.until(lambda: any(m["type"] == "frame" and m["leds"][eye] != "0" * 6 for m in seen))
    end()
    edges = [(m["name"], m["is_press"]) for m in seen if m["type"] == "edge"]
    assert edges == [("button_2", True), ("button_2", False)]


async def test_pages_hear_a_press_at_once(program: Program) -> None:
    program.push("button_2")
    await program.until(lambda: program.pages.heard_signs == [EYE])
    assert program.pages.heard_signs == [Sign.EYE]


async def test_button_held_at_the_table_seats_a_phone(program: Program) -> None:
    program.table.seating.ask("mine", None)
    assert program.table.bench is not None
    program.table.bench.down("button_2")
    await program.until(lambda: program.table.session.setup.seat_of(EYE) is not None)
    program.time.us += HOLD_US
    await program.until(lambda: program.table.seating.phone("mine").sign is EYE)


# ---- faults ----


class DyingStore(CountingStore):
    """A store with a fault in it, not in the disk: once, as the clock is kept."""

    is_broken = True

    def keep_settings(self, values: dict[str, Any]) -> None:
        if self.is_broken and "table_ms" in values:
            self.is_broken = False
            raise ZeroDivisionError("of the store")
        super().keep_settings(values)


async def test_task_that_dies_ends_the_table(tmp_path: Path) -> None:
    program = Program(tmp_path / "table.db", Time(), store_class=DyingStore)
    await program.open_game()
    program.push("button_1")
    await program.until(program.task.done)
    program.log.close()
    fault = program.task.exception()
    assert isinstance(fault, ExceptionGroup)
    assert [str(error) for error in fault.exceptions] == ["of the store"]


class DarkTable(Running):
    """A table whose lights can't be drawn."""

    def _changed(self) -> None:
        raise ZeroDivisionError("of the lights")


async def test_fault_while_drawing_the_lights_does_not_fail_the_entry(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    program = Program(tmp_path / "table.db", Time(), table_class=DarkTable)
    await program.open_game()
    await program.table.session.play({"type": "thrown"}, Origin.PANEL)
    assert program.events == ["thrown"]
    assert "of the lights" in caplog.text
    await program.stop()
    program.log.close()


async def test_ring_shows_the_colours_while_the_panel_asks_for_them_and_the_bench_hears_the_display(
    program: Program,
) -> None:
    await program.table.light_up()
    assert program.table.bench is not None
    seen: list[Any] = []
    program.table.bench.listen(seen.append)
    await program.table.preferring.keep(Preferences(language="en"))
    program.table.keeper._panel = Panel(pages=(ColoursPage(),))
    program.table.keeper.refresh()
    lights = frame(Scene(is_test=True), 0, Dimming())
    expected = bytes(value for rgb in lights for value in rgb).hex()
    await program.until(lambda: any(m.get("leds") == expected for m in seen))
    said = [m["text"] for m in seen if m["type"] == "words"]
    assert said[-1].startswith("Colour test. GRB. Clockwise from the top")


async def test_lights_tell_whose_thing_is_being_entered_at_the_panel(program: Program) -> None:
    session = program.table.session
    seats: list[Any] = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE)]
    setup = {"game": "giza", "seats": seats, "first_seat": 0, "options": {"way": "tops"}}
    await arranging.arrange_as(session, setup, session.setup_version)
    await session.start()
    assert program.table._scenes.scene().chosen is None
    program.table.keeper._panel = Panel(draft=Draft(("top_read", ()), values=(1, None, None)), round=1)
    program.table.keeper.refresh()
    assert program.table._scenes.scene().chosen is EYE


# ---- health and the date ----


async def test_health_says_parts_pushes_and_pages_and_nothing_of_the_game(program: Program) -> None:
    await program.table.light_up()
    await program.open_game()
    program.push("button_2")
    health = program.table.health()
    assert health["data"] == str(program.table.session.log.store.path.parent.absolute())
    assert (health["parts"], health["faults"]) == (dict.fromkeys(PARTS, "simulated"), [])
    assert health["buttons"] == {"button_2": {"pushes": 1, "worst_bounce_us": 0}}
    assert health["ring_frames"] == vars(program.table._parts.lights.frame_times)
    assert (health["phones"], health["is_playing"], health["thread"]) == (2, True, None)
    assert program.table.seating.host_code not in json.dumps(health)


async def test_the_doctor_looks_on_another_thread_and_asks_the_table_on_its_own(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, bool]] = []
    loops_thread = threading.get_ident()

    def guests(self: Pages) -> int:
        asked.append(("pages", threading.get_ident() == loops_thread))
        return 2

    def look(system: System) -> tuple[Finding, ...]:
        asked.append(("machine", threading.get_ident() == loops_thread))
        assert system.table is not None
        return (Finding(Check.ISOLATION, "phones", params={"n": system.table["phones"]}),)

    monkeypatch.setattr(Pages, "guests", guests)
    monkeypatch.setattr("device.running.examine", look)
    await program.table.keeper._do(Examine(), 0, None)
    await program.until(lambda: program.table.keeper._findings is not None)
    assert program.table.keeper._findings == (Finding(Check.ISOLATION, "phones", params={"n": 2}),)
    assert asked == [("pages", True), ("machine", False)]


async def test_game_that_began_without_a_date_gets_it_from_the_phone_that_leads(tmp_path: Path) -> None:
    time = Time()
    log = LogThread(tmp_path / "table.db")
    nobody_knows = Calendar(time, root=tmp_path, is_synchronised=lambda: False)
    table = Running(log, simulate=True, now_us=time, calendar=nobody_knows)
    for sign in (SUN, EYE):
        await arranging.add_seat(table.session, sign)
    await table.session.start()
    assert table.session.sitting is not None
    assert table.session.sitting.header.date is None
    version, before_ms = table.session.version, table.clock.now_ms()
    assert await table.take_phones_date(1_796_036_400_000, 0)
    assert table.session.sitting.header.date == "2026-11-30"
    assert (table.session.version > version, table.clock.now_ms()) == (True, before_ms)
    assert not await table.take_phones_date(1_799_036_400_000, 0)
    log.close()

"""Parts that fail while a game is on: page and doctor say so, play goes on, and the part comes back."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from device import arranging
from device.buttons import Buttons
from device.chatter import MOST
from device.contacts import REST_S, TRIAL_S
from device.display import LumaOled
from device.doctor.findings import Check
from device.errors import DisplayError
from device.parts import HELD_S, MEND_S
from device.pins import load_pins
from device.views import snapshot, viewer
from rules.core import Sign
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Time
from tests.device.doctor.machines import Machine
from tests.device.test_running import Program

PINS = load_pins()


class Evening(Program):
    """A game of three at a simulated table, whose parts may fail."""

    async def begin(self) -> None:
        await self.table.light_up()
        for sign in (SUN, EYE, Sign.LOTUS):
            await arranging.add_seat(self.table.session, sign)
        await self.table.session.start()

    def pin(self, number: int | None) -> Any:
        return self.table._parts._factory.pin(number)

    def storm(self, number: int) -> None:
        pin = self.pin(number)
        for _ in range(MOST // 2 + 10):
            pin.drive_low()
            pin.drive_high()

    def wait_s(self, seconds: float) -> None:
        for _ in range(round(seconds)):
            self.time.pass_ms(1_000)
            self.table.look()

    @property
    def on_the_page(self) -> list[tuple[Any, Any, Any]]:
        who = viewer(self.table.seating, None)
        parts: Any = snapshot(self.table.session, self.table.seating, self.table.parts(), who)["parts"]
        return [(f["part"], f["lack"], f["is_loss"]) for f in parts["faults"]]

    async def claim_and_judge(self, sign: Sign = SUN) -> None:
        """Claim by a button (or by phone), and judge it."""
        if sign is SUN:
            self.push("button_1")
        else:
            self.table.hands.press_by_phone(sign, self.table.clock.now_ms(), 20, "a key")
        await self.until(lambda: "claimed" in self.events)
        await self.until(lambda: self.events[-1] == "sand_ran_out", step_ms=1_000)
        await self.table.session.play({"type": "number_called", "claim": 0, "number": 33}, Origin.PANEL)
        await self.table.session.play({"type": "dice_read", "d8": 2, "d10": 5, "d12": 11}, Origin.PANEL)
        await self.table.session.play({"type": "judged", "claim": 0, "right": False}, Origin.PANEL)
        assert self.events[-1] == "judged"


@dataclass(frozen=True)
class Failing:
    """How a part fails and is mended, what is then said, and by whom is claimed meanwhile."""

    fail: Callable[[Evening, pytest.MonkeyPatch], object]
    part: str
    lack: str
    check: Check
    code: str
    mend: Callable[[Evening, pytest.MonkeyPatch], object]
    claims: Sign = SUN


def plug(is_in: bool) -> Callable[[Evening, pytest.MonkeyPatch], None]:
    def do(evening: Evening, _: pytest.MonkeyPatch) -> None:
        assert evening.table.bench is not None
        evening.table.bench.plug(is_in)
        evening.wait_s(1)

    return do


def noise(number: int) -> Callable[[Evening, pytest.MonkeyPatch], None]:
    def do(evening: Evening, _: pytest.MonkeyPatch) -> None:
        evening.storm(number)
        evening.wait_s(1)

    return do


def rest(evening: Evening, _: pytest.MonkeyPatch) -> None:
    evening.wait_s(REST_S + MEND_S + TRIAL_S)


def hold(evening: Evening, _: pytest.MonkeyPatch) -> None:
    # A seat's would claim as it is pushed: here nobody sits.
    assert evening.table.bench is not None
    evening.table.bench.down("button_6")
    evening.wait_s(HELD_S + 2)


def free(evening: Evening, _: pytest.MonkeyPatch) -> None:
    assert evening.table.bench is not None
    evening.table.bench.up("button_6")
    evening.wait_s(1)


def kill_thread(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buttons, "is_alive", False)
    evening.wait_s(1)


def revive_thread(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buttons, "is_alive", True)
    evening.wait_s(1)


def unplug_display(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Any, image: Any) -> None:
        raise DisplayError("the display takes no pictures (OSError: Remote I/O error)")

    monkeypatch.setattr(LumaOled, "write", fail)
    evening.table._parts.display.show_anew()


def plug_display(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    evening.table._parts.display._retry_s = 0.0


FAILING = {
    "ring-unplugged": Failing(plug(False), "ring", "no_power", Check.RING, "no_power", plug(True)),
    "button-stuck": Failing(hold, "button_6", "held", Check.BUTTONS, "held", free),
    "display-gone": Failing(unplug_display, "display", "absent", Check.DISPLAY, "absent", plug_display),
    "thread-dead": Failing(
        kill_thread, "buttons", "absent", Check.BUTTONS, "absent", revive_thread, claims=EYE
    ),
    "wheel-noisy": Failing(
        noise(PINS.encoders["encoder_1"][0]), "encoder_1", "noisy", Check.ENCODERS, "noisy", rest
    ),
    "button-noisy": Failing(
        noise(PINS.buttons["button_3"]), "button_3", "noisy", Check.BUTTONS, "noisy", rest
    ),
}


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    made = Evening(tmp_path / "table.db", Time())
    await made.begin()
    yield made
    await made.stop()
    made.log.close()


@pytest.mark.parametrize("failing", FAILING.values(), ids=FAILING)
async def test_part_that_fails_is_said_by_page_and_doctor_play_goes_on_and_it_comes_back(
    failing: Failing, evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert evening.on_the_page == []
    failing.fail(evening, monkeypatch)
    said = (failing.part, failing.lack, True)
    await evening.until(lambda: said in evening.on_the_page)
    machine = Machine(tmp_path / "machine", changes={"table": evening.table.health()})
    found = machine.found(failing.check)
    assert (found.code, found.level) == (failing.code, "warning")
    await evening.claim_and_judge(failing.claims)
    assert evening.events.count("claimed") == 1
    failing.mend(evening, monkeypatch)
    await evening.until(lambda: evening.on_the_page == [])

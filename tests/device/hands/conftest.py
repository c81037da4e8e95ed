"""Hands at a table, for tests of what their pushes do."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from device.arbiter import StampedPress
from device.buttons import Buttons, SimulatedButtons
from device.hands import Hands
from device.keeper import Keeper
from device.network.networking import networking
from device.panel import Screen
from device.pins import load_pins
from device.preferences import Preferring
from rules.core import PressMark, Sign
from tests.device.conftest import EYE, LOTUS, SUN, Table, Time, claims

CLEAR, DEAD_HEAT, LATE = PressMark
BUTTON = {sign: f"button_{number}" for number, sign in enumerate(Sign, 1)}


class Kernel(MockFactory):  # type: ignore[misc]
    """Mock pins whose edges are stamped by the test's time, as a kernel stamps them by its own."""

    def __init__(self, time: Time) -> None:
        class Pin(MockPWMPin):  # type: ignore[misc]
            def _call_when_changed(self) -> None:
                super(MockPin, self)._call_when_changed(time.s(), self._state)

        super().__init__(pin_class=Pin)


class People:
    """Hands at a table: what they push goes through pins, and comes in on a thread that is not the loop's."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.time = table.time
        self.start_us = table.time.us
        self.draws: list[Sequence[StampedPress]] = []
        self.heard: list[Sign] = []
        self.held: list[Sign | None] = []
        self.screens: list[Screen] = []
        self.phone_bound_ms: int | None = None
        self.sit_down()

    def sit_down(self) -> None:
        """Take place at the table as the program knows it now."""
        pins = load_pins().buttons
        kernel = Kernel(self.time)
        self.keeper = Keeper(
            self.table.session,
            self.table.seating,
            Preferring(self.table.log),
            network=networking(
                self.table.log,
                simulate=True,
                address=lambda: "http://192.0.2.7:8080",
                is_for_all=False,
                monotonic_s=self.time.s,
            ),
            languages=("en",),
            address=lambda: "http://192.0.2.7:8080",
            show=self.screens.append,
            stop=lambda: None,
            now_us=self.time,
        )
        self.hands = Hands(
            self.table.session,
            self.table.seating,
            panel=self.keeper,
            heard=self.heard.append,
            held=lambda sign, since_ms: self.held.append(sign),
            phone_bound_ms=lambda: self.phone_bound_ms,
            draw=self.draw,
            now_us=self.time,
        )
        self.simulated = SimulatedButtons(pins, kernel)
        self.buttons = Buttons(pins, kernel, self.hands.edge, monotonic_s=self.time.s)
        self.buttons.open()
        self.task = asyncio.create_task(self.hands.run())
        self.panel_task = asyncio.create_task(self.keeper.run())

    async def leave(self) -> None:
        self.simulated.close()
        self.buttons.close()
        self.task.cancel()
        self.panel_task.cancel()
        await asyncio.wait([self.task, self.panel_task])

    def draw(self, presses: Sequence[StampedPress]) -> Sequence[StampedPress]:
        self.draws.append(presses)
        return sorted(presses, key=lambda p: -p.stamp_us)

    def at(self, at_us: int, move: Callable[[str], None], name: str) -> None:
        """Move a contact at a moment, counted from the table's start, on a thread of its own."""
        self.time.us = self.start_us + at_us
        hand = threading.Thread(target=move, args=(name,))
        hand.start()
        hand.join()

    def down(self, sign_or_name: Sign | str, at_us: int) -> None:
        self.at(at_us, self.simulated.down, _name(sign_or_name))

    def up(self, sign_or_name: Sign | str, at_us: int) -> None:
        self.at(at_us, self.simulated.up, _name(sign_or_name))

    def push(self, sign_or_name: Sign | str, at_us: int) -> None:
        self.down(sign_or_name, at_us)
        self.up(sign_or_name, at_us + 80_000)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Let time pass until something is so; the limit only ends a test that has failed."""
        async with asyncio.timeout(5):
            while not is_so():
                await asyncio.wait([self.task], timeout=0.002)
                self.time.pass_ms(5)

    async def claimed(self, count: int) -> list[tuple[Any, Any, Any]]:
        """Let time pass until so many claims are announced, and give all there are."""
        await self.until(lambda: len(claims(self.table.logged)) >= count)
        return claims(self.table.logged)

    async def answered(self) -> tuple[Sign | None, str]:
        """Let time pass until somebody is answered."""
        await self.until(lambda: self.table.session.notice is not None)
        notice = self.table.session.notice
        assert notice is not None
        return notice.sign, notice.code


def _name(sign_or_name: Sign | str) -> str:
    return BUTTON[sign_or_name] if isinstance(sign_or_name, Sign) else sign_or_name


@pytest.fixture
async def people(table: Table) -> AsyncIterator[People]:
    made = People(table)
    yield made
    await made.leave()


@pytest.fixture
async def players(people: People) -> People:
    """Sun, Eye and Lotus in an open game."""
    await people.table.open_game(SUN, EYE, LOTUS)
    return people


async def press_by_phone(
    people: People, sign: Sign, said_ms: int, *, bound_ms: int, key: str = "a key"
) -> None:
    people.phone_bound_ms = bound_ms
    people.hands.press_by_phone(sign, said_ms, bound_ms, key)

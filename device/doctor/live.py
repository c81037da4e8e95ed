"""Trying each part with people's eyes, ears and hands, while no table runs."""

import itertools
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TextIO

from PIL import Image, ImageDraw

from device.buttons import Buttons, open_factory
from device.display import Oled, open_oled
from device.display_draw import HEIGHT, WIDTH
from device.doctor.findings import Check, Finding, Level
from device.doctor.report import COLUMNS, Style, wrapped
from device.encoders import Encoders
from device.errors import DeviceError
from device.hands import monotonic_us
from device.pins import BUTTON_SIGNS, DisplayKind, PinMap
from device.pixels import Pixels, open_pixels
from device.probe import Contact, Probe, Turned, timeline
from device.sound import Piezo, open_piezo
from device.texts import say

COLOURS: Final = ((60, 0, 0), (0, 60, 0), (0, 0, 60))
COLOUR_S: Final = 0.7
TONES_HZ: Final = (1047, 1568, 2093)
TONE_S: Final = 0.3
LOOK_S: Final = 0.1
REST_US: Final = 150_000
"""A contact that was quiet for so long is at rest."""
LONG_BOUNCE_MS: Final = 60
"""Longer, and a second push might be taken for bounce."""
ANSWERS_NO: Final = ("n", "no", "nee", "ez", "아니", "아니요", "不", "不對")


class Talk(Protocol):
    """A conversation."""

    def say(self, line: str) -> None:
        """Say a line."""

    def answer(self, within_s: float | None) -> str | None:
        """Give what was typed, None where nothing came in time; EOFError where nobody can type any more."""


class Terminal:
    """A conversation on a terminal; it says things to *out*."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def say(self, line: str) -> None:
        """Say a line."""
        print(line, file=self._out, flush=True)

    def answer(self, within_s: float | None) -> str | None:
        """Give the line that was typed, None where none came in time.

        Raises:
            EOFError: when nobody can type any more.
        """
        ready, _, _ = select.select([sys.stdin], [], [], within_s)
        if not ready:
            return None
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()


@dataclass(frozen=True)
class Openers:
    """What gets hold of the parts; each raises a DeviceError where there is none."""

    factory: Callable[[], Any] = lambda: open_factory(simulate=False)
    pixels: Callable[[int, int], Pixels] = lambda gpio, count: open_pixels(gpio, simulate=False, count=count)
    oled: Callable[[DisplayKind], Oled] = lambda kind: open_oled(kind, simulate=False)
    piezo: Callable[[int, Any], Piezo] = open_piezo
    pause: Callable[[float], None] = time.sleep
    now_us: Callable[[], int] = monotonic_us


@dataclass
class Trial:
    """One round of all parts of a pin map."""

    pins: PinMap
    talk: Talk
    style: Style
    openers: Openers = field(default_factory=Openers)

    def run(self) -> Iterator[Finding]:
        """Try ring, display, piezo, then buttons and wheels; yield what was found of each."""
        yield self._ring()
        yield self._display()
        try:
            factory = self.openers.factory()
        except DeviceError as error:
            for check in (Check.PIEZO, Check.BUTTONS, Check.ENCODERS):
                yield _absent(check, error)
            return
        with closing(factory):
            yield self._piezo(factory)
            yield from self._hands(factory)

    def _say(self, key: str, **params: str | int) -> None:
        text = say(self.style.language, f"doctor.live.{key}", **params)
        for line in wrapped(text, COLUMNS - 2):
            self.talk.say(f"  {line}")

    def _judged(
        self, check: Check, question: str, show: Callable[[], object], every_s: float | None
    ) -> Finding:
        """Ask whether a part does what it should, showing on until there is an answer."""
        self._say(question)
        self._say("is_right")
        show()
        while (said := self.talk.answer(every_s)) is None:
            show()
        return Finding(check, "wrong", Level.WARNING) if said.lower() in ANSWERS_NO else Finding(check, "ok")

    def _ring(self) -> Finding:
        if self.pins.ring is None:
            return _absent(Check.RING, None)
        try:
            count, colours = self.pins.leds.total, itertools.cycle(COLOURS)
            with closing(self.openers.pixels(self.pins.ring, count)) as pixels:

                def show() -> None:
                    pixels.write((next(colours),) * count)

                return self._judged(Check.RING, "ring", show, COLOUR_S)
        except DeviceError as error:
            return _absent(Check.RING, error)

    def _display(self) -> Finding:
        try:
            with closing(self.openers.oled(self.pins.display)) as oled:
                return self._judged(Check.DISPLAY, "display", lambda: oled.write(trial_picture()), None)
        except DeviceError as error:
            return _absent(Check.DISPLAY, error)

    def _piezo(self, factory: Any) -> Finding:
        if self.pins.piezo is None:
            return _absent(Check.PIEZO, None)
        try:
            with closing(self.openers.piezo(self.pins.piezo, factory)) as piezo:

                def show() -> None:
                    for hz in TONES_HZ:
                        piezo.sound(hz)
                        self.openers.pause(TONE_S)
                    piezo.sound(None)

                return self._judged(Check.PIEZO, "piezo", show, None)
        except DeviceError as error:
            return _absent(Check.PIEZO, error)

    # ---- buttons and wheels ----

    def _hands(self, factory: Any) -> Iterator[Finding]:
        probe = Probe()
        buttons = Buttons(self.pins.buttons, factory, probe.edge)
        encoders = Encoders(
            self.pins.encoders,
            factory,
            lambda name, steps, _: probe.turned(name, steps),
            self.pins.clicks_a_pulse,
        )
        with buttons, encoders:
            self._say("hands")
            told: dict[str, Contact | Turned] = {}
            is_over = False
            while not is_over:
                is_over = self.talk.answer(LOOK_S) is not None
                self._tell(probe, told)
            for part in (buttons, encoders):
                part.look()
            yield self._of(Check.BUTTONS, self.pins.buttons, buttons.faults, probe)
            yield self._of(Check.ENCODERS, self.pins.encoders, encoders.faults, probe)

    def _tell(self, probe: Probe, told: dict[str, Contact | Turned]) -> None:
        """Say what came to rest since it was said last."""
        now_us = self.openers.now_us()
        for name, contact in probe.contacts.items():
            last = told.get(name)
            is_new = contact.pushes != (last.pushes if isinstance(last, Contact) else 0)
            if is_new and contact.push is not None and now_us - contact.last_us >= REST_US:
                told[name] = contact
                ms = f"{contact.push.bounce_us / 1000:.1f}"
                self._say("push", name=self._name(name), edges=len(contact.push.edges), ms=ms)
                drawn = timeline(contact.push, marks="▁█▒" if self.style.has_signs else "_#%")
                self.talk.say(f"    {drawn}")
        for name, wheel in probe.wheels.items():
            if told.get(name) != wheel:
                told[name] = wheel
                self._say("wheel", name=self._name(name), clockwise=wheel.clockwise, back=wheel.back)

    def _name(self, name: str) -> str:
        if name in BUTTON_SIGNS:
            return say(self.style.language, f"sign.{BUTTON_SIGNS[name]}")
        if name in self.pins.encoders:
            return say(self.style.language, "doctor.live.wheel_name", n=name.rpartition("_")[2])
        return name.upper()

    def _of(self, check: Check, pins: Any, faults: Any, probe: Probe) -> Finding:
        if faults:
            reason = "; ".join(map(str, faults.values()))
            return Finding(
                check, "absent" if len(faults) == len(pins) else "partly", Level.FAULT, {"reason": reason}
            )
        touched = {*probe.contacts, *(name for name, w in probe.wheels.items() if w.clockwise and w.back)}
        if unseen := [self._name(name) for name in pins if name not in touched]:
            return Finding(check, "unseen", Level.FAULT, {"names": ", ".join(unseen)})
        worst = {name: c.worst_us for name, c in probe.contacts.items() if name in pins}
        if loose := [self._name(name) for name, us in worst.items() if us > LONG_BOUNCE_MS * 1000]:
            said: dict[str, str | int] = {"ms": LONG_BOUNCE_MS, "names": ", ".join(loose)}
            return Finding(check, "bounces", Level.WARNING, said)
        return Finding(check, "ok")


def _absent(check: Check, error: DeviceError | None) -> Finding:
    level = Level.UNKNOWN if error is None else Level.FAULT
    return Finding(check, "absent", level, {"reason": "" if error is None else str(error)})


def trial_picture() -> Image.Image:
    """Draw a frame all round, a cross and a word: a missing line or a shifted picture shows."""
    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    draw.line((0, 0, WIDTH - 1, HEIGHT - 1), fill=1)
    draw.line((0, HEIGHT - 1, WIDTH - 1, 0), fill=1)
    with suppress(OSError):
        left, top, right, bottom = draw.textbbox((0, 0), "Khepri")
        x, y = (WIDTH - right + left) // 2, (HEIGHT - bottom + top) // 2
        draw.rectangle((x - 4, y - 2, x + right - left + 3, y + bottom - top + 5), fill=0, outline=1)
        draw.text((x, y), "Khepri", fill=1)
    return image

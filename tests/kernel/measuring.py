"""Who was first, measured: the same pairs of pushes, heard by Khepri and by plain gpiozero."""

import itertools
import os
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from statistics import median, quantiles

from gpiozero import Button

from device.arbiter import StampedPress, Voided, order
from device.buttons import Buttons, open_factory
from device.contacts import let_go
from device.debounce import REFRACTORY_US, Debouncer
from device.pins import BUTTON_SIGNS, load_pins
from rules.core import DeadHeatRule, PressMark
from tests.kernel.lines import APART_S, Finger, Move, Written, give_back, push

PINS = {name: gpio for name, gpio in load_pins().buttons.items() if name in BUTTON_SIGNS}
PAIRS_APART_S = 0.11
HOLD_S = 0.1
BOUNCE_GAP_S = (0.002, 0.006)
LONGEST_BOUNCE_S = 0.02
GPIOZERO_BOUNCE_TIME_S = 0.05
SETTLE_S = 0.5


@dataclass(frozen=True)
class Heard:
    """A press as a program hears it: whose, and with which stamp."""

    name: str
    stamp_us: float


@dataclass(frozen=True)
class Pair:
    """Two pushes: who closed the contact first, and the moments before the two first writes.

    `is_judged` unless the guest was held up in mid-bounce for so long that one push looked like two.
    """

    names: tuple[str, str]
    written_us: tuple[float, float]
    is_judged: bool = True


@dataclass(frozen=True)
class Figures:
    """How well pairs were heard; errors are milliseconds from the write that closed to the stamp."""

    pairs: int
    in_order: int
    drawn: int
    heard_once: int
    errors_ms: tuple[float, ...]

    def row(self, listener: str, contacts: str) -> dict[str, str]:
        """Give the row of the table in docs/fairness.md."""
        p99 = quantiles(self.errors_ms, n=100)[98]
        return {
            "heard by": listener,
            "contacts": contacts,
            "pairs": str(self.pairs),
            "in order": str(self.in_order),
            "drawn": str(self.drawn),
            "pushes heard once": f"{self.heard_once} of {2 * self.pairs}",
            "stamp error, median": f"{median(self.errors_ms):.2f} ms",
            "p99": f"{p99:.2f} ms",
            "most": f"{max(self.errors_ms):.2f} ms",
        }


@contextmanager
def khepri() -> Iterator[list[Heard]]:
    """Hear edges as Khepri does; debounced at the end."""
    edges: list[tuple[str, int, bool]] = []
    heard: list[Heard] = []
    factory = open_factory(simulate=False)
    with Buttons(PINS, factory, lambda *edge: edges.append(edge)):
        yield heard
    give_back(factory)
    contacts = {name: Debouncer() for name in PINS}
    for name, stamp_us, is_closed in edges:
        press = contacts[name].edge(stamp_us, is_closed)
        if press is not None:
            heard.append(Heard(name, press.stamp_us))


@contextmanager
def gpiozero(bounce_time_s: float | None) -> Iterator[list[Heard]]:
    """Hear presses as gpiozero's manual shows it: `when_pressed`, and the time is taken there."""
    heard: list[Heard] = []
    factory = open_factory(simulate=False)
    buttons = {
        name: Button(gpio, bounce_time=bounce_time_s, pin_factory=factory) for name, gpio in PINS.items()
    }
    for name, button in buttons.items():

        def pressed(name: str = name) -> None:
            heard.append(Heard(name, time.monotonic_ns() / 1000))

        button.when_pressed = pressed
    yield heard
    for button in buttons.values():
        let_go(button)
    give_back(factory)


def play_pairs(finger: Finger, count: int, *, is_bouncing: bool, seed: int) -> list[Pair]:
    """Push *count* pairs, the second contact 5 ms after the first; three pairs of buttons take turns.

    Bouncing contacts open and close up to 20 ms longer, each by its own chance.
    """
    chance = random.Random(seed)
    names = list(PINS)
    couples = itertools.cycle([names[0:2], names[2:4], names[4:6]])
    pairs: list[tuple[str, str]] = []
    moves: list[Move] = []
    firsts: list[int] = []
    for i, couple in zip(range(count), couples, strict=False):
        first, second = chance.sample(couple, 2)
        pairs.append((first, second))
        for at_s, name in ((0.0, first), (APART_S, second)):
            firsts.append(len(moves))
            bounces_s = _bounces_s(chance) if is_bouncing else ()
            moves += push(PINS[name], i * PAIRS_APART_S + at_s, bounces_s=bounces_s, hold_s=HOLD_S)
    written = finger.make(moves)
    made = [written[a:b] for a, b in pairwise([*firsts, len(moves)])]
    closed_us = [push[0].before_us for push in made]
    is_one = [_is_one_push(push) for push in made]
    return [
        Pair(names, (closed_us[2 * i], closed_us[2 * i + 1]), is_one[2 * i] and is_one[2 * i + 1])
        for i, names in enumerate(pairs)
    ]


def _is_one_push(written: Sequence[Written]) -> bool:
    """Say whether the bounce, all but the last move, went on without a rest as long as between two pushes."""
    return all(b.after_us - a.before_us < REFRACTORY_US for a, b in pairwise(written[:-1]))


def _bounces_s(chance: random.Random) -> tuple[float, ...]:
    gaps: list[float] = []
    while True:
        pair = chance.uniform(*BOUNCE_GAP_S), chance.uniform(*BOUNCE_GAP_S)
        if sum(gaps) + sum(pair) > chance.uniform(0, LONGEST_BOUNCE_S):
            return tuple(gaps)
        gaps += pair


def figures_of(pairs: Sequence[Pair], heard: Sequence[Heard], *, by_stamp: bool) -> Figures:
    """Compare what was heard with what was done.

    The order is Khepri's own where *by_stamp* is so: by stamps, and by a draw under a millisecond, which is
    counted as drawn. Else it is the order in which presses were told.
    """
    pushes: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for i, pair in enumerate(pairs):
        for name, written_us in zip(pair.names, pair.written_us, strict=True):
            pushes[name].append((written_us, i))
    found: list[list[Heard]] = [[] for _ in pairs]
    for press in heard:
        before = [i for written_us, i in pushes[press.name] if written_us <= press.stamp_us]
        if before:
            found[before[-1]].append(press)
    judged = in_order = drawn = heard_once = 0
    errors_ms: list[float] = []
    for pair, presses in zip(pairs, found, strict=True):
        if not pair.is_judged:
            continue
        judged += 1
        first_of = {name: next((p for p in presses if p.name == name), None) for name in pair.names}
        heard_once += sum(sum(p.name == name for p in presses) == 1 for name in pair.names)
        told = [p for p in presses if p is first_of[p.name]]
        for name, written_us in zip(pair.names, pair.written_us, strict=True):
            press_or_none = first_of[name]
            if press_or_none is not None:
                errors_ms.append((press_or_none.stamp_us - written_us) / 1000)
        if len(told) == 2 and by_stamp:
            was_drawn, names = _announced(told)
            drawn += was_drawn
            in_order += not was_drawn and names == pair.names
        else:
            in_order += tuple(p.name for p in told) == pair.names
    return Figures(judged, in_order, drawn, heard_once, tuple(errors_ms))


def _announced(told: Sequence[Heard]) -> tuple[bool, tuple[str, ...]]:
    presses = [StampedPress(BUTTON_SIGNS[p.name], round(p.stamp_us)) for p in told]
    placed = order(presses, DeadHeatRule.DRAW, lambda drawn: drawn)
    assert not isinstance(placed, Voided)
    names = {sign: name for name, sign in BUTTON_SIGNS.items()}
    is_drawn = any(o.mark is PressMark.DEAD_HEAT for o in placed)
    return is_drawn, tuple(names[o.press.sign] for o in placed)


def measure(
    listener: AbstractContextManager[list[Heard]],
    finger: Finger,
    count: int,
    *,
    is_bouncing: bool,
    by_stamp: bool,
) -> Figures:
    """Play pairs to a listener and give its figures."""
    with listener as heard:
        pairs = play_pairs(finger, count, is_bouncing=is_bouncing, seed=count)
        time.sleep(SETTLE_S)
    return figures_of(pairs, heard, by_stamp=by_stamp)


def pairs_wanted() -> int:
    """Give how many pairs the mode of this run asks for."""
    return int(os.environ.get("KHEPRI_PAIRS", "100"))

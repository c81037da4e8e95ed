"""Who was first: presses wait a short while, then are announced in the order of their stamps.

A press waits 25 ms from when it was heard, and, while a seat plays by phone, until it is older than
25 ms plus what the slowest phone needs (250 ms at most). By then whatever was pressed before it has been
heard too, unless the network was slower than it ever was measured. Such a press follows: an announced
order never changes by itself, and the game marks it late against the presses that stand.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.core import DeadHeatRule, PressMark, Sign

WINDOW_MS = 25
LONGEST_MS = 250
DEAD_HEAT_US = 1_000
"""Stamps closer than this are a dead heat: pins that change in one interrupt are reported lowest number
first, so such stamps must not decide."""


@dataclass(frozen=True)
class StampedPress:
    """A debounced push: whose, when (CLOCK_MONOTONIC), and by how much a phone's stamp may be off.

    `key` is that of the phone's command. One seat's button and phone wait as one press: then it is there too
    where the button was first.
    """

    sign: Sign
    stamp_us: int
    by_phone: bool = False
    bound_ms: int = 0
    key: str | None = None


@dataclass(frozen=True)
class Ordered:
    """A press in its place of one announcement, marked if a draw put it behind the one before it."""

    press: StampedPress
    mark: PressMark


@dataclass(frozen=True)
class Voided:
    """A dead heat for the first place under the rule "throw again": these presses count for nothing."""

    presses: tuple[StampedPress, ...]


Draw = Callable[[Sequence[StampedPress]], Sequence[StampedPress]]
"""Gives the same presses in an order that chance chose."""


def fair_draw(presses: Sequence[StampedPress]) -> list[StampedPress]:
    """Shuffle by the system's source of chance: each order is equally likely, and nobody can foresee it."""
    return random.SystemRandom().sample(presses, len(presses))


@dataclass(frozen=True)
class _Waiting:
    press: StampedPress
    heard_us: int


class Arbiter:
    """Holds presses until their order is sure. It has no clock: the caller says what time it is.

    `phone_bound_ms` is the worst measured bound of the phones that play, None while none does.
    """

    def __init__(self, window_ms: int = WINDOW_MS, longest_ms: int = LONGEST_MS) -> None:
        self._window_ms = window_ms
        self._longest_ms = longest_ms
        self._waiting: dict[Sign, _Waiting] = {}
        self.phone_bound_ms: int | None = None

    @property
    def window_ms(self) -> int:
        """How old a press must be before it is announced."""
        if self.phone_bound_ms is None:
            return self._window_ms
        return min(self._window_ms + self.phone_bound_ms, self._longest_ms)

    def add(self, press: StampedPress, now_us: int) -> bool:
        """Let a press wait for its announcement, and say whether it does.

        Of two presses of one seat (its button and its phone, say) only the one stamped earlier waits, with
        the key that came last: a phone that sends a new one has had its answer to what came before.
        """
        known = self._waiting.get(press.sign)
        if known is None:
            self._waiting[press.sign] = _Waiting(press, now_us)
            return True
        is_earlier = press.stamp_us < known.press.stamp_us
        first = press if is_earlier else known.press
        self._waiting[press.sign] = replace(known, press=replace(first, key=press.key or known.press.key))
        return is_earlier

    def forget_button(self, sign: Sign) -> None:
        """Let a seat's button wait no longer: it turned out that nobody pushed it."""
        known = self._waiting.get(sign)
        if known is not None and not known.press.by_phone:
            del self._waiting[sign]

    def _due_us(self, waiting: _Waiting) -> int:
        return max(waiting.heard_us + 1000 * self._window_ms, waiting.press.stamp_us + 1000 * self.window_ms)

    @property
    def due_us(self) -> int | None:
        """When the next announcement is due, None while no press waits."""
        return min((self._due_us(w) for w in self._waiting.values()), default=None)

    def close(self, now_us: int) -> tuple[StampedPress, ...]:
        """Give the presses that are due, by their stamps; the others wait on.

        With a press go all that were stamped before it, and those in a dead heat with it.
        """
        waiting = sorted((w.press for w in self._waiting.values()), key=_by_stamp)
        due = [p for p in waiting if self._due_us(self._waiting[p.sign]) <= now_us]
        if not due:
            return ()
        groups = _dead_heats(waiting)
        last = next(i for i, group in enumerate(groups) if due[-1] in group)
        batch = tuple(p for group in groups[: last + 1] for p in group)
        for press in batch:
            del self._waiting[press.sign]
        return batch


def order(presses: Sequence[StampedPress], rule: DeadHeatRule, draw: Draw) -> tuple[Ordered, ...] | Voided:
    """Put presses of one announcement in their order, or void them where the rule says so.

    *presses* must be only those that count: one that the game then refuses would stand between others.
    *draw* is asked only for presses in a dead heat. Under AGAIN a dead heat for the first place of the
    announcement is voided, with all that came after it; others are drawn. Once a claim stands, the game
    gives DRAW in its place.
    """
    placed: list[Ordered] = []
    for group in _dead_heats(sorted(presses, key=_by_stamp)):
        if rule is DeadHeatRule.AGAIN and not placed and len(group) > 1:
            return Voided(group)
        for drawn in _by_equal_stamps(group) if rule is DeadHeatRule.EARLIEST else [group]:
            settled = tuple(draw(drawn)) if len(drawn) > 1 else drawn
            assert sorted(settled, key=_by_sign) == sorted(drawn, key=_by_sign), "a draw keeps the presses"
            first, *others = settled
            placed.append(Ordered(first, PressMark.CLEAR))
            placed += [Ordered(press, PressMark.DEAD_HEAT) for press in others]
    return tuple(placed)


def _dead_heats(by_stamp: Sequence[StampedPress]) -> list[tuple[StampedPress, ...]]:
    """Split presses, earliest first, into groups closer than a millisecond to the first of each."""
    groups: list[tuple[StampedPress, ...]] = []
    for press in by_stamp:
        if groups and press.stamp_us - groups[-1][0].stamp_us < DEAD_HEAT_US:
            groups[-1] = (*groups[-1], press)
        else:
            groups.append((press,))
    return groups


def _by_equal_stamps(group: Sequence[StampedPress]) -> list[tuple[StampedPress, ...]]:
    starts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(group)) if a.stamp_us != b.stamp_us), len(group)]
    return [tuple(group[a:b]) for a, b in pairwise(starts)]


def _by_stamp(press: StampedPress) -> int:
    return press.stamp_us


def _by_sign(press: StampedPress) -> str:
    return press.sign

"""Telling a contact that chatters without end from a hand: a loose wire, a broken detent, radio on a wire.

Every edge costs the one thread that sees the edges of all parts, and stands before the presses of others.
So whoever makes more of them than hand and bounce can is not listened to any more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

WINDOW_US: Final = 1_000_000

MOST: Final = 2_000
"""So many edges in a window end it at once. The fastest spin of a wheel is about 100 detents in a second: 400
edges, and each would have to bounce four times for the whole second. A button that a child hammers ten
times in a second makes 20, and contacts bounce for 5 to 10 ms: some hundred. And what such a storm costs is
no trifle: a small Pi takes about 0.1 ms for an edge."""

MANY: Final = 300
WINDOWS: Final = 3
"""So many edges in each of so many windows: a worn contact that is held just where it closes chatters like
this as long as the finger stays, which is not so long."""

EDGES_A_DEED: Final = 60
"""A deed is a push that lasted, of two moves, or a detent that a wheel went on, of four; either bounces some
50 times at worst. As long as there is one for so many edges, a hand is at work."""

BEHIND_US: Final = 50_000
AT_LEAST: Final = 128
"""So many edges, the last of which is handled so long after its stamp, end it too: the thread falls behind,
and what lgpio can't hand over in time is lost, be it whose it may. Looked at every so many edges."""

QUIET_US: Final = 1_000_000
"""How long a contact that is not trusted must have been at rest for its next edge to count."""


@dataclass(slots=True)
class Chatter:
    """Counts the edges of one button or wheel. Edges are told on one thread, anybody may look.

    `is_noise` is once it is clear that no hand makes them. Of one that is not `is_trusted` nothing counts
    until it was at rest for QUIET_US: it was closed as it was opened, or moved while `on_trial`, since it
    chattered before. `last_us` is the latest edge, at first when it was opened; `now_us` is
    the clock of the stamps.
    """

    last_us: int
    now_us: Callable[[], int]
    is_trusted: bool = True
    on_trial: bool = False
    is_noise: bool = False
    _since_us: int = 0
    _edges: int = 0
    _deeds: int = 0
    _windows: int = 0

    def edge(self, at_us: int, *, is_at_rest: bool = True) -> bool:
        """Take in an edge, of a contact that was at rest until then or not; say whether it counts."""
        if at_us - self._since_us >= WINDOW_US:
            self._begin(at_us)
        self._edges += 1
        is_late = self._edges % AT_LEAST == 0 and self.now_us() - at_us > BEHIND_US
        if (is_late or self._edges > MOST) and self._is_idle:
            self.is_noise = True
        if self.on_trial:
            self.is_trusted = False
        elif is_at_rest and at_us - self.last_us >= QUIET_US:
            self.is_trusted = True
        self.last_us = max(at_us, self.last_us)
        return self.is_trusted and not self.is_noise

    def did(self, steps: int = 1) -> None:
        """Take in that this came to something: a push, or steps of a wheel; to and fro is nothing."""
        self._deeds += steps

    @property
    def _is_idle(self) -> bool:
        return self._edges > EDGES_A_DEED * abs(self._deeds)

    def _begin(self, at_us: int) -> None:
        is_next = at_us - self._since_us < 2 * WINDOW_US
        self._windows = self._windows + 1 if self._edges >= MANY and self._is_idle and is_next else 0
        self.is_noise = self.is_noise or self._windows >= WINDOWS
        self._since_us, self._edges, self._deeds = at_us, 0, 0

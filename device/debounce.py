"""One press for one push: which edges of a bouncing contact count.

    quiet ──edge to closed──▶ PRESS, stamped by that edge; all edges after it are bounce ...
      ▲                                                                                    │
      └──────────────────────── ... until no edge came for the refractory time ◀───────────┘

Why not the pin library's own debounce: on lgpio it reports the last edge plus the bounce time, so the
cleaner switch would win, and it loses short taps. Stamps are whole microseconds of CLOCK_MONOTONIC.
"""

from dataclasses import dataclass

REFRACTORY_US = 150_000
"""Bounces have been reported 81 ms after a press; nobody pushes twice within 150 ms on purpose."""

STEADY_US = 15_000
"""A contact that is open or closed for so long does not bounce: a finger is on it, or off it."""

MOST_BOUNCES = 50
"""Contacts bounce for 5 to 10 ms, some twenty edges; what made more of them without being steady by the time
that its press is announced (25 ms) is no push: a loose wire, or radio."""

CALM_US = 1_000_000
"""What chattered so shortly before is not believed either."""

BLINK_US = 10_000
"""How long after a blink (see Debouncer) a contact may close for both to be one push."""


@dataclass(frozen=True)
class Press:
    """A push that counts, stamped when the contact first closed."""

    stamp_us: int


class Debouncer:
    """Follows the edges of one contact, which is taken to be open at first.

    It has no clock: `edge` is told every edge, and what depends on the present is asked with `now_us`.

    A *blink* is an edge that says "open" of a contact that is open: the kernel stamps an edge in the
    interrupt but reads the level later, in a thread (gpiolib-cdev.c, edge_irq_thread), when a bouncing
    contact may be open again. The stamp is right, so a push that begins with a blink is stamped by it; a
    blink alone is a spike on the wire, and no press.
    """

    def __init__(self, refractory_us: int = REFRACTORY_US) -> None:
        self.refractory_us = refractory_us
        self._last_edge_us: int | None = None
        self._is_closed = False
        self._since_us: int | None = None
        self._blink_us: int | None = None
        self._edges = 0
        self._chattered_us: int | None = None

    def edge(self, stamp_us: int, is_pressed: bool) -> Press | None:
        """Take in one edge, and give the press if it is one."""
        rested_us = self.refractory_us if self._last_edge_us is None else stamp_us - self._last_edge_us
        is_quiet = rested_us >= self.refractory_us
        if is_quiet and not self._is_closed:
            self._since_us = None
            self._blink_us = None if is_pressed else stamp_us
        self._last_edge_us = stamp_us if self._last_edge_us is None else max(stamp_us, self._last_edge_us)
        self._is_closed = is_pressed
        self._edges = 1 if rested_us >= STEADY_US else self._edges + 1
        if self._edges > MOST_BOUNCES:
            self._chattered_us = stamp_us
        if not is_pressed or not (is_quiet or self._blink_us is not None):
            return None
        if self._blink_us is not None and stamp_us - self._blink_us <= BLINK_US:
            stamp_us = self._blink_us
        self._blink_us = None
        self._since_us = stamp_us
        return Press(stamp_us)

    @property
    def is_chatter(self) -> bool:
        """Whether more edges came with the press than a push makes, or did so just before it."""
        if self._chattered_us is None or self._since_us is None:
            return False
        return self._since_us - self._chattered_us < CALM_US

    def held_since(self, now_us: int) -> int | None:
        """Give the stamp of the press that is being held, None when none is.

        A contact that opens for less than the refractory time chatters: it is still held.
        """
        if self._since_us is None or self._is_closed or self._last_edge_us is None:
            return self._since_us
        return self._since_us if now_us - self._last_edge_us < self.refractory_us else None

    def held_us(self, now_us: int) -> int:
        """Give how long the press has surely been held: until now, or until the contact last opened."""
        since_us = self.held_since(now_us)
        if since_us is None or self._last_edge_us is None:
            return 0
        return max(0, (now_us if self._is_closed else self._last_edge_us) - since_us)

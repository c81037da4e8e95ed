"""The one phone that waits for its button, for a minute at most; and who comes to that button too late."""

import asyncio
import secrets
from collections.abc import Callable, Iterator

from device.phones import SYMBOLS, Pending
from rules.core import Sign

PENDING_S = 60.0
"""How long a phone waits for its button before others may ask."""
LATE_S = 5.0
"""How long after its end a push is still taken for its hold: two seconds to hold, three to see the end."""
LOOK_S = 0.25
"""How often it is looked at whether the minute is over."""


class Waiting:
    """The wish of the phone that waits, and the last one that ended without its phone's doing.

    *timed_out* is called once when a minute is over.
    """

    def __init__(self, monotonic_s: Callable[[], float], timed_out: Callable[[Pending], None]) -> None:
        self._monotonic_s = monotonic_s
        self._timed_out = timed_out
        self._wish: tuple[Pending, float] | None = None
        self._late: tuple[Pending, float] | None = None
        self._symbol = ""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def now(self) -> Pending | None:
        """The wish of the phone that waits."""
        return None if self._wish is None or self._is_over(self._wish[1] + PENDING_S) else self._wish[0]

    def _is_over(self, end_s: float) -> bool:
        return self._monotonic_s() >= end_s

    def begin(self, token_hash: str, sign: Sign | None) -> bool:
        """Note a wish, or which seat it is for now; say whether anything changed."""
        self.look()
        if self._wish is None:
            # Nobody takes a phone that waits for the one before.
            self._symbol = secrets.choice([symbol for symbol in SYMBOLS if symbol != self._symbol])
        # Asking again and again must not keep others away.
        since_s = self._monotonic_s() if self._wish is None else self._wish[1]
        wish = Pending(token_hash, sign, self._symbol), since_s
        if wish == self._wish:
            return False
        self._wish = wish
        if self._late is not None and self._late[0].token_hash == token_hash:
            self._late = None
        if self._timer is None:
            self._tick()
        return True

    def end(self, token_hash: str) -> None:
        """End that phone's wish: it was fulfilled, or its phone took it back."""
        if self._wish is not None and self._wish[0].token_hash == token_hash:
            self._wish = None

    def run_out(self) -> None:
        """End the wish without its phone's doing; its button may be on the way down."""
        if self._wish is not None:
            self._late = self._wish[0], self._monotonic_s() + LATE_S
            self._wish = None

    def look(self) -> None:
        """End the wish when its minute is over, and say so."""
        if self._wish is None:
            return
        wish, since_s = self._wish
        if self._is_over(since_s + PENDING_S):
            self._late = wish, since_s + PENDING_S + LATE_S
            self._wish = None
            self._timed_out(wish)

    def _tick(self) -> None:
        self.look()
        again = self._wish is not None
        self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._tick) if again else None

    def wishes(self) -> Iterator[Pending]:
        """Give the wishes that a push may be for.

        The one that ended comes first: who holds for that phone must not seat the one that asked next.
        """
        self.look()
        if self._late is not None and not self._is_over(self._late[1]):
            yield self._late[0]
        if self._wish is not None:
            yield self._wish[0]

    def take_late(self, token_hash: str) -> bool:
        """Say, once, whether that phone's wish is the one that ended."""
        is_late = self._late is not None and self._late[0].token_hash == token_hash
        if is_late:
            self._late = None
        return is_late

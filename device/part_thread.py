"""The thread that keeps what one part shows: it sleeps until that changes.

Never on the event loop: a write blocks. A part that is absent or fails is said once and tried again every
few seconds; the table goes on without it.
"""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, Protocol, TypeVar

from device.errors import DeviceError

log = logging.getLogger(__name__)

RETRY_S: Final = 5.0
BEAT_S: Final = 1.0
"""The longest sleep: the watchdog wants to see a live thread also while nothing moves."""


class Part(Protocol):
    """What can be let go of."""

    def close(self) -> None:
        """Go dark and let go; twice is fine."""


PartT = TypeVar("PartT", bound=Part)


class PartThread(ABC, Generic[PartT]):
    """Keeps one part. `stop` may be called from any thread, and what a subclass does inside `changing`.

    *open_part* gets hold of it and raises a DeviceError when there is none. *on_part* is told, on this
    thread, each change between there (True) and absent, with the reason.
    """

    NAME: str

    def __init__(
        self,
        open_part: Callable[[], PartT],
        *,
        on_part: Callable[[bool, str], object] | None = None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_part = open_part
        self._on_part = on_part
        self._monotonic_s = monotonic_s
        self._changed = threading.Condition()
        self._changes = 0
        self._is_stopping = False
        self._is_stale = self._is_forgotten = False
        self._part: PartT | None = None
        self._is_there: bool | None = None
        self._retry_s = 0.0
        self._thread = threading.Thread(target=self._run, name=f"khepri-{self.NAME}", daemon=True)
        self.last_beat_s = monotonic_s()
        self.faults = 0

    @abstractmethod
    def _show(self, part: PartT) -> float | None:
        """Show what is to be shown; give in how many seconds that changes by itself, None for never.

        Raises:
            DeviceError: when the part doesn't take it.
        """

    @abstractmethod
    def _forget(self) -> None:
        """Forget what was shown: the part was let go of."""

    def start(self) -> None:
        """Start showing."""
        self._thread.start()

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Change under the lock what is shown, then wake the thread."""
        with self._changed:
            yield
            self._changes += 1
            self._changed.notify()

    def open_anew(self) -> None:
        """Let go of the part and open it again, since how it is opened has changed."""
        with self.changing():
            self._is_stale = True

    def show_anew(self) -> None:
        """Show once more what is shown: the part has forgotten it."""
        with self.changing():
            self._is_forgotten = True

    def stop(self, timeout_s: float = 2.0) -> None:
        """Go dark and end the thread; twice is fine."""
        with self.changing():
            self._is_stopping = True
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    @property
    def silent_s(self) -> float:
        """How long the thread has done nothing; at rest it does something each second."""
        return self._monotonic_s() - self.last_beat_s

    @property
    def is_there(self) -> bool:
        """Whether the part takes what it is to show."""
        return self._is_there is True

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._is_stopping:
                    break
                seen = self._changes
            wait_s = self.beat()
            with self._changed:
                if self._changes == seen:
                    self._changed.wait(wait_s)
        self._let_go()

    def beat(self) -> float:
        """Do what is due, and give how many seconds may pass before the next time."""
        self.last_beat_s = self._monotonic_s()
        try:
            return self._beat()
        except DeviceError as error:
            self._retry_s = self.last_beat_s + RETRY_S
            self._let_go()
            self._tell_part(False, str(error))
        except Exception:  # a fault of ours in one picture must not leave the table in the dark
            self.faults += 1
            log.exception("the %s could not be drawn", self.NAME)
        return BEAT_S

    def _beat(self) -> float:
        with self._changed:
            is_stale, self._is_stale = self._is_stale, False
            is_forgotten, self._is_forgotten = self._is_forgotten, False
        if is_stale and self._part is not None:
            self._let_go()
        if is_forgotten:
            self._forget()
        if self._part is None:
            if self.last_beat_s < self._retry_s:
                return BEAT_S
            self._part = self._open_part()
            self._tell_part(True, f"the {self.NAME} is there")
        wait_s = self._show(self._part)
        return BEAT_S if wait_s is None else min(BEAT_S, wait_s)

    def _let_go(self) -> None:
        part, self._part = self._part, None
        self._forget()
        if part is None:
            return
        try:
            part.close()
        except DeviceError as error:
            log.warning("%s", error)
        except Exception:  # it is let go of all the same, and tried anew
            self.faults += 1
            log.exception("the %s could not be let go of", self.NAME)

    def _tell_part(self, is_there: bool, reason: str) -> None:
        if self._is_there is is_there:
            return
        self._is_there = is_there
        log.log(logging.INFO if is_there else logging.WARNING, "%s", reason)
        if self._on_part is not None:
            self._on_part(is_there, reason)

"""Whether 5 V arrives at the lights: a level that is looked at now and then, never by edges.

Lights without supply take every frame all the same, since their data line tells nothing back. They forget
what they showed, so whoever looks sends the picture anew once the supply is back.
"""

import logging
from typing import Any, Final

from gpiozero import InputDevice

from device.contacts import let_go

log = logging.getLogger(__name__)

FLICKERS_WITHIN_S: Final = 60.0
STEADY_S: Final = 30.0
"""What was lost again so soon must be there for so long before that is said: a loose plug is told once."""

LOST: Final = "no 5 V arrives at the ring: its supply is out, fuse F1 has blown, or plug J15 is loose"
BACK: Final = "5 V arrives at the ring again"


class Supply:
    """The lights' supply, as the wire says that brings it back through a divider (None: there is none).

    `is_there` is what is said of it: True until it was found to be lost. `was_there` is once it was seen.
    """

    def __init__(self, number: int | None) -> None:
        self._number = number
        self._sense: InputDevice | None = None
        self._fault = ""
        self.is_there = True
        self.was_there = False
        self._was_high = True
        self._high_since_s = self._said_s = -FLICKERS_WITHIN_S
        self._is_loose = False

    def open(self, factory: Any) -> None:
        """Get hold of the wire's pin; where it can't be had, which is said once, the lights count as fed."""
        if self._number is None or self._sense is not None:
            return
        try:
            # The divider pulls it by itself.
            self._sense = InputDevice(self._number, pull_up=None, active_state=True, pin_factory=factory)
        except Exception as error:  # any kind: busy, no such line, no permission
            found = f"nobody sees whether 5 V arrives at the ring ({type(error).__name__}: {error})"
            if found != self._fault:
                log.warning("GPIO%d can't be had: %s", self._number, found)
            self._fault = found

    def look(self, now_s: float) -> bool:
        """Look at the level; say whether it has come back, so that the lights forgot their picture."""
        if self._sense is None:
            return False
        is_high = bool(self._sense.pin.state)
        is_back, self._was_high = is_high and not self._was_high, is_high
        self.was_there = self.was_there or is_high
        if is_back:
            self._high_since_s = now_s
        if not is_high and self.is_there:
            self._is_loose = now_s - self._said_s < FLICKERS_WITHIN_S
            self._say(False, now_s)
        steady_s = STEADY_S if self._is_loose else 0
        if is_high and not self.is_there and now_s - self._high_since_s >= steady_s:
            self._say(True, now_s)
        return is_back

    def _say(self, is_there: bool, now_s: float) -> None:
        self.is_there, self._said_s = is_there, now_s
        log.log(logging.INFO if is_there else logging.WARNING, "%s", BACK if is_there else LOST)

    def close(self) -> None:
        """Give the pin back; twice is fine."""
        if self._sense is not None:
            let_go(self._sense)
            self._sense = None

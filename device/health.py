"""How the running table is, for `khepri doctor` on the same machine: nothing secret, nothing of the game."""

from typing import Protocol

from device.dating import DateSource
from device.probe import Probe
from device.views import Parts
from rules.codec import Json


class HasParts(Protocol):
    """What knows how the parts are."""

    @property
    def now(self) -> Parts:
        """How each part is."""

    def reasons(self) -> Parts:
        """Why each part is absent."""

    def stuck(self) -> str | None:
        """Which thread has ended or is stuck."""


def health(
    parts: HasParts, probe: Probe, *, now_us: int, date: DateSource, is_playing: bool, phones: int
) -> dict[str, Json]:
    """Give how parts, threads, buttons and the date are, as a JSON object."""
    states, reasons = vars(parts.now), vars(parts.reasons())
    return {
        "parts": {name: {"state": state, "reason": reasons[name]} for name, state in states.items()},
        "thread": parts.stuck(),
        "buttons": {
            name: {"pushes": contact.pushes, "worst_bounce_us": contact.worst_us}
            for name, contact in probe.contacts.items()
        },
        "held": list(probe.stuck(now_us)),
        "wheels": {name: {"clockwise": w.clockwise, "back": w.back} for name, w in probe.wheels.items()},
        "date": str(date),
        "is_playing": is_playing,
        "phones": phones,
    }

"""How the running table is, for `khepri doctor` on the same machine: nothing secret, nothing of the game."""

from pathlib import Path
from typing import Protocol

from device.dating import DateSource
from device.lights import FrameTimes
from device.part_states import Parts
from device.probe import Probe
from rules.codec import Json


class HasParts(Protocol):
    """What knows how the parts are."""

    @property
    def now(self) -> Parts:
        """How each part is, and what is wrong."""

    def stuck(self) -> str | None:
        """Which thread has ended or is stuck."""


def health(
    parts: HasParts,
    probe: Probe,
    *,
    frames: FrameTimes,
    date: DateSource,
    data: Path,
    is_playing: bool,
    phones: int,
) -> dict[str, Json]:
    """Give how parts, threads, buttons and the date are, as a JSON object."""
    now = parts.now
    return {
        "parts": dict(now.states),
        "faults": [{"part": f.part, "kind": f.kind, "lack": f.lack, "reason": f.reason} for f in now.faults],
        "thread": parts.stuck(),
        "ring_frames": {**vars(frames)},
        "buttons": {
            name: {"pushes": contact.pushes, "worst_bounce_us": contact.worst_us}
            for name, contact in probe.contacts.items()
        },
        "wheels": {name: {"clockwise": w.clockwise, "back": w.back} for name, w in probe.wheels.items()},
        "date": str(date),
        "data": str(data.absolute()),
        "is_playing": is_playing,
        "phones": phones,
    }

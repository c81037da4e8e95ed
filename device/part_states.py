"""How the table's parts are, and what is wrong with them."""

from dataclasses import dataclass
from enum import StrEnum

PARTS = ("ring", "buttons", "encoders", "display", "piezo")


class Lack(StrEnum):
    """What is wrong with a part, or with one button or wheel. Each has a text `part.<value>`."""

    ABSENT = "absent"
    NO_POWER = "no_power"
    NOISY = "noisy"
    HELD = "held"


@dataclass(frozen=True)
class PartFault:
    """What is wrong with what: `part` is one of PARTS, or a button or wheel by its name in the pin map.

    `is_loss` says that it was there before, since this start.
    """

    part: str
    lack: Lack
    reason: str = ""
    is_loss: bool = False

    @property
    def kind(self) -> str:
        """Which of PARTS it belongs to."""
        if self.part in PARTS:
            return self.part
        return "encoders" if self.part.startswith("encoder_") else "buttons"


@dataclass(frozen=True)
class Parts:
    """How each part of the table is: ok, simulated or absent; and all that is wrong."""

    ring: str
    buttons: str
    encoders: str = "absent"
    display: str = "absent"
    piezo: str = "absent"
    faults: tuple[PartFault, ...] = ()

    @property
    def states(self) -> dict[str, str]:
        """How each part is, by its name."""
        return {name: getattr(self, name) for name in PARTS}

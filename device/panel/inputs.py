"""What hands do to the panel, and what it asks of the table in return."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from device.setup import Setup
from device.sound import Sound
from rules.codec import Json
from rules.core import Sign


class Button(StrEnum):
    """The two buttons of the panel; the names are those of the pin map."""

    OK = "ok"
    BACK = "back"


@dataclass(frozen=True)
class Turn:
    """An encoder (1 to 3) was turned by so many detents, clockwise positive."""

    encoder: int
    steps: int


@dataclass(frozen=True)
class Push:
    """OK or BACK was pushed by itself; `closed_us` is the stamp of its contact."""

    button: Button
    closed_us: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Both:
    """OK and BACK were pushed together."""


@dataclass(frozen=True)
class Hold:
    """OK or BACK is being held."""

    button: Button


@dataclass(frozen=True)
class SeatPush:
    """A seat's button was pushed. In a game it is the panel's only where it fills in what is asked."""

    sign: Sign


Input = Turn | Push | Both | Hold | SeatPush


@dataclass(frozen=True)
class PlayEvent:
    """Log this event, a JSON object, for the open game."""

    event: Mapping[str, Json]


@dataclass(frozen=True)
class Retract:
    """Take back that entry, the last."""

    entry: int


@dataclass(frozen=True)
class Redo:
    """Bring back that entry, taken back last."""

    entry: int


@dataclass(frozen=True)
class Correct:
    """Replace (None: remove) an entry; `set_aside` are those that then no longer fit, as were shown."""

    entry: int
    replacement: Mapping[str, Json] | None
    set_aside: tuple[int, ...]


@dataclass(frozen=True)
class Arrange:
    """Store another setup."""

    setup: Setup


@dataclass(frozen=True)
class Rename:
    """Give a seat another name, before or in a game."""

    sign: Sign
    name: str


@dataclass(frozen=True)
class Start:
    """Open a game with the present setup."""


@dataclass(frozen=True)
class Close:
    """Leave the open game; its record is kept."""


@dataclass(frozen=True)
class Resume:
    """Go on after the table was cut off in mid-sand."""


@dataclass(frozen=True)
class OpenSeating:
    """Let phones sit down, or no longer."""

    is_open: bool


@dataclass(frozen=True)
class SetLanguage:
    """Speak this language at the table."""

    language: str


@dataclass(frozen=True)
class SetBrightness:
    """Set how bright display and lights are, in percent."""

    pct: int


@dataclass(frozen=True)
class SetNight:
    """Keep display and lights dim, or no longer."""

    is_on: bool


@dataclass(frozen=True)
class SetColourOrder:
    """Send the LEDs their colours in this order."""

    order: str


@dataclass(frozen=True)
class SetSound:
    """Switch one kind of sound on or off."""

    sound: Sound
    is_on: bool


@dataclass(frozen=True)
class OpenWifi:
    """Open the table's own Wi-Fi, or close it."""

    is_open: bool


@dataclass(frozen=True)
class KeepWifi:
    """Have the own Wi-Fi open again after a restart, or not."""

    keeps: bool


@dataclass(frozen=True)
class Examine:
    """Have the doctor look at the machine."""


@dataclass(frozen=True)
class Stop:
    """End the program; everything is stored."""


Command = (
    PlayEvent
    | Retract
    | Redo
    | Correct
    | Arrange
    | Rename
    | Start
    | Close
    | Resume
    | OpenSeating
    | SetLanguage
    | SetBrightness
    | SetNight
    | SetColourOrder
    | SetSound
    | OpenWifi
    | KeepWifi
    | Examine
    | Stop
)
Commands = tuple[Command, ...]

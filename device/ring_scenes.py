"""What the lights have to say (a Scene), and what they can say it with (colours).

device/ring.py draws it.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from rules.core import Arc, Sign

Rgb = tuple[int, int, int]
GAMMA = 2.6

# LEDs are not paint: they add light, so the dark enamels of look/tokens.css (feather #0c5842) would be off
# and its soft ones white. Each keeps the hue of its token within 16 degrees, at full value and with most
# of the white taken out; feather moves towards green, away from eye.
SEAT_COLOURS: dict[Sign, Rgb] = {
    Sign.SUN: (255, 180, 0),
    Sign.EYE: (0, 70, 255),
    Sign.LOTUS: (255, 80, 175),
    Sign.FEATHER: (0, 255, 120),
    Sign.BOAT: (255, 60, 0),
    Sign.ANKH: (255, 232, 190),
}
GOLD: Rgb = SEAT_COLOURS[Sign.SUN]
WHITE: Rgb = (255, 255, 255)
CARNELIAN: Rgb = (255, 90, 30)
RIGHT_GREEN: Rgb = (40, 255, 60)
WRONG_RED: Rgb = (255, 20, 0)
LAPIS: Rgb = (30, 90, 255)
PRIMARIES: tuple[Rgb, ...] = ((255, 0, 0), (0, 255, 0), (0, 0, 255))

# How bright a light looks, of 1: four steps that are told apart across a table.
FULL, MID, LOW, GLOW = 1.0, 0.75, 0.55, 0.4


class Stage(StrEnum):
    """What the table is at."""

    IDLE = "idle"
    """No game and nobody seated."""
    SETUP = "setup"
    """Seats are being taken, in clockwise order."""
    ROLL = "roll"
    """The roller's throw is awaited."""
    RACE = "race"
    """The dice lie: who is first?"""
    SAND = "sand"
    """Somebody claimed, the time runs; when it is up the claims are shown."""
    JUDGING = "judging"
    OVER = "over"


class Moment(StrEnum):
    """Something that just happened and is shown for a short while."""

    HEARD = "heard"
    """A press came in; nothing counts yet."""
    DEAD_HEAT = "dead_heat"
    RIGHT = "right"
    WRONG = "wrong"


MOMENT_MS = {Moment.HEARD: 200, Moment.DEAD_HEAT: 1_500, Moment.RIGHT: 1_200, Moment.WRONG: 1_200}


@dataclass(frozen=True)
class Signal:
    """A moment: when it was, by the table clock, and whose it is."""

    moment: Moment
    at_ms: int
    signs: tuple[Sign, ...]


@dataclass(frozen=True)
class ClaimLight:
    """A claim as the lights show it: `is_dead_heat` if a draw put it after the one before."""

    sign: Sign
    is_dead_heat: bool = False
    is_right: bool | None = None


@dataclass(frozen=True)
class Scene:
    """All that the lights can say; times are of the table clock.

    `seats` are those taken, clockwise; `roller` is whose throw is awaited; `may_press` are those whose
    button counts now. `claims` come in the announced order. `sand_from_ms` may lie in the future (the timer
    is still to be turned); both are None when no time runs or has run out. `arcs` are ways that things have
    come, one of each tone, `squares` how many a shape has. `wanted` are those of whom something is to be
    entered, `chosen` the one of whom it is being entered. `is_test` shows the three colours. `pairing` is the
    seat that a phone asks for, `held_from_ms` since when its button is held. `is_ok_lit` and `is_back_lit`
    say that pressing them does something. `signals` may hold old ones: they are over by themselves.
    """

    stage: Stage = Stage.IDLE
    seats: tuple[Sign, ...] = ()
    roller: Sign | None = None
    may_press: tuple[Sign, ...] = ()
    sand_from_ms: int | None = None
    sand_until_ms: int | None = None
    claims: tuple[ClaimLight, ...] = ()
    arcs: tuple[Arc, ...] = ()
    squares: int = 0
    winners: tuple[Sign, ...] = ()
    wanted: tuple[Sign, ...] = ()
    chosen: Sign | None = None
    is_paused: bool = False
    is_test: bool = False
    pairing: Sign | None = None
    held_from_ms: int | None = None
    is_ok_lit: bool = False
    is_back_lit: bool = False
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True)
class Paint:
    """Mixes whole LED values at one brightness (of 1), so that a picture can do exact sums with them."""

    brightness: float

    def light(self, colour: Rgb, look: float = FULL) -> Rgb:
        """Give the LED values at which *colour* (as on a screen) looks *look* times as bright."""
        return _led(colour, look, self.brightness)


@cache
def _led(colour: Rgb, look: float, brightness: float) -> Rgb:
    r, g, b = (round(255 * brightness * (look * c / 255) ** GAMMA) for c in colour)
    return r, g, b

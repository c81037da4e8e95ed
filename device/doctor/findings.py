"""What the doctor finds: one sentence of the catalogue each, how grave it is, and the lines that mend it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.codec import Json

NOTHING: Mapping[str, str | int] = MappingProxyType({})


class Level(StrEnum):
    """How grave a finding is."""

    OK = "ok"
    UNKNOWN = "unknown"
    """It can't be told from here, which is no fault."""
    WARNING = "warning"
    """The table plays on, but something is missing, or may go wrong."""
    FAULT = "fault"
    """The table or one of its parts can't work."""

    @property
    def rank(self) -> int:
        return list(Level).index(self)


class Check(StrEnum):
    """What is looked at, in this order. It has a text `panel.check.<value>` in every catalogue."""

    BOARD = "board"
    SYSTEM = "system"
    PYTHON = "python"
    LIBRARIES = "libraries"
    GROUPS = "groups"
    SPI = "spi"
    PIO = "pio"
    I2C = "i2c"
    BOOT = "boot"
    PINS = "pins"
    POWER = "power"
    DISK = "disk"
    WEAR = "wear"
    CLOCK = "clock"
    NETWORK = "network"
    NAME = "name"
    WIFI = "wifi"
    HOTSPOT = "hotspot"
    ISOLATION = "isolation"
    SERVICE = "service"
    TABLE = "table"
    RING = "ring"
    BUTTONS = "buttons"
    ENCODERS = "encoders"
    DISPLAY = "display"
    PIEZO = "piezo"


_BUSES: Final = (Check.SPI, Check.I2C)
PARTS: Final = (Check.RING, Check.BUTTONS, Check.ENCODERS, Check.DISPLAY, Check.PIEZO)
_GROUPS: Final = {**dict.fromkeys(_BUSES, "bus"), **dict.fromkeys(PARTS, "part")}


@dataclass(frozen=True)
class Finding:
    """What one check found; its sentence is the text of `key`, buses and parts sharing theirs.

    `mend` are lines for a terminal, in order.
    """

    check: Check
    code: str
    level: Level = Level.OK
    params: Mapping[str, str | int] = field(default_factory=lambda: NOTHING)
    mend: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"doctor.{_GROUPS.get(self.check, self.check)}.{self.code}"


def worst(findings: tuple[Finding, ...]) -> Level:
    """Give the gravest level of all; what can't be told counts as well."""
    grave = max((f.level for f in findings), key=lambda level: level.rank, default=Level.OK)
    return Level.OK if grave is Level.UNKNOWN else grave


def encode_finding(finding: Finding, sentence: str) -> dict[str, Json]:
    """Give a finding as a JSON object."""
    return {
        "check": str(finding.check),
        "code": finding.code,
        "level": str(finding.level),
        "text": sentence,
        "params": dict(finding.params),
        "mend": list(finding.mend),
    }

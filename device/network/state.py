"""How the table is on the network, as values."""

from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Interface
from typing import Final

from device.errors import DeviceError
from device.network.hotspot import Hotspot

OWN_ADDRESS: Final = IPv4Interface("10.42.0.1/24")
"""The table in its own Wi-Fi: what NetworkManager takes for a shared connection, too."""


class Link(StrEnum):
    """How the table is reached: by nothing yet, by a network of others, or by its own Wi-Fi."""

    NONE = "none"
    JOINING = "joining"
    JOINED = "joined"
    OWN = "own"


class Obstacle(StrEnum):
    """Why there can be no own Wi-Fi on this machine as it is; texts `panel.network.<value>`."""

    NO_MANAGER = "no_manager"
    NO_WIFI = "no_wifi"
    WIFI_OFF = "wifi_off"
    BOUND = "bound"


class Fault(StrEnum):
    """Why switching went wrong; texts `panel.network.<value>`."""

    NOT_ALLOWED = "not_allowed"
    TOO_LONG = "too_long"
    REFUSED = "refused"
    NO_MANAGER = "gone"


class Doing(StrEnum):
    """What is being done just now."""

    OPENING = "opening"
    CLOSING = "closing"


class NetworkError(DeviceError):
    """The network could not be asked or switched; the sentence is NetworkManager's."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


@dataclass(frozen=True)
class Failed:
    """What went wrong last; `is_back` says that the former Wi-Fi is there again, None that there was none."""

    fault: Fault
    is_back: bool | None = None


@dataclass(frozen=True)
class NetworkState:
    """All that people are told of the network.

    `wifi` is the name of a Wi-Fi of others, empty on a cable. `own` is the table's own while that is open.
    `keeps` says that it opens again after a restart. `is_unreached` says that the table has waited long for
    a first phone, `is_alone` that it has been without any network so long that an own Wi-Fi is offered.
    """

    link: Link = Link.NONE
    wifi: str = ""
    own: Hotspot | None = None
    keeps: bool = True
    obstacle: Obstacle | None = None
    doing: Doing | None = None
    failed: Failed | None = None
    is_unreached: bool = False
    is_alone: bool = False

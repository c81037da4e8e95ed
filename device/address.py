"""Where this machine is on the network, asked anew each time: addresses come late and change."""

import fcntl
import socket
import struct
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path

EVERY = "0.0.0.0"
LOOPBACK = IPv4Address("127.0.0.1")
HTTP_PORT = 80
"""Needs no naming in an address: browsers leave it out of `Host` and `Origin` too."""

# Linux, netdevice(7).
SIOCGIFFLAGS = 0x8913
SIOCGIFADDR = 0x8915
IFF_UP, IFF_RUNNING = 0x1, 0x40


@dataclass(frozen=True)
class Interface:
    """A network interface that is up; `is_part` tells a real one from a bridge or a tunnel."""

    name: str
    address: IPv4Address
    is_part: bool


def interfaces() -> list[Interface]:
    """List the interfaces that are up, loopback left out."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode())
            # One without an address refuses; one may also go away while it is asked.
            with suppress(OSError):
                (flags,) = struct.unpack_from("H", fcntl.ioctl(asking, SIOCGIFFLAGS, request), 16)
                address = IPv4Address(fcntl.ioctl(asking, SIOCGIFADDR, request)[20:24])
                if flags & IFF_UP and flags & IFF_RUNNING and not address.is_loopback:
                    found.append(Interface(name, address, Path(f"/sys/class/net/{name}/device").exists()))
    return found


def routed_address() -> IPv4Address | None:
    """Give the address with which this machine would speak to the internet, None without a route."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Connecting a datagram socket sends nothing: it only asks for the route.
        probe.connect(("192.0.2.1", 9))
        return IPv4Address(probe.getsockname()[0])
    return None


def best(found: Iterable[Interface], routed: IPv4Address | None) -> IPv4Address | None:
    """Choose the address for phones: of a home network, on a real interface, where the internet is."""

    def rank(interface: Interface) -> tuple[bool, ...]:
        address = interface.address
        return address.is_link_local, not address.is_private, not interface.is_part, address != routed

    chosen = min(found, key=rank, default=None)
    return None if chosen is None else chosen.address


def network_address() -> IPv4Address | None:
    """Give the address at which phones reach this machine, None while it has no network."""
    return best(interfaces(), routed_address())


@dataclass(frozen=True)
class Address:
    """The table's own address, for who listens at `bind`."""

    bind: str
    port: int
    find: Callable[[], IPv4Address | None] = network_address

    def url(self) -> str:
        """Give the address of the page as it is now; that of this machine alone while it has no network."""
        host = self.bind if self.bind != EVERY else self.find() or LOOPBACK
        return f"http://{host}" if self.port == HTTP_PORT else f"http://{host}:{self.port}"

    def phones_url(self) -> str | None:
        """Give the address for phones, None while they can't reach the table."""
        return self.url() if self.is_reachable() else None

    @property
    def is_for_all(self) -> bool:
        """Say whether every network is listened to."""
        return self.bind == EVERY

    def is_reachable(self) -> bool:
        """Say whether phones can reach the table now."""
        if self.is_for_all:
            return self.find() is not None
        with suppress(ValueError):
            return not IPv4Address(self.bind).is_loopback
        return self.bind != "localhost"

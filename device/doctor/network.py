"""Where the table is on the network, and what gets between it and the phones."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from device.doctor.findings import Check, Finding, Level
from device.doctor.system import System
from device.network.answers import fields_of

POWER_SAVE: Final = (
    "printf '[connection]\\nwifi.powersave=2\\n' | sudo tee /etc/NetworkManager/conf.d/khepri.conf",
    "sudo systemctl restart NetworkManager",
)
COMPLETE: Final = 0x2
"""ATF_COM of linux/if_arp.h: the neighbour answered."""
GATEWAY: Final = 0x2
"""RTF_GATEWAY of linux/route.h."""


def wifi_names(system: System) -> list[str]:
    """List the Wi-Fi interfaces."""
    return sorted({path.split("/")[4] for path in system.glob("/sys/class/net/*/phy80211")})


def addresses(system: System) -> list[str]:
    """List this machine's IPv4 addresses on networks."""
    try:
        came = json.loads(system.run("ip", "-json", "-4", "addr") or "[]")
        return [
            info["local"]
            for link in came
            for info in link["addr_info"]
            if not info["local"].startswith("127.")
        ]
    except (ValueError, KeyError, TypeError):
        return []


def check_network(system: System) -> Finding:
    """Say at which addresses phones find the table."""
    found = addresses(system)
    if not found:
        return Finding(Check.NETWORK, "none", Level.WARNING, mend=("sudo nmtui",))
    if all(address.startswith("169.254.") for address in found):
        return Finding(Check.NETWORK, "link_local", Level.WARNING, {"addresses": ", ".join(found)})
    return Finding(Check.NETWORK, "ok", params={"addresses": ", ".join(found)})


def check_name(system: System) -> Finding:
    """Say under which .local name it is found, and whether anything answers to that."""
    name = f"{system.text('/etc/hostname') or 'localhost'}.local"
    if _is_active(system, "avahi-daemon.service"):
        return Finding(Check.NAME, "ok", params={"name": name})
    mend = ("sudo apt install -y avahi-daemon", "sudo systemctl enable --now avahi-daemon")
    return Finding(Check.NAME, "silent", Level.WARNING, {"name": name}, mend)


def _is_active(system: System, unit: str) -> bool:
    return (system.run("systemctl", "is-active", unit) or "").strip() == "active"


def check_wifi(system: System) -> Finding:
    """Say whether Wi-Fi sleeps between packets, which costs a press up to a second."""
    names = wifi_names(system)
    if not names:
        return Finding(Check.WIFI, "none")
    answers = {name: system.run("iw", "dev", name, "get", "power_save") for name in names}
    if any("on" in (said or "").lower().partition(":")[2].split() for said in answers.values()):
        return Finding(Check.WIFI, "sleeps", Level.WARNING, mend=POWER_SAVE)
    if None in answers.values():
        return Finding(Check.WIFI, "unknown", Level.UNKNOWN, mend=("sudo apt install -y iw",))
    return Finding(Check.WIFI, "ok", params={"names": ", ".join(names)})


@dataclass(frozen=True)
class _Hotspot:
    """A Wi-Fi that this machine makes: what NetworkManager calls it, what phones see, and its isolation."""

    profile: str
    name: str
    isolation: str


def _hotspots(system: System) -> Iterator[_Hotspot]:
    asked = "802-11-wireless.mode,802-11-wireless.ssid,802-11-wireless.ap-isolation"
    for profile, kind in _pairs(system, "NAME,TYPE", "--active"):
        if kind != "802-11-wireless":
            continue
        told = dict(_pairs(system, asked, "id", profile))
        if told.get("802-11-wireless.mode") == "ap":
            name = told.get("802-11-wireless.ssid") or profile
            yield _Hotspot(profile, name, told.get("802-11-wireless.ap-isolation", ""))


def _pairs(system: System, fields: str, *which: str) -> Iterator[tuple[str, str]]:
    """Ask NetworkManager about connections; yield its lines of two fields."""
    said = system.run("nmcli", "-t", "-f", fields, "connection", "show", *which) or ""
    for line in said.splitlines():
        match fields_of(line):
            case first, second:
                yield first, second


def check_hotspot(system: System) -> Finding:
    """Say whether the table makes a network of its own."""
    own = next(_hotspots(system), None)
    if own is None:
        return Finding(Check.HOTSPOT, "off")
    return Finding(Check.HOTSPOT, "on", params={"name": own.name})


def check_isolation(system: System) -> Finding:
    """Say whether phones on this network can reach the table, and how that was judged.

    A page that is open on another device proves it. A hotspot of our own says it. Another device that
    answered on the Wi-Fi makes it likely. Nothing else can be told from here.
    """
    phones = 0 if system.table is None else int(system.table.get("phones", 0))
    if phones:
        return Finding(Check.ISOLATION, "phones", params={"n": phones})
    for own in _hotspots(system):
        said: dict[str, str | int] = {"name": own.name}
        if own.isolation not in ("yes", "1", "true"):
            return Finding(Check.ISOLATION, "own_hotspot", params=said)
        profile = shlex.quote(own.profile)
        mend = (
            f"sudo nmcli connection modify {profile} 802-11-wireless.ap-isolation no",
            f"sudo nmcli connection up {profile}",
        )
        return Finding(Check.ISOLATION, "hotspot", Level.FAULT, said, mend)
    others = [*neighbours(system)]
    if others:
        return Finding(Check.ISOLATION, "neighbours", params={"n": len(others)})
    return Finding(Check.ISOLATION, "unknown", Level.UNKNOWN)


def neighbours(system: System) -> Iterator[str]:
    """Yield who else answered on the Wi-Fi lately, routers left out."""
    wifi = wifi_names(system)
    routes = [line.split() for line in (system.text("/proc/net/route") or "").splitlines()[1:]]
    routers = {_address(r[2]) for r in routes if len(r) > 3 and int(r[3], 16) & GATEWAY}
    for line in (system.text("/proc/net/arp") or "").splitlines()[1:]:
        said = line.split()
        if len(said) >= 6 and said[5] in wifi and int(said[2], 16) & COMPLETE and said[0] not in routers:
            yield said[0]


def _address(word: str) -> str:
    """Read an address as the kernel writes it on a little-endian machine."""
    return ".".join(str(byte) for byte in reversed(bytes.fromhex(word)))


def check_networks(system: System) -> Iterator[Finding]:
    """Check everything between table and phones."""
    yield check_network(system)
    yield check_name(system)
    yield check_wifi(system)
    yield check_hotspot(system)
    yield check_isolation(system)

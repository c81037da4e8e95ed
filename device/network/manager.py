"""What the table asks of NetworkManager, and how its answers are read."""

from dataclasses import dataclass
from typing import Final, Protocol

from device.network.answers import NOT_THERE, TOO_LONG, Ran, Run, fields_of
from device.network.hotspot import Hotspot
from device.network.state import OWN_ADDRESS, Fault, NetworkError, Obstacle

PROFILE: Final = "khepri-hotspot"
ASK_S: Final = 8.0
NO_SUCH: Final = 10
NOT_RUNNING: Final = 8
UP_S: Final = 30
DOWN_S: Final = 15
GRACE_S: Final = 5.0
"""How much longer than nmcli's own wait its end is waited for."""


@dataclass(frozen=True)
class Device:
    """A network part of the machine: wifi or ethernet, how it stands, and what it is connected to."""

    name: str
    kind: str
    state: str
    connection: str = ""
    uuid: str = ""

    @property
    def is_connected(self) -> bool:
        return self.state.startswith("connected") and self.state != "connected (externally)"

    @property
    def is_connecting(self) -> bool:
        return self.state.startswith("connecting")


@dataclass(frozen=True)
class Links:
    """The network parts that NetworkManager looks after; `wifi` is the name of the Wi-Fi joined."""

    devices: tuple[Device, ...] = ()
    wifi: str = ""
    obstacle: Obstacle | None = None

    @property
    def is_own(self) -> bool:
        """Whether the own Wi-Fi is open."""
        return any(d.connection == PROFILE and d.is_connected for d in self.devices)

    @property
    def radio(self) -> Device | None:
        """The Wi-Fi part for an own Wi-Fi: the one that makes it, else one that is free."""
        parts = [d for d in self.devices if d.kind == "wifi"]
        return min(parts, key=lambda d: (d.connection != PROFILE, d.is_connected), default=None)


class Manager(Protocol):
    """What switches the network; each raises NetworkError."""

    async def look(self) -> Links:
        """Say how the network parts stand."""

    async def make(self, hotspot: Hotspot, device: str, *, keeps: bool) -> None:
        """Describe the own Wi-Fi to it, without opening it."""

    async def up(self, device: str) -> None:
        """Open the own Wi-Fi, and wait until it is."""

    async def down(self) -> None:
        """Close it."""

    async def described(self) -> Hotspot:
        """Give name and password that the own Wi-Fi has."""

    async def forget(self) -> None:
        """Forget its description; one that is unknown is fine."""

    async def keep(self, *, keeps: bool) -> None:
        """Have it open by itself after a restart, or not."""

    async def join(self, uuid: str) -> None:
        """Join a network that is known, and wait until it is joined."""


class NetworkManager:
    """NetworkManager, asked by its command line."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def look(self) -> Links:
        """Say how the network parts stand."""
        fields = "DEVICE,TYPE,STATE,CONNECTION,CON-UUID"
        ran = await self._run(("-t", "-f", fields, "device", "status"), ASK_S)
        if ran.status in (NOT_THERE, NOT_RUNNING) or _has_no_manager(ran):
            return Links(obstacle=Obstacle.NO_MANAGER)
        _check(ran)
        lines = (fields_of(line) for line in ran.out.splitlines())
        devices = tuple(Device(*line) for line in lines if len(line) == 5 and line[1] in ("wifi", "ethernet"))
        links = Links(tuple(d for d in devices if d.state != "unmanaged"))
        joined = next((d for d in links.devices if d.kind == "wifi" and d.is_connected), None)
        name = await self._wifi_name(joined) if joined is not None and not links.is_own else ""
        return Links(links.devices, name, await self._obstacle(links))

    async def _wifi_name(self, device: Device) -> str:
        """Give the name of the Wi-Fi: that of the profile is often another ("preconfigured")."""
        asked = ("-e", "no", "-g", "802-11-wireless.ssid", "connection", "show", "uuid", device.uuid)
        ran = await self._run(asked, ASK_S)
        return ran.out.removesuffix("\n") if ran.status == 0 else device.connection

    async def _obstacle(self, links: Links) -> Obstacle | None:
        radio = links.radio
        if radio is None:
            return Obstacle.NO_WIFI
        if radio.state != "unavailable":
            return None
        ran = await self._run(("-t", "radio", "wifi"), ASK_S)
        # Raspberry Pi OS keeps Wi-Fi blocked until its country is set. Whose law holds is not ours to say.
        return Obstacle.WIFI_OFF if ran.out.strip() != "enabled" else None

    async def make(self, hotspot: Hotspot, device: str, *, keeps: bool) -> None:
        """Describe the own Wi-Fi anew: it may have been changed by hand."""
        await self.forget()
        described = {
            "ifname": device,
            "ssid": hotspot.name,
            "connection.autoconnect": "yes" if keeps else "no",
            # Before any Wi-Fi that is known too.
            "connection.autoconnect-priority": "50",
            "wifi.mode": "ap",
            # Every phone has it, it goes through a table's wood, and needs no radar watch.
            "wifi.band": "bg",
            "wifi.powersave": "disable",
            "wifi.ap-isolation": "no",
            # The Pi's own Wi-Fi part does no WPA3 as a base, and no phone gets in where frames are protected
            # (raspberrypi/linux, issues 3619 and 4718).
            "wifi-sec.key-mgmt": "wpa-psk",
            "wifi-sec.proto": "rsn",
            "wifi-sec.pairwise": "ccmp",
            "wifi-sec.group": "ccmp",
            "wifi-sec.pmf": "disable",
            "wifi-sec.psk": hotspot.password,
            "ipv4.method": "shared",
            "ipv4.addresses": str(OWN_ADDRESS),
            "ipv6.method": "disabled",
        }
        args = ("connection", "add", "type", "wifi", "con-name", PROFILE)
        ran = await self._run(args + tuple(word for pair in described.items() for word in pair), ASK_S)
        _check(ran, secret=hotspot.password)

    async def up(self, device: str) -> None:
        """Open the own Wi-Fi, and wait until it is."""
        await self._switch(UP_S, "up", "id", PROFILE, "ifname", device)

    async def down(self) -> None:
        """Close it; one that is closed is fine."""
        await self._switch(DOWN_S, "down", "id", PROFILE, is_fine=NO_SUCH)

    async def described(self) -> Hotspot:
        """Give name and password as NetworkManager has them: another table's data may have made them."""
        fields = "802-11-wireless.ssid,802-11-wireless-security.psk"
        ran = await self._run(("-s", "-e", "no", "-g", fields, "connection", "show", "id", PROFILE), ASK_S)
        _check(ran)
        name, _, password = ran.out.removesuffix("\n").partition("\n")
        return Hotspot(name, password)

    async def forget(self) -> None:
        """Forget its description; one that is unknown is fine."""
        _check(await self._run(("connection", "delete", "id", PROFILE), ASK_S), is_fine=NO_SUCH)

    async def keep(self, *, keeps: bool) -> None:
        """Have it open by itself after a restart, or not."""
        told = ("connection.autoconnect", "yes" if keeps else "no")
        _check(await self._run(("connection", "modify", "id", PROFILE, *told), ASK_S))

    async def join(self, uuid: str) -> None:
        """Join a network that is known, and wait until it is joined."""
        await self._switch(UP_S, "up", "uuid", uuid)

    async def _switch(self, wait_s: int, *args: str, is_fine: int = 0) -> None:
        ran = await self._run(("--wait", str(wait_s), "connection", *args), wait_s + GRACE_S)
        _check(ran, is_fine=is_fine)


def _has_no_manager(ran: Ran) -> bool:
    return ran.status != 0 and "could not create nmclient" in ran.complaint.lower()


def _check(ran: Ran, *, is_fine: int = 0, secret: str = "") -> None:
    """Pass on a refusal.

    Raises:
        NetworkError: when nmcli did not end well.
    """
    if ran.status in (0, is_fine):
        return
    complaint = ran.complaint.replace(secret, "…") if secret else ran.complaint
    lower = complaint.lower()
    if any(word in lower for word in ("not authorized", "privileges", "permission")):
        fault = Fault.NOT_ALLOWED
    elif ran.status == TOO_LONG:
        fault = Fault.TOO_LONG
    elif ran.status in (NOT_THERE, NOT_RUNNING) or _has_no_manager(ran):
        fault = Fault.NO_MANAGER
    else:
        fault = Fault.REFUSED
    raise NetworkError(fault, complaint or f"nmcli ended with {ran.status}")

"""An nmcli without any network behind it: for the bench, and for tests of what asks nmcli.

It knows the calls that manager.py makes, and answers them as nmcli 1.42 does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from device.network.answers import Ran

HOME_UUID: Final = "0d7f3ba5-1b1c-4a10-9a0a-3f4f2c7a1d11"
OWN_UUID: Final = "5f0f6a3e-52c4-4d77-8f0b-6b8f3a4c2e22"


@dataclass
class Simulated:
    """A machine with one Wi-Fi part that knows some networks, by id; `active` is the one it is in."""

    profiles: dict[str, dict[str, str]] = field(default_factory=dict)
    active: str = ""
    radio: str = "enabled"
    device: str = "wlan0"

    @classmethod
    def at_home(cls, ssid: str, *, is_joined: bool = True) -> "Simulated":
        """Give a machine that knows one Wi-Fi."""
        return cls({"preconfigured": {"uuid": HOME_UUID, "ssid": ssid}}, "preconfigured" if is_joined else "")

    def answer(self, args: Sequence[str]) -> Ran:
        """Do what one call asks."""
        match [*args]:
            case ["-t", "-f", _, "device", "status"]:
                return Ran(0, self._status())
            case ["-t", "radio", "wifi"]:
                return Ran(0, f"{self.radio}\n")
            case ["-e", "no", "-g", "802-11-wireless.ssid", "connection", "show", "uuid", uuid]:
                return self._of(uuid, "uuid", lambda name: Ran(0, f"{self.profiles[name]['ssid']}\n"))
            case ["-s", "-e", "no", "-g", _, "connection", "show", "id", name]:
                return self._of(name, "id", self._described)
            case ["connection", "add", "type", "wifi", "con-name", name, *told]:
                self.profiles[name] = {"uuid": OWN_UUID, **dict(zip(told[::2], told[1::2], strict=True))}
                return Ran(0, f"Connection '{name}' ({OWN_UUID}) successfully added.\n")
            case ["connection", "delete", "id", name]:
                return self._of(name, "id", self._delete)
            case ["connection", "modify", "id", name, *told]:
                settings = dict(zip(told[::2], told[1::2], strict=True))
                return self._of(name, "id", lambda n: self._modify(n, settings))
            case ["--wait", _, "connection", "up", kind, name, *_]:
                return self._of(name, kind, self._up)
            case ["--wait", _, "connection", "down", "id", name]:
                return self._down(name)
            case _:
                return Ran(2, complaint=f"Error: argument '{' '.join(args)}' not understood.")

    async def __call__(self, args: tuple[str, ...], _within_s: float) -> Ran:
        """Answer as `nmcli.Nmcli` does."""
        return self.answer(args)

    def _of(self, key: str, kind: str, act: Any) -> Ran:
        found = next((n for n, p in self.profiles.items() if key == (n if kind == "id" else p[kind])), None)
        if found is None:
            return Ran(10, complaint=f"Error: unknown connection '{key}'.")
        done: Ran = act(found)
        return done

    def _status(self) -> str:
        if not self.device:
            return "lo:loopback:unmanaged::\n"
        state = "connected" if self.active else "disconnected"
        state = state if self.radio == "enabled" else "unavailable"
        uuid = self.profiles[self.active]["uuid"] if self.active else ""
        line = ":".join((self.device, "wifi", state, _escaped(self.active), uuid))
        others = ("lo:loopback:connected (externally):lo:", f"p2p-dev-{self.device}:wifi-p2p:disconnected::")
        return "".join(f"{told}\n" for told in (line, *others))

    def _described(self, name: str) -> Ran:
        profile = self.profiles[name]
        return Ran(0, f"{profile['ssid']}\n{profile['wifi-sec.psk']}\n")

    def _delete(self, name: str) -> Ran:
        del self.profiles[name]
        self.active = "" if self.active == name else self.active
        return Ran(0, f"Connection '{name}' successfully deleted.\n")

    def _modify(self, name: str, settings: dict[str, str]) -> Ran:
        self.profiles[name].update(settings)
        return Ran(0)

    def _up(self, name: str) -> Ran:
        self.active = name
        return Ran(0, "Connection successfully activated\n")

    def _down(self, name: str) -> Ran:
        if self.active != name:
            return Ran(10, complaint=f"Error: '{name}' is not an active connection.")
        self.active = ""
        return Ran(0, f"Connection '{name}' successfully deactivated\n")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:")

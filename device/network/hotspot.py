"""The table's own Wi-Fi: what it is called, how one gets in, and the code that a phone's camera reads."""

import hashlib
import re
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without i, l, o, 0 and 1: people type it from a small display."""
PASSWORD_SIGNS: Final = 10
"""49 bits: a recorded greeting of a phone is no way in within a machine's life."""
MACHINE_ID: Final = Path("/etc/machine-id")
SIMULATED_NAME: Final = "Khepri-bench"


@dataclass(frozen=True)
class Hotspot:
    """Name and password; the password is in no log and in no fault's sentence."""

    name: str
    password: str = field(repr=False)

    @property
    def code(self) -> str:
        """Give what a QR code carries to bring a phone in."""
        return wifi_code(self.name, self.password)


def own_name(machine_id: Path = MACHINE_ID) -> str:
    """Give the own Wi-Fi's name: the same at each start, another on each machine."""
    came = ""
    with suppress(OSError):
        came = machine_id.read_text().strip()
    # systemd asks to keep the id itself to oneself (machine-id(5)).
    told = hashlib.sha256(f"khepri hotspot {came or socket.gethostname()}".encode()).hexdigest()
    return f"Khepri-{told[:4]}"


def new_password() -> str:
    """Draw a password that is easily read aloud and typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_SIGNS))


def wifi_code(name: str, password: str) -> str:
    """Write name and password as phones read them; what divides the fields is escaped."""

    def escaped(text: str) -> str:
        return re.sub(r'([\\;,:"])', r"\\\1", text)

    return f"WIFI:T:WPA;S:{escaped(name)};P:{escaped(password)};;"

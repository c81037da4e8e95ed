"""What passes between the table and the systemd that started it: a port, *ready*, and signs of life.

One datagram to a socket each (sd_notify(3), sd_listen_fds(3)); started by hand there is none, and all of this
does nothing.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

logger = logging.getLogger(__name__)

FIRST_FD = 3
FEEDS_A_PERIOD = 4
SWITCH_OFF = "switch-off"


def inherited_listener(
    environ: Mapping[str, str] = os.environ, pid: int | None = None
) -> socket.socket | None:
    """Take over the listening socket that systemd has opened for this process, None where it has none."""
    if environ.get("LISTEN_PID") != str(os.getpid() if pid is None else pid):
        return None
    if environ.get("LISTEN_FDS", "0") == "0":
        return None
    listener = socket.socket(fileno=FIRST_FD)
    os.set_inheritable(FIRST_FD, False)
    return listener


class Manager:
    """The systemd that started this program, or nobody."""

    def __init__(self, environ: Mapping[str, str] = os.environ, pid: int | None = None) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        period_us = environ.get("WATCHDOG_USEC", "")
        own = str(os.getpid() if pid is None else pid)
        is_for_us = environ.get("WATCHDOG_PID", own) == own
        self.watchdog_s = int(period_us) / 1_000_000 if period_us.isdigit() and is_for_us else None
        """How long the watchdog waits for a sign of life, None where there is none."""
        runtime = environ.get("RUNTIME_DIRECTORY")
        self._runtime = Path(runtime) if runtime else None

    def tell(self, *lines: str) -> None:
        """Say something, such as READY=1; a deaf systemd is no reason to stop a game."""
        if not self._address:
            return
        # An address that begins with @ is abstract.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
            to.sendto("\n".join(lines).encode(), address)

    async def feed(self, fault: Callable[[], str | None]) -> NoReturn:
        """Feed the watchdog from the event loop as long as *fault* gives none, until cancelled.

        A table that it finds stuck is killed and started again; nothing that was acknowledged is lost.
        """
        told: str | None = None
        while True:
            found = fault()
            if found is None:
                self.tell("WATCHDOG=1")
            elif found != told:
                logger.error("the watchdog is not fed: %s", found)
            told = found
            await asyncio.sleep((self.watchdog_s or 60) / FEEDS_A_PERIOD)

    def switch_off(self) -> None:
        """Ask for the machine to be switched off (khepri-off.path looks for the file)."""
        if self._runtime is not None:
            with suppress(OSError):
                (self._runtime / SWITCH_OFF).touch()

"""The doctor at this very machine: puts its System together, and asks the running table."""

import grp
import importlib.metadata
import importlib.util
import json
import os
import pwd
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from device.dating import is_kernel_synchronised
from device.doctor.system import Account, Space, System, run_program
from device.locking import is_held
from device.pins import PinMap, load_pins

USUAL_PORTS: Final = (80, 8080)
ANSWER_S: Final = 1.0


def here(data: Path, *, table: Mapping[str, Any] | None) -> System:
    """Give this machine as the doctor sees it; *table* is what the running one says of itself."""
    return System(
        root=Path("/"),
        data=data,
        run=run_program,
        account=_account(),
        python=sys.version_info[:2],
        package=package_version,
        space=space_of,
        is_synchronised=is_kernel_synchronised(),
        unix_s=time.time(),
        table=table,
        is_held=table is not None or is_held(data),
        pin_names=names_of(load_pins()),
    )


def names_of(pins: PinMap) -> Mapping[int, str]:
    """Give the part on each pin of a map."""
    return {pin: where for where, pin in pins.uses()}


def _account() -> Account:
    groups = set()
    for number in os.getgroups():
        with suppress(KeyError):
            groups.add(grp.getgrgid(number).gr_name)
    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        name = str(os.geteuid())
    return Account(name, frozenset(groups), is_root=os.geteuid() == 0)


def package_version(name: str) -> str | None:
    """Give a package's version, "" where it is there without one, None where it is not."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        # The system's lgpio is linked in alone. Importing it would make a FIFO, so it is only looked for.
        return "" if name == "lgpio" and importlib.util.find_spec(name) is not None else None


def space_of(folder: Path) -> Space | None:
    """Give what the file system of a folder has; of one that is not there yet, that of where it will be."""
    for at in (folder, *folder.parents):
        # One that may not be entered is as good as not there.
        with suppress(OSError):
            found = os.statvfs(at)
            return Space(
                found.f_bavail * found.f_frsize,
                found.f_blocks * found.f_frsize,
                bool(found.f_flag & os.ST_RDONLY),
            )
    return None


def running_table(ports: tuple[int, ...]) -> dict[str, Any] | None:
    """Ask the table that runs on this machine how it is; None where none answers."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for port in ports:
        with suppress(OSError, ValueError, urllib.error.URLError):
            with opener.open(f"http://127.0.0.1:{port}/api/health", timeout=ANSWER_S) as answer:
                told = json.loads(answer.read(100_000))
            if isinstance(told, dict) and isinstance(told.get("parts"), dict):
                return {**told, "port": port}
    return None

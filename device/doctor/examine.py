"""All checks together, over one System."""

from collections.abc import Iterator

from device.doctor.board import (
    board_here,
    check_board,
    check_groups,
    check_libraries,
    check_python,
    check_system,
)
from device.doctor.boot import check_buses
from device.doctor.findings import PARTS, Check, Finding, Level
from device.doctor.machine import UNIT, check_clock, check_disk, check_power, check_service, check_wear
from device.doctor.network import check_networks
from device.doctor.pins import check_pins
from device.doctor.system import System
from device.raspberry_pi import Board


def examine(system: System) -> tuple[Finding, ...]:
    """Look at everything that can be looked at without anybody's hands, in the order of Check."""
    return tuple(_examine(system, board_here(system)))


def _examine(system: System, board: Board) -> Iterator[Finding]:
    yield check_board(board)
    yield check_system(system, board)
    yield check_python(system)
    yield check_libraries(system, board)
    if board.is_pi:
        yield check_groups(system)
        yield from check_buses(system, board)
        yield check_pins(system, board)
        yield check_power(system)
    yield check_disk(system)
    yield check_wear(system)
    yield check_clock(system, board)
    yield from check_networks(system)
    yield check_service(system)
    yield from check_table(system, board)


def check_table(system: System, board: Board) -> Iterator[Finding]:
    """Say how the running table finds its parts; without one only hands can tell."""
    if system.table is None and system.is_held:
        yield Finding(Check.TABLE, "silent", Level.FAULT, mend=(f"sudo systemctl restart {UNIT}",))
        return
    if system.table is None:
        mend = ("khepri doctor --parts",) if board.is_pi else ()
        yield Finding(Check.TABLE, "not_running", Level.UNKNOWN if board.is_pi else Level.OK, mend=mend)
        return
    if stuck := system.table.get("thread"):
        mend = (f"sudo systemctl restart {UNIT}",)
        yield Finding(Check.TABLE, "stuck", Level.FAULT, {"reason": stuck}, mend)
    else:
        yield Finding(Check.TABLE, "running", params={"port": str(system.table.get("port", "?"))})
    parts = system.table.get("parts", {})
    for check in PARTS:
        part = parts.get(check, {})
        state, reason = part.get("state", "absent"), part.get("reason", "")
        if state == "absent":
            yield Finding(check, "absent", Level.WARNING, {"reason": reason or "?"})
        elif reason:
            yield Finding(check, "partly", Level.WARNING, {"reason": reason})
        elif check is Check.BUTTONS and (held := system.table.get("held")):
            yield Finding(check, "held", Level.WARNING, {"names": ", ".join(held)})
        else:
            yield Finding(check, state)

"""All checks together, over one System."""

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

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
from device.doctor.machine import (
    UNIT,
    check_clock,
    check_disk,
    check_power,
    check_service,
    check_wear,
    has_unit,
)
from device.doctor.network import check_networks
from device.doctor.pins import check_pins
from device.doctor.system import System
from device.lights import are_many_late
from device.part_states import Lack
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
        yield Finding(Check.TABLE, "silent", Level.FAULT, mend=_restart(system))
        return
    if system.table is None:
        mend = ("khepri doctor --parts",) if board.is_pi else ()
        yield Finding(Check.TABLE, "not_running", Level.UNKNOWN if board.is_pi else Level.OK, mend=mend)
        return
    if stuck := system.table.get("thread"):
        yield Finding(Check.TABLE, "stuck", Level.FAULT, {"reason": stuck}, _restart(system))
    else:
        yield Finding(Check.TABLE, "running", params={"port": str(system.table.get("port", "?"))})
    for check in PARTS:
        yield from _check_part(check, system.table)


def _restart(system: System) -> tuple[str, ...]:
    return (f"sudo systemctl restart {UNIT}",) if has_unit(system) else ()


def _check_part(check: Check, table: Mapping[str, Any]) -> Iterator[Finding]:
    """Say all that is wrong with a part and its buttons or wheels, else how it is."""
    state = table.get("parts", {}).get(check, Lack.ABSENT)
    faults = [fault for fault in table.get("faults", ()) if fault["kind"] == check]
    if not faults and state == Lack.ABSENT:
        yield Finding(check, "absent", Level.WARNING, {"reason": "?"})
    elif not faults:
        late = _late(table.get("ring_frames", {})) if check is Check.RING and state == "ok" else {}
        yield Finding(check, "late", Level.WARNING, late) if late else Finding(check, state)
    for lack in Lack:
        if alike := [fault for fault in faults if fault["lack"] == lack]:
            yield _lacking(check, lack, alike, is_gone=state == Lack.ABSENT)


def _lacking(check: Check, lack: Lack, faults: list[Mapping[str, str]], *, is_gone: bool) -> Finding:
    match lack:
        case Lack.ABSENT:
            reason = "; ".join(fault["reason"] for fault in faults)
            return Finding(check, "absent" if is_gone else "partly", Level.WARNING, {"reason": reason})
        case Lack.NO_POWER:
            return Finding(check, lack, Level.WARNING)
        case Lack.NOISY | Lack.HELD:
            names = ", ".join(fault["part"] for fault in faults)
            return Finding(check, lack, Level.WARNING, {"names": names})
        case _:
            assert_never(lack)


def _late(frames: Mapping[str, int]) -> dict[str, str | int]:
    """Give what is to be said of a ring's frames, nothing where they are punctual."""
    shown, late = frames.get("shown", 0), frames.get("late", 0)
    if not are_many_late(shown, late):
        return {}
    return {"late": late, "shown": shown, "ms": frames.get("worst_late_ms", 0)}

"""`khepri doctor`: looks, tells, and gives the exit status."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from device.commanding import data_folder
from device.console import console_language
from device.doctor.board import board_here
from device.doctor.examine import examine
from device.doctor.findings import PARTS, Finding, Level, worst
from device.doctor.here import USUAL_PORTS, here, running_table
from device.doctor.live import Talk, Terminal, Trial
from device.doctor.machine import UNIT, has_unit
from device.doctor.report import COLUMNS, Style, as_json, words, wrapped
from device.doctor.system import System
from device.pins import load_pins
from device.texts import say

STATUS: Final[Mapping[Level, int]] = {Level.OK: 0, Level.WARNING: 1, Level.FAULT: 3}
"""The exit status: 0 all is well, 1 warnings, 3 faults; 2 is a misspelled command, here as elsewhere."""


def diagnose(data: Path | None, *, port: int | None, as_json_: bool, with_parts: bool, quiet: bool) -> int:
    """Look at this machine, tell what was found, and give the exit status.

    Without *data* it is the folder of the running table, else the usual one.
    """
    table = running_table((port,) if port else USUAL_PORTS)
    told = None if table is None else table.get("data")
    return tell(
        here(data or (Path(told) if isinstance(told, str) else data_folder()), table=table),
        style=style_of(),
        as_json_=as_json_,
        with_parts=with_parts,
        quiet=quiet,
        talk=Terminal(sys.stderr if as_json_ else sys.stdout),
        is_terminal=sys.stdin.isatty(),
        out=lambda text: print(text, end="", flush=True),
    )


def tell(
    system: System,
    *,
    style: Style,
    as_json_: bool,
    with_parts: bool,
    quiet: bool,
    talk: Talk,
    is_terminal: bool,
    out: Callable[[str], None],
    trial: Callable[[Talk, Style], Trial] = lambda talk, style: Trial(load_pins(), talk, style),
) -> int:
    """Tell how a system is; with parts, try them first by hand."""
    tried: list[Finding] = []
    if with_parts:
        refused = _no_trial(system, style, is_terminal=is_terminal)
        for line in refused:
            talk.say(line)
        # Whoever leaves in the middle is told what was found until then.
        with suppress(EOFError):
            for finding in () if refused else trial(talk, style).run():
                tried.append(finding)
    found = examine(system)
    if tried:
        found = (
            *(f for f in found if f.check not in PARTS),
            *sorted(tried, key=lambda f: [*PARTS].index(f.check)),
        )
    if as_json_:
        out(as_json(found, style.language, system.table) + "\n")
    else:
        out(words(tuple(f for f in found if not quiet or f.level in (Level.WARNING, Level.FAULT)), style))
    return STATUS[worst(found)]


def _no_trial(system: System, style: Style, *, is_terminal: bool) -> list[str]:
    """Say why parts can't be tried from here; nothing where they can."""
    menu, more = say(style.language, "panel.menu.check"), [""]
    if system.table is not None or system.is_held:
        text = say(style.language, "doctor.live.table_runs", menu=menu)
        more = [f"      $ sudo systemctl stop {UNIT}" if has_unit(system) else "      Ctrl+C", ""]
    elif not board_here(system).is_pi:
        text = say(style.language, "doctor.live.no_parts")
    elif not is_terminal:
        text = say(style.language, "doctor.live.no_terminal")
    else:
        return []
    return [*(f"  {line}" for line in wrapped(text, COLUMNS - 2)), *more]


def style_of(environ: Mapping[str, str] = os.environ) -> Style:
    """Give how this terminal is spoken to: colours only where somebody looks on, and nobody forbids them."""
    has_colours = sys.stdout.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    try:
        "✓✗▁█▒".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return Style(console_language(environ), has_colours, has_signs=False)
    return Style(console_language(environ), has_colours)

"""An `nmcli` to be run: a machine kept in a file, and faults that a test has asked for.

It is the bench's simulated one behind a real process. What it is asked is noted, in order.
"""

import json
import sys
import threading
from pathlib import Path
from typing import Any

from device.network.answers import Ran
from device.network.simulated import Simulated

ROOT = Path(__file__).resolve().parents[3]


def installed(folder: Path, machine: Simulated, faults: dict[str, list[Any]] | None = None) -> Path:
    """Put an nmcli into *folder*; a fault is a status and a complaint, by words that the call contains."""
    program, state = folder / "nmcli", folder / "state.json"
    state.write_text(json.dumps({"machine": vars(machine), "faults": faults or {}, "asked": []}))
    program.write_text(
        f"#!{sys.executable} -IS\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        f"from tests.device.network.fake import main\nmain({str(state)!r})\n"
    )
    program.chmod(0o755)
    return program


def state_of(folder: Path) -> dict[str, Any]:
    """Give the machine, and what was asked of it."""
    came: dict[str, Any] = json.loads((folder / "state.json").read_text())
    return came


def main(path: str) -> None:
    """Answer one call."""
    args, kept = sys.argv[1:], json.loads(Path(path).read_text())
    kept["asked"].append(args)
    machine = Simulated(**kept["machine"])
    said = next((fault for words, fault in kept["faults"].items() if words in " ".join(args)), None)
    if said == ["hang"]:
        threading.Event().wait()
    ran = machine.answer(args) if said is None else Ran(said[0], complaint=said[1])
    kept["machine"] = vars(machine)
    Path(path).write_text(json.dumps(kept))
    sys.stdout.write(ran.out)
    sys.stderr.write(ran.complaint)
    sys.exit(ran.status)

"""Run a command in the guest: QEMU in software, the host's files read-only, no network.

python -m tests.kernel.machine.boot [--long] [PYTEST ARGS]     run the kernel tests
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.kernel.machine.build import HERE, Guest, NoGuestError, prepare

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ROOT = HERE.parents[2]
TESTS = "tests/kernel"
SHORT_S, LONG_S = 900, 1800
"""When the machine is switched off at the latest."""
PAIRS = {"short": 100, "long": 1000}
CPUS = 2
MEMORY_MB = 1024


def run(
    guest: Guest,
    command: Sequence[str],
    env: Mapping[str, str],
    out: Path,
    limit_s: float,
    first: Path = HERE / "first.sh",
) -> int:
    """Run *command* from the root of the checkout and give its code, 125 if the machine left none.

    It may write to /run/out, which is *out* here, and to memory. *first* is the machine's first program.
    """
    (out / "command").write_text(
        "".join(f"export {name}={shlex.quote(value)}\n" for name, value in env.items())
        + f"cd {shlex.quote(str(ROOT))}\n{shlex.join(command)}\n"
    )
    machine = subprocess.Popen(
        machine_command(guest, out, first),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    switch_off = threading.Timer(limit_s, machine.kill)
    switch_off.start()
    try:
        assert machine.stdout is not None
        _tell(machine.stdout)
    finally:
        switch_off.cancel()
        machine.kill()
        machine.wait()
    code = out / "code"
    return int(code.read_text()) if code.exists() else 125


def _tell(said: Iterable[bytes]) -> None:
    """Print what the guest says, without the firmware's first words unless there is nothing else."""
    firmware: list[str] | None = []
    for raw in said:
        line = raw.decode(errors="replace").replace("\r", "")
        if firmware is not None:
            firmware.append(line)
            if "guest:" not in line:
                continue
            line, firmware = line[line.index("guest:") :], None
        print(line, end="", flush=True)
    print("".join(firmware or []), end="")


def machine_command(guest: Guest, out: Path, first: Path, *more: str) -> list[str]:
    """Give the command that switches the machine on; *more* is what it has besides."""
    settings = {
        "console": "ttyS0",
        "quiet": "",
        "loglevel": "3",
        "panic": "-1",
        "mitigations": "off",
        "tsc": "reliable",
        "khepri.time": str(int(time.time())),
        "khepri.first": str(first),
    }
    words = " ".join(f"{name}={value}" if value else name for name, value in settings.items())
    return [
        *(
            "qemu-system-x86_64",
            "-M",
            "q35,accel=tcg",
            "-cpu",
            "max",
            "-smp",
            str(CPUS),
            "-m",
            str(MEMORY_MB),
        ),
        *("-nodefaults", "-nographic", "-no-reboot", "-serial", "stdio"),
        *("-kernel", str(guest.kernel), "-initrd", str(guest.initramfs), "-append", words),
        *("-fsdev", "local,id=host,path=/,security_model=none,readonly=on,multidevs=remap"),
        *("-device", "virtio-9p-pci,fsdev=host,mount_tag=host"),
        *("-fsdev", f"local,id=out,path={out},security_model=none"),
        *("-device", "virtio-9p-pci,fsdev=out,mount_tag=out", "-device", "virtio-rng-pci"),
        *more,
    ]


def main(argv: Sequence[str]) -> int:
    """Run the kernel tests in the guest; with --long those that measure run ten times as many pairs."""
    mode = "long" if "--long" in argv else "short"
    args = [arg for arg in argv if arg != "--long"]
    try:
        guest = prepare()
    except NoGuestError as error:
        print(f"khepri: the guest can't be had: {error}", file=sys.stderr)
        return 1
    named = [arg for arg in args if not arg.startswith("-") and Path(ROOT, arg.partition("::")[0]).exists()]
    pytest = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", "-rs", *args]
    env = {
        "KHEPRI_PAIRS": str(PAIRS[mode]),
        "PYTHONPATH": str(guest.parts),
        "PYTHONDONTWRITEBYTECODE": "1",
        "BLINKA_SKIP_DEPENDENCY_CHECK": "1",
    }
    with tempfile.TemporaryDirectory(prefix="khepri-out-") as folder:
        out = Path(folder)
        start = time.monotonic()
        code = run(
            guest, pytest if named else [*pytest, TESTS], env, out, LONG_S if mode == "long" else SHORT_S
        )
        print(f"khepri: {time.monotonic() - start:.0f} s in the guest, Linux {guest.release}")
        figures = out / "fairness.json"
        if figures.exists():
            _print_figures(json.loads(figures.read_text()))
    if code == 125:
        print("khepri: the guest was switched off before the tests were done", file=sys.stderr)
    return code


def _print_figures(figures: list[dict[str, str]]) -> None:
    names = list(figures[0])
    print("\n| " + " | ".join(names) + " |\n|" + "---|" * len(names))
    for row in figures:
        print("| " + " | ".join(row.values()) + " |")


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))

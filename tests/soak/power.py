"""Power cuts: the table plays in a virtual machine on ext4, the machine is killed, the next one looks.

What the guest had not yet written to its disk is gone with its memory. `python -m tests.soak.power` keeps two
machines going and prints what was tried, as JSON; it fails where something was lost.
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.kernel.machine import build
from tests.kernel.machine.boot import ROOT, machine_command
from tests.soak import NOT_TESTED
from tests.soak.killing import LostError, check_kept
from tests.soak.player import play_on

FIRST = Path(__file__).with_name("power_first.sh")
DISK_MB = 256
MACHINES = 2
CUTS_A_DISK = 10
"""Each start folds every game on the disk anew, which takes an emulated machine longer and longer."""
BOOT_S = 600.0
LONGEST_S = 6.0
LOOK_S = 0.02
TABLE, OUT = Path("/run/disk/table"), Path("/run/out")


class Machine:
    """A machine with a disk that stays, whatever happens to the machine."""

    def __init__(self, guest: build.Guest, folder: Path, seed: int) -> None:
        self._guest = guest
        self._out = folder / "out"
        self._out.mkdir(parents=True)
        self._disk = folder / "disk.img"
        self._dice = random.Random(seed)
        self.acknowledged = 0
        self.cuts = 0
        with self._disk.open("wb") as file:
            file.truncate(DISK_MB << 20)
        made = ["mke2fs", "-q", "-t", "ext4", "-F", str(self._disk)]
        path = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
        subprocess.run(made, check=True, capture_output=True, env=path)

    def cut(self, number: int) -> None:
        """Switch on, let it look and play, and pull the plug.

        Raises:
            LostError: when something that was acknowledged before is not there.
        """
        acks = self._out / "acks"
        before = acks.stat().st_size if acks.exists() else 0
        with self._switched_on("--inside", str(number)) as wait_for:
            wait_for(lambda: acks.exists() and acks.stat().st_size > before)
            time.sleep(self._dice.uniform(0, LONGEST_S))
        self.cuts += 1
        self.acknowledged += acks.read_bytes()[before:].count(b"\n")

    def look(self) -> None:
        """Switch on and let it look, after the last cut.

        Raises:
            LostError: when something that was acknowledged before is not there.
        """
        with self._switched_on("--look") as wait_for:
            wait_for(lambda: bool(self._text("looked")))

    @contextmanager
    def _switched_on(self, *args: str) -> Iterator[Callable[[Callable[[], bool]], None]]:
        inside = [sys.executable, "-m", "tests.soak.power", *args]
        (self._out / "command").write_text(
            f"export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH={shlex.quote(str(self._guest.parts))}\n"
            f"cd {shlex.quote(str(ROOT))}\n{shlex.join(inside)} 2>/run/out/said\n"
        )
        disk = f"file={self._disk},if=none,id=disk,format=raw,cache=writeback"
        command = machine_command(
            self._guest, self._out, FIRST, "-drive", disk, "-device", "virtio-blk-pci,drive=disk"
        )
        with (self._out / "console").open("wb") as console:
            machine = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=console)

        def wait_for(is_so: Callable[[], bool]) -> None:
            end_s = time.monotonic() + BOOT_S
            while not is_so() and not self._text("fault"):
                if time.monotonic() > end_s or machine.poll() is not None:
                    said = self._text("said") + self._text("console")
                    raise LostError(f"the machine did not come up: {said[-2000:]}")
                time.sleep(LOOK_S)

        try:
            yield wait_for
        finally:
            machine.kill()
            machine.wait()
        if fault := self._text("fault"):
            raise LostError(f"{fault}: {self._text('said')[-2000:]}")

    def _text(self, name: str) -> str:
        file = self._out / name
        return file.read_text(errors="replace") if file.exists() else ""


def inside(number: int | None) -> None:
    """In the machine: look whether all that was acknowledged is there; play on unless *number* is None."""
    acks = OUT / "acks"
    if acks.exists():
        check_kept(TABLE, acks.read_text())
    if number is None:
        (OUT / "looked").write_text("all of it is there")
        time.sleep(BOOT_S)
        return
    writing = os.open(acks, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    play_on(TABLE, number, 1_000_000, writing)


def pulled(cuts: int, seed: int) -> dict[str, float]:
    """Pull the plug so many times, of two machines at once; give what was seen."""
    if reason := build.refusal(build.this_machine()):
        raise build.NoGuestError(reason)
    guest = build.prepare()
    start = time.monotonic()
    disks = [range(cuts)[first : first + CUTS_A_DISK] for first in range(0, cuts, CUTS_A_DISK)]

    def keep_pulling(numbers: range) -> Machine:
        with tempfile.TemporaryDirectory(prefix="khepri-power-") as name:
            machine = Machine(guest, Path(name), seed + numbers.start)
            for number in numbers:
                machine.cut(number)
            machine.look()
            return machine

    with ThreadPoolExecutor(MACHINES) as executor:
        try:
            machines = [*executor.map(keep_pulling, disks)]
        except BaseException:
            executor.shutdown(cancel_futures=True)
            raise
    return {
        "cuts": sum(m.cuts for m in machines),
        "acknowledged": sum(m.acknowledged for m in machines),
        "s": round(time.monotonic() - start),
    }


def main() -> int:
    """Pull the plug as often as was asked for."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--cuts", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--inside", type=int)
    asked.add_argument("--look", action="store_true")
    args = asked.parse_args()
    if args.look or args.inside is not None:
        inside(args.inside)
        return 0
    try:
        print(json.dumps(pulled(args.cuts, args.seed)))
    except build.NoGuestError as error:
        print(f"NOT TESTED: {error}", file=sys.stderr)
        return NOT_TESTED
    return 0


if __name__ == "__main__":
    sys.exit(main())

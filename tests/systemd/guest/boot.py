"""Install Khepri under a real systemd and try it there: the kernel tests' guest, with a Debian of its own.

python -m tests.systemd.guest.boot [PYTEST ARGS]

The release is made here by systemd/install itself, into a folder that is kept outside the checkout: the guest
has no network. All else is installed in the guest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.kernel.machine.boot import ROOT, run
from tests.kernel.machine.build import NoGuestError, cache, prepare

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).resolve().parent
TESTS = "tests/systemd/guest"
PACKAGES = ("python3", "systemd", "udev")
PYTHON = Path("/usr/bin/python3")
"""Debian's, as on a Pi: the service may not look into anybody's home."""
PARTS = "/opt/parts"
"""What only a Pi's environment holds, where the service may look."""
LIMIT_S = 900


def release() -> tuple[Path, str]:
    """Give a release of this checkout, and its place on a system.

    Raises:
        NoGuestError: when it can't be made.
    """
    card = cache().parent / "card"
    (card / "boot" / "firmware").mkdir(parents=True, exist_ok=True)
    (card / "etc").mkdir(exist_ok=True)
    made = subprocess.run(
        [str(PYTHON), str(ROOT / "systemd" / "install"), "--root", str(card)], capture_output=True, text=True
    )
    if made.returncode:
        raise NoGuestError(f"systemd/install failed: {(made.stderr or made.stdout).strip()}")
    place = Path("/opt/khepri", (card / "opt/khepri/current").readlink())
    return card / place.relative_to("/"), str(place)


def main(argv: Sequence[str]) -> int:
    """Run the tests of this folder in the guest."""
    try:
        if not PYTHON.exists():
            raise NoGuestError(f"there is no {PYTHON}")
        guest = prepare()
        start = time.monotonic()
        made, place = release()
        print(f"khepri: systemd/install made {place} in {time.monotonic() - start:.0f} s")
    except NoGuestError as error:
        print(f"khepri: the guest can't be had: {error}", file=sys.stderr)
        return 1
    # Hypothesis would warn that it can't write into the checkout; the others only cost time.
    without = [f"-pno:{name}" for name in ("cacheprovider", "hypothesispytest", "xdist", "pytest_cov")]
    pytest = [sys.executable, "-m", "pytest", *without, "--color=no", "--durations=0", "-rs", *argv, TESTS]
    env = {
        "KHEPRI_SYSTEMD_GUEST": PARTS,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
    }
    folders = {name: name for name in (str(ROOT), sys.prefix, sys.base_prefix) if name != "/usr"}
    folders |= {str(guest.parts): PARTS, str(made): place}
    with tempfile.TemporaryDirectory(prefix="khepri-out-") as name:
        out = Path(name)
        (out / "folders").write_text("".join(f"{name} {seen}\n" for name, seen in folders.items()))
        start = time.monotonic()
        code = run(guest, pytest, env, out, LIMIT_S, HERE / "first.sh")
    print(f"khepri: {time.monotonic() - start:.0f} s in the guest, Linux {guest.release}, its own systemd")
    if code == 125:
        print("khepri: the guest was switched off before the tests were done", file=sys.stderr)
    return code


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))

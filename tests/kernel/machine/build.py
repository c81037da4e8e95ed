"""Make the guest: Debian's own kernel, and what its package leaves out, built for it as modules.

Nothing of it is installed: the packages are unpacked in a folder that goes away. What stays (12 MB: a kernel
and an initramfs) is kept outside the checkout, by the kernel's release and by what it was made from.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).resolve().parent
PI_LOCK = HERE.parents[2] / "tools" / "locks" / "pi.txt"
PACKAGES = (
    "qemu-system-x86",
    "busybox-static",
    "cpio",
    "gcc",
    "kmod",
    "libc6-dev",
    "make",
    "xz-utils",
)
META_PACKAGE = "linux-image-amd64"
SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
OWN_MODULES = ("irqsim", "gpio-sim", "spicap")
ROOT_MODULES = ("virtio_pci", "9pnet_virtio", "9p", "configfs", "spidev", "virtio_blk", "ext4")
LGPIO_PYTHONS = range(9, 13)
"""Minor versions of Python 3 that lgpio 0.2.2 has wheels for."""


class NoGuestError(Exception):
    """This machine can't make or run the guest; the sentence says why."""


class Guest(NamedTuple):
    """What boots, and the folder of Python packages that only a Pi has."""

    release: str
    folder: Path
    parts: Path

    @property
    def kernel(self) -> Path:
        return self.folder / "vmlinuz"

    @property
    def initramfs(self) -> Path:
        return self.folder / "initramfs.gz"


class Machine(NamedTuple):
    """What decides whether the guest can be had."""

    system: str
    processor: str
    distribution: str
    python: tuple[int, int]


def this_machine() -> Machine:
    """Look at what this is."""
    try:
        distribution = platform.freedesktop_os_release()["ID"]
    except (OSError, KeyError):
        distribution = "unnamed"
    return Machine(platform.system(), platform.machine(), distribution, sys.version_info[:2])


def refusal(machine: Machine) -> str | None:
    """Say why the guest can't be had on a machine of this kind, None where it can."""
    if (machine.system, machine.processor) != ("Linux", "x86_64"):
        return f"this is {machine.system} on {machine.processor}, the guest is Linux for x86_64"
    if machine.distribution != "debian":
        return f"this system is {machine.distribution}, the kernel comes from Debian's packages"
    if machine.python[1] not in LGPIO_PYTHONS:
        return f"lgpio has no wheel for Python {machine.python[0]}.{machine.python[1]}, only for 3.9 to 3.12"
    return None


def cache() -> Path:
    """Give the folder where guests are kept."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "khepri" / "kernel"


def prepare() -> Guest:
    """Give the guest that is kept, or make it (half a minute, 250 MB to fetch).

    Raises:
        NoGuestError: when it can't be made; what was kept before is untouched.
    """
    if reason := refusal(this_machine()):
        raise NoGuestError(reason)
    cache().mkdir(parents=True, exist_ok=True)
    made_from = _digest(*(HERE / name for name in ("build.py", "init.sh", "spicap.c")))
    kept = sorted(cache().glob(f"*+{made_from}"), key=lambda folder: folder.stat().st_mtime)
    folder = kept[-1] if kept else _make_or_refresh(made_from)
    return Guest(folder.name.partition("+")[0], folder, _parts())


def _digest(*files: Path) -> str:
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]


def _make_or_refresh(made_from: str) -> Path:
    """Make a guest; where that fails because apt's lists are missing or old, refresh them and try again."""
    try:
        return _make(made_from)
    except NoGuestError:
        if os.geteuid() != 0 or subprocess.run(["apt-get", "-qq", "update"], capture_output=True).returncode:
            raise
        return _make(made_from)


def _make(made_from: str) -> Path:
    release = _needed(META_PACKAGE, "linux-image").removeprefix("linux-image-")
    print(f"khepri: making a guest of Debian's Linux {release} ...", flush=True)
    with tempfile.TemporaryDirectory(prefix="khepri-", dir=cache()) as name:
        work = Path(name)
        root, modules, done = work / "root", work / "modules", work / "done"
        for folder in (root, modules, done):
            folder.mkdir()
        _fetch(release, work, root, modules)
        _build_modules(release, root, modules)
        _write_initramfs(release, root, modules, done / "initramfs.gz")
        shutil.copy(root / "boot" / f"vmlinuz-{release}", done / "vmlinuz")
        return _keep(done, cache() / f"{release}+{made_from}")


def _keep(made: Path, target: Path) -> Path:
    """Put a finished folder in its place, unless another run was quicker."""
    with contextlib.suppress(OSError):
        made.rename(target)
    if not target.exists():
        raise NoGuestError(f"{target} can't be written")
    return target


def _needed(package: str, start: str) -> str:
    """Give the package with that start of a name that another depends on."""
    shown = _run(["apt-cache", "show", "--no-all-versions", package], "apt knows no Debian kernel")
    found = re.search(rf"^Depends:.*?\b({re.escape(start)}[^ ,]*)", shown, re.M)
    if found is None:
        raise NoGuestError(f"apt names no {start}… for {package} (hint: sudo apt update)")
    return found[1]


def _fetch(release: str, work: Path, root: Path, modules: Path) -> None:
    headers = f"linux-headers-{release}"
    series = ".".join(release.split(".")[:2])
    source = f"linux-source-{series}"
    unpacked = [
        f"linux-image-{release}",
        headers,
        _needed(headers, "linux-headers-"),
        _needed(headers, "linux-kbuild-"),
    ]
    debs = work / "debs"
    debs.mkdir()
    # As root, apt would else drop its rights, with which it can't write here.
    fetch = ["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *unpacked, source]
    _run(fetch, "Debian's kernel packages can't be fetched", debs)
    for package in unpacked:
        (file,) = debs.glob(f"{package}_*.deb")
        _run(["dpkg-deb", "-x", str(file), str(root)], f"{package} can't be unpacked")
    (file,) = debs.glob(f"{source}_*.deb")
    members = " ".join(f"{source}/{name}" for name in SOURCES)
    pipe = (
        f"dpkg-deb --fsys-tarfile {file} | tar -xO ./usr/src/{source}.tar.xz"
        f" | tar -xJ -C {modules} --transform 's#.*/##' {members}"
    )
    _run(["bash", "-o", "pipefail", "-c", pipe], f"{source} can't be unpacked")


def _build_modules(release: str, root: Path, modules: Path) -> None:
    simulator = modules / "irq_sim.c"
    # irq_to_desc() is not exported to modules; this gives the same by what is.
    text = simulator.read_text().replace("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))")
    simulator.write_text(text)
    (modules / "irqsim.c").write_text(
        '#include <linux/module.h>\n#include "irq_sim.c"\nMODULE_LICENSE("GPL");\n'
    )
    shutil.copy(HERE / "spicap.c", modules)
    (modules / "Kbuild").write_text(f"obj-m := {' '.join(f'{name}.o' for name in OWN_MODULES)}\n")
    headers = root / "usr" / "src" / f"linux-headers-{release}"
    makefile = headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src", str(root / "usr" / "src")))
    _run(["make", "-s", "-C", str(headers), f"M={modules}", "modules"], "the kernel modules can't be built")
    for name in OWN_MODULES:
        _run(["strip", "--strip-debug", str(modules / f"{name}.ko")], "strip fails")


def _write_initramfs(release: str, root: Path, modules: Path, target: Path) -> None:
    environment = {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"}
    _run(["depmod", "-b", str(root), release], "depmod fails", env=environment)
    tree = modules.parent / "initramfs"
    for folder in ("bin", "dev", "host", "modules", "proc"):
        (tree / folder).mkdir(parents=True)
    shutil.copy("/bin/busybox", tree / "bin")
    (tree / "init").write_text((HERE / "init.sh").read_text())
    (tree / "init").chmod(0o755)
    order: list[Path] = []
    for wanted in ROOT_MODULES:
        show = ["modprobe", "-d", str(root), "-S", release, "--show-depends", wanted]
        for line in _run(show, f"the kernel has no {wanted}", env=environment).splitlines():
            verb, _, file = line.partition(" ")
            if verb == "insmod" and Path(file.strip()) not in order:
                order.append(Path(file.strip()))
    order += [modules / f"{name}.ko" for name in OWN_MODULES]
    for module in order:
        shutil.copy(module, tree / "modules")
    (tree / "modules" / "order").write_text("".join(f"{module.name}\n" for module in order))
    pack = f"find . | cpio --create --format=newc --quiet | gzip -1 > {target}"
    _run(["bash", "-o", "pipefail", "-c", pack], "the initramfs can't be packed", tree)


def only_on_a_pi(lock: str) -> str:
    """Give the entries of a lock that only a Pi's environment has, with their hashes."""
    return "".join(re.findall(r"^(?:lgpio|gpiod|rpi-ws281x)==.*\n(?: +.*\n)*", lock, re.M))


def _parts() -> Path:
    """Give the folder with what only a Pi has in its environment, in the versions that a Pi gets."""
    lock = only_on_a_pi(PI_LOCK.read_text())
    digest = hashlib.sha256(lock.encode()).hexdigest()[:12]
    target = cache() / f"parts-{sys.implementation.cache_tag}-{digest}"
    if target.exists():
        return target
    print("khepri: fetching lgpio, gpiod and rpi-ws281x for the guest ...", flush=True)
    with tempfile.TemporaryDirectory(prefix="khepri-", dir=cache()) as name:
        work = Path(name)
        (work / "lock.txt").write_text(lock)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        options = ["--no-build-isolation", "--require-hashes", "--target", str(work / "parts")]
        _run([*pip, *options, "-r", str(work / "lock.txt")], "the Pi's Python packages can't be had")
        return _keep(work / "parts", target)


def _run(
    command: Sequence[str], fault: str, folder: Path | None = None, *, env: dict[str, str] | None = None
) -> str:
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        raise NoGuestError(f"{fault} ({said[-1]})")
    return done.stdout

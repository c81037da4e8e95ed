"""Khepri as a service of a Raspberry Pi: install, update and uninstall.

Standard library only. The program goes to /opt/khepri/releases/…, each release with a Python environment of
its own, and /opt/khepri/current names the one that runs: an update is made beside it, then swapped in.
What else is written lies in systemd/files, as it will lie on the system.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from device.raspberry_pi import board_model
from tools import boot_files
from tools.changes import Changes
from tools.environment import FIRST_PYTHON_WITHOUT_LGPIO_WHEEL, Environment, parts_of
from tools.speech import SetupError, fail, say
from tools.system import Commands, System, is_installed, is_live

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CHECKOUT = Path(__file__).resolve().parent.parent
RELEASES = "/opt/khepri/releases"
CURRENT = "/opt/khepri/current"
DATA = "/var/lib/khepri"
UNITS = "/etc/systemd/system"
STARTED = {
    f"{UNITS}/sockets.target.wants/khepri.socket": f"{UNITS}/khepri.socket",
    f"{UNITS}/multi-user.target.wants/khepri.service": f"{UNITS}/khepri.service",
}
"""What `systemctl enable` would link."""
OWN_UNITS = ("khepri.socket", "khepri-off.path", "khepri.service")


class Site(NamedTuple):
    """Where Khepri is installed. `is_live` is a system that runs, not a folder that will be one."""

    root: Path
    is_live: bool
    model: str
    python: tuple[int, int]
    is_dry: bool = False
    checkout: Path = CHECKOUT
    program: Path = Path(sys.executable).resolve()


def debian_packages(site: Site) -> list[str]:
    """List what of Debian a table needs on this board."""
    parts = parts_of(site.model)
    # NetworkManager needs dnsmasq for a Wi-Fi of the table's own, the display Unifont for Korean and Chinese.
    wanted = ["avahi-daemon", "dnsmasq-base", "fonts-unifont"]
    if parts is not None and site.python >= FIRST_PYTHON_WITHOUT_LGPIO_WHEEL:
        wanted.append("python3-lgpio")
    if parts == "pi":
        # rpi-ws281x comes as source.
        wanted += ["gcc", "python3-dev"]
    return wanted


def release_of(site: Site, environment: Environment) -> str:
    """Name the release that this checkout makes: the version, and a digest of all that is in it."""
    with (site.checkout / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    parts = [f"{name}={digest}" for name, digest in sorted(environment.fingerprints("run").items())]
    content = "\n".join([*parts, environment.made_for.partition(" /")[0]])
    return f"{version}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"


def make_environment(environment: Environment) -> None:
    """Make a release, or see that it is complete."""
    environment.path.parent.mkdir(parents=True, exist_ok=True)
    environment.ensure("run", retry_parts=True)


class Installer:
    """Installs, updates and uninstalls; *make* makes a release's environment."""

    def __init__(
        self,
        site: Site,
        system: System,
        *,
        make: Callable[[Environment], None] = make_environment,
        tell: Callable[[str], None] = say,
    ) -> None:
        self._site = site
        self._system = system
        self._make = make
        self._tell = tell
        self._changes = Changes(site.root, tell, is_dry=site.is_dry)

    def install(self) -> None:
        """Install this checkout, or update to it; what is so already stays.

        Raises:
            SetupError: when it can't be done; what ran before runs on.
        """
        self._refuse()
        self._add_debian_packages()
        name = self._make_release()
        is_new = self._write_files()
        is_rewired = self._set_pins()
        before = self._running_release()
        is_new |= self._changes.link(CURRENT, f"releases/{name}")
        for path, unit in STARTED.items():
            is_new |= self._changes.link(path, unit)
        self._add_user()
        if self._site.is_live:
            self._start(name, before, is_new=is_new)
        self._remove_other_releases(name)
        if is_rewired:
            self._tell("the pins come with the next start of the Pi: sudo reboot")
        if self._site.is_dry:
            self._tell(f"nothing was done; {self._changes.count} changes would be made")
        elif not self._changes.count:
            self._tell("all was so already")

    def uninstall(self, *, is_purge: bool = False) -> None:
        """Take everything back but the data; with *is_purge* that too."""
        self._refuse()
        if self._site.is_live:
            for unit in (*reversed(OWN_UNITS), "khepri-off.service"):
                self._system.run("systemctl", "stop", unit)
            self._system.run("systemctl", "reset-failed", "khepri*")
        self._leave(f"{boot_files.FOLDER}/config.txt", boot_files.CONFIG.out_of)
        self._leave("/etc/fstab", boot_files.GAMES.out_of)
        self._leave(boot_files.CMDLINE, lambda line: line.replace(f" {boot_files.READONLY}", ""))
        self._changes.remove_tree(RELEASES)
        self._changes.undo(is_purge=is_purge)
        if self._site.is_live:
            self._reload()
        if is_purge:
            if self._changes.at(DATA).is_mount():
                self._system.run("umount", DATA)
                self._tell(f"kept     the games on the partition that was at {DATA}")
            self._changes.remove_tree(DATA)
            self._system.run("userdel", *self._elsewhere("--prefix"), "khepri")
        elif self._changes.at(DATA).exists():
            self._tell(f"kept     {DATA} and its user khepri; with --purge they go too")
        self._tell("nothing was done" if self._site.is_dry else "Khepri is gone; Debian's packages stay")

    # ---- install, step by step ----

    def _refuse(self) -> None:
        python = self._site.program
        if self._site.is_live and any(python.is_relative_to(home) for home in ("/root", "/home")):
            raise SetupError(
                f"This Python lies in a person's folder ({python}), where the service may not look.",
                "sudo /usr/bin/python3 systemd/install",
            )

        if self._site.is_live and boot_files.is_readonly():
            raise SetupError(
                "The card is read-only: what is changed now is gone at the next start.",
                "sudo systemd/readonly disable, then sudo reboot",
            )

    def _leave(self, path: str, without: Callable[[str], str]) -> None:
        """Take what is ours out of a file that belongs to somebody else."""
        file = self._changes.at(path)
        if not file.exists():
            return
        text = boot_files.text_of(file)
        if without(text) != text or boot_files.backup_of(file).exists():
            self._tell(f"{'would take' if self._site.is_dry else 'take'} what is ours out of {path}")
            if not self._site.is_dry:
                boot_files.put_back(file, without(text))

    def _add_debian_packages(self) -> None:
        if not (self._site.is_live and self._site.model and shutil.which("apt-get")):
            return
        missing = [name for name in debian_packages(self._site) if not is_installed(name)]
        if missing and not self._system.run(
            "apt-get", "install", "--yes", "--no-install-recommends", *missing
        ):
            self._system.run("apt-get", "update")
            if not self._system.run("apt-get", "install", "--yes", "--no-install-recommends", *missing):
                self._tell(f"went on without {' '.join(missing)}")

    def _make_release(self) -> str:
        environment = Environment(self._site.checkout, self._site.model, path=Path("x"))
        name = release_of(self._site, environment)
        place = f"{RELEASES}/{name}"
        environment = Environment(
            self._site.checkout, self._site.model, path=self._changes.at(place), place=Path(place)
        )
        if not environment.missing("run", retry_parts=True):
            self._tell(f"already  {place}")
        elif self._site.is_dry:
            self._changes.count += 1
            self._tell(f"would make {place}, which takes some minutes and about 100 MB")
        else:
            self._changes.count += 1
            self._changes.own_folder(RELEASES)
            self._make(environment)
        return name

    def _write_files(self) -> bool:
        files = self._site.checkout / "systemd" / "files"
        is_new = False
        for file in sorted(file for file in files.rglob("*") if file.is_file()):
            mode = 0o755 if os.access(file, os.X_OK) else 0o644
            is_new |= self._changes.write(f"/{file.relative_to(files)}", file.read_bytes(), mode)
        return is_new

    def _set_pins(self) -> bool:
        config = self._changes.at(f"{boot_files.FOLDER}/config.txt")
        if not config.exists():
            self._tell(f"left out {boot_files.FOLDER}/config.txt, which only a Raspberry Pi has")
            return False
        text = boot_files.text_of(config)
        if boot_files.with_block(text) == text:
            self._tell(f"already  {boot_files.FOLDER}/config.txt")
            return False
        self._changes.count += 1
        self._changes.remember(f"{boot_files.FOLDER}/config.txt")
        self._tell(
            f"{'would add' if self._site.is_dry else 'add'} our block to {boot_files.FOLDER}/config.txt"
            f" (as it was: config.txt{boot_files.BACKUP})"
        )
        return self._site.is_dry or boot_files.set_pins(config)

    def _running_release(self) -> str | None:
        current = self._changes.at(CURRENT)
        return str(current.readlink()) if current.is_symlink() else None

    def _elsewhere(self, option: str) -> list[str]:
        return [] if self._site.root == Path("/") else [option, str(self._site.root)]

    def _add_user(self) -> None:
        path = "/etc/sysusers.d/khepri.conf"
        if not self._site.is_dry and not self._system.run(
            "systemd-sysusers", *self._elsewhere("--root"), str(self._changes.at(path))
        ):
            raise SetupError("The user khepri can't be made.", "see the line above")

    def _start(self, name: str, before: str | None, *, is_new: bool) -> None:
        if not is_new and self._system.run("systemctl", "is-active", "--quiet", "khepri.service"):
            return
        self._reload()
        self._system.run("modprobe", "i2c-dev")
        # Both, or a phone that comes in between would start the table again.
        self._system.run("systemctl", "stop", "khepri.socket", "khepri.service")
        if not self._system.run("systemctl", "start", "khepri.socket"):
            raise SetupError("Port 80 can't be had.", "sudo ss -ltnp 'sport = :80' says who has it")
        if self._system.run("systemctl", "start", "khepri-off.path", "khepri.service"):
            return
        if before in (None, f"releases/{name}"):
            raise SetupError("Khepri does not start.", "journalctl -u khepri says why")
        self._changes.revert()
        self._reload()
        is_back = self._system.run("systemctl", "restart", *OWN_UNITS)
        raise SetupError(
            f"The new Khepri does not start; the one before ({before}) was put back"
            f"{'.' if is_back else ', and does not start either.'}",
            "journalctl -u khepri says why",
        )

    def _reload(self) -> None:
        """Have the parts of the system read what was written; none of them stops a table."""
        self._system.run("systemctl", "daemon-reload")
        self._system.run("udevadm", "control", "--reload")
        self._system.run("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=spidev")
        self._system.run("udevadm", "trigger", "--subsystem-match=i2c-dev", "--subsystem-match=*-pio")
        self._system.run("udevadm", "settle", "--timeout=10")
        self._system.run("systemctl", "try-reload-or-restart", "NetworkManager")

    def _remove_other_releases(self, name: str) -> None:
        folder = self._changes.at(RELEASES)
        for other in sorted(folder.iterdir()) if folder.is_dir() else []:
            if other.name != name:
                self._changes.remove_tree(f"{RELEASES}/{other.name}")


def _site(options: argparse.Namespace) -> Site:
    root = Path(options.root).resolve()
    if not options.dry_run and os.geteuid() != 0:
        raise SetupError("Only root may do that.", f"sudo {sys.argv[0]}")
    if not root.is_dir():
        raise SetupError(f"There is no folder {root}.", "--root names a system's files")
    model = board_model() if options.model is None else options.model
    return Site(root, is_live(root), model, sys.version_info[:2], options.dry_run)


def main(command: str, argv: Sequence[str]) -> int:
    """Do what *command*, "install" or "uninstall", says; 1 after an error that was told in a sentence."""
    parser = argparse.ArgumentParser(
        prog=f"systemd/{command}",
        description="Install Khepri as a service, or update it to this checkout."
        if command == "install"
        else "Take Khepri off this system. The games stay unless --purge is given.",
    )
    parser.add_argument("--root", default="/", help="a system's files that lie elsewhere, such as an image")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would be done")
    parser.add_argument("--model", help="the board, if it is not this one: 'Raspberry Pi 4'")
    if command == "uninstall":
        parser.add_argument("--purge", action="store_true", help="remove the games and settings as well")
    options = parser.parse_args(argv)
    # The service reads what root writes here.
    os.umask(0o022)
    try:
        installer = Installer(_site(options), Commands(is_dry=options.dry_run))
        if command == "install":
            installer.install()
        else:
            installer.uninstall(is_purge=options.purge)
    except (SetupError, OSError) as error:
        return fail(error)
    return 0

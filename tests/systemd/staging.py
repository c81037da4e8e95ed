"""A system's files in a folder, and what stands in for the commands of one that runs."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from tools.environment import Environment
from tools.installing import Installer, Site

CONFIG = (
    "# For more options see config.txt in the documentation\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n\n[all]\n"
)
PI_4 = "Raspberry Pi 4 Model B Rev 1.5"


def snapshot(root: Path) -> dict[str, str]:
    """Give every file, link and folder below *root*, with its mode and what is in it."""
    found = {}
    for path in sorted(root.rglob("*")):
        if path.is_symlink():
            what = f"-> {path.readlink()}"
        elif path.is_dir():
            what = "folder"
        else:
            what = hashlib.sha256(path.read_bytes()).hexdigest()
        found[str(path.relative_to(root))] = f"{path.lstat().st_mode:o} {what}"
    return found


@dataclass
class FakeSystem:
    """Keeps what it is told to run; what begins like one of `failing` fails."""

    failing: tuple[str, ...] = ()
    ran: list[str] = field(default_factory=list)

    def run(self, *command: str) -> bool:
        line = " ".join(command)
        self.ran.append(line)
        return not line.startswith(self.failing) if self.failing else True


@dataclass
class Staging:
    """A Raspberry Pi's files in a folder; environments are made in no time, with nothing in them."""

    root: Path
    is_live: bool = False
    system: FakeSystem = field(default_factory=FakeSystem)
    told: list[str] = field(default_factory=list)
    made: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        firmware = self.root / "boot" / "firmware"
        firmware.mkdir(parents=True)
        (firmware / "config.txt").write_text(CONFIG)
        for folder in ("etc", "usr/local/bin", "var/lib"):
            (self.root / folder).mkdir(parents=True)

    def installer(self, *, is_dry: bool = False, checkout: Path | None = None) -> Installer:
        site = Site(self.root, self.is_live, PI_4, (3, 11), is_dry, program=Path("/usr/bin/python3"))
        if checkout is not None:
            site = site._replace(checkout=checkout)
        self.told.clear()
        self.system.ran.clear()
        return Installer(site, self.system, make=self._make, tell=self.told.append)

    def _make(self, environment: Environment) -> None:
        (environment.path / "bin").mkdir(parents=True)
        for program in ("python", "khepri"):
            (environment.path / "bin" / program).touch()
        environment.remember(environment.fingerprints("run"))
        self.made.append(environment.path)

    @property
    def current(self) -> str:
        return str((self.root / "opt/khepri/current").readlink())

"""The units as systemd itself reads them: no fault, and little that the table could do to the rest."""

import configparser
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from device import service
from tools.installing import CHECKOUT, OWN_UNITS

FILES = CHECKOUT / "systemd" / "files"
UNITS = FILES / "etc/systemd/system"
MOST_EXPOSED = 1.9
SYSTEM_UNITS = Path("/usr/lib/systemd/system")

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing: apt install systemd"
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A system with nothing but systemd's own units, ours, and the programs that they name."""
    root = tmp_path_factory.mktemp("system")
    shutil.copytree(FILES, root, dirs_exist_ok=True)
    shutil.copytree(SYSTEM_UNITS, root / "usr/lib/systemd/system", symlinks=True)
    for program in ("opt/khepri/current/bin/python", "usr/bin/udevadm", "usr/bin/systemctl", "usr/bin/rm"):
        (root / program).parent.mkdir(parents=True, exist_ok=True)
        (root / program).write_text("#!/bin/sh\n")
        (root / program).chmod(0o755)
    return root


def analyze(*options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", *options], capture_output=True, text=True, timeout=60)


def units() -> list[str]:
    return sorted(file.name for file in UNITS.iterdir())


def setting(unit: str, section: str, name: str) -> str:
    parser = configparser.RawConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(UNITS / unit)
    return parser.get(section, name)


@needs_analyze
def test_systemd_finds_no_fault_in_the_units(root: Path) -> None:
    said = analyze("verify", f"--root={root}", "--man=no", *units())
    # systemd's own units name programs that this folder lacks.
    ours = [line for line in said.stderr.splitlines() if "khepri" in line]
    assert ours == []


@needs_analyze
def test_a_fault_would_be_found(root: Path) -> None:
    (root / "etc/systemd/system/khepri-wrong.service").write_text("[Service]\nExecStart=/no/khepri\nTyp=x\n")
    said = analyze("verify", f"--root={root}", "--man=no", "khepri-wrong.service")
    assert "/no/khepri" in said.stderr
    assert "Typ" in said.stderr


@needs_analyze
def test_service_is_shut_in_tightly(root: Path) -> None:
    said = analyze("security", "--offline=true", "--no-pager", f"--root={root}", "khepri.service").stdout
    found = re.search(r"Overall exposure level for khepri\.service: ([\d.]+)", said)
    assert found is not None, said
    assert float(found[1]) <= MOST_EXPOSED


def test_every_unit_is_known_to_who_uninstalls_it() -> None:
    assert units() == sorted({*OWN_UNITS, "khepri-off.service"})


def test_panel_and_unit_mean_the_same_file() -> None:
    folder = setting("khepri.service", "Service", "RuntimeDirectory")
    assert setting("khepri-off.path", "Path", "PathExists") == f"/run/{folder}/{service.SWITCH_OFF}"


def test_table_has_no_rights_of_its_own_and_the_board_stays_readable() -> None:
    assert setting("khepri.service", "Service", "User") == "khepri"
    assert setting("khepri.service", "Service", "CapabilityBoundingSet") == ""
    assert "ProcSubset=" not in re.sub(r"#.*", "", (UNITS / "khepri.service").read_text())


def test_avahi_tells_of_the_port_that_the_socket_has() -> None:
    told = ElementTree.parse(FILES / "etc/avahi/services/khepri.service").getroot()
    assert told.findtext("service/port") == setting("khepri.socket", "Socket", "ListenStream").split(":")[1]


@dataclass
class Command:
    """The command `khepri` where sudo, setpriv and env only tell how they were called, and so does Python."""

    folder: Path

    def __post_init__(self) -> None:
        for name in ("setpriv", "sudo", "env", "python"):
            self._lay(name, '#!/bin/sh\necho "${0##*/} $*"\necho "$PWD"\n')
        text = (FILES / "usr/local/bin/khepri").read_text()
        assert PYTHON in text
        self._lay("khepri", text.replace(PYTHON, str(self.folder / "python")))

    def _lay(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o755)

    def told(self, user: str, *words: str, cwd: Path | None = None) -> tuple[str, Path]:
        """Give what becomes of a command that somebody types, and in which folder."""
        self._lay("id", f"#!/bin/sh\necho {user}\n")
        said = subprocess.run(
            [self.folder / "khepri", *words],
            env={"PATH": f"{self.folder}:/usr/bin:/bin"},
            cwd=cwd or self.folder,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        line, folder = said.splitlines()
        return line.replace(f"{self.folder}/python", PYTHON), Path(folder)


PYTHON = "/opt/khepri/current/bin/python"
OWNERS = "env KHEPRI_DATA=/var/lib/khepri LG_WD=/var/lib/khepri"


@pytest.fixture
def command(tmp_path: Path) -> Command:
    return Command(tmp_path)


@pytest.mark.parametrize(
    ("user", "prefix"),
    [
        pytest.param("khepri", "", id="the-table-itself"),
        pytest.param("root", "setpriv --reuid=khepri --regid=khepri --init-groups ", id="root"),
        pytest.param("pi", "sudo -u khepri ", id="anybody"),
    ],
)
def test_command_becomes_the_user_who_owns_the_games(command: Command, user: str, prefix: str) -> None:
    for words in (
        "export",
        "backup -",
        "restore our.db",
        "profile",
        "profile import a.toml",
        "doctor --parts",
    ):
        line, _ = command.told(user, *words.split())
        assert line == f"{prefix}{OWNERS} {PYTHON} -P -m device.cli {words}"


@pytest.mark.parametrize(
    "words", ["", "-h", "--version", "solve 2 5 11", "replay r.jsonl", "games", "games --json"]
)
def test_command_that_needs_no_games_can_read_what_its_caller_can(command: Command, words: str) -> None:
    for user in ("pi", "root"):
        assert command.told(user, *words.split())[0] == f"python -P -m device.cli {words}".strip()
    line, _ = command.told("pi", "profile", "check", "our box.toml")
    assert line == "python -P -m device.cli profile check our box.toml"


def test_command_stays_in_the_folder_in_which_it_is_typed(command: Command, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    for words in ("backup", "replay r.jsonl"):
        assert command.told("pi", *words.split(), cwd=here)[1] == here


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="udevadm is missing")
def test_udev_finds_no_fault_in_the_rules() -> None:
    verify = subprocess.run(
        ["udevadm", "verify", str(FILES / "etc/udev/rules.d/99-khepri.rules")], capture_output=True, text=True
    )
    if "Unknown command" in verify.stderr or "unrecognized" in verify.stderr.lower():
        pytest.skip("this udevadm can't verify (it came with systemd 254)")
    assert verify.returncode == 0, verify.stderr


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is missing")
def test_user_gets_what_the_unit_asks_for(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", str(FILES / "etc/sysusers.d/khepri.conf")],
        check=True,
        capture_output=True,
    )
    lines = [line.split(":") for line in (tmp_path / "etc/group").read_text().splitlines()]
    members = {name: people.split(",") for name, _, _, people in lines}
    # By hand, `khepri doctor --parts` is that user without what the service adds.
    wanted = setting("khepri.service", "Service", "SupplementaryGroups").split()
    assert [name for name in wanted if "khepri" not in members[name]] == []
    (user,) = (line for line in (tmp_path / "etc/passwd").read_text().splitlines() if "khepri" in line)
    assert user.endswith(":/var/lib/khepri:/usr/sbin/nologin")

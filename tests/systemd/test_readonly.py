"""Making a card read-only, and writable again, on files that stand for it."""

from pathlib import Path

import pytest

from tests.systemd.staging import FakeSystem, Staging, snapshot
from tools import boot_files
from tools.readonly import DROP_IN, Readonly, main
from tools.speech import SetupError

FSTAB = "proc /proc proc defaults 0 0\nPARTUUID=x-02 / ext4 defaults,noatime 0 1\n"
CMDLINE = "console=tty1 root=PARTUUID=x-02 rootfstype=ext4 rootwait quiet\n"
SOURCE = "LABEL=khepri-data"


@pytest.fixture
def staging(tmp_path: Path) -> Staging:
    staging = Staging(tmp_path / "card")
    (staging.root / "etc/fstab").write_text(FSTAB)
    (staging.root / "boot/firmware/cmdline.txt").write_text(CMDLINE)
    return staging


@pytest.fixture
def installed(staging: Staging) -> Staging:
    staging.installer().install()
    return staging


def card(staging: Staging, *, is_live: bool = False, is_dry: bool = False) -> Readonly:
    staging.told.clear()
    staging.system.ran.clear()
    return Readonly(staging.root, staging.system, is_live=is_live, is_dry=is_dry, tell=staging.told.append)


def test_memory_lies_over_the_root_alone_and_games_on_their_partition(installed: Staging) -> None:
    card(installed).enable(SOURCE)
    cmdline = (installed.root / "boot/firmware/cmdline.txt").read_text()
    assert cmdline == f"{CMDLINE.strip()} overlayroot=tmpfs:recurse=0\n"
    fstab = (installed.root / "etc/fstab").read_text()
    assert fstab.startswith(FSTAB)
    assert f"\n{SOURCE} /var/lib/khepri ext4 defaults,noatime,nofail," in fstab
    drop_in = (installed.root / DROP_IN.lstrip("/")).read_text()
    assert "RequiresMountsFor=/var/lib/khepri" in drop_in


def test_again_changes_nothing(installed: Staging) -> None:
    card(installed).enable(SOURCE)
    before = snapshot(installed.root)
    card(installed).enable(SOURCE)
    assert snapshot(installed.root) == before


def test_dry_run_changes_nothing(installed: Staging) -> None:
    before = snapshot(installed.root)
    card(installed, is_dry=True).enable(SOURCE)
    assert snapshot(installed.root) == before
    assert any(line.startswith("would change /etc/fstab") for line in installed.told)


def test_writable_again_leaves_the_games_where_they_are(installed: Staging) -> None:
    card(installed).enable(SOURCE)
    card(installed).disable()
    assert (installed.root / "boot/firmware/cmdline.txt").read_text() == CMDLINE
    assert SOURCE in (installed.root / "etc/fstab").read_text()


def test_uninstalling_takes_that_back_too(staging: Staging) -> None:
    before = snapshot(staging.root)
    staging.installer().install()
    card(staging).enable(SOURCE)
    staging.installer().uninstall()
    assert snapshot(staging.root) == before


def test_running_table_is_stopped_while_its_games_are_copied(installed: Staging) -> None:
    card(installed, is_live=True).enable(SOURCE)
    ran = installed.system.ran
    order = [
        "apt-get install --yes overlayroot",
        f"mount {SOURCE} /run/khepri-games",
        "systemctl stop khepri.socket khepri.service",
        "cp --archive --update /var/lib/khepri/. /run/khepri-games",
        "umount /run/khepri-games",
        "systemctl daemon-reload",
        "mount /var/lib/khepri",
        "systemctl start khepri.service",
    ]
    assert ran == order


@pytest.mark.parametrize(
    "failing", ["apt-get", f"mount {SOURCE}", "cp"], ids=["no-package", "no-partition", "no-room"]
)
def test_what_fails_first_leaves_the_card_as_it_was(staging: Staging, failing: str) -> None:
    staging.installer().install()
    before = snapshot(staging.root)
    staging.system = FakeSystem(failing=(failing,))
    with pytest.raises(SetupError):
        card(staging, is_live=True).enable(SOURCE)
    assert snapshot(staging.root) == before
    # A table that was stopped goes on.
    switched = [line for line in staging.system.ran if line.startswith("systemctl")]
    assert switched in ([], ["systemctl stop khepri.socket khepri.service", "systemctl start khepri.service"])


def test_card_stays_writable_where_the_games_can_not_be_mounted(installed: Staging) -> None:
    installed.system = FakeSystem(failing=("mount /var/lib/khepri",))
    with pytest.raises(SetupError, match="stays writable"):
        card(installed, is_live=True).enable(SOURCE)
    assert (installed.root / "boot/firmware/cmdline.txt").read_text() == CMDLINE
    assert installed.system.ran[-1] == "systemctl start khepri.service"


@pytest.mark.parametrize(
    "source", ["", "khepri-data", "LABEL=", "LABEL=a b", "/etc/passwd", "LABEL=a\n/dev/x"]
)
def test_what_is_no_partition_is_refused(installed: Staging, source: str) -> None:
    before = snapshot(installed.root)
    with pytest.raises(SetupError, match="no partition"):
        card(installed).enable(source)
    assert snapshot(installed.root) == before


def test_without_khepri_there_is_nothing_to_keep(staging: Staging) -> None:
    with pytest.raises(SetupError, match="not installed"):
        card(staging).enable(SOURCE)


def test_partition_has_to_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enable", "--root", str(tmp_path), "--dry-run"]) == 1
    assert "Where are the games to lie?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a b=1 quiet\n", "a quiet b=2 c\n"),
        ("", "b=2 c\n"),
        ("c b=2", "b=2 c\n"),
    ],
)
def test_words_stand_once_in_the_one_line(line: str, expected: str) -> None:
    assert boot_files.with_words(line, "b=2", "c") == expected

"""Preparing a card's boot partition, for the first start of Bookworm and of Trixie."""

import io
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.systemd.staging import CONFIG, snapshot
from tools import boot_files, card
from tools.card import (
    CLOUD_COMMAND,
    FIRST,
    FIRSTRUN,
    FIRSTRUN_LINE,
    archive,
    main,
    with_command,
)
from tools.installing import CHECKOUT
from tools.speech import SetupError

CMDLINE = "console=tty1 root=PARTUUID=x-02 rootwait quiet init=/usr/lib/raspberrypi-sys-mods/firstboot\n"
TEMPLATE = "#cloud-config\n# hostname: raspberrypi\n"
IMAGER_TRIXIE = """\
#cloud-config
hostname: khepri
users:
- name: ada
  shell: /bin/bash
runcmd:
- [ rfkill, unblock, wifi ]
- sh -c "for f in /var/lib/systemd/rfkill/*:wlan; do echo 0 > \\"$f\\"; done"
"""
IMAGER_BOOKWORM = """\
#!/bin/bash

set +e

CURRENT_HOSTNAME=`cat /etc/hostname | tr -d " \\t\\n\\r"`
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""


@pytest.fixture
def bootfs(tmp_path: Path) -> Path:
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "config.txt").write_text(CONFIG)
    (folder / "cmdline.txt").write_text(CMDLINE)
    return folder


def prepare(bootfs: Path, **options: Any) -> None:
    """Prepare a card, without packing the checkout each time."""
    card.prepare(bootfs, pack=lambda: b"packed", **options)


def lines(text: str) -> list[str]:
    """Read what cloud-init would run: the lines of the list."""
    return [line.strip()[2:] for line in text.partition("runcmd:\n")[2].splitlines() if line.strip()]


def test_trixie_gets_a_command_for_cloud_init(bootfs: Path) -> None:
    (bootfs / "user-data").write_text(TEMPLATE)
    prepare(bootfs)
    text = (bootfs / "user-data").read_text()
    assert text.startswith(TEMPLATE)
    assert lines(text) == [CLOUD_COMMAND]
    assert (bootfs / "cmdline.txt").read_text() == CMDLINE


def test_what_imager_has_cloud_init_run_stays(bootfs: Path) -> None:
    (bootfs / "user-data").write_text(IMAGER_TRIXIE)
    prepare(bootfs)
    text = (bootfs / "user-data").read_text()
    assert lines(text) == [CLOUD_COMMAND, *lines(IMAGER_TRIXIE)]
    assert (bootfs / "user-data.before-khepri").read_text() == IMAGER_TRIXIE


def test_indented_list_is_kept_indented() -> None:
    text = with_command("#cloud-config\nruncmd:\n  # first\n  - ls\npackages: [vim]\n")
    assert text == f"#cloud-config\nruncmd:\n  # first\n  - {CLOUD_COMMAND}\n  - ls\npackages: [vim]\n"


@pytest.mark.parametrize(
    "text",
    ["#!/bin/sh\nls\n", "#cloud-config\nruncmd: [ls]\n", "#cloud-config\nruncmd:\nusers: []\n", ""],
    ids=["a-script", "on-one-line", "an-empty-list", "an-empty-file"],
)
def test_user_data_that_can_not_be_added_to_is_refused(bootfs: Path, text: str) -> None:
    (bootfs / "user-data").write_text(text)
    before = snapshot(bootfs)
    with pytest.raises(SetupError):
        prepare(bootfs)
    assert snapshot(bootfs) == before


def test_bookworm_gets_a_line_in_imagers_script_before_it_goes(bootfs: Path) -> None:
    (bootfs / "firstrun.sh").write_text(IMAGER_BOOKWORM)
    prepare(bootfs)
    text = (bootfs / "firstrun.sh").read_text()
    assert text.replace(FIRSTRUN_LINE, "") == IMAGER_BOOKWORM
    assert text.index(FIRSTRUN_LINE) < text.index("rm -f")
    assert (bootfs / "cmdline.txt").read_text() == CMDLINE


def test_bookworm_without_imager_gets_a_script_of_its_own(bootfs: Path) -> None:
    prepare(bootfs)
    assert (bootfs / "firstrun.sh").read_text() == FIRSTRUN
    cmdline = (bootfs / "cmdline.txt").read_text()
    assert cmdline.startswith(CMDLINE.strip())
    assert cmdline.count("\n") == 1
    assert " systemd.run=/boot/firmware/firstrun.sh " in cmdline


def test_script_that_is_not_imagers_is_refused(bootfs: Path) -> None:
    (bootfs / "firstrun.sh").write_text("#!/bin/sh\nexit 0\n")
    before = snapshot(bootfs)
    with pytest.raises(SetupError):
        prepare(bootfs)
    assert snapshot(bootfs) == before


@pytest.mark.parametrize("hook", ["user-data", "firstrun.sh", None])
def test_again_changes_nothing(bootfs: Path, hook: str | None) -> None:
    if hook is not None:
        (bootfs / hook).write_text(IMAGER_TRIXIE if hook == "user-data" else IMAGER_BOOKWORM)
    prepare(bootfs)
    before = snapshot(bootfs)
    prepare(bootfs)
    assert snapshot(bootfs) == before


def test_dry_run_writes_nothing(bootfs: Path) -> None:
    before = snapshot(bootfs)
    told: list[str] = []
    prepare(bootfs, is_dry=True, tell=told.append)
    assert snapshot(bootfs) == before
    assert f"would write {FIRST}" in told


def test_pins_are_set_before_the_first_start(bootfs: Path) -> None:
    prepare(bootfs)
    assert (bootfs / "config.txt").read_text() == boot_files.with_block(CONFIG)


@pytest.mark.parametrize("line", [b"# k\xfcche\n", b"dtparam=audio=on\r\n"], ids=["no-utf-8", "windows"])
def test_what_config_txt_held_stays_byte_for_byte(bootfs: Path, line: bytes) -> None:
    (bootfs / "config.txt").write_bytes(line)
    prepare(bootfs)
    assert (bootfs / "config.txt").read_bytes().startswith(line)
    assert (bootfs / "config.txt.before-khepri").read_bytes() == line


def test_archive_holds_what_an_installation_needs_and_no_rubbish() -> None:
    with tarfile.open(fileobj=io.BytesIO(archive())) as tar:
        names = tar.getnames()
        assert {entry.uid for entry in tar} == {0}
    assert {
        "systemd/install",
        "device/cli.py",
        "tools/locks/pi5.txt",
        "systemd/files/usr/local/bin/khepri",
    } <= {*names}
    assert not any("__pycache__" in name or name.startswith(("tests", ".git")) for name in names)


def test_folder_that_is_no_boot_partition_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 1
    assert "no config.txt" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_first_start_unpacks_khepri_and_has_it_installed_later(bootfs: Path, tmp_path: Path) -> None:
    card.prepare(bootfs)
    root = tmp_path / "root"
    (root / "etc/systemd/system").mkdir(parents=True)
    script = (bootfs / FIRST).read_text().replace("/etc/systemd", f"{root}/etc/systemd")
    (bootfs / FIRST).write_text(script.replace("/usr/local/src", f"{root}/usr/local/src"))
    (tmp_path / "bin").mkdir()
    systemctl = tmp_path / "bin" / "systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$*" >> {tmp_path}/ran\n')
    systemctl.chmod(0o755)
    subprocess.run(
        ["sh", str(bootfs / FIRST), "start"],
        check=True,
        env={**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"},
    )
    unit = (root / "etc/systemd/system/khepri-first.service").read_text()
    assert f"ExecStart=/usr/bin/python3 {root}/usr/local/src/khepri/systemd/install" in unit
    assert (root / "usr/local/src/khepri/systemd/install").read_bytes() == (
        CHECKOUT / "systemd/install"
    ).read_bytes()
    assert (tmp_path / "ran").read_text().splitlines() == [
        "enable khepri-first.service",
        "start --no-block khepri-first.service",
    ]

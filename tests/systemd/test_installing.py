"""Installing into a folder that stands for a Raspberry Pi's card: all that needs no running systemd."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.systemd.staging import CONFIG, PI_4, FakeSystem, Staging, snapshot
from tools import boot_files
from tools.installing import CHECKOUT, Installer, Site, debian_packages, main
from tools.speech import SetupError

FILES = CHECKOUT / "systemd" / "files"


@pytest.fixture
def staging(tmp_path: Path) -> Staging:
    return Staging(tmp_path / "card")


@pytest.fixture
def running(tmp_path: Path) -> Staging:
    """A system that runs, of which only the commands are made up."""
    return Staging(tmp_path / "card", is_live=True)


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A checkout of a later version."""
    folder = tmp_path / "newer"
    for name in ("device", "rules", "web", "systemd", "tools"):
        shutil.copytree(CHECKOUT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    (folder / "device" / "later.py").write_text('"""Comes later."""\n')
    return folder


def test_every_file_of_ours_is_laid_where_it_lies_in_the_checkout(staging: Staging) -> None:
    staging.installer().install()
    for file in (file for file in FILES.rglob("*") if file.is_file()):
        laid = staging.root / file.relative_to(FILES)
        assert laid.read_bytes() == file.read_bytes()
        assert laid.stat().st_mode & 0o777 == (0o755 if file.parent.name == "bin" else 0o644)
    assert staging.current == f"releases/{staging.made[0].name}"
    assert (staging.root / "opt/khepri/current/bin/python").exists()


def test_service_and_port_start_with_the_machine(staging: Staging) -> None:
    staging.installer().install()
    units = staging.root / "etc/systemd/system"
    assert str((units / "multi-user.target.wants/khepri.service").readlink()) == (
        "/etc/systemd/system/khepri.service"
    )
    assert str((units / "sockets.target.wants/khepri.socket").readlink()) == (
        "/etc/systemd/system/khepri.socket"
    )


def test_folder_gets_its_user_and_nothing_is_started(staging: Staging) -> None:
    staging.installer().install()
    sysusers = f"systemd-sysusers --root {staging.root} {staging.root}/etc/sysusers.d/khepri.conf"
    assert staging.system.ran == [sysusers]


def test_second_time_all_is_so_already(staging: Staging) -> None:
    staging.installer().install()
    first = snapshot(staging.root)
    staging.installer().install()
    assert snapshot(staging.root) == first
    assert len(staging.made) == 1
    assert {line.split()[0] for line in staging.told[:-1]} == {"already"}
    assert staging.told[-1] == "all was so already"


def test_dry_run_tells_all_and_does_nothing(staging: Staging) -> None:
    before = snapshot(staging.root)
    staging.installer(is_dry=True).install()
    assert snapshot(staging.root) == before
    assert (staging.made, staging.system.ran) == ([], [])
    for file in (file for file in FILES.rglob("*") if file.is_file()):
        assert f"would write /{file.relative_to(FILES)}" in staging.told


def test_dry_run_of_removing_does_nothing_either(staging: Staging) -> None:
    staging.installer().install()
    before = snapshot(staging.root)
    staging.installer(is_dry=True).uninstall(is_purge=True)
    assert snapshot(staging.root) == before
    assert "would remove /etc/systemd/system/khepri.service" in staging.told


def test_uninstalling_leaves_every_file_as_it_was(staging: Staging) -> None:
    (staging.root / "etc/default").mkdir()
    (staging.root / "etc/default/other").write_text("X=1\n")
    before = snapshot(staging.root)
    staging.installer().install()
    staging.installer().uninstall()
    assert snapshot(staging.root) == before


def test_uninstalling_twice_is_fine(staging: Staging) -> None:
    before = snapshot(staging.root)
    staging.installer().uninstall()
    assert snapshot(staging.root) == before


def test_file_that_was_there_before_comes_back(staging: Staging) -> None:
    theirs = staging.root / "etc/NetworkManager/conf.d/khepri.conf"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("[connection]\nwifi.powersave=3\n")
    theirs.chmod(0o600)
    before = snapshot(staging.root)
    staging.installer().install()
    assert "wifi.powersave=2" in theirs.read_text()
    staging.installer().uninstall()
    assert snapshot(staging.root) == before


def test_unit_that_somebody_edited_is_replaced_and_kept_aside(staging: Staging) -> None:
    staging.installer().install()
    unit = staging.root / "etc/systemd/system/khepri.service"
    unit.write_text("edited\n")
    staging.installer().install()
    assert unit.read_bytes() == (FILES / "etc/systemd/system/khepri.service").read_bytes()
    aside = staging.root / "opt/khepri/backup/etc/systemd/system/khepri.service.changed"
    assert aside.read_text() == "edited\n"


def test_settings_outlive_updates_and_uninstalling_but_not_a_purge(staging: Staging) -> None:
    staging.installer().install()
    settings = staging.root / "etc/default/khepri"
    settings.write_text("KHEPRI_OPTIONS=--simulate\n")
    staging.installer().install()
    assert settings.read_text() == "KHEPRI_OPTIONS=--simulate\n"
    staging.installer().uninstall()
    assert settings.read_text() == "KHEPRI_OPTIONS=--simulate\n"
    settings.unlink()
    staging.installer().install()
    settings.write_text("KHEPRI_OPTIONS=--simulate\n")
    staging.installer().uninstall(is_purge=True)
    assert not settings.exists()


def test_games_stay_unless_they_are_to_go(staging: Staging) -> None:
    staging.installer().install()
    games = staging.root / "var/lib/khepri"
    games.mkdir()
    (games / "table.sqlite").write_bytes(b"games")
    staging.installer().uninstall()
    assert (games / "table.sqlite").exists()
    assert not (staging.root / "opt").exists()
    staging.installer().install()
    staging.installer().uninstall(is_purge=True)
    assert not games.exists()
    assert staging.system.ran[-1] == f"userdel --prefix {staging.root} khepri"


# ---- config.txt ----


def test_pins_stand_in_a_block_of_their_own_for_every_model(staging: Staging) -> None:
    staging.installer().install()
    config = (staging.root / "boot/firmware/config.txt").read_text()
    assert config == f"{CONFIG}\n{boot_files.BEGIN}\n{boot_files.PINS}{boot_files.END}\n"
    backup = staging.root / "boot/firmware/config.txt.before-khepri"
    assert backup.read_text() == CONFIG


def test_what_others_wrote_into_config_txt_since_stays(staging: Staging) -> None:
    staging.installer().install()
    config = staging.root / "boot/firmware/config.txt"
    config.write_text(f"{config.read_text()}dtoverlay=other\n")
    staging.installer().install()
    staging.installer().uninstall()
    assert config.read_text() == f"{CONFIG}dtoverlay=other\n"
    assert not config.with_name("config.txt.before-khepri").exists()


@pytest.mark.parametrize(
    "was",
    [
        pytest.param(CONFIG.encode(), id="as-it-came"),
        pytest.param(CONFIG.removesuffix("\n").encode(), id="no-last-newline"),
        pytest.param(b"", id="empty"),
        pytest.param(f"{CONFIG}\n\n".encode(), id="blank-lines"),
        pytest.param(CONFIG.replace("\n", "\r\n").encode(), id="edited-on-windows"),
        pytest.param(b"# k\xfcche\n" + CONFIG.encode(), id="no-utf-8"),
    ],
)
def test_config_txt_is_byte_for_byte_as_before(tmp_path: Path, was: bytes) -> None:
    config = tmp_path / "config.txt"
    config.write_bytes(was)
    assert boot_files.set_pins(config)
    assert not boot_files.set_pins(config)
    for is_changed in (True, False):
        without = boot_files.CONFIG.out_of(boot_files.text_of(config))
        assert boot_files.put_back(config, without) is is_changed
    assert config.read_bytes() == was
    assert [file.name for file in tmp_path.iterdir()] == ["config.txt"]


def test_block_that_was_cut_off_is_made_whole() -> None:
    whole = boot_files.with_block(CONFIG)
    cut = whole.removesuffix(f"[all]\n{boot_files.END}\n")
    assert boot_files.with_block(cut) == whole


PINS = boot_files.BEGIN + "\n" + boot_files.PINS
BLOCK = f"{PINS}{boot_files.END}\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param(f"{CONFIG}\n{BLOCK}theirs=1\n", f"{CONFIG}theirs=1\n", id="lines-below"),
        pytest.param(f"{CONFIG}{BLOCK}theirs=1\n", f"{CONFIG}theirs=1\n", id="no-blank-line-before"),
        pytest.param(f"{CONFIG}\n{PINS}theirs=1\n[all]\n", f"{CONFIG}theirs=1\n[all]\n", id="end-deleted"),
        pytest.param(f"{CONFIG}\n{PINS}", CONFIG, id="end-deleted-at-the-end"),
        pytest.param(f"{CONFIG}\n{BLOCK}".removesuffix("\n"), CONFIG, id="no-last-newline"),
        pytest.param(f"{CONFIG}\n{boot_files.BEGIN}", CONFIG, id="begin-alone"),
        pytest.param(f"{BLOCK}a=1\n\n{BLOCK}b=1\n", "a=1\nb=1\n", id="two-blocks"),
        pytest.param(f"{PINS}a=1\n{BLOCK}b=1\n", "a=1\nb=1\n", id="first-of-two-without-end"),
        pytest.param(f"{BLOCK}a=1\n{PINS}b=1\n", "a=1\nb=1\n", id="second-of-two-without-end"),
        pytest.param(f"{PINS}[all]\na=1\n", "[all]\na=1\n", id="their-line-looks-like-ours"),
        pytest.param(f"a=1\n{boot_files.END}\n", f"a=1\n{boot_files.END}\n", id="end-alone"),
    ],
)
def test_only_our_lines_of_config_txt_go(text: str, left: str) -> None:
    for was, expected in ((text, left), (text.replace("\n", "\r\n"), left.replace("\n", "\r\n"))):
        assert boot_files.CONFIG.out_of(was) == expected
        again = boot_files.with_block(was)
        assert boot_files.CONFIG.out_of(again) == expected
        assert boot_files.with_block(again) == again


def test_lines_below_our_block_outlive_an_editor_with_other_line_ends(staging: Staging) -> None:
    staging.installer().install()
    config = staging.root / "boot/firmware/config.txt"
    edited = f"{config.read_text()}theirs=1\n[pi4]\narm_boost=1\n"
    config.write_bytes(edited.replace("\n", "\r\n").encode())
    staging.installer().install()
    staging.installer().uninstall()
    assert config.read_bytes() == f"{CONFIG}theirs=1\n[pi4]\narm_boost=1\n".replace("\n", "\r\n").encode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_games_block_without_its_end_leaves_what_others_mount(end: str) -> None:
    block = boot_files.GAMES.into("proc /proc proc\n", "LABEL=games /var/lib/khepri ext4 defaults 0 2\n")
    cut = block.replace(f"{boot_files.GAMES.end}\n", "tmpfs /tmp tmpfs\n").replace("\n", end)
    assert boot_files.GAMES.out_of(cut) == f"proc /proc proc{end}tmpfs /tmp tmpfs{end}"


def test_machine_that_is_no_pi_is_told_that_no_pins_are_set(staging: Staging) -> None:
    (staging.root / "boot/firmware/config.txt").unlink()
    staging.installer().install()
    assert "left out /boot/firmware/config.txt, which only a Raspberry Pi has" in staging.told


# ---- updating, and what goes wrong ----


def test_update_is_swapped_in_and_the_old_release_goes(staging: Staging, newer: Path) -> None:
    staging.installer().install()
    old = staging.current
    staging.installer(checkout=newer).install()
    assert staging.current != old
    assert [f.name for f in (staging.root / "opt/khepri/releases").iterdir()] == [staging.made[1].name]


def test_running_table_is_stopped_swapped_and_started(running: Staging, newer: Path) -> None:
    running.installer().install()
    running.installer(checkout=newer).install()
    ran = running.system.ran
    order = [
        "systemctl daemon-reload",
        "systemctl stop khepri.socket khepri.service",
        "systemctl start khepri.socket",
        "systemctl start khepri-off.path khepri.service",
    ]
    assert [line for line in ran if line in order] == order


def test_running_table_that_is_up_to_date_is_left_alone(running: Staging) -> None:
    running.installer().install()
    running.installer().install()
    assert not any(
        line.startswith(("systemctl stop", "systemctl start", "systemctl restart"))
        for line in running.system.ran
    )


def test_update_that_does_not_start_gives_way_to_the_old_one(running: Staging, newer: Path) -> None:
    running.installer().install()
    old = running.current
    running.system.failing = ("systemctl start khepri-off",)
    with pytest.raises(SetupError, match="was put back"):
        running.installer(checkout=newer).install()
    assert running.current == old
    assert running.system.ran[-1] == "systemctl restart khepri.socket khepri-off.path khepri.service"
    assert (running.root / "opt/khepri" / old / "bin/python").exists()


@dataclass
class Reading(FakeSystem):
    """Keeps what a unit's file held whenever systemd read the units."""

    unit: Path = Path()
    read: list[str] = field(default_factory=list)

    def run(self, *command: str) -> bool:
        if command == ("systemctl", "daemon-reload"):
            self.read.append(self.unit.read_text())
        return super().run(*command)


def test_update_that_does_not_start_leaves_every_file_as_it_was(running: Staging, newer: Path) -> None:
    untouched = snapshot(running.root)
    running.installer().install()
    config = running.root / "boot/firmware/config.txt"
    config.write_text(config.read_text().replace("core_freq=250", "core_freq=249"))
    old, before, unit = running.current, snapshot(running.root), Path("etc/systemd/system/khepri.service")
    was = (running.root / unit).read_text()
    files = newer / "systemd/files"
    (files / unit).write_text(was.replace("device.cli serve", "device.cli serve --later"))
    (files / "etc/khepri-later.conf").write_text("later\n")
    (files / "usr/local/bin/khepri").chmod(0o644)
    running.system = Reading(("systemctl start khepri-off",), unit=running.root / unit)
    with pytest.raises(SetupError, match=f"the one before .{old}. was put back\\."):
        running.installer(checkout=newer).install()
    shutil.rmtree(running.made[1])
    assert snapshot(running.root) == before
    assert running.system.read[-1] == was
    running.system = FakeSystem()
    running.installer().uninstall()
    assert snapshot(running.root) == untouched


def test_update_that_was_put_back_can_be_tried_again(running: Staging, newer: Path) -> None:
    running.installer().install()
    (newer / "systemd/files/etc/khepri-later.conf").write_text("later\n")
    running.system.failing = ("systemctl start khepri-off",)
    with pytest.raises(SetupError):
        running.installer(checkout=newer).install()
    running.system.failing = ()
    running.installer(checkout=newer).install()
    assert (running.root / "etc/khepri-later.conf").read_text() == "later\n"
    assert running.current == f"releases/{running.made[1].name}"


def test_old_release_that_does_not_start_either_is_said(running: Staging, newer: Path) -> None:
    running.installer().install()
    running.system.failing = ("systemctl start khepri-off", "systemctl restart")
    with pytest.raises(SetupError, match="was put back, and does not start either"):
        running.installer(checkout=newer).install()


def test_first_start_that_fails_is_said(running: Staging) -> None:
    running.system.failing = ("systemctl start khepri-off",)
    with pytest.raises(SetupError, match="does not start"):
        running.installer().install()


def test_port_that_somebody_has_is_said(running: Staging) -> None:
    running.system.failing = ("systemctl start khepri.socket",)
    with pytest.raises(SetupError, match="Port 80"):
        running.installer().install()


def test_environment_that_fails_leaves_the_table_as_it_ran(staging: Staging, newer: Path) -> None:
    staging.installer().install()
    before = snapshot(staging.root)

    def fail(_: object) -> None:
        raise SetupError("The packages can't be downloaded.", "connect it")

    site = Site(staging.root, False, PI_4, (3, 11), checkout=newer)
    with pytest.raises(SetupError):
        Installer(site, staging.system, make=fail, tell=staging.told.append).install()
    assert snapshot(staging.root) == before


@pytest.mark.parametrize("fails_at", range(1, 5))
def test_what_was_interrupted_is_done_by_the_next_run_and_can_be_undone(
    staging: Staging, fails_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tools import changes

    before = snapshot(staging.root)
    real, count = changes.replace, 0

    def interrupted(target: Path, content: bytes, mode: int = 0o644) -> None:
        nonlocal count
        count += target.name != "installed.json"
        if count == fails_at:
            raise KeyboardInterrupt
        real(target, content, mode)

    monkeypatch.setattr(changes, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        staging.installer().install()
    monkeypatch.undo()
    staging.installer().uninstall()
    assert snapshot(staging.root) == before
    staging.installer().install()
    staging.installer().install()
    assert staging.told[-1] == "all was so already"


def test_user_that_can_not_be_made_is_said(tmp_path: Path) -> None:
    staging = Staging(tmp_path / "card", system=FakeSystem(failing=("systemd-sysusers",)))
    with pytest.raises(SetupError, match="user khepri"):
        staging.installer().install()


@pytest.mark.parametrize(
    ("model", "python", "packages"),
    [
        (
            "Raspberry Pi Zero 2 W Rev 1.0",
            (3, 11),
            ["avahi-daemon", "dnsmasq-base", "fonts-unifont", "gcc", "python3-dev"],
        ),
        (
            PI_4,
            (3, 13),
            ["avahi-daemon", "dnsmasq-base", "fonts-unifont", "python3-lgpio", "gcc", "python3-dev"],
        ),
        ("Raspberry Pi 5 Model B Rev 1.0", (3, 11), ["avahi-daemon", "dnsmasq-base", "fonts-unifont"]),
        (
            "Raspberry Pi 5 Model B Rev 1.0",
            (3, 13),
            ["avahi-daemon", "dnsmasq-base", "fonts-unifont", "python3-lgpio"],
        ),
        ("", (3, 13), ["avahi-daemon", "dnsmasq-base", "fonts-unifont"]),
    ],
)
def test_board_and_python_decide_what_of_debian_is_needed(
    model: str, python: tuple[int, int], packages: list[str]
) -> None:
    assert debian_packages(Site(Path("/"), True, model, python)) == packages


def test_folder_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("install", ["--root", str(tmp_path / "none"), "--dry-run"]) == 1
    assert "There is no folder" in capsys.readouterr().err


def test_every_file_that_is_laid_is_told_of() -> None:
    text = (CHECKOUT / "docs" / "installing.md").read_text()
    for file in (file for file in FILES.rglob("*") if file.is_file()):
        name = f"/{file.relative_to(FILES)}"
        assert name in text or (file.parent.name == "system" and file.name in text), name


@pytest.mark.parametrize("name", ["install", "uninstall", "readonly", "prepare-card"])
def test_command_explains_itself(name: str) -> None:
    script = CHECKOUT / "systemd" / name
    assert os.access(script, os.X_OK)
    said = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith(f"usage: systemd/{name} ")

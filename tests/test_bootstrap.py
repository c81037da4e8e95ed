"""The set-up: what it remembers, refuses and says; `make test` itself builds a whole environment."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tools.bootstrap import refusal
from tools.checks import Step, run_steps
from tools.environment import FAILED, Environment, link_system_lgpio, parts_of, pip_failure
from tools.pip_source import configured_index, download_pip_wheel, find_pip, local_pip_wheel
from tools.speech import OfflineError, SetupError

ROOT = Path(__file__).resolve().parent.parent
PI_4 = "Raspberry Pi 4 Model B Rev 1.5"


def checkout(root: Path) -> Path:
    """Lay out what the stamp is made from, and an environment that looks complete."""
    (root / "tools" / "locks").mkdir(parents=True)
    for name in ("run", "test", "pi", "pi5"):
        (root / "tools" / "locks" / f"{name}.txt").write_text(f"{name}==1\n")
    (root / "pyproject.toml").write_text("[project]\n")
    (root / ".venv" / "bin").mkdir(parents=True)
    for program in ("khepri", "python"):
        (root / ".venv" / "bin" / program).touch()
    return root


def installed(root: Path, level: str, model: str = "") -> Environment:
    environment = Environment(checkout(root), model)
    environment.remember(environment.fingerprints(level))
    return environment


def test_nothing_is_missing_after_it_was_remembered(tmp_path: Path) -> None:
    assert installed(tmp_path, "test").missing("test") == []


def test_playing_needs_nothing_more_after_testing(tmp_path: Path) -> None:
    assert installed(tmp_path, "test").missing("run") == []


def test_testing_after_playing_adds_the_test_packages(tmp_path: Path) -> None:
    assert installed(tmp_path, "run").missing("test") == ["test"]


def test_a_changed_lock_is_installed_again(tmp_path: Path) -> None:
    environment = installed(tmp_path, "run")
    (tmp_path / "tools" / "locks" / "run.txt").write_text("run==2\n")
    assert environment.missing("run") == ["run"]


def test_a_changed_pyproject_installs_the_project_again(tmp_path: Path) -> None:
    environment = installed(tmp_path, "run")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert environment.missing("run") == ["project"]


@pytest.mark.parametrize("stamp", ["", "{", "[]", "{}", '{"made_for": 1, "installed": []}'])
def test_an_unreadable_stamp_means_everything_is_missing(tmp_path: Path, stamp: str) -> None:
    environment = installed(tmp_path, "run")
    environment.stamp.write_text(stamp)
    assert environment.missing("run") == ["run", "project"]


def test_a_moved_folder_means_everything_is_missing(tmp_path: Path) -> None:
    installed(tmp_path / "here", "run")
    (tmp_path / "here").rename(tmp_path / "there")
    assert Environment(tmp_path / "there").missing("run") == ["run", "project"]


@pytest.mark.parametrize("program", ["khepri", "python"])
def test_a_lost_program_means_everything_is_missing(tmp_path: Path, program: str) -> None:
    environment = installed(tmp_path, "run")
    (environment.path / "bin" / program).unlink()
    assert environment.missing("run") == ["run", "project"]


def test_a_board_adds_the_libraries_of_its_parts(tmp_path: Path) -> None:
    installed(tmp_path, "run")
    assert Environment(tmp_path, PI_4).missing("run") == ["pi"]


def test_parts_that_failed_are_tried_again_only_on_request(tmp_path: Path) -> None:
    environment = installed(tmp_path, "run", PI_4)
    prints = environment.fingerprints("run")
    environment.remember({**prints, "pi": prints["pi"] + FAILED})
    assert environment.missing("run") == []
    assert environment.missing("run", retry_parts=True) == ["pi"]


@pytest.mark.parametrize(
    ("model", "parts"),
    [
        ("", None),
        ("Some Other Board", None),
        ("Raspberry Pi Zero 2 W Rev 1.0", "pi"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "pi"),
        (PI_4, "pi"),
        ("Raspberry Pi 400 Rev 1.0", "pi"),
        ("Raspberry Pi Compute Module 4 Rev 1.1", "pi"),
        ("Raspberry Pi 5 Model B Rev 1.0", "pi5"),
        ("Raspberry Pi 500 Rev 1.0", "pi5"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "pi5"),
    ],
)
def test_board_chooses_its_lock(model: str, parts: str | None) -> None:
    assert parts_of(model) == parts


@pytest.mark.parametrize("version", [(3, 8, 18), (3, 10, 13)])
def test_an_old_python_is_refused_by_name(version: tuple[int, ...]) -> None:
    sentence = refusal(version, "posix")
    assert sentence is not None
    assert sentence.splitlines()[0].endswith(f"and this is Python {version[0]}.{version[1]}.")


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 5), (4, 0, 0)])
def test_a_python_from_3_11_on_is_taken(version: tuple[int, ...]) -> None:
    assert refusal(version, "posix") is None


def test_windows_is_sent_to_wsl() -> None:
    assert "WSL" in (refusal((3, 12, 0), "nt") or "")


@pytest.mark.parametrize(
    ("output", "kind", "start"),
    [
        ("x: NewConnectionError('...')", OfflineError, "The packages can't be downloaded"),
        (
            "Could not find a version of a (from versions: none)",
            OfflineError,
            "The packages can't be downloaded",
        ),
        ("OSError: [Errno 28] No space left on device", SetupError, "The disk is full."),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", SetupError, "A downloaded package is not the one"),
        ("ERROR: first\nERROR: last", SetupError, "pip could not install everything (ERROR: last)."),
        ("", SetupError, "pip could not install everything (pip gave no reason)."),
    ],
)
def test_pip_failure_becomes_one_sentence(output: str, kind: type[SetupError], start: str) -> None:
    error = pip_failure(output, Path("setup.log"))
    assert type(error) is kind
    assert error.sentence.startswith(start)
    assert "\n" not in error.sentence


def test_an_unknown_command_shows_the_commands() -> None:
    result = subprocess.run(
        [sys.executable, ROOT / "tools" / "bootstrap.py", "dance"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (2, "")
    assert "bootstrap.py run [-- ARGS]" in result.stdout


def test_a_folder_without_locks_is_one_sentence(tmp_path: Path) -> None:
    for folder in ("device", "tools"):
        (tmp_path / folder).mkdir()
        for file in (ROOT / folder).glob("*.py"):
            (tmp_path / folder / file.name).write_bytes(file.read_bytes())
    result = subprocess.run(
        [sys.executable, tmp_path / "tools" / "bootstrap.py", "run"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == ["khepri", "hint"]


def test_system_lgpio_is_linked_and_nothing_else(tmp_path: Path) -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    target = tmp_path / "venv" / "lib" / f"python{version}" / "site-packages"
    system = tmp_path / "dist-packages"
    target.mkdir(parents=True)
    system.mkdir()
    binary = f"_lgpio.cpython-{version.replace('.', '')}-aarch64-linux-gnu.so"
    for name in ("lgpio.py", binary, "_lgpio.cpython-39-aarch64-linux-gnu.so", "gpiozero.py"):
        (system / name).touch()
    link_system_lgpio(tmp_path / "venv", [tmp_path / "nowhere", system])
    assert sorted(file.name for file in target.iterdir()) == sorted(["lgpio.py", binary])


def test_missing_system_lgpio_names_its_package(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no lgpio") as caught:
        link_system_lgpio(tmp_path, [tmp_path])
    assert caught.value.hint == "sudo apt install python3-lgpio"


def test_the_pip_of_this_python_is_told_which_environment(tmp_path: Path) -> None:
    found = find_pip(tmp_path / "python", tmp_path, tmp_path / "test.txt")
    assert found == [sys.executable, "-m", "pip", "--python", str(tmp_path / "python")]


def test_pip_wheel_is_the_newest_of_the_first_folder_with_one(tmp_path: Path) -> None:
    for age, name in enumerate(
        ["b/pip-24.0-py3-none-any.whl", "b/pip-9.0-py3-none-any.whl", "c/pip-99-any.whl"]
    ):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
        os.utime(file, (1000 - age, 1000 - age))
    folders = [tmp_path / "a", tmp_path / "b", tmp_path / "c"]
    assert local_pip_wheel(folders) == tmp_path / "b" / "pip-24.0-py3-none-any.whl"


def test_index_is_taken_from_the_environment_first(tmp_path: Path) -> None:
    file = tmp_path / "pip.conf"
    file.write_text("[global]\nindex-url = http://files.invalid/simple\n")
    assert (
        configured_index({"PIP_INDEX_URL": "http://env.invalid/simple"}, [file])
        == "http://env.invalid/simple"
    )
    assert configured_index({}, [tmp_path / "absent", file]) == "http://files.invalid/simple"
    assert configured_index({}, [tmp_path / "absent"]) is None


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/simple/"
        finally:
            server.shutdown()
            thread.join()


def index_with_pip(folder: Path, content: bytes) -> None:
    page = folder / "simple" / "pip"
    page.mkdir(parents=True)
    (folder / "files").mkdir()
    (folder / "files" / "pip-26.3-py3-none-any.whl").write_bytes(content)
    (page / "index.html").write_text(
        '<a href="../../files/pip-26.2-py3-none-any.whl">old</a>'
        '<a href="../../files/pip-26.3-py3-none-any.whl#sha256=0">new</a>'
    )


def lock_for(content: bytes) -> str:
    other, right = "0" * 64, hashlib.sha256(content).hexdigest()
    entries = {"packaging==26": [other], "pip==26.3": [other, right]}
    lines = (" \\\n    --hash=sha256:".join([entry, *hashes]) for entry, hashes in entries.items())
    return "\n".join(lines) + "\n"


def test_locked_pip_is_fetched_from_the_index(tmp_path: Path) -> None:
    index_with_pip(tmp_path / "served", b"wheel")
    with serving(tmp_path / "served") as index:
        wheel = download_pip_wheel(index, lock_for(b"wheel"), tmp_path)
    assert (wheel.name, wheel.read_bytes()) == ("pip-26.3-py3-none-any.whl", b"wheel")


def test_another_pip_than_the_locked_one_is_refused(tmp_path: Path) -> None:
    index_with_pip(tmp_path / "served", b"changed")
    with (
        serving(tmp_path / "served") as index,
        pytest.raises(SetupError, match="not the one that was locked"),
    ):
        download_pip_wheel(index, lock_for(b"wheel"), tmp_path)
    assert list(tmp_path.glob("*.whl")) == []


def test_an_index_out_of_reach_means_offline(tmp_path: Path) -> None:
    with serving(tmp_path) as index:
        pass
    with pytest.raises(OfflineError):
        download_pip_wheel(index, lock_for(b"wheel"), tmp_path)


def test_every_step_runs_and_the_summary_comes_last(capfd: pytest.CaptureFixture[str]) -> None:
    good, bad = [sys.executable, "-c", "print('ran')"], [sys.executable, "-c", "raise SystemExit(3)"]
    assert run_steps([Step("first", bad), Step("second", good)]) == 1
    lines = capfd.readouterr().out.splitlines()
    assert "ran" in lines
    assert [line.split()[:2] for line in lines[-3:-1]] == [["FAIL", "first"], ["ok", "second"]]
    assert lines[-1] == "khepri: 1 of 2 checks failed"


def test_all_passed_is_said_after_the_note(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_steps([Step("only", [sys.executable, "-c", ""])], "khepri: a note") == 0
    assert capfd.readouterr().out.splitlines()[-2:] == ["khepri: a note", "khepri: all checks passed"]


@pytest.mark.parametrize("lock", sorted((ROOT / "tools" / "locks").glob("*.txt")), ids=lambda path: path.stem)
def test_lock_names_hashes_and_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    entries = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert entries
    assert [line for line in entries if "==" not in line or not line.endswith("\\")] == []

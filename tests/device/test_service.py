"""What the table and its systemd tell each other, over real sockets."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

import pytest

from device.service import SWITCH_OFF, Manager, inherited_listener
from tests.table_process import ROOT, until

OWN = str(os.getpid())


class Ear:
    """Listens where systemd would; `heard` is what was said, in order."""

    def __init__(self, address: str) -> None:
        self.heard: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while said := self._socket.recv(4096):
                self.heard.append(said.decode())


@pytest.fixture
def place() -> Iterator[Path]:
    # A socket's path may have 108 bytes at most, which pytest's folders may exceed.
    with tempfile.TemporaryDirectory(prefix="khepri-") as name:
        yield Path(name)


@pytest.fixture
def ear(place: Path) -> Iterator[Ear]:
    with Ear(str(place / "notify")) as ear:
        yield ear


def test_systemd_is_told_line_by_line(place: Path, ear: Ear) -> None:
    Manager({"NOTIFY_SOCKET": str(place / "notify")}).tell("READY=1", "STATUS=fine")
    until(lambda: ear.heard == ["READY=1\nSTATUS=fine"], "one datagram")


def test_abstract_socket_is_found() -> None:
    name = f"khepri-test-{OWN}"
    with Ear(f"\0{name}") as ear:
        Manager({"NOTIFY_SOCKET": f"@{name}"}).tell("READY=1")
        until(lambda: ear.heard == ["READY=1"], "a datagram")


@pytest.mark.parametrize(
    "environ", [pytest.param({}, id="none"), pytest.param({"NOTIFY_SOCKET": "/nowhere/notify"}, id="gone")]
)
def test_without_a_systemd_that_listens_nothing_happens(environ: dict[str, str]) -> None:
    Manager(environ).tell("READY=1")


@pytest.mark.parametrize(
    ("environ", "expected_s"),
    [
        pytest.param({}, None, id="no-watchdog"),
        pytest.param({"WATCHDOG_USEC": "10000000"}, 10.0, id="ours"),
        pytest.param({"WATCHDOG_USEC": "500000", "WATCHDOG_PID": OWN}, 0.5, id="ours-by-name"),
        pytest.param({"WATCHDOG_USEC": "500000", "WATCHDOG_PID": "1"}, None, id="another-process"),
        pytest.param({"WATCHDOG_USEC": "soon"}, None, id="not-readable"),
    ],
)
def test_watchdog_has_a_period(environ: dict[str, str], expected_s: float | None) -> None:
    assert Manager(environ).watchdog_s == expected_s


async def test_watchdog_is_fed_while_all_threads_live_and_starved_while_one_does_not(
    place: Path, ear: Ear, caplog: pytest.LogCaptureFixture
) -> None:
    manager = Manager({"NOTIFY_SOCKET": str(place / "notify"), "WATCHDOG_USEC": "4000"})
    faults = iter([None, None, *["the thread of the ring has ended"] * 3, None])
    mended = asyncio.Event()

    def fault() -> str | None:
        try:
            return next(faults)
        except StopIteration:
            mended.set()
            return "over"

    feeding = asyncio.create_task(manager.feed(fault))
    await mended.wait()
    feeding.cancel()
    until(lambda: len(ear.heard) == 3, "three signs of life")
    assert ear.heard == ["WATCHDOG=1"] * 3
    assert [r.message for r in caplog.records] == [
        "the watchdog is not fed: the thread of the ring has ended",
        "the watchdog is not fed: over",
    ]


def test_switching_off_leaves_a_file_for_systemd(tmp_path: Path) -> None:
    Manager({"RUNTIME_DIRECTORY": str(tmp_path)}).switch_off()
    Manager({}).switch_off()
    assert [file.name for file in tmp_path.iterdir()] == [SWITCH_OFF]


@pytest.mark.parametrize(
    "environ",
    [
        pytest.param({}, id="by-hand"),
        pytest.param({"LISTEN_PID": "1", "LISTEN_FDS": "1"}, id="for-another-process"),
        pytest.param({"LISTEN_PID": OWN, "LISTEN_FDS": "0"}, id="no-socket"),
    ],
)
def test_socket_that_is_not_for_us_is_left_alone(environ: dict[str, str]) -> None:
    assert inherited_listener(environ) is None


ACTIVATE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execv(sys.executable, [sys.executable, "-m", "device.cli", *sys.argv[2:]])
"""


def test_table_takes_over_the_port_of_systemd_and_says_what_it_does(place: Path, ear: Ear) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        command = ["serve", "--simulate", "--data", str(place / "table")]
        table = subprocess.Popen(
            [sys.executable, "-c", ACTIVATE, str(listener.fileno()), *command],
            cwd=ROOT,
            pass_fds=[listener.fileno()],
            stdout=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(place / "notify"),
                "WATCHDOG_USEC": "200000",
                "LC_ALL": "C.UTF-8",
            },
        )
        with table:
            try:
                until(lambda: ear.heard.count("WATCHDOG=1") >= 2 and "READY=1" in ear.heard, "signs of life")
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                    assert answer.status == 200
            finally:
                table.send_signal(signal.SIGTERM)
                said = table.communicate()[0]
        assert table.returncode == 0
        assert "STOPPING=1" in ear.heard
        assert re.search(rf"^ +http://127\.0\.0\.1:{port}$", said, re.MULTILINE)
        # Another table can take over the same port at once: systemd kept it.
        with socket.create_connection(("127.0.0.1", port)):
            pass

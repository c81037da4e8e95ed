import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from device.connections import MOST_OF_ONE_ADDRESS, SILENT_S
from device.serving import follow
from device.store import Store
from tests.table_process import ROOT, Hand, Person, TableProcess, asleep, until

STOPPED = r"\nStopped in (\d+\.\d) s; the table is stored\. Good night\.\n+$"


def serve(folder: Path, *args: str, port: int = 0) -> "subprocess.CompletedProcess[str]":
    """Start a table that can't be served, and give what it says as it ends."""
    command = ["serve", "--simulate", "--bind", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    return subprocess.run(
        [sys.executable, "-m", "device.cli", *command, *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=20,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableProcess]:
    with TableProcess(tmp_path) as process:
        yield process


def test_start_says_where_the_table_is(table: TableProcess, tmp_path: Path) -> None:
    said = table.output
    assert re.search(r"^ +http://127\.0\.0\.1:[1-9]\d+$", said, re.MULTILINE)
    assert re.search(r"^ +\d{6}$", said, re.MULTILINE)
    assert re.search(r"^ +http://localhost:\d+/bench$", said, re.MULTILINE)
    assert re.search(r"^ +http://127\.0\.0\.1:\d+/bench\?key=\S{16}$", said, re.MULTILINE)
    assert f"      {tmp_path}\n" in said
    assert "Only this computer reaches the table" in said
    assert "█" not in said


def test_second_table_on_the_same_folder_is_refused_and_the_first_goes_on(
    table: TableProcess, tmp_path: Path
) -> None:
    second = serve(tmp_path)
    said = (
        f"khepri: another khepri already serves the table in {tmp_path}; stop it, or name another with --data"
    )
    assert (second.returncode, second.stdout, second.stderr) == (3, "", f"{said}\n")
    with Person(table.url) as person:
        assert person.snapshot["game"] is None


def test_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = serve(tmp_path, port=port)
    assert ended.returncode == 3
    assert re.fullmatch(rf"khepri: port {port} on 127\.0\.0\.1 can't be had .*--port\n", ended.stderr)


def test_folder_that_can_not_be_written_is_refused() -> None:
    ended = serve(Path("/dev/null/khepri"))
    assert (ended.returncode, ended.stdout, ended.stderr) == (
        3,
        "",
        "khepri: the folder /dev/null/khepri can't be written: Not a directory; name another with --data\n",
    )


def broken_files(folder: Path) -> dict[str, bytes]:
    """Give files that hold no table: none at all, one cut off, one with holes, one from later."""
    store = Store(folder / "whole.db")
    store.open_game("a", {"game": "pharaoh_code", "padding": "x" * 20_000})
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    whole = (folder / "whole.db").read_bytes()
    later = whole[:60] + (99).to_bytes(4) + whole[64:]
    holes = whole[:4096] + bytes(len(whole) - 4096)
    return {
        "no-database": b"shopping list\n" * 500,
        "cut-off": whole[: len(whole) // 2],
        "later": later,
        "holes": holes,
    }


@pytest.mark.parametrize("kind", ["no-database", "cut-off", "holes"])
def test_damaged_file_is_set_aside_as_it_is_and_the_table_starts(tmp_path: Path, kind: str) -> None:
    broken = broken_files(tmp_path)[kind]
    folder = tmp_path / "table"
    folder.mkdir()
    (folder / "table.db").write_bytes(broken)
    with TableProcess(folder) as process, Person(process.url) as person:
        person.become_host(process.host_code)
        assert person.snapshot["salvaged"] == "damaged-1"
        assert str(folder / "damaged-1") in process.output
    assert (folder / "damaged-1" / "table.db").read_bytes() == broken


def test_file_of_a_newer_khepri_is_refused_in_a_sentence_and_left_as_it_is(tmp_path: Path) -> None:
    later = broken_files(tmp_path)["later"]
    folder = tmp_path / "table"
    folder.mkdir()
    (folder / "table.db").write_bytes(later)
    ended = serve(folder)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert re.fullmatch(r"khepri: .*table\.db.*newer Khepri.*\n", ended.stderr)
    assert (folder / "table.db").read_bytes() == later


def test_game_that_can_not_be_folded_is_left_aside_and_said(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.db")
    store.open_game("a", {"game": "chess"})
    store.close()
    with TableProcess(tmp_path) as process, Person(process.url) as person:
        assert person.snapshot["game"] is None
        assert "the game a can't go on" in process.output


@pytest.mark.parametrize("bind", ["::", "::1", "fd00::5"])
def test_address_of_the_newer_kind_is_refused_in_a_sentence(tmp_path: Path, bind: str) -> None:
    ended = serve(tmp_path, "--bind", bind)
    said = f"khepri: --bind takes an IPv4 address of this machine, {bind} came; 0.0.0.0 is every one\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "", said)


# Serves a table of another class on the folder that comes as the first argument.
SERVE = """
import asyncio, os, pathlib, signal, sys
from device.running import Running
from device.serving import ServeError, serve_table
from web.app import create_app
{table_class}
try:
    serve_table(
        create_app, port=0, bind="127.0.0.1", data=pathlib.Path(sys.argv[1]), simulate=True, say=print,
        table_class=Table,
    )
except ServeError as error:
    sys.exit(f"ended: {{error}}")
"""


def serve_class(folder: Path, table_class: str) -> "subprocess.CompletedProcess[str]":
    """Serve a table of a class with this source until it ends."""
    return subprocess.run(
        [sys.executable, "-c", SERVE.format(table_class=table_class), str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=20,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )


def test_task_that_dies_ends_the_program_with_the_reason(tmp_path: Path) -> None:
    ended = serve_class(tmp_path, "class Table(Running):\n    async def run(self): 1 // 0")
    assert (ended.returncode, "Traceback" in ended.stderr) == (1, True)
    last = ended.stderr.splitlines()[-1]
    assert last.startswith("ended: the table stopped by a fault of its own: ZeroDivisionError(")


def test_signal_that_comes_while_the_table_starts_stops_it_in_order(tmp_path: Path) -> None:
    ended = serve_class(
        tmp_path,
        "class Table(Running):\n"
        "    async def light_up(self):\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        await super().light_up()",
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.search(STOPPED, ended.stdout)


def test_fault_after_the_ring_was_lit_leaves_it_dark(tmp_path: Path) -> None:
    ended = serve_class(
        tmp_path,
        "class Table(Running):\n"
        "    async def light_up(self):\n"
        "        import atexit\n"
        "        await super().light_up()\n"
        "        atexit.register(lambda: print('lit:', self._parts.lights.is_alive))\n"
        "        1 // 0",
    )
    assert ended.stdout.splitlines()[-1] == "lit: False"


async def test_address_that_changes_is_said_and_shown() -> None:
    addresses = ["http://127.0.0.1:1", "http://192.168.1.7:1", "http://192.168.1.7:1", "http://10.0.0.2:1"]
    heard: list[str] = []
    with pytest.raises(IndexError):
        await follow(lambda: addresses.pop(0), heard.append, every_s=0)
    assert heard == ["http://192.168.1.7:1", "http://10.0.0.2:1"]


def test_one_address_has_so_many_connections(table: TableProcess) -> None:
    port = int(table.url.rpartition(":")[2])
    with ExitStack() as opened:
        for _ in range(MOST_OF_ONE_ADDRESS):
            opened.enter_context(socket.create_connection(("127.0.0.1", port), 10))
        last = opened.enter_context(socket.create_connection(("127.0.0.1", port), SILENT_S / 2))
        try:
            came = last.recv(1)
        except ConnectionResetError:
            came = b""
        assert came == b""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_signal_stops_the_table_within_two_seconds_though_pages_are_open(
    tmp_path: Path, number: signal.Signals
) -> None:
    process = TableProcess(tmp_path)
    address = process.url.replace("http", "ws")
    with Person(process.url), Hand(process.url), asleep(process.url):
        with connect(f"{address}/ws", origin=Origin(process.url)):
            start_s = time.monotonic()
            process._process.send_signal(number)
            code = process._process.wait(20)
        took_s = time.monotonic() - start_s
    process.stop()
    said = re.search(STOPPED, process.output)
    assert code == 0
    assert said is not None
    assert float(said[1]) <= took_s + 0.1
    assert took_s < 2


def types(person: Person) -> list[str]:
    return [line["event"]["type"] for line in person.game["lines"]]


def play_into_the_sand(process: TableProcess, host: Person, hand: Hand) -> None:
    """Seat three, throw, and claim with two bouncing buttons."""
    host.become_host(process.host_code)
    hand.push("button_1", "button_2", "button_3")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 3, "three seats")
    host.start()
    hand.push("ok")
    until(lambda: types(host) == ["thrown"], "the throw")
    hand.send(type="bounce", is_on=True)
    hand.down("button_2")
    hand.down("button_1")
    until(lambda: types(host) == ["thrown", "claimed", "claimed"], "both claims")


def test_table_killed_in_mid_sand_keeps_what_was_acknowledged_and_goes_on_with_ok(tmp_path: Path) -> None:
    process = TableProcess(tmp_path)
    with Hand(process.url) as hand, Person(process.url) as host:
        play_into_the_sand(process, host, hand)
        until_ms = host.view["sand"]["until_ms"]
        numbers = (33, 26, 23, 33, 26, 23)
        answers = [host.play({"type": "number_called", "claim": 0, "number": n}) for n in numbers]
        assert answers == [(200, {"entry": entry}) for entry in range(4, 10)]
        until(lambda: host.game["log"] == 9, "the entries")
        logged_s, logged_ms, cookie = time.monotonic(), host.snapshot["table_ms"], host.cookie
        until(lambda: time.monotonic() - logged_s > 1.7, "the sand to run")
        process.kill()
        cut_ms = logged_ms + 1000 * (time.monotonic() - logged_s)
    with TableProcess(tmp_path) as again, Hand(again.url) as hand:
        assert "press OK" in again.output
        host = Person(again.url)
        host.cookie = cookie
        with host:
            assert (host.game["log"], host.snapshot["clock"]) == (9, {"is_paused": True})
            assert (host.snapshot["you"]["is_host"], host.view["sand"]["until_ms"]) == (True, until_ms)
            assert -1_200 <= host.snapshot["table_ms"] - cut_ms <= 200
            called, key = {"type": "number_called", "claim": 1, "number": 33}, secrets.token_hex(8)
            status, answer = host.play(called)
            assert (status, answer["code"]) == (409, "session.paused")
            hand.push("ok")
            until(lambda: host.snapshot["clock"] == {"is_paused": False}, "going on")
            assert [host.play(called, key=key) for _ in range(2)] == [(200, {"entry": 10})] * 2
            until(lambda: host.game["log"] == 10, "one more entry")


def test_everything_said_is_in_the_language_of_the_locale(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "device.cli",
        "serve",
        "--simulate",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "nl_BE.UTF-8", "PYTHONUTF8": "1"},
    )
    texts = json.loads((ROOT / "device/texts/nl.json").read_text(encoding="utf-8"))
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if texts["console.stop"] in line:
            break
    process.terminate()
    said += process.communicate(timeout=20)[0]
    assert [
        key
        for key in ("console.page", "console.host_code", "console.stopped")
        if texts[key].rpartition("{s}")[2] not in said
    ] == []

"""`khepri doctor` as it is typed: exit status, JSON, trials by hand, what it asks of the running table."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from device.doctor import command
from device.doctor.findings import PARTS, Check, Finding, Level
from device.doctor.here import here, package_version, running_table, space_of
from device.doctor.live import Talk, Terminal, Trial
from device.doctor.report import Style
from device.doctor.system import System, run_program
from tests.device.doctor.faults import NO_DATE, take
from tests.device.doctor.machines import SHOW_SERVICE, TABLE, Machine


@dataclass
class Telling:
    """Runs the command on a machine, and notes what it says."""

    machine: Machine
    out: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    tried: tuple[Finding, ...] = ()
    leaves: bool = False

    def say(self, line: str) -> None:
        self.said.append(line)

    def answer(self, within_s: float | None) -> str | None:
        raise AssertionError(within_s)

    def run(self) -> Iterator[Finding]:
        yield from self.tried
        if self.leaves:
            raise EOFError

    def tell(
        self,
        *,
        as_json: bool = False,
        with_parts: bool = False,
        quiet: bool = False,
        is_terminal: bool = True,
    ) -> int:
        def trial(talk: Talk, style: Style) -> Any:
            assert self.tried
            return self

        make: Callable[[Talk, Style], Trial] = trial
        return command.tell(
            self.machine.seen,
            style=Style(),
            as_json_=as_json,
            with_parts=with_parts,
            quiet=quiet,
            talk=self,
            is_terminal=is_terminal,
            out=self.out.append,
            trial=make,
        )


@pytest.fixture
def telling(tmp_path: Path) -> Telling:
    return Telling(Machine(tmp_path))


def test_status_says_how_grave_it_is(telling: Telling) -> None:
    assert telling.tell() == 0
    NO_DATE(telling.machine)
    assert telling.tell() == 1
    take("/dev/spidev0.0")(telling.machine)
    assert telling.tell() == 3


def test_json_is_one_object_with_the_running_table(telling: Telling) -> None:
    telling.tell(as_json=True)
    (line,) = telling.out
    told = json.loads(line)
    assert (told["level"], told["table"]) == ("ok", TABLE)
    assert [f["check"] for f in told["findings"]][:2] == ["board", "system"]


def test_quiet_says_only_what_is_not_as_it_should_be(telling: Telling) -> None:
    NO_DATE(telling.machine)
    telling.tell(quiet=True)
    assert telling.out[0].startswith("   !  Date: nobody knows the date")
    assert "Board" not in telling.out[0]


def test_parts_are_not_taken_from_a_running_table(telling: Telling) -> None:
    telling.tell(with_parts=True)
    assert "      $ sudo systemctl stop khepri.service" in telling.said
    assert "Check parts" in " ".join(telling.said)


def test_table_that_no_service_keeps_is_stopped_by_hand(telling: Telling) -> None:
    telling.machine.answers[SHOW_SERVICE] = "LoadState=not-found\n"
    telling.tell(with_parts=True)
    assert telling.said[-2:] == ["      Ctrl+C", ""]


def test_machine_without_pins_has_no_parts_to_try(telling: Telling) -> None:
    telling.machine.remove("/proc/device-tree/model")
    telling.machine.changes["table"] = None
    telling.tell(with_parts=True)
    assert "no parts on this machine" in telling.said[0]


def test_parts_are_tried_only_where_somebody_can_answer(telling: Telling) -> None:
    telling.machine.changes["table"] = None
    telling.tell(with_parts=True, is_terminal=False)
    assert telling.said == ["  Trying parts takes somebody at a terminal.", ""]


def test_whoever_leaves_in_the_middle_is_told_what_was_found_until_then(telling: Telling) -> None:
    telling.machine.changes["table"] = None
    telling.tried = (Finding(Check.RING, "wrong", Level.WARNING),)
    telling.leaves = True
    assert telling.tell(as_json=True, with_parts=True) == 1
    assert json.loads(telling.out[0])["findings"][-1]["code"] == "wrong"


def test_what_was_tried_stands_among_the_findings_and_counts(telling: Telling) -> None:
    telling.machine.changes["table"] = None
    telling.tried = tuple(Finding(check, "ok") for check in PARTS if check is not Check.RING)
    telling.tried += (Finding(Check.RING, "wrong", Level.WARNING),)
    assert telling.tell(as_json=True, with_parts=True) == 1
    checks = [f["check"] for f in json.loads(telling.out[0])["findings"]]
    assert checks[-5:] == [*PARTS]


# ---- this machine ----


def test_this_machine_can_be_examined(tmp_path: Path) -> None:
    system = here(tmp_path, table=None)
    assert system.account.name
    assert not system.is_held
    assert system.pin_names[10] == "ring"
    assert command.diagnose(tmp_path, port=1, as_json_=True, with_parts=False, quiet=False) in (0, 1, 3)


@pytest.mark.parametrize("named", [None, "named"])
def test_disk_is_that_of_the_running_table_unless_a_folder_is_named(
    named: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Path] = []

    def look(data: Path, *, table: Mapping[str, Any] | None) -> System:
        seen.append(data)
        return here(data, table=table)

    monkeypatch.setattr(command, "running_table", lambda _: {**TABLE, "data": str(tmp_path)})
    monkeypatch.setattr(command, "here", look)
    asked = None if named is None else tmp_path / named
    command.diagnose(asked, port=1, as_json_=True, with_parts=False, quiet=False)
    assert seen == [asked or tmp_path]


def test_program_that_is_not_there_or_fails_has_no_answer() -> None:
    assert run_program("no-such-program-here") is None
    assert run_program("false") is None
    assert run_program("echo", "here") == "here\n"


def test_package_is_found_with_its_version() -> None:
    assert package_version("gpiozero")
    assert package_version("no-such-package-here") is None


def test_folder_that_is_not_there_yet_has_the_space_of_where_it_will_be(tmp_path: Path) -> None:
    space = space_of(tmp_path / "not" / "yet")
    assert space is not None
    assert space.total > 0


def test_folder_is_held_while_a_table_serves_it(tmp_path: Path) -> None:
    from device.locking import is_held, only_one

    assert not is_held(tmp_path)
    with only_one(tmp_path):
        assert is_held(tmp_path)
    assert not is_held(tmp_path)


class _Answering(BaseHTTPRequestHandler):
    answer = b"{}"

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), _Answering) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("answer", [b"{}", b"[]", b"hello", b'{"parts": 1}'])
def test_what_is_no_table_is_not_taken_for_one(
    port: int, answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Answering, "answer", answer)
    assert running_table((port,)) is None


def test_running_table_is_found_on_the_port_where_it_answers(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Answering, "answer", b'{"parts": {}}')
    assert running_table((1, port)) == {"parts": {}, "port": port}


def test_terminal_is_spoken_to_without_colours_when_it_is_none() -> None:
    assert not command.style_of({"LANG": "nl_NL.UTF-8"}).has_colours


def test_terminal_gives_lines_and_notices_that_nobody_is_there_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed, waiting = os.pipe()
    with os.fdopen(typed) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        terminal = Terminal(sys.stderr)
        assert terminal.answer(0) is None
        os.write(waiting, b" n \n")
        os.close(waiting)
        assert terminal.answer(1) == "n"
        with pytest.raises(EOFError):
            terminal.answer(1)
    terminal.say("a line")
    assert capsys.readouterr() == ("", "a line\n")

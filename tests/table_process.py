"""A served table for tests: the real program in its own process, and people at it."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 30.0


def until(is_so: Callable[[], bool], what: str) -> None:
    """Wait until something is so, which another thread or process brings about."""
    end_s = time.monotonic() + PATIENCE_S
    waiting = threading.Event()
    while not is_so():
        assert time.monotonic() < end_s, f"waited in vain for {what}"
        waiting.wait(0.01)


def asleep(url: str, address: str = "") -> socket.socket:
    """Open a page that never answers anything: a phone that fell asleep."""
    host, _, port = url.removeprefix("http://").partition(":")
    page = socket.create_connection(("127.0.0.1", int(port)), PATIENCE_S, (address, 0))
    page.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {url}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b"101" in page.recv(1024)
    return page


class TableProcess:
    """`khepri serve` with simulated parts on a free port; `folder` is where the table is kept."""

    def __init__(self, folder: Path, *args: str, cwd: Path = ROOT, **environ: str) -> None:
        command = [
            sys.executable,
            "-m",
            "device.cli",
            "serve",
            "--simulate",
            "--bind",
            "127.0.0.1",
            "--port",
            "0",
        ]
        self._process = subprocess.Popen(
            [*command, "--data", str(folder), *args],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **environ},
        )
        self.output = ""
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._ready.wait(PATIENCE_S) or "Ctrl+C" not in self.output:
            self.kill()
            raise AssertionError(f"the table did not start: {self.output}")
        self.url = self._found(r"(http://[\d.]+:\d+)$").replace("127.0.0.1", "localhost")
        self.host_code = self._found(r"^ +(\d{6})$")
        self.bench_link = self._found(r"(http://\S+/bench\?key=\S+)$")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.output += line
            if "Ctrl+C" in line:
                self._ready.set()
        self._ready.set()

    def _found(self, pattern: str) -> str:
        found = re.search(pattern, self.output, re.MULTILINE)
        assert found is not None, self.output
        return found[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def process_id(self) -> int:
        """The program's process."""
        return self._process.pid

    def kill(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait(PATIENCE_S)
        self._close()

    def stop(self) -> int:
        """Ask it to stop and give its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(PATIENCE_S)
        self._close()
        return code

    def _close(self) -> None:
        self._reader.join(PATIENCE_S)
        if self._process.stdout is not None:
            self._process.stdout.close()


class Person:
    """Somebody with a phone: a cookie, and the newest snapshot that came over the WebSocket."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookie: str | None = None
        self.snapshot: dict[str, Any] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self.connect()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.disconnect()

    def connect(self) -> None:
        """Open the page's WebSocket, with the cookie if there is one."""
        headers = {"cookie": self.cookie} if self.cookie else {}
        address = f"{self.url.replace('http', 'ws')}/ws"
        opened = connect(address, origin=Origin(self.url), additional_headers=headers)
        socket = self._stack.enter_context(opened)
        listener = threading.Thread(target=self._listen, args=(socket,), daemon=True)
        listener.start()
        self._stack.callback(listener.join, PATIENCE_S)
        self._stack.callback(socket.close)
        until(lambda: bool(self.snapshot), "the first snapshot")

    def disconnect(self) -> None:
        """Close it; twice is fine."""
        self._stack.close()

    def _listen(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            for text in socket:
                came = json.loads(text)
                if came["type"] == "snapshot":
                    self.snapshot = came
                elif came["type"] == "probe":
                    socket.send(json.dumps(came))

    def post(self, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
        """Ask the table for something; gives status and answer."""
        headers = {"content-type": "application/json", "origin": self.url}
        if self.cookie:
            headers["cookie"] = self.cookie
        request = urllib.request.Request(f"{self.url}/api/{path}", json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                given = answer.headers.get("set-cookie")
                if given:
                    self.cookie = given.partition(";")[0]
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def play(self, event: dict[str, Any], **meant: Any) -> tuple[int, dict[str, Any]]:
        """Bring one event to the present round."""
        body = {"key": secrets.token_hex(8), "round": self.game["round"], "event": event, **meant}
        return self.post("play", **body)

    def judge(self, event: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Bring one event that needs the log it was made on."""
        return self.play(event, log=self.game["log"])

    @property
    def game(self) -> dict[str, Any]:
        found = self.snapshot["game"]
        assert isinstance(found, dict), "no game is open"
        return found

    @property
    def view(self) -> dict[str, Any]:
        found = self.game["view"]
        assert isinstance(found, dict)
        return found

    def become_host(self, code: str) -> None:
        """Take the host's part and connect as such."""
        status, answer = self.post("host", code=code)
        assert status == 200, answer
        self.disconnect()
        self.snapshot = {}
        self.connect()
        until(lambda: bool(self.snapshot["you"]["is_host"]), "being host")

    def start(self) -> None:
        """Start the game that is set up."""
        status, answer = self.post(
            "start", key=secrets.token_hex(8), version=self.snapshot["setup"]["version"]
        )
        assert status == 200, answer
        until(lambda: self.snapshot["game"] is not None, "the game")


class Hand:
    """A hand on the bench's buttons."""

    def __init__(self, url: str) -> None:
        self._stack = ExitStack()
        address = f"{url.replace('http', 'ws')}/bench/ws"
        self._socket = self._stack.enter_context(connect(address, origin=Origin(url)))
        self.frames: list[str] = []
        self.edges: list[dict[str, Any]] = []
        self.words = ""
        """What the display says."""
        listener = threading.Thread(target=self._listen, daemon=True)
        listener.start()
        self._stack.callback(listener.join, PATIENCE_S)
        self._stack.callback(self._socket.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._stack.close()

    def _listen(self) -> None:
        with suppress(ConnectionClosed):
            for text in self._socket:
                came = json.loads(text)
                if came["type"] == "frame":
                    self.frames.append(came["leds"])
                elif came["type"] == "edge":
                    self.edges.append(came)
                elif came["type"] == "words":
                    self.words = came["text"]

    def send(self, **message: Any) -> None:
        """Send the bench a message."""
        self._socket.send(json.dumps(message))

    def down(self, name: str) -> None:
        """Push a button and keep it pushed."""
        self.send(type="down", name=name)

    def turn(self, encoder: int, steps: int) -> None:
        """Turn a wheel by so many detents, clockwise positive."""
        self.send(type="turn", name=f"encoder_{encoder}", steps=steps)

    def up(self, name: str) -> None:
        """Let it go."""
        self.send(type="up", name=name)

    def push(self, *names: str) -> None:
        """Push buttons and let them go, one after the other, as far apart as two pushes of one hand."""
        for name in names:
            self.push_together(name)

    def push_together(self, *names: str) -> None:
        """Push buttons at once, and let them go."""
        for name in names:
            self.down(name)
        for name in names:
            self.up(name)
        threading.Event().wait(0.4)

"""What a stranger sends who speaks no browser's HTTP: on the real program, while people go on playing.

Everything stays on loopback, where each stranger has an address of its own, and ends by itself.
"""

import base64
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from device.connections import MOST_CONNECTIONS, MOST_OF_ONE_ADDRESS
from tests.table_process import Hand, Person, TableProcess, until

PATIENCE_S = 15.0
TEXT, MORE, CLOSE, PING = 1, 0, 8, 9
MASK = b"\x5a\xa5\x0f\xf0"
LARGEST_FILE = "/static/page.css"


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TableProcess, Person]]:
    """A game that goes on whatever strangers do; gives its host."""
    folder = tmp_path_factory.mktemp("attacked")
    with TableProcess(folder) as table, Person(table.url) as host, Hand(table.url) as hand:
        host.become_host(table.host_code)
        hand.push("button_1", "button_2")
        until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
        host.start()
        yield table, host


def port_of(table: TableProcess) -> int:
    return int(table.url.rpartition(":")[2])


def line(table: TableProcess, address: str = "127.0.0.66", **options: int) -> socket.socket:
    """Open a connection from an address of this machine."""
    opened = socket.socket()
    for name, value in options.items():
        opened.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
    opened.bind((address, 0))
    opened.settimeout(PATIENCE_S)
    opened.connect(("127.0.0.1", port_of(table)))
    return opened


def until_closed(opened: socket.socket) -> bytes:
    """Give all that comes until the other side closes."""
    came = b""
    with suppress(ConnectionResetError, BrokenPipeError):
        while part := opened.recv(65_536):
            came += part
    return came


def page(table: TableProcess, address: str = "127.0.0.66") -> socket.socket:
    """Open a WebSocket and read up to its beginning."""
    own = f"localhost:{port_of(table)}"
    key = base64.b64encode(os.urandom(16)).decode()
    opened = line(table, address)
    head = [
        "GET /ws HTTP/1.1",
        f"Host: {own}",
        f"Origin: http://{own}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    ]
    opened.sendall("\r\n".join([*head, "", ""]).encode())
    came = b""
    while b"\r\n\r\n" not in came:
        came += opened.recv(1)
    assert came.startswith(b"HTTP/1.1 101 ")
    return opened


def frame(kind: int, body: bytes = b"", *, head: int = 0x80, is_masked: bool = True) -> bytes:
    """Write a frame; *head* holds the bits before its kind."""
    size = len(body)
    masked = 0x80 if is_masked else 0
    length = bytes([masked | size]) if size < 126 else bytes([masked | 126]) + struct.pack("!H", size)
    if is_masked:
        body = MASK + bytes(byte ^ MASK[index % 4] for index, byte in enumerate(body))
    return bytes([head | kind]) + length + body


def go_on(host: Person) -> None:
    """Play one move; it counts, and the page is told so."""
    entries = host.game["log"]
    path, body = ("retract", {"log": entries}) if host.game["retractable"] else ("play", {})
    if path == "play":
        event = {"type": "dice_read", "d8": 1, "d10": 2, "d12": 3}
        body = {"round": host.game["round"], "log": entries, "event": event}
    status, answer = host.post(path, key=os.urandom(8).hex(), **body)
    assert status == 200, answer
    until(lambda: host.game["log"] == entries + 1, "the move")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param(frame(TEXT, b"x" * 5_000), 1009, id="too large"),
        pytest.param(frame(TEXT, b"\xff\xfe") + frame(PING), 1007, id="no UTF-8, and a ping"),
    ],
)
def test_page_that_sends_a_faulty_frame_is_told_so_before_the_line_ends(
    playing: tuple[TableProcess, Person], sent: bytes, code: int
) -> None:
    table, host = playing
    with page(table) as opened:
        opened.sendall(sent)
        came = b""
        # No reset: that could overtake what was said.
        while part := opened.recv(65_536):
            came += part
    assert came[came.rindex(0x80 | CLOSE) + 2 :][:2] == struct.pack("!H", code)
    go_on(host)
    assert "Traceback" not in table.output


OWN = b"Host: localhost:%d\r\n"
REQUESTS = {
    "nothing HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no path": b"GET  HTTP/1.1\r\n" + OWN + b"\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\n" + OWN + OWN + b"\r\n",
    "foreign host beside the own": b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "signs in a header": b"GET / HTTP/1.1\r\n" + OWN + b"X: \x00\x01\r\n\r\n",
    "header without a colon": b"GET / HTTP/1.1\r\n" + OWN + b"nonsense\r\n\r\n",
    "space before the colon": b"GET / HTTP/1.1\r\n" + OWN + b"Transfer-Encoding : chunked\r\n\r\n",
    "endless head": b"GET / HTTP/1.1\r\n" + OWN + b"X: " + b"x" * 70_000,
    "very many headers": b"GET / HTTP/1.1\r\n" + OWN + b"X: 1\r\n" * 12_000,
    "endless path": b"GET /" + b"a" * 70_000,
    "two lengths": b"POST /api/sit HTTP/1.1\r\n" + OWN + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    "length below nothing": b"POST /api/sit HTTP/1.1\r\n" + OWN + b"Content-Length: -1\r\n\r\n",
    "length and chunks": b"POST /api/sit HTTP/1.1\r\n"
    + OWN
    + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks": b"POST /api/sit HTTP/1.1\r\n"
    + OWN
    + b"Transfer-Encoding: chunked\r\n\r\n"
    + b"1\r\nx\r\n" * 40_000,
    "chunks with a read": b"GET / HTTP/1.1\r\n"
    + OWN
    + b"Transfer-Encoding: chunked\r\n\r\n"
    + b"1\r\nx\r\n" * 40_000,
    "chunk without sense": b"POST /api/sit HTTP/1.1\r\n"
    + OWN
    + b"Transfer-Encoding: chunked\r\n\r\nContent-Type: x\r\n",
    "unknown coding": b"POST /api/sit HTTP/1.1\r\n" + OWN + b"Transfer-Encoding: gzip\r\n\r\n",
    "body too large": b"POST /api/sit HTTP/1.1\r\n" + OWN + b"Content-Length: 99999999999999999999\r\n\r\n",
    "upgrade to what is not there": b"GET / HTTP/1.1\r\n"
    + OWN
    + b"Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n",
    "upgrade of a write": b"POST /ws HTTP/1.1\r\n"
    + OWN
    + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "upgrade without a key": b"GET /ws HTTP/1.1\r\n"
    + OWN
    + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "upgrade with too many headers": b"GET /ws HTTP/1.1\r\n"
    + OWN
    + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
    + b"X: 1\r\n" * 300
    + b"\r\n",
}


@pytest.mark.parametrize("sent", REQUESTS.values(), ids=REQUESTS)
def test_a_malformed_request_is_refused_and_said_nothing_of(
    playing: tuple[TableProcess, Person], sent: bytes
) -> None:
    table, _ = playing
    said = table.output
    with line(table) as stranger:
        with suppress(OSError):
            stranger.sendall(sent.replace(b"%d", str(port_of(table)).encode()))
        answer = until_closed(stranger)
    assert answer == b"" or answer.split(b" ")[1] in (
        b"400",
        b"403",
        b"405",
        b"411",
        b"413",
        b"421",
        b"426",
        b"200",
    )
    assert answer[:13] != b"HTTP/1.1 200 " or b"h2c" in sent
    assert (table.output, b"Traceback" in answer) == (said, False)


FRAMES = {
    "not masked": frame(TEXT, b"{}", is_masked=False),
    "reserved bits": frame(TEXT, b"{}", head=0xF0),
    "unknown kind": frame(3, b"x"),
    "unknown control": frame(0xB, b"x"),
    "ping in parts": frame(PING, b"x", head=0),
    "ping too large": frame(PING, b"x" * 126),
    "more of nothing": frame(MORE, b"x"),
    "text within a text": frame(TEXT, b"a", head=0) + frame(TEXT, b"b"),
    "no UTF-8": frame(TEXT, b"\xff\xfe"),
    "no UTF-8, and a ping": frame(TEXT, b"\xff\xfe") + frame(PING),
    "half of UTF-8": frame(TEXT, b"\xed\xa0\x80"),
    "binary": frame(2, b"\x00" * 100),
    "too large": frame(TEXT, b"x" * 2_000),
    "too large in parts": frame(TEXT, b"x" * 600, head=0) + frame(MORE, b"x" * 600, head=0) * 3,
    "length of a terabyte": bytes([0x81, 0xFF]) + struct.pack("!Q", 1 << 40) + MASK,
    "length below nothing": bytes([0x81, 0xFF]) + struct.pack("!Q", 1 << 63) + MASK,
    "close with one byte": frame(CLOSE, b"\x03"),
    "close with no code": frame(CLOSE, b"\x00\x00evil"),
    "close with no UTF-8": frame(CLOSE, b"\x03\xe8\xff\xff"),
    "flood of pings": frame(PING) * 20_000,
    "parts of nothing": frame(TEXT, head=0) + frame(MORE, head=0) * 20_000,
    "flood of texts": frame(TEXT, b'{"type": "ping", "sent": 1}') * 200,
}


@pytest.mark.parametrize("sent", FRAMES.values(), ids=FRAMES)
def test_a_malformed_frame_ends_the_page_and_is_said_nothing_of(
    playing: tuple[TableProcess, Person], sent: bytes
) -> None:
    table, _ = playing
    said = table.output
    with page(table) as stranger:
        with suppress(OSError):
            stranger.sendall(sent + frame(CLOSE, b"\x03\xe8"))
        until_closed(stranger)
    assert table.output == said


def test_people_play_on_after_all_that(playing: tuple[TableProcess, Person]) -> None:
    go_on(playing[1])


def test_a_thousand_connections_lock_nobody_out(playing: tuple[TableProcess, Person]) -> None:
    table, host = playing
    files = Path(f"/proc/{table.process_id}/fd")
    with ExitStack() as held:
        for number in range(1_000):
            held.enter_context(line(table, f"127.0.7.{1 + number % 8}"))
        go_on(host)
        with Person(table.url) as newcomer:
            assert newcomer.snapshot["game"] is not None
        for _ in range(MOST_OF_ONE_ADDRESS + 50):
            held.enter_context(line(table, "127.0.8.1"))
        until(lambda: len([*files.iterdir()]) < MOST_CONNECTIONS + 50, "no more connections than allowed")
        go_on(host)
    until(lambda: len([*files.iterdir()]) < 50, "closed connections")


def test_who_takes_no_answers_keeps_the_table_from_nothing_not_even_from_stopping(tmp_path: Path) -> None:
    with TableProcess(tmp_path / "table") as table, ExitStack() as held:
        own = f"localhost:{port_of(table)}"
        asked = f"GET {LARGEST_FILE} HTTP/1.1\r\nHost: {own}\r\n\r\n".encode()
        for _ in range(5):
            greedy = held.enter_context(line(table, "127.0.9.1", SO_RCVBUF=2_048))
            greedy.sendall(asked * 110)
        for _ in range(5):
            held.enter_context(page(table, "127.0.9.2"))
        half = held.enter_context(line(table, "127.0.9.3"))
        half.sendall(b"POST /api/sit HTTP/1.1\r\nHost: " + own.encode() + b"\r\nContent-Length: 9\r\n\r\n{")
        with Person(table.url) as host:
            host.become_host(table.host_code)
        assert table.stop() == 0
    assert "Traceback" not in table.output

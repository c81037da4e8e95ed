"""Phones' checks for the internet in the table's own Wi-Fi: answered there, and nowhere else."""

import re
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from device.network.state import OWN_ADDRESS
from web.captive import CHECKS
from web.guard import READS_AT_ONCE, Guard

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "systemd" / "files" / "etc"
GOOGLE = ("connectivitycheck.gstatic.com", "/generate_204")


class Asked:
    """A guard in the own Wi-Fi; `is_open` says whether that is open, `passed` what came through it."""

    def __init__(self) -> None:
        self.is_open = True
        self.passed: list[str] = []
        self.reached = 0
        self._guard = Guard(
            self._table,
            ["khepri.local", "localhost"],
            lambda: 100.0,
            own_net=lambda: OWN_ADDRESS if self.is_open else None,
            reached=self._reach,
        )

    def _reach(self) -> None:
        self.reached += 1

    async def _table(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.passed.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"the table's page"})

    async def ask(
        self,
        host: str,
        path: str,
        *,
        method: str = "GET",
        client: str = "10.42.0.37",
        server: str = "10.42.0.1",
        headers: tuple[tuple[bytes, bytes], ...] = (),
        kind: str = "http",
    ) -> tuple[int, bytes]:
        scope: Scope = {
            "type": kind,
            "method": method,
            "scheme": "http",
            "path": path,
            "headers": [(b"host", host.encode()), *headers],
            "server": (server, 80),
            "client": (client, 4000),
        }
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request" if kind == "http" else "websocket.connect", "body": b""}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._guard(scope, receive, send)
        self.told = dict(sent[0].get("headers", ()))
        return sent[0].get("status", 0), b"".join(m.get("body", b"") for m in sent[1:])


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.mark.parametrize(("host", "path"), CHECKS)
async def test_each_check_gets_what_its_maker_expects(asked: Asked, host: str, path: str) -> None:
    check = CHECKS[host, path]
    assert await asked.ask(host, path) == (check.status, check.body)
    assert await asked.ask(f"{host.upper()}:80", path, method="HEAD") == (check.status, b"")
    assert asked.told[b"cache-control"] == b"no-store"
    assert asked.passed == []


async def test_answers_are_those_that_the_makers_document(asked: Asked) -> None:
    assert await asked.ask(*GOOGLE) == (204, b"")
    status, body = await asked.ask("captive.apple.com", "/hotspot-detect.html")
    assert (status, b"<TITLE>Success</TITLE>" in body, b"<BODY>Success</BODY>" in body) == (200, True, True)
    assert await asked.ask("www.msftconnecttest.com", "/connecttest.txt") == (200, b"Microsoft Connect Test")
    assert await asked.ask("detectportal.firefox.com", "/success.txt") == (200, b"success\n")


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("connectivitycheck.gstatic.com", "/"),
        ("connectivitycheck.gstatic.com", "/generate_204/"),
        ("connectivitycheck.gstatic.com", "/api/state"),
        ("captive.apple.com", "/static/index.html"),
        ("evil.connectivitycheck.gstatic.com", "/generate_204"),
        ("connectivitycheck.gstatic.com.evil.example", "/generate_204"),
        ("connectivitycheck.gstatic.com:8080", "/generate_204"),
        ("connectivitycheck.gstatic.com.", "/generate_204"),
        ("evil.example", "/generate_204"),
        ("www.google.com", "/generate_204"),
        ("", "/generate_204"),
    ],
)
async def test_anything_else_at_a_foreign_name_is_refused_as_ever(asked: Asked, host: str, path: str) -> None:
    status, body = await asked.ask(host, path)
    assert (status, b"guard.foreign_host" in body, asked.passed) == (421, True, [])


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_a_check_is_only_read(asked: Asked, method: str) -> None:
    origin = ((b"origin", f"http://{GOOGLE[0]}".encode()),)
    assert (await asked.ask(*GOOGLE, method=method, headers=origin))[0] == 421
    assert asked.passed == []


async def test_a_check_is_no_way_to_a_websocket(asked: Asked) -> None:
    await asked.ask(*GOOGLE, kind="websocket", headers=((b"origin", f"http://{GOOGLE[0]}".encode()),))
    assert asked.passed == []


@pytest.mark.parametrize(
    ("client", "server"),
    [
        ("192.168.1.9", "192.168.1.7"),
        ("192.168.1.9", "10.42.0.1"),
        ("10.42.0.37", "192.168.1.7"),
        ("10.42.1.37", "10.42.0.1"),
        ("127.0.0.1", "127.0.0.1"),
        ("unix:", "10.42.0.1"),
    ],
)
async def test_only_phones_of_the_own_wifi_are_answered(asked: Asked, client: str, server: str) -> None:
    assert (await asked.ask(*GOOGLE, client=client, server=server))[0] == 421


async def test_nothing_is_answered_while_the_own_wifi_is_closed(asked: Asked) -> None:
    asked.is_open = False
    assert (await asked.ask(*GOOGLE))[0] == 421


async def test_two_hosts_are_no_host(asked: Asked) -> None:
    status, _ = await asked.ask(*GOOGLE, headers=((b"host", b"10.42.0.1"),))
    assert status == 421


async def test_checks_count_among_a_phones_reads(asked: Asked) -> None:
    statuses = {(await asked.ask(*GOOGLE))[0] for _ in range(READS_AT_ONCE)}
    assert (statuses, (await asked.ask(*GOOGLE))[0]) == ({204}, 429)


async def test_the_tables_page_is_there_as_ever(asked: Asked) -> None:
    assert await asked.ask("10.42.0.1", "/generate_204") == (200, b"the table's page")
    assert asked.reached == 1


@pytest.mark.parametrize("client", ["10.42.0.1", "127.0.0.1"])
async def test_the_table_itself_is_no_phone_that_found_it(asked: Asked, client: str) -> None:
    await asked.ask("10.42.0.1", "/", client=client)
    assert (asked.passed, asked.reached) == (["/"], 0)


def test_name_server_sends_exactly_these_hosts_here() -> None:
    told = (FILES / "NetworkManager" / "dnsmasq-shared.d" / "khepri.conf").read_text()
    found = dict(re.findall(r"^address=/([^/#]+)/(\S+)$", told, re.MULTILINE))
    checks = {host: str(OWN_ADDRESS.ip) for host, _ in CHECKS}
    names = {"khepri.local": str(OWN_ADDRESS.ip), "khepri": str(OWN_ADDRESS.ip)}
    assert found == {**checks, **names, "dns.msftncsi.com": "131.107.255.255"}


def test_service_has_the_rights_it_needs_and_no_more() -> None:
    told = (FILES / "polkit-1" / "rules.d" / "50-khepri.rules").read_text()
    rights = set(re.findall(r'"(org\.freedesktop\.[\w.-]+)"', told))
    prefix = "org.freedesktop.NetworkManager."
    assert rights == {
        f"{prefix}{right}" for right in ("network-control", "settings.modify.system", "wifi.share.protected")
    }
    assert 'subject.user === "khepri"' in told

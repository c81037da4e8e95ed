"""Who may talk to the table at all: own names, own pages, small and not too many requests.

Only pages that this table served may write, so a page elsewhere that knows the address can do nothing:
the Host must be one of the table's own names or the very address that was dialled, which DNS rebinding
can't fake, and every write and WebSocket must carry the Origin of that Host. The one exception are the checks
that phones make in the table's own Wi-Fi (web/captive.py): those get their fixed answer, and nothing else.
"""

import ipaddress
import json
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Interface

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.captive import check_asked, tell

LARGEST_BODY = 16 * 1024
LARGEST_PROFILE = 64 * 1024
"""A copy's profile may hold a whole board or a set of cards."""
WRITES_AT_ONCE = 40
WRITES_PER_S = 8.0
SOCKETS_AT_ONCE = 80
SOCKETS_PER_S = 4.0
READS_AT_ONCE = 600
READS_PER_S = 60.0
"""Loading the page takes some fifty reads."""
CLIENTS_REMEMBERED = 500
COOKIE = "khepri"
BENCH_COOKIE = "khepri-bench"
READS = ("GET", "HEAD")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII | re.IGNORECASE)
"""The policy for our pages repeats it, so nothing else may come along."""


@dataclass(frozen=True)
class Refusal:
    """What a refused request is told."""

    status: int
    code: str
    message: str


FOREIGN_HOST = Refusal(421, "guard.foreign_host", "this address is not one of the table's own")
FOREIGN_ORIGIN = Refusal(403, "guard.foreign_origin", "only the table's own page may do that")
TOO_LARGE = "guard.too_large"
NO_LENGTH = Refusal(411, "malformed.request", "a body's length is said first, and a read has no body")
"""Chunks can be so small that reading them keeps the table busy; no browser sends any."""
TOO_MANY = Refusal(429, "guard.too_many", "too many requests: wait a moment")


def header(scope: Scope, name: bytes) -> str | None:
    """Give a request header, None unless it came exactly once."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def cookie(scope: Scope, name: str) -> str | None:
    """Give a cookie's value as it came: ours hold nothing that is quoted.

    Python's own reading of quotes takes seconds for a long value, in 3.11 as Raspberry Pi OS has it.
    """
    pairs = (part.strip().partition("=") for part in (header(scope, b"cookie") or "").split(";"))
    return next((value for key, _, value in pairs if key == name and value), None)


def host_name(host: str) -> str:
    """Give a Host header without its port, in lower case; nothing for what is no host and port."""
    if not _HOST.fullmatch(host):
        return ""
    name = host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
    return name.strip("[]").rstrip(".").lower()


def is_loopback(address: str) -> bool:
    """Say whether an address is this machine's own."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address == "localhost"
    return ip.is_loopback


class Allowance:
    """So many at once, and then so many a second."""

    def __init__(self, at_once: int, per_s: float, now_s: float) -> None:
        self._at_once = float(at_once)
        self._per_s = per_s
        self._left = self._at_once
        self._at_s = now_s

    def take(self, now_s: float) -> bool:
        """Take one; False when none is left."""
        self._left = min(self._at_once, self._left + (now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Allowances:
    """One allowance for each client; those that were used last are remembered."""

    def __init__(self, at_once: int, per_s: float, monotonic_s: Callable[[], float]) -> None:
        self._at_once = at_once
        self._per_s = per_s
        self._monotonic_s = monotonic_s
        self._of: dict[str, Allowance] = {}

    def take(self, client: str) -> bool:
        """Take one of a client's; False when it has none left."""
        now_s = self._monotonic_s()
        allowance = self._of.pop(client, None) or Allowance(self._at_once, self._per_s, now_s)
        self._of[client] = allowance
        if len(self._of) > CLIENTS_REMEMBERED:
            del self._of[next(iter(self._of))]
        return allowance.take(now_s)


class Guard:
    """ASGI middleware in front of everything; *own_net* gives the table's address in its own open Wi-Fi."""

    def __init__(
        self,
        app: ASGIApp,
        own_names: Iterable[str],
        monotonic_s: Callable[[], float] = time.monotonic,
        *,
        own_net: Callable[[], IPv4Interface | None] = lambda: None,
        reached: Callable[[], None] = lambda: None,
    ) -> None:
        self._app = app
        self._own_net = own_net
        self._reached = reached
        self._own_names = frozenset(name.lower() for name in own_names)
        self._reads = Allowances(READS_AT_ONCE, READS_PER_S, monotonic_s)
        self._writes = Allowances(WRITES_AT_ONCE, WRITES_PER_S, monotonic_s)
        self._sockets = Allowances(SOCKETS_AT_ONCE, SOCKETS_PER_S, monotonic_s)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        own_net = self._own_net()
        check = None if own_net is None else check_asked(scope, header(scope, b"host"), own_net)
        refusal = self._refused(scope, is_check=check is not None)
        if check is not None and refusal is None:
            await tell(check, scope["method"] == "HEAD", send)
            return
        if refusal is not None:
            await _refuse(scope, receive, send, refusal)
            return
        self._note(scope)
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._limited(scope, receive, _with_headers(scope, send))

    def _note(self, scope: Scope) -> None:
        """Tell that somebody found the table who is not this machine itself."""
        client, server = scope.get("client"), scope.get("server")
        if client and server and client[0] != server[0] and not is_loopback(client[0]):
            self._reached()

    def _refused(self, scope: Scope, *, is_check: bool) -> Refusal | None:
        host = header(scope, b"host")
        if not is_check and (host is None or not self._is_own(host_name(host), scope)):
            return FOREIGN_HOST
        is_socket = scope["type"] == "websocket"
        is_read = not is_socket and scope["method"] in READS
        secure = scope.get("scheme") in ("https", "wss")
        if not is_read and header(scope, b"origin") != f"{'https' if secure else 'http'}://{host}":
            return FOREIGN_ORIGIN
        allowances = self._sockets if is_socket else self._reads if is_read else self._writes
        client = scope.get("client")
        return TOO_MANY if client and not allowances.take(client[0]) else None

    def _is_own(self, name: str, scope: Scope) -> bool:
        server = scope.get("server")
        dialled = server[0].lower() if server else ""
        return name in self._own_names or name == dialled or (is_loopback(name) and is_loopback(dialled))

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = LARGEST_PROFILE if scope["path"].startswith("/api/profiles/") else LARGEST_BODY
        too_large = Refusal(413, TOO_LARGE, f"more than {most} bytes came")
        declared = header(scope, b"content-length")
        is_read = scope["method"] in READS
        if any(name == b"transfer-encoding" for name, _ in scope["headers"]) or (
            is_read and declared not in (None, "0")
        ):
            await _refuse(scope, receive, send, NO_LENGTH)
            return
        if declared is not None and (not declared.isdigit() or int(declared) > most):
            await _refuse(scope, receive, send, too_large)
            return
        body, more = b"", not is_read
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                await _refuse(scope, receive, send, too_large)
                return
        sent = False

        async def whole() -> Message:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, whole, send)


def _with_headers(scope: Scope, send: Send) -> Send:
    host = header(scope, b"host") or ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        f"connect-src 'self' ws://{host}; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    added = [
        (b"content-security-policy", policy.encode("latin-1")),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"cross-origin-opener-policy", b"same-origin"),
    ]

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *added]}
        await send(message)

    return with_headers


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
        return
    body = json.dumps({"code": refusal.code, "message": refusal.message, "params": {}}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

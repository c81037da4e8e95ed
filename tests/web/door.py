"""The served page around a real session, asked by hand: no port, and what fails is seen here."""

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from types import MappingProxyType
from typing import Any

from starlette.types import Message, Scope

from device.address import Address
from device.dating import Calendar
from device.desk import Desk, Machine
from device.network.networking import networking
from device.part_states import Parts
from tests.device.conftest import Table
from web.app import create_app

OWN = ("192.168.1.7", 8080)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Door:
    """Everything that the network can ask of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.is_on_network = True
        self.language: str | None = None
        self.calendar = Calendar(
            table.time, root=Path("/nowhere"), is_synchronised=lambda: False, unix_s=lambda: 0.0
        )
        address = Address("0.0.0.0", OWN[1], self._own_address)
        self.network = networking(
            table.log,
            simulate=True,
            address=lambda: str(self._own_address() or ""),
            is_for_all=True,
            monotonic_s=table.time.s,
        )
        self.desk = Desk(
            table.session,
            table.seating,
            lambda sign, pressed_ms, bound_ms, key: None,
            Machine(
                address.phones_url,
                ("khepri.local", "localhost"),
                lambda: Parts("simulated", "simulated"),
                lambda: {"phones": 0},
                lambda: self.calendar.source,
                self._take_date,
                lambda: self.language,
            ),
            self.network,
            None,
            "",
        )
        self.app, self.live = create_app(self.desk)
        self.token = "a-token"
        self._clients = itertools.count(1)

    def _own_address(self) -> IPv4Address | None:
        return IPv4Address(OWN[0]) if self.is_on_network else None

    async def _take_date(self, unix_ms: int, offset_min: int) -> bool:
        return self.calendar.take_phone(unix_ms, offset_min)

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        *,
        query: str = "",
        host: str = f"{OWN[0]}:{OWN[1]}",
        server: tuple[str, int] = OWN,
        client: str | None = None,
        changed: Mapping[str, str | None] = MappingProxyType({}),
    ) -> Answer:
        """Ask from an address of its own each time, so that none asks too often.

        *changed* are other headers than a page of the table would send, None for one that is left out.
        """
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        headers: dict[str, str | None] = {
            "host": host,
            "origin": f"http://{host}",
            "content-type": "application/json",
            "cookie": f"khepri={self.token}",
            **changed,
        }
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.encode(), value.encode()) for name, value in headers.items() if value is not None
            ],
            "server": server,
            "client": (client or f"client-{next(self._clients)}", 4000),
        }
        await self.app(scope, receive, send)
        came = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], came, b"".join(m.get("body", b"") for m in sent[1:]))

    async def post(self, path: str, body: Any) -> Answer:
        """Post a body as JSON."""
        return await self.ask("POST", f"/api/{path}", json.dumps(body).encode())

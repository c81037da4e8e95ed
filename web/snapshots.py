"""Snapshots as pages get them: what the table shows a viewer, and what the machine adds."""

import json
import secrets
from urllib.parse import urlsplit

from device.views import Viewer, network_view, snapshot, viewer
from web.desk import Desk

NAME = "khepri.local"


class Snapshots:
    """Snapshots as text, made once a version for viewers who see the same: a full room costs little more."""

    def __init__(self, desk: Desk, build: str) -> None:
        self._desk = desk
        self._fixed = {
            "run": secrets.token_hex(4),
            "build": build,
        }
        self._version = -1
        self._made: dict[Viewer, str] = {}

    def text(self, token: str | None) -> str:
        """Give the present snapshot for the phone with that token."""
        desk = self._desk
        if self._version != desk.session.version:
            self._version, self._made = desk.session.version, {}
        who = viewer(desk.seating, token)
        if who not in self._made:
            shown = {
                **snapshot(desk.session, desk.seating, desk.machine.parts(), who),
                **self._fixed,
                "address": _address(desk.machine.url()),
                "date": desk.machine.date(),
                "language": desk.machine.language(),
                "network": network_view(desk.network) if who.phone.is_host else None,
            }
            self._made[who] = json.dumps(shown, ensure_ascii=False)
        now_ms = desk.session.clock.now_ms()
        return f'{{"type": "snapshot", "table_ms": {now_ms}, {self._made[who][1:]}'


def _address(url: str | None) -> dict[str, str | None]:
    """Give where phones find the page, by number and by name; nothing while there is no such place."""
    if url is None:
        return {"url": None, "name": None}
    port = urlsplit(url).port
    return {"url": url, "name": NAME if port in (None, 80) else f"{NAME}:{port}"}

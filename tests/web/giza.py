"""A table of Giza with a phone at the eye, for the tests that play it in a browser."""

import secrets
from typing import Any

from tests.table_process import Hand, Person, until
from tests.web.pages import sit_at_eye


def started(host: Person, hand: Hand, eye: Person, **options: Any) -> None:
    """Start a game of sun and eye; eye has a phone."""
    sit_at_eye(eye, host, hand)
    eye.disconnect()
    eye.snapshot = {}
    eye.connect()
    setup = host.snapshot["setup"]
    seats = [
        {"sign": seat["sign"], "name": name} for seat, name in zip(setup["seats"], ("Ada", "Bo"), strict=True)
    ]
    host.post(
        "setup",
        key=secrets.token_hex(8),
        version=setup["version"],
        game="giza",
        seats=seats,
        first_seat=0,
        options=options,
    )
    until(lambda: host.snapshot["setup"]["game"] == "giza", "Giza")
    host.start()

"""Each promise of docs/security.md that a stranger, or a player who cheats, would try first."""

import json
import secrets
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import eyes_phone


@pytest.fixture
def eye(table: TableProcess, host: Person, hand: Hand) -> Iterator[Person]:
    """The phone of the eye, in a game of sun and eye that has begun."""
    with eyes_phone(table, host, hand) as person:
        threading.Event().wait(0.2)  # a button that was just let go still bounces
        host.start()
        person.disconnect()
        person.connect()
        until(lambda: person.snapshot["you"]["seat"] == 1, "the seat")
        yield person


def code(came: tuple[int, dict[str, Any]]) -> tuple[int, str]:
    return came[0], came[1].get("code", "")


# ---- a seat that was never held ----


@pytest.mark.parametrize("sign", ["Mina", "", "SUN", "sun\u202e", "sun eye"])
def test_a_seat_is_not_had_by_a_name(quiet_game: Person, sign: str) -> None:
    with Person(quiet_game.url) as stranger:
        assert code(stranger.post("sit", sign=sign)) == (409, "seating.no_such_seat")


@pytest.mark.parametrize("token", ["", "sun", "0", "null", "../sun", "a" * 43])
def test_a_made_up_token_is_nobodys(quiet_game: Person, token: str) -> None:
    with Person(quiet_game.url) as stranger:
        stranger.cookie = f"khepri={token}"
        press = {"key": secrets.token_hex(8), "round": 1, "pressed_ms": 0}
        said = [
            stranger.play({"type": "thrown"}),
            stranger.post("press", **press),
            stranger.post("name", name="x"),
        ]
        assert [code(came) for came in said] == [(403, "seating.not_seated")] * 3


def test_a_seats_phone_does_not_speak_for_another(eye: Person, host: Person, hand: Hand) -> None:
    hand.push("button_1")
    until(lambda: len(host.view["claims"]) == 1, "the claim of the sun")
    tried: list[dict[str, Any]] = [
        {"type": "number_called", "claim": 0, "number": 33},
        {"type": "struck", "claim": 0},
        {"type": "claimed", "seat": 0, "pressed_ms": 0},
        {"type": "judged", "claim": 0, "right": True},
        {"type": "nobody_found"},
    ]
    assert [code(eye.play(event)) for event in tried] == [(409, "session.not_for_seats")] * len(tried)
    assert (host.view["claims"][0]["number"], host.view["strikes"]) == (None, [])


def test_a_called_number_is_not_got_rid_of_by_a_strike(eye: Person, host: Person, hand: Hand) -> None:
    hand.push("button_2")
    until(lambda: len(eye.view["claims"]) == 1, "the own claim")
    assert eye.play({"type": "number_called", "claim": 0, "number": 33})[0] == 200
    assert code(eye.play({"type": "struck", "claim": 0})) == (409, "session.not_for_seats")


def test_a_seated_phone_does_none_of_the_hosts_tasks(eye: Person) -> None:
    key = secrets.token_hex(8)
    tried: list[tuple[str, dict[str, Any]]] = [
        ("retract", {"key": key, "log": 0}),
        ("correct", {"key": key, "log": 0, "entry": 1, "replacement": None}),
        ("correction", {"entry": 1, "replacement": None}),
        ("close", {"key": key}),
        ("continue", {"key": key}),
        ("seating", {"is_open": True}),
        ("forget", {}),
    ]
    assert [code(eye.post(path, **body)) for path, body in tried] == [(403, "seating.not_host")] * len(tried)


# ---- when no seats are given ----


def test_pairing_is_refused_in_mid_round(eye: Person, host: Person, hand: Hand) -> None:
    host.post("seating", is_open=True)
    until(lambda: bool(host.snapshot["seating"]["is_open"]), "open seats")
    hand.push("button_1")
    until(lambda: host.view["phase"] == "sand", "the sand")
    with Person(eye.url) as stranger:
        assert code(stranger.post("sit", sign="eye")) == (409, "seating.in_play")
    assert code(host.post("seating", is_open=True)) == (409, "seating.in_play")
    assert host.snapshot["seating"]["pending"] is None


def test_a_stranger_who_waits_does_not_take_a_play_press(eye: Person, host: Person, hand: Hand) -> None:
    host.post("seating", is_open=True)
    with Person(eye.url) as stranger:
        until(lambda: bool(stranger.snapshot["seating"]["is_open"]), "open seats")
        assert stranger.post("sit", sign=None)[0] == 200
        host.play({"type": "thrown"})
        until(lambda: host.view["phase"] == "race", "the race")
        hand.push("button_2")
        until(lambda: len(host.view["claims"]) == 1, "the claim")
        assert (host.view["claims"][0]["seat"], stranger.snapshot["you"]["sign"]) == (1, None)


# ---- no help before the claim is fixed ----


def test_no_formula_counts_before_its_claim(eye: Person, host: Person, hand: Hand) -> None:
    eye.play({"type": "dice_read", "d8": 2, "d10": 5, "d12": 11})
    until(lambda: eye.view["dice"] is not None, "the dice")
    explained = {"type": "explained", "claim": 0, "formula": "(5-2)*11"}
    before = code(eye.play(explained))
    hand.push("button_2")
    until(lambda: len(eye.view["claims"]) == 1, "the claim")
    unnamed = code(eye.play(explained))
    eye.play({"type": "number_called", "claim": 0, "number": 33})
    on_the_sand = code(eye.play(explained))
    assert (before, unnamed[0], on_the_sand[0]) == ((409, "session.not_for_seats"), 409, 409)
    shown = json.dumps(eye.snapshot)
    assert [word for word in ("made", "formulas", "(5-2)*11") if word in shown] == []


# ---- the line ----


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null"])
def test_a_foreign_page_gets_no_line(quiet_game: Person, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"{quiet_game.url.replace('http', 'ws')}/ws", origin=None if origin is None else Origin(origin)
        )
    assert refused.value.response.status_code == 403


def test_a_frame_that_is_too_large_ends_the_line(quiet_game: Person) -> None:
    url = quiet_game.url
    with connect(f"{url.replace('http', 'ws')}/ws", origin=Origin(url)) as line:
        line.send(json.dumps({"type": "ping", "sent": 0, "more": "x" * 5_000}))
        with pytest.raises(ConnectionClosedError) as closed:
            list(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in (1008, 1009)

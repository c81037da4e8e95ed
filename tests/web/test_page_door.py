"""Which address the page is at."""

import json

import pytest

from tests.web.door import Door
from web.snapshots import Snapshots

OWN = ("192.168.1.7", 8080)


async def where(door: Door, path: str, host: str, server: tuple[str, int]) -> tuple[int, str | None]:
    """Give status and where it leads."""
    answer = await door.ask("GET", path, host=host, server=server)
    return answer.status, answer.headers.get("location")


@pytest.mark.parametrize("host", ["khepri.local:8080", "khepri.local", "KHEPRI.local:8080"])
async def test_page_asked_for_by_name_moves_to_the_number(door: Door, host: str) -> None:
    """A cookie does not follow from the name to the number, and with it a seat."""
    assert await where(door, "/", host, OWN) == (307, "http://192.168.1.7:8080/")


async def test_page_asked_for_by_its_number_stays(door: Door) -> None:
    assert await where(door, "/", "192.168.1.7:8080", OWN) == (200, None)


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1:8080"])
async def test_page_on_the_tables_own_machine_stays(door: Door, host: str) -> None:
    assert await where(door, "/", host, ("127.0.0.1", 8080)) == (200, None)


async def test_files_are_given_under_every_name(door: Door) -> None:
    assert await where(door, "/static/main.js", "khepri.local:8080", OWN) == (200, None)


async def test_doctors_words_stay_at_the_table(door: Door) -> None:
    assert (await door.ask("GET", "/texts/en.json")).status == 200
    assert (await door.ask("GET", "/texts/doctor/en.json")).status == 404


async def test_the_way_here_is_a_picture_and_a_name_with_its_port(door: Door) -> None:
    assert (await door.ask("GET", "/qr.svg")).headers["content-type"] == "image/svg+xml"
    shown = json.loads(Snapshots(door.desk, "").text(None))
    assert shown["address"] == {"url": "http://192.168.1.7:8080", "name": "khepri.local:8080"}


async def test_without_a_network_there_is_no_way_here(door: Door) -> None:
    door.is_on_network = False
    assert (await door.ask("GET", "/qr.svg")).status == 404
    assert json.loads(Snapshots(door.desk, "").text(None))["address"] == {"url": None, "name": None}

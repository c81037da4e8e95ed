"""Giza on phones: turns, tops and counting as people enter them, and nothing that lies covered is told."""

import json
import re
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def started(host: Person, hand: Hand, eye: Person, **options: Any) -> None:
    """Start a game of sun and eye; eye has a phone."""
    hand.push("button_1")
    eye.post("sit", sign="eye")
    hand.down("button_2")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
    until(lambda: bool(host.snapshot["setup"]["seats"][1]["has_phone"]), "the phone's seat")
    hand.up("button_2")
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


def placed(host: Person, tile: str, site: int, place: str) -> None:
    turn = host.game["round"]
    status, answer = host.play({"type": "placed", "tile": tile, "site": site, "place": place})
    assert status == 200, answer
    until(lambda: host.game["round"] == turn + 1, "the next turn")


def place(page: Page, tile: str, where: str, button: str) -> None:
    """Choose a tile and a place, then press the button that says what will happen."""
    page.get_by_role("button", name=tile, exact=True).first.click()
    page.get_by_role("button", name=re.compile(f"^{re.escape(where)}")).click()
    page.get_by_role("button", name=button).click()


def only(page: Page, tile: str, button: str) -> None:
    """Choose a tile that may go to one place, and press the button that says what will happen."""
    page.get_by_role("button", name=tile, exact=True).click()
    page.get_by_role("button", name=button).click()


def record(table: TableProcess) -> tuple[int, str]:
    """Ask for the record of the open game."""
    try:
        with urllib.request.urlopen(f"{table.url}/api/record", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_a_whole_game_is_followed_on_the_phone_of_a_seat_and_the_hosts(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    leading, seated = phone(), phone()
    give(leading, host)
    with Person(table.url) as eye:
        started(host, hand, eye, way="followed")
        give(seated, eye)
        expect(seated.get_by_role("heading", name="Your site")).to_be_visible()
        expect(seated.get_by_role("button", name="Demolition")).to_have_count(0)
        # what can't be taken says why
        leading.get_by_role("button", name="Demolition").click(force=True)
        expect(leading.get_by_role("alert")).to_have_text(
            "Demolition: can’t go anywhere now. Nothing lies there."
        )
        place(leading, "+5", "Bo. First pyramid: Nothing", "Place +5 on an empty place")
        expect(seated.get_by_text("Your turn")).to_be_visible()
        place(seated, "−4", "First pyramid: +5", "Place −4 on +5")
        expect(leading.get_by_label("Bo. First pyramid: −4. 2 tiles high")).to_be_visible()
        leading.get_by_role("button", name="Swap tiles").click()
        leading.get_by_role("dialog").get_by_role("button", name="3", exact=True).click()
        leading.get_by_role("button", name="Swap 3 tiles").click()
        # One place only: it is chosen at once, and on a smaller screen nothing has to be looked for.
        only(seated, "Scarab", "Place a scarab on −4")
        leading.get_by_role("button", name="Bo. First pyramid: Scarab").click()
        leading.get_by_role("button", name="Eye Take the scarab off").click()
        expect(seated.get_by_text("Your turn")).to_be_visible()
        seated.get_by_role("button", name="Sum 1").click()
        expect(seated.get_by_role("dialog").get_by_role("row")).to_have_count(4)
        assert [score["score"] for score in host.view["seats"]] == [None, None]
        seated.keyboard.press("Escape")

        def turn(page: Page, number: int) -> Page:
            expect(page.get_by_text(f"Turn {number}", exact=True)).to_be_visible()
            return page

        only(turn(seated, 6), "Treasure +4", "Place treasure +4 on −4")
        only(turn(leading, 7), "Demolition", "Take away treasure +4")
        place(turn(seated, 8), "−1", "First pyramid: +5, −4", "Place −1 on −4")
        place(turn(leading, 9), "Sphinx base −5", "Ada. Sphinx", "Place the sphinx base on an empty place")
        place(turn(seated, 10), "+1", "Second pyramid", "Place +1 on an empty place")
        place(turn(leading, 11), "+5", "Ada. First pyramid", "Place +5 on an empty place")
        place(turn(seated, 12), "+1", "Third pyramid", "Place +1 on an empty place")
        for page in (leading, seated):
            expect(page.get_by_text("There is a 1 on all three pyramids of a site.")).to_be_visible()
            expect(page.locator(".standings .pts")).to_have_text(["2", "0"])


def test_three_peaks_end_the_game_and_open_the_sites(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    leading = phone()
    give(leading, host)
    with Person(table.url) as eye:
        started(host, hand, eye, way="followed")
        for tile, at in (("plus_5", "first"), ("plus_1", "first"), ("minus_1", "second")):
            placed(host, tile, 1, at)
        place(leading, "+1", "Bo. Third pyramid", "Place +1 on an empty place")
        expect(leading.get_by_text("There is a 1 on all three pyramids of a site.")).to_be_visible()
        expect(leading.get_by_label("First pyramid: +5, +1. Finished by a 1")).to_be_visible()
        leading.get_by_role("button", name="Bo").click()
        expect(leading.get_by_role("dialog").get_by_role("row")).to_have_count(6)
        status, text = record(table)
        assert status == 200
        assert text.count('"plus_5"') == 1


def test_nobody_is_told_what_lies_covered_on_the_site_of_another(
    table: TableProcess, host: Person, hand: Hand
) -> None:
    with Person(table.url) as eye, Person(table.url) as guest:
        started(host, hand, eye, way="followed")
        for tile in ("plus_5", "minus_4", "treasure_4"):
            placed(host, tile, 0, "first")
        placed(host, "plus_3", 1, "second")
        placed(host, "plus_2", 1, "second")
        for person in (host, guest, eye):
            until(lambda person=person: person.game["round"] == 6, "all turns")  # type: ignore[misc]
            told = json.dumps([person.game["lines"], person.view["sites"], person.view["seats"]])
            hidden = ["plus_5", "minus_4"] if person is eye else ["plus_5", "minus_4", "plus_3"]
            assert [tile for tile in hidden if tile in told] == []
        assert "plus_3" in json.dumps(eye.view["sites"])
        status, text = record(table)
        assert (status, json.loads(text)["code"]) == (409, "session.secret_record")
        assert "plus_5" not in text


def test_tops_are_entered_and_every_site_is_counted_on_the_phones(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    leading, seated = phone(), phone()
    give(leading, host)
    with Person(table.url) as eye:
        started(host, hand, eye, way="tops")
        give(seated, eye)
        seated.get_by_role("button", name="Ada. Sphinx: Nothing").click()
        seated.get_by_role("dialog").get_by_role("button", name="Sphinx base −5").click()
        leading.get_by_role("button", name="Ada. Sphinx: Sphinx base −5").click()
        leading.get_by_role("dialog").get_by_role("button", name="Nothing lies there").click()
        leading.get_by_role("button", name="Ada. Sphinx: Nothing").wait_for()
        leading.get_by_role("button", name="The supply is out").click()
        leading.get_by_role("button", name="Count the sites").click()

        seated.get_by_role("button", name="Count your site").click()
        sheet = seated.get_by_role("dialog")
        for kind, times in (
            ("−5", 1),
            ("+5", 2),
            ("Treasure +5", 3),
            ("Sphinx base −5", 1),
            ("Sphinx body +10", 1),
        ):
            for _ in range(times):
                sheet.get_by_role("button", name=f"{kind}: more", exact=True).click()
        expect(sheet.get_by_role("button", name="+5: more", exact=True)).to_be_disabled()
        for key, why in (
            ("+5: more", "+5: so many can’t lie there, 2 at most."),
            ("Sphinx base −5: more", "Sphinx base −5: so many can’t lie there, 1 at most."),
            ("+5: less", "This treasure goes on a stone of 5, plus or minus."),
            ("Sphinx base −5: less", "The sphinx is built base, body, head."),
        ):
            sheet.get_by_role("button", name=key, exact=True).click(force=True)
            expect(sheet.get_by_role("alert")).to_have_text(why)
        seated.get_by_role("button", name="That is all: +25").click()
        expect(leading.get_by_text("1 of 2 sites are counted")).to_be_visible()
        leading.get_by_role("button", name="Count the site").click()
        leading.get_by_role("button", name="That is all: 0").click()
        expect(seated.locator(".standings .pts")).to_have_text(["25", "0"])


def test_sites_are_only_counted_put_right_and_the_television_shows_what_each_sum_is_made_of(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    leading, seated = phone(), phone()
    give(leading, host)
    with Person(table.url) as eye:
        started(host, hand, eye, way="count")
        give(seated, eye)
        host.play({"type": "kind_counted", "seat": 0, "tile": "plus_5", "count": 2})
        leading.get_by_role("button", name="Host").click()
        leading.get_by_role("button", name="Correct something").click()
        leading.get_by_role("button", name="2 × +5").click()
        amounts = leading.get_by_role("group", name="How many?").get_by_role("button")
        expect(amounts).to_have_text(["0", "1", "2", "3"])
        leading.get_by_role("button", name="Sphinx body +10").click()
        expect(amounts).to_have_text(["0", "1"])
        expect(amounts.last).to_have_attribute("aria-pressed", "true")
        leading.get_by_role("button", name="+3", exact=True).click()
        leading.get_by_role("button", name="1", exact=True).click()
        leading.get_by_role("button", name="See what changes").click()
        leading.get_by_role("button", name="Correct it").click()
        seated.get_by_role("button", name="Count your site").click()
        more, less = (seated.get_by_role("button", name=f"−2: {way}", exact=True) for way in ("more", "less"))
        for _ in range(3):
            more.click()
        leading.get_by_role("button", name="Count: Ada").click()
        for kind in ("Treasure +3", "−2"):
            leading.get_by_role("button", name=f"{kind}: more", exact=True).click()
        leading.get_by_role("button", name="That is all: +4").click()
        # The box has three, and one of them lies on Ada's site.
        too_many = seated.get_by_text("−2: so many can’t lie there, 2 at most.")
        expect(too_many).to_be_visible()
        less.click()
        expect(too_many).to_have_count(0)
        more.click()
        expect(too_many.first).to_be_visible()
        expect(seated.get_by_role("button", name="That is all: −4")).to_be_visible()
        less.click()
        less.click()
        leading.goto(f"{table.url}/#tv")
        row = leading.get_by_role("row", name="Ada")
        expect(row.get_by_role("cell")).to_have_text(["+3+3", "−2−2", "+3+3", "0"])
        seated.get_by_role("button", name="+1: more", exact=True).click()
        seated.get_by_role("button", name="That is all: +1").click()
        expect(seated.get_by_text("All sites are counted.")).to_be_visible()
        expect(leading.locator(".standing .num")).to_have_text(["4", "1"])

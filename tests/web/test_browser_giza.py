"""Giza on phones: turns, tops and counting as people enter them, and nothing that lies covered is told."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.giza import started
from tests.web.pages import CHROMIUM, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


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


def test_a_television_in_a_players_own_browser_shows_no_more_than_everybody_sees(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    seated = phone()
    paths: list[str] = []
    seated.on("websocket", lambda line: paths.append(urlsplit(line.url).path))
    with Person(table.url) as eye:
        started(host, hand, eye, way="followed")
        give(seated, eye)
        for tile in ("plus_5", "minus_4", "plus_3"):
            placed(host, tile, 1, "first")
        expect(seated.get_by_role("button", name="Sum 4")).to_be_visible()
        seated.evaluate("location.hash = 'tv'")
        wall = seated.locator(".tvrows li")
        expect(wall).to_have_text([re.compile("Ada"), re.compile("Bo")])
        expect(seated.get_by_label("Bo. First pyramid: +3")).to_be_visible()
        expect(wall.locator(".num")).to_have_count(0)
        placed(host, "plus_2", 0, "first")
        expect(seated.get_by_label("Ada. First pyramid: +2")).to_be_visible()
        expect(wall.locator(".num")).to_have_count(0)
        seated.go_back()
        # the seat is still this phone's
        expect(seated.get_by_role("button", name="Sum 4")).to_be_visible()
        assert paths == ["/ws", "/ws/watch", "/ws"]


SPILT = """() => [...document.querySelectorAll(".gz-kind, .gz-top, .gz-course.block")].filter((tile) => {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    return [...tile.querySelectorAll(".g, .num, small")].some((print) => {
        const box = print.getBoundingClientRect();
        const isSpilt = box.left < left || box.right > right || box.top < top || box.bottom > bottom;
        return box.width > 0 && isSpilt;
    });
}).map((tile) => `${tile.className}: ${tile.textContent}`)"""
"""Tiles that what is printed on them does not fit in."""


def test_tiles_stay_legible_on_a_small_phone_with_large_text(
    host: Person, table: TableProcess, hand: Hand, phone: Callable[[], Page]
) -> None:
    seated = phone()
    with Person(table.url) as eye:
        started(host, hand, eye, way="followed")
        give(seated, eye)
        placed(host, "plus_5", 1, "first")
        placed(host, "treasure_5", 1, "first")
        placed(host, "base", 0, "sphinx")
        placed(host, "body", 0, "sphinx")
        placed(host, "minus_4", 0, "first")
        expect(seated.locator(".gz-kind")).to_have_count(19)
        seated.set_viewport_size({"width": 320, "height": 640})
        for size in ("100%", "150%", "200%"):
            seated.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert (size, seated.evaluate(SPILT)) == (size, [])
            assert seated.evaluate("document.documentElement.scrollWidth") == 320

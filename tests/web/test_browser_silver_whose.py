"""Silver & Gold Pyramids on a phone that enters for others too, and what is entered elsewhere meanwhile."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, give
from tests.web.test_browser_silver_gold_pyramids import begin, brought, keep_two, mark_the_rest

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]

CHANGED = "Somebody has changed this meanwhile: check the numbers."


def is_whose(page: Page, name: str, what: str | None) -> None:
    """Expect that the phone enters for that seat, and says of another's cards or sheet that they are."""
    chosen = page.get_by_role("group", name="Whose sheet?").get_by_role("button", name=name, exact=True)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Somebody else’s")).to_have_count(0 if what is None else 1)
    if what is not None:
        expect(page.get_by_role("status").filter(has_text=f"Somebody else’s {what}")).to_contain_text(name)


def test_with_the_cards_the_hosts_phone_goes_back_to_its_own_seat(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with Person(table.url) as person:
        begin(host, hand, person, way="cards", exploration="turned")
        # Mina leads: with a seat of its own the phone comes back to it
        assert person.post("host", code=table.host_code)[0] == 200
        give(page, person)
        is_whose(page, "Mina", None)
        keep_two(page)
        page.get_by_role("button", name="Jan", exact=True).click()
        is_whose(page, "Jan", "cards")
        keep_two(page)
        is_whose(page, "Mina", None)
        page.get_by_role("button", name="First card").click()
        page.get_by_role("button", name="Line of 2").click()
        expect(page.get_by_text("Card 1 of 7", exact=True)).to_be_visible()
        is_whose(page, "Mina", None)
        page.get_by_role("button", name="Jan", exact=True).click()
        page.get_by_role("button", name=re.compile("^a1, entrance")).click()
        mark = page.get_by_role("button", name="Jan Mark these 2")
        mark.click()
        until(lambda: any(board["marked"] for board in host.view["seats"][1]["boards"]), "Jan's marks")
        # Which cards were dealt is chance: the square for a red X comes before the phone goes back.
        if host.view["seats"][1]["to_mark"]:
            is_whose(page, "Jan", "cards")
            mark_the_rest(host, 1)
        is_whose(page, "Mina", None)
        page.get_by_role("button", name="Jan", exact=True).click()
        is_whose(page, "Jan", "cards")
        turned = {"type": "card_turned", "round": 1, "card": 2, "shape": "i3"}
        brought(host, turned, lambda: host.view["card"] == 2)
        is_whose(page, "Mina", None)
        page.get_by_role("button", name="Jan", exact=True).click()
        page.get_by_role("button", name="Back to you").click()
        is_whose(page, "Mina", None)


def test_a_host_without_a_seat_goes_on_to_who_has_something_to_do(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with Person(table.url) as person:
        begin(host, hand, person, way="cards", exploration="turned")
        give(page, host)
        first, second = host.view["seats"][0]["hand"][:2]
        kept = {"type": "pyramids_kept", "seat": 0, "first": first, "second": second}
        is_whose(page, "Mina", "cards")
        brought(host, kept, lambda: not host.view["seats"][0]["hand"])
        # what somebody else enters moves nothing under the host's thumb
        is_whose(page, "Mina", "cards")
        page.get_by_role("button", name="Jan", exact=True).click()
        keep_two(page)
        page.get_by_role("button", name="First card").click()
        page.get_by_role("button", name="Line of 2").click()
        is_whose(page, "Mina", "cards")
        page.get_by_role("button", name=re.compile("^a1, entrance")).click()
        page.get_by_role("button", name="Mina Mark these 2").click()
        until(lambda: any(board["marked"] for board in host.view["seats"][0]["boards"]), "Mina's marks")
        mark_the_rest(host, 0)
        is_whose(page, "Jan", "cards")


def test_what_is_said_elsewhere_meanwhile_is_not_entered_twice(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()

    def says(seat: int, what: str, count: int = 1) -> None:
        meant = {"type": "covered", "seat": seat, "round": 1, "card": 1, "what": what, "count": count}
        assert host.play(meant)[0] == 200

    def rubies() -> list[int]:
        return [seat["rubies"] for seat in host.view["seats"]]

    with Person(table.url) as person:
        begin(host, hand, person, way="sheet", said="at_once", exploration="turned")
        turned = {"type": "card_turned", "round": 1, "card": 1}
        brought(host, turned, lambda: host.view["card"] == 1)
        assert person.post("host", code=table.host_code)[0] == 200
        give(page, person)
        page.get_by_role("button", name="Jan", exact=True).click()
        is_whose(page, "Jan", "sheet")
        changed = page.get_by_text(CHANGED)
        ruby = page.get_by_role("button", name=re.compile("^Ruby"))
        ruby.click()
        ruby.click()
        says(1, "ruby")
        expect(changed).to_be_visible()
        expect(ruby).to_have_accessible_name("Ruby, 1, +1")
        expect(page.get_by_role("button", name="Jan Enter 1 ruby")).to_be_visible()
        says(1, "ruby")
        expect(page.get_by_role("button", name=re.compile("Enter"))).to_have_count(0)
        page.get_by_role("button", name="Clear").click()
        expect(changed).to_have_count(0)
        ruby.click()

        def says_first(seat: int) -> Callable[[Route], None]:
            def first(route: Route) -> None:
                says(seat, "ruby")
                route.continue_()

            return first

        page.route("**/api/play", says_first(1), times=1)
        page.get_by_role("button", name="Jan Enter 1 ruby").click()
        expect(page.get_by_text("Somebody was quicker: look again.")).to_be_visible()
        expect(changed).to_be_visible(timeout=3_000)
        assert rubies() == [0, 3]
        is_whose(page, "Jan", "sheet")
        # what another seat enters in the same moment is in nobody's way
        ruby.click()
        page.get_by_role("button", name="Emerald", exact=True).click()
        page.route("**/api/play", says_first(0), times=1)
        page.get_by_role("button", name="Jan Enter 1 ruby, 1 emerald").click()
        is_whose(page, "Mina", None)
        until(lambda: rubies() == [1, 4], "both rubies")
        assert host.view["seats"][1]["emeralds"] == 1
        expect(changed).to_have_count(0)


def test_a_sheet_that_was_read_meanwhile_is_not_overwritten(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()

    def reads(rubies: int, emeralds: int, skulls: int = 0) -> None:
        meant = {"type": "sheet_read", "seat": 1, "round": 1, "rubies": rubies, "emeralds": emeralds}
        assert host.play({**meant, "skulls": skulls})[0] == 200

    with Person(table.url) as person:
        begin(host, hand, person, way="sheet", said="round", exploration="turned")
        for card in range(1, 8):
            turned = {"type": "card_turned", "round": 1, "card": card}
            brought(host, turned, lambda c=card: host.view["card"] == c)  # type: ignore[misc]
        assert person.post("host", code=table.host_code)[0] == 200
        give(page, person)
        page.get_by_role("button", name="Jan", exact=True).click()
        page.get_by_role("button", name="Jan Read your sheet").click()
        sheet = page.get_by_role("dialog")
        numbers = sheet.get_by_role("status").filter(has_text=re.compile(r"^\d+$"))
        enter = sheet.get_by_role("button", name="Enter the sheet")

        def more(what: str) -> None:
            sheet.get_by_role("group", name=what, exact=True).get_by_role("button", name="more").click()

        # what nobody has touched here is as it was entered elsewhere
        reads(2, 1)
        expect(numbers).to_have_text(["2", "1", "0"])
        expect(sheet.get_by_text(CHANGED)).to_have_count(0)
        more("Skull")
        reads(2, 3)
        expect(sheet.get_by_text(CHANGED)).to_be_visible()
        expect(numbers).to_have_text(["2", "3", "1"])
        more("Skull")
        expect(sheet.get_by_text(CHANGED)).to_have_count(0)

        def reads_first(route: Route) -> None:
            reads(4, 3)
            route.continue_()

        page.route("**/api/play", reads_first, times=1)
        enter.click()
        expect(sheet.get_by_role("alert")).to_have_text("Somebody was quicker: look again.")
        expect(numbers).to_have_text(["4", "3", "2"])
        enter.click()
        expect(sheet).to_have_count(0)
        is_whose(page, "Mina", None)
        until(lambda: bool(host.view["seats"][1]["skulls"] == 2), "the sheet")
        assert (host.view["seats"][1]["rubies"], host.view["seats"][1]["emeralds"]) == (4, 3)

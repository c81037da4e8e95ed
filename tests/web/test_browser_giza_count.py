"""Giza's sites counted on phones and beside them: nothing counts twice, and what is wrong is put right."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.giza import started
from tests.web.pages import CHROMIUM, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def test_what_is_counted_elsewhere_meanwhile_is_not_counted_twice(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    seated = phone()

    def counted(**kinds: int) -> None:
        for tile, count in kinds.items():
            host.play({"type": "kind_counted", "seat": 1, "tile": tile, "count": count})

    with Person(table.url) as eye:
        started(host, hand, eye, way="count")
        give(seated, eye)
        seated.get_by_role("button", name="Count your site").click()
        sheet = seated.get_by_role("dialog")
        changed = sheet.get_by_text("Somebody has changed this meanwhile: check the numbers.")

        def dial(tile: str) -> None:
            sheet.get_by_role("button", name=f"{tile}: more", exact=True).click()

        dial("+5")
        dial("+3")
        expect(changed).to_have_count(0)
        counted(plus_5=1, minus_2=1)
        expect(changed).to_be_visible()
        expect(sheet.get_by_role("button", name="That is all: +6")).to_be_visible()
        expect(sheet.get_by_role("group", name="+5", exact=True).get_by_role("status")).to_have_text("1")
        dial("Treasure +5")
        expect(changed).to_have_count(0)

        def count_first(route: Route) -> None:
            counted(treasure_5=1)
            route.continue_()

        seated.route("**/api/play", count_first, times=1)
        sheet.get_by_role("button", name="That is all: +11").click()
        expect(sheet.get_by_role("alert")).to_have_text("Somebody was quicker: look again.")
        expect(changed).to_be_visible(timeout=3_000)

        def count_another_site_first(route: Route) -> None:
            host.play({"type": "kind_counted", "seat": 0, "tile": "minus_1", "count": 1})
            route.continue_()

        # what is counted of another site in the same moment is in nobody's way
        seated.route("**/api/play", count_another_site_first, times=1)
        sheet.get_by_role("button", name="That is all: +11").click()
        expect(sheet).to_have_count(0)
        until(lambda: bool(host.view["seats"][1]["is_finished"]), "the count's end")
        found = {line["tile"]: line["count"] for line in host.view["seats"][1]["lines"]}
        assert found == {"plus_5": 1, "minus_2": 1, "treasure_5": 1, "plus_3": 1}


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

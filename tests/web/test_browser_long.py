"""A long game on phones: what happened long ago is read and put right as well."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.views import LINES_SHOWN
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Table
from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]

ROUNDS = 2 * LINES_SHOWN


async def played_long(path: Path) -> None:
    """Play a game whose first round is two screens of lines ago."""
    made = Table(path)
    await made.open_game(SUN, EYE)
    await made.take_tile(27)
    for _ in range(ROUNDS):
        await made.session.play({"type": "nobody_found"}, Origin.PANEL)
    made.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableProcess]:
    # the browser's own loop runs in this thread
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, played_long(tmp_path / "table.db")).result()
    with TableProcess(tmp_path) as process:
        yield process


def test_a_verdict_of_the_first_round_is_put_right_though_much_came_after_it(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    give(page, host)
    host.post("continue", key="once-again")
    page.get_by_role("button", name="Host").click()
    page.get_by_role("button", name="Correct something").click()
    dialog = page.get_by_role("dialog")
    verdict = dialog.get_by_text("27: right")
    earlier = dialog.get_by_role("button", name="Show earlier lines")
    lines = dialog.locator(".lines li")
    expect(lines).to_have_count(LINES_SHOWN)
    expect(verdict).to_have_count(0)
    earlier.click()
    expect(lines).to_have_count(2 * LINES_SHOWN)
    # while somebody reads on, the game goes on
    assert host.judge({"type": "nobody_found"})[0] == 200
    expect(lines).to_have_count(2 * LINES_SHOWN)
    expect(dialog.get_by_role("heading", name=f"Round {ROUNDS + 2}")).to_be_visible()
    earlier.click()
    expect(earlier).to_have_count(0)
    expect(lines).to_have_count(ROUNDS + 5)
    right = host.view["seats"][0]["score"]
    verdict.click()
    dialog.get_by_role("button", name="wrong").click()
    dialog.get_by_role("button", name="Correct it").click()
    expect(dialog).to_have_count(0)
    until(lambda: bool(host.view["seats"][0]["score"] < right), "the corrected score")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="What happened").click()
    earlier.click()
    earlier.click()
    expect(dialog.get_by_text("27: wrong")).to_be_visible()
    expect(dialog.get_by_text("27: right")).to_have_count(1)
    # and taken back by somebody else while it is read
    host.post("retract", key="take-it-back", log=host.game["log"])
    expect(dialog.get_by_text("27: wrong")).to_have_count(0)
    expect(dialog.get_by_text("27: right")).to_be_visible()


def test_earlier_lines_that_can_not_be_had_now_are_asked_for_again(
    table: TableProcess, host: Person, phone: Callable[[], Page]
) -> None:
    page = phone()
    page.route("**/api/lines?*", lambda route: route.fulfill(status=429, body="{}"))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="What happened").click()
    dialog = page.get_by_role("dialog")
    earlier, lines = dialog.get_by_role("button", name="Show earlier lines"), dialog.locator(".lines li")
    earlier.click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    expect(lines).to_have_count(LINES_SHOWN)
    page.unroute("**/api/lines?*")
    earlier.click()
    expect(lines).to_have_count(2 * LINES_SHOWN)

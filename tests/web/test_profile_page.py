"""A copy is entered, kept, given away and taken in on the page, as the host of a table does it."""

import re
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.table_process import Person, TableProcess, until
from tests.web.pages import CHROMIUM, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def lay_out(host: Person, game: str) -> None:
    """Have another game in the setup."""
    setup = host.snapshot["setup"]
    meant = {"game": game, "seats": [], "first_seat": 0, "options": {}, "version": setup["version"]}
    assert host.post("setup", key=secrets.token_hex(8), **meant)[0] == 200
    until(lambda: host.snapshot["setup"]["game"] == game, "the game")


def type_in(page: Page, label: str, words: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(words)
    field.press("Tab")


def keep(page: Page) -> None:
    page.get_by_role("button", name="Keep it").click()


def test_copy_is_entered_kept_given_away_and_taken_in(
    table: TableProcess, host: Person, phone: Callable[[], Page], tmp_path: Path
) -> None:
    lay_out(host, "pairamid")
    page, watcher = phone(), phone()
    give(page, host)
    expect(page.get_by_text("house colours")).to_be_visible()

    page.get_by_role("button", name="Enter this copy").click()
    type_in(page, "What you call it", "Our box")
    for colour in ("red", "blue"):
        page.get_by_role("button", name=colour, exact=True).click()
    for number, value in enumerate(("1", "99"), 1):
        page.get_by_role("button", name="Add: White chambers").click()
        type_in(page, f"White chambers {number}", value)
    keep(page)
    expect(page.get_by_text("White chambers 2 must be from 1 to 20.")).to_be_visible()
    assert host.snapshot["setup"]["profiles"] == []

    # What was typed is still there after the phone was put away.
    page.reload()
    page.get_by_role("button", name="Enter this copy").click()
    type_in(page, "White chambers 2", "2")
    keep(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("radio", name="Our box")).to_be_checked()
    expect(page.get_by_text("house colours")).to_have_count(0)
    copy = watcher.locator("section", has=watcher.get_by_role("heading", name="This copy"))
    expect(copy).to_contain_text("Our box")
    expect(copy.get_by_role("button")).to_have_count(0)

    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert (file.name, "white = [1, 2]" in file.read_text(encoding="utf-8")) == (
        "pairamid-our-box.toml",
        True,
    )

    page.get_by_role("radio", name="House values").check()
    expect(page.get_by_text("house colours")).to_be_visible()
    file.write_text(file.read_text(encoding="utf-8").replace("[1, 2]", "[1, 2, 3]"), encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="From a file").click()
    chooser.value.set_files(file)
    page.get_by_role("button", name="Keep both").click()
    expect(page.get_by_role("radio", name="Our box 2")).to_be_checked()

    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_label("White chambers 3")).to_have_value("3")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete").last.click()
    expect(page.get_by_role("radio", name=re.compile("Our box"))).to_have_count(1)
    expect(page.get_by_role("radio", name="House values")).to_be_checked()


def test_game_without_a_copys_print_has_no_such_part(host: Person, phone: Callable[[], Page]) -> None:
    page = phone()
    give(page, host)
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    expect(page.get_by_role("heading", name="This copy")).to_have_count(0)

"""Every view of the page under axe, in each language, and by night in one, without one violation."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from device.texts import LANGUAGES
from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, PATIENCE_MS, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]

BY_NIGHT = "ko"  # its letters differ from those that most of the page is written in
OF_A_THEME: dict[str, Any] = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
OF_A_VIEW: dict[str, Any] = {"resultTypes": ["violations"]}
SAID = """async (options) => (await axe.run(document, options)).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")}`)"""


@pytest.fixture
def pages(
    browser: Browser, table: TableProcess, host: Person, faults: list[str]
) -> Iterator[dict[str, Page]]:
    """A host's phone in each language."""
    contexts = []
    found = {}
    for language, name in LANGUAGES.items():
        context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(table.url)
        found[language] = page
        page.get_by_role("button", name=name).click()
        page.locator(".sky").wait_for()
        give(page, host)
        page.locator(".bar").wait_for()
    yield found
    for context in contexts:
        context.close()


def complaints(page: Page, language: str) -> list[str]:
    """Give what axe finds: all of it by day, contrast by night too, which no words change."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    said = []
    looks = [("light", OF_A_VIEW), *([("dark", OF_A_THEME)] if language == BY_NIGHT else [])]
    for theme, options in looks:
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        said += [f"{theme} {found}" for found in page.evaluate(SAID, options)]
    return said


def test_no_view_has_a_fault_in_any_language_or_theme(
    host: Person, hand: Hand, pages: dict[str, Page]
) -> None:
    found: dict[str, list[str]] = {}

    def look(view: str, ready: str) -> None:
        for language, page in pages.items():
            page.locator(ready).first.wait_for()
            said = complaints(page, language)
            if said:
                found[f"{view} {language}"] = said

    def sheet(name: str, what: Callable[[Page], None]) -> None:
        for page in pages.values():
            what(page)
        look(name, "dialog[open]")
        for page in pages.values():
            page.keyboard.press("Escape")
            page.locator("dialog[open]").wait_for(state="detached")

    hand.push("button_1", "button_2")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
    look("setup", ".places li:nth-child(2)")
    sheet("menu", lambda page: page.locator(".sky .icon").click())
    host.start()
    look("ready", ".bar .act")
    for number, other in ((49, 13), (64, 14), (84, 15), (90, 16)):
        hand.push("button_1")
        until(lambda: host.view["phase"] == "sand", "the sand")
        if number == 49:
            look("sand", ".claims li")
            sheet("number", lambda page: page.locator(".tilekey").click())
        hand.push("button_2")
        until(lambda: host.view["phase"] == "judging", "the judging")
        host.play({"type": "number_called", "claim": 0, "number": number})
        host.play({"type": "number_called", "claim": 1, "number": other})
        until(lambda: all(claim["number"] for claim in host.view["claims"]), "the numbers")
        if number == 49:
            look("judging", ".verdict .yes")
        for claim in (0, 1):
            log = host.game["log"]
            host.judge({"type": "judged", "claim": claim, "right": claim == 0})
            until(lambda log=log: host.game["log"] > log, "the verdict")  # type: ignore[misc]
        if number == 49:
            look("judged", ".last")
            sheet("host", lambda page: page.locator(".bar .slim").nth(1).click())
            sheet("lines", lambda page: page.locator(".scores button").first.click())
    assert host.game["outcome"] is not None
    look("end", ".standings .opens")
    for page in pages.values():
        page.goto(f"{page.url}#tv")
    look("television", "main.tv .standing")
    assert found == {}, json.dumps(found, ensure_ascii=False, indent=1)

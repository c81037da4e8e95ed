"""Pages in a real browser, for the tests that use them as people do."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    expect,
    sync_playwright,
)

from tests.table_process import Hand, Person, TableProcess, until

CHROMIUM = os.environ.get("KHEPRI_CHROMIUM")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
GUARD_MS = 550
"""Longer than the page keeps a hasty second Enter from a button that focus has just come to."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What pages complained of; a test ends with none."""
    seen: list[str] = []
    yield seen
    assert seen == [], seen


@pytest.fixture
def phone(browser: Browser, table: TableProcess, faults: list[str]) -> Iterator[Callable[[], Page]]:
    """Take out a phone: a page at phone size in a browser of its own, in English."""
    contexts: list[BrowserContext] = []

    def take_out() -> Page:
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(table.url)
        page.get_by_role("button", name="English").click()
        expect(page.get_by_role("button", name="Menu")).to_be_visible()
        return page

    yield take_out
    for context in contexts:
        context.close()


@pytest.fixture
def bench(browser: Browser, table: TableProcess, faults: list[str]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{table.url}/bench")
    expect(page.get_by_role("heading", name="Bench")).to_be_visible()
    yield page
    context.close()


def sit(page: Page, bench: Page, button: str, key: str) -> None:
    """Sit a phone down by holding its button on the bench."""
    page.get_by_role("button", name="Sit down").first.click()
    page.get_by_role("button", name=button).first.click()
    bench.keyboard.down(key)
    expect(page.get_by_text(re.compile("Stand up|I have one!")).first).to_be_visible(timeout=PATIENCE_MS)
    bench.keyboard.up(key)


def lead(page: Page, table: TableProcess) -> None:
    """Make the phone the host's."""
    page.get_by_label("Code").first.fill(table.host_code)
    page.get_by_role("button", name="Lead").click()
    expect(page.get_by_text("This phone leads the game.").first).to_be_visible()


def give(page: Page, person: Person) -> None:
    """Give a phone what makes it that person's: the cookie."""
    assert person.cookie is not None
    name, _, value = person.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": person.url}])
    # A sheet that was put away still goes one step back in the history, which would stop the reload.
    page.wait_for_function("!document.querySelector('dialog[open]') && !history.state?.sheets")
    page.reload()


def sit_at_eye(person: Person, host: Person, hand: Hand) -> None:
    """Seat the sun by its button, and the eye with that person's phone."""
    hand.push("button_1")
    person.post("sit", sign="eye")
    hand.down("button_2")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
    until(lambda: bool(host.snapshot["setup"]["seats"][1]["has_phone"]), "the phone's seat")
    hand.up("button_2")


@contextmanager
def eyes_phone(table: TableProcess, host: Person, hand: Hand) -> Iterator[Person]:
    """Seat the sun by its button and the eye by a phone of its own; gives that phone."""
    with Person(table.url) as person:
        sit_at_eye(person, host, hand)
        yield person


@pytest.fixture
def eye(table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]) -> Page:
    """A phone that sits at the eye; sun and eye play, and the race has begun."""
    page = phone()
    with eyes_phone(table, host, hand) as person:
        give(page, person)
    host.start()
    host.play({"type": "thrown"})
    expect(page.get_by_role("button", name="I have one!")).to_be_visible()
    return page


def focused(page: Page) -> str:
    """Say what has the keyboard: its label or its words."""
    found = page.evaluate(
        "(e => e === document.body ? 'nothing' : e.getAttribute('aria-label') || e.textContent)"
        "(document.activeElement)"
    )
    return str(found)


def tab_to(page: Page, name: str) -> None:
    """Go on with the Tab key until something of that name has the keyboard."""
    for _ in range(80):
        if name in focused(page):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name!r}")


def enter(page: Page, name: str) -> None:
    """Press the button of that name by keyboard alone."""
    tab_to(page, name)
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")

"""A round in a real browser: three phones and the bench, as people use them."""

import os
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.table_process import TableProcess

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
PATIENCE_MS = 15_000

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


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
    assert seen == []


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


def test_three_phones_and_the_bench_play_a_round(
    table: TableProcess, phone: Callable[[], Page], bench: Page
) -> None:
    host, eye, lotus = phone(), phone(), phone()
    host.get_by_label("Code").first.fill(table.host_code)
    host.get_by_role("button", name="Lead").click()
    expect(host.get_by_text("This phone leads the game.")).to_be_visible()
    bench.keyboard.press("1")
    expect(host.get_by_label("Name: Sun")).to_be_visible()
    sit(eye, bench, "Eye", "2")
    sit(lotus, bench, "Flower", "3")
    host.get_by_role("button", name="Start the game").click()

    host.get_by_role("button", name="The dice are thrown").click()
    eye.get_by_role("button", name="I have one!").click()
    expect(eye.get_by_role("heading", name="Which number do you take?")).to_be_visible()
    bench.keyboard.press("1")
    expect(host.get_by_text("still looking")).to_have_count(1)
    lotus.get_by_role("button", name="I have one!").click()
    eye.get_by_role("button", name=re.compile(r"^33\b")).first.click()
    lotus.get_by_role("button", name=re.compile(r"^27\b")).first.click()
    host.get_by_role("button", name="Enter the number: Sun").click()
    host.get_by_role("dialog").get_by_role("button", name=re.compile(r"^13\b")).first.click()
    for name in ("Eye", "Sun", "Flower"):
        host.get_by_role("button", name=f"Right: {name}").click()
    expect(lotus.get_by_text("Round 2").first).to_be_visible()
    scores = lotus.locator(".scores li")
    expect(scores).to_have_count(3)
    assert sorted(re.findall(r"-?\d+", " ".join(lotus.locator(".scores .pts").all_inner_texts()))) == [
        "1",
        "3",
        "5",
    ]

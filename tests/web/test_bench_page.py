"""The bench page in a real browser: a round with nothing but what the device has, and how the page lies."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.table_process import Hand, TableProcess
from tests.web.pages import CHROMIUM, PATIENCE_MS

APART_MS = 400
"""Pushes that come sooner after one another may be the chatter of one."""
DRAWN = "document.querySelector('.oled canvas').toDataURL()"
LIT = """() => {
    const canvas = document.querySelector(".oled canvas");
    return canvas?.getContext("2d").getImageData(0, 0, 128, 64).data.includes(236);
}"""
LISTEN = """() => {
    const sign = document.querySelector(".piezo");
    window.heard = [];
    new MutationObserver(() => window.heard.push(sign.ariaLabel)).observe(sign, { attributes: true });
}"""
DARK = "Ring: 0 of 24 beads are lit."
PLACE = "JSON.stringify(document.querySelector('.device').getBoundingClientRect())"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


@pytest.fixture
def open_bench(browser: Browser, table: TableProcess, faults: list[str]) -> Iterator[Callable[..., Page]]:
    """Open the bench in a browser of its own, in English on a laptop unless something else is said."""
    contexts: list[BrowserContext] = []

    def opened(
        *, width: int = 1280, height: int = 800, locale: str = "en", stored: str = "", **more: Any
    ) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, **more)
        contexts.append(context)
        if stored:
            context.add_init_script(f"localStorage.setItem('khepri.language', '{stored}')")
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.extend([said.text] if said.type == "error" else []))
        page.goto(f"{table.url}/bench")
        page.wait_for_function(LIT)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def bench(open_bench: Callable[..., Page]) -> Page:
    return open_bench()


def changes(page: Page, do: Callable[[], object]) -> None:
    """Do something that changes what the display shows, and wait for that."""
    before = page.evaluate(DRAWN)
    do()
    page.wait_for_function(f"(before) => {DRAWN} !== before", arg=before)


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other, each when the display has answered the one before.

    OK and BACK so soon after one another would be one push of a shaking hand.
    """
    for key in keys:
        changes(page, partial(page.keyboard.press, key))
        if key in ("Enter", "Backspace"):
            page.wait_for_timeout(APART_MS)


def stored(page: Page, count: int) -> None:
    """Wait until the log has so many entries."""
    things = "1 thing is" if count == 1 else f"{count} things are"
    expect(page.get_by_text(f"{things} stored")).to_be_visible()


def begin(page: Page) -> None:
    """Go from the language to a game of Pharaoh Code, which is listed first, with sun, eye and lotus."""
    press(page, "Enter", "Enter", "Enter", "1", "2", "3", "Enter", "Enter", "Enter")
    stored(page, 0)


def test_a_round_with_nothing_but_the_bench(bench: Page) -> None:
    bench.evaluate(LISTEN)
    begin(bench)
    press(bench, "Enter")
    stored(bench, 1)
    press(bench, *"qqwwweeee")
    bench.keyboard.press("Enter")
    stored(bench, 2)
    for count, key in enumerate("213", 3):
        bench.keyboard.press(key)
        stored(bench, count)
    for count in (6, 7, 8):
        press(bench, "q")
        bench.wait_for_timeout(APART_MS)
        bench.keyboard.press("Enter")
        stored(bench, count)
    for count, key in ((9, "Enter"), (10, "Backspace"), (11, "Enter")):
        bench.wait_for_timeout(APART_MS)
        bench.keyboard.press(key)
        stored(bench, count)
    expect(bench.get_by_text("Round 2")).to_be_visible()
    heard = bench.evaluate("window.heard.filter((label) => label.includes('Hz'))")
    assert "Piezo: 2,200 Hz" in heard


def test_ring_whose_plug_is_pulled_goes_dark_and_shows_its_picture_again(bench: Page) -> None:
    begin(bench)
    press(bench, "Enter")
    ring = bench.locator(".device svg.ring")
    expect(ring).not_to_have_attribute("aria-label", DARK)
    before = ring.get_attribute("aria-label")
    plug = bench.get_by_role("switch", name="Ring’s plug pulled")
    plug.check()
    expect(ring).to_have_attribute("aria-label", DARK)
    expect(bench.get_by_text("Ring: not there")).to_be_visible(timeout=PATIENCE_MS)
    plug.uncheck()
    expect(bench.get_by_text("Ring: not there")).to_have_count(0, timeout=PATIENCE_MS)
    expect(ring).to_have_attribute("aria-label", str(before), timeout=PATIENCE_MS)


def test_buttons_can_be_held_together(bench: Page) -> None:
    begin(bench)
    press(bench, "Enter")
    bench.keyboard.down("1")
    bench.keyboard.down("3")
    expect(bench.locator(".arcade.down")).to_have_count(2)
    bench.keyboard.up("1")
    bench.keyboard.up("3")
    expect(bench.locator(".arcade.down")).to_have_count(0)
    stored(bench, 3)


def test_turning_an_encoder_changes_the_picture(bench: Page) -> None:
    for number in range(3):
        turned_in_every_way(bench, number)


def turned_in_every_way(bench: Page, number: int) -> None:
    """Turn an encoder on the list of languages: each way goes down a line, and up again."""
    knob = bench.get_by_role("spinbutton").nth(number)
    box = knob.bounding_box()
    assert box is not None
    x, y, radius = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] * 0.4
    first = bench.evaluate(DRAWN)

    def drag(*way: tuple[float, float]) -> None:
        bench.mouse.move(*way[0])
        bench.mouse.down()
        for point in way[1:]:
            bench.mouse.move(*point, steps=5)
        bench.mouse.up()

    right, left = "QWE"[number], "ASD"[number]
    ways: tuple[tuple[Callable[[], object], Callable[[], object]], ...] = (
        (lambda: bench.keyboard.press(f"Key{right}"), lambda: bench.keyboard.press(f"Key{left}")),
        (lambda: knob.press("ArrowUp"), lambda: knob.press("ArrowDown")),
        (lambda: bench.mouse.wheel(0, 100), lambda: bench.mouse.wheel(0, -100)),
        (lambda: drag((x, y), (x, y - 15)), lambda: drag((x, y), (x, y + 15))),
        (
            lambda: drag((x, y - radius), (x + radius * 0.35, y - radius * 0.93)),
            lambda: drag((x, y - radius), (x - radius * 0.35, y - radius * 0.93)),
        ),
    )
    bench.mouse.move(x, y)
    for on, back in ways:
        changes(bench, on)
        assert knob.get_attribute("aria-valuenow") == "1"
        assert knob.evaluate("(knob) => knob.style.getPropertyValue('--turned')") == "15deg"
        changes(bench, back)
        assert knob.get_attribute("aria-valuenow") == "0"
        assert bench.evaluate(DRAWN) == first


def test_back_held_opens_the_menu_and_the_browser_stays(bench: Page, table: TableProcess) -> None:
    begin(bench)
    throws = bench.evaluate(DRAWN)
    for _ in range(2):
        changes(bench, lambda: bench.keyboard.down("Backspace"))
        bench.keyboard.up("Backspace")
        bench.wait_for_timeout(APART_MS)
    assert bench.evaluate(DRAWN) == throws
    assert bench.url == f"{table.url}/bench"


def test_presses_move_nothing_and_hide_nothing(open_bench: Callable[..., Page]) -> None:
    benches = [open_bench(width=width, height=height) for width, height in ((1024, 700), (1280, 800))]
    places = [bench.evaluate(PLACE) for bench in benches]
    bench = benches[-1]
    begin(bench)
    for count, key in enumerate("456" * 4, 10):
        bench.keyboard.press(key)
        expect(bench.locator(".log tbody tr")).to_have_count(count)
        bench.wait_for_timeout(APART_MS / 4)
    for bench, place in zip(benches, places, strict=True):
        rows = bench.locator(".log tbody tr")
        expect(rows).to_have_count(21)
        expect(rows.last).not_to_be_in_viewport()
        assert bench.evaluate(PLACE) == place
        for shown in (bench.get_by_role("switch").last, bench.get_by_role("button", name="OK", exact=True)):
            expect(shown).to_be_in_viewport(ratio=1)


def test_a_phone_has_all_of_the_device_at_hand(open_bench: Callable[..., Page]) -> None:
    bench = open_bench(width=390, height=844, has_touch=True, is_mobile=True)
    assert bench.evaluate("document.documentElement.scrollWidth") <= 390
    parts = [*bench.locator(".device button").all(), *bench.get_by_role("spinbutton").all()]
    assert len(parts) == 8 + 3
    for part in [*parts, bench.locator(".oled canvas")]:
        expect(part).to_be_in_viewport(ratio=1)
    changes(bench, bench.get_by_role("button", name="OK", exact=True).tap)


def test_the_bench_speaks_as_the_phone_page_or_the_browser(open_bench: Callable[..., Page]) -> None:
    for locale, stored, heading in (
        ("ko-KR", "", "시험대"),
        ("zh-TW", "", "測試台"),
        ("ko-KR", "nl", "Proefbank"),
        ("fr", "", "Bench"),
    ):
        bench = open_bench(locale=locale, stored=stored)
        expect(bench.get_by_role("heading", level=1)).to_have_text(heading)


def test_bench_goes_dark_with_the_table_and_comes_back_by_itself(
    tmp_path: Path, browser: Browser, faults: list[str]
) -> None:
    gone = "Looking for the table. This page goes on by itself."
    page = browser.new_page(viewport={"width": 1024, "height": 700}, locale="en")
    page.on("pageerror", lambda error: faults.append(str(error)))
    with TableProcess(tmp_path / "table") as table, Hand(table.url) as hand:
        port = table.url.rpartition(":")[2]
        page.goto(f"{table.url}/bench")
        page.wait_for_function(LIT)
        hand.push("ok", "ok", "ok", "button_1")
        expect(page.locator(".arcade.lit")).to_have_count(1)
        expect(page.get_by_text(gone)).to_have_count(0)
        table.kill()
    expect(page.get_by_text(gone)).to_be_in_viewport(ratio=1)
    assert not page.evaluate(LIT)
    expect(page.locator(".device .lit")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator(".arcade.down")).to_have_count(0)
    with TableProcess(tmp_path / "table", "--port", port):
        page.wait_for_function(LIT)
        expect(page.get_by_text(gone)).to_have_count(0)
        page.close()


def test_sound_is_off_until_it_is_wished(bench: Page) -> None:
    sound = bench.get_by_role("switch", name="Sound on this page")
    expect(sound).not_to_be_checked()
    sound.check()
    begin(bench)
    press(bench, "Enter")
    bench.keyboard.press("1")
    stored(bench, 2)
    sound.uncheck()
    expect(sound).not_to_be_checked()

"""How the pages look in a real browser: widths, sizes, names and contrast, and the television."""

import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def judged(host: Person) -> Iterator[int]:
    """Judge five claims one by one, the fourth as wrong."""
    until(
        lambda: host.view["phase"] == "judging" and all(claim["number"] for claim in host.view["claims"]),
        "the judging",
    )
    for claim in range(5):
        log = host.game["log"]
        host.judge({"type": "judged", "claim": claim, "right": claim != 3})
        until(lambda log=log: host.game["log"] > log, "the verdict")  # type: ignore[misc]
        yield claim


def test_nothing_is_wider_than_the_phone(host: Person, hand: Hand, phone: Callable[[], Page]) -> None:
    pages: dict[str, Page] = {}
    for name in ("English", "한국어", "正體中文", "Nederlands", "Euskara"):
        page = pages[name] = phone()
        if name != "English":
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name=name).click()
            page.keyboard.press("Escape")
        give(page, host)

    def fits(moment: str) -> None:
        for name, page in pages.items():
            expect(page.locator("main")).to_contain_text(moment)
            for width in (320, 390):
                page.set_viewport_size({"width": width, "height": 640})
                assert page.evaluate("document.documentElement.scrollWidth") == width, (name, moment)

    hand.push(*(f"button_{i}" for i in range(1, 6)))
    until(lambda: len(host.snapshot["setup"]["seats"]) == 5, "five seats")
    fits("Silver")
    setup = host.snapshot["setup"]
    names = ("Maximiliaan van der Berg", "Mina", "할머니", "Wolfeschlegelsteinhausen", "王曉明外公")
    seats = [{"sign": s["sign"], "name": n} for s, n in zip(setup["seats"], names, strict=True)]
    meant = {key: setup[key] for key in ("game", "first_seat", "options", "version")}
    host.post("setup", key=secrets.token_hex(8), **meant, seats=seats)
    until(lambda: host.snapshot["setup"]["version"] != setup["version"], "the names")
    host.start()
    fits("王曉明外公")
    hand.push("button_2", "button_1", "button_3", "button_4", "button_5")
    for claim, number in enumerate((33, 13, 27, 60, 18)):
        host.play({"type": "number_called", "claim": claim, "number": number})
    fits("18")
    for _ in judged(host):
        pass
    fits("−3")


def play_to_the_sand(host: Person, hand: Hand, count: int, **options: Any) -> None:
    """Seat so many, start, and claim with all but the last two."""
    hand.push(*(f"button_{i}" for i in range(1, count + 1)))
    until(lambda: len(host.snapshot["setup"]["seats"]) == count, "the seats")
    setup = host.snapshot["setup"]
    names = ("Maximiliaan van der Berg", "Mina", "할머니", "Opa Jan", "王曉明外公")
    seats = [{"sign": s["sign"], "name": n} for s, n in zip(setup["seats"], names, strict=False)]
    meant = {key: setup[key] for key in ("game", "first_seat", "version")}
    chosen = {**setup["options"], **options}
    host.post("setup", key=secrets.token_hex(8), **meant, options=chosen, seats=seats)
    until(lambda: host.snapshot["setup"]["version"] != setup["version"], "the names")
    host.start()
    if options.get("way") == "layout":
        host.play({"type": "laid_out", "numbers": [84, 33, 70, 27, 45, 60, 13, 18, 24, 36]})
        until(lambda: host.view["pyramid"][0][0]["number"] == 84, "the pyramid")
    hand.push(*(f"button_{i}" for i in range(1, count - 1)))
    host.play({"type": "dice_read", "d8": 2, "d10": 5, "d12": 11})
    for claim, number in enumerate((33, 13, 27)[: count - 2]):
        host.play({"type": "number_called", "claim": claim, "number": number})
    until(lambda: all(claim["number"] for claim in host.view["claims"]), "the numbers")


THEMES: tuple[Any, ...] = ("light", "dark")
FAULTS = r"""(least) => {
    const said = [];
    const shown = (e) => e.getClientRects().length && getComputedStyle(e).visibility !== "hidden";
    const name = (e) => e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.[0]?.textContent;
    const tell = (what, e) => said.push(`${what}: ${e.className}: ${e.textContent.slice(0, 30)}`);
    const each = (what, look) => document.querySelectorAll(what).forEach((e) => shown(e) && look(e));

    each("button, a, input, summary, [role=img], [role=timer]", (e) => name(e) || tell("no name", e));
    each("img:not([alt])", (e) => tell("no alt", e));
    each("button, a, input:not([type]), summary", (e) => {
        const { width, height } = e.getBoundingClientRect();
        if (Math.min(width, height) < 43.5) tell("small target", e);
        if (e.closest("[aria-hidden=true]")) tell("hidden but reachable", e);
    });
    for (const attribute of ["aria-labelledby", "aria-describedby"]) {
        const meant = (e) => document.getElementById(e.getAttribute(attribute));
        each(`[${attribute}]`, (e) => meant(e) || tell("points nowhere", e));
    }
    const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
    said.push(...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `twice: ${id}`));

    const rgb = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const parts = [0.2126, 0.7152, 0.0722];
    const light = (c) => parts.reduce((sum, part, i) => sum + part * linear(c[i] / 255), 0);
    const isSolid = (colour) => colour.length === 3 || colour[3] === 1;
    const ground = (e) => {
        const colour = rgb(getComputedStyle(e).backgroundColor);
        return isSolid(colour) || !e.parentElement ? colour : ground(e.parentElement);
    };
    each("body *", (e) => {
        const isText = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
        if (!isText || e.closest(".vh, svg, noscript, :disabled")) return;
        const { color, fontSize } = getComputedStyle(e);
        const [high, low] = [light(rgb(color)), light(ground(e))].sort((a, b) => b - a);
        const ratio = (high + 0.05) / (low + 0.05);
        if (!(ratio >= 4.5)) tell(`contrast ${ratio.toFixed(1)}`, e);
        if (parseFloat(fontSize) < least) tell(fontSize, e);
    });
    return [...new Set(said)];
}"""
"""What is unnamed, too small to touch or to read, or too pale, in the page as it stands."""


def faults_of(page: Page, least: float) -> dict[str, list[str]]:
    """Give what is at fault by day and by night."""
    found = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found[theme] = page.evaluate(FAULTS, least)
    return {theme: said for theme, said in found.items() if said}


def test_everything_on_the_phone_is_named_large_enough_and_legible(
    host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    page.set_viewport_size({"width": 320, "height": 640})
    give(page, host)
    expect(page.locator(".bar")).to_be_visible()
    assert faults_of(page, 12) == {}
    play_to_the_sand(host, hand, 5, way="layout")
    expect(page.locator(".claims .chip[aria-label]")).to_have_count(3)
    assert faults_of(page, 12) == {}
    for button in ("Menu", "How do I…?"):
        page.get_by_role("button", name=button).click()
        assert faults_of(page, 12) == {}
    page.keyboard.press("Escape")
    hand.push("button_4", "button_5")
    host.play({"type": "number_called", "claim": 3, "number": 60})
    host.play({"type": "number_called", "claim": 4, "number": 18})
    expect(page.get_by_role("button", name="Right: Opa Jan")).to_be_visible()
    assert faults_of(page, 12) == {}
    page.get_by_role("button", name=re.compile("^Type the formula")).first.click()
    assert faults_of(page, 12) == {}
    page.keyboard.press("Escape")
    for _ in judged(host):
        pass
    expect(page.get_by_text("What nobody saw")).to_be_visible()
    assert faults_of(page, 12) == {}


BEYOND = """() => {
    const said = [];
    for (const e of document.querySelectorAll("main *")) {
        const { right, bottom, left, top, width } = e.getBoundingClientRect();
        const isOut = right > innerWidth + 1 || bottom > innerHeight + 1 || left < -1 || top < -1;
        if (width && isOut && !e.closest(".vh, svg")) said.push(`out of view: ${e.className}`);
    }
    for (const e of document.querySelectorAll(":root, .wall, .tvrows, .tvrows li")) {
        if (e.scrollHeight > e.clientHeight + 1) said.push(`too full: ${e.className} ${e.textContent}`);
    }
    return said;
}"""
"""What a screen does not show without scrolling."""
SCREENS = ((1920, 1080), (1280, 720))


def test_a_television_asks_nothing_and_speaks_as_the_table(
    table: TableProcess, host: Person, hand: Hand, browser: Browser, faults: list[str]
) -> None:
    def opened(path: str, locale: str) -> Page:
        page = browser.new_page(locale=locale, viewport={"width": 1280, "height": 720})
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{table.url}{path}")
        return page

    table_s, told = opened("/#tv", "ko-KR"), opened("/#tv-eu", "ko-KR")
    expect(table_s.locator("html")).to_have_attribute("lang", "ko")
    expect(table_s.get_by_role("heading", name="케프리")).to_be_visible()
    expect(told.get_by_role("heading", name="Mahaian")).to_be_visible()
    hand.turn(1, 4)
    hand.push("ok")
    until(lambda: host.snapshot["language"] not in (None, "en"), "the language of the table")
    expect(table_s.locator("html")).to_have_attribute("lang", host.snapshot["language"])
    expect(told.locator("html")).to_have_attribute("lang", "eu")
    for page in (table_s, told):
        page.close()


def test_a_television_shows_all_at_once_and_large(
    host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    page.goto(f"{page.url}#tv")

    def check() -> None:
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("[innerWidth, innerHeight]") == [width, height]
            assert page.evaluate(BEYOND) == []
            assert faults_of(page, 34 * height / 1080 - 0.2) == {}

    expect(page.locator(".scene").get_by_text("The table is on no network")).to_be_visible()
    check()
    play_to_the_sand(host, hand, 5)
    expect(page.locator(".tvrows .chip[aria-label]")).to_have_count(3)
    check()
    hand.push("button_4", "button_5")
    host.play({"type": "number_called", "claim": 3, "number": 60})
    host.play({"type": "number_called", "claim": 4, "number": 18})
    for _ in judged(host):
        check()
    expect(page.locator(".tvrows .mark.bad")).to_have_count(1)
    check()

"""Take the pictures of docs/pictures/ from the running program: `make pictures`.

Needs Chromium and fonts, as the browser tests do. Nothing in a picture is staged but names and numbers.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.table_process import Hand, Person, TableProcess, until

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu")
NAMES = ("Jun", "Mina", "할머니", "Opa Jan")
SETTLE_S = 0.7


def take(folder: Path = FOLDER) -> None:
    """Play a round and take each picture as it comes by."""
    chromium = os.environ.get("KHEPRI_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        with (
            TableProcess(Path(kept)) as table,
            Person(table.url) as host,
            Hand(table.url) as hand,
        ):
            folder.mkdir(parents=True, exist_ok=True)
            phone, night, seat, tv, bench = (_page(browser, table.url, *how) for how in _PAGES)
            host.become_host(table.host_code)
            _seat(host, hand)
            _sit(host, hand, seat)
            host.start()
            _lay_out(host, hand)
            _take([(seat, "seat")], folder)
            _claim(host, hand)
            _take([(phone, "play"), (night, "play-ko-night"), (tv, "tv"), (bench, "bench")], folder)
            _judge(host, hand)
            _take([(phone, "judged")], folder)
        browser.close()


_PAGES: tuple[tuple[str, str, str, int, int], ...] = (
    ("/", "English", "light", 390, 844),
    ("/", "한국어", "dark", 390, 844),
    ("/", "Euskara", "light", 390, 844),
    ("/#tv-nl", "", "dark", 1920, 1080),
    ("/bench", "", "light", 1280, 800),
)


def _page(browser: Browser, url: str, path: str, language: str, scheme: Any, width: int, height: int) -> Page:
    size = {"width": width, "height": height}
    context = browser.new_context(viewport=size, device_scale_factor=2, color_scheme=scheme, locale="en")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(url + path)
    if language:
        page.get_by_role("button", name=language).click()
    return page


def _take(pages: Sequence[tuple[Page, str]], folder: Path) -> None:
    threading.Event().wait(SETTLE_S)
    for page, name in pages:
        page.screenshot(path=folder / f"{name}.png")


def _seat(host: Person, hand: Hand) -> None:
    hand.push("button_1", "button_2", "button_3", "button_4")
    until(lambda: len(host.snapshot["setup"]["seats"]) == len(NAMES), "the seats")
    setup = host.snapshot["setup"]
    seats = [{"sign": seat["sign"], "name": name} for seat, name in zip(setup["seats"], NAMES, strict=True)]
    host.post(
        "setup",
        key=secrets.token_hex(8),
        version=setup["version"],
        game=setup["game"],
        seats=seats,
        first_seat=3,
        options={**setup["options"], "way": "layout"},
    )
    until(lambda: bool(host.snapshot["setup"]["version"] != setup["version"]), "the names")


def _give(page: Page, person: Person) -> None:
    name, _, value = (person.cookie or "").partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": person.url}])
    page.reload()


def _sit(host: Person, hand: Hand, page: Page) -> None:
    """Make the page the phone of the eye."""
    with Person(host.url) as person:
        person.post("sit", sign="eye")
        hand.down("button_2")
        until(lambda: bool(host.snapshot["setup"]["seats"][1]["has_phone"]), "the phone's seat")
        hand.up("button_2")
        _give(page, person)


def _lay_out(host: Person, hand: Hand) -> None:
    host.play({"type": "laid_out", "numbers": [84, 33, 70, 27, 45, 60, 13, 18, 24, 36]})
    hand.push("ok")


def _claim(host: Person, hand: Hand) -> None:
    hand.push("button_2", "button_1", "button_3")
    host.play({"type": "dice_read", "d8": 2, "d10": 5, "d12": 11})
    until(lambda: len(host.view["claims"]) == 3, "three claims")
    for claim, number in enumerate((33, 13, 27)):
        host.play({"type": "number_called", "claim": claim, "number": number})
    threading.Event().wait(8)


def _judge(host: Person, hand: Hand) -> None:
    hand.push("button_4")
    until(lambda: len(host.view["claims"]) == 4, "four claims")
    host.play({"type": "number_called", "claim": 3, "number": 60})
    until(lambda: host.view["claims"][3]["number"] is not None, "the last number")
    formulas = ("(5-2)*11", "11+2", "5+2*11", "5*11+5")
    for claim, formula in enumerate(formulas):
        log = host.game["log"]
        host.judge({"type": "explained", "claim": claim, "formula": formula})
        until(lambda log=log: bool(host.game["log"] > log), "the verdict")  # type: ignore[misc]


if __name__ == "__main__":
    take()

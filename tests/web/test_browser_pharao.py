"""Pharao in a real browser: a turn on one page by two phones, a rescue, the referee, and a television."""

import re
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, give
from tests.web.test_browser_looks import BEYOND, FAULTS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def arrange(host: Person, **options: Any) -> None:
    """Set the game up for Mina, who is dark, and Opa Jan."""
    setup = host.snapshot["setup"]
    status, answer = host.post(
        "setup",
        key=secrets.token_hex(8),
        version=setup["version"],
        game="pharao",
        seats=[{"sign": "sun", "name": "Mina"}, {"sign": "eye", "name": "Opa Jan"}],
        first_seat=0,
        options=options,
    )
    assert status == 200, answer
    until(lambda: host.snapshot["setup"]["version"] > setup["version"], "the setup")


def play(host: Person, *told: str) -> None:
    """Bring events, each as its type and fields, and wait until they are there."""
    for text in told:
        log = host.game["log"]
        kind, *fields = text.split()
        event: dict[str, Any] = {"type": kind}
        for field in fields:
            name, value = field.split("=")
            event[name] = int(value) if value.isdigit() else value
        status, answer = host.play(event)
        assert status == 200, answer
        until(lambda log=log: host.game["log"] > log, "the entry")  # type: ignore[misc]


def opened(phone: Callable[[], Page], person: Person) -> Page:
    page = phone()
    give(page, person)
    expect(page.locator(".ph-board")).to_be_visible()
    return page


def square(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^{name}(,|$)"))


def tap_dice(page: Page, own: int, enemy: int) -> None:
    page.get_by_role("group", name="Own die").get_by_role("button", name=str(own)).click()
    page.get_by_role("group", name="Enemy die").get_by_role("button", name=str(enemy)).click()


def throw(page: Page, own: int, enemy: int) -> None:
    tap_dice(page, own, enemy)
    page.get_by_role("button", name="Enter the dice").click()


LOWEST = (
    "what => Math.max(...[...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect().bottom))"
)
BAR_TOP = "document.querySelector('.bar').getBoundingClientRect().top"

DROWNED = (
    "thrown own=1 enemy=0",
    "own_moved piece=3-3 to=3-4",
    "thrown own=4 enemy=0",
    "own_moved piece=1-5 to=2-8",
    "thrown own=1 enemy=2",
    "own_moved piece=3-4 to=3-5",
    "enemy_moved piece=2-8 to=3-7",
)


def test_two_phones_play_a_turn_on_one_page(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    arrange(host)
    with Person(table.url) as jan:
        jan.post("sit", sign="eye")
        hand.down("button_2")
        until(lambda: bool(host.snapshot["setup"]["seats"][1]["has_phone"]), "the phone's seat")
        hand.up("button_2")
        host.start()
        leads, eye = opened(phone, host), opened(phone, jan)
    throw(leads, 3, 1)
    expect(leads.get_by_text("Move one dark piece by 3")).to_be_visible()
    square(leads, "3-3").click()
    expect(leads.get_by_text("4 places to go")).to_be_visible()
    square(leads, "2-5").click()
    leads.get_by_role("button", name="Move 3-3 to 2-5").click()
    expect(eye.get_by_text("Then one light piece by 1")).to_be_visible()
    square(eye, "1-5").click()
    square(eye, "1-6").click()
    eye.get_by_role("button", name="Move 1-5 to 1-6").click()
    expect(leads.locator(".ph-sky .cart")).to_contain_text("Opa Jan")
    expect(eye.locator(".ph-sky .cart")).to_contain_text("Your turn")
    expect(eye.locator(".ph-last")).to_contain_text("3-3 → 2-5")
    assert host.game["round"] == 2


def test_a_drowned_piece_is_rescued_in_its_order(host: Person, phone: Callable[[], Page]) -> None:
    arrange(host, hints=True)
    host.start()
    play(host, *DROWNED)
    page = opened(phone, host)
    throw(page, 4, 0)
    expect(page.locator(".ph-step.on")).to_contain_text("A piece is drowned. Rescue it?")
    assert page.evaluate(FAULTS, 12) == []
    expect(page.locator(".bar")).to_contain_text("Give it up")
    for width, height in ((320, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(FAULTS, 12) == []
    page.locator(".bar").get_by_role("button", name="Rescue it").click()
    page.get_by_role("button", name="Move 1-4 to 3-6").click()
    expect(page.locator(".ph-step.on")).to_contain_text("The drowned piece leaves by three squares")
    square(page, "2-9").click()
    assert page.evaluate(FAULTS, 12) == []
    page.get_by_role("button", name="Move 3-7 to 2-9").click()
    expect(page.locator(".ph-last")).to_contain_text("1-4 → 3-6")
    expect(page.get_by_text("Light, 4 pieces left")).to_be_visible()
    page.get_by_role("button", name="Host").click()
    page.get_by_role("button", name="Correct something").click()
    page.get_by_role("button", name=re.compile("Own piece 1-4 → 3-6")).click()
    expect(page.get_by_role("combobox")).to_have_count(2)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Host").click()
    page.get_by_role("button", name="Agree on a draw").click()
    expect(page.get_by_text("Both agreed on a draw.")).to_be_visible()


def test_piece_that_is_off_is_told_with_its_owner_where_the_other_throws(
    host: Person, phone: Callable[[], Page]
) -> None:
    arrange(host)
    host.start()
    play(host, *DROWNED, "thrown own=0 enemy=0")
    page = opened(phone, host)
    page.set_viewport_size({"width": 390, "height": 844})
    told = page.locator(".ph-step", has_text="The drowned piece goes off the board.")
    expect(told).to_contain_text("Opa Jan")
    expect(page.locator(".ph-sky .cart")).to_contain_text("Mina")
    assert page.evaluate(f"({LOWEST})('.ph-step.on') < {BAR_TOP}")
    assert page.evaluate(FAULTS, 12) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(FAULTS, 12) == []
    throw(page, 1, 0)
    expect(told).to_have_count(0)


def test_what_is_refused_is_marked_with_its_reason(host: Person, phone: Callable[[], Page]) -> None:
    arrange(host)
    host.start()
    play(host, "thrown own=4 enemy=0", "own_moved piece=3-3 to=3-5")
    play(host, "thrown own=0 enemy=0", "thrown own=2 enemy=0")
    page = opened(phone, host)
    square(page, "3-5").click()
    expect(square(page, "3-7")).to_have_accessible_name(
        "3-7, Water, Not into the water: you can go elsewhere."
    )
    square(page, "3-7").click()
    expect(page.get_by_role("button", name="Tap a square")).to_be_disabled()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(FAULTS, 12) == []


def test_the_referee_says_yes_and_no_and_counts_the_games(host: Person, phone: Callable[[], Page]) -> None:
    arrange(host, way="referee")
    host.start()
    page = opened(phone, host)
    throw(page, 4, 2)
    expect(page.get_by_role("button", name="Enter the dice")).to_have_count(0)
    square(page, "3-3").click()
    square(page, "3-10").click()
    page.get_by_role("button", name="May 3-3 go to 3-10?").click()
    expect(page.get_by_role("alert")).to_contain_text("No way of 4 squares from 3-3 to 3-10.")
    square(page, "2-6").click()
    page.get_by_role("button", name="May 3-3 go to 2-6?").click()
    expect(page.get_by_role("alert")).to_contain_text("Allowed: 3-3 → 2-6")
    page.get_by_role("button", name="Set the board").click()
    square(page, "1-5").click()
    square(page, "2-8").click()
    expect(square(page, "2-8")).to_have_accessible_name("2-8, light piece")
    assert page.evaluate(FAULTS, 12) == []
    page.get_by_role("button", name="Won this game: Opa Jan").dblclick()
    page.locator(".bar").get_by_role("button", name="Won this game Opa Jan").dblclick()
    expect(page.get_by_text("1 game", exact=True)).to_be_visible()
    expect(page.locator(".bar").get_by_text("Tap a piece")).to_be_visible()
    assert host.view["games"] == 1
    assert host.view["seats"][1]["score"] == 1


def test_the_referee_enters_dice_that_were_only_tapped(host: Person, phone: Callable[[], Page]) -> None:
    arrange(host, way="referee")
    host.start()
    page = opened(phone, host)
    page.get_by_role("group", name="Own die").get_by_role("button", name="3").click()
    square(page, "3-3").click()
    square(page, "1-6").click()
    page.get_by_role("button", name="May 3-3 go to 1-6?").click()
    expect(page.get_by_role("alert")).to_contain_text("Throw the dice first.")
    tap_dice(page, 3, 2)
    page.get_by_role("button", name="May 3-3 go to 1-6?").click()
    expect(page.get_by_role("alert")).to_contain_text("No way of 3 squares from 3-3 to 1-6.")
    assert host.view["dice"] == {"own": 3, "enemy": 2}
    tap_dice(page, 2, 1)
    square(page, "3-5").click()
    page.get_by_role("button", name="Enter the dice").click()
    until(lambda: host.view["dice"] == {"own": 2, "enemy": 1}, "the dice")
    page.get_by_role("button", name="May 3-3 go to 3-5?").click()
    expect(page.get_by_role("alert")).to_contain_text("Allowed: 3-3 → 3-5")


def test_board_and_dice_are_seen_at_once(host: Person, phone: Callable[[], Page]) -> None:
    """Neither the last row nor the last die lies under the bar."""
    arrange(host)
    host.start()
    page = opened(phone, host)
    assert page.evaluate(LOWEST, ".ph-sq, .ph-keys button") <= page.evaluate(BAR_TOP)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(LOWEST, ".ph-keys button") <= page.evaluate(BAR_TOP)


def test_a_television_shows_the_board_lying(
    host: Person, phone: Callable[[], Page], table: TableProcess
) -> None:
    arrange(host)
    host.start()
    play(host, *DROWNED)
    page = phone()
    page.goto(f"{table.url}/?view=tv")
    expect(page.locator(".ph-board.lying")).to_be_visible()
    expect(page.locator(".tvrows")).to_contain_text("one in the water")
    places = page.locator(".tvrows .ph-four .ph-crown").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).map((r) => `${r.x} ${r.y}`)"
    )
    assert len(set(places)) == 8, "each piece that is left can be seen"
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BEYOND) == []
        assert page.evaluate(FAULTS, 0) == []
    host.judge({"type": "draw_agreed"})
    expect(page.get_by_text("Both agreed on a draw.")).to_be_visible()
    expect(page.locator(".ph-tv-top")).to_contain_text("3-4 → 3-5")
    assert page.evaluate(BEYOND) == []
    assert page.evaluate(FAULTS, 0) == []

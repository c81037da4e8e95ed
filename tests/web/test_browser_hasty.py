"""What people do without looking: a second tap at the same place, a reload in the middle of something."""

import re
import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, eyes_phone, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def tap_twice(page: Page, name: str) -> None:
    """Tap what has that name, and the same place at once again."""
    button = page.get_by_role("button", name=name)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    # the right half: there the question has the button that does it
    page.mouse.dblclick(box["x"] + 0.7 * box["width"], box["y"] + 0.5 * box["height"], delay=30)


def test_a_double_tap_on_close_the_game_only_asks(three_seated: Person, phone: Callable[[], Page]) -> None:
    page = phone()
    give(page, three_seated)
    page.get_by_role("button", name="Host").click()
    tap_twice(page, "Close the game")
    question = page.get_by_role("group", name="Close the game")
    close = question.get_by_role("button", name="Close the game")
    expect(close).to_be_disabled()
    expect(close).to_be_in_viewport(ratio=1)
    question.get_by_role("button", name="No").click()
    expect(question).to_have_count(0)
    assert three_seated.snapshot["game"] is not None
    page.get_by_role("button", name="Close the game").click()
    close.click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def choose(host: Person, game: str, **options: object) -> None:
    """Have the table play that game with whoever sits there."""
    setup = host.snapshot["setup"]
    offered = next(each for each in host.snapshot["games"] if each["id"] == game)
    seats = [{"sign": seat["sign"], "name": seat["name"]} for seat in setup["seats"]]
    meant = {"game": game, "seats": seats, "options": {**offered["defaults"], **options}}
    version = setup["version"]
    status, answer = host.post("setup", key=secrets.token_hex(8), version=version, first_seat=0, **meant)
    assert status == 200, answer
    until(lambda: host.snapshot["setup"]["version"] != version, "the game that is chosen")


def test_play_again_is_in_sight_however_many_have_played(
    host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    leads, watches = phone(), phone()
    leads.set_viewport_size({"width": 320, "height": 640})
    hand.push(*(f"button_{i}" for i in range(1, 5)))
    until(lambda: len(host.snapshot["setup"]["seats"]) == 4, "four seats")
    choose(host, "giza", way="count")
    host.start()
    give(leads, host)
    for seat in range(4):
        log = host.game["log"]
        host.play({"type": "site_finished", "seat": seat})
        until(lambda log=log: host.game["log"] > log, "the next site")  # type: ignore[misc]
    again = leads.get_by_role("button", name="Play again")
    expect(again).to_have_count(1)
    expect(again).to_be_in_viewport(ratio=1)
    expect(watches.get_by_role("heading", name="The places")).to_be_visible()
    expect(watches.get_by_role("button", name="Play again")).to_have_count(0)
    again.click()
    expect(leads.get_by_role("button", name="Start the game")).to_be_visible()


def test_what_was_half_made_outlives_a_reload_and_not_the_game(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with eyes_phone(table, host, hand) as person:
        give(page, person)
    choose(host, "silver_gold_pyramids", way="sheet")
    host.start()
    card = {"type": "card_turned", "round": 1, "card": 1, "shape": "i3"}
    host.judge(card)
    torch = page.get_by_role("button", name=re.compile("^Torch"))
    torch.click()
    expect(torch).to_contain_text("+1")
    page.reload()
    expect(torch).to_contain_text("+1")
    kept = page.evaluate("JSON.stringify(sessionStorage)")
    assert (person.cookie or "").partition("=")[2] not in kept
    host.post("close", key=secrets.token_hex(8))
    until(lambda: host.snapshot["game"] is None, "the end")
    host.start()
    host.judge(card)
    expect(torch).not_to_contain_text("+1")
    page.reload()
    expect(torch).to_be_visible()
    expect(torch).not_to_contain_text("+1")


def test_a_language_chosen_while_a_game_is_on_its_way_tells_the_game_too(
    three_seated: Person, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) == 2:
            held[0].continue_()

    page.route(re.compile(r"/texts/(ko|pharaoh_code/en)\.json"), hold)
    with page.expect_request("**/texts/pharaoh_code/en.json"):
        page.goto(three_seated.url)
    with page.expect_response("**/texts/pharaoh_code/en.json"):
        page.get_by_role("button", name="한국어").click()
    held[1].continue_()
    expect(page.locator(".rolled")).to_contain_text("굴릴 차례")
    page.close()

"""Pharaoh Code on phones: what is touched in a hurry costs nobody anything."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rules.pharaoh_code.formula import MalformedFormulaError, parse
from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, eyes_phone, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]

READ = """
    (all) => import("/static/games/pharaoh_code/reading.js")
        .then(({ unreadable }) => all.map((pieces) => unreadable(pieces)))
"""


def refused(pieces: tuple[str, ...]) -> tuple[str, str | None] | None:
    """Say why the table does not read a formula, and which sign it names."""
    try:
        parse(" ".join(pieces), powers=True)
    except MalformedFormulaError as error:
        sign = error.params.get("sign")
        return error.code, None if sign is None else str(sign)
    return None


def test_a_phone_reads_a_formula_as_the_table_does(phone: Callable[[], Page]) -> None:
    keys = ("8", "10", "+", "−", "×", "(", ")", "^", "√")
    formulas = [pieces for length in range(5) for pieces in product(keys, repeat=length)]
    read: list[Any] = phone().evaluate(READ, formulas)
    found = [None if each is None else (each["code"], each["params"].get("sign")) for each in read]
    assert len(found) == len(formulas)
    differing = [(a, b, c) for a, b in zip(formulas, found, strict=True) if (c := refused(a)) != b]
    assert differing == []


def test_a_sign_that_is_forgotten_costs_nothing(eye: Page, host: Person, hand: Hand) -> None:
    host.play({"type": "dice_read", "d8": 8, "d10": 6, "d12": 11})
    eye.get_by_role("button", name="I have one!").click()
    eye.get_by_role("button", name=re.compile(r"^14\b")).first.click()
    hand.push("button_1")
    mine, signs = eye.get_by_role("button", name="This is my formula"), eye.locator(".formula")
    expect(mine).to_be_disabled()
    expect(signs).to_contain_text("There is no formula yet.")
    signs.get_by_role("button", name="8", exact=True).click()
    expect(signs).to_contain_text("A formula takes two or three dice, not 8 alone.")
    six = signs.get_by_role("button", name="6", exact=True)
    six.click(force=True)
    expect(signs).to_contain_text("A sign such as + or × is missing before 6.")
    expect(eye.get_by_role("status", name="Formula")).to_have_text("8")
    expect(mine).to_be_disabled()
    signs.get_by_role("button", name="plus").click()
    expect(signs).to_contain_text("A number is missing beside +.")
    six.click()
    expect(mine).to_be_enabled()
    mine.click()
    until(lambda: host.view["claims"][0]["right"] is True, "the verdict")
    assert host.view["claims"][0]["formula"] == "8+6"


def face(page: Page, sides: int, pips: int) -> None:
    group = page.get_by_role("group", name=f"Die with {sides} faces")
    group.get_by_role("button", name=re.compile(rf"^{pips}\b")).first.click()


def dice(host: Person) -> list[int] | None:
    read = host.view["dice"]
    return None if read is None else [read["d8"], read["d10"], read["d12"]]


def test_dice_that_another_phone_has_entered_are_replaced_only_on_purpose(
    eye: Page, host: Person, phone: Callable[[], Page]
) -> None:
    leads, sits = phone(), eye
    give(leads, host)
    for page in (leads, sits):
        page.locator("button.dice").click()
    face(sits, 8, 8)
    face(sits, 10, 6)
    for sides, pips in ((8, 8), (10, 9), (12, 3)):
        face(leads, sides, pips)
    expect(leads.get_by_role("dialog")).to_have_count(0)
    sheet = sits.get_by_role("dialog")
    expect(sheet).to_contain_text("Already entered: 8, 9, 3")
    replace = sheet.get_by_role("button", name="Replace the dice")
    expect(replace).to_be_disabled()
    face(sits, 10, 6)
    face(sits, 12, 11)
    assert dice(host) == [8, 9, 3]
    replace.click()
    expect(sheet).to_have_count(0)
    until(lambda: dice(host) == [8, 6, 11], "the other dice")


def test_dice_entered_in_the_same_moment_stay_those_that_came_first(
    eye: Page, host: Person, hand: Hand
) -> None:
    eye.locator("button.dice").click()
    tries: list[Any] = []

    def overtake(route: Route) -> None:
        tries.append(route.request.post_data_json)
        # first a claim, which changes nothing about the dice; then the dice
        if len(tries) == 1:
            hand.push("button_1")
            until(lambda: bool(host.view["claims"]), "a claim")
        elif len(tries) == 2:
            host.play({"type": "dice_read", "d8": 8, "d10": 9, "d12": 3})
        route.continue_()

    eye.route("**/api/play", overtake)
    for sides, pips in ((8, 8), (10, 6), (12, 11)):
        face(eye, sides, pips)
    sheet = eye.get_by_role("dialog")
    expect(sheet).to_contain_text("Somebody was quicker: look again.")
    expect(sheet).to_contain_text("Already entered: 8, 9, 3")
    assert dice(host) == [8, 9, 3]
    assert len(tries) == 2


def test_the_claim_button_is_in_sight_when_the_dice_are_thrown(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with eyes_phone(table, host, hand) as person:
        give(page, person)
    page.set_viewport_size({"width": 320, "height": 568})
    host.start()
    button = page.get_by_role("button", name="I have one!")
    expect(button).to_be_in_viewport(ratio=1)
    to_the_end = "scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })"
    page.evaluate(to_the_end)
    expect(button).not_to_be_in_viewport()
    host.play({"type": "thrown"})
    expect(button).to_be_in_viewport(ratio=1)

    # once: who scrolls on means it
    page.evaluate(to_the_end)
    hand.push("button_1")
    expect(page.get_by_text("still looking")).to_have_count(1)
    expect(button).not_to_be_in_viewport()


def test_what_is_read_over_the_page_is_not_scrolled_away(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with eyes_phone(table, host, hand) as person:
        give(page, person)
    page.set_viewport_size({"width": 320, "height": 568})
    host.start()
    button = page.get_by_role("button", name="I have one!")
    expect(button).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    page.locator(".scores button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    before = page.evaluate("scrollY")
    host.play({"type": "thrown"})
    expect(page.locator("[aria-live=polite]")).to_contain_text("The dice lie.")
    assert page.evaluate("scrollY") == before
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(button).to_be_in_viewport(ratio=1)

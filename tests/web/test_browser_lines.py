"""A phone over an evening: its address, its seat, its line, and the program behind it."""

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect, sync_playwright

from device.address import network_address
from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, FLAGS, GUARD_MS, PATIENCE_MS, eyes_phone, give, lead

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def seated_eye(table: TableProcess, host: Person, hand: Hand, page: Page) -> str:
    """Make the page the phone of the eye, at a table of sun and eye; give its cookie."""
    with eyes_phone(table, host, hand) as person:
        give(page, person)
        assert person.cookie is not None
        return person.cookie


# ---- the address ----


@pytest.mark.skipif(network_address() is None, reason="this machine has no network")
def test_a_page_asked_for_by_name_goes_on_at_the_number_and_keeps_its_seat_there(tmp_path: Path) -> None:
    with TableProcess(tmp_path / "table", "--bind", "0.0.0.0") as table, sync_playwright() as playwright:
        number, _, port = table.url.removeprefix("http://").partition(":")
        rule = f"--host-resolver-rules=MAP khepri.local {number}"
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, rule])
        page = opened.new_context(locale="en").new_page()
        page.goto(f"http://khepri.local:{port}/")
        assert page.url == f"{table.url}/"
        page.get_by_role("button", name="English").click()
        lead(page, table)
        expect(page.get_by_text(f"khepri.local:{port}")).to_be_visible()
        page.goto(f"http://khepri.local:{port}/")
        expect(
            page.get_by_text("This phone leads the game.").or_(page.locator(".bar .act")).first
        ).to_be_visible()
        opened.close()


def test_without_a_network_there_is_no_address_and_it_is_said(phone: Callable[[], Page]) -> None:
    page = phone()
    expect(page.get_by_text("The table is on no network").first).to_be_visible()
    expect(page.locator(".qr")).to_have_count(0)
    page.goto(f"{page.url}#tv")
    expect(page.locator("main.tv").get_by_text("The table is on no network")).to_be_visible()
    expect(page.locator(".qr")).to_have_count(0)


# ---- the seat ----


def test_a_lost_seat_is_had_again_by_holding_its_button(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    cookie = seated_eye(table, host, hand, page)
    host.start()
    page.context.clear_cookies()
    page.reload()
    host.post("seating", is_open=True)
    until(lambda: bool(host.snapshot["seating"]["is_open"]), "open seats")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sit down with this phone").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Eye")).click()
    expect(page.get_by_text("Hold this button")).to_be_visible()
    until(lambda: host.snapshot["seating"]["pending"] is not None, "the phone that waits")
    symbol = host.snapshot["seating"]["pending"]["symbol"]
    expect(page.locator(".symbol")).to_have_text(symbol)
    hand.down("button_2")
    expect(page.get_by_role("button", name="I have one!")).to_be_visible()
    hand.up("button_2")
    with Person(table.url) as former:
        former.cookie = cookie
        status, answer = former.play({"type": "thrown"})
        assert (status, answer["code"]) == (403, "seating.not_seated")


def test_two_tabs_of_one_phone_are_one_seat(eye: Page, host: Person) -> None:
    other = eye.context.new_page()
    other.goto(eye.url)
    button = "I have one!"
    expect(other.get_by_role("button", name=button)).to_be_visible()
    eye.get_by_role("button", name=button).click()
    for tab in (eye, other):
        expect(tab.get_by_role("heading", name="Which number do you take?")).to_be_visible()
    other.get_by_role("button", name=re.compile(r"^33\b")).first.click()
    expect(eye.get_by_text("Your tile")).to_be_visible()
    until(lambda: [(c["seat"], c["number"]) for c in host.view["claims"]] == [(1, 33)], "one claim")


def test_a_press_by_mistake_is_taken_away_by_its_own_phone(eye: Page, host: Person) -> None:
    eye.get_by_role("button", name="I have one!").click()
    slip = eye.get_by_role("button", name="Pressed by mistake")
    slip.click()
    expect(eye.get_by_role("dialog")).to_contain_text("It costs nothing.")
    eye.get_by_role("dialog").get_by_role("button", name="Pressed by mistake").click()
    expect(eye.get_by_role("button", name="I have one!")).to_be_visible()
    until(lambda: [s["seat"] for s in host.view["strikes"]] == [1], "the strike")
    assert host.view["phase"] == "race"


def test_all_phones_hear_of_another_host_who_can_forget_the_rest(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page, watching = phone(), phone()
    seated_eye(table, host, hand, watching)
    expect(watching.get_by_role("button", name="Stand up")).to_be_visible()
    lead(page, table)
    expect(watching.get_by_text("One more phone leads the game now.")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_text("2 phones lead.").first).to_be_visible()
    page.get_by_role("button", name="Forget all other phones").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget all other phones").click()
    expect(page.get_by_text("All other phones are forgotten.")).to_be_visible()
    expect(watching.get_by_role("button", name="Stand up")).to_have_count(0)
    until(lambda: host.snapshot["seating"]["hosts"] == 1, "one host")


# ---- the line ----


def test_a_phone_that_was_frozen_shows_the_present_state(eye: Page, host: Person) -> None:
    session = eye.context.new_cdp_session(eye)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    host.judge({"type": "nobody_found"})
    until(lambda: host.game["round"] == 2, "the next round")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    expect(eye.get_by_text("Round 2")).to_be_visible(timeout=PATIENCE_MS)


def test_a_page_waits_for_the_wifi_and_goes_on_by_itself(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    lines: list[WebSocketRoute] = []
    gone: list[str] = []

    def relay(line: WebSocketRoute) -> None:
        if gone:
            line.close()
            return
        lines.append(line)
        line.connect_to_server()

    def pass_on(route: Route) -> None:
        if gone:
            route.abort()
        else:
            route.continue_()

    page.route_web_socket(re.compile("/ws$"), relay)
    page.route("**/api/*", pass_on)
    seated_eye(table, host, hand, page)
    host.start()
    host.play({"type": "thrown"})
    button = page.get_by_role("button", name="I have one!")
    expect(button).to_be_visible()
    gone.append("the Wi-Fi")
    lines[-1].close()
    expect(page.get_by_text("Looking for the table.")).to_be_visible()
    hand.push("button_1")
    button.click()
    expect(page.get_by_text("The table does not answer.")).to_be_visible()
    gone.clear()
    expect(page.get_by_text("Looking for the table.")).to_have_count(0)
    expect(page.locator(".claims")).to_contain_text("first")
    button.click()
    expect(page.get_by_role("heading", name="Which number do you take?")).to_be_visible()
    until(lambda: [claim["seat"] for claim in host.view["claims"]] == [0, 1], "two claims")


def test_a_seat_outlives_the_program(tmp_path: Path, browser: Browser, faults: list[str]) -> None:
    folder = tmp_path / "restarted"
    page = browser.new_context(locale="en").new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    with TableProcess(folder) as table, Person(table.url) as host, Hand(table.url) as hand:
        port = table.url.rpartition(":")[2]
        host.become_host(table.host_code)
        page.goto(table.url)
        page.get_by_role("button", name="English").click()
        seated_eye(table, host, hand, page)
        host.start()
        host.play({"type": "thrown"})
        expect(page.get_by_role("button", name="I have one!")).to_be_visible()
    expect(page.get_by_text("Looking for the table.")).to_be_visible()
    with TableProcess(folder, "--port", port):
        expect(page.get_by_text("Looking for the table.")).to_have_count(0, timeout=PATIENCE_MS)
        page.get_by_role("button", name="I have one!").click()
        expect(page.get_by_role("heading", name="Which number do you take?")).to_be_visible()
        page.context.close()


def test_a_table_that_says_nothing_more_is_gone_though_its_line_is_open(
    table: TableProcess, phone: Callable[[], Page]
) -> None:
    page = phone()
    page.clock.install()
    page.reload()
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    os.kill(table.process_id, signal.SIGSTOP)
    try:
        page.clock.run_for(15_000)
        expect(page.get_by_text("Looking for the table.")).to_be_visible()
    finally:
        os.kill(table.process_id, signal.SIGCONT)
    expect(page.get_by_text("Looking for the table.")).to_have_count(0)


def test_a_page_older_than_the_table_loads_itself_anew(
    table: TableProcess, host: Person, phone: Callable[[], Page]
) -> None:
    page = phone()
    builds: list[str] = []

    def relay(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            came = json.loads(message)
            if came["type"] == "snapshot":
                came["build"] = builds[-1] if builds else came["build"]
            line.send(json.dumps(came))

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/ws$"), relay)
    give(page, host)
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    builds.append("another")
    with page.expect_navigation():
        host.post("seating", is_open=False)
    expect(page.get_by_role("switch", name="Phones may sit down")).not_to_be_checked()


# ---- the phone's own back button ----


def test_back_puts_away_what_lies_over_the_page_and_then_leaves(phone: Callable[[], Page]) -> None:
    page = phone()
    dialog = page.get_by_role("dialog")
    before = page.evaluate("history.length")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="How do I…?").click()
    expect(dialog.get_by_role("heading", name="How do I…?")).to_be_visible()
    page.go_back()
    expect(dialog.get_by_role("heading", name="Menu")).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="How do I…?").click()
    expect(dialog.get_by_role("heading", name="How do I…?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.wait_for_function("history.state === null")
    assert page.evaluate("history.length") == before + 2
    page.get_by_role("button", name="Menu").click()
    expect(dialog).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    page.wait_for_function("history.state === null")
    page.go_back()
    assert page.url == "about:blank"


def test_who_leads_from_the_menu_begins_at_the_top(table: TableProcess, phone: Callable[[], Page]) -> None:
    page = phone()
    page.set_viewport_size({"width": 320, "height": 500})
    page.get_by_role("button", name="Menu").focus()
    page.evaluate("scrollTo(0, 9999)")
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    menu = page.get_by_role("dialog")
    menu.get_by_label("Code").fill(table.host_code)
    menu.get_by_role("button", name="Lead").click()
    expect(menu.get_by_text("This phone leads the game.").first).to_be_visible()
    page.go_back()
    expect(menu).to_have_count(0)
    expect(page.locator(".bar .act")).to_be_visible()
    page.wait_for_function("history.state === null && scrollY === 0")


def test_back_leaves_the_page_where_it_was_read(
    table: TableProcess, host: Person, phone: Callable[[], Page]
) -> None:
    page = phone()
    page.set_viewport_size({"width": 320, "height": 500})
    give(page, host)
    page.get_by_role("switch", name="Phones may sit down").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 100)")
    place = page.evaluate("scrollY")
    assert place > 0
    for _ in range(2):
        page.get_by_role("button", name="Menu").focus()
        page.evaluate(f"scrollTo(0, {place})")
        page.wait_for_timeout(GUARD_MS)
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.wait_for_function("history.state === null")
        assert page.evaluate("scrollY") == place


def test_a_name_with_markup_is_only_text(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    seated_eye(table, host, hand, page)
    name = "<b onclick=x>\u202eMi&amp;"
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".places .name").nth(1)).to_have_text("<b onclick=x> Mi&amp;")
    expect(page.locator("b[onclick]")).to_have_count(0)

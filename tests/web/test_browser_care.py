"""What a page does for a table that lacks something: the day, or parts."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Request, WebSocketRoute, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, PATIENCE_MS

CALLS = ": a part needs a look"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def test_page_that_leads_tells_the_day_once_where_nobody_knows_it(
    table: TableProcess, host: Person, phone: Callable[[], Page]
) -> None:
    if host.snapshot["date"] != "unknown":
        pytest.skip("NOT TESTED: this machine's clock follows another")
    page, told = phone(), list[Request]()
    page.on("request", lambda request: told.append(request) if request.url.endswith("/api/date") else None)
    main = page.get_by_role("main")
    main.get_by_role("textbox", name="Code").fill(table.host_code)
    with page.expect_request("**/api/date"):
        main.get_by_role("button", name="Lead", exact=True).click()
    until(lambda: host.snapshot["date"] == "phone", "the day")
    page.reload()
    expect(page.get_by_role("button", name="Menu")).to_be_visible(timeout=PATIENCE_MS)
    assert len(told) == 1


def lacking(*faults: tuple[str, str]) -> Callable[[WebSocketRoute], None]:
    """Have the table's messages say what is wrong with its parts."""

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def said(text: str | bytes) -> None:
            message = json.loads(text)
            if "parts" in message:
                message["parts"]["faults"] = [
                    {"part": part, "lack": lack, "is_loss": False} for part, lack in faults
                ]
            socket.send(json.dumps(message))

        server.on_message(said)

    return through


def test_menu_names_what_is_wrong_with_parts_buttons_and_wheels(
    table: TableProcess, browser: Browser
) -> None:
    faults = (
        ("ring", "absent"),
        ("display", "absent"),
        ("button_2", "held"),
        ("ok", "noisy"),
        ("encoder_3", "noisy"),
    )
    page = browser.new_page(locale="en", viewport={"width": 320, "height": 700})
    page.route_web_socket("**/ws", lacking(*faults))
    page.goto(table.url)
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Menu", exact=True).click()
    said = page.get_by_role("region", name="Parts of the table").get_by_role("paragraph")
    assert said.all_inner_texts() == [
        "Ring, Display: not there",
        "Button Eye: stays pressed",
        "OK, Wheel 3: switched off, its contact chatters",
    ]
    expect(page.get_by_role("dialog").get_by_role("region").first).to_have_accessible_name(
        "Parts of the table"
    )
    page.close()


def test_ring_that_loses_its_power_calls_who_leads_and_nobody_else(
    table: TableProcess, hand: Hand, phone: Callable[[], Page]
) -> None:
    leads, other = phone(), phone()
    main = leads.get_by_role("main")
    main.get_by_role("textbox", name="Code").fill(table.host_code)
    main.get_by_role("button", name="Lead", exact=True).click()
    calm, calling = (leads.get_by_role("button", name=f"Menu{more}", exact=True) for more in ("", CALLS))
    expect(calm).to_be_visible(timeout=PATIENCE_MS)
    hand.send(type="plug", is_in=False)
    expect(calling).to_be_visible(timeout=PATIENCE_MS)
    calling.click()
    said = leads.get_by_role("region", name="Parts of the table")
    expect(said).to_contain_text("Ring: gets no power")
    other.get_by_role("button", name="Menu", exact=True).click()
    expect(other.get_by_role("region", name="Parts of the table")).to_contain_text("Ring: gets no power")
    hand.send(type="plug", is_in=True)
    expect(said).to_have_count(0, timeout=PATIENCE_MS)
    leads.get_by_role("button", name="Close").click()
    expect(calm).to_be_visible()

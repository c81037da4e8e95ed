"""What a page does for a table that lacks something: the day, or parts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Request, WebSocketRoute, expect

from tests.table_process import Person, TableProcess, until
from tests.web.pages import CHROMIUM, PATIENCE_MS

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


def test_menu_names_the_parts_that_do_not_answer(table: TableProcess, browser: Browser) -> None:
    def as_on_a_bare_pi(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(str(text).replace('"simulated"', '"absent"')))

    page = browser.new_page(locale="en", viewport={"width": 320, "height": 700})
    page.route_web_socket("**/ws", as_on_a_bare_pi)
    page.goto(table.url)
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Menu").click()
    gone = page.get_by_role("region", name="Parts of the table")
    expect(gone).to_contain_text("Ring, Buttons, Encoders, Display, Piezo: not there")
    page.close()

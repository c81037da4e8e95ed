"""The pages in a real browser, as people use them: phones, the bench, the keyboard, poor lines."""

import json
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    Page,
    Route,
    WebSocketRoute,
    expect,
)

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, PATIENCE_MS, enter, give, lead, sit

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


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
        right = host.get_by_role("button", name=f"Right: {name}")
        right.click()
        expect(right).to_have_count(0)
    expect(lotus.get_by_text("Round 2").first).to_be_visible()
    scores = lotus.locator(".scores li")
    expect(scores).to_have_count(3)
    assert sorted(re.findall(r"-?\d+", " ".join(lotus.locator(".scores .pts").all_inner_texts()))) == [
        "1",
        "3",
        "5",
    ]


def test_a_round_by_keyboard_alone_never_loses_its_place(
    table: TableProcess, hand: Hand, phone: Callable[[], Page]
) -> None:
    host = phone()
    lead(host, table)
    hand.push("button_1", "button_2")
    expect(host.get_by_label("Name: Eye")).to_be_visible()
    host.get_by_role("heading", name="Khepri").click()

    enter(host, "Start the game")
    expect(host.get_by_role("button", name="The dice are thrown")).to_be_focused()
    enter(host, "The dice are thrown")
    expect(host.get_by_role("button", name="Enter the dice")).to_be_focused()
    hand.push("button_2", "button_1")
    expect(host.get_by_role("button", name="Enter the number: Sun")).to_be_visible()
    for name, number in (("Eye", "33"), ("Sun", "13")):
        enter(host, f"Enter the number: {name}")
        expect(host.get_by_role("dialog").get_by_role("heading").first).to_be_focused()
        enter(host, f"{number}, ")
        expect(host.get_by_role("dialog")).to_have_count(0)
        expect(host.get_by_role("button", name=f"Enter the number: {name}, {number}")).to_be_focused()
    enter(host, "Right: Eye")
    expect(host.get_by_role("button", name="Right: Sun")).to_be_focused()
    enter(host, "Wrong: Sun")
    expect(host.get_by_role("heading", name="Round 1")).to_be_focused()


def test_enter_twice_does_not_press_the_button_that_comes_next(
    table: TableProcess, three_seated: Person, phone: Callable[[], Page]
) -> None:
    page = phone()
    give(page, three_seated)
    thrown = page.get_by_role("button", name="The dice are thrown")
    thrown.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Enter the dice")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    until(lambda: three_seated.view["phase"] == "race", "the race")
    assert three_seated.game["round"] == 1


def test_a_press_that_gets_no_answer_is_sent_again_and_counts_once(eye: Page, host: Person) -> None:
    sent: list[Any] = []

    def hang_first(route: Route) -> None:
        sent.append(route.request.post_data_json)
        if len(sent) > 1:
            route.continue_()

    eye.route("**/api/press", hang_first)
    button = eye.get_by_role("button", name="I have one!")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    button.click()
    expect(eye.get_by_role("heading", name="Which number do you take?")).to_be_visible()
    assert [claim["seat"] for claim in host.view["claims"]] == [1]
    assert len(sent) == 2
    assert sent[0] == sent[1]


def test_a_press_that_fails_is_told_and_can_be_made_again(eye: Page) -> None:
    eye.route("**/api/press", lambda route: route.abort())
    button = eye.get_by_role("button", name="I have one!")
    button.click()
    expect(eye.get_by_text("The table does not answer. Please try again.")).to_be_visible()
    eye.unroute("**/api/press")
    button.click()
    expect(eye.get_by_role("heading", name="Which number do you take?")).to_be_visible()


def test_nothing_scrolls_under_the_claim_button(eye: Page) -> None:
    expect(eye.get_by_role("button", name="I have one!")).to_have_css("touch-action", "none")


def test_the_last_seconds_are_spoken(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    hand.push("button_1", "button_2")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
    setup = host.snapshot["setup"]
    seats = [{"sign": seat["sign"], "name": seat["name"]} for seat in setup["seats"]]
    host.post(
        "setup",
        key=secrets.token_hex(8),
        version=setup["version"],
        game=setup["game"],
        seats=seats,
        first_seat=0,
        options={**setup["options"], "sand_s": 11},
    )
    until(lambda: host.snapshot["setup"]["options"]["sand_s"] == 11, "shorter sand")
    host.start()
    hand.push("button_2")
    said = page.locator("[aria-live=polite]")
    expect(said).to_have_text("10 seconds of sand left")
    expect(said).to_have_text("5 seconds of sand left", timeout=PATIENCE_MS)


def test_the_first_refusal_after_a_restart_is_shown(
    tmp_path: Path, browser: Browser, faults: list[str]
) -> None:
    folder = tmp_path / "restarted"
    with TableProcess(folder) as table, Person(table.url) as host, Hand(table.url) as hand:
        port = table.url.rpartition(":")[2]
        context = browser.new_context(locale="en")
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(table.url)
        page.get_by_role("button", name="English").click()
        host.become_host(table.host_code)
        hand.push("button_1", "button_2")
        until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
        host.start()
        hand.push("button_1", "button_1")
        expect(page.get_by_role("alert")).to_contain_text("you have claimed")
        page.get_by_role("button", name="Put away").click()
    with TableProcess(folder, "--port", port) as table, Hand(table.url) as hand:
        expect(page.get_by_text("The table was cut off.")).to_be_visible(timeout=PATIENCE_MS)
        hand.push("button_1")
        expect(page.get_by_role("alert").locator(".answer")).to_be_visible()
        context.close()


def test_an_edit_whose_answer_is_lost_stays(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    give(page, host)
    hand.push("button_1", "button_2")
    lost: list[str] = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append("an answer")
        route.fetch()
        route.abort()

    page.route("**/api/setup", lose_first)
    page.get_by_label("Name: Sun").fill("Jun")
    page.get_by_label("Name: Eye").fill("Mina")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("button", name="The dice are thrown")).to_be_visible()
    assert [seat["name"] for seat in host.game["seats"]] == ["Jun", "Mina"]
    assert lost == ["an answer"]


def test_an_edit_keeps_the_seat_that_somebody_takes_meanwhile(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    give(page, host)
    hand.push("button_1")
    pushed: list[str] = []

    def push_first(route: Route) -> None:
        if not pushed:
            pushed.append("button_2")
            hand.push("button_2")
            until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "the other seat")
        route.continue_()

    page.route("**/api/setup", push_first)
    with page.expect_response(lambda response: response.url.endswith("/api/setup") and response.ok):
        page.get_by_label("Name: Sun").fill("Jun")
        page.keyboard.press("Enter")
    until(lambda: host.snapshot["setup"]["seats"][0]["name"] == "Jun", "the name")
    assert [seat["sign"] for seat in host.snapshot["setup"]["seats"]] == ["sun", "eye"]
    expect(page.get_by_label("Name: Jun")).to_have_value("Jun")
    expect(page.get_by_label("Name: Eye")).to_be_visible()


def test_seats_keep_their_starter_when_they_change_places(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    give(page, host)
    hand.push("button_1", "button_2", "button_3")
    page.get_by_role("button", name="starts: Eye").click()
    page.get_by_role("button", name="Move up: Flower").click()
    page.get_by_role("button", name="Move up: Flower").click()
    page.get_by_role("button", name="Take away: Sun").click()
    until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
    setup = host.snapshot["setup"]
    assert ([seat["sign"] for seat in setup["seats"]], setup["first_seat"]) == (["lotus", "eye"], 1)


WAKE = """
    const real = Date.now, see = (state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    };
    see("hidden");
    Date.now = () => real() + 60_000;
    see("visible");
    Date.now = real;
"""


def test_a_page_that_slept_opens_its_line_anew(phone: Callable[[], Page]) -> None:
    page = phone()
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    for wake in (
        'dispatchEvent(new Event("online"))',
        'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))',
        WAKE,
    ):
        with page.expect_websocket() as opened:
            page.evaluate(f"() => {{ {wake} }}")
        assert opened.value.url.endswith("/ws")


def test_a_line_that_brings_no_snapshots_is_opened_anew(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    lines: list[WebSocketRoute] = []

    def relay(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            is_stuck = line is lines[0] and json.loads(message)["type"] == "snapshot" and len(seen) > 0
            seen.append(str(message))
            if not is_stuck:
                line.send(message)

        seen: list[str] = []
        server.on_message(pass_on)

    page.route_web_socket(re.compile("/ws$"), relay)
    give(page, host)
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    hand.push("button_3")
    page.get_by_role("switch", name="Phones may sit down").click()
    expect(page.get_by_text("Now: no more phones can sit down.")).to_be_visible()
    expect(page.get_by_label("Name: Flower")).to_be_visible()
    assert len(lines) == 2


def test_the_phone_that_waits_hears_that_its_time_is_up(phone: Callable[[], Page]) -> None:
    page = phone()
    lines: list[WebSocketRoute] = []
    snapshots: list[dict[str, Any]] = []

    def relay(line: WebSocketRoute) -> None:
        lines.append(line)

        def pass_on(message: str | bytes) -> None:
            came = json.loads(message)
            snapshots.extend([came] if came["type"] == "snapshot" else [])
            line.send(message)

        line.connect_to_server().on_message(pass_on)

    page.route_web_socket(re.compile("/ws$"), relay)
    page.reload()
    page.get_by_role("button", name="Sit down").first.click()
    page.get_by_role("button", name="Eye").first.click()
    expect(page.get_by_text("Hold this button on the table for two seconds.").first).to_be_visible()
    ended = {**snapshots[-1], "seating": {**snapshots[-1]["seating"], "pending": None}}
    # the minute is not waited for here: that the table says this then is tested beside the table
    ended["notice"] = {"number": 1, "sign": "eye", "code": "seating.time_up", "message": "", "params": {}}
    lines[-1].send(json.dumps(ended))
    expect(page.get_by_text("The time to hold the button is up.")).to_be_visible()
    expect(page.get_by_role("heading", name="Which button is yours?")).to_be_visible()


def test_a_correction_shows_how_the_points_would_stand_and_is_taken_back(
    three_seated: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page, host = phone(), three_seated
    hand.push("button_2", "button_1", "button_3")
    until(lambda: len(host.view["claims"]) == 3, "three claims")
    for claim, number in enumerate((33, 44, 45)):
        assert host.play({"type": "number_called", "claim": claim, "number": number})[0] == 200
    until(lambda: host.game["log"] == 6, "the numbers")
    for claim in range(3):
        log = host.game["log"]
        host.judge({"type": "judged", "claim": claim, "right": claim == 0})
        until(lambda log=log: host.game["log"] > log, "the verdict")  # type: ignore[misc]
    until(lambda: host.game["round"] == 2, "the next round")
    give(page, host)

    page.get_by_role("button", name="Host").click()
    page.get_by_role("button", name="Correct something").click()
    page.get_by_role("button", name=re.compile("judged 33: Right")).click()
    page.get_by_role("button", name="Wrong").click()
    expect(page.get_by_text("5 → −5")).to_be_visible()
    expect(page.get_by_text("judged 33: Wrong")).to_be_visible()
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Taken back: A correction")).to_be_visible()
    until(lambda: host.view["seats"][1]["score"] == 5, "the points of before")


def test_the_only_press_of_a_round_becomes_nobody_found_and_the_round_after_stays(
    three_seated: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page, host = phone(), three_seated
    hand.push("button_2", "button_1", "button_3")
    until(lambda: len(host.view["claims"]) == 3, "three claims")
    for claim, number in enumerate((33, 44, 45)):
        assert host.play({"type": "number_called", "claim": claim, "number": number})[0] == 200
    until(lambda: host.game["log"] == 6, "the numbers")
    for entered in (
        {"type": "struck", "claim": 1},
        {"type": "struck", "claim": 2},
        {"type": "judged", "claim": 0, "right": True},
    ):
        log = host.game["log"]
        host.judge(entered)
        until(lambda log=log: host.game["log"] > log, "the entry")  # type: ignore[misc]
    assert host.play({"type": "thrown"})[0] == 200
    give(page, host)

    page.get_by_role("button", name="Host").click()
    page.get_by_role("button", name="Correct something").click()
    page.get_by_role("button", name=re.compile("Eye ?pressed")).click()
    expect(page.get_by_role("button", name="Take the line away")).to_have_count(0)
    page.get_by_role("button", name="Nobody found anything in that round").click()
    expect(page.get_by_text("5 → 0")).to_be_visible()
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    until(lambda: host.view["seats"][1]["score"] == 0, "the score without that claim")
    assert (host.game["round"], host.view["phase"]) == (2, "race")

    hand.push("button_3")
    until(lambda: len(host.view["claims"]) == 1, "a claim")
    page.get_by_role("button", name="Host").click()
    page.get_by_role("button", name="Correct something").click()
    page.get_by_role("button", name=re.compile("Flower ?pressed")).first.click()
    page.get_by_role("button", name="Pressed by mistake: strike it").click()
    until(lambda: host.view["claims"] == [], "the strike")


def test_the_history_says_whose_a_line_is_and_keeps_what_was_corrected(
    three_seated: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page, host = phone(), three_seated
    give(page, host)
    hand.push("button_2", "button_1", "button_3")
    host.play({"type": "number_called", "claim": 0, "number": 33})
    until(lambda: host.view["claims"][0]["number"] == 33, "the number")
    host.judge({"type": "struck", "claim": 1})
    until(lambda: len(host.view["claims"]) == 2, "the strike")
    host.play({"type": "number_called", "claim": 2, "number": 27})
    until(lambda: any(line["event"].get("number") == 27 for line in host.game["lines"]), "the other number")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="What happened").click()
    shown = page.locator(".lines .what")
    expect(shown.nth(0)).to_have_text(re.compile("^Flower ?calls 27"))
    expect(shown.nth(1)).to_have_text(re.compile("^Sun ?called nothing"))
    page.get_by_role("button", name="Close").click()

    for number in (26, 32):
        page.get_by_role("button", name="Host").click()
        page.get_by_role("button", name="Correct something").click()
        page.get_by_role("button", name=re.compile(r"Eye ?(calls 33|calls 33 ?calls 26)")).click()
        page.get_by_role("button", name=re.compile(rf"^{number}\b")).click()
        page.get_by_role("button", name="Correct it").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.get_by_role("button", name="Host").click()
        page.get_by_role("button", name="Correct something").click()
        line = page.locator(".lines .what", has_text=f"calls {number}")
        expect(line.locator("s")).to_have_text("calls 33")
        expect(line.locator("small")).to_have_text("corrected")
        page.keyboard.press("Escape")


def test_nobody_is_asked_for_a_vote_after_the_end(eye: Page, host: Person, hand: Hand) -> None:
    asks = eye.get_by_role("button", name="I say it is")
    for number, other in ((49, 13), (64, 14), (84, 15), (90, 16)):
        hand.push("button_1")
        until(lambda: host.view["phase"] == "sand", "the sand")
        hand.push("button_2")
        until(lambda: host.view["phase"] == "judging", "the judging")
        host.play({"type": "number_called", "claim": 0, "number": number})
        host.play({"type": "number_called", "claim": 1, "number": other})
        until(lambda: all(claim["number"] for claim in host.view["claims"]), "the numbers")
        for claim in (0, 1):
            log = host.game["log"]
            host.judge({"type": "judged", "claim": claim, "right": claim == 0})
            until(lambda log=log: host.game["log"] > log, "the verdict")  # type: ignore[misc]
        if number == 49:
            expect(asks).to_have_count(1)
    assert host.game["outcome"] is not None
    expect(eye.locator(".last .verdict")).to_have_count(2)
    expect(asks).to_have_count(0)

"""Whole games on phones alone: a seat's phone and the host's, touched as people touch them."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.codec import Json, encode_event
from rules.core import Outcome
from rules.record import Record, read_record
from rules.table import Fate
from tests.rules.made_events import PLAYTHROUGHS
from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, eyes_phone, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]

TOUCH = """
([what, ...more]) => new Promise((done, fail) => {
  const ends = Date.now() + 10000;
  if (window.unanswered === undefined) {
    const before = window.fetch;
    window.unanswered = 0;
    window.fetch = (to, ...rest) => ((window.unanswered += to === "/api/play"), before(to, ...rest));
    addEventListener("answered", () => (window.unanswered = 0));
  }
  (function tryIt() {
    const found = [...document.querySelectorAll(what)].find(
      (e) => !e.disabled && more.every((t) => (e.getAttribute("aria-label") || e.textContent).includes(t)));
    if (found) {
      found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
      done();
    } else if (Date.now() > ends) fail(new Error(`nothing to touch: ${what} ${more}`));
    else setTimeout(tryIt, 5);
  })();
})
"""
"""Touches what has those words as soon as it can be: a whole game has no time for playwright's care.

A touch has detail 1; without it is a key, and a hasty key is kept from a button that focus has just come to.
"""


SHOWN = """
async (log) => {
  const { page } = await import("/static/state.js"), ends = Date.now() + 10000;
  while (page.snap.game.log < log || window.unanswered) {
    if (Date.now() > ends) throw new Error(`entry ${log} is not shown`);
    await new Promise((soon) => setTimeout(soon, 5));
  }
}
"""


def touch(page: Page, what: str, *words: str) -> None:
    page.evaluate(TOUCH, [what, *words])


def recorded(game: str, name: str) -> Record:
    return read_record((PLAYTHROUGHS / game / f"{name}.jsonl").read_text(encoding="utf-8"))


def events(record: Record) -> list[dict[str, Json]]:
    lines = (line for line in record.table.lines if line.fate in (Fate.LIVE, Fate.CORRECTED))
    return [encode_event(line.event) for line in lines]


def begin(host: Person, record: Record, options: dict[str, Any]) -> None:
    setup, header = host.snapshot["setup"], record.header
    seats = [{"sign": s["sign"], "name": n} for s, n in zip(setup["seats"], ("Mina", "Jan"), strict=True)]
    meant = {"game": header.game.id, "version": setup["version"], "first_seat": header.first_seat}
    status, answer = host.post("setup", key=secrets.token_hex(8), **meant, seats=seats, options=options)
    assert status == 200, answer
    until(lambda: host.snapshot["setup"]["version"] != setup["version"], "the options")
    host.start()


@contextmanager
def two_phones(
    table: TableProcess,
    host: Person,
    hand: Hand,
    phone: Callable[[], Page],
    record: Record,
    options: dict[str, Any],
) -> Iterator[tuple[Page, Page]]:
    """Begin a game of two; gives the phone of the second seat, and the one that leads."""
    eye, leads = phone(), phone()
    with eyes_phone(table, host, hand) as person:
        begin(host, record, options)
        give(eye, person)
        give(leads, host)
        yield eye, leads


def logged(host: Person, log: int, *pages: Page) -> None:
    """Wait until the entry is there, on every phone, and whoever entered it has the answer."""
    until(lambda: host.game["log"] > log, "the entry")
    for page in pages:
        page.evaluate(SHOWN, host.game["log"])


def outcome_of(record: Record) -> Outcome:
    found = record.header.game.outcome(record.table.state)
    assert found is not None
    return found


def ends_as(host: Person, record: Record) -> None:
    """See that the game has the record's points in the record's order."""
    told = [(s["seat"], s["score"]) for s in host.game["outcome"]["standings"]]
    assert told == [(s.seat, s.score) for s in outcome_of(record).standings]


# ---- Pharao ----


def touch_pharao(page: Page, event: dict[str, Any]) -> None:
    match event["type"]:
        case "thrown":
            touch_dice(page, event)
            touch(page, "button.act")
        case "rescue_chosen":
            touch(page, "button.ph-fate", "Rescue it" if event["rescue"] else "Give it up")
        case "own_moved" | "enemy_moved" | "rescued":
            for square in (event.get("piece", "3-7"), event["to"]):
                touch(page, f'.ph-board button[aria-label^="{square},"]')
            touch(page, "button.act", "Move", event["to"])
        case other:
            raise ValueError(other)


def test_pharao_is_played_to_its_end_on_two_phones(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    record = recorded("pharao", "last_piece_on_fortune")
    with two_phones(table, host, hand, phone, record, {}) as (eye, leads):
        for event in events(record):
            log, turn = host.game["log"], host.view["turn"]
            touch_pharao(eye if turn == 1 else leads, event)
            logged(host, log, eye, leads)
    expect(eye.get_by_role("heading", name="The winner")).to_be_visible()
    expect(eye.get_by_text("The last piece came onto fortune.")).to_be_visible()
    ends_as(host, record)


def touch_referee(page: Page, event: dict[str, Any]) -> None:
    square = '.ph-board button[aria-label^="{},"]'.format
    match event["type"]:
        case "thrown":
            touch(page, ".segments button", "Ask")
            touch_dice(page, event)
            touch(page, "button.plain", "Enter the dice")
        case "allowed":
            touch(page, ".segments button", "Ask")
            touch(page, square(event["piece"]))
            touch(page, ".ph-by button", event["die"])
            touch(page, square(event["to"]))
            touch(page, "button.act", f"May {event['piece']} go to {event['to']}?")
        case "placed":
            touch(page, ".segments button", "Set the board")
            is_new = event["piece"] in ("dark", "light")
            touch(page, *([".ph-bring button", event["piece"]] if is_new else [square(event["piece"])]))
            touch(
                page, *(["button.plain", "off the board"] if event["to"] == "off" else [square(event["to"])])
            )
        case "game_won":
            touch(page, ".ph-seats button", "Won this game", ("Mina", "Jan")[event["seat"]])
            touch(page, "button.ph-won", ("Mina", "Jan")[event["seat"]])
        case "draw_agreed" | "series_ended":
            touch(page, "button", "Host")
            word = "Agree on a draw" if event["type"] == "draw_agreed" else "No more games"
            touch(page, "dialog button", word)


def touch_dice(page: Page, event: dict[str, Any]) -> None:
    touch(page, ".ph-keys:first-child button", str(event["own"]))
    touch(page, ".ph-keys:last-child button", str(event["enemy"]))


def test_the_referee_goes_through_three_games_on_one_phone(
    host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    record = recorded("pharao", "referee_of_three_games")
    hand.push("button_1", "button_2")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
    begin(host, record, {"way": "referee"})
    page = phone()
    give(page, host)
    for event in events(record):
        log = host.game["log"]
        touch_referee(page, event)
        logged(host, log, page)
    ends_as(host, record)


# ---- Silver & Gold Pyramids ----

WHATS = {
    "ruby": "Ruby",
    "emerald": "Emerald",
    "torch": "Torch",
    "skull": "Skull",
    "potion": "Potion",
    "tomb_green": "Green tomb",
    "tomb_purple": "Purple tomb",
    "tomb_orange": "Orange tomb",
}


def touch_pyramids(page: Page, event: dict[str, Any]) -> None:
    match event["type"]:
        case "card_called":
            touch(
                page,
                "button.act, .bar button.plain",
                "card" if event["card"] > 1 or event["round"] == 1 else "Begin round",
            )
        case "covered":
            for _ in range(event["count"]):
                touch(page, ".sg-what", WHATS[event["what"]])
            touch(page, "button.act", "Enter")
        case "counted":
            touch(page, "button.act, .bar button.plain", "Count the points")
            touch(page, "dialog button", "Count now")


def test_sheets_are_filled_in_to_the_end_on_two_phones(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    record = recorded("silver_gold_pyramids", "two_seats_at_once")
    options = {"exploration": "dealt", "said": "at_once", "pairs": "alike"}
    with two_phones(table, host, hand, phone, record, options) as (eye, leads):
        for event in events(record):
            if event["type"] in ("card_dealt", "readied"):
                continue
            log = host.game["log"]
            touch_pyramids(eye if event.get("seat") == 1 else leads, event)
            # the table deals the card that is called for
            logged(host, log + (event["type"] == "card_called"), eye, leads)
    ends_as(host, record)
    best = outcome_of(record).standings[0].seat
    expect(eye.locator(".sg-all .sg-head").first).to_contain_text(("Mina", "Jan")[best])


def touch_cards(page: Page, host: Person, event: dict[str, Any]) -> None:
    match event["type"]:
        case "pyramids_kept":
            for number in (event["first"], event["second"]):
                touch_number(page, host.view["seats"][event["seat"]]["hand"], number)
            touch(page, "button.act", "Keep these two")
        case "pyramid_taken":
            touch_number(page, host.view["seats"][event["seat"]]["takes"], event["pyramid"])
            touch(page, "button.act", "Take it")
        case "card_turned":
            shape = host.view["left"].index(event["shape"]) + 1
            host_does(page, "card", "Begin round")
            touch(page, f"dialog .sg-choice:nth-child({shape})")
        case "counted":
            host_does(page, "Count the points")
            touch(page, "dialog button", "Count now")
        case "marked":
            touch_marks(page, host, event)


def touch_number(page: Page, offered: list[int], number: int) -> None:
    touch(page, f".sg-numbers button:nth-child({offered.index(number) + 1})")


def host_does(page: Page, *words: str) -> None:
    """Touch it in the bar, or in the host's sheet where something else is to be done first."""
    bar = page.locator(".bar button.act, .bar button.plain:not(.slim)")
    task = "Next card" if "card" in words else words[0]

    def in_bar() -> str | None:
        texts = bar.all_inner_texts()
        return next((word for word in words if any(word in text for text in texts)), None)

    if in_bar() is None:
        touch(page, "button", "Host")
        offered = page.locator("dialog button.task", has_text=task)
        # The bar may just have been about to change.
        until(lambda: offered.count() > 0 or in_bar() is not None, f"{task} in the bar or the sheet")
        if offered.count() > 0:
            return touch(page, "dialog button.task", task)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    word = in_bar()
    assert word is not None
    return touch(page, ".bar button", word)


def touch_marks(page: Page, host: Person, event: dict[str, Any]) -> None:
    """Aim as the record has it: pass on what was missed, choose the card, touch until the shape lies so."""
    tasks = host.view["seats"][event["seat"]]["to_mark"]
    task = next(task for task in tasks if task["card"] == event["card"])
    if task is not tasks[0]:
        touch(page, ".sg-newer", f"card {event['card']}")
    if str(event["pyramid"]) not in page.locator(".sg-mine > p").inner_text():
        touch(page, ".sg-other")
    one_square = page.get_by_role("button", name="One square")
    if "." not in event["spot"] and one_square.count() == 1:
        one_square.click()
    meant = next(
        s["squares"] for s in task["spots"] if (s["pyramid"], s["spot"]) == (event["pyramid"], event["spot"])
    )
    touch(page, f'.sg-squares [data-square="{meant[0]}"]')
    aimed = page.locator('.sg-squares [aria-pressed="true"]')
    assert aimed.evaluate_all("all => all.map((each) => Number(each.dataset.square))") == sorted(meant)
    touch(page, "button.act", f"Mark {'this square' if len(meant) == 1 else 'these'}")


def test_cards_are_marked_to_the_end_on_two_phones(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    record = recorded("silver_gold_pyramids", "two_seats_named_cards")
    options = {"way": "cards", "pyramids": "named", "turning": "fixed", "taking": "as_said"}
    with two_phones(table, host, hand, phone, record, options) as (eye, leads):
        for event in events(record):
            log = host.game["log"]
            touch_cards(eye if event.get("seat") == 1 else leads, host, event)
            logged(host, log, eye, leads)
    ends_as(host, record)
    expect(eye.locator(".sg-all .sg-head").first).to_contain_text("20")

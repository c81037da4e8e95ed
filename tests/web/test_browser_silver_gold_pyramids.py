"""Silver & Gold Pyramids in a real browser: a sheet filled in by two phones, and a shape laid on a card."""

import random
import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rules.core import Seat
from rules.silver_gold_pyramids.state import State, moment_of
from tests.rules.silver_gold_pyramids.play import GAME, cover, fold, new, read, turned_to
from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, give

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]


def begin(host: Person, hand: Hand, mina: Person, **options: Any) -> None:
    """Seat Mina, with a phone, and Jan, and start the game with these options."""
    mina.post("sit", sign="sun")
    hand.down("button_1")
    until(lambda: any(seat["has_phone"] for seat in host.snapshot["setup"]["seats"]), "the phone's seat")
    hand.up("button_1")
    hand.push("button_2")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
    setup = host.snapshot["setup"]
    seats = [{"sign": s["sign"], "name": n} for s, n in zip(setup["seats"], ("Mina", "Jan"), strict=True)]
    meant = {"game": "silver_gold_pyramids", "version": setup["version"], "first_seat": 0}
    status, answer = host.post("setup", key=secrets.token_hex(8), **meant, seats=seats, options=options)
    assert status == 200, answer
    until(lambda: host.snapshot["setup"]["version"] != setup["version"], "the options")
    host.start()
    if options["way"] == "cards":
        until(lambda: all(seat["hand"] for seat in host.view["seats"]), "the cards that are dealt")


def brought(host: Person, event: dict[str, Any], meant: Callable[[], bool]) -> None:
    """Bring an event as the host and wait until the table shows it."""
    status, answer = host.play(event)
    assert status == 200, answer
    until(meant, str(event))


def keep_two(page: Page) -> None:
    page.locator(".sg-pick").nth(0).click()
    page.locator(".sg-pick").nth(1).click()
    page.get_by_role("button", name="Keep these two").click()


def mark_the_rest(host: Person, seat: int) -> None:
    """Mark what is left of the first card: which cards were dealt is chance, a red X asks for one more."""
    while asked := host.view["seats"][seat]["to_mark"]:
        place = {"pyramid": asked[0]["spots"][0]["pyramid"], "spot": asked[0]["spots"][0]["spot"]}
        mark = {"type": "marked", "seat": seat, "round": 1, "card": 1, **place}
        brought(host, mark, lambda m=mark: host.game["lines"][-1]["event"] == m)  # type: ignore[misc]


def tap(page: Page, name: str) -> None:
    """Touch a button where it is; playwright's own click may scroll to it first."""
    place = page.get_by_role("button", name=name).bounding_box()
    assert place is not None, name
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def test_options_are_offered_that_mean_something_in_the_way_to_play(
    host: Person, phone: Callable[[], Page]
) -> None:
    page = phone()
    give(page, host)
    page.get_by_role("button", name="Silver & Gold Pyramids").click()
    page.locator(".options summary").click()
    said = page.get_by_text("You say what you covered")
    walls = page.get_by_text("Shapes may lie across walls")
    expect(said).not_to_have_count(0)
    expect(walls).to_have_count(0)
    page.get_by_role("radio", name="All the pyramid cards").check()
    expect(said).to_have_count(0)
    expect(walls).not_to_have_count(0)


def test_two_phones_fill_in_their_sheets(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    mina, leading = phone(), phone()
    with Person(table.url) as person:
        begin(host, hand, person, way="sheet", said="at_once", exploration="turned")
        give(mina, person)
        give(leading, host)
        mina.get_by_role("button", name="First card").click()
        expect(mina.get_by_text("Card 1 of 7", exact=True)).to_be_visible()
        for name in ("Ruby", "Green tomb"):
            mina.get_by_role("button", name=name, exact=True).click()
        mina.get_by_role("button", name=re.compile("^Enter")).click()
        expect(mina.locator(".sg-sum")).to_contain_text("11")
        # the other seat says something for the same card, from the host's phone
        leading.get_by_role("group", name="Whose sheet?").get_by_role("button", name="Jan").click()
        leading.get_by_role("button", name="Skull", exact=True).click()
        leading.get_by_role("button", name=re.compile("Enter")).click()
        expect(mina.get_by_role("button", name="Jan: Total −1")).to_be_visible()
        # what is touched while an entry is on its way stays for the next
        held: list[Route] = []
        mina.route("**/api/play", lambda route: held.append(route))
        ruby = mina.get_by_role("button", name=re.compile("^Ruby"))
        ruby.click()
        with mina.expect_request("**/api/play"):
            mina.get_by_role("button", name="Enter 1 ruby").click()
        ruby.click()
        expect(mina.get_by_role("button", name="Enter 2 rubies")).to_be_visible()
        held[0].continue_()
        expect(mina.get_by_role("button", name="Enter 1 ruby")).to_be_visible()
        until(lambda: bool(host.view["seats"][0]["rubies"] == 2), "the first of them")


WITH_WHAT_IS_CHOSEN = """
() => [...document.querySelectorAll(".sg-sheet .sg-value")].map((value) => {
  const number = value.querySelector(":scope > b.num"), more = value.querySelector(".sg-more");
  if (number) return Number(number.textContent) + Number((more?.textContent ?? "0").replace("−", "-"));
  return [...value.querySelectorAll(".on, .coming")].map((each) => each.textContent).join();
})
"""
"""Tombs, rubies, emeralds, torches by their rounds and skulls: those entered and those chosen, together."""


def test_what_the_sheet_shows_as_coming_is_what_counts_when_it_is_entered(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with Person(table.url) as person:
        begin(host, hand, person, way="sheet", said="at_once", exploration="turned")
        for card in range(8):
            meant = {"type": "card_turned", "round": 1 + card // 7, "card": 1 + card % 7}
            brought(host, meant, lambda c=card: len(host.view["shown"]) == c + 1)  # type: ignore[misc]
        give(page, person)
        enter = page.get_by_role("button", name=re.compile("^Enter"))
        for back, whats, skulls in (
            (0, ["Skull", "Potion", "Purple tomb"], 0),
            (3, ["Skull", "Skull", "Skull"], 2),
            (6, ["Potion", "Ruby", "Torch"], 2),
            (5, ["Potion", "Green tomb"], 2),
            (3, ["Potion", "Emerald"], 0),
            (7, ["Skull", "Torch"], 0),
            (1, ["Skull"], 1),
        ):
            for _ in range(back):
                page.get_by_role("button", name="An earlier card").click()
            for what in whats:
                page.get_by_role("button", name=re.compile(f"^{what}(,|$)")).click()
            expect(enter).to_have_count(1)
            foreseen = page.evaluate(WITH_WHAT_IS_CHOSEN)
            enter.click()
            expect(enter).to_have_count(0)
            until(lambda f=foreseen: page.evaluate(WITH_WHAT_IS_CHOSEN) == f, f"{whats} as foreseen")  # type: ignore[misc]
            assert foreseen[4] == skulls, whats
            until(lambda n=skulls: host.view["seats"][0]["skulls"] == n, "the skulls")  # type: ignore[misc]
            if whats[-1].endswith("tomb"):
                # said late or not, those who listen hear of the one that is new
                expect(page.get_by_role("status").first).to_contain_text(f"1 {whats[-1].lower()}")


COMING_SKULLS = """
async (cases) => {
  const { skullsWith } = await import("/static/games/silver_gold_pyramids/skulls.js");
  return cases.map(({ seat, moment, coming }) => skullsWith(seat, moment, coming));
}
"""


def sheets_with_more(chance: random.Random) -> Iterator[tuple[dict[str, Any], int]]:
    """Give sheets with what is chosen for a card, and how many skulls the rules then leave."""
    begun = turned_to(new(said="at_once"), 10)
    for _ in range(300):
        state: State = begun
        for _ in range(chance.randrange(5)):
            state = cover(
                state, 0, chance.choice(("skull", "potion")), chance.randint(1, 3), chance.randint(1, 10)
            )
            if chance.random() < 0.1:
                state = fold(state, read(0, 2, skulls=chance.randrange(4)))
        moment = {"round": chance.randint(1, 2), "card": chance.randint(1, 3)}
        coming = {
            what: chance.randint(1, 3) for what in chance.sample(("skull", "potion"), chance.randint(1, 2))
        }
        seats: Any = GAME.view(state, None)["seats"]
        for what, count in coming.items():
            state = cover(state, 0, what, count, moment_of(moment["round"], moment["card"]))
        yield {"seat": seats[0], "moment": moment, "coming": coming}, state.sheet(Seat(0)).skulls


def test_the_page_counts_coming_skulls_as_the_rules_do(host: Person, phone: Callable[[], Page]) -> None:
    page = phone()
    give(page, host)
    cases = [*sheets_with_more(random.Random(4))]
    assert page.evaluate(COMING_SKULLS, [case for case, _ in cases]) == [skulls for _, skulls in cases]


def test_a_shape_is_laid_on_a_card(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with Person(table.url) as person:
        begin(host, hand, person, way="cards", exploration="turned")
        give(page, host)
        keep_two(page)
        first, second = host.view["seats"][1]["hand"][:2]
        kept = {"type": "pyramids_kept", "seat": 1, "first": first, "second": second}
        brought(host, kept, lambda: host.view["phase"] == "marking")
        page.get_by_role("button", name="First card").click()
        page.get_by_role("button", name="L shape").click()
        entrance = page.get_by_role("button", name=re.compile("^a1, entrance"))
        entrance.click()
        expect(entrance).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Turn the shape").click()
        page.get_by_role("button", name="Flip the shape").click()
        entrance.click()
        chosen = page.locator('.sg-squares [aria-pressed="true"]')
        expect(chosen).to_have_count(4)
        page.evaluate("scrollTo(0, 140)")
        tap(page, "Mark these 4")
        until(lambda: any(b["marked"] for b in host.view["seats"][0]["boards"]), "the marks")
        assert sum(len(b["marked"]) for b in host.view["seats"][0]["boards"]) == 4
        mark_the_rest(host, 0)
        # a host without a seat goes on to the next who has something to mark
        expect(page.locator(".sg-other-seat")).to_contain_text("Jan")
        assert page.evaluate("scrollY") == 140, "the page moves under the thumb"
        # the phone that leads marks for both: what one seat leaves, the other may still want
        for card, shape in ((2, "i2"), (3, "i3")):
            turned = {"type": "card_turned", "round": 1, "card": card, "shape": shape}
            brought(host, turned, lambda c=card: host.view["card"] == c)  # type: ignore[misc]
        leave = page.get_by_role("button", name="Leave it and go on to card 3")
        leave.click()
        expect(leave).to_have_count(0)
        page.get_by_role("button", name="Jan", exact=True).click()
        expect(leave).to_be_visible()


def test_marked_squares_are_chosen_anew_on_the_card_as_it_was(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with Person(table.url) as person:
        begin(host, hand, person, way="cards", exploration="turned")
        for seat in (0, 1):
            first, second = host.view["seats"][seat]["hand"][:2]
            kept = {"type": "pyramids_kept", "seat": seat, "first": first, "second": second}
            brought(host, kept, lambda s=seat: not host.view["seats"][s]["hand"])  # type: ignore[misc]
        for card in (1, 2):
            turned = {"type": "card_turned", "round": 1, "card": card, "shape": ("i2", "i3")[card - 1]}
            brought(host, turned, lambda c=card: host.view["card"] == c)  # type: ignore[misc]
            mine = host.view["seats"][0]
            # A red X that was marked leaves a square to mark with the card before, too.
            task = next(each for each in mine["to_mark"] if each["card"] == card)
            place = {"pyramid": mine["boards"][0]["pyramid"], "spot": task["spots"][0]["spot"]}
            mark = {"type": "marked", "seat": 0, "round": 1, "card": card, **place}
            brought(host, mark, lambda m=mark: host.game["lines"][-1]["event"] == m)  # type: ignore[misc]
        give(page, host)
        page.get_by_role("button", name="Host").click()
        page.get_by_role("button", name="Correct something").click()
        page.locator("dialog button.line", has_text="Mina").nth(1).click()
        sheet = page.get_by_role("dialog")
        expect(sheet.locator(".sg-crosses")).to_have_count(2)
        sheet.get_by_role("button", name="One square").click()
        sheet.get_by_role("button", name=re.compile("^a1, entrance")).click()
        sheet.get_by_role("button", name="See what changes").click()
        sheet.get_by_role("button", name="Correct it").click()
        until(lambda: any(line["fate"] == "corrected" for line in host.game["lines"]), "the correction")
        corrected = next(line for line in host.game["lines"] if line["fate"] == "corrected")
        assert (corrected["event"]["spot"], corrected["event"]["card"]) == ("a1", 1)


def test_a_phone_says_that_its_seat_is_done(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    page = phone()
    with Person(table.url) as person:
        begin(host, hand, person, way="sheet", ready=True)
        give(page, person)
        page.get_by_role("button", name="First card").click()
        page.get_by_role("button", name="I’m done").click()
        until(lambda: bool(host.view["seats"][0]["is_ready"]), "the press")
        assert host.game["lines"][-1]["origin"] == "phone"
        expect(page.get_by_role("button", name="I’m done")).to_have_count(0)
        expect(page.get_by_role("button", name="Next card")).to_be_visible()

"""Pairamid in a real browser: two phones with the scarabs, moves on the board, and a board of one's own."""

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.table_process import Hand, Person, TableProcess, until
from tests.web.pages import CHROMIUM, PATIENCE_MS, give
from tests.web.test_browser_looks import BEYOND, FAULTS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: make test says how to get one"),
]

PHOTO = Path(__file__).resolve().parents[1] / "device" / "pictures" / "en" / "over.png"
"""Any picture will do: it only lies under the drawing."""

HASTY = """async key => {
    const touch = (node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    touch(key);
    await null;
    const act = document.querySelector("dialog .act");
    if (!act.disabled) touch(act);
}"""
"""Touches a key, and at once the button that came up with it, where a browser lets that be touched."""


def arrange(host: Person, way: str, *names: str) -> None:
    """Set the game up for people with these names, from the sun on."""
    setup = host.snapshot["setup"]
    signs = ("sun", "eye", "lotus", "feather", "boat", "ankh")
    status, answer = host.post(
        "setup",
        key=secrets.token_hex(8),
        version=setup["version"],
        game="pairamid",
        seats=[{"sign": sign, "name": name} for sign, name in zip(signs, names, strict=False)],
        first_seat=0,
        options={"way": way},
    )
    assert status == 200, answer
    until(lambda: host.snapshot["setup"]["version"] > setup["version"], "the setup")


def play(host: Person, event: dict[str, Any]) -> None:
    """Bring one event and wait until it is there."""
    log = host.game["log"]
    status, answer = host.play(event)
    assert status == 200, answer
    until(lambda: host.game["log"] > log, "the entry")


def opened(phone: Callable[[], Page], person: Person) -> Page:
    """Open the game on a phone that is that person's."""
    page = phone()
    give(page, person)
    expect(page.locator("main .register").first).to_be_visible()
    return page


def colour(page: Page | Locator, name: str) -> Locator:
    return page.locator(".pa-colour", has_text=re.compile(f"^{name}$"))


def places(page: Page) -> list[str]:
    """What can be reached, from the upper left to the lower right, without whom it is for."""
    found: list[list[Any]] = page.locator(".pa-place").evaluate_all(
        "all => all.map((key) => [key.offsetTop, key.offsetLeft, key.getAttribute('aria-label')])"
    )
    return [re.sub(r"\. (Jun|Mina).*$", "", label) for _, _, label in sorted(found)]


def drag(page: Page, spot: Locator, right: int, down: int) -> None:
    """Drag a space of the drawing, by so many pixels."""
    spot.scroll_into_view_if_needed()
    box = spot.locator(".pa-hit").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    page.mouse.up()


def test_two_phones_follow_the_scarabs_to_the_end(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    arrange(host, "scarabs", "Jun", "Mina")
    with Person(table.url) as mina:
        mina.post("sit", sign="eye")
        hand.down("button_2")
        until(lambda: bool(host.snapshot["setup"]["seats"][1]["has_phone"]), "the phone's seat")
        hand.up("button_2")
        host.start()
        leads, eye = opened(phone, host), opened(phone, mina)

    own = eye.get_by_role("group", name="Your two colours")
    colour(own, "red").click()
    colour(own, "blue").click()
    expect(eye.get_by_role("button", name="Mina: 0 tokens, red, blue")).to_be_visible()
    leads.get_by_role("button", name=re.compile("^Jun: 0 tokens")).click()
    leads.get_by_role("button", name="Choose the two colours").click()
    for name in ("blue", "pink"):
        colour(leads.get_by_role("dialog"), name).click()
    expect(leads.get_by_role("dialog")).to_have_count(0)

    colour(eye, "blue").click()
    eye.get_by_role("button", name="White Scarab: +1").click()
    expect(leads.get_by_role("button", name="Jun: 1 token, blue, pink")).to_be_visible()
    leads.get_by_role("button", name="Black Scarab: −1").click()
    colour(leads, "pink").click()
    expect(eye.get_by_role("button", name="Jun: 0 tokens, blue, pink")).to_be_visible()
    leads.get_by_role("button", name="Take back").click()
    expect(eye.get_by_role("button", name="Jun: 1 token, blue, pink")).to_be_visible()

    for page, value in zip((eye, leads, eye, leads, eye), range(2, 7), strict=True):
        colour(page, "red").click()
        assert places(page)[0].startswith(f"White Scarab: +{value}")
        page.get_by_role("button", name=re.compile(rf"^White Scarab: \+{value}")).click()
        expect(page.get_by_role("button", name=re.compile(r"^Mina: \d+ tokens"))).to_have_accessible_name(
            re.compile(f"^Mina: {sum(range(1, value + 1))} ")
        )
    # the Great Chamber is where the White Scarab was; it asks once more, and no hasty touch answers that
    great = eye.get_by_role("button", name=re.compile(r"^Great Chamber: \+7\. The game ends"))
    assert places(eye) == ["Great Chamber: +7. The game ends", "Black Scarab: −1"]
    great.click()
    colour(eye, "pink").evaluate(HASTY)
    end = eye.get_by_role("dialog", name="The game ends").get_by_role("button", name="End the game")
    expect(end).to_be_enabled()
    assert host.view["phase"] == "playing"
    eye.get_by_role("dialog").get_by_role("button", name="Back").click()
    expect(great).to_have_attribute("aria-pressed", "true")
    colour(eye, "pink").click()
    end.click()
    expect(eye.get_by_text("A researcher met the White Scarab in the Great Chamber.")).to_be_visible()
    assert [(s["seat"], s["rank"], s["score"]) for s in host.game["outcome"]["standings"]] == [
        (1, 1, 21),
        (0, 2, 8),
    ]
    expect(eye.locator(".pa-course li")).to_have_count(7)


def test_moves_are_shown_before_they_are_made(host: Person, phone: Callable[[], Page]) -> None:
    arrange(host, "board", "Jun", "Mina")
    host.start()
    play(host, {"type": "colours_taken", "seat": 0, "first": "red", "second": "blue"})
    page = opened(phone, host)

    page.locator(".pa-start").get_by_role("button", name="red").click()
    page.get_by_role("group", name="red: number").get_by_role("button", name="5").click()
    facts = page.locator(".pa-facts")
    expect(facts).to_contain_text("Comes to+1Stops atWhite ScarabBrings+1")
    expect(facts).to_contain_text("2 steps are lost")
    page.get_by_role("button", name="Move red 5").click()
    expect(page.get_by_role("button", name="Jun: 1 token, red, blue")).to_be_visible()
    expect(page.locator(".pa-turn")).to_contain_text("Mina")

    page.get_by_role("button", name="Enter the dice").click()
    sheet = page.get_by_role("dialog")
    # what is tapped makes way for what somebody enters meanwhile at the table
    two, six = (sheet.get_by_role("group", name="blue").get_by_role("button", name=pips) for pips in "26")
    two.click()
    expect(two).to_have_attribute("aria-pressed", "true")
    play(host, {"type": "dice_read", "dice": [{"colour": "blue", "pips": 6}]})
    expect(six).to_have_attribute("aria-pressed", "true")
    expect(two).to_have_attribute("aria-pressed", "false")
    for name, pips in (("yellow", 1), ("blue", 3), ("green", 6), ("pink", 2), ("white", 4)):
        sheet.get_by_role("group", name=name).get_by_role("button", name=str(pips)).click()
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="blue 3: 4").click()
    expect(facts.get_by_role("img", name="red")).to_be_visible()
    page.get_by_role("button", name="Move blue 3").click()
    until(lambda: host.game["round"] == 3, "the move")
    assert [r["space"] for r in host.view["researchers"]] == ["3", None, "4", None, None, None]

    while not any(move["to"] for die in host.view["dice"] for move in die["moves"]):
        die = next(die for die in host.view["dice"] if not die["is_placed"])
        play(host, {"type": "moved", "colour": die["colour"], "pips": die["moves"][-1]["pips"], "to": ""})
    die = next(die for die in host.view["dice"] if any(move["to"] for move in die["moves"]))
    pips = next(move["pips"] for move in die["moves"] if move["to"])
    page.get_by_role("group", name="Dice", exact=True).get_by_role(
        "button", name=re.compile(f"^{die['colour']}")
    ).click()
    page.locator(".pa-numbers").get_by_role("button", name=str(pips)).click()
    page.get_by_role("button", name="to Great Chamber").click()
    page.get_by_role("button", name=re.compile("^Move ")).click()
    until(lambda: any(r["space"] == "great" for r in host.view["researchers"]), "the Great Chamber")


TALL = {
    "height": 150,
    "spaces": [
        {"name": "a", "x": 20, "y": 90, "next": ["b"]},
        {"name": "b", "kind": "white", "value": 1, "x": 50, "y": 90, "next": ["c"]},
        {"name": "c", "kind": "black", "value": -1, "x": 80, "y": 90, "next": ["d"]},
        {"name": "d", "x": 80, "y": 60, "next": ["e", "s"]},
        {"name": "e", "kind": "white", "value": 2, "x": 50, "y": 60, "next": ["f"]},
        {"name": "f", "kind": "black", "value": -2, "x": 20, "y": 60, "next": ["g"]},
        {"name": "s", "x": 80, "y": 30, "next": ["g"], "closed_to": ["yellow"]},
        {"name": "g", "kind": "great", "x": 50, "y": 20, "next": ["a"]},
    ],
    "starts": [{"next": ["a"]}],
}
"""A read-in board: a b(+1) c(−1) d e(+2) f(−2) g; or from d through s, which has no door for yellow."""


def move(host: Person, page: Page, name: str, pips: int, *, way: str = "") -> None:
    """Choose a die, its number and where there are several a way; then make the move."""
    turn = host.game["round"]
    page.get_by_role("group", name="Dice", exact=True).get_by_role(
        "button", name=re.compile(f"^{name}")
    ).click()
    page.get_by_role("group", name=f"{name}: number").get_by_role("button", name=str(pips)).click()
    if way:
        page.get_by_role("button", name=f"to {way}").click()
    page.get_by_role("button", name=re.compile(f"^Move {name} {pips}")).click()
    until(lambda: host.view["phase"] != "playing" or host.game["round"] > turn, "the move")


def test_three_phones_follow_the_board_to_the_end(
    table: TableProcess, host: Person, hand: Hand, phone: Callable[[], Page]
) -> None:
    arrange(host, "board")
    copy = {"name": "Our box", "colours": ["red", "yellow", "blue"], "faces": [1, 2, 3, 4], "board": TALL}
    status, answer = host.post(
        "profiles/keep", key=secrets.token_hex(8), game="pairamid", profile=copy, replaces=None
    )
    assert status == 200, answer
    until(lambda: host.snapshot["setup"]["profile"] == "Our box", "the copy")
    arrange(host, "board", "Jun", "Mina", "Opa")
    with Person(table.url) as mina, Person(table.url) as opa:
        for number, (person, sign) in enumerate(((mina, "eye"), (opa, "lotus")), 1):
            person.post("sit", sign=sign)
            hand.down(f"button_{number + 1}")
            until(lambda at=number: host.snapshot["setup"]["seats"][at]["has_phone"], "the seat")  # type: ignore[misc]
            hand.up(f"button_{number + 1}")
        host.start()
        leads, eye, lotus = opened(phone, host), opened(phone, mina), opened(phone, opa)

    play(host, {"type": "colours_taken", "seat": 0, "first": "red", "second": "yellow"})
    for page, pair in ((eye, ("yellow", "blue")), (lotus, ("blue", "red"))):
        for name in pair:
            colour(page.get_by_role("group", name="Your two colours"), name).click()

    # Red 1 was a slip for red 2: a b, and the white scarab.
    move(host, leads, "red", 1)
    leads.get_by_role("button", name="Host").click()
    leads.get_by_role("button", name=re.compile("^Correct")).click()
    leads.get_by_role("button", name=re.compile("Jun.*red 1")).click()
    leads.get_by_role("group", name="number").get_by_role("button", name="2").click()
    leads.get_by_role("button", name="See what changes").click()
    leads.get_by_role("button", name="Correct it").click()
    expect(eye.get_by_role("button", name="Jun: 1 token, red, yellow")).to_be_visible()

    # Yellow 3: a (b) c, where the black scarab stops it; one step is lost.
    move(host, eye, "yellow", 3)
    expect(lotus.get_by_role("button", name="Mina: −1 token, yellow, blue")).to_be_visible()
    # Blue 4: a (b) (c) d, and then e with the white scarab, or s and the Great Chamber.
    move(host, lotus, "blue", 4, way="+2")
    expect(leads.get_by_role("button", name="Opa: 3 tokens, blue, red")).to_be_visible()

    # Yellow 2: d, and for it no way but (e) f; taken back. Red 3: (c) d s, and the Great Chamber.
    move(host, leads, "yellow", 2)
    expect(eye.get_by_role("button", name="Jun: −2 tokens, red, yellow")).to_be_visible()
    leads.get_by_role("button", name="Take back").click()
    expect(eye.get_by_role("button", name="Jun: 0 tokens, red, yellow")).to_be_visible()
    move(host, leads, "red", 3, way="Great Chamber")
    expect(lotus.get_by_text("A researcher met the White Scarab in the Great Chamber.")).to_be_visible()
    assert [(s["seat"], s["rank"], s["score"]) for s in host.game["outcome"]["standings"]] == [
        (2, 1, 10),
        (0, 2, 7),
        (1, 3, 1),
    ]


def test_a_board_of_ones_own_is_entered_and_kept(host: Person, phone: Callable[[], Page]) -> None:
    arrange(host, "board")
    page = opened(phone, host)
    page.get_by_role("button", name="Enter this copy").click()
    page.get_by_label("What you call it").fill("Our box")
    page.get_by_role("button", name="On a blank sheet").click()
    sheet = page.locator(".pa-sketch")
    spots = sheet.locator(".pa-spot")
    for i, (x, y) in enumerate(((15, 85), (45, 85), (75, 85), (50, 25))):
        box = sheet.bounding_box()
        assert box is not None
        sheet.click(position={"x": box["width"] * x / 100, "y": box["height"] * y / 100})
        expect(spots).to_have_count(i + 1)
    kind = page.get_by_role("group", name="Kind of space")
    for name, what in ((4, "Great Chamber"), (3, "black chamber"), (2, "white chamber")):
        spots.nth(name - 1).focus()
        page.keyboard.press("Enter")
        kind.get_by_role("button", name=what).click()
    expect(page.locator(".pa-found")).to_have_text(re.compile("from 4 no way leads on"))
    expect(spots.nth(3)).to_have_class(re.compile("fault"))
    page.get_by_role("button", name="Take away: 3").click()
    expect(page.locator(".pa-found")).to_have_count(2)
    expect(spots.nth(1)).to_have_class(re.compile("fault"))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Link", exact=True).click()
    for spot in (3, 0):
        spots.nth(spot).click()
    expect(page.get_by_text("The board holds together.")).to_be_visible()

    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photo below it").click()
    chooser.value.set_files(PHOTO)
    expect(sheet.locator("image")).to_have_count(1)
    drag(page, spots.nth(3), 30, 40)
    spots.nth(0).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("group", name="No door for").get_by_role("button", name="red").click()
    assert page.evaluate(FAULTS, 12) == []
    page.get_by_role("button", name="Keep it").click()
    until(lambda: host.snapshot["setup"]["profile"] == "Our box", "the copy")

    arrange(host, "board", "Jun", "Mina")
    host.start()
    assert host.view["board"]["height"] == 50
    spaces = host.view["board"]["spaces"]
    assert [(s["kind"], s["value"], s["next"], s["closed_to"]) for s in spaces] == [
        ("plain", 0, ["2"], ["red"]),
        ("white", 1, ["3"], []),
        ("black", -1, ["4"], []),
        ("great", 0, ["1"], []),
    ]
    assert (spaces[0]["x"], spaces[0]["y"]) == (20, 84)
    assert spaces[3]["x"] > 50
    assert spaces[3]["y"] > 25


@pytest.mark.parametrize("way", ["scarabs", "board"])
def test_phone_and_television_are_legible(host: Person, phone: Callable[[], Page], way: str) -> None:
    arrange(host, way, "Maximiliaan van der Berg", "Mina", "할머니", "Opa Jan", "王曉明外公", "Jun")
    host.start()
    for seat, second in enumerate(("blue", "green", "pink", "white", "yellow")):
        play(host, {"type": "colours_taken", "seat": seat, "first": "red", "second": second})
    small, tv = opened(phone, host), phone()
    small.set_viewport_size({"width": 320, "height": 640})
    tv.set_viewport_size({"width": 1920, "height": 1080})
    tv.goto(f"{tv.url}#tv")
    top = "document.querySelector('main').offsetTop"
    before = small.evaluate(top)
    if way == "scarabs":
        play(host, {"type": "reached", "colour": "red", "place": "white"})
        expect(tv.locator(".pa-tv-last .pa-points")).to_have_text("+1", timeout=PATIENCE_MS)
        colour(small, "red").click()
    else:
        play(host, {"type": "moved", "colour": "red", "pips": 3, "to": ""})
        play(host, {"type": "dice_read", "dice": [{"colour": "blue", "pips": 6}]})
        expect(tv.locator(".pa-tv-dice small")).to_have_count(1, timeout=PATIENCE_MS)
        small.get_by_role("button", name=re.compile("^blue 6: ")).click()
    # what happened last is said above without moving what is touched below
    expect(small.locator(".pa-last").get_by_role("img", name="red")).to_be_visible()
    assert small.evaluate(top) == before
    assert small.evaluate(FAULTS, 12) == []
    assert small.evaluate("document.documentElement.scrollWidth") == 320
    assert tv.evaluate(BEYOND) == []
    assert [said for said in tv.evaluate(FAULTS, 33.8) if "pa-" in said] == []

"""Pairamid with nothing but what the device has: whole games, entered by its wheels and buttons.

What is entered, and what it comes to, was worked out by hand: tests/playthroughs/pairamid.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.panel.pages import NEW_MS
from tests.table_process import Hand, Person, TableProcess, until

PLAYTHROUGHS = Path(__file__).resolve().parents[1] / "playthroughs" / "pairamid"
BUTTONS = {"sun": 1, "eye": 2, "lotus": 3, "feather": 4, "boat": 5, "ankh": 6}
PLACES = {"white": "+ white", "black": "− black", "great": "Great"}


class Device:
    """Hands at the device, and somebody who looks at what the table knows but brings nothing."""

    def __init__(self, hand: Hand, eye: Person) -> None:
        self._hand, self._eye = hand, eye

    def turn(self, wheel: int, steps: int = 1) -> None:
        self._hand.turn(wheel, steps)

    def choose(self, wheel: int, choices: list[Any], wanted: Any, shown: Any = None) -> None:
        """Turn a wheel to one of its choices, from what it shows; None: it was not turned yet."""
        self.turn(wheel, choices.index(wanted) - (-1 if shown is None else choices.index(shown)))

    def push(self, name: str) -> None:
        """Push a button and wait until the display shows it."""
        before = self._hand.words
        self._hand.push(name)
        until(lambda: self._hand.words != before, f"another picture than {before!r}")

    def put_off(self, question: str) -> None:
        """Push OK if that is asked now: it can wait."""
        if question in self._hand.words:
            self.push("ok")

    def hold(self, name: str) -> None:
        """Hold a button until the display shows it."""
        before = self._hand.words
        self._hand.down(name)
        until(lambda: self._hand.words != before, f"another picture than {before!r}")
        self._hand.up(name)

    def enter(self, *shown: str) -> None:
        """Push OK once the display shows that these are to be entered, and wait for the entry."""
        asked = f"{'. '.join(shown)}. "
        until(lambda: asked in self._hand.words and "OK: enter" in self._hand.words, asked)
        self.done(asked)

    def done(self, asked: str) -> None:
        """Push OK while the display asks that, and wait for the entry."""
        until(lambda: asked in self._hand.words, asked)
        log = self._eye.game["log"]
        self._hand.push("ok")
        until(lambda: self._eye.game["log"] > log, f"an entry at {self._hand.words!r}")

    def take_back(self) -> None:
        """Push BACK; what follows right upon an entry is taken for a second thumb."""
        entered_s = time.monotonic()
        until(lambda: time.monotonic() > entered_s + NEW_MS / 1_000, "the time to look up")
        log = self._eye.game["log"]
        self.push("back")
        until(lambda: self._eye.game["log"] > log, "what is taken back")

    def goes_to(self, line: str) -> None:
        """Turn the first wheel until the display marks a line that begins so, and push OK."""
        until(lambda: line in self._hand.words, line)
        lines = self._hand.words.split(". ")
        marked = next(i for i, each in enumerate(lines) if each.startswith("▶"))
        self.turn(1, next(i for i, each in enumerate(lines) if line in each) - marked)
        until(lambda: f"▶ {line}" in self._hand.words, line)
        self.push("ok")


@pytest.fixture
def watcher(table: TableProcess) -> Iterator[Person]:
    with Person(table.url) as person:
        yield person


@pytest.fixture
def device(hand: Hand, watcher: Person) -> Device:
    return Device(hand, watcher)


def recorded(name: str) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Give the header of a playthrough, its entries, and its result."""
    header, *entries, result = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text().splitlines())
    return header, entries, result


def begun(device: Device, watcher: Person, way: str, header: dict[str, Any]) -> None:
    """Go from the choice of a language to the game; its first seat is who starts."""
    device.push("ok")
    device.goes_to("Pairamid")
    device.goes_to(way)
    for seat in header["seats"]:
        device.push(f"button_{BUTTONS[seat['sign']]}")
    device.push("ok")
    if way == "Whole board":
        device.push("ok")
    device.push("ok")
    until(lambda: watcher.snapshot["game"] is not None, "the game")
    assert [seat["sign"] for seat in watcher.game["seats"]] == [seat["sign"] for seat in header["seats"]]


def choose_reached(device: Device, watcher: Person, event: dict[str, Any], shown: dict[str, Any]) -> None:
    asked = next(a for a in watcher.game["awaits"] if a["event"] == "reached")["asked"]
    for wheel, field in enumerate(asked, 1):
        device.choose(wheel, field["choices"], event[field["field"]], shown.get(field["field"]))


def enter(device: Device, watcher: Person, event: dict[str, Any]) -> None:
    """Enter an event of a playthrough with a seat's button and the wheels."""
    colours = [each["colour"] for each in watcher.view["colours"]]
    match event:
        case {"type": "colours_taken", "seat": seat, "first": first, "second": second}:
            device.push(f"button_{BUTTONS[watcher.game['seats'][seat]['sign']]}")
            device.choose(2, colours, first)
            device.choose(3, [c for c in colours if c != first], second)
            device.enter(first, second)
        case {"type": "reached", "colour": colour, "place": place}:
            device.put_off("↻ colours")
            choose_reached(device, watcher, event, {})
            device.enter(colour, PLACES[place])
        case {"type": "moved", "colour": colour, "pips": pips, "to": to}:
            dice = {die["colour"]: die["moves"] for die in watcher.view["dice"] if not die["is_placed"]}
            device.choose(1, [*dice], colour)
            device.choose(2, watcher.view["faces"], pips)
            if to:
                device.choose(3, [move["to"] for move in dice[colour] if move["pips"] == pips], to)
            way = "Great" if to == "great" else to
            device.enter(colour, str(pips), *([way] if way else []))


def test_whole_board_is_played_with_nothing_but_the_device(device: Device, watcher: Person) -> None:
    header, entries, result = recorded("two_seats_house_board")
    begun(device, watcher, "Whole board", header)
    for event in entries:
        if event["type"] != "dice_read":  # a picture's help: the device asks for moves only
            enter(device, watcher, event)
    assert watcher.game["outcome"] == {k: result[k] for k in ("reason", "standings")}


def test_scarabs_are_played_with_nothing_but_the_device(device: Device, watcher: Person) -> None:
    header, entries, result = recorded("three_seats_scarabs")
    begun(device, watcher, "Only scarabs", header)
    for event in entries:
        match event["type"]:
            case "corrected":
                # The entry before the last one, entered anew.
                device.hold("back")
                device.goes_to("Correct")
                device.turn(1)
                device.push("ok")
                device.goes_to("Enter anew")
                choose_reached(device, watcher, event["replacement"], entries[event["entry"] - 1])
                device.push("ok")
                device.done("All later entries still fit")
            case "retracted":
                device.take_back()
            case _:
                enter(device, watcher, event)
    assert watcher.game["outcome"] == {k: result[k] for k in ("reason", "standings")}

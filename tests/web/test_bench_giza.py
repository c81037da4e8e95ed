"""Whole games of Giza with the bench alone: wheels, buttons and what the display says, no phone."""

import time
from pathlib import Path

from device.panel.pages import NEW_MS
from tests.table_process import Hand, TableProcess, until


class Panel:
    """A hand that reads the display: each step of a script is done when the display says what comes of it."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand

    def sees(self, said: str) -> None:
        until(lambda: said in self._hand.words, f"{said!r} on the display")

    def do(self, script: str, said: str) -> None:
        """Do "ok", "back", "both", "2" (the second seat's button) or "1+3" (wheel 1, three to the right)."""
        for word in script.split():
            if word == "both":
                self._hand.push_together("ok", "back")
            elif word[1:2] in ("+", "-"):
                self._hand.turn(int(word[0]), int(word[1:]))
            else:
                self._hand.push(f"button_{word}" if word.isdigit() else word)
        self.sees(said)

    def begin(self, way: str, said: str) -> None:
        """Go from the language to a game of sun and eye."""
        self.sees("▶ English")
        self.do("ok", "▶ Pharaoh Code")
        self.do("1+2", "▶ Giza")
        self.do("ok", "▶ Every tile")
        if way:
            self.do(way, "▶ Only")
        self.do("ok", "Press")
        self.do("1 2", "Sun. Eye")
        self.do("ok", "▶")
        while "▶ Start" not in self._hand.words:
            self.do("ok", "▶")
        self.do("ok", said)

    def take_back(self, said: str) -> None:
        """Push BACK once; what follows right upon an entry is taken for a second thumb."""
        entered_s = time.monotonic()
        until(lambda: time.monotonic() > entered_s + NEW_MS / 1_000, "the time to look up")
        self._hand.push("back")
        self.sees(said)


def test_every_tile_is_followed_to_the_last_peak(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    with TableProcess(folder) as table, Hand(table.url) as hand:
        panel = Panel(hand)
        panel.begin("", "Sun builds")
        panel.do("1+5", "+5. ")
        panel.do("1 3+1", "+5. Sun. 1st.")
        panel.do("ok", "Eye builds")
        panel.do("1-2", "Scarab. R2. scarab. Sun. 1st.")
        panel.do("ok", "Sun builds")
        panel.do("ok", "↻ swap")
        panel.do("ok", "Scarab off?")
        panel.do("1+1", "Sun. 1st. OK: enter")
        panel.do("ok", "Eye builds")
        panel.do("1-3 2", "Sphinx base −5. R4. base. Eye. sphinx.")
        panel.do("ok", "Sun builds")
        panel.do("1+11", "Treasure +5. R5. treas. +5. Sun. 1st.")
        panel.do("ok", "Eye builds")
        panel.do("1-1 1", "Demolition. R6. demol. Sun. 1st.")
        panel.do("ok", "Sun builds")
        panel.do("ok", "↻ swap")
        panel.do("1+2", "Sun 2. OK: enter")
        panel.do("ok", "Eye builds")
        panel.take_back("Sun Taken back: swapped 2")
        panel.do("ok", "Eye builds")
        table.kill()
    with TableProcess(folder) as table, Hand(table.url) as hand:
        panel = Panel(hand)
        panel.sees("R8. Eye builds")
        panel.do("1+8 2 3+1", "−3. Eye. 1st.")
        panel.do("ok", "Sun builds")
        panel.do("1+1 1 3+1", "+1. Sun. 1st.")
        panel.do("ok", "Eye builds")
        panel.do("1-3", "Sphinx body +10. R10. body. Eye. sphinx.")
        panel.do("ok", "Sun builds")
        panel.do("1+6 1 3+2", "−1. Sun. 3rd.")
        panel.do("ok", "Eye builds")
        panel.do("1+1 2 3+3", "+1. Eye. 3rd.")
        panel.do("ok", "Sun builds")
        panel.do("1+1 1 3+1", "+1. Sun. 2nd.")
        panel.do("ok", "1 Sun 6. 2 Eye 3.")


def test_tops_are_entered_and_the_sites_counted_kind_by_kind(tmp_path: Path) -> None:
    with TableProcess(tmp_path / "table") as table, Hand(table.url) as hand:
        panel = Panel(hand)
        panel.begin("1+1", "What is on top? R1. Giza.")
        panel.do("2 2+1 3+4", "Eye. 1st. +4. OK: enter")
        panel.do("ok", "Eye 1st: +4")
        panel.do("ok", "Now empty?")
        panel.do("1+1", "Eye. 1st. OK: enter")
        panel.do("ok", "Eye 1st: empty")
        panel.do("1 2-1 3+3", "Sphinx head +15. R1. Sun. sphinx. head. OK: enter")
        panel.do("ok", "Sun sphinx: head")
        panel.do("both", "Supply out?")
        panel.do("ok", "Sun Count tiles. 0. +1. 0.")
        panel.do("2", "Eye Count tiles. 0. +1. 0.")
        panel.do("1+4 2+2", "+5. 2.")
        panel.do("ok", "10. −1. 0.")
        panel.do("1+6 2+1", "Sphinx base −5. 1.")
        panel.do("ok", "Sphinx body +10. 0.")
        panel.do("2+1", "Sphinx body +10. 1.")
        panel.do("ok", "Sphinx head +15. 0.")
        panel.do("ok", "All counted? 15. Eye")
        panel.do("ok", "Sun Count tiles. 0. +1. 0.")
        panel.do("1-1", "−5. 0.")
        panel.do("back", "+1. 0.")
        panel.do("2+3", "+1. 3.")
        panel.do("ok", "3. +2. 0.")
        panel.take_back("Sun Taken back: 3 × +1")
        panel.do("ok", "3. +2. 0.")
        panel.do("1-2 2+1", "Sphinx base −5. 1.")
        panel.do("ok", "Sphinx body +10. 0.")
        panel.do("ok", "All counted? −2. Sun")
        panel.do("ok", "1 Eye 15. 2 Sun −2.")


def test_sites_are_only_counted(tmp_path: Path) -> None:
    with TableProcess(tmp_path / "table") as table, Hand(table.url) as hand:
        panel = Panel(hand)
        panel.begin("1+2", "Sun Count tiles. 0. +1. 0.")
        panel.do("1+2 2+2", "+3. 2.")
        panel.do("ok", "6. +4. 0.")
        panel.do("1+7 2+1", "Treasure +3. 1.")
        panel.do("ok", "9. Sphinx base −5. 0.")
        panel.do("ok", "All counted? 9. Sun")
        panel.do("ok", "Eye Count tiles. 0. +1. 0.")
        panel.do("1-1 2+1", "Sphinx base −5. 1.")
        panel.do("ok", "Sphinx body +10. 0.")
        panel.do("ok", "All counted? −5. Eye")
        panel.do("ok", "1 Sun 9. 2 Eye −5.")
        panel.do("1+1", "All sites are counted.")

"""Silver & Gold Pyramids at the panel alone: a game with sheets by hand, and evenings of chance."""

import random
from typing import Any

import pytest

from device.display_draw import picture
from device.panel import Button, Push, SeatPush, Turn
from device.panel.play import focus
from device.panel.screens import Outlook, Track, Wheels
from device.panel.tasks import Task
from rules.core import Sign
from rules.registry import GAMES
from rules.silver_gold_pyramids.options import Exploration, Pyramids, Said, Way
from tests.device.panel_table import PanelTable, playing

GAME = GAMES["silver_gold_pyramids"]


def table_of(*signs: str, language: str = "en", **options: Any) -> PanelTable:
    return playing(*signs, game=GAME, language=language, **options)


def cards(table: PanelTable, count: int) -> PanelTable:
    return table.do(", ".join(["OK"] * count))


def scores(table: PanelTable) -> list[str]:
    body = table.screen.body
    assert isinstance(body, Outlook)
    return [score.score for score in body.scores]


# ---- sheets ----


def test_ok_counts_the_cards_of_the_round() -> None:
    table = cards(table_of(), 5)
    body = table.screen.body
    assert isinstance(body, Outlook)
    assert body.tracks == (Track(True, 5, 7), Track(False, 1, 4))
    assert table.logged == ["card_turned"] * 5


def test_tomb_is_said_with_the_seats_button_and_one_wheel() -> None:
    table = cards(table_of(), 2).do("eye, 2+2")
    assert table.words.startswith("Who got what? | R1 | ▲ tomb")
    table.do("OK")
    assert (table.logged[-1], scores(table)) == ("covered", ["0", "10", "0"])


def test_sheets_are_read_seat_by_seat_after_the_seventh_card() -> None:
    table = cards(table_of(), 7).do("1+4, 2+3, 3+2")
    assert (table.screen.icons, table.words.split(" | ")[0]) == ((Sign.SUN,), "The sheet")
    table.do("OK, 1+1, 2+1")
    body = table.screen.body
    assert table.screen.icons == (Sign.EYE,)
    assert isinstance(body, Wheels)
    assert [wheel.shown for wheel in body.wheels] == ["0", "0", ""]
    assert table.do("BACK").screen.icons == ()
    assert scores(table) == ["10", "0", "0"]


def test_sheets_may_be_left_unread_and_the_next_card_turned() -> None:
    table = cards(table_of(), 8)
    assert table.table.state.moment == 8


def test_tomb_can_be_said_while_sheets_are_asked_for() -> None:
    table = cards(table_of(), 7).do("lotus, 2-1, OK")
    assert (table.logged[-1], scores(table)) == ("covered", ["0", "0", "10"])


def test_whole_game_of_three_with_sheets() -> None:
    table = table_of()
    for round_number in range(1, 5):
        cards(table, 7).do("sun, 2+1, OK")
        if round_number % 2 == 0:
            table.do("eye, 2+3, OK, lotus, 2+4, OK")
        for gems in ("1+2, 2+1, 3+1", "1+1, 2+2, 3+2", "1+1, 2+1, 3+1"):
            table.do(f"{gems}, OK")
    assert "count" in table.words.split(" | ")
    table.do("OK")
    assert table.play is not None
    assert table.play.outcome is not None
    # Four torches, four rubies; two purple tombs, 6, four emeralds, a skull; two orange tombs, 6.
    expected = [(1, 29), (2, 26), (0, 24)]
    assert [(s.seat, s.score) for s in table.play.outcome.standings] == expected
    assert table.logged.count("sheet_read") == 12


def test_last_entry_is_taken_back_and_brought_again() -> None:
    table = cards(table_of(), 2).do("eye, 2+2, OK, BACK")
    assert scores(table) == []
    assert table.do("OK").logged[-1] == "covered"


# ---- dealt by the table ----


def test_ok_deals_a_shape_and_shows_it() -> None:
    table = table_of(exploration=Exploration.DEALT).do("OK")
    body = table.screen.body
    assert isinstance(body, Outlook)
    assert body.cells == table.table.state.shapes[table.table.state.shown[0]].cells
    assert table.logged == ["card_called", "card_dealt"]


def test_card_is_taken_back_with_its_call() -> None:
    table = cards(table_of(exploration=Exploration.DEALT), 2).do("BACK")
    assert table.logged == ["card_called", "card_dealt"]


def test_pyramids_are_kept_and_marked_with_wheels() -> None:
    table = table_of("sun", "eye", way=Way.CARDS, exploration=Exploration.DEALT)
    table.do("1+1, 2+1, OK, 1+1, 2+1, OK, OK, eye")
    assert table.words.startswith("Who marks?")
    table.do("2+1, 3+1, OK")
    assert table.logged[-1] == "marked"


def test_seats_press_when_they_are_done() -> None:
    table = table_of(ready=True).do("OK, eye")
    assert table.logged == ["card_turned", "readied"]


# ---- evenings of chance ----


class Evening:
    """Somebody at the panel who looks at the display and enters what it asks for, or goes on."""

    def __init__(self, table: PanelTable, seed: int) -> None:
        self.table = table
        self.chance = random.Random(seed)

    def play_out(self) -> None:
        for _ in range(3_000):
            play = self.table.play
            assert play is not None
            if play.outcome is not None:
                return
            assert picture(self.table.screen, self.table.now_ms).faults == ()
            self.table.pass_ms(self.chance.randrange(800, 3_000))
            self._do_something()
        raise AssertionError("the game does not end")

    def _do_something(self) -> None:
        table, play = self.table, self.table.play
        assert play is not None
        asked, roll = focus(table.panel, play), self.chance.random()
        if asked is not None and asked.finished(table.panel.draft) is None and roll < 0.8:
            self._turn(asked)
        elif asked is None and roll < 0.5:
            signs = [info.sign for info in play.seats]
            if self.chance.random() < 0.5:
                table.take(Turn(self.chance.choice((1, 2, 3)), self.chance.choice((-2, 1, 5))))
            else:
                table.take(SeatPush(self.chance.choice(signs)))
        else:
            back = self.chance.random() < 0.03
            table.take(Push(Button.BACK if back else Button.OK))

    def _turn(self, asked: Task) -> None:
        encoder = self.chance.choice((1, 2, 3))
        if asked.wheels:
            values = [value for value, _ in asked.settled(asked.still(self.table.panel.draft))]
            encoder = values.index(None) + 1
        self.table.take(Turn(encoder, self.chance.choice((-7, -2, -1, 1, 2, 3, 11))))


EVENINGS: dict[str, dict[str, Any]] = {
    "sheets": {},
    "at once": {"said": Said.AT_ONCE, "exploration": Exploration.DEALT, "ready": True},
    "house cards": {"way": Way.CARDS, "exploration": Exploration.DEALT},
    "named cards": {"way": Way.CARDS, "pyramids": Pyramids.NAMED},
}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", EVENINGS)
def test_evening_at_the_panel_comes_to_its_end(kind: str, seed: int) -> None:
    language = ("en", "nl")[seed]
    Evening(table_of("sun", "eye", language=language, **EVENINGS[kind]), seed).play_out()

"""Silver & Gold Pyramids at the panel alone: a game with sheets by hand, and evenings of chance."""

import random
from itertools import pairwise
from typing import Any

import pytest

from device.display_draw import picture
from device.panel import Button, Push, SeatPush, Turn
from device.panel.play import focus
from device.panel.screens import Hints, Outlook, Squares, Track, Wheels
from device.panel.tasks import Task
from device.texts import LANGUAGES
from rules.core import Board, Sign
from rules.registry import GAMES
from rules.silver_gold_pyramids.options import Exploration, Pyramids, Said, Way
from tests.device.panel_table import PanelTable, playing

GAME = GAMES["silver_gold_pyramids"]


def table_of(*signs: str, language: str = "en", **options: Any) -> PanelTable:
    return playing(*signs, game=GAME, language=language, **options)


def cards(table: PanelTable, count: int) -> PanelTable:
    return table.do(", ".join(["OK"] * count))


def shown(table: PanelTable) -> list[str]:
    """Give what the wheels say."""
    body = table.screen.body
    assert isinstance(body, Wheels)
    return [wheel.shown for wheel in body.wheels]


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
    assert shown(table)[1:] == ["▲ tomb", "card 2"]
    assert table.words.startswith("Who got what? | R1 | ▲ tomb")
    table.do("OK")
    assert (table.logged[-1], scores(table)) == ("covered", ["0", "10", "0"])


def test_sheets_are_read_seat_by_seat_after_the_seventh_card() -> None:
    table = cards(table_of(), 7).do("1+4, 2+3, 3+2")
    assert (table.screen.icons, table.words.split(" | ")[0]) == ((Sign.SUN,), "The sheet")
    table.do("OK, 1+1, 2+1")
    assert table.screen.icons == (Sign.EYE,)
    assert shown(table) == ["ruby 1", "emer. 1", "skulls 0"]
    assert table.do("BACK").screen.icons == ()
    assert scores(table) == ["14", "0", "0"]


def test_what_is_known_of_a_sheet_stands_there_before_a_wheel_is_turned() -> None:
    table = cards(table_of(), 7).do("1+2, 2+1, 3+3, OK, OK, OK, OK, OK, OK, OK, OK, sun, sun")
    assert table.screen.hints == Hints("enter", "back")
    assert shown(table) == ["ruby 2", "emer. 1", "skulls 3"]
    assert table.do("BACK").logged[-1] == "card_turned"
    assert table.do("sun, sun, OK").logged[-1] == "sheet_read"


def test_ok_goes_through_the_sheets_that_are_missing_before_it_counts() -> None:
    table = cards(table_of("sun", "eye"), 28)
    for sign in (Sign.SUN, Sign.EYE):
        assert (table.screen.icons, table.screen.hints) == ((sign,), Hints("enter"))
        table.do("OK")
    assert table.screen.hints.ok == "count"
    assert table.do("OK").logged[-3:] == ["sheet_read", "sheet_read", "counted"]


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
        for gems in ("1+1", "2+1, 3+1" if round_number == 1 else "2+1", "1+1, 1-1"):
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


def test_shape_that_was_turned_over_is_drawn_while_it_is_chosen() -> None:
    table = table_of("sun", "eye", way=Way.CARDS, pyramids=Pyramids.DEALT).do(
        "1+1, 2+1, OK, 1+1, 2+1, OK, 1+1"
    )
    assert (table.screen.title, card(table).rows, len(card(table).full)) == ("line 2", 1, 2)
    assert card(table.do("1-2")).rows == 2


def test_mark_that_is_taken_back_is_told_by_its_card() -> None:
    table = dealt().do("eye, 3+1, OK, BACK")
    toast = table.screen.toast
    assert toast is not None
    assert (toast.icon, toast.text) == (Sign.EYE, "Taken back: marks card 4")


def test_card_is_taken_back_with_its_call() -> None:
    table = cards(table_of(exploration=Exploration.DEALT), 2).do("BACK")
    assert table.logged == ["card_called", "card_dealt"]


def dealt(language: str = "en", **options: Any) -> PanelTable:
    """Give a table at which both have kept two pyramids, and the first card shows a line of four."""
    table = table_of("sun", "eye", language=language, way=Way.CARDS, exploration=Exploration.DEALT, **options)
    return table.do("1+1, 2+1, OK, 1+1, 2+1, OK, OK")


def card(table: PanelTable) -> Board:
    body = table.screen.body
    assert isinstance(body, Squares)
    return body.board


def test_card_is_shown_while_it_is_chosen_to_be_kept() -> None:
    table = table_of("sun", "eye", way=Way.CARDS, exploration=Exploration.DEALT).do("1+2")
    pyramids = table.table.state.pyramids
    first = table.screen.title
    assert card(table).walls == pyramids[int(first)].walls
    second = table.do("2+1").screen.title.split()[1]
    assert card(table).walls == pyramids[int(second)].walls
    assert card(table).label[1:].startswith(first)


def test_seats_button_shows_its_card_and_what_the_wheels_do() -> None:
    table = dealt().do("eye")
    assert table.screen.icons == (Sign.EYE,)
    assert table.words == "4 | ▲4 | 1 pyramid | 2 turn it | 3 place | back"
    assert (card(table).aimed, card(table).full) == (frozenset(), frozenset())
    assert (card(table).signs[0], card(table).signs[24]) == ("entrance", "tomb")


def test_wheels_change_the_card_turn_the_shape_and_move_it() -> None:
    table = dealt().do("eye, 3+1")
    assert card(table).aimed == {0, 1, 2, 3}
    assert card(table).brings == (("skull", 1), ("ruby", 1))
    assert card(table.do("2+1")).aimed == {0, 5, 10, 15}
    assert card(table.do("2+1")).aimed == {0}
    assert card(table.do("2+1, 1+1")).label == "▲5"
    assert table.do("3+1").screen.hints.ok == "enter"


def test_shape_moves_within_the_way_in_which_it_is_turned() -> None:
    table = dealt().do("eye, 2+2, OK, OK, eye, 3+1")
    marked = {0, 5, 10, 15}
    assert card(table).full == marked
    seen = {card(table).aimed}
    for _ in range(12):
        seen.add(card(table.do("3+1")).aimed)
    assert len(seen) > 2
    assert {min(b - a for a, b in pairwise(sorted(aimed))) for aimed in seen} == {1}
    assert all(not aimed & marked for aimed in seen)


def test_what_was_aimed_at_is_marked_and_scored() -> None:
    table = dealt().do("eye, 3+1, OK")
    assert table.logged[-1] == "marked"
    assert (table.table.state.sheet(1).rubies, table.table.state.sheet(1).skulls) == (1, 1)


def test_back_puts_the_card_away_and_another_seat_shows_its_own() -> None:
    table = dealt().do("eye, 3+1, sun")
    assert (table.screen.icons, card(table).aimed) == ((Sign.SUN,), frozenset())
    table.do("BACK")
    assert isinstance(table.screen.body, Outlook)


def test_without_seat_buttons_the_first_wheel_says_whose_card_it_is() -> None:
    table = dealt().do("1+2")
    assert table.screen.icons == (Sign.EYE,)
    table.do("3+1, OK")
    assert table.logged[-1] == "marked"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_of_a_card_finds_its_room(language: str) -> None:
    table = dealt(language)
    for step in ("eye", "3+1", "2+1", "1+1", "3+1", "OK", "OK", "eye", "3+1", "BACK"):
        assert picture(table.do(step).screen, table.now_ms).faults == ()


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
        encoder, draft = self.chance.choice((1, 2, 3)), asked.still(self.table.panel.draft)
        if asked.wheels and self.chance.random() < 0.7:
            values = [value for value, _ in asked.settled(draft)]
            encoder = next(n for n, d in enumerate(asked.dials(draft), 1) if values[d.place] is None)
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


def test_button_of_whose_card_it_is_moves_nothing_and_is_not_answered() -> None:
    table = dealt().do("eye, 3+1")
    before = table.screen
    assert table.do("eye").screen == before
    assert table.refusal is None

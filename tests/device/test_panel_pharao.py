"""Pharao on the panel alone: dice, piece, square; rescue; the referee; and a plug that is pulled."""

from pathlib import Path
from typing import Any

import pytest

from device.display_draw import picture
from device.panel.screens import Figure, Hints, Scores, Squares, Wheels
from rules.core import Sign
from rules.pharao import Pharao
from rules.pharao.state import Way
from rules.registry import GAMES
from tests.device.panel_table import PanelTable, playing
from tests.table_process import Hand, Person, TableProcess, until

PHARAO = GAMES[Pharao.id]


def table(**options: Any) -> PanelTable:
    return playing("sun", "eye", game=PHARAO, names=("Mina", "Jan"), **options)


def dice(panel: PanelTable) -> list[str]:
    body = panel.screen.body
    assert isinstance(body, Wheels)
    return [wheel.shown for wheel in body.wheels]


def squares(panel: PanelTable) -> list[str]:
    """Give what is chosen on the board."""
    assert isinstance(panel.screen.body, Squares)
    return panel.screen.title.split()


def board(panel: PanelTable) -> str:
    """Give the board in letters: d and l are pieces, - is where the chosen one may go, o where it goes."""
    body = panel.screen.body
    assert isinstance(body, Squares)
    shown = [{None: ".", "goal": "-"}.get(sign, str(sign)[0]) for sign in body.board.signs]
    for square in body.board.full:
        shown[square] = shown[square].upper()
    for square in body.board.aimed:
        shown[square] = "o"
    return " ".join("".join(shown[row : row + 10]) for row in (0, 10, 20))


def entered(panel: PanelTable, *events: dict[str, Any]) -> PanelTable:
    for event in events:
        panel.enter(event)
    return panel


def thrown(own: int, enemy: int) -> dict[str, Any]:
    return {"type": "thrown", "own": own, "enemy": enemy}


def own(piece: str, to: str) -> dict[str, Any]:
    return {"type": "own_moved", "piece": piece, "to": to}


def enemy(piece: str, to: str) -> dict[str, Any]:
    return {"type": "enemy_moved", "piece": piece, "to": to}


def drowned(pips: int = 4) -> PanelTable:
    """Give a table at which light has a piece in the water and throws: 1-4 can come to salvation with a 4."""
    return entered(
        table(),
        thrown(1, 0),
        own("3-3", "3-4"),
        thrown(4, 0),
        own("1-5", "2-8"),
        thrown(1, 2),
        own("3-4", "3-5"),
        enemy("2-8", "3-7"),
        thrown(pips, 0),
    )


def test_board_stands_under_whose_turn_it_is_with_what_comes_next() -> None:
    panel = table()
    assert board(panel) == ".llll..... d....f.... ddd..sw..."
    assert (panel.screen.icons, panel.screen.title) == ((Sign.SUN,), "Mina")
    assert panel.screen.hints == Hints("", turn="the dice")
    assert panel.do("1+4, 2+2, OK").screen.hints == Hints("", turn="own 3")
    assert panel.do("1-1, 2+1, OK").screen.hints == Hints("", turn="enemy 1")


def test_piece_is_filled_in_and_its_squares_are_marked() -> None:
    panel = table().do("1+4, 2+2, OK, 1-1")
    assert board(panel) == ".llll..... d.-.-f.... ddD-.sw..."
    panel.do("2+2")
    assert board(panel) == ".llll..... d.-.of.... ddD-.sw..."


def test_a_turn_is_dice_then_piece_and_square_then_piece_and_square() -> None:
    panel = table().do("1+4, 2+2")
    assert dice(panel) == ["3", "1"]
    panel.do("OK, 1-1")
    assert squares(panel)[0] == "3-3"
    panel.do("2+2")
    assert squares(panel) == ["3-3", "2-5"]
    panel.do("OK")
    assert panel.logged == ["thrown", "own_moved"]
    panel.do("1-1, 2+1, OK")
    assert panel.logged[-1] == "enemy_moved"
    assert panel.table.state.seat == 1


def test_squares_are_those_of_the_piece() -> None:
    panel = table().do("1+4, 2+1, OK, 1+1")
    first = squares(panel)[0]
    legal = {m.to for m in PHARAO.legal(panel.table.state) if m.piece == first}
    seen = set()
    for _ in range(8):
        seen.add(squares(panel.do("2+1"))[1])
    assert seen == legal


def test_drowned_piece_is_rescued_by_ok_and_given_up_by_back() -> None:
    panel = drowned()
    panel.pass_ms(3000)
    assert panel.screen.hints == Hints("yes", "no")
    given_up = drowned()
    given_up.pass_ms(3000)
    assert given_up.do("BACK").table.state.now.taken_off
    panel.do("OK")
    assert squares(panel) == ["1-4", "3-6"]
    panel.do("OK, 1+1")
    assert {"L", "o"} <= set(board(panel))
    panel.do("OK")
    assert panel.logged[-3:] == ["rescue_chosen", "own_moved", "rescued"]


def test_lost_piece_is_to_be_taken_off_the_board_by_hand() -> None:
    panel = drowned()
    panel.pass_ms(3000)
    assert "Drowned piece off!" not in panel.words
    assert panel.do("BACK").screen.title == "Drowned piece off!"
    assert panel.screen.hints == Hints("", turn="own 4")
    assert panel.do("1+1").screen.title == "1-2"
    assert panel.do("BACK").screen.title == "Drowned piece off!"
    panel.do("1+1, 2+1, OK")
    assert (panel.logged[-1], "Drowned piece off!" in panel.words) == ("own_moved", False)


def test_piece_to_be_taken_off_stands_with_its_owners_sign_though_the_other_throws_next() -> None:
    panel = drowned(0)
    assert (panel.screen.title, panel.screen.icons) == ("Drowned piece off!", (Sign.EYE,))
    panel.pass_ms(3000)
    panel.do("1+4, 2+1, OK")
    assert (panel.screen.title, panel.screen.icons) == ("Mina", (Sign.SUN,))


def test_ok_and_back_agree_on_a_draw_between_turns_and_pass_where_one_may() -> None:
    panel = table().do("BOTH")
    assert panel.words == "Do both agree on a draw? | yes | back"
    assert panel.do("BACK").logged == []
    assert panel.do("BOTH, OK").logged == ["draw_agreed"]
    panel = table(must_move=False).do("1+4, 2+1, OK, BOTH")
    assert panel.logged == ["thrown", "passed"]


def test_a_push_of_a_seat_says_that_nobody_has_to_be_quick() -> None:
    panel = table().do("eye")
    assert panel.refusal is not None
    assert panel.refusal.code == "game.no_race"


def test_move_is_corrected_by_turning_to_another_square() -> None:
    panel = table().do("1+2, 2+1, OK, 1+4, 2+1, OK")
    assert panel.logged == ["thrown", "own_moved"]
    before = panel.table.state.position
    panel.do("HOLD BACK, 1+1, OK, OK, OK, 1+4, 2+2, OK, OK")
    assert panel.table.state.position != before


def test_referee_holds_dice_and_says_where_a_piece_may_go() -> None:
    panel = table(way=Way.REFEREE).do("1+5, 2+3, OK, OK, 1+1, 2+1")
    assert board(panel) == ".Llll..... d...-f.... ddd-.sw..."
    assert squares(panel.do("3+14")) == ["1-2", "own", "2-5"]
    assert panel.do("OK").logged == ["thrown", "allowed"]


def test_referee_is_asked_about_any_square_and_says_why_not() -> None:
    panel = table(way=Way.REFEREE).do("1+5, 2+3, OK, OK, 1+1, 2+1, 3-1")
    assert squares(panel) == ["1-2", "own", "3-10"]
    panel.do("OK")
    assert panel.refusal is not None
    assert (panel.refusal.code, panel.logged) == ("pharao.no_way", ["thrown"])


def test_referee_shows_the_throw_and_the_board() -> None:
    panel = table(way=Way.REFEREE)
    assert (panel.screen.title, board(panel)) == ("Pharao", ".llll..... d....f.... ddd..sw...")
    assert panel.do("1+4, 2+2, OK").screen.title == "own 3  enemy 1"
    assert board(panel.do("OK, OK, 1+1, 2-2, OK")) == "..lll..... d....f.... ddd..sw..l"


def test_score_of_games_stands_there_until_the_next_throw() -> None:
    panel = table(way=Way.REFEREE).do("eye, OK")
    assert isinstance(panel.screen.body, Scores)
    assert panel.do("1+4, 2+2, OK").screen.title == "own 3  enemy 1"


def test_draw_stands_beside_who_won() -> None:
    panel = table(way=Way.REFEREE).do("eye, 1+1")
    assert panel.screen.body == Figure(None, text="draw", is_scrolled=True)
    assert panel.do("OK").logged == ["draw_agreed"]
    assert panel.table.state.games == 1


def test_referee_counts_the_games_by_the_seats_buttons() -> None:
    panel = table(way=Way.REFEREE).do("OK, OK, eye, OK")
    assert panel.logged == ["game_won"]
    assert panel.table.state.wins == (0, 1)
    body = panel.screen.body
    assert getattr(body, "scores", None) is not None


@pytest.mark.parametrize("language", ["en", "ko", "zh-Hant", "nl", "eu"])
def test_every_picture_of_a_rescue_finds_its_room(language: str) -> None:
    panel = playing("sun", "eye", game=PHARAO, names=("Mina", "Jan"), language=language)
    panel.play = drowned().play
    for step in ("1+1", "OK", "OK", "1+1", "OK", "1+1, 2+1", "OK"):
        assert picture(panel.screen, panel.now_ms).faults == ()
        panel.do(step)


def test_pieces_stand_where_they_stood_when_the_plug_was_pulled(tmp_path: Path) -> None:
    moves = [
        thrown(1, 0),
        own("3-3", "3-4"),
        thrown(4, 0),
        own("1-5", "2-8"),
        thrown(1, 2),
        own("3-4", "3-5"),
    ]
    table_at = tmp_path / "table"
    with TableProcess(table_at) as process, Person(process.url) as host, Hand(process.url) as hand:
        host.become_host(process.host_code)
        hand.push("button_1", "button_2")
        until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
        setup = host.snapshot["setup"]
        seats = [{"sign": seat["sign"], "name": seat["name"]} for seat in setup["seats"]]
        host.post(
            "setup",
            key="k1" * 8,
            version=setup["version"],
            game="pharao",
            seats=seats,
            first_seat=0,
            options={},
        )
        until(lambda: host.snapshot["setup"]["game"] == "pharao", "the game")
        host.start()
        for move in moves:
            log = host.game["log"]
            assert host.play(move)[0] == 200
            until(lambda log=log: host.game["log"] > log, "the entry")  # type: ignore[misc]
        before = host.view
        process.kill()
    with TableProcess(table_at) as process, Person(process.url) as host:
        assert host.view == before
        squares = [piece["square"] for piece in host.view["pieces"]]
        assert (len(squares), len(set(squares))) == (8, 8)

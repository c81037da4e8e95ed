"""Whole games of Pharaoh Code, played at the panel alone: nobody has a phone in the room."""

import random

import pytest

from device.display_draw import picture
from device.panel import Button, Push, SeatPush, Turn
from device.panel.play import awaited, focus
from device.panel.tasks import Task
from rules.core import By, Sign
from rules.pharaoh_code.state import SandStart, Way
from tests.device.panel_table import PanelTable


class Evening:
    """Somebody at the panel who looks at the display and enters what it asks for."""

    def __init__(self, table: PanelTable, seed: int) -> None:
        self.table = table
        self.chance = random.Random(seed)

    def play_out(self) -> int:
        """Play until the game is over; give how many things hands did."""
        for count in range(3_000):
            play = self.table.play
            assert play is not None
            if play.outcome is not None:
                return count
            assert picture(self.table.screen, self.table.now_ms).faults == ()
            self.table.pass_ms(self.chance.randrange(200, 3_000))
            self._do_something()
        raise AssertionError("the game does not end")

    def _do_something(self) -> None:
        table, play = self.table, self.table.play
        assert play is not None
        asked = focus(table.panel, play)
        may_press = [s for a in play.awaits if a.by is By.PRESS for s in a.seats]
        if may_press and self.chance.random() < 0.4 and (awaited(play, By.OK) is None):
            table.take(SeatPush(play.sign_of(self.chance.choice(may_press))))
        elif asked is None:
            table.take(Push(Button.OK))
        elif asked.is_yes_or_no:
            table.take(Push(self.chance.choice(list(Button))))
        elif asked.finished(table.panel.draft) is not None or self.chance.random() < 0.1:
            table.take(Push(Button.OK))
        else:
            self._turn(asked)

    def _turn(self, asked: Task) -> None:
        encoder = self.chance.choice((1, 2, 3))
        if asked.wheels:
            draft = asked.still(self.table.panel.draft)
            values = draft.values if draft is not None else (None,) * len(asked.wheels)
            encoder = values.index(None) + 1
        self.table.take(Turn(encoder, self.chance.choice((-7, -2, -1, 1, 2, 3, 11))))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("way", Way)
def test_evening_from_switching_on_to_the_outcome_and_the_next_game(seed: int, way: Way) -> None:
    table = PanelTable(None).do("OK")
    table.do("OK" if way is Way.CLAIMS else "1+1, OK")
    table.do("sun, eye, lotus, boat, OK, lotus")
    if seed % 2:
        # The sand starts with the second press.
        table.do("1+4, OK, 1+1, 2+1, OK")
    table.do("OK")
    assert table.play is not None
    assert table.setup.options.sand_start is (SandStart.TURNED if seed % 2 else SandStart.FIRST_PRESS)
    Evening(table, seed).play_out()
    outcome = table.play.outcome
    assert outcome is not None
    assert outcome.standings[0].rank == 1
    table.pass_ms(5_000)
    table.do("OK, OK")
    assert table.play is not None
    assert table.play.round == 1
    assert [s.sign for s in table.play.seats] == [Sign.SUN, Sign.EYE, Sign.LOTUS, Sign.BOAT]

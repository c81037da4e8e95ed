"""Recorded games entered again with nothing but the panel, as people do who look at its display."""

from pathlib import Path

import pytest

from rules.record import read_record
from tests.device.panel_newcomer import Newcomer
from tests.rules.made_events import PLAYTHROUGHS

OF = ("pharao", "silver_gold_pyramids")
GAMES = [path for game in OF for path in sorted((PLAYTHROUGHS / game).glob("*.jsonl"))]


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_whole_game_is_entered_by_the_panel_alone(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    newcomer = Newcomer(record)
    newcomer.play_out()
    game = record.header.game
    assert newcomer.table.play is not None
    assert newcomer.table.play.outcome == game.outcome(record.table.state)
    assert newcomer.faults == set()

"""Reading an entry of the log as an event of the game or of the table."""

import pytest

from rules.codec import Event
from rules.errors import MalformedEventError
from rules.pharaoh_code.events import Thrown
from rules.table import TABLE_EVENTS, Corrected, Redone, Retracted, decode_entry_event
from tests.rules.pharaoh_code.play import GAME


@pytest.mark.parametrize(
    ("came", "event"),
    [
        pytest.param({"type": "thrown"}, Thrown(), id="game"),
        pytest.param({"type": "retracted", "entry": 3}, Retracted(3), id="retracted"),
        pytest.param({"type": "redone", "entry": 3}, Redone(3), id="redone"),
        pytest.param(
            {"type": "corrected", "entry": 3, "replacement": None}, Corrected(3, None), id="removed"
        ),
        pytest.param(
            {"type": "corrected", "entry": 3, "replacement": {"type": "thrown"}, "set_aside": [4]},
            Corrected(3, Thrown(), (4,)),
            id="corrected",
        ),
    ],
)
def test_entry_is_read_as_an_event_of_game_or_table(came: object, event: Event) -> None:
    assert decode_entry_event(GAME, came) == event


@pytest.mark.parametrize(
    "came",
    [
        pytest.param([], id="list"),
        pytest.param({"type": "corrected", "entry": 3}, id="no-replacement"),
        pytest.param({"type": "corrected", "entry": 3, "replacement": 5}, id="number-as-replacement"),
        pytest.param({"type": "retracted", "entry": 0}, id="no-entry-has-the-number-0"),
        pytest.param(
            {"type": "corrected", "entry": 3, "replacement": {"type": "retracted", "entry": 1}},
            id="table-event-as-replacement",
        ),
    ],
)
def test_entry_that_can_not_be_read_is_malformed(came: object) -> None:
    with pytest.raises(MalformedEventError):
        decode_entry_event(GAME, came)


def test_table_has_three_events_of_its_own() -> None:
    assert list(TABLE_EVENTS) == ["retracted", "redone", "corrected"]

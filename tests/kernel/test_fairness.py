"""The order of presses under load, for Khepri and for plain gpiozero; the figures of docs/fairness.md."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.kernel.lines import Finger
from tests.kernel.measuring import (
    GPIOZERO_BOUNCE_TIME_S,
    Figures,
    Heard,
    gpiozero,
    khepri,
    measure,
    pairs_wanted,
)

CONTACTS = {"clean": False, "bouncing": True}
OTHERS: dict[str, Callable[[], AbstractContextManager[list[Heard]]]] = {
    "`when_pressed`": lambda: gpiozero(None),
    f"`bounce_time={GPIOZERO_BOUNCE_TIME_S}`": lambda: gpiozero(GPIOZERO_BOUNCE_TIME_S),
}
TABLE = Path("/run/out/fairness.json")
LONG = 1000

pytestmark = pytest.mark.usefixtures("load")


@pytest.fixture(scope="module")
def note() -> Iterator[Callable[[Figures, str, str], None]]:
    """Take down rows for the table, which is left on the host."""
    rows: list[dict[str, str]] = []
    yield lambda figures, listener, contacts: rows.append(figures.row(listener, contacts))
    if rows:
        TABLE.write_text(json.dumps(rows))


@pytest.mark.parametrize("contacts", CONTACTS)
def test_khepri_hears_pairs_5_ms_apart_in_their_order_and_each_push_once(
    contacts: str, finger: Finger, note: Callable[[Figures, str, str], None]
) -> None:
    figures = measure(khepri(), finger, pairs_wanted(), is_bouncing=CONTACTS[contacts], by_stamp=True)
    note(figures, "Khepri", contacts)
    # A busy host may hold the finger up: such pairs are not judged, and some must be.
    assert figures.pairs > pairs_wanted() / 2
    assert (figures.in_order, figures.drawn) == (figures.pairs, 0)
    assert figures.heard_once == 2 * figures.pairs


@pytest.mark.skipif(
    int(os.environ.get("KHEPRI_PAIRS", "0")) < LONG,
    reason="to compare, not to test: make test-kernel ARGS=--long",
)
@pytest.mark.parametrize("contacts", CONTACTS)
@pytest.mark.parametrize("listener", OTHERS)
def test_plain_gpiozero_is_measured_on_the_same_pairs(
    listener: str, contacts: str, finger: Finger, note: Callable[[Figures, str, str], None]
) -> None:
    figures = measure(
        OTHERS[listener](), finger, pairs_wanted(), is_bouncing=CONTACTS[contacts], by_stamp=False
    )
    note(figures, listener, contacts)
    assert figures.pairs > pairs_wanted() / 2

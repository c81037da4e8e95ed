"""Whatever hands do, in whatever order: nothing raises, no press is lost, and what is offered is legal."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.display_draw import picture
from device.panel import (
    Arrange,
    Both,
    Button,
    Correct,
    Hold,
    Input,
    PhoneWaiting,
    PlayEvent,
    Push,
    Redo,
    Retract,
    SeatPush,
    Turn,
    tries_hands,
)
from rules.core import Press, Seat, Sign
from rules.errors import RulesError
from rules.pharaoh_code.state import Way
from tests.device.panel_table import PanelTable, playing

turns = st.builds(Turn, st.integers(1, 3), st.integers(-12, 12))
pushes = st.sampled_from([Push(Button.OK), Push(Button.OK), Push(Button.BACK), Both()])
holds = st.sampled_from([Hold(Button.BACK), Hold(Button.OK)])
seats = st.builds(SeatPush, st.sampled_from(Sign))
things = st.one_of(turns, pushes, pushes, turns, seats, holds, st.integers(0, 40_000))


def counts(table: PanelTable, sign: Sign) -> bool:
    """Say whether a press of that seat would count now, by the rules alone."""
    assert table.play is not None
    seat = next((i for i, s in enumerate(table.play.seats) if s.sign is sign), None)
    if seat is None:
        return False
    game, state = table.play.game, table.play.state
    try:
        game.apply(state, game.pressed(state, Press(Seat(seat), table.now_ms)))
    except RulesError:
        return False
    return True


def entries(table: PanelTable) -> int:
    return 0 if table.play is None else len(table.play.table.entries)


def take(table: PanelTable, thing: Input | int) -> None:
    """Do one thing, and check what has to hold of any."""
    if isinstance(thing, int):
        table.pass_ms(thing)
        return
    table.pass_ms(150)
    before, refused = entries(table), table.refusal
    is_counting = isinstance(thing, SeatPush) and table.play is not None and counts(table, thing.sign)
    is_tried = tries_hands(table.panel)
    table.asked = []
    table.take(thing)
    if isinstance(thing, SeatPush):
        assert not any(isinstance(c, PlayEvent | Retract | Redo | Correct) for c in table.asked)
        # Buttons that are being tried play nothing, except in a race: test_panel_checking has that.
        if table.play is not None and not is_tried:
            assert entries(table) == before + is_counting
    else:
        # What the panel asks for is legal: it offers nothing else.
        assert table.refusal == refused, table.refusal
    shown = picture(table.screen, table.now_ms)
    assert shown.image.size == (128, 64)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(things, max_size=60), st.sampled_from(["claims", "layout"]), st.booleans())
def test_any_hands_in_a_game(script: list[Input | int], way: str, is_professional: bool) -> None:
    table = playing(way=Way(way), professional=is_professional)
    for thing in script:
        take(table, thing)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(things, max_size=60))
def test_any_hands_on_the_way_to_a_game(script: list[Input | int]) -> None:
    table = PanelTable(None)
    for thing in script:
        take(table, thing)
        setups = [c.setup for c in table.asked if isinstance(c, Arrange)]
        assert all(len({s.sign for s in setup.seats}) == len(setup.seats) for setup in setups)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(things, max_size=30), st.sampled_from([None, *Sign]))
def test_any_hands_while_a_phone_waits_or_the_table_is_paused(
    script: list[Input | int], sign: Sign | None
) -> None:
    table = playing()
    table.is_seating_open, table.waiting = True, PhoneWaiting(sign)
    for thing in script:
        take(table, thing)
    paused = replace(playing(), is_paused=True)
    for thing in script:
        if not isinstance(thing, SeatPush):
            take(paused, thing)

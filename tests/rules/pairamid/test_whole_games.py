"""Whole games of chance, and what holds in each of their states."""

from typing import cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.pairamid.board import START
from rules.pairamid.events import EVENTS, Moved, PairamidEvent, Scarab
from rules.pairamid.scoring import lines, treasure
from rules.pairamid.state import Guarded, Options, Phase, Profile, State
from tests.rules.made_events import near, options_of
from tests.rules.pairamid.play import GAME, TRACK

MOST_EVENTS = 1_500


def check(state: State) -> None:
    spaces = [where for colour in state.colours if (where := state.where(colour)) != START]
    if state.options.guarded is Guarded.JUMPED:
        assert len(spaces) == len(set(spaces))
    for scarab in Scarab:
        kind = state.board.space(state.space_of(scarab)).kind if state.is_board else scarab
        assert kind in (scarab, "great")
        assert state.at(scarab) < len(state.row(scarab))
    for seat in state.all_seats:
        assert treasure(state, seat) == sum(line.points for line in lines(state, seat))
        assert state.options.below_zero or treasure(state, seat) >= 0
    assert len(state.dice) <= len(state.dice_left)


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whole_game_of_chance_ends_with_every_seat_in_its_outcome(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(GAME.seat_counts))
    profile = Profile(board=TRACK) if data.draw(st.booleans()) else Profile()
    chance = data.draw(st.randoms(use_true_random=False))
    state = GAME.start(seats, Seat(chance.randrange(seats)), data.draw(options_of(GAME)), profile)
    start = state
    played: list[PairamidEvent] = []
    while GAME.outcome(state) is None:
        assert len(played) < MOST_EVENTS
        open_now = GAME.legal(state)
        moves = [move for move in open_now if move.type != "colours_taken"]
        event = chance.choice(moves if moves and chance.random() < 0.95 else open_now)
        state = GAME.apply(state, event)
        played.append(event)
        check(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert sorted(s.seat for s in outcome.standings) == list(state.all_seats)
    again = start
    for event in played:
        again = GAME.apply(again, event)
    assert again == state


@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_refused_event_changes_nothing_and_a_move_not_listed_is_refused(data: st.DataObject) -> None:
    state = GAME.start(3, Seat(0), data.draw(options_of(GAME)), Profile(board=TRACK))
    for event in data.draw(st.lists(near(GAME), max_size=20)):
        before = repr(state)
        try:
            after = GAME.apply(state, cast(PairamidEvent, event))
        except IllegalMoveError:
            assert repr(state) == before
            continue
        if isinstance(event, Moved) and not event.to:
            assert event in GAME.legal(state)
        state = after
        check(state)
    assert state.phase in Phase
    assert set(EVENTS) == set(GAME.events)


def test_options_have_a_default_each() -> None:
    assert Options().way == "scarabs"

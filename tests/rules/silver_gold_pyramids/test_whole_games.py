"""Whole games of chance, and what holds in each of their states."""

from contextlib import suppress
from itertools import groupby
from typing import Any, cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.codec import decode_event
from rules.core import By, Seat
from rules.errors import IllegalMoveError
from rules.silver_gold_pyramids.events import CARDS, EVENTS, SilverGoldEvent
from rules.silver_gold_pyramids.options import Profile, Way
from rules.silver_gold_pyramids.pyramids import ENTRANCE, TOMB, reached
from rules.silver_gold_pyramids.scoring import bonuses, lines, score
from rules.silver_gold_pyramids.state import ALL_CARDS, State
from tests.rules.made_events import near, options_of
from tests.rules.silver_gold_pyramids.play import GAME

MOST_EVENTS = 400
some = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))


def check(state: State) -> None:
    assert state.moment <= ALL_CARDS
    for begun in range(0, state.moment, CARDS):
        known = [shape for shape in state.shown[begun : begun + CARDS] if shape is not None]
        assert len(known) == len(set(known))
    reasons = [(b.seat, b.colour, b.nth) for b in bonuses(state)]
    assert len(reasons) == len(set(reasons))
    places: list[int] = [*state.display]
    for seat in state.all_seats:
        sheet = state.sheet(seat)
        assert score(state, seat) == sum(line.points for line in lines(state, seat))
        assert sheet.skulls >= 0
        assert len(set(sheet.torches)) == len(sheet.torches) <= 4
        assert sheet.handled <= state.moment
        places += [*sheet.hand, *(board.pyramid for board in (*sheet.boards, *sheet.aside))]
        check_boards(state, seat)
    assert len(places) == len(set(places))


def check_boards(state: State, seat: Seat) -> None:
    """Marked squares connect with the entrance, which was first; a tomb lies on no board that goes on."""
    sheet = state.sheet(seat)
    if state.options.way is Way.CARDS:
        assert len(sheet.tombs) == len(sheet.aside)
    for board in (*sheet.boards, *sheet.aside):
        assert len(set(board.marked)) == len(board.marked)
        assert reached(state.pyramids[board.pyramid], board.marked) == set(board.marked)
        assert not board.marked or ENTRANCE in board.marked
    assert all(TOMB not in board.marked for board in sheet.boards)
    assert all(TOMB in board.marked for board in sheet.aside)


def chosen(chance: Any, state: State) -> SilverGoldEvent:
    """Draw a move, first its kind: most often what brings the game on."""
    kinds = {kind: list(moves) for kind, moves in groupby(GAME.legal(state), key=lambda move: move.type)}
    weights = [{"counted": 1, "covered": 2, "sheet_read": 1}.get(kind, 3) for kind in kinds]
    (kind,) = chance.choices([*kinds], weights)
    event: SilverGoldEvent = chance.choice(kinds[kind])
    return event


def next_event(chance: Any, state: State) -> SilverGoldEvent:
    lot = next((a for a in GAME.awaits(state) if a.by is By.CHANCE), None)
    return chosen(chance, state) if lot is None else decode_event(EVENTS, lot.drawn(chance.sample))


@some
@given(data=st.data())
def test_whole_game_of_chance_ends_with_every_seat_in_its_outcome(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(GAME.seat_counts))
    chance = data.draw(st.randoms(use_true_random=False))
    options = data.draw(options_of(GAME))
    state = GAME.start(seats, Seat(chance.randrange(seats)), options, Profile())
    played: list[SilverGoldEvent] = []
    start = state
    while GAME.outcome(state) is None:
        assert len(played) < MOST_EVENTS
        event = next_event(chance, state)
        before = state
        state = GAME.apply(state, event)
        played.append(event)
        assert state != before or event.type in ("covered", "sheet_read")
        check(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert sorted(s.seat for s in outcome.standings) == [*state.all_seats]
    for event in played:
        start = GAME.apply(start, event)
    assert start == state


@some
@given(data=st.data())
def test_play_of_one_seat_never_refuses_that_of_another(data: st.DataObject) -> None:
    """Whatever two seats may do now, both may do it, in either order, unless they want the same pyramid."""
    chance = data.draw(st.randoms(use_true_random=False))
    options = data.draw(options_of(GAME))
    state = GAME.start(3, Seat(0), options, Profile())
    for _ in range(data.draw(st.integers(0, 60))):
        if GAME.outcome(state) is None:
            state = GAME.apply(state, next_event(chance, state))
    kinds = ("covered", "sheet_read", "readied", "marked")
    moves = [move for move in GAME.legal(state) if move.type in kinds]
    for _ in range(20 if moves else 0):
        one, other = chance.choice(moves), chance.choice(moves)
        if one.seat != other.seat:  # type: ignore[union-attr]
            GAME.apply(GAME.apply(state, one), other)
    nexts = [move for move in GAME.legal(state) if move.type in ("card_called", "card_turned")]
    for move in chance.sample(moves, min(8, len(moves))):
        for turn in nexts[:1]:
            GAME.apply(GAME.apply(state, turn), move)


@some
@given(data=st.data())
def test_whatever_is_entered_what_holds_goes_on_to_hold(data: st.DataObject) -> None:
    state = GAME.start(2, Seat(0), data.draw(options_of(GAME)), Profile())
    for event in data.draw(st.lists(near(GAME), max_size=15)):
        with suppress(IllegalMoveError):
            state = GAME.apply(state, cast(SilverGoldEvent, event))
        check(state)

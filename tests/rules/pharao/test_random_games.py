"""What always holds, whatever is played: pieces are kept, squares hold one, nobody hangs, nobody is boxed."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import NoProfile, Seat
from rules.pharao.board import COLUMNS, NAMES, WATER, Side, ways
from rules.pharao.events import EnemyMoved, OwnMoved
from rules.pharao.state import Options, Part, Position, ShutIn, State, Way
from rules.pharao.turns import is_shut_in
from tests.rules.made_events import options_of
from tests.rules.pharao.play import GAME

some = settings(max_examples=40)


def played(data: st.DataObject, state: State, most: int) -> list[State]:
    """Play legal moves as they are drawn and give all states."""
    found = [state]
    for pick in data.draw(st.lists(st.integers(0, 10**6), max_size=most)):
        moves = GAME.legal(found[-1])
        if not moves:
            break
        found.append(GAME.apply(found[-1], moves[pick % len(moves)]))
    return found


@st.composite
def options(draw: st.DrawFn) -> Options:
    drawn: Options = draw(options_of(GAME))
    return replace(drawn, way=Way.FULL, hints=False)


def began(chosen: Options) -> State:
    return GAME.start(2, Seat(0), chosen, NoProfile())


@some
@given(st.data(), options())
def test_pieces_are_kept_and_no_square_holds_two(data: st.DataObject, chosen: Options) -> None:
    states = played(data, began(chosen), 60)
    for before, after in pairwise(states):
        assert after.position.dark & after.position.light == 0
        gone = [before.position.count(side) - after.position.count(side) for side in Side]
        assert all(0 <= lost <= 1 for lost in gone)
        if sum(gone):
            assert after.now.taken_off or (after.last is not None and after.last.taken_off)
            assert any(before.position.is_drowned(side) for side in Side)


@some
@given(st.data(), options())
def test_every_state_waits_for_something_or_is_over(data: st.DataObject, chosen: Options) -> None:
    for state in played(data, began(chosen), 60):
        assert bool(GAME.awaits(state)) is (state.part is not Part.OVER)
        assert (GAME.outcome(state) is not None) is (state.part is Part.OVER)


@some
@given(st.data(), options())
def test_every_move_has_a_way_of_its_length_that_meets_no_square_twice(
    data: st.DataObject, chosen: Options
) -> None:
    for state in played(data, began(chosen), 40):
        throw = state.now.throw
        for move in GAME.legal(state):
            if isinstance(move, OwnMoved | EnemyMoved):
                assert throw is not None
                steps = throw.own if isinstance(move, OwnMoved) else throw.enemy
                open_ways = [
                    way
                    for way in ways(NAMES.index(move.piece), steps)
                    if NAMES[way.to] == move.to and not way.over & state.position.taken
                ]
                assert open_ways
                assert all(len({*way.squares}) == steps for way in open_ways)
                assert min(way.turns for way in open_ways) <= (1 if chosen.one_turn else COLUMNS)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position of up to four pieces a side."""
    squares = draw(st.lists(st.integers(0, 29), min_size=2, max_size=8, unique=True))
    dark = draw(st.integers(max(1, len(squares) - 4), min(4, len(squares) - 1)))
    return Position(sum(1 << s for s in squares[:dark]), sum(1 << s for s in squares[dark:]))


@given(positions(), st.sampled_from(Side), st.booleans(), st.booleans())
def test_nobody_is_ever_without_any_piece_to_move(
    position: Position, side: Side, one_turn: bool, last: bool
) -> None:
    """Some piece is beside an empty square, and both dice have a 1: nobody is shut in by this reading."""
    chosen = Options(one_turn=one_turn, last_into_water=last)
    if position.dry(side):
        assert not is_shut_in(position, side, chosen)


@given(positions(), st.sampled_from(Side))
def test_who_can_move_no_own_piece_has_them_all_enclosed(position: Position, side: Side) -> None:
    if not position.dry(side):
        return
    base = position.flipped(side, position.of(side) & 1 << WATER)
    free = any(
        not base.taken >> way.to & 1
        for piece in range(30)
        if base.of(side) >> piece & 1
        for way in ways(piece, 1)
    )
    assert is_shut_in(position, side, Options(shut_in=ShutIn.NO_OWN_PIECE)) is not free

"""Pharao (faraoia; Horst Alexander Renz): the rules of the game.

Source: 003_bb940d8060440cf5.txt of the source documents, restated with what other pages add in
docs/games/pharao.md. Board, pieces and dice are real: the game only hears of them. turns.py draws the
parts of a turn.

Two ways to play: *full*, where throw and moves are followed; and the *referee* on demand, where people play
by themselves and the table holds the dice and the score of games, and says whether a move is legal.
Left out: who plays which side (the first seat is dark, and throws first).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, assert_never

from rules.codec import Json
from rules.core import Asked, Await, Board, Game, Glance, IsWanted, NoProfile, Outcome, Scalar, Seat
from rules.errors import IllegalMoveError
from rules.pharao import asking, picture, referee, scoring, turns, views
from rules.pharao.board import NAMES, SALVATION, WATER
from rules.pharao.checking import check_piece, check_way, no_rescue, square_named
from rules.pharao.events import (
    EVENTS,
    Allowed,
    DrawAgreed,
    EnemyMoved,
    GameWon,
    OwnMoved,
    Passed,
    PharaoEvent,
    Placed,
    RescueChosen,
    Rescued,
    Rule,
    SeriesEnded,
    Thrown,
)
from rules.pharao.state import (
    OWN_FACES,
    START_POSITION,
    Options,
    Part,
    Reason,
    State,
    Step,
    Turn,
    Way,
)
from rules.refusals import check_seat, check_seats, game_over

ONLY_FULL: Final = ("must_move", "shut_in", "pushed_onto_fortune", "move_after_rescue", "hints")
ONLY_REFEREE: Final = ("wins_needed",)


class Pharao(Game[Options, NoProfile, State, PharaoEvent]):
    """Drive the enemy's pieces into the Nile, or bring the last of your own onto fortune."""

    id = "pharao"
    rules_version = 1
    seat_counts = range(2, 3)
    options = Options
    profile = NoProfile
    events: Mapping[str, type[PharaoEvent]] = EVENTS

    def start(self, seats: int, first: Seat, options: Options, profile: NoProfile) -> State:
        check_seats(self.seat_counts, seats, first)
        part = Part.THROW if options.way is Way.FULL else Part.PLAY
        return State(seats, first, options, START_POSITION, Turn(1), part)

    def apply(self, state: State, event: PharaoEvent) -> State:
        if state.part is Part.OVER:
            raise game_over()
        _check_way_to_play(state, event)
        match event:
            case Thrown():
                return _thrown(state, event)
            case RescueChosen():
                _check_part(state, Part.WATER)
                return turns.rescue_begun(state) if event.rescue else turns.given_up(state)
            case OwnMoved():
                return _own_moved(state, event)
            case EnemyMoved():
                _check_part(state, Part.ENEMY)
                return turns.enemy_moved(state, _step(state, event, is_own=False))
            case Rescued():
                _check_part(state, Part.RESCUE)
                to = square_named(event.to)
                if not turns.targets(state)[WATER] >> to & 1:
                    raise no_rescue(to)
                return turns.rescued(state, to)
            case Passed():
                return _passed(state)
            case DrawAgreed():
                if state.part is Part.PLAY:
                    return referee.game_ended(state, None)
                return turns.ended(state, Reason.AGREED, None)
            case Placed():
                return referee.placed(state, event)
            case Allowed():
                return referee.allowed(state, event)
            case GameWon():
                check_seat(event.seat, state.seats)
                return referee.game_ended(state, event.seat)
            case SeriesEnded():
                return referee.series_ended(state)
            case _:
                assert_never(event)

    def legal(self, state: State) -> tuple[PharaoEvent, ...]:
        """List the moves open now: of dice that were not read, one for each pair of faces."""
        return asking.legal(state)

    def awaits(self, state: State) -> tuple[Await, ...]:
        return asking.awaits(state)

    def narrowed(self, state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
        return asking.narrowed(state, awaited, chosen)

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        """Nothing is hidden in this game."""
        return views.view(state)

    def board(self, state: State, awaited: Await | None, chosen: Mapping[str, Scalar]) -> Board | None:
        return picture.board(state, awaited, chosen)

    def hints(self, state: State) -> Callable[[IsWanted], Json] | None:
        return partial(views.hints, state) if views.has_hints(state) else None

    def glance(self, state: State) -> Glance:
        return views.glance(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def has_option(self, options: Options, name: str) -> bool:
        """The referee follows no turns, and who follows them counts no games."""
        return name not in (ONLY_REFEREE if options.way is Way.FULL else ONLY_FULL)

    def round_number(self, state: State) -> int:
        """Give the number of the turn; in the referee's way, of the game."""
        if state.options.way is Way.FULL:
            return state.now.number
        return state.games + (state.part is not Part.OVER)

    def whose(self, state: State, event: PharaoEvent) -> Seat | None:
        if isinstance(event, GameWon):
            return event.seat
        is_turns = isinstance(event, Thrown | RescueChosen | OwnMoved | EnemyMoved | Rescued | Passed)
        return state.seat if is_turns and state.options.way is Way.FULL else None

    def is_open_to(self, state: State, seat: Seat, event: PharaoEvent) -> bool:
        """Either player enters what lies on the table; what both must agree on, the table."""
        return not isinstance(event, DrawAgreed | SeriesEnded)


def _check_way_to_play(state: State, event: PharaoEvent) -> None:
    match event:
        case Thrown() | DrawAgreed():
            return
        case Placed() | Allowed() | GameWon() | SeriesEnded():
            if state.part is not Part.PLAY:
                raise IllegalMoveError(
                    Rule.FOLLOWED, "this table follows every move: the referee knows it all"
                )
        case _:
            if state.part is Part.PLAY:
                raise IllegalMoveError(
                    Rule.NOT_FOLLOWED, "people play by themselves here: the referee is asked, not told"
                )


_NOT_YET = {
    Part.THROW: (Rule.THROW_FIRST, "the dice come first"),
    Part.WATER: (Rule.WATER_FIRST, "first it is said whether the drowned piece is rescued"),
    Part.SAVE: (Rule.OWN_FIRST, "an own piece comes first"),
    Part.RESCUE: (Rule.RESCUE_FIRST, "the drowned piece comes first"),
    Part.OWN: (Rule.OWN_FIRST, "an own piece comes first"),
    Part.ENEMY: (Rule.OWN_DONE, "only an enemy piece is still to be moved"),
}


def _check_part(state: State, *parts: Part) -> None:
    """Refuse what does not come now, with what does."""
    if state.part not in parts:
        if Part.WATER in parts and state.now.throw is not None:
            raise IllegalMoveError(Rule.NOBODY_DROWNED, "there is no drowned piece to be rescued or given up")
        raise IllegalMoveError(*_NOT_YET[state.part])


def _thrown(state: State, event: Thrown) -> State:
    options = state.options
    for die, pips, faces in (
        ("own", event.own, OWN_FACES),
        ("enemy", event.enemy, options.enemy_die.faces),
    ):
        if pips not in faces:
            shown = " ".join(map(str, faces))
            raise IllegalMoveError(
                Rule.NOT_A_FACE, f"the {die} die shows {shown}, {pips} came", {"pips": pips, "faces": shown}
            )
    if state.part is Part.PLAY:
        return state.with_turn(Part.PLAY, throw=event)
    if state.part is not Part.THROW:
        raise IllegalMoveError(Rule.ALREADY_THROWN, "both dice of this turn were thrown")
    return turns.thrown(state, event)


def _own_moved(state: State, event: OwnMoved) -> State:
    _check_part(state, Part.OWN, Part.SAVE)
    step = _step(state, event, is_own=True)
    if state.part is Part.SAVE and turns.targets(state).get(step.piece) != 1 << step.to:
        raise IllegalMoveError(
            Rule.ONTO_SALVATION,
            f"who rescues brings a piece onto {NAMES[SALVATION]}, not {event.piece} to {event.to}",
            {"to": NAMES[SALVATION]},
        )
    return turns.own_moved(state, step)


def _step(state: State, event: OwnMoved | EnemyMoved, *, is_own: bool) -> Step:
    throw, side = state.now.throw, state.side if is_own else state.side.other
    assert throw is not None
    piece, to = square_named(event.piece), square_named(event.to)
    check_piece(state.position, side, piece, is_own=is_own)
    steps = throw.own if is_own else throw.enemy
    check_way(state.position, side, piece, steps, to, state.options, is_own=is_own)
    return Step(piece, to)


def _passed(state: State) -> State:
    _check_part(state, Part.OWN, Part.ENEMY)
    if state.options.must_move:
        raise IllegalMoveError(Rule.MUST_MOVE, "at this table a legal move must be made")
    return turns.passed(state)

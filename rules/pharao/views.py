"""What people see of Pharao: nothing in it is hidden."""

from fractions import Fraction

from rules.codec import Json, encode
from rules.core import Arc, Glance, IsWanted, Stage, Tone
from rules.pharao import referee
from rules.pharao.board import NAMES, PIECES, WATER, Side, reach, squares_in, way_to
from rules.pharao.events import Rule
from rules.pharao.lookahead import Chance, look_ahead
from rules.pharao.moving import rescue_steps
from rules.pharao.state import OWN_FACES, Part, State, Step, Turn, Way
from rules.pharao.turns import targets

TAKEN_OFF = "taken_off"
"""What people do by hand: the table can't take the drowned piece off the board for them."""
TONES = {Side.LIGHT: Tone.LIGHT, Side.DARK: Tone.DARK}


def view(state: State) -> dict[str, Json]:
    """Give the table as everyone may see it; docs/games/pharao.md describes each field."""
    is_full, throw = state.options.way is Way.FULL, state.now.throw
    is_on = is_full and state.part is not Part.OVER
    return {
        "way": str(state.options.way),
        "part": str(state.part),
        "turn": state.seat if is_on else None,
        "side": str(state.side) if is_on else None,
        "dice": None if throw is None else {"own": throw.own, "enemy": throw.enemy},
        "faces": {"own": [*OWN_FACES], "enemy": [*state.options.enemy_die.faces]},
        "pieces": [
            {"square": NAMES[square], "side": str(state.position.side_at(square))}
            for square in squares_in(state.position.taken)
        ],
        "moves": _moves(state),
        "may_pass": not state.options.must_move and state.part in (Part.OWN, Part.ENEMY),
        "now": _turn(state, state.now) if is_full else None,
        "last": None if state.last is None else _turn(state, state.last),
        "questions": _questions(state) if state.part is Part.PLAY else [],
        "games": state.games,
        "seats": [_seat(state, side) for side in sorted(Side, key=state.seat_of)],
    }


def glance(state: State) -> Glance:
    """Give what lights and sounds tell: whose turn it is, and how many pieces each side has lost."""
    stage = Stage.OVER if state.part is Part.OVER else Stage.TURN
    if state.options.way is Way.REFEREE:
        return Glance(stage)
    arcs = tuple(Arc(TONES[side], PIECES - state.position.count(side), PIECES) for side in Side)
    turn = state.last if state.now.throw is None and state.last is not None else state.now
    is_off_just_now = turn.taken_off and turn.own is None and turn.enemy is None
    by_hand = (TAKEN_OFF, state.seat_of(turn.side)) if is_off_just_now else None
    return Glance(stage, state.seat, arcs=arcs, by_hand=by_hand)


def _seat(state: State, side: Side) -> Json:
    seat, count = state.seat_of(side), state.position.count(side)
    found: dict[str, Json] = {"seat": seat, "side": str(side), "left": count, "lost": PIECES - count}
    found["is_drowned"] = state.position.is_drowned(side)
    return found if state.options.way is Way.FULL else {**found, "score": state.wins[seat]}


def _turn(state: State, turn: Turn) -> Json:
    return {
        "number": turn.number,
        "seat": state.seat_of(turn.side),
        "dice": None if turn.throw is None else encode(turn.throw),
        "taken_off": turn.taken_off,
        "own": _step(turn.own),
        "rescued": _step(turn.rescued),
        "enemy": _step(turn.enemy),
    }


def _step(step: Step | None) -> Json:
    return None if step is None else {"piece": NAMES[step.piece], "to": NAMES[step.to]}


def _moves(state: State) -> list[Json]:
    """Give each piece of the side that is moved now: where it can go, which way, and what is refused."""
    throw = state.now.throw
    if throw is None or state.part in (Part.PLAY, Part.OVER, Part.WATER):
        return []
    if state.part is Part.RESCUE:
        steps = rescue_steps(state.position, state.options)
        return [_piece(state, WATER, steps, targets(state)[WATER], is_own=True)]
    is_own = state.part is not Part.ENEMY
    side, steps = (state.side, throw.own) if is_own else (state.side.other, throw.enemy)
    found = targets(state)
    return [
        _piece(state, piece, steps, found.get(piece, 0), is_own=is_own)
        for piece in squares_in(state.position.dry(side))
    ]


def _piece(state: State, piece: int, steps: int, to: int, *, is_own: bool) -> Json:
    taken, options = state.position.taken, state.options
    ways: list[Json] = [
        {"square": NAMES[s], "path": [NAMES[over] for over in way_to(piece, steps, s, taken).squares]}
        for s in squares_in(to)
    ]
    straight, bent = reach(piece, steps, taken, options.most_turns), reach(piece, steps, taken)
    refused: list[Json] = []
    if is_own and straight & ~to & 1 << WATER:
        rule = Rule.OWN_INTO_WATER if straight != 1 << WATER else Rule.LAST_INTO_WATER
        refused.append({"square": NAMES[WATER], "rule": str(rule)})
    for square in squares_in(bent & ~straight):
        refused.append({"square": NAMES[square], "rule": str(Rule.TOO_MANY_TURNS)})
    return {"piece": NAMES[piece], "to": ways, "refused": refused}


def has_hints(state: State) -> bool:
    """Say whether there is a move about which learners are told something."""
    return state.options.hints and state.part not in (Part.THROW, Part.OVER, Part.PLAY)


def hints(state: State, is_wanted: IsWanted) -> Json:
    """Give what each open move wins or loses."""
    forecast = look_ahead(state, is_wanted=is_wanted)
    return {"turns": forecast.turns, "moves": [_hint(chance) for chance in forecast.chances]}


def _hint(chance: Chance) -> Json:
    return {
        "event": {"type": chance.move.type, **encode(chance.move)},
        "win": _share(chance.win),
        "loss": _share(chance.loss),
    }


def _share(share: Fraction) -> Json:
    return [share.numerator, share.denominator]


def _questions(state: State) -> list[Json]:
    """Give what the referee would answer: each piece, each die, where it may go."""
    return [
        {"piece": NAMES[piece], "die": str(die), "to": [NAMES[s] for s in squares_in(to)]}
        for piece, each in referee.answers(state).items()
        for die, to in each.items()
    ]

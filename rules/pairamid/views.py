"""What people see of Pairamid: nothing in it is hidden."""

from rules.codec import Json, encode
from rules.core import Arc, Glance, Seat, Stage, Tone
from rules.pairamid.board import START
from rules.pairamid.events import Colour, Scarab
from rules.pairamid.moving import Landing, landings
from rules.pairamid.scoring import counting, lines, treasure, value_at
from rules.pairamid.state import SHAPES, Phase, State

TONES = {Scarab.WHITE: Tone.LIGHT, Scarab.BLACK: Tone.DARK}


def view(state: State) -> dict[str, Json]:
    """Give the table as everyone may see it; docs/games/pairamid.md describes each field."""
    return {
        "way": str(state.options.way),
        "phase": str(state.phase),
        "round": state.number,
        "turn": state.turn,
        "colours": [
            {"colour": str(colour), "shape": shape}
            for colour, shape in zip(state.colours, SHAPES, strict=False)
        ],
        "scarabs": [_scarab(state, scarab) for scarab in Scarab],
        "board": _board(state) if state.is_board else None,
        "researchers": _researchers(state) if state.is_board else [],
        "dice": [_die(state, colour) for colour in state.colours] if state.is_board else [],
        "faces": [*state.faces] if state.is_board else [],
        "seats": [_seat(state, seat) for seat in state.all_seats],
        "last": _last(state),
    }


def glance(state: State) -> Glance:
    """Give what lights and sounds tell: whose turn it is, and how far the scarabs have come."""
    arcs = tuple(Arc(TONES[s], state.at(s) + 1, len(state.row(s))) for s in Scarab)
    stage = Stage.OVER if state.phase is Phase.OVER else Stage.TURN
    return Glance(stage, state.turn, arcs=arcs)


def _scarab(state: State, scarab: Scarab) -> Json:
    return {
        "scarab": str(scarab),
        "at": state.at(scarab),
        "values": [*state.row(scarab)],
        "value": value_at(state, scarab),
        "is_in_great": state.is_in_great(scarab),
        "space": state.space_of(scarab) if state.is_board else None,
    }


def _board(state: State) -> Json:
    return {"is_house": state.profile.board is None, **encode(state.board)}


def _researchers(state: State) -> list[Json]:
    return [{"colour": str(colour), "space": _space(state.where(colour))} for colour in state.colours]


def _space(name: str) -> str | None:
    return None if name == START else name


def _die(state: State, colour: Colour) -> Json:
    is_placed = colour in state.placed
    is_open = state.phase is Phase.PLAYING and not is_placed
    moves: list[Json] = []
    for pips in state.pips_open(colour) if is_open else ():
        found = landings(state, colour, pips)
        moves += [_move(state, colour, pips, landing, len(found) > 1) for landing in found]
    return {
        "colour": str(colour),
        "is_placed": is_placed,
        "pips": state.pips_of(colour),
        "moves": moves,
    }


def _move(state: State, colour: Colour, pips: int, landing: Landing, is_choice: bool) -> Json:
    """Give a move before it is made; `to` is what its event says."""
    met = counting(state, landing.met)
    return {
        "pips": pips,
        "to": landing.to if is_choice else "",
        "space": _space(landing.to),
        "path": [{"space": step.space, "is_jumped": step.is_jumped} for step in landing.path],
        "lost": landing.steps_lost,
        "scarabs": [str(scarab) for scarab in landing.met],
        "points": sum(value_at(state, scarab) for scarab in met),
        "scores_for": [*_holders(state, colour)] if met else [],
        "is_end": any(state.is_in_great(scarab) for scarab in met),
    }


def _holders(state: State, colour: Colour) -> list[Seat]:
    """List the seats that have a marker of that colour."""
    return [seat for seat in state.all_seats if colour in (state.markers[seat] or ())]


def _seat(state: State, seat: Seat) -> Json:
    markers = state.markers[seat]
    made: list[Json] = [
        {
            "round": line.turn,
            "colour": str(line.colour),
            "scarab": str(line.scarab),
            "points": line.points,
        }
        for line in lines(state, seat)
    ]
    return {
        "seat": seat,
        "score": treasure(state, seat),
        "colours": None if markers is None else [str(colour) for colour in markers],
        "lines": made,
    }


def _last(state: State) -> Json:
    """Give what happened last: the move, where moves are followed, and what it scored."""
    if state.is_board and not state.moves:
        return None
    if not state.is_board and not state.scored:
        return None
    number = state.number - 1 if state.is_board else state.scored[-1].turn
    move = state.moves[-1] if state.is_board else None
    seen = dict.fromkeys(Scarab, 0)
    scored: list[Json] = []
    for one in state.scored:
        value = state.row(one.scarab)[seen[one.scarab]]
        seen[one.scarab] += 1
        if one.turn == number:
            scored.append(
                {
                    "colour": str(one.colour),
                    "scarab": str(one.scarab),
                    "value": value,
                    "scores_for": [*_holders(state, one.colour)],
                }
            )
    return {
        "round": number,
        "seat": None if move is None else (state.first + number - 1) % state.seats,
        "colour": str(state.scored[-1].colour if move is None else move.colour),
        "pips": None if move is None else move.pips,
        "space": None if move is None else _space(move.to),
        "scored": scored,
    }

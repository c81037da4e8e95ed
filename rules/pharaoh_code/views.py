"""What people see of Pharaoh Code. Nothing of what *could* be made leaves before a round is judged."""

from functools import cache

from rules.codec import Json
from rules.core import Glance, GlanceClaim, PressMark, Stage
from rules.pharaoh_code.events import DiceRead
from rules.pharaoh_code.formula import write_value
from rules.pharaoh_code.judging import judge_formula
from rules.pharaoh_code.scoring import score, tiles_won
from rules.pharaoh_code.solver import reach
from rules.pharaoh_code.state import Claim, Phase, Round, State, Way, lines, verdict_of
from rules.pharaoh_code.tiles import SPACES, TILES, Colour

FORMULAS_SHOWN = 3


def view(state: State) -> dict[str, Json]:
    """Give the table as everyone may see it; docs/api.md describes each field."""
    now = state.now
    return {
        "way": str(state.options.way),
        "phase": str(state.phase),
        "round": len(state.rounds) + (now is not None),
        "roller": None if now is None else now.roller,
        "dice": None if now is None else _dice(now.dice),
        "sand": _sand(state),
        "claims": [] if now is None else _claims(state, now),
        "strikes": [] if now is None else [{"seat": s.seat, "points": s.points} for s in now.strikes],
        "may_claim": [*state.may_claim],
        "pyramid": _pyramid(state),
        "piles": [{"colour": str(c), "left": state.left(c), "spaces": SPACES[c]} for c in Colour],
        "gone": [*sorted(state.taken)],
        "callable": _callable(state),
        "seats": _seats(state),
        "last": _last(state),
    }


_STAGES = {
    Phase.READY: Stage.TURN,
    Phase.RACE: Stage.RACE,
    Phase.SAND: Stage.SAND,
    Phase.JUDGING: Stage.JUDGING,
    Phase.OVER: Stage.OVER,
}


def glance(state: State) -> Glance:
    """Give what lights and sounds tell."""
    now = state.now
    from_ms, until_ms = (None, None) if now is None else (now.sand_from_ms, state.deadline_ms)
    shown = () if now is None else now.claims
    is_early = state.phase is Phase.JUDGING and now is not None and not now.is_sand_out
    judged = [[line for line in lines(state, seat) if line.number is not None] for seat in state.all_seats]
    return Glance(
        _STAGES[state.phase],
        None if now is None else now.roller,
        None if from_ms is None or until_ms is None or is_early else (from_ms, until_ms),
        tuple(
            GlanceClaim(
                c.seat, c.mark is PressMark.DEAD_HEAT, verdict_of(c, state.seats, state.options.disputes)
            )
            for c in shown
        ),
        tuple((sum(line.points > 0 for line in own), sum(line.points < 0 for line in own)) for own in judged),
    )


def _dice(dice: DiceRead | None) -> Json:
    return None if dice is None else {"d8": dice.d8, "d10": dice.d10, "d12": dice.d12}


def _sand(state: State) -> Json:
    if state.now is None or state.deadline_ms is None or state.phase is Phase.JUDGING:
        return None
    return {
        "from_ms": state.now.sand_from_ms,
        "until_ms": state.deadline_ms,
        "total_ms": 1000 * state.options.sand_s,
    }


def _claims(state: State, played: Round) -> list[Json]:
    return [_claim(state, played, claim) for claim in played.claims]


def _claim(state: State, played: Round, claim: Claim) -> dict[str, Json]:
    tile = None if claim.number is None else TILES[claim.number]
    right = verdict_of(claim, state.seats, state.options.disputes)
    votes: list[Json] = [{"seat": seat, "right": vote} for seat, vote in claim.votes]
    return {
        "claim": claim.index,
        "seat": claim.seat,
        "mark": str(claim.mark),
        "by_phone": claim.by_phone,
        "is_dead_heat": _is_dead_heat(played, claim),
        "margin_ms": _margin_ms(played, claim),
        "number": claim.number,
        "colour": None if tile is None else str(tile.colour),
        "points": None if tile is None else tile.points,
        "lost": claim.lost,
        "right": right,
        "is_overturned": right is not claim.right,
        "formula": claim.formula,
        "fault": _fault(state, played, claim),
        "votes": votes,
    }


def _is_dead_heat(played: Round, claim: Claim) -> bool:
    """Say whether a draw, not a stamp, gave this claim its place."""
    heats = {c.index for c in played.claims if c.mark is PressMark.DEAD_HEAT}
    return not heats.isdisjoint((claim.index, claim.index + 1))


def _margin_ms(played: Round, claim: Claim) -> int | None:
    """Give how much the first was ahead of the second, and how much later than the first the others were."""
    first, *others = played.claims
    if claim is not first:
        return claim.pressed_ms - first.pressed_ms
    return others[0].pressed_ms - first.pressed_ms if others else None


def _fault(state: State, played: Round, claim: Claim) -> Json:
    if claim.formula is None or claim.right or claim.number is None:
        return None
    judgement = judge_formula(claim.formula, played, claim.number, state.options)
    fault = judgement.fault
    assert fault is not None
    value = None if judgement.value is None else write_value(judgement.value)
    return {"code": str(fault.code), "message": fault.message, "params": dict(fault.params), "value": value}


def _pyramid(state: State) -> list[Json]:
    """Give the rows from the top: known tiles lowest first, then spaces whose tile is not known.

    `seat` is who claimed a tile in this round; empty spaces that no tile is left for are not listed.
    """
    holders = {} if state.now is None else {c.number: c.seat for c in state.now.claims}
    rows: list[Json] = []
    for colour in Colour:
        row: list[Json] = [
            {"number": n, "colour": str(colour), "points": TILES[n].points, "seat": holders.get(n)}
            for n in state.face_up(colour)
        ]
        unknown = state.spaces(colour) - len(row)
        row += [{"number": None, "colour": str(colour), "points": None, "seat": None}] * unknown
        rows.append(row)
    return rows


def _callable(state: State) -> Json:
    """Give for each claim without verdict the numbers that may be called, by claim index."""
    if state.now is None:
        return {}
    waiting = (c.index for c in state.now.claims if c.right is None)
    return {str(index): [*state.callable_numbers(index)] for index in waiting}


def _seats(state: State) -> list[Json]:
    found: list[Json] = []
    for seat in state.all_seats:
        made: list[Json] = [
            {"round": line.round, "number": line.number, "points": line.points} for line in lines(state, seat)
        ]
        found.append(
            {"seat": seat, "score": score(state, seat), "tiles": len(tiles_won(state, seat)), "lines": made}
        )
    return found


def _last(state: State) -> Json:
    """Give the finished round that was played last, with what could have been made in it.

    A round in which nobody found anything is one where the layout and the dice tell what there was.
    """
    number = next(
        (i for i in range(len(state.rounds), 0, -1) if _has_a_tale(state, state.rounds[i - 1])), None
    )
    if number is None:
        return None
    played = state.rounds[number - 1]
    return {
        "round": number,
        "roller": played.roller,
        "dice": _dice(played.dice),
        "claims": _claims(state, played),
        "strikes": [{"seat": s.seat, "points": s.points} for s in played.strikes],
        "made": _made(state, number - 1),
    }


def _has_a_tale(state: State, played: Round) -> bool:
    return bool(played.claims) or (state.options.way is Way.LAYOUT and played.dice is not None)


def _made(state: State, index: int) -> Json:
    """Give the formulas for the tiles that lay there.

    None where the dice are not known, and from the next throw to its verdicts: some of those tiles
    still lie there, and the dice may be the same.
    """
    played = state.rounds[index]
    if played.dice is None or state.phase not in (Phase.READY, Phase.OVER):
        return None
    dice = (played.dice.d8, played.dice.d10, played.dice.d12)
    formulas = _formulas(dice, state.options.powers, state.options.whole_steps)
    claimed = {c.number: c.seat for c in played.claims if c.number is not None}
    lay = set(claimed)
    if state.options.way is Way.LAYOUT:
        before = state.rounds[:index]
        lay |= {n for r in (*before, played) for n in r.laid} - {c.number for r in before for c in r.claims}
    found: list[Json] = []
    for number in sorted(lay, key=lambda n: (-TILES[n].points, n)):
        tile = TILES[number]
        made: list[Json] = [*formulas.get(number, ())]
        found.append(
            {
                "number": number,
                "colour": str(tile.colour),
                "points": tile.points,
                "seat": claimed.get(number),
                "formulas": made,
            }
        )
    return found


@cache
def _formulas(dice: tuple[int, int, int], powers: bool, whole_steps: bool) -> dict[int, tuple[str, ...]]:
    found = reach(dice, numbers=tuple(TILES), powers=powers, whole_steps=whole_steps)
    return {number: tuple(str(f) for f in formulas[:FORMULAS_SHOWN]) for number, formulas in found.items()}

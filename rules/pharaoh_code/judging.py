"""Judging: verdicts by the table, by a formula or by vote, struck claims, and the end of a round."""

from dataclasses import replace

from rules.errors import IllegalMoveError
from rules.pharaoh_code.claims import claim_of
from rules.pharaoh_code.events import Explained, Judged, Rule, Struck, Voted
from rules.pharaoh_code.formula import Judgement, judge
from rules.pharaoh_code.state import Claim, Disputes, Options, Phase, Round, State, Strike, with_claim
from rules.pharaoh_code.tiles import SPACES, Colour
from rules.refusals import check_seat


def struck(state: State, now: Round, event: Struck) -> State:
    """Take a claim away; a claim whose tile went to an earlier one costs nothing.

    Was it the only one, the sand stops and the race is open again.
    """
    claim = claim_of(now, event.claim)
    if claim.right is not None:
        raise IllegalMoveError(
            Rule.ALREADY_JUDGED, f"claim {event.claim} was judged already", {"claim": event.claim}
        )
    points = 0 if claim.lost is not None else state.options.strike_penalty
    after = replace(
        now,
        claims=tuple(c for c in now.claims if c.index != event.claim),
        strikes=(*now.strikes, Strike(claim.seat, points)),
        is_called=now.is_called or (state.phase is Phase.JUDGING and claim.number is not None),
    )
    if not after.claims:
        opened = replace(after, is_thrown=True, sand_from_ms=None, is_sand_out=False, is_called=False)
        return replace(state, now=opened)
    return _settled(state, after)


def judged(state: State, now: Round, event: Judged) -> State:
    claim = _to_judge(state, now, event.claim)
    return _settled(state, with_claim(now, replace(claim, right=event.right)))


def explained(state: State, now: Round, event: Explained) -> State:
    """Judge a claim by its formula.

    Raises:
        MalformedFormulaError: when the formula can't be read; the claim still waits for its verdict.
    """
    claim = _to_judge(state, now, event.claim)
    if now.dice is None:
        raise IllegalMoveError(Rule.DICE_UNKNOWN, "a formula is checked against the dice: enter them first")
    assert claim.number is not None
    judgement = judge_formula(event.formula, now, claim.number, state.options)
    settled = replace(claim, right=judgement.is_right, formula=event.formula)
    return _settled(state, with_claim(now, settled))


def judge_formula(text: str, played: Round, number: int, options: Options) -> Judgement:
    """Check a formula against the dice of its round, which must be known."""
    assert played.dice is not None
    dice = (played.dice.d8, played.dice.d10, played.dice.d12)
    return judge(text, dice, number, powers=options.powers, whole_steps=options.whole_steps)


def _to_judge(state: State, now: Round, index: int) -> Claim:
    claim = claim_of(now, index)
    if state.phase is not Phase.JUDGING:
        raise IllegalMoveError(Rule.TIME_LEFT, "the sand is still running", {"left_ms": 0})
    if claim.right is not None:
        raise IllegalMoveError(Rule.ALREADY_JUDGED, f"claim {index} was judged already", {"claim": index})
    if claim.number is None:
        raise IllegalMoveError(Rule.NOTHING_CALLED, f"claim {index} has no number yet", {"claim": index})
    return claim


def voted(state: State, now: Round, event: Voted) -> State:
    """Note a vote on the round judged last, or on the present one once somebody claims."""
    if state.options.disputes is Disputes.HOST:
        raise IllegalMoveError(Rule.HOST_DECIDES, "at this table the host decides a dispute")
    place = voting_place(state)
    played = now if place is None else state.rounds[place]
    claim = claim_of(played, event.claim)
    if claim.right is None:
        raise IllegalMoveError(
            Rule.NOT_JUDGED, f"claim {event.claim} has no verdict yet", {"claim": event.claim}
        )
    if claim.formula is not None:
        raise IllegalMoveError(Rule.FORMULA_DECIDED, "the formula decided: there is nothing to vote on")
    check_seat(event.seat, state.seats)
    if event.seat == claim.seat:
        raise IllegalMoveError(
            Rule.OWN_CLAIM, f"seat {event.seat} has no vote on its own claim", {"seat": event.seat}
        )
    votes = (*(v for v in claim.votes if v[0] != event.seat), (event.seat, event.right))
    after = with_claim(played, replace(claim, votes=votes))
    if place is None:
        return replace(state, now=after)
    return replace(state, rounds=(*state.rounds[:place], after, *state.rounds[place + 1 :]))


def voting_place(state: State) -> int | None:
    """Give the place in `rounds` of the one that votes count in, None where that is the present one."""
    if state.phase not in (Phase.READY, Phase.RACE):
        return None
    return next((i for i in reversed(range(len(state.rounds))) if state.rounds[i].claims), None)


def next_round(state: State, finished: Round) -> State:
    """Close a round; the player to the left rolls, unless a row can't be filled."""
    after = replace(state, rounds=(*state.rounds, finished), now=None)
    if empty_rows(after):
        return after
    left = state.all_seats[(finished.roller + 1) % state.seats]
    return replace(after, now=Round(left))


def empty_rows(state: State) -> tuple[Colour, ...]:
    """List the rows that can't be filled completely, from the top."""
    return tuple(c for c in Colour if state.left(c) < SPACES[c])


def _settled(state: State, now: Round) -> State:
    if all(c.right is not None for c in now.claims):
        return next_round(state, now)
    return replace(state, now=now)

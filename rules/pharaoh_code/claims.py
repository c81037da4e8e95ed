"""Claims: who pressed, in which order, until when, and which number was called."""

from dataclasses import replace

from rules.core import DeadHeatRule, PressMark
from rules.errors import IllegalMoveError
from rules.pharaoh_code.events import Claimed, DeadHeatVoided, NumberCalled, Rule, SandRanOut, TimerTurned
from rules.pharaoh_code.state import TURN_WITHIN_MS, Claim, Round, SandStart, State, Way, with_claim
from rules.pharaoh_code.tiles import SPACES, TILES
from rules.refusals import check_seat


def claimed(state: State, now: Round, event: Claimed) -> Round:
    check_seat(event.seat, state.seats)
    if not state.options.professional and any(c.seat == event.seat for c in now.claims):
        raise IllegalMoveError(Rule.ALREADY_CLAIMED, "one tile a player a round", {"seat": event.seat})
    deadline = state.deadline_ms
    if deadline is not None and event.pressed_ms > deadline:
        late_ms = event.pressed_ms - deadline
        raise IllegalMoveError(Rule.TIME_UP, f"time was up {late_ms} ms before", {"late_ms": late_ms})
    if now.is_judged:
        raise IllegalMoveError(Rule.JUDGING_BEGAN, "the claims of this round are being judged")
    if event.seat not in state.may_claim:
        raise IllegalMoveError(Rule.ROW_EMPTY, "all tiles that lie there are claimed in this round")
    _check_order(now, event)
    sand_from_ms = now.sand_from_ms
    if sand_from_ms is None:
        waits_ms = TURN_WITHIN_MS if state.options.sand_start is SandStart.TURNED else 0
        sand_from_ms = event.pressed_ms + waits_ms
    claim = Claim(now.next_index, event.seat, event.pressed_ms, event.mark, event.by_phone)
    return replace(now, claims=(*now.claims, claim), sand_from_ms=sand_from_ms)


def _check_order(now: Round, event: Claimed) -> None:
    before_ms = now.claims[-1].pressed_ms if now.claims else None
    latest_ms = max((c.pressed_ms for c in now.claims), default=-1)
    match event.mark:
        case PressMark.CLEAR if event.pressed_ms < latest_ms:
            raise IllegalMoveError(
                Rule.NOT_IN_ORDER,
                f"pressed at {event.pressed_ms} ms, after one at {latest_ms} ms was announced",
            )
        case PressMark.LATE if event.pressed_ms > latest_ms:
            raise IllegalMoveError(
                Rule.NOT_IN_ORDER, f"pressed at {event.pressed_ms} ms is not late: none was after it"
            )
        case PressMark.DEAD_HEAT if before_ms is None or abs(event.pressed_ms - before_ms) > 1:
            raise IllegalMoveError(
                Rule.NOT_A_DEAD_HEAT, f"pressed at {event.pressed_ms} ms, the one before at {before_ms} ms"
            )
        case _:
            pass


def dead_heat_voided(state: State, now: Round, event: DeadHeatVoided) -> Round:
    if state.options.dead_heat is not DeadHeatRule.AGAIN:
        raise IllegalMoveError(Rule.NOT_A_DEAD_HEAT, "at this table a dead heat is not thrown again")
    if len(set(event.seats)) < len(event.seats):
        raise IllegalMoveError(Rule.NOT_A_DEAD_HEAT, "a dead heat is one of different seats")
    if now.claims:
        raise IllegalMoveError(
            Rule.CLAIMS_STAND, "somebody was first already: only a first place is thrown again"
        )
    for seat in event.seats:
        check_seat(seat, state.seats)
    return replace(now, is_thrown=False, dice=None)


def timer_turned(state: State, now: Round, event: TimerTurned) -> Round:
    if state.options.sand_start is not SandStart.TURNED or not now.claims or now.claims[0].seat != event.seat:
        raise IllegalMoveError(
            Rule.NO_TIMER_TO_TURN, "only the first claimant turns the timer", {"seat": event.seat}
        )
    turn_by_ms = now.claims[0].pressed_ms + TURN_WITHIN_MS
    if not state.can_turn or not state.turn_from_ms <= event.pressed_ms <= turn_by_ms:
        raise IllegalMoveError(Rule.NO_TIMER_TO_TURN, "the sand runs already", {"seat": event.seat})
    return replace(now, sand_from_ms=event.pressed_ms)


def sand_ran_out(state: State, now: Round, event: SandRanOut) -> Round:
    deadline = state.deadline_ms
    if deadline is None or now.is_sand_out:
        raise IllegalMoveError(Rule.NO_SAND, "no sand is running")
    if event.at_ms < deadline:
        left_ms = deadline - event.at_ms
        raise IllegalMoveError(Rule.TIME_LEFT, f"{left_ms} ms are left", {"left_ms": left_ms})
    return replace(now, is_sand_out=True)


def number_called(state: State, now: Round, event: NumberCalled) -> Round:
    """Note a claim's number; the same number called by a later claim is lost to that one.

    Numbers may be entered in any order: the order of the presses decides who gets a tile.
    """
    claim = claim_of(now, event.claim)
    number = event.number
    if claim.right is not None:
        raise IllegalMoveError(
            Rule.ALREADY_JUDGED, f"claim {event.claim} was judged on {claim.number}", {"number": number}
        )
    check_on_board(state, number)
    for other in now.claims:
        if other.index < event.claim and other.number == number:
            raise IllegalMoveError(
                Rule.TILE_TAKEN,
                f"{number} went to seat {other.seat}, who pressed before",
                {"number": number, "seat": other.seat},
            )
        if other.index > event.claim and other.number == number and other.right is not None:
            raise IllegalMoveError(
                Rule.TILE_TAKEN,
                f"{number} was judged for seat {other.seat}",
                {"number": number, "seat": other.seat},
            )
    if number not in state.callable_numbers(event.claim):
        colour = TILES[number].colour
        if state.options.way is Way.LAYOUT and number not in state.face_up(colour):
            raise IllegalMoveError(
                Rule.NOT_FACE_UP, f"{number} does not lie face up", {"number": number, "colour": colour}
            )
        raise IllegalMoveError(
            Rule.ROW_EMPTY,
            f"{number} is {colour}, and all tiles of that row are taken in this round",
            {"number": number, "colour": colour, "spaces": min(SPACES[colour], state.left(colour))},
        )
    after = with_claim(now, replace(claim, number=number, lost=None))
    for other in now.claims:
        if other.index != claim.index and other.number == number:
            after = with_claim(after, replace(other, number=None, lost=number))
    return after


def check_on_board(state: State, number: int) -> None:
    """Raise unless *number* is a tile that has not left the board in an earlier round."""
    if number not in TILES:
        raise IllegalMoveError(Rule.NOT_A_TILE, f"no tile has the number {number}", {"number": number})
    if number in state.taken:
        raise IllegalMoveError(Rule.TILE_GONE, f"{number} was taken in an earlier round", {"number": number})


def claim_of(played: Round, index: int) -> Claim:
    """Give the claim of that index, or raise."""
    found = next((c for c in played.claims if c.index == index), None)
    if found is None:
        there = ", ".join(str(c.index) for c in played.claims) or "none"
        raise IllegalMoveError(
            Rule.NO_SUCH_CLAIM, f"claim {index} came, there are: {there}", {"claim": index}
        )
    return found

"""Pharaoh Code (Jung-Hun Lim, 2011): the rules of the round.

Source: 001_2ab20217500c2762.txt of the source documents, restated with what other pages add in
docs/games/pharaoh_code.md. The dice, the tiles and the voices are real: the game only hears of them.

    READY ──thrown──▶ RACE ──claimed──▶ SAND ──time up, or all claimed──▶ JUDGING ──last verdict──▶ READY
      │                 ▲ └─nobody found: next roller      │                 │       └─ a row has gaps: OVER
      └──claimed: SAND  └──────── the only claim struck ───┴─────────────────┘

Left out: who is the oldest (the table says who starts), and the order of the piles, which are real.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from rules.codec import Json
from rules.core import (
    Await,
    DeadHeatRule,
    Game,
    Glance,
    Happened,
    NeverWas,
    NoProfile,
    Outcome,
    Press,
    PressMark,
    Scalar,
    Seat,
)
from rules.errors import IllegalMoveError
from rules.pharaoh_code import asking, claims, judging, scoring, slips, views
from rules.pharaoh_code.events import (
    EVENTS,
    Claimed,
    DeadHeatVoided,
    DiceRead,
    Explained,
    Judged,
    LaidOut,
    NobodyFound,
    NumberCalled,
    PharaohCodeEvent,
    Rule,
    SandRanOut,
    Struck,
    Thrown,
    TimerTurned,
    Voted,
)
from rules.pharaoh_code.state import TURN_WITHIN_MS, Claim, Options, Round, State, Way
from rules.pharaoh_code.tiles import TILES, Colour
from rules.refusals import check_seats, game_over


class PharaohCode(Game[Options, NoProfile, State, PharaohCodeEvent]):
    """Roll three dice, be first to see a formula that makes a face-up number, claim its tile."""

    id = "pharaoh_code"
    rules_version = 1
    seat_counts = range(2, 6)
    keeps_rounds = True
    options = Options
    profile = NoProfile
    events: Mapping[str, type[PharaohCodeEvent]] = EVENTS

    def start(self, seats: int, first: Seat, options: Options, profile: NoProfile) -> State:
        check_seats(self.seat_counts, seats, first)
        return State(seats, options, Round(first))

    def apply(self, state: State, event: PharaohCodeEvent) -> State:
        now = state.now
        if now is None:
            raise game_over()
        match event:
            case Thrown():
                return replace(state, now=_thrown(now))
            case DiceRead():
                return replace(state, now=_dice_read(now, event))
            case LaidOut():
                return _laid_out(state, now, event)
            case Claimed():
                return replace(state, now=claims.claimed(state, now, event))
            case DeadHeatVoided():
                return replace(state, now=claims.dead_heat_voided(state, now, event))
            case TimerTurned():
                return replace(state, now=claims.timer_turned(state, now, event))
            case NumberCalled():
                return replace(state, now=claims.number_called(state, now, event))
            case Struck():
                return judging.struck(state, now, event)
            case SandRanOut():
                return replace(state, now=claims.sand_ran_out(state, now, event))
            case Judged():
                return judging.judged(state, now, event)
            case Explained():
                return judging.explained(state, now, event)
            case Voted():
                return judging.voted(state, now, event)
            case NobodyFound():
                if now.claims:
                    raise IllegalMoveError(Rule.CLAIMS_STAND, "somebody claimed: strike the claim first")
                return judging.next_round(state, now)
            case _:
                assert_never(event)

    def legal(self, state: State) -> tuple[PharaohCodeEvent, ...]:
        """List the moves open now; dice and dead heats are chance, formulas are endless: none is listed."""
        return asking.legal(state)

    def awaits(self, state: State) -> tuple[Await, ...]:
        return asking.awaits(state)

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        """Nothing is hidden in this game but what could be made, which waits for the end of the round."""
        return views.view(state)

    def glance(self, state: State) -> Glance:
        return views.glance(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def round_number(self, state: State) -> int:
        return len(state.rounds) + (state.now is not None)

    def round_of(self, state: State, event: PharaohCodeEvent) -> int:
        """A vote belongs to the round that it is about."""
        place = judging.voting_place(state) if isinstance(event, Voted) else None
        return self.round_number(state) if place is None else place + 1

    def pressed(self, state: State, press: Press) -> PharaohCodeEvent:
        now = state.now
        claims_before = () if now is None else now.claims
        if state.can_turn:
            first = claims_before[0]
            if press.seat == first.seat and press.pressed_ms <= first.pressed_ms + TURN_WITHIN_MS:
                return TimerTurned(press.seat, press.pressed_ms)
        return Claimed(press.seat, press.pressed_ms, _mark(claims_before, press), press.by_phone)

    def whose(self, state: State, event: PharaohCodeEvent) -> Seat | None:
        match event:
            case Claimed(seat=seat) | TimerTurned(seat=seat) | Voted(seat=seat):
                return seat
            case (
                NumberCalled(claim=index) | Struck(claim=index) | Judged(claim=index) | Explained(claim=index)
            ):
                claims_now = () if state.now is None else state.now.claims
                return next((c.seat for c in claims_now if c.index == index), None)
            case Thrown():
                return None if state.now is None else state.now.roller
            case _:
                return None

    def still_means(
        self,
        corrected: PharaohCodeEvent,
        replacement: PharaohCodeEvent | None,
        was: tuple[Seat | None, int],
        now: tuple[Seat | None, int],
    ) -> bool:
        """Numbers and verdicts speak of a claim of their round.

        Only who pressed may be put right under them, and only a round that never was shifts others.
        """
        is_its_claim = isinstance(corrected, Claimed) and replacement is not None and was[0] == corrected.seat
        is_same_round = was[1] == now[1] or isinstance(corrected, NobodyFound)
        return is_same_round and (was[0] == now[0] or is_its_claim)

    def never_was(
        self, state: State, happened: Sequence[Happened[PharaohCodeEvent]], entry: int
    ) -> tuple[NeverWas[PharaohCodeEvent], ...]:
        return tuple(slips.never_was(state, happened, entry))

    def upsetting(
        self, state: State, happened: Sequence[Happened[PharaohCodeEvent]], entry: int
    ) -> Mapping[str, Collection[Scalar]]:
        return slips.upsetting(state, happened, entry)

    def dead_heat_rule(self, state: State) -> DeadHeatRule:
        """Throwing again is for the first place only; a later dead heat is drawn."""
        if state.options.dead_heat is DeadHeatRule.AGAIN and state.now is not None and state.now.claims:
            return DeadHeatRule.DRAW
        return state.options.dead_heat

    def dead_heat_voided(self, state: State, presses: tuple[Press, ...]) -> DeadHeatVoided:
        return DeadHeatVoided(tuple(p.seat for p in presses), presses[0].pressed_ms)

    def is_open_to(self, state: State, seat: Seat, event: PharaohCodeEvent) -> bool:
        """Anyone enters what lies on the table; a seat speaks for its own claims and its own vote.

        A seat may own up to a slip, at the price the table settled, until it has called a number: after
        that a strike would be a way out of a wrong one.
        """
        match event:
            case Thrown() | DiceRead() | LaidOut():
                return True
            case NumberCalled(claim=claim) | Explained(claim=claim):
                return state.now is not None and any(
                    c.index == claim and c.seat == seat for c in state.now.claims
                )
            case Struck(claim=claim):
                return state.now is not None and any(
                    c.index == claim and c.seat == seat and c.number is None for c in state.now.claims
                )
            case Voted(seat=voter):
                return voter == seat
            case _:
                return False


def _mark(before: tuple[Claim, ...], press: Press) -> PressMark:
    """Give a press its mark among the claims that stand: others may have been struck or refused."""
    if press.mark is PressMark.DEAD_HEAT and before and abs(press.pressed_ms - before[-1].pressed_ms) <= 1:
        return PressMark.DEAD_HEAT
    is_late = any(press.pressed_ms < claim.pressed_ms for claim in before)
    return PressMark.LATE if is_late else PressMark.CLEAR


def _thrown(now: Round) -> Round:
    if now.is_thrown or now.claims:
        raise IllegalMoveError(Rule.ALREADY_THROWN, "the dice of this round were thrown already")
    return replace(now, is_thrown=True)


def _dice_read(now: Round, event: DiceRead) -> Round:
    if now.dice is not None and now.is_judged:
        raise IllegalMoveError(
            Rule.DICE_FIXED, "a claim of this round was judged with these dice; correct them instead"
        )
    return replace(now, dice=event, is_thrown=True)


def _laid_out(state: State, now: Round, event: LaidOut) -> State:
    if state.options.way is not Way.LAYOUT:
        raise IllegalMoveError(Rule.NO_LAYOUT, "this table plays claims only: it does not follow the layout")
    for number in event.numbers:
        claims.check_on_board(state, number)
        if number in state.laid or event.numbers.count(number) > 1:
            raise IllegalMoveError(
                Rule.ALREADY_FACE_UP,
                f"{number} was laid already: no number is there twice",
                {"number": number},
            )
    after = replace(state, now=replace(now, laid=(*now.laid, *event.numbers)))
    for colour in Colour:
        if len(after.face_up(colour)) > state.spaces(colour):
            number = next(n for n in event.numbers if TILES[n].colour is colour)
            raise IllegalMoveError(
                Rule.ROW_FULL,
                f"{number} is {colour}, and that row has only {state.spaces(colour)} spaces",
                {"number": number, "colour": colour, "spaces": state.spaces(colour)},
            )
    return after

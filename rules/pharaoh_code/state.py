"""The state of Pharaoh Code, its options, and what can be read off it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from rules.codec import Bounds, Checked
from rules.core import DeadHeatRule, PressMark, Seat
from rules.pharaoh_code.events import LAST_CLAIM, DiceRead
from rules.pharaoh_code.tiles import SPACES, TILES, Colour, tiles_of

TURN_WITHIN_MS = 5_000
"""How long the first claimant has to turn the timer where that is a second press."""


class Way(StrEnum):
    """How much of the table the companion follows."""

    CLAIMS = "claims"
    LAYOUT = "layout"


class SandStart(StrEnum):
    """What starts the sand."""

    FIRST_PRESS = "first_press"
    TURNED = "turned"


class Disputes(StrEnum):
    """Who may overturn a verdict: most of the other seats, all of them, or the host alone."""

    MAJORITY = "majority"
    ALL = "all"
    HOST = "host"


@dataclass(frozen=True)
class Options(Checked):
    """What a table may settle before it starts; docs/games/pharaoh_code.md says why each exists."""

    way: Way = Way.CLAIMS
    sand_s: Annotated[int, Bounds(10, 300)] = 30
    sand_start: SandStart = SandStart.FIRST_PRESS
    powers: bool = False
    professional: bool = False
    whole_steps: bool = False
    strike_penalty: Annotated[int, Bounds(0, 7)] = 0
    dead_heat: DeadHeatRule = DeadHeatRule.DRAW
    disputes: Disputes = Disputes.MAJORITY
    highest_tile: bool = False


@dataclass(frozen=True)
class Claim:
    """A press that stands.

    `index` is its place among the claims of its round, struck ones included. `lost` is the number that
    an earlier claim took from it. `right` is the verdict before votes, None until there is one; `votes`
    are pairs of a seat and what it says.
    """

    index: int
    seat: Seat
    pressed_ms: int
    mark: PressMark = PressMark.CLEAR
    by_phone: bool = False
    number: int | None = None
    lost: int | None = None
    right: bool | None = None
    formula: str | None = None
    votes: tuple[tuple[Seat, bool], ...] = ()


@dataclass(frozen=True)
class Strike:
    """A claim that was struck, and what it cost."""

    seat: Seat
    points: int


@dataclass(frozen=True)
class Round:
    """One throw and what came of it.

    `sand_from_ms` is when the sand starts or started, None while nobody claims. `is_called` says that all had
    claimed before one whose number was known was struck: judging goes on. `laid` are the numbers
    entered as lying face up since the round before.
    """

    roller: Seat
    is_thrown: bool = False
    dice: DiceRead | None = None
    claims: tuple[Claim, ...] = ()
    strikes: tuple[Strike, ...] = ()
    sand_from_ms: int | None = None
    is_sand_out: bool = False
    is_called: bool = False
    laid: tuple[int, ...] = ()

    @property
    def next_index(self) -> int:
        """The index of the claim that comes next: a strike leaves those of the others as they were."""
        return len(self.claims) + len(self.strikes)

    @property
    def is_judged(self) -> bool:
        """Whether a verdict was given: then nobody claims any more."""
        return any(c.right is not None for c in self.claims)


class Phase(StrEnum):
    """A part of the game with its own legal moves."""

    READY = "ready"
    RACE = "race"
    SAND = "sand"
    JUDGING = "judging"
    OVER = "over"


@dataclass(frozen=True)
class State:
    """One game of Pharaoh Code.

    `rounds` are finished; `now` is the present one, None after the last.
    """

    seats: int
    options: Options
    now: Round | None
    rounds: tuple[Round, ...] = ()

    @property
    def laid(self) -> tuple[int, ...]:
        """All numbers that were entered as lying face up since the start."""
        return tuple(n for r in self.all_rounds for n in r.laid)

    @property
    def all_rounds(self) -> tuple[Round, ...]:
        """Finished rounds and the present one."""
        return self.rounds if self.now is None else (*self.rounds, self.now)

    @property
    def phase(self) -> Phase:
        now = self.now
        if now is None:
            return Phase.OVER
        if not now.claims:
            return Phase.RACE if now.is_thrown else Phase.READY
        is_closed = now.is_sand_out or now.is_called or not self.may_claim
        return Phase.JUDGING if is_closed else Phase.SAND

    @property
    def may_claim(self) -> tuple[Seat, ...]:
        """Seats that may still take a tile in this round, the deadline aside."""
        now = self.now
        if now is None or now.is_judged or now.next_index > LAST_CLAIM:
            return ()
        if len(now.claims) >= sum(self.spaces(colour) for colour in Colour):
            return ()
        claimed = {c.seat for c in now.claims}
        return tuple(s for s in self.all_seats if self.options.professional or s not in claimed)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(s) for s in range(self.seats))

    @property
    def deadline_ms(self) -> int | None:
        """The last moment at which a claim counts, None while no sand runs."""
        if self.now is None or self.now.sand_from_ms is None:
            return None
        return self.now.sand_from_ms + 1000 * self.options.sand_s

    @property
    def can_turn(self) -> bool:
        """Whether the first claimant has yet to turn the timer."""
        now = self.now
        if (
            self.options.sand_start is not SandStart.TURNED
            or now is None
            or not now.claims
            or now.is_sand_out
        ):
            return False
        return now.sand_from_ms == now.claims[0].pressed_ms + TURN_WITHIN_MS

    @property
    def turn_from_ms(self) -> int:
        """The earliest moment at which the timer can have been turned: no claim may come after its end."""
        assert self.now is not None
        latest_ms = max(c.pressed_ms for c in self.now.claims)
        return max(self.now.claims[0].pressed_ms, latest_ms - 1000 * self.options.sand_s)

    @property
    def taken(self) -> frozenset[int]:
        """Numbers that left the board in finished rounds."""
        return frozenset(c.number for r in self.rounds for c in r.claims if c.number is not None)

    def left(self, colour: Colour) -> int:
        """Count the tiles of a colour on the board and in its pile, as the present round began."""
        taken = self.taken
        return sum(t.number not in taken for t in tiles_of(colour))

    def spaces(self, colour: Colour) -> int:
        """Count the tiles of a colour that lay face up as the present round began."""
        return min(SPACES[colour], self.left(colour))

    def face_up(self, colour: Colour) -> tuple[int, ...]:
        """List the known numbers that lay in a row as the present round began, lowest first."""
        known = set(self.laid)
        if self.now is not None:
            known |= {c.number for c in self.now.claims if c.number is not None}
        known -= self.taken
        return tuple(t.number for t in tiles_of(colour) if t.number in known)

    def callable_numbers(self, index: int) -> tuple[int, ...]:
        """List the numbers that the claim of that index may call, lowest first."""
        assert self.now is not None
        own = next(c.number for c in self.now.claims if c.index == index)
        named = [(c, c.number) for c in self.now.claims if c.index != index and c.number is not None]
        others = [number for c, number in named if c.index < index or c.right is not None]
        later = [number for c, number in named if c.index > index and c.right is None]
        taken, laid = self.taken, self.laid
        free: list[int] = []
        for colour in Colour:
            row = [t.number for t in tiles_of(colour) if t.number not in taken]
            known = [n for n in self.face_up(colour) if n != own or n in laid]
            if self.options.way is Way.LAYOUT and len(known) >= self.spaces(colour):
                row = known
            fallen = sum(TILES[n].colour is colour for n in others + later)
            room = self.spaces(colour) - fallen
            free += [n for n in row if n not in others and (room > 0 or n in later)]
        return tuple(sorted(free))


def verdict_of(claim: Claim, seats: int, disputes: Disputes) -> bool | None:
    """Give a claim's verdict after votes: they overturn it, or it stands."""
    if claim.right is None or disputes is Disputes.HOST:
        return claim.right
    against = sum(vote is not claim.right for _, vote in claim.votes)
    others = seats - 1
    is_overturned = against == others if disputes is Disputes.ALL else 2 * against > others
    return claim.right is not is_overturned


@dataclass(frozen=True)
class Line:
    """One line of a seat's score: `number` is None for the penalty of a strike. `round` counts from 1."""

    round: int
    number: int | None
    points: int


def lines(state: State, seat: Seat) -> Iterator[Line]:
    """Give what a seat's score is made of, oldest first, judged claims of the present round included."""
    for number, played in enumerate(state.all_rounds, 1):
        for strike in played.strikes:
            if strike.seat == seat and strike.points:
                yield Line(number, None, -strike.points)
        for claim in played.claims:
            right = verdict_of(claim, state.seats, state.options.disputes)
            if claim.seat == seat and right is not None and claim.number is not None:
                points = TILES[claim.number].points
                yield Line(number, claim.number, points if right else -points)


def with_claim(played: Round, claim: Claim) -> Round:
    """Give the round with *claim* in the place of the one of its index."""
    return replace(played, claims=tuple(claim if c.index == claim.index else c for c in played.claims))

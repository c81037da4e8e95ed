"""Counting sites, and the end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.core import Outcome, Seat, ranked
from rules.errors import IllegalMoveError
from rules.giza.events import PYRAMIDS, Counted, Place, Rule, SiteFinished
from rules.giza.state import Phase, State, Way
from rules.giza.tiles import KINDS, SPHINX_ORDER, Family, Tile, family, value
from rules.refusals import check_seat

SHARED = "shared"
SUPPLY = "supply"
PEAKS = "peaks"
ALL_PASSED = "all_passed"
SAID = "said"
COUNTED = "counted"
REASONS = (SUPPLY, PEAKS, ALL_PASSED, SAID, COUNTED)
TIE_BREAKS = (SHARED,)

VALUED = tuple(tile for tile in Tile if KINDS[tile].value)


@dataclass(frozen=True)
class Line:
    """One line of a seat's sum: a tile, how many of it, and where it lies if that is followed."""

    tile: Tile
    count: int
    place: Place | None = None

    @property
    def points(self) -> int:
        return self.count * value(self.tile)


def lines(state: State, seat: Seat) -> Iterator[Line]:
    """Give what a seat's sum is made of: covered tiles count, scarabs are worth nothing."""
    if state.is_followed:
        for place in Place:
            yield from (Line(tile, 1, place) for tile in state.stack(seat, place) if value(tile))
        return
    counts = Counter(state.counted[seat])
    yield from (Line(tile, counts[tile]) for tile in VALUED if counts[tile])


def score(state: State, seat: Seat) -> int:
    """Sum a seat's lines."""
    return sum(line.points for line in lines(state, seat))


def counted(state: State, event: Counted) -> State:
    """Give the state after tiles of a site were counted.

    Raises:
        IllegalMoveError: when so many can't lie there.
    """
    _check_counting(state, event.seat)
    mine = (*state.counted[event.seat], *event.tiles)
    after = replace(state, counted=(*state.counted[: event.seat], mine, *state.counted[event.seat + 1 :]))
    for tile in dict.fromkeys(event.tiles):
        most = most_of(after, event.seat, tile)
        if mine.count(tile) > most:
            raise IllegalMoveError(
                Rule.TOO_MANY,
                f"{mine.count(tile)} tiles {tile} came, at most {most} can lie there beside what was counted",
                {"tile": tile, "came": mine.count(tile), "most": most},
            )
    return after


def most_of(state: State, seat: Seat, tile: Tile) -> int:
    """Give how many of a kind a site can hold beside the others that were counted.

    The other sites leave no more of the box; on a pyramid values fall from stone to stone, so that of one
    size there are at most three; a treasure needs a stone of its size, and the sphinx its lower parts.
    """
    mine = state.counted[seat]
    left = state.box(tile) - sum(c.count(tile) for s, c in enumerate(state.counted) if s != seat)
    match family(tile):
        case Family.STONE:
            twins = sum(_is_stone_of(other, abs(value(tile))) for other in mine if other is not tile)
            return min(left, len(PYRAMIDS) - twins)
        case Family.TREASURE:
            return min(left, sum(_is_stone_of(other, value(tile)) for other in mine))
        case Family.SPHINX:
            below = SPHINX_ORDER[: SPHINX_ORDER.index(tile)]
            return min(left, 1 if set(below) <= set(mine) else 0)
        case _:
            return 0


def _is_stone_of(tile: Tile, size: int) -> bool:
    return family(tile) is Family.STONE and abs(value(tile)) == size


def site_finished(state: State, event: SiteFinished) -> State:
    """Give the state after a seat's site is counted."""
    _check_counting(state, event.seat)
    return replace(state, finished=(*state.finished, event.seat))


def _check_counting(state: State, seat: Seat) -> None:
    check_seat(seat, state.seats)
    if state.phase is not Phase.COUNTING:
        raise IllegalMoveError(Rule.STILL_BUILDING, "the sites are counted when all is built")
    if seat in state.finished:
        raise IllegalMoveError(
            Rule.COUNT_FINISHED, f"the site of seat {seat} is counted: correct it instead", {"seat": seat}
        )


def outcome(state: State) -> Outcome | None:
    """Rank by the sum of all tiles; equal sums share the place. None until all is counted."""
    if state.phase is not Phase.OVER:
        return None
    sums = {seat: score(state, seat) for seat in state.all_seats}
    return Outcome(_reason(state), ranked(sums, SHARED))


def _reason(state: State) -> str:
    if state.options.way is Way.COUNT:
        return COUNTED
    if state.peaked:
        return PEAKS
    if state.is_ended:
        return SAID
    return SUPPLY if state.is_dry else ALL_PASSED

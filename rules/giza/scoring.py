"""Counting sites, and the end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.core import Outcome, Seat, ranked
from rules.errors import IllegalMoveError
from rules.giza.events import PYRAMIDS, Counted, KindCounted, Place, Rule, SiteFinished
from rules.giza.state import Phase, Stack, State, Way
from rules.giza.tiles import KINDS, SPHINX_ORDER, Family, Tile, family, value
from rules.refusals import check_seat

T = TypeVar("T")

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
    return _with_count(state, event.seat, (*state.counted[event.seat], *event.tiles))


def kind_counted(state: State, event: KindCounted) -> State:
    """Give the state after the tiles of one kind were counted on a site; it may be counted again.

    Raises:
        IllegalMoveError: when so many can't lie there, or others that were counted can't without them.
    """
    _check_counting(state, event.seat)
    others = tuple(tile for tile in state.counted[event.seat] if tile is not event.tile)
    after = _with_count(state, event.seat, (*others, *[event.tile] * event.count))
    if event.tile not in VALUED:
        return after
    return replace(after, reached=_put(state.reached, event.seat, event.tile))


def _with_count(state: State, seat: Seat, mine: Stack) -> State:
    after = replace(state, counted=_put(state.counted, seat, mine))
    for tile in dict.fromkeys(mine):
        most = most_of(after, seat, tile)
        if mine.count(tile) > most:
            raise IllegalMoveError(
                Rule.TOO_MANY,
                f"{mine.count(tile)} tiles {tile} came, at most {most} can lie there beside what was counted",
                {"tile": tile, "came": mine.count(tile), "most": most},
            )
    return after


def _put(all_seats: tuple[T, ...], seat: Seat, one: T) -> tuple[T, ...]:
    return (*all_seats[:seat], one, *all_seats[seat + 1 :])


def countable(state: State, seat: Seat) -> tuple[Tile, ...]:
    """List the kinds of which one more can be counted on a seat's site."""
    mine = state.counted[seat]
    return tuple(tile for tile in VALUED if mine.count(tile) < most_of(state, seat, tile))


def left_for(state: State, seat: Seat, tile: Tile) -> int:
    """Give how many of a kind the box has for a site beside those that were counted on the others."""
    return state.box(tile) - sum(c.count(tile) for s, c in enumerate(state.counted) if s != seat)


def most_of(state: State, seat: Seat, tile: Tile) -> int:
    """Give how many of a kind a site can hold beside the others that were counted.

    The other sites leave no more of the box; on a pyramid values fall from stone to stone, so that of one
    size there are at most three; a treasure needs a stone of its size, and the sphinx its lower parts.
    """
    mine = state.counted[seat]
    left = left_for(state, seat, tile)
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


def least_of(state: State, seat: Seat, tile: Tile) -> int:
    """Give how many of a kind a site needs beside the others: none of these can lie there without it."""
    mine = state.counted[seat]
    match family(tile):
        case Family.STONE:
            size = abs(value(tile))
            treasures = sum(family(t) is Family.TREASURE and value(t) == size for t in mine)
            return max(0, treasures - sum(_is_stone_of(t, size) for t in mine if t is not tile))
        case Family.SPHINX:
            above = SPHINX_ORDER[SPHINX_ORDER.index(tile) + 1 :]
            return 1 if set(above) & set(mine) else 0
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

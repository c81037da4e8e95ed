"""The end: who won, and which rule decided."""

from itertools import groupby

from rules.core import Outcome, Seat, Standing
from rules.pharaoh_code.judging import empty_rows
from rules.pharaoh_code.state import State, lines
from rules.pharaoh_code.tiles import Colour

MORE_TILES = "more_tiles"
HIGHEST_TILE = "highest_tile"
SHARED = "shared"
TIE_BREAKS = (MORE_TILES, HIGHEST_TILE, SHARED)
REASONS = tuple(f"row_empty_{colour}" for colour in Colour)


def score(state: State, seat: Seat) -> int:
    """Sum a seat's lines: right tiles count plus, wrong ones and penalties minus."""
    return sum(line.points for line in lines(state, seat))


def tiles_won(state: State, seat: Seat) -> tuple[int, ...]:
    """List the numbers of a seat's tiles, right and wrong, oldest first."""
    return tuple(line.number for line in lines(state, seat) if line.number is not None)


def outcome(state: State) -> Outcome | None:
    """Rank by points, then by tiles, wrong ones too; the highest tile decides only as an option."""
    if state.now is not None:
        return None
    ranked = sorted(state.all_seats, key=lambda seat: _keys(state, seat), reverse=True)
    standings: list[Standing] = []
    for points, same in groupby(ranked, key=lambda seat: _keys(state, seat)[0]):
        level = list(same)
        for seat in level:
            rank = 1 + sum(_keys(state, other) > _keys(state, seat) for other in ranked)
            standings.append(Standing(seat, rank, points, _tie_break(state, seat, level)))
    return Outcome(f"row_empty_{empty_rows(state)[0]}", tuple(standings))


def _keys(state: State, seat: Seat) -> tuple[int, int, int]:
    tiles = tiles_won(state, seat)
    highest = max(tiles, default=0) if state.options.highest_tile else 0
    return score(state, seat), len(tiles), highest


def _tie_break(state: State, seat: Seat, level: list[Seat]) -> str | None:
    """Name the rule that told this seat from those of its score, SHARED where none did."""
    others = [_keys(state, other) for other in level if other != seat]
    if not others:
        return None
    mine = _keys(state, seat)
    if mine in others:
        return SHARED
    return HIGHEST_TILE if any(other[1] == mine[1] for other in others) else MORE_TILES

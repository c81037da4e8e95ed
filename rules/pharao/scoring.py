"""The end: who won, and what a row of games comes to."""

from rules.core import Outcome, Standing
from rules.pharao.state import Reason, State, Way

SHARED = "shared"
REASONS = tuple(Reason)
TIE_BREAKS = (SHARED,)


def outcome(state: State) -> Outcome | None:
    """Rank by games won; a game that was followed is the only one."""
    if state.reason is None:
        return None
    scores = state.wins
    if state.options.way is Way.FULL:
        scores = tuple(int(seat == state.winner) for seat in state.all_seats)
    ranked = sorted(state.all_seats, key=lambda seat: (-scores[seat], seat))
    tie_break = SHARED if scores[0] == scores[1] else None
    standings = (
        Standing(s, 1 + sum(other > scores[s] for other in scores), scores[s], tie_break) for s in ranked
    )
    return Outcome(state.reason, tuple(standings))

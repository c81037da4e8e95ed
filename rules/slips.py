"""Putting right what was a slip, without harm to what others entered."""

from collections.abc import Collection, Mapping

from rules.codec import Event
from rules.core import Happened, NeverWas, Scalar
from rules.errors import RulesError
from rules.table import STANDING, Table


def never_was(table: Table, number: int) -> tuple[NeverWas[Event], ...]:
    """Give the ways to undo an entry that are offered, best first; none where it does not stand."""
    happened = _happened(table)
    rounds = {each.entry: each.round for each in happened}
    if number not in rounds:
        return ()
    ways: tuple[NeverWas[Event], ...] = table.game.never_was(table.state, happened, number)
    return tuple(way for way in ways if _is_offered(table, way, rounds, rounds[number]))


def upsetting(table: Table, number: int) -> Mapping[str, Collection[Scalar]]:
    """Give, by field, the choices that are not offered when an entry is entered anew."""
    happened = _happened(table)
    if all(each.entry != number for each in happened):
        return {}
    found: Mapping[str, Collection[Scalar]] = table.game.upsetting(table.state, happened, number)
    return found


def _happened(table: Table) -> tuple[Happened[Event], ...]:
    return tuple(
        Happened(line.entry.number, line.event, line.round) for line in table.lines if line.fate in STANDING
    )


def _is_offered(table: Table, way: NeverWas[Event], rounds: Mapping[int, int], its_round: int) -> bool:
    if way.entry is None:
        return True
    try:
        misfits = table.correction(way.entry, way.event).misfits
    except RulesError:
        return False
    return not table.game.keeps_rounds or all(rounds[entry] == its_round for entry in misfits)

"""The sheet way: people mark with pens and say what they covered; and who is done with a card."""

from collections import Counter
from dataclasses import replace

from rules.errors import IllegalMoveError
from rules.refusals import no_race
from rules.silver_gold_pyramids.events import TOMBS, Covered, Readied, Rule, SheetRead, What
from rules.silver_gold_pyramids.marking import check_shown, is_done, with_symbols
from rules.silver_gold_pyramids.options import Way
from rules.silver_gold_pyramids.state import State, Tomb, moment_of


def covered(state: State, event: Covered) -> State:
    """Give the state after a seat said what it covered, with any card shown so far."""
    _check_way(state)
    moment = moment_of(event.round, event.card)
    check_shown(state, moment)
    sheet = state.sheet(event.seat)
    if event.what in TOMBS:
        tombs = (Tomb(moment, TOMBS[event.what]),) * event.count
        return state.with_sheet(event.seat, sheet.with_tombs(*tombs))
    gained = Counter({str(event.what): event.count})
    return state.with_sheet(event.seat, with_symbols(sheet, moment, gained))


def sheet_read(state: State, event: SheetRead) -> State:
    """Give the state after a seat read its sheet off: that stands, whatever was said before."""
    _check_way(state)
    check_shown(state, moment_of(event.round, 1))
    sheet = state.sheet(event.seat)
    if event.round < sheet.read:
        raise IllegalMoveError(
            Rule.READ_LATER,
            f"the sheet of seat {event.seat} was read after round {sheet.read} already",
            {"round": sheet.read},
        )
    after = replace(
        sheet,
        rubies=event.rubies,
        emeralds=event.emeralds,
        skulls_read=event.skulls,
        skulls_since=(),
        read=event.round,
    )
    return state.with_sheet(event.seat, after)


def readied(state: State, event: Readied) -> State:
    """Give the state after a seat pressed: it is done with that card."""
    if not state.options.is_done_by_press:
        raise no_race()
    moment = moment_of(event.round, event.card)
    check_shown(state, moment)
    sheet = state.sheet(event.seat)
    if is_done(sheet, moment):
        raise IllegalMoveError(Rule.ALREADY_READY, f"seat {event.seat} is done with that card")
    return state.with_sheet(event.seat, replace(sheet, handled=moment))


def to_say(state: State) -> tuple[What, ...]:
    """List what is said at once: all symbols, or where sheets are read only what a sheet does not tell."""
    at_once = (*TOMBS, What.TORCH)
    return tuple(What) if state.options.said == "at_once" else tuple(w for w in What if w in at_once)


def _check_way(state: State) -> None:
    if state.options.way is not Way.SHEET:
        raise IllegalMoveError(Rule.OTHER_WAY, "this table scores by the squares that are marked")

"""What Silver & Gold Pyramids waits for, and the moves that answer it."""

from collections.abc import Collection, Iterator, Mapping

from rules.core import Asked, Await, By, Group, Scalar, Seat
from rules.silver_gold_pyramids.cards import kept_choices, pyramids_wanted, take_choices
from rules.silver_gold_pyramids.events import (
    CARDS,
    CardCalled,
    CardDealt,
    CardTurned,
    Counted,
    Covered,
    Marked,
    PyramidsDealt,
    PyramidsKept,
    PyramidTaken,
    Readied,
    SheetRead,
    SilverGoldEvent,
)
from rules.silver_gold_pyramids.marking import is_done, spots, to_mark
from rules.silver_gold_pyramids.options import Exploration, Said, Way
from rules.silver_gold_pyramids.pyramids import SQUARE_NAMES
from rules.silver_gold_pyramids.sheet import to_say
from rules.silver_gold_pyramids.state import Phase, State, card_of, round_of

ONE_SQUARE = "one"
"""The group of single squares, where others are named by their turn."""
MOST_GEMS = MOST_SKULLS = 40
"""What a sheet is read up to."""


def awaits(state: State) -> tuple[Await, ...]:
    """List what is awaited, what holds the game up first; marking and saying never do."""
    return () if state.phase is Phase.OVER else tuple(_awaits(state))


def _awaits(state: State) -> Iterator[Await]:
    wanted = pyramids_wanted(state)
    if wanted:
        asked = Asked("pyramids", state.deck, (Group("deck", state.deck, wanted),))
        yield Await(PyramidsDealt.type, by=By.CHANCE, asked=(asked,))
    if state.phase is Phase.KEEPING:
        for seat in state.all_seats:
            choices = kept_choices(state, seat)
            if choices and not state.sheet(seat).has_kept:
                fields = (Asked("first", choices), Asked("second", choices))
                yield Await(PyramidsKept.type, (seat,), given=(("seat", seat),), asked=fields)
        return
    yield from _entries(state)
    yield from _next(state)
    if state.options.is_done_by_press:
        seats = _not_ready(state)
        if seats:
            yield Await(Readied.type, seats, By.PRESS, can_wait=True)


def _next(state: State) -> Iterator[Await]:
    if state.next is None:
        yield Await(Counted.type, by=By.OK)
        return
    given = (("round", state.next[0]), ("card", state.next[1]))
    shapes = Asked("shape", state.shapes_left)
    if state.is_called:
        yield Await(CardDealt.type, by=By.CHANCE, given=given, asked=(shapes,))
    elif state.options.exploration is Exploration.DEALT:
        yield Await(CardCalled.type, by=By.OK, given=given)
    elif state.options.way is Way.SHEET:
        yield Await(CardTurned.type, by=By.OK, given=given)
    else:
        yield Await(CardTurned.type, given=given, asked=(shapes,))


def _entries(state: State) -> Iterator[Await]:
    takers = state.may_take
    if takers:
        seats = tuple(sorted(takers))
        asked = (Asked("seat", seats), Asked("pyramid", take_choices(state)))
        yield Await(PyramidTaken.type, seats, asked=asked, can_wait=True)
    if not state.moment:
        return
    given = (("round", state.round), ("card", card_of(state.moment)))
    if state.options.way is Way.CARDS:
        markers = tuple(s for s in state.all_seats if _spots(state, s))
        if markers:
            spot = _mark_fields(state, {})
            yield Await(Marked.type, markers, given=given, asked=spot, can_wait=True)
        return
    if state.options.said is Said.ROUND and state.moment % CARDS == 0:
        for seat in state.all_seats:
            if state.sheet(seat).read < state.round:
                yield _sheet(state, seat)
    what = tuple(str(what) for what in to_say(state))
    shown = tuple(range(1, card_of(state.moment) + 1))
    fields = (Asked("seat", state.all_seats), Asked("what", what), Asked("card", shown, usual=shown[-1]))
    yield Await(Covered.type, given=given[:1], asked=fields, can_wait=True)


def _sheet(state: State, seat: Seat) -> Await:
    """Ask for what a sheet shows: gems can only have become more, skulls more or fewer.

    What is known of it stands there. It can wait while cards are still to come; the last count would be one
    without it.
    """
    sheet = state.sheet(seat)
    rubies, emeralds, skulls = min(sheet.rubies, MOST_GEMS), min(sheet.emeralds, MOST_GEMS), sheet.skulls
    fields = (
        Asked("rubies", tuple(range(rubies, MOST_GEMS + 1)), usual=rubies),
        Asked("emeralds", tuple(range(emeralds, MOST_GEMS + 1)), usual=emeralds),
        Asked("skulls", tuple(range(MOST_SKULLS + 1)), usual=min(skulls, MOST_SKULLS)),
    )
    given = (("seat", seat), ("round", state.round))
    return Await(SheetRead.type, (seat,), given=given, asked=fields, can_wait=state.next is not None)


def _spots(state: State, seat: Seat) -> dict[int, tuple[str, ...]]:
    """Give what a seat may mark with the card shown, by pyramid."""
    if state.moment not in to_mark(state, seat):
        return {}
    found = {
        board.pyramid: tuple(spot.name for spot in spots(state, seat, state.moment, board))
        for board in state.sheet(seat).boards
    }
    return {pyramid: names for pyramid, names in found.items() if names}


def _mark_fields(state: State, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
    """Give seat, pyramid and spot, with what is legal beside those chosen before them."""
    by_seat = {s: found for s in state.all_seats if (found := _spots(state, s))}
    boards = [
        (pyramid, names)
        for seat, found in by_seat.items()
        if chosen.get("seat", seat) == seat
        for pyramid, names in found.items()
    ]
    fitting = [names for pyramid, names in boards if chosen.get("pyramid", pyramid) == pyramid]
    pyramids = tuple(sorted({pyramid for pyramid, _ in boards}))
    ways = _ways({name for names in fitting for name in names})
    return (
        Asked("seat", tuple(by_seat)),
        Asked("pyramid", pyramids, usual=pyramids[0] if "seat" in chosen else None),
        Asked("spot", tuple(name for way in ways for name in way.choices), ways),
    )


def _ways(names: Collection[str]) -> tuple[Group, ...]:
    """Put spots together by how the shape lies, single squares last, each from the top left."""
    by_turn: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda n: SQUARE_NAMES[n.partition(".")[0]]):
        by_turn.setdefault(name.partition(".")[2] or ONE_SQUARE, []).append(name)
    return tuple(Group(turn, tuple(of), 1) for turn, of in sorted(by_turn.items()))


def narrowed(state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
    """Give the fields of an await with what is left of their choices beside those chosen before them."""
    match awaited.event:
        case Marked.type:
            return _mark_fields(state, chosen)
        case PyramidsKept.type if "first" in chosen:
            first, second = awaited.asked
            left = tuple(number for number in second.choices if number != chosen["first"])
            return (first, Asked("second", left))
        case _:
            return awaited.asked


def _not_ready(state: State) -> tuple[Seat, ...]:
    if not state.moment:
        return ()
    return tuple(s for s in state.all_seats if not is_done(state.sheet(s), state.moment))


def legal(state: State) -> tuple[SilverGoldEvent, ...]:
    """List the moves; chance is not listed, and what can be said late only for the card shown."""
    return () if state.phase is Phase.OVER else tuple(_legal(state))


def _legal(state: State) -> Iterator[SilverGoldEvent]:
    if state.phase is Phase.KEEPING:
        for seat in state.all_seats:
            choices = () if state.sheet(seat).has_kept else kept_choices(state, seat)
            yield from (PyramidsKept(seat, a, b) for a in choices for b in choices if a < b)
        return
    yield from _next_moves(state)
    for seat in state.may_take:
        yield from (PyramidTaken(seat, number) for number in take_choices(state))
    if state.moment:
        yield from _seat_moves(state, state.round, card_of(state.moment))


def _next_moves(state: State) -> Iterator[SilverGoldEvent]:
    if state.next is None:
        yield Counted()
    elif state.options.exploration is Exploration.DEALT:
        if not state.is_called:
            yield CardCalled(*state.next)
    else:
        if state.options.way is Way.SHEET:
            yield CardTurned(*state.next)
        yield from (CardTurned(*state.next, shape) for shape in state.shapes_left)


def _seat_moves(state: State, round_number: int, card: int) -> Iterator[SilverGoldEvent]:
    if state.options.is_done_by_press:
        yield from (Readied(seat, round_number, card, 0) for seat in _not_ready(state))
    for seat in state.all_seats:
        if state.options.way is Way.SHEET:
            yield from (Covered(seat, round_number, card, what) for what in to_say(state))
            sheet = state.sheet(seat)
            seen = (min(n, MOST_GEMS) for n in (sheet.rubies, sheet.emeralds, sheet.skulls))
            yield SheetRead(seat, round_number, *seen)
            continue
        for moment in to_mark(state, seat):
            for board in state.sheet(seat).boards:
                for spot in spots(state, seat, moment, board):
                    yield Marked(seat, round_of(moment), card_of(moment), board.pyramid, spot.name)

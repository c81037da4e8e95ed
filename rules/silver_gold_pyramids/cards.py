"""Exploration cards and pyramid cards: shown, dealt, kept and taken."""

from dataclasses import replace

from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.silver_gold_pyramids.events import (
    CardCalled,
    CardDealt,
    CardTurned,
    Counted,
    PyramidsDealt,
    PyramidsKept,
    PyramidTaken,
    Rule,
)
from rules.silver_gold_pyramids.options import Exploration, Pyramids, Way
from rules.silver_gold_pyramids.state import DISPLAY, HAND, Board, Phase, State


def card_called(state: State, event: CardCalled) -> State:
    _check_exploration(state, Exploration.DEALT)
    check_next(state, event)
    return replace(state, is_called=True)


def card_dealt(state: State, event: CardDealt) -> State:
    if not state.is_called:
        raise IllegalMoveError(Rule.NOT_DEALT, "nobody has called for a card that chance would bring")
    if (event.round, event.card) != state.next:
        raise _other_card(state, event)
    _check_shape(state, event.shape)
    return replace(state, shown=(*state.shown, event.shape), is_called=False)


def card_turned(state: State, event: CardTurned) -> State:
    _check_exploration(state, Exploration.TURNED)
    check_next(state, event)
    if event.shape is not None:
        _check_shape(state, event.shape)
    elif state.options.way is Way.CARDS:
        raise IllegalMoveError(Rule.SHAPE_NEEDED, "where squares are checked, the shape must be said")
    return replace(state, shown=(*state.shown, event.shape))


def counted(state: State, event: Counted) -> State:
    if state.next is not None:
        left = f"{state.moment} cards were shown, the score counts after the last round"
        raise IllegalMoveError(Rule.CARDS_LEFT, left)
    return replace(state, is_counted=True)


def check_next(state: State, event: CardCalled | CardTurned) -> None:
    """Refuse a card that was shown or called already: two people said it at the same moment."""
    if state.phase is Phase.KEEPING:
        raise IllegalMoveError(Rule.NOT_ALL_KEPT, "somebody has not chosen two pyramids yet")
    if state.is_called or (event.round, event.card) != state.next:
        raise _other_card(state, event)


def _other_card(state: State, event: CardCalled | CardTurned | CardDealt) -> IllegalMoveError:
    expected = "none" if state.next is None else f"card {state.next[1]} of round {state.next[0]}"
    return IllegalMoveError(
        Rule.OTHER_CARD, f"card {event.card} of round {event.round} came, the next one is {expected}",
        {"round": event.round, "card": event.card},
    )  # fmt: skip


def _check_exploration(state: State, wanted: Exploration) -> None:
    if state.options.exploration is not wanted:
        raise IllegalMoveError(Rule.OTHER_WAY, f"exploration cards are {state.options.exploration} here")


def _check_shape(state: State, shape: str) -> None:
    if shape not in state.shapes:
        known = ", ".join(state.shapes)
        raise IllegalMoveError(Rule.NO_SUCH_SHAPE, f"{shape!r} came, there are {known}", {"shape": shape})
    if shape not in state.shapes_left:
        raise IllegalMoveError(Rule.SHAPE_SHOWN, f"{shape} was shown in this round already", {"shape": shape})


# ---- pyramid cards ----


def pyramids_wanted(state: State) -> int:
    """Say how many pyramid cards chance is to bring now, 0 for none.

    First the hands of all; when all have kept two, the display; then what was taken from there or the deck.
    """
    if not state.deals_pyramids:
        return 0
    if state.phase is Phase.KEEPING:
        return 0 if any(s.hand or s.has_kept for s in state.sheets) else HAND * state.seats
    if state.draws is not None:
        return 1
    return min(DISPLAY - len(state.display), len(state.deck))


def pyramids_dealt(state: State, event: PyramidsDealt) -> State:
    wanted = pyramids_wanted(state)
    came = event.pyramids
    if wanted == 0 or len(came) != wanted:
        raise IllegalMoveError(Rule.NOT_DEALT, f"{len(came)} pyramids came, {wanted} are to be dealt")
    if len(set(came)) != len(came) or not set(came) <= set(state.deck):
        raise IllegalMoveError(Rule.TAKEN, f"pyramids {came} are not all in the deck, each once")
    if state.phase is Phase.KEEPING:
        hands = (came[HAND * i : HAND * (i + 1)] for i in range(state.seats))
        return replace(
            state, sheets=tuple(replace(s, hand=h) for s, h in zip(state.sheets, hands, strict=True))
        )
    if state.draws is not None:
        return replace(_given(state, state.draws, came[0]), draws=None)
    return replace(state, display=(*state.display, *came))


def pyramids_kept(state: State, event: PyramidsKept) -> State:
    _check_cards_way(state)
    sheet = state.sheet(event.seat)
    if sheet.has_kept:
        raise IllegalMoveError(Rule.ALREADY_KEPT, f"seat {event.seat} has chosen already")
    for number in (event.first, event.second):
        if number not in kept_choices(state, event.seat):
            raise IllegalMoveError(
                Rule.NOT_IN_HAND,
                f"pyramid {number} is not one that seat {event.seat} may choose",
                {"pyramid": number},
            )
    if event.first == event.second:
        raise IllegalMoveError(Rule.TAKEN, f"pyramid {event.first} came twice", {"pyramid": event.first})
    boards = (Board(event.first), Board(event.second))
    return state.with_sheet(event.seat, replace(sheet, hand=(), has_kept=True, boards=boards))


def kept_choices(state: State, seat: Seat) -> tuple[int, ...]:
    """List the pyramids of which a seat keeps two, lowest first."""
    return tuple(sorted(state.sheet(seat).hand)) if state.deals_pyramids else state.deck


def take_choices(state: State) -> tuple[int, ...]:
    """List what may be taken now: pyramids on display, or any that nobody has; 0 stands for the deck."""
    if state.options.pyramids is Pyramids.NAMED:
        return state.deck
    return (*((0,) if state.deck else ()), *sorted(state.display))


def pyramid_taken(state: State, event: PyramidTaken) -> State:
    _check_cards_way(state)
    if not state.sheet(event.seat).owed:
        raise IllegalMoveError(Rule.NOTHING_OWED, f"seat {event.seat} has finished no pyramid for a new one")
    if event.pyramid not in (0, *state.pyramids):
        raise IllegalMoveError(
            Rule.NO_SUCH_PYRAMID, f"there is no pyramid {event.pyramid}", {"pyramid": event.pyramid}
        )
    if event.pyramid not in take_choices(state):
        if event.pyramid == 0:
            raise IllegalMoveError(Rule.DECK_EMPTY, "no pyramid can be taken from the deck unseen")
        raise IllegalMoveError(
            Rule.TAKEN, f"pyramid {event.pyramid} can't be taken", {"pyramid": event.pyramid}
        )
    if event.seat not in state.may_take:
        raise IllegalMoveError(Rule.NOT_YOUR_TURN, f"seat {event.seat} takes after those before it")
    if event.pyramid == 0:
        return replace(state, draws=event.seat)
    display = tuple(number for number in state.display if number != event.pyramid)
    return replace(_given(state, event.seat, event.pyramid), display=display)


def _given(state: State, seat: Seat, pyramid: int) -> State:
    sheet = state.sheet(seat)
    return state.with_sheet(seat, replace(sheet, owed=sheet.owed[1:], boards=(*sheet.boards, Board(pyramid))))


def _check_cards_way(state: State) -> None:
    if state.options.way is not Way.CARDS:
        raise IllegalMoveError(Rule.OTHER_WAY, "this table does not follow the cards")

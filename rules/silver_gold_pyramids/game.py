"""Silver & Gold Pyramids (Phil Walker-Harding; NSV 2023): explore pyramids, reach their tombs.

Source: 004_f371b9c98b7b6daf.txt of the source documents, restated with what other pages add in
docs/games/silver_gold_pyramids.md. Everybody marks at the same time, so nobody has a turn and no entry of
one seat can make another's illegal: each carries the round and the card that it is meant for.

    (cards: KEEPING ──all chose two of four──▶) MARKING ──seven cards in each of four rounds, counted──▶ OVER

Left out: the printed cards, bonuses and skull points, which only a copy's profile has (house ones stand in),
and which two of four pyramids go where after the choice (they go back into the deck).
"""

from collections.abc import Mapping
from typing import assert_never

from rules.codec import Json
from rules.core import Asked, Await, Board, Game, Glance, Outcome, Press, Scalar, Seat
from rules.errors import IllegalMoveError
from rules.refusals import check_seat, check_seats, game_over, no_race
from rules.silver_gold_pyramids import asking, cards, marking, picture, pyramids, scoring, sheet, views
from rules.silver_gold_pyramids.events import (
    EVENTS,
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
    Rule,
    SheetRead,
    SilverGoldEvent,
)
from rules.silver_gold_pyramids.options import Exploration, Options, Profile, Way, has_option
from rules.silver_gold_pyramids.shapes import is_whole
from rules.silver_gold_pyramids.state import Phase, Sheet, State, card_of


class SilverGoldPyramids(Game[Options, Profile, State, SilverGoldEvent]):
    """Reveal a shape, mark it in a pyramid from the entrance on, reach the tomb."""

    id = "silver_gold_pyramids"
    rules_version = 1
    seat_counts = range(2, 5)
    options = Options
    profile = Profile
    events: Mapping[str, type[SilverGoldEvent]] = EVENTS

    def start(self, seats: int, first: Seat, options: Options, profile: Profile) -> State:
        check_seats(self.seat_counts, seats, first)
        wrong = profile_faults(profile)
        if wrong:
            raise IllegalMoveError(
                Rule.BAD_PROFILE, f"the copy's profile can't be played with: {wrong[0]}", {"what": wrong[0]}
            )
        return State(seats, first, options, profile, (Sheet(),) * seats)

    def apply(self, state: State, event: SilverGoldEvent) -> State:
        if state.phase is Phase.OVER:
            raise game_over()
        check_seat(getattr(event, "seat", 0), state.seats)
        match event:
            case CardCalled():
                return cards.card_called(state, event)
            case CardDealt():
                return cards.card_dealt(state, event)
            case CardTurned():
                return cards.card_turned(state, event)
            case Covered():
                return sheet.covered(state, event)
            case SheetRead():
                return sheet.sheet_read(state, event)
            case Readied():
                return sheet.readied(state, event)
            case PyramidsDealt():
                return cards.pyramids_dealt(state, event)
            case PyramidsKept():
                return cards.pyramids_kept(state, event)
            case PyramidTaken():
                return cards.pyramid_taken(state, event)
            case Marked():
                return marking.marked(state, event)
            case Counted():
                return cards.counted(state, event)
            case _:
                assert_never(event)

    def legal(self, state: State) -> tuple[SilverGoldEvent, ...]:
        return asking.legal(state)

    def awaits(self, state: State) -> tuple[Await, ...]:
        return asking.awaits(state)

    def narrowed(self, state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
        return asking.narrowed(state, awaited, chosen)

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        """Nothing is hidden in this game: all of it lies open, and what chance brings is not drawn before."""
        return views.view(state)

    def board(self, state: State, awaited: Await | None, chosen: Mapping[str, Scalar]) -> Board | None:
        return picture.board(state, awaited, chosen)

    def glance(self, state: State) -> Glance:
        return views.glance(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def round_number(self, state: State) -> int:
        return state.round

    def is_meant_for(self, state: State, round_number: int) -> bool:
        """Events carry their own round and card: what was meant for an earlier round may still be legal."""
        return 1 <= round_number <= state.round

    def pressed(self, state: State, press: Press) -> Readied:
        """A press says "I am done marking", where the table wants to see that."""
        if not state.options.is_done_by_press:
            raise no_race()
        if not state.moment:
            raise IllegalMoveError(Rule.NOT_SHOWN, "no card was shown yet", {"round": 1, "card": 1})
        return Readied(press.seat, state.round, card_of(state.moment), press.pressed_ms)

    def has_option(self, options: Options, name: str) -> bool:
        return has_option(options, name)

    def stand_ins(self, state: State) -> tuple[str, ...]:
        profile, options = state.profile, state.options
        is_cards = options.way is Way.CARDS
        has_shapes = is_cards or options.exploration is Exploration.DEALT
        found = (
            ("bonuses", options.bonuses and None in (profile.green, profile.purple, profile.orange)),
            ("cards", is_cards and profile.cards is None),
            ("shapes", has_shapes and profile.shapes is None),
            ("skulls", profile.skulls is None),
        )
        return tuple(name for name, stands_in in found if stands_in)

    def is_open_to(self, state: State, seat: Seat, event: SilverGoldEvent) -> bool:
        """Anyone turns a card; a seat speaks for itself; the host counts; chance brings its own."""
        match event:
            case CardCalled() | CardTurned():
                return True
            case Covered() | SheetRead() | PyramidsKept() | PyramidTaken() | Marked():
                return event.seat == seat
            case _:
                return False


def profile_faults(profile: Profile) -> tuple[str, ...]:
    """Name what of a copy's profile can't be played with: `shape 3`, `card 17 tomb_walled_in`."""
    found = []
    for number, card in enumerate(profile.shapes or (), 1):
        cells = tuple((r, c) for r, row in enumerate(card.rows) for c, sign in enumerate(row) if sign == "#")
        if not cells or not is_whole(cells):
            found.append(f"shape {number}")
    for number, pyramid in enumerate(profile.cards or (), 1):
        found += [f"card {number} {fault}" for fault in pyramids.faults(pyramid.lines)]
    return tuple(found)

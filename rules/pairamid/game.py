"""Pairamid: researchers, scarabs and treasure.

Source: 000_fdd4247905d16ed9.txt of the source documents, restated in docs/games/pairamid.md. The dice and
researchers are real: the game only hears of them.

    PLAYING ──a researcher meets a scarab in the Great Chamber──▶ COLOURS ──all seats said theirs──▶ OVER
                                                    └──where all had said theirs before: OVER at once

Two ways to play: with the *scarabs* only, people say which colour reached which scarab; on the *board*
every die and every move is followed. Left out: who rolls first (the table says who starts), and how
markers are dealt, which people do.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from rules.codec import Json
from rules.core import Asked, Await, Game, Glance, Outcome, Scalar, Seat
from rules.errors import IllegalMoveError
from rules.pairamid import asking, scoring, views
from rules.pairamid.board_check import check_profile
from rules.pairamid.events import EVENTS, Colour, ColoursTaken, DiceRead, Moved, PairamidEvent, Reached, Rule
from rules.pairamid.moving import landings
from rules.pairamid.state import Move, Options, Phase, Profile, State, Way
from rules.refusals import check_seat, check_seats, game_over

ONLY_BOARD: Final = ("roll_each_turn", "great_taken", "guarded", "arrival_scores")


class Pairamid(Game[Options, Profile, State, PairamidEvent]):
    """Place any die, move its researcher, and let scarabs bring or cost treasure to all of that colour."""

    id = "pairamid"
    rules_version = 1
    seat_counts = range(2, 7)
    options = Options
    profile = Profile
    events: Mapping[str, type[PairamidEvent]] = EVENTS

    def start(self, seats: int, first: Seat, options: Options, profile: Profile) -> State:
        """Give the state before the first event.

        Raises:
            IllegalMoveError: when so many seats can't play, or the copy's profile can't be played with.
        """
        check_seats(self.seat_counts, seats, first)
        check_profile(profile)
        return State(seats, first, options, profile, (None,) * seats)

    def apply(self, state: State, event: PairamidEvent) -> State:
        if state.phase is Phase.OVER:
            raise game_over()
        match event:
            case ColoursTaken():
                return _colours_taken(state, event)
            case Reached():
                return _reached(_played(state), event)
            case DiceRead():
                return _dice_read(_played(state), event)
            case Moved():
                return _moved(_played(state), event)
            case _:
                assert_never(event)

    def legal(self, state: State) -> tuple[PairamidEvent, ...]:
        """List the moves open now: of dice that were not read, one for each face that they may show."""
        return asking.legal(state)

    def awaits(self, state: State) -> tuple[Await, ...]:
        return asking.awaits(state)

    def narrowed(self, state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
        return asking.narrowed(state, awaited, chosen)

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        """Nothing is hidden in this game."""
        return views.view(state)

    def glance(self, state: State) -> Glance:
        return views.glance(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def round_number(self, state: State) -> int:
        """Give the number of the turn; where turns are not followed, of the scoring that comes next."""
        return state.number

    def stand_ins(self, state: State) -> tuple[str, ...]:
        """Name what was not read off this copy: colours, and the board with its dice or only its chambers."""
        profile = state.profile
        missing = [] if profile.colours else ["colours"]
        if state.is_board:
            missing += [] if profile.board else ["board"]
            missing += [] if profile.faces else ["faces"]
        elif not profile.board and not (profile.white and profile.black):
            missing.append("chambers")
        return tuple(missing)

    def has_start_seat(self, options: Options) -> bool:
        """Whose turn it is matters only where the board is followed."""
        return options.way is Way.BOARD

    def has_option(self, options: Options, name: str) -> bool:
        """Where only scarabs are followed, people move the researchers by themselves."""
        return name not in ONLY_BOARD or options.way is Way.BOARD

    def whose(self, state: State, event: PairamidEvent) -> Seat | None:
        match event:
            case ColoursTaken(seat=seat):
                return seat
            case Moved():
                return state.turn
            case _:
                return None

    def is_open_to(self, state: State, seat: Seat, event: PairamidEvent) -> bool:
        """Anyone enters what lies on the table; a seat says only its own colours."""
        return event.seat == seat if isinstance(event, ColoursTaken) else True


def _played(state: State) -> State:
    """Give the state back if it is played on."""
    if state.phase is not Phase.PLAYING:
        raise IllegalMoveError(
            Rule.ONLY_COLOURS_LEFT, "the last move was made: only colours of seats are still awaited"
        )
    return state


def _check_colour(state: State, colour: Colour) -> None:
    if colour not in state.colours:
        raise IllegalMoveError(
            Rule.NOT_A_COLOUR,
            f"{colour} is no colour of this copy, which has {', '.join(state.colours)}",
            {"colour": colour},
        )


def _colours_taken(state: State, event: ColoursTaken) -> State:
    """Note a seat's colours; until something was scored they may be changed without a correction."""
    check_seat(event.seat, state.seats)
    for colour in (event.first, event.second):
        _check_colour(state, colour)
    if event.first is event.second:
        raise IllegalMoveError(
            Rule.SAME_COLOUR, f"two different colours were expected, {event.first} came twice"
        )
    if state.markers[event.seat] is not None and state.scored:
        raise IllegalMoveError(
            Rule.COLOURS_FIXED,
            f"seat {event.seat} has its colours, and treasure was given: correct them instead",
        )
    markers = list(state.markers)
    markers[event.seat] = (event.first, event.second)
    return replace(state, markers=tuple(markers))


def _reached(state: State, event: Reached) -> State:
    if state.is_board:
        raise IllegalMoveError(
            Rule.BOARD_FOLLOWED, "this table follows the board: a move says what was reached"
        )
    _check_colour(state, event.colour)
    met = scoring.met_at(state, event.place)
    if not met and event.place == "great":
        raise IllegalMoveError(Rule.NO_SCARAB_THERE, "no scarab stands in the Great Chamber yet")
    if not met:
        raise IllegalMoveError(
            Rule.SCARAB_GONE,
            f"the {event.place} scarab stands in the Great Chamber: that is what was reached",
        )
    return scoring.with_scarabs_met(state, event.colour, met, state.number)


def _dice_read(state: State, event: DiceRead) -> State:
    _check_board(state)
    for die in event.dice:
        _check_die(state, die.colour, die.pips)
    colours = [die.colour for die in event.dice]
    twice = next((colour for colour in colours if colours.count(colour) > 1), None)
    if twice is not None:
        raise IllegalMoveError(Rule.DIE_TWICE, f"the {twice} die came twice", {"colour": twice})
    kept = (die for die in state.dice if die.colour not in colours)
    return replace(state, dice=(*kept, *event.dice))


def _moved(state: State, event: Moved) -> State:
    _check_board(state)
    _check_die(state, event.colour, event.pips)
    shown = state.pips_of(event.colour)
    if shown not in (None, event.pips):
        raise IllegalMoveError(
            Rule.DIE_SHOWS,
            f"the {event.colour} die was read as {shown}, a move by {event.pips} came",
            {"colour": event.colour, "shown": shown or 0, "came": event.pips},
        )
    found = {landing.to: landing for landing in landings(state, event.colour, event.pips)}
    named = ", ".join(found)
    if not event.to and len(found) > 1:
        raise IllegalMoveError(Rule.WHICH_WAY, f"several ways are open: {named}", {"spaces": named})
    if event.to and event.to not in found:
        raise IllegalMoveError(
            Rule.NO_WAY_THERE,
            f"{event.colour} can't come to {event.to[:8]!r} with {event.pips}; it can come to {named}",
            {"to": event.to, "spaces": named},
        )
    landing = found[event.to] if event.to else next(iter(found.values()))
    after = scoring.moved(state, Move(event.colour, event.pips, landing.to), landing.met)
    # Dice left lie as they are for the next player, unless they are rolled each turn or all were placed.
    lie_on = () if state.options.roll_each_turn else state.dice
    return replace(after, dice=tuple(die for die in lie_on if die.colour is not event.colour))


def _check_board(state: State) -> None:
    if not state.is_board:
        raise IllegalMoveError(Rule.NO_BOARD, "this table follows the scarabs only, not the board")


def _check_die(state: State, colour: Colour, pips: int) -> None:
    _check_colour(state, colour)
    if pips not in state.faces:
        shown = ", ".join(map(str, state.faces))
        raise IllegalMoveError(
            Rule.NOT_A_FACE,
            f"the die can't show {pips}, it has {shown}",
            {"pips": pips, "faces": shown},
        )
    if colour in state.placed:
        raise IllegalMoveError(
            Rule.DIE_PLACED, f"the {colour} die is placed until all are", {"colour": colour}
        )

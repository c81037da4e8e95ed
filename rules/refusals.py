"""What every game refuses alike, whatever its rules are."""

from enum import StrEnum

from rules.errors import IllegalMoveError


class GameRule(StrEnum):
    """Why any game refuses; each has a text `refusal.<value>` in every catalogue."""

    SEATS = "game.seats"
    NO_SUCH_SEAT = "game.no_such_seat"
    OVER = "game.over"
    NO_RACE = "game.no_race"


def check_seats(counts: range, seats: int, first: int) -> None:
    """Check that so many can play, and that who starts is one of them.

    Raises:
        IllegalMoveError: when they can't.
    """
    if seats not in counts:
        players = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
        raise IllegalMoveError(
            GameRule.SEATS,
            f"{seats} seats came, this game is for {players}",
            {"came": seats, "players": players},
        )
    check_seat(first, seats)


def check_seat(seat: int, seats: int) -> None:
    """Check that a seat is at the table.

    Raises:
        IllegalMoveError: when there is no such seat.
    """
    if not 0 <= seat < seats:
        raise IllegalMoveError(GameRule.NO_SUCH_SEAT, f"seat {seat} came, there are {seats}", {"seat": seat})


def game_over() -> IllegalMoveError:
    """Give the refusal of whatever comes after the end."""
    return IllegalMoveError(GameRule.OVER, "the game is over; take back or correct to change it")


def no_race() -> IllegalMoveError:
    """Give the refusal of a press where nobody has to be quick."""
    return IllegalMoveError(GameRule.NO_RACE, "nobody has to be quick here: a press means nothing")

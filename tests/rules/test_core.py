"""What a game gets without saying anything, and the outcome that all share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pytest

from rules.codec import Event, Json
from rules.core import (
    Await,
    By,
    DeadHeatRule,
    Game,
    Glance,
    NeverWas,
    NoProfile,
    Outcome,
    Press,
    Seat,
    Stage,
    Standing,
    ranked,
)


@dataclass(frozen=True)
class Pressed(Event):
    type: ClassVar[str] = "pressed"


class FirstPressWins(Game[NoProfile, NoProfile, int, Pressed]):
    """The least that a game must say: a state of 1 is over."""

    id = "first_press_wins"
    rules_version = 1
    seat_counts = range(1, 2)
    options = NoProfile
    profile = NoProfile
    events: Mapping[str, type[Pressed]] = {"pressed": Pressed}

    def start(self, seats: int, first: Seat, options: NoProfile, profile: NoProfile) -> int:
        return 0

    def apply(self, state: int, event: Pressed) -> int:
        return 1

    def legal(self, state: int) -> list[Pressed]:
        return [Pressed()] * (1 - state)

    def awaits(self, state: int) -> tuple[Await, ...]:
        return (Await("pressed", (Seat(0),), By.PRESS),) * (1 - state)

    def view(self, state: int, seat: Seat | None) -> dict[str, Json]:
        return {}

    def glance(self, state: int) -> Glance:
        return Glance(Stage.RACE)

    def outcome(self, state: int) -> Outcome | None:
        return Outcome("pressed", (Standing(Seat(0), 1, 1),)) if state else None

    def round_number(self, state: int) -> int:
        return 1

    def pressed(self, state: int, press: Press) -> Pressed:
        return Pressed()


def test_dead_heat_is_drawn_unless_a_game_says_otherwise() -> None:
    assert FirstPressWins().dead_heat_rule(0) is DeadHeatRule.DRAW


def test_game_that_never_throws_again_has_no_event_for_it() -> None:
    with pytest.raises(NotImplementedError, match="first_press_wins never throws again"):
        FirstPressWins().dead_heat_voided(0, ())


def test_phones_bring_nothing_unless_a_game_says_otherwise() -> None:
    assert not FirstPressWins().is_open_to(0, Seat(0), Pressed())


def test_everybody_of_the_first_rank_wins() -> None:
    standings = tuple(Standing(Seat(seat), rank, 9 - rank) for seat, rank in ((2, 1), (0, 1), (1, 3)))
    assert Outcome("any", standings).winners == (2, 0)


def test_event_without_a_seat_is_nobodys_and_nothing_is_hidden() -> None:
    event = Pressed()
    game = FirstPressWins()
    assert (game.whose(0, event), game.seen(0, None, event)) == (None, event)


def test_equal_scores_share_their_place() -> None:
    scores = {Seat(0): 3, Seat(1): 7, Seat(2): 3, Seat(3): -1}
    assert ranked(scores, "shared") == (
        Standing(Seat(1), 1, 7),
        Standing(Seat(0), 2, 3, "shared"),
        Standing(Seat(2), 2, 3, "shared"),
        Standing(Seat(3), 4, -1),
    )


def test_game_that_says_nothing_else_has_a_start_seat_and_neither_board_nor_hints() -> None:
    game = FirstPressWins()
    awaited = game.awaits(0)[0]
    assert game.has_start_seat(NoProfile())
    assert game.has_option(NoProfile(), "any")
    assert game.narrowed(0, awaited, {}) == awaited.asked
    assert game.still_means(Pressed(), None, (Seat(0), 1), (None, 2))
    assert game.never_was(0, (), 7) == (NeverWas(7, None),)
    assert (game.upsetting(0, (), 7), game.round_of(0, Pressed())) == ({}, game.round_number(0))
    assert (game.board(0, None, {}), game.hints(0), game.stand_ins(0)) == (None, None, ())
    assert game.is_meant_for(0, game.round_number(0))

"""What happens in Pharao, and why it may be refused."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from rules.codec import Bounds, Event, Length
from rules.core import AnySeat

SquareName = Annotated[str, Length(3, 4)]
"""A square, written row-column: "2-6"."""
OFF = "off"
"""Where pieces go that are off the board."""


class Die(StrEnum):
    """What moves a piece when the referee is asked: one of the dice, or a rescue out of the water."""

    OWN = "own"
    ENEMY = "enemy"
    RESCUE = "rescue"


class Rule(StrEnum):
    """Why an event is illegal; each has a text `refusal.<value>` in every catalogue."""

    NOT_A_FACE = "pharao.not_a_face"
    THROW_FIRST = "pharao.throw_first"
    ALREADY_THROWN = "pharao.already_thrown"
    WATER_FIRST = "pharao.water_first"
    OWN_FIRST = "pharao.own_first"
    OWN_DONE = "pharao.own_done"
    RESCUE_FIRST = "pharao.rescue_first"
    NOBODY_DROWNED = "pharao.nobody_drowned"
    MUST_MOVE = "pharao.must_move"
    NO_SUCH_SQUARE = "pharao.no_such_square"
    NO_PIECE = "pharao.no_piece"
    NOT_OWN = "pharao.not_own"
    NOT_ENEMY = "pharao.not_enemy"
    DROWNED = "pharao.drowned"
    TAKEN = "pharao.taken"
    NO_WAY = "pharao.no_way"
    TOO_MANY_TURNS = "pharao.too_many_turns"
    OWN_INTO_WATER = "pharao.own_into_water"
    LAST_INTO_WATER = "pharao.last_into_water"
    ONTO_SALVATION = "pharao.onto_salvation"
    NO_RESCUE_THERE = "pharao.no_rescue_there"
    NO_SAVIOUR = "pharao.no_saviour"
    FOLLOWED = "pharao.followed"
    NOT_FOLLOWED = "pharao.not_followed"
    SIDE_FULL = "pharao.side_full"
    NO_GAME_YET = "pharao.no_game_yet"


@dataclass(frozen=True)
class Thrown(Event):
    """Both dice were thrown; a face without a piece is 0."""

    own: Annotated[int, Bounds(0, 4)]
    enemy: Annotated[int, Bounds(0, 4)]
    type: ClassVar[str] = "thrown"


@dataclass(frozen=True)
class RescueChosen(Event):
    """Whoever has a piece in the water and could rescue it said whether to; otherwise it is taken off."""

    rescue: bool
    type: ClassVar[str] = "rescue_chosen"


@dataclass(frozen=True)
class OwnMoved(Event):
    """A piece was moved by its owner."""

    piece: SquareName
    to: SquareName
    type: ClassVar[str] = "own_moved"


@dataclass(frozen=True)
class EnemyMoved(Event):
    """A piece was moved by the enemy."""

    piece: SquareName
    to: SquareName
    type: ClassVar[str] = "enemy_moved"


@dataclass(frozen=True)
class Rescued(Event):
    """The drowned piece left the water by three squares."""

    to: SquareName
    type: ClassVar[str] = "rescued"


@dataclass(frozen=True)
class Passed(Event):
    """A legal move was not made, at a table where none must be."""

    type: ClassVar[str] = "passed"


@dataclass(frozen=True)
class DrawAgreed(Event):
    """Both agreed on a draw."""

    type: ClassVar[str] = "draw_agreed"


@dataclass(frozen=True)
class Placed(Event):
    """The board of the referee was made like that on the table, without any rule.

    `piece` is a square, or the side of a piece that comes onto the board; `to` is a square, or "off".
    """

    piece: Annotated[str, Length(3, 5)]
    to: SquareName
    type: ClassVar[str] = "placed"


@dataclass(frozen=True)
class Allowed(Event):
    """The referee was asked about a move and allowed it; a move that is not allowed is refused instead."""

    piece: SquareName
    die: Die
    to: SquareName
    type: ClassVar[str] = "allowed"


@dataclass(frozen=True)
class GameWon(Event):
    """People say who won a game that they play by themselves."""

    seat: AnySeat
    type: ClassVar[str] = "game_won"


@dataclass(frozen=True)
class SeriesEnded(Event):
    """No more games are played."""

    type: ClassVar[str] = "series_ended"


PharaoEvent = (
    Thrown
    | RescueChosen
    | OwnMoved
    | EnemyMoved
    | Rescued
    | Passed
    | DrawAgreed
    | Placed
    | Allowed
    | GameWon
    | SeriesEnded
)

EVENTS: dict[str, type[PharaoEvent]] = {
    cls.type: cls
    for cls in (
        Thrown, RescueChosen, OwnMoved, EnemyMoved, Rescued, Passed, DrawAgreed, Placed, Allowed,
        GameWon, SeriesEnded,
    )
}  # fmt: skip

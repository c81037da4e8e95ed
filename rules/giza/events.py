"""What happens in Giza, and why it may be refused."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from rules.codec import Bounds, Event, Length
from rules.core import AnySeat
from rules.giza.tiles import Tile

HAND = 4
MOST_OF_A_KIND = 3
"""A site has three pyramids, and on a pyramid values fall: no kind lies there more often."""


class Rule(StrEnum):
    """Why an event is illegal; each has a text `refusal.<value>` in every catalogue."""

    NOT_FOLLOWED = "giza.not_followed"
    FOLLOWED = "giza.followed"
    STILL_BUILDING = "giza.still_building"
    ONLY_COUNTING = "giza.only_counting"
    NONE_LEFT = "giza.none_left"
    SPHINX_ONLY = "giza.sphinx_only"
    PYRAMID_ONLY = "giza.pyramid_only"
    SCARAB_ON_TOP = "giza.scarab_on_top"
    NOT_SMALLER = "giza.not_smaller"
    TREASURE_STONE = "giza.treasure_stone"
    SPHINX_ORDER = "giza.sphinx_order"
    NOTHING_THERE = "giza.nothing_there"
    NO_SCARAB = "giza.no_scarab"
    NOT_YOUR_SITE = "giza.not_your_site"
    SWAP_NONE = "giza.swap_none"
    SWAP_TOO_MANY = "giza.swap_too_many"
    NEVER_LIES = "giza.never_lies"
    TOO_MANY = "giza.too_many"
    COUNT_FINISHED = "giza.count_finished"
    TOO_FEW_TILES = "giza.too_few_tiles"


class Place(StrEnum):
    """A place of a building site: three pyramids and the sphinx."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    SPHINX = "sphinx"


PYRAMIDS = (Place.FIRST, Place.SECOND, Place.THIRD)


@dataclass(frozen=True)
class Placed(Event):
    """Whose turn it is placed a tile on a site; a demolition takes away what lies on top."""

    tile: Tile
    site: AnySeat
    place: Place
    type: ClassVar[str] = "placed"


@dataclass(frozen=True)
class Covered(Event):
    """What others see of the placing of a tile that is covered now; it can't be entered."""

    site: AnySeat
    place: Place
    type: ClassVar[str] = "covered"


@dataclass(frozen=True)
class Swapped(Event):
    """Whose turn it is put that many hand tiles back into the box, unseen, and drew as many."""

    count: Annotated[int, Bounds(0, HAND)]
    type: ClassVar[str] = "swapped"


@dataclass(frozen=True)
class ScarabRemoved(Event):
    """Whose turn it is took a scarab off and out of the game."""

    site: AnySeat
    place: Place
    type: ClassVar[str] = "scarab_removed"


@dataclass(frozen=True)
class TopRead(Event):
    """Somebody entered what lies on top of a place, where turns are not followed."""

    site: AnySeat
    place: Place
    tile: Tile
    type: ClassVar[str] = "top_read"


@dataclass(frozen=True)
class TopCleared(Event):
    """Nothing lies on that place any more, where turns are not followed."""

    site: AnySeat
    place: Place
    type: ClassVar[str] = "top_cleared"


@dataclass(frozen=True)
class BuildingEnded(Event):
    """The table says that a hand can't be refilled, where that is not counted."""

    type: ClassVar[str] = "building_ended"


@dataclass(frozen=True)
class Counted(Event):
    """These tiles, covered ones too, lie on a seat's site: they are added to what was counted there."""

    seat: AnySeat
    tiles: Annotated[tuple[Tile, ...], Length(1, 60)]
    type: ClassVar[str] = "counted"


@dataclass(frozen=True)
class KindCounted(Event):
    """So many tiles of a kind lie on a seat's site, whatever was counted of it before."""

    seat: AnySeat
    tile: Tile
    count: Annotated[int, Bounds(0, MOST_OF_A_KIND)]
    type: ClassVar[str] = "kind_counted"


@dataclass(frozen=True)
class SiteFinished(Event):
    """All tiles of a seat's site are counted."""

    seat: AnySeat
    type: ClassVar[str] = "site_finished"


GizaEvent = (
    Placed
    | Covered
    | Swapped
    | ScarabRemoved
    | TopRead
    | TopCleared
    | BuildingEnded
    | Counted
    | KindCounted
    | SiteFinished
)

EVENTS: dict[str, type[GizaEvent]] = {
    cls.type: cls
    for cls in (
        Placed,
        Swapped,
        ScarabRemoved,
        TopRead,
        TopCleared,
        BuildingEnded,
        Counted,
        KindCounted,
        SiteFinished,
    )
}
"""Those that can be entered; Covered is only shown."""

"""The state of Giza, its options and profile, and what can be read off it."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from rules.codec import Bounds, Checked
from rules.core import CopyProfile, Seat
from rules.giza.events import HAND, PYRAMIDS, Place, Placed
from rules.giza.tiles import KINDS, Family, Tile, family, value

Count = Annotated[int, Bounds(0, 30)]


class Way(StrEnum):
    """How much of the table the companion follows."""

    FOLLOWED = "followed"
    TOPS = "tops"
    COUNT = "count"


class Removal(StrEnum):
    """Who may take a scarab off a site."""

    ANYONE = "anyone"
    OWNER = "owner"


@dataclass(frozen=True)
class Options(Checked):
    """What a table may settle before it starts; docs/games/giza.md says why each exists."""

    way: Way = Way.FOLLOWED
    totals: bool = False
    scarab_removal: Removal = Removal.ANYONE
    scarab_on_empty: bool = False
    covered_peak: bool = True
    swap_none: bool = False
    swap_beyond: bool = False


@dataclass(frozen=True)
class Profile(CopyProfile):
    """How many tiles of each kind one copy has, as its building sites list them; None: as in KINDS."""

    plus: Count | None = None
    minus: Count | None = None
    treasures: Count | None = None
    bases: Count | None = None
    bodies: Count | None = None
    heads: Count | None = None
    scarabs: Count | None = None
    demolitions: Count | None = None


_FIELD_OF = {
    Tile.BASE: "bases",
    Tile.BODY: "bodies",
    Tile.HEAD: "heads",
    Tile.SCARAB: "scarabs",
    Tile.DEMOLITION: "demolitions",
}

Stack = tuple[Tile, ...]
"""What lies on one place, the lowest first."""
Site = tuple[Stack, Stack, Stack, Stack]
"""What lies on the places of one site, in the order of Place."""

EMPTY_SITE: Site = ((), (), (), ())


class Phase(StrEnum):
    """A part of the game with its own legal moves."""

    BUILDING = "building"
    COUNTING = "counting"
    """It is over, and what lies on the sites is counted."""
    OVER = "over"


@dataclass(frozen=True)
class State:
    """One game of Giza.

    `sites` hold the stacks, in *tops only* play no more than their tops. `gone` are tiles that left the
    game openly, as they were placed, `swapped` counts those that left it unseen, `turns` the turns that
    were taken, `passes` those in a row in which nothing was swapped. `is_ended` says that the table ended
    the building.
    `counted` are the tiles of each seat that were counted, `reached` the kind that was counted last where
    they are counted kind by kind, `finished` the seats whose sites are counted.
    """

    seats: int
    first: Seat
    options: Options
    profile: Profile
    sites: tuple[Site, ...]
    gone: tuple[Placed, ...] = ()
    swapped: int = 0
    turns: int = 0
    passes: int = 0
    is_ended: bool = False
    counted: tuple[Stack, ...] = ()
    reached: tuple[Tile | None, ...] = ()
    finished: tuple[Seat, ...] = ()

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(s) for s in range(self.seats))

    @property
    def is_followed(self) -> bool:
        return self.options.way is Way.FOLLOWED

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None where turns are not followed or all are taken."""
        if not self.is_followed or self.phase is not Phase.BUILDING:
            return None
        return Seat((self.first + self.turns) % self.seats)

    def stack(self, site: int, place: Place) -> Stack:
        """Give what is known to lie there, the lowest first."""
        return self.sites[site][_INDEX[place]]

    def top(self, site: int, place: Place) -> Tile | None:
        """Give what lies on top there, None where nothing does."""
        stack = self.stack(site, place)
        return stack[-1] if stack else None

    def box(self, tile: Tile) -> int:
        """Give how many of a kind this copy has."""
        printed: int | None = getattr(self.profile, _field_of(tile))
        return KINDS[tile].count if printed is None else printed

    @property
    def tiles(self) -> int:
        """How many tiles this copy has."""
        return sum(self.box(tile) for tile in Tile)

    @cached_property
    def seen(self) -> Counter[Tile]:
        """How many of each kind lie on sites or left the game openly."""
        lying = (tile for site in self.sites for stack in site for tile in stack)
        return Counter((*lying, *(event.tile for event in self.gone)))

    def left(self, tile: Tile) -> int:
        """Give how many of a kind nobody has seen yet: they are in hands, in the supply, or were swapped."""
        return self.box(tile) - self.seen[tile]

    @property
    def drawn(self) -> int:
        """How many tiles were to be drawn since the hands were dealt: one for each placed or swapped."""
        return self.seen.total() + self.swapped

    @property
    def supply(self) -> int:
        """How many tiles are left to draw."""
        return max(0, self.tiles - HAND * self.seats - self.drawn)

    @property
    def is_dry(self) -> bool:
        """Whether a hand could not be refilled."""
        return self.drawn > self.tiles - HAND * self.seats

    def is_peak(self, site: int, place: Place) -> bool:
        """Say whether a pyramid is finished by a 1; an option says whether one under a scarab counts."""
        stack = self.stack(site, place)
        if stack and stack[-1] is Tile.SCARAB and self.options.covered_peak:
            stack = stack[:-1]
        return bool(stack) and family(stack[-1]) is Family.STONE and abs(value(stack[-1])) == 1

    @cached_property
    def peaked(self) -> tuple[Seat, ...]:
        """The seats that have a 1 on all three pyramids."""
        return tuple(s for s in self.all_seats if all(self.is_peak(s, place) for place in PYRAMIDS))

    @property
    def is_built(self) -> bool:
        """Whether the building is at its end."""
        if self.options.way is Way.COUNT or self.is_ended or self.peaked:
            return True
        return self.is_followed and (self.is_dry or self.passes >= self.seats)

    @property
    def phase(self) -> Phase:
        if not self.is_built:
            return Phase.BUILDING
        return Phase.OVER if self.is_followed or len(self.finished) == self.seats else Phase.COUNTING


_INDEX = {place: i for i, place in enumerate(Place)}


def _field_of(tile: Tile) -> str:
    """Give the field of the profile that says how many of a kind there are."""
    match family(tile):
        case Family.STONE:
            return "plus" if value(tile) > 0 else "minus"
        case Family.TREASURE:
            return "treasures"
        case _:
            return _FIELD_OF[tile]

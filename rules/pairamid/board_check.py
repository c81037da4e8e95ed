"""Whether a copy's profile can be played with; a fault names its place, as `board.spaces[3].next[0]`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules.errors import IllegalMoveError, Param
from rules.pairamid.board import START, Board, Kind, Space
from rules.pairamid.events import Scarab
from rules.pairamid.state import Profile


class ProfileFault(StrEnum):
    """What is wrong with a profile; each has a text `refusal.<value>` in every catalogue."""

    COLOUR_TWICE = "pairamid.profile.colour_twice"
    ROWS_DIFFER = "pairamid.profile.rows_differ"
    VALUE_TWICE = "pairamid.profile.value_twice"
    NAME_TWICE = "pairamid.profile.name_twice"
    NAME_RESERVED = "pairamid.profile.name_reserved"
    NO_SUCH_SPACE = "pairamid.profile.no_such_space"
    FOLLOWED_TWICE = "pairamid.profile.followed_twice"
    WRONG_VALUE = "pairamid.profile.wrong_value"
    NO_CHAMBER = "pairamid.profile.no_chamber"
    ONE_GREAT = "pairamid.profile.one_great"
    LEADS_NOWHERE = "pairamid.profile.leads_nowhere"
    END_LEADS_ON = "pairamid.profile.end_leads_on"
    NO_START = "pairamid.profile.no_start"
    START_TWICE = "pairamid.profile.start_twice"
    OUT_OF_REACH = "pairamid.profile.out_of_reach"
    NO_WAY_TO_GREAT = "pairamid.profile.no_way_to_great"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, where, and a sentence that says so."""

    code: ProfileFault
    where: str
    message: str
    params: dict[str, Param] = field(default_factory=dict)

    def refused(self, also: Sequence[IllegalMoveError] = ()) -> IllegalMoveError:
        """Give it as a refusal, the others of the same profile beside it."""
        params = {"where": self.where, **self.params}
        return IllegalMoveError(self.code, f"{self.where}: {self.message}", params, also)


def check_profile(profile: Profile) -> None:
    """Refuse a profile that can't be played with.

    Raises:
        IllegalMoveError: with the first fault and the others beside it; their parameter `where` is the place.
    """
    found = tuple(faults(profile))
    if found:
        raise found[0].refused([fault.refused() for fault in found[1:]])


def faults(profile: Profile) -> Iterator[Fault]:
    """List all that is wrong with a profile; ways are looked at only where each part is right by itself."""
    colours = profile.colours or ()
    for i, colour in enumerate(colours):
        if colour in colours[:i]:
            yield Fault(
                ProfileFault.COLOUR_TWICE, f"colours[{i}]", f"{colour} came before", {"colour": colour}
            )
    for scarab, row in ((Scarab.WHITE, profile.white), (Scarab.BLACK, profile.black)):
        for i, value in enumerate(row or ()):
            if row is not None and value in row[:i]:
                yield _value_twice(f"{scarab}[{i}]", value)
    if profile.board is None:
        return
    in_parts = [*_space_faults(profile.board), *_start_faults(profile.board)]
    yield from in_parts
    if in_parts:
        return
    yield from _way_faults(profile.board)
    for scarab, row in ((Scarab.WHITE, profile.white), (Scarab.BLACK, profile.black)):
        printed = tuple(space.value for space in profile.board.chambers(scarab))
        if row is not None and row != printed:
            named = " ".join(map(str, printed))
            yield Fault(
                ProfileFault.ROWS_DIFFER, str(scarab), f"the board's chambers are {named}", {"board": named}
            )


def _value_twice(where: str, value: int) -> Fault:
    return Fault(ProfileFault.VALUE_TWICE, where, f"the value {value} came before", {"value": value})


def _space_faults(board: Board) -> Iterator[Fault]:
    names = [space.name for space in board.spaces]
    values: set[int] = set()
    for i, space in enumerate(board.spaces):
        where = f"board.spaces[{i}]"
        if space.name == START:
            yield Fault(ProfileFault.NAME_RESERVED, f"{where}.name", f"{START!r} is where researchers begin")
        if space.name in names[:i]:
            yield Fault(
                ProfileFault.NAME_TWICE,
                f"{where}.name",
                f"the name {space.name!r} came before",
                {"space": space.name},
            )
        yield from _value_faults(space, where, values)
        values.add(space.value)
        yield from _next_faults(space.next, f"{where}.next", names)
        if space.kind is Kind.END and space.next:
            yield Fault(ProfileFault.END_LEADS_ON, f"{where}.next", f"{space.name!r} is an end, but leads on")
        if space.kind is not Kind.END and not space.next:
            yield Fault(
                ProfileFault.LEADS_NOWHERE,
                f"{where}.next",
                f"{space.name!r} leads nowhere and is no end",
                {"space": space.name},
            )
    for kind in (Kind.WHITE, Kind.BLACK):
        if all(space.kind is not kind for space in board.spaces):
            yield Fault(
                ProfileFault.NO_CHAMBER, "board.spaces", f"there is no {kind} chamber", {"kind": kind}
            )
    great = sum(space.kind is Kind.GREAT for space in board.spaces)
    if great != 1:
        yield Fault(
            ProfileFault.ONE_GREAT,
            "board.spaces",
            f"one Great Chamber was expected, there are {great}",
            {"count": great},
        )


def _value_faults(space: Space, where: str, before: set[int]) -> Iterator[Fault]:
    match space.kind:
        case Kind.WHITE:
            is_right, expected = space.value > 0, "more than 0"
        case Kind.BLACK:
            is_right, expected = space.value < 0, "less than 0"
        case _:
            is_right, expected = space.value == 0, "0"
    if not is_right:
        yield Fault(
            ProfileFault.WRONG_VALUE,
            f"{where}.value",
            f"{space.value} came for a {space.kind} space, {expected} was expected",
            {"value": space.value},
        )
    elif space.value and space.value in before:
        yield _value_twice(f"{where}.value", space.value)


def _next_faults(following: tuple[str, ...], where: str, names: list[str]) -> Iterator[Fault]:
    for i, name in enumerate(following):
        if name not in names:
            yield Fault(
                ProfileFault.NO_SUCH_SPACE,
                f"{where}[{i}]",
                f"no space is called {name!r}",
                {"space": name},
            )
        if name in following[:i]:
            yield Fault(
                ProfileFault.FOLLOWED_TWICE, f"{where}[{i}]", f"{name!r} came before", {"space": name}
            )


def _start_faults(board: Board) -> Iterator[Fault]:
    names = [space.name for space in board.spaces]
    colours = [start.colour for start in board.starts]
    for i, start in enumerate(board.starts):
        where = f"board.starts[{i}]"
        yield from _next_faults(start.next, f"{where}.next", names)
        if not start.next:
            yield Fault(
                ProfileFault.LEADS_NOWHERE, f"{where}.next", "this start leads nowhere", {"space": START}
            )
        if start.colour in colours[:i]:
            yield Fault(ProfileFault.START_TWICE, f"{where}.colour", "there is another start for it")
    if None not in colours:
        yield Fault(
            ProfileFault.NO_START, "board.starts", "there is no start for the colours that are not named"
        )


def _way_faults(board: Board) -> Iterator[Fault]:
    """List spaces that nobody comes to, and those from which nobody comes to the Great Chamber or an end.

    Doors are left aside: a space closed to a colour is one that others come to.
    """
    after = {space.name: space.next for space in board.spaces}
    reached = _reach({name for start in board.starts for name in start.next}, after)
    before: dict[str, tuple[str, ...]] = {
        name: tuple(other for other, following in after.items() if name in following) for name in after
    }
    goals = {space.name for space in board.spaces if space.kind in (Kind.GREAT, Kind.END)}
    leading = _reach(goals, before)
    for i, space in enumerate(board.spaces):
        where = f"board.spaces[{i}]"
        if space.name not in reached:
            yield Fault(
                ProfileFault.OUT_OF_REACH,
                where,
                f"no way leads to {space.name!r}",
                {"space": space.name},
            )
        if space.name not in leading:
            yield Fault(
                ProfileFault.NO_WAY_TO_GREAT,
                where,
                f"from {space.name!r} no way leads to the Great Chamber or to an end",
                {"space": space.name},
            )


def _reach(found: set[str], after: dict[str, tuple[str, ...]]) -> set[str]:
    """Give what can be come to from some spaces, themselves included."""
    ahead = list(found)
    while ahead:
        new = set(after[ahead.pop()]) - found
        found |= new
        ahead += new
    return found

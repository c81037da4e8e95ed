"""A copy's profile: what can't be played with is refused with its place."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from rules.codec import decode, encode
from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.pairamid.board import HOUSE_BOARD, Board, Kind, Space, Start
from rules.pairamid.board_check import ProfileFault, faults
from rules.pairamid.events import Colour
from rules.pairamid.moving import Walk
from rules.pairamid.state import Options, Profile
from tests.rules.pairamid.play import GAME, TRACK

P = ProfileFault


def with_space(index: int, **changed: Any) -> Profile:
    spaces = list(TRACK.spaces)
    spaces[index] = replace(spaces[index], **changed)
    return Profile(board=replace(TRACK, spaces=tuple(spaces)))


def with_more(*spaces: Space) -> Profile:
    return Profile(board=replace(TRACK, spaces=(*TRACK.spaces, *spaces)))


def with_starts(*starts: Start) -> Profile:
    return Profile(board=replace(TRACK, starts=starts))


@pytest.mark.parametrize(
    ("profile", "code", "where"),
    [
        (Profile(colours=(Colour.RED, Colour.PINK, Colour.RED)), P.COLOUR_TWICE, "colours[2]"),
        (Profile(white=(1, 2, 1)), P.VALUE_TWICE, "white[2]"),
        (Profile(black=(-1, -1)), P.VALUE_TWICE, "black[1]"),
        (with_space(0, name="start"), P.NAME_RESERVED, "board.spaces[0].name"),
        (with_more(Space("b", next=("a",))), P.NAME_TWICE, "board.spaces[7].name"),
        (with_space(3, next=("e", "x")), P.NO_SUCH_SPACE, "board.spaces[3].next[1]"),
        (with_space(3, next=("e", "e")), P.FOLLOWED_TWICE, "board.spaces[3].next[1]"),
        (with_space(0, value=4), P.WRONG_VALUE, "board.spaces[0].value"),
        (with_space(1, value=-1), P.WRONG_VALUE, "board.spaces[1].value"),
        (with_space(2, value=0), P.WRONG_VALUE, "board.spaces[2].value"),
        (with_space(4, value=1), P.VALUE_TWICE, "board.spaces[4].value"),
        (with_space(6, next=()), P.LEADS_NOWHERE, "board.spaces[6].next"),
        (with_more(Space("z", Kind.END, next=("a",))), P.END_LEADS_ON, "board.spaces[7].next"),
        (with_space(6, kind=Kind.PLAIN), P.ONE_GREAT, "board.spaces"),
        (with_starts(Start(("x",))), P.NO_SUCH_SPACE, "board.starts[0].next[0]"),
        (with_starts(Start(())), P.LEADS_NOWHERE, "board.starts[0].next"),
        (with_starts(Start(("a",), Colour.RED)), P.NO_START, "board.starts"),
        (with_starts(Start(("a",)), Start(("b",))), P.START_TWICE, "board.starts[1].colour"),
        (with_more(Space("y", next=("a",))), P.OUT_OF_REACH, "board.spaces[7]"),
        (with_space(5, next=("f",)), P.NO_WAY_TO_GREAT, "board.spaces[4]"),
        (Profile(board=TRACK, white=(1, 3)), P.ROWS_DIFFER, "white"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_profile_that_cannot_be_played_with_is_refused_with_its_place(
    profile: Profile, code: ProfileFault, where: str
) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.start(2, Seat(0), Options(), profile)
    assert (caught.value.code, caught.value.params["where"]) == (code, where)
    assert caught.value.message.startswith(f"{where}: ")


def test_all_faults_are_listed() -> None:
    plain = Profile(board=replace(TRACK, spaces=(Space("a", next=("x",)),)), white=(1, 1))
    assert [fault.code for fault in faults(plain)] == [
        P.VALUE_TWICE, P.NO_SUCH_SPACE, P.NO_CHAMBER, P.NO_CHAMBER, P.ONE_GREAT,
    ]  # fmt: skip


@pytest.mark.parametrize("board", [TRACK, HOUSE_BOARD], ids=["track", "house"])
def test_board_that_can_be_played_on_has_no_fault(board: Any) -> None:
    printed = tuple(s.value for s in board.spaces if s.kind is Kind.WHITE)
    assert [*faults(Profile(board=board, white=printed))] == []


def test_refusal_names_the_first_fault_and_has_the_others_beside_it() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.start(2, Seat(0), Options(), with_space(3, next=("x", "y")))
    assert caught.value.params["where"] == "board.spaces[3].next[0]"
    assert [(other.code, other.params["where"]) for other in caught.value.also] == [
        (P.NO_SUCH_SPACE, "board.spaces[3].next[1]")
    ]


def test_board_without_the_height_of_its_picture_is_square() -> None:
    told = encode(TRACK)
    assert told.pop("height") == 100
    assert decode(Board, told) == TRACK
    assert decode(Board, {**told, "height": 178}).height == 178


@dataclass(frozen=True)
class CountingBoard(Board):
    """A board that counts how often it is asked what follows a space."""

    asked: ClassVar[list[str]] = []

    def successors(self, name: str, colour: Colour) -> tuple[str, ...]:
        self.asked.append(name)
        return super().successors(name, colour)


def test_hardest_board_is_walked_in_steps_that_grow_with_its_size_only() -> None:
    count, taken = 100, frozenset("12345")
    follows = {str(i): tuple(str((i * 7 + j) % count) for j in range(1, 5)) for i in range(count)}
    follows |= {name: tuple(sorted(taken - {name})) for name in taken} | {"5": ("1", "2", "3", "50")}
    kinds = {"99": Kind.GREAT}
    spaces = tuple(Space(name, kinds.get(name, Kind.PLAIN), next=next_) for name, next_ in follows.items())
    board = CountingBoard(spaces, (Start(("0",)),))
    CountingBoard.asked.clear()
    for pips in range(1, 13):
        assert Walk(board, Colour.RED, taken, ("98", "97"), False, False).landings("0", pips)
    assert len(CountingBoard.asked) <= 12 * count * (1 + len(taken))

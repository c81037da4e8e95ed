"""Placing, swapping and taking scarabs off, as the source says it."""

from dataclasses import replace

import pytest

from rules.codec import Json
from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.giza.building import why_nowhere
from rules.giza.events import (
    BuildingEnded,
    Counted,
    Covered,
    GizaEvent,
    Place,
    Rule,
    ScarabRemoved,
    Swapped,
    TopCleared,
    TopRead,
)
from rules.giza.state import Options, Profile, Removal, State, Way
from rules.giza.tiles import KINDS, Tile
from rules.refusals import GameRule
from tests.rules.giza.play import FIRST, GAME, SECOND, SPHINX, THIRD, after, begun, lying, put

OPEN_SCARABS = Options(scarab_on_empty=True)
T = Tile


@pytest.mark.parametrize(
    ("below", "tile", "place"),
    [
        pytest.param((), T.PLUS_5, FIRST, id="stone-on-an-empty-place"),
        pytest.param((), T.MINUS_1, FIRST, id="a-lone-1"),
        pytest.param((T.PLUS_5,), T.PLUS_4, FIRST, id="four-on-five"),
        pytest.param((T.PLUS_5,), T.MINUS_1, FIRST, id="steps-are-skipped"),
        pytest.param((T.MINUS_5,), T.PLUS_4, FIRST, id="plus-on-minus"),
        pytest.param((T.PLUS_2,), T.TREASURE_2, FIRST, id="treasure-2-on-plus-2"),
        pytest.param((T.MINUS_2,), T.TREASURE_2, FIRST, id="treasure-2-on-minus-2"),
        pytest.param((T.PLUS_4, T.TREASURE_4), T.PLUS_3, FIRST, id="stones-go-on-above-a-treasure"),
        pytest.param((), T.BASE, SPHINX, id="base-first"),
        pytest.param((T.BASE,), T.BODY, SPHINX, id="body-on-base"),
        pytest.param((T.BASE, T.BODY), T.HEAD, SPHINX, id="head-last"),
        pytest.param((T.PLUS_5,), T.SCARAB, FIRST, id="scarab-on-a-stone"),
        pytest.param((T.PLUS_2, T.TREASURE_2), T.SCARAB, FIRST, id="scarab-on-a-treasure"),
        pytest.param((T.BASE,), T.SCARAB, SPHINX, id="scarab-on-the-sphinx"),
    ],
)
def test_tile_may_lie_there(below: tuple[Tile, ...], tile: Tile, place: Place) -> None:
    state = GAME.apply(lying(*below, place=place), put(tile, place))
    assert state.stack(0, place) == (*below, tile)
    assert state.turn == 1


@pytest.mark.parametrize(
    ("below", "tile", "place", "rule"),
    [
        pytest.param((T.PLUS_4,), T.PLUS_4, FIRST, Rule.NOT_SMALLER, id="same-value"),
        pytest.param((T.PLUS_3,), T.MINUS_3, FIRST, Rule.NOT_SMALLER, id="same-value-other-sign"),
        pytest.param((T.PLUS_3,), T.PLUS_4, FIRST, Rule.NOT_SMALLER, id="larger"),
        pytest.param((T.PLUS_4, T.TREASURE_4), T.PLUS_4, FIRST, Rule.NOT_SMALLER, id="as-its-treasure"),
        pytest.param((T.PLUS_4,), T.TREASURE_3, FIRST, Rule.TREASURE_STONE, id="treasure-on-another-value"),
        pytest.param((), T.TREASURE_3, FIRST, Rule.TREASURE_STONE, id="treasure-on-nothing"),
        pytest.param(
            (T.PLUS_3, T.TREASURE_3), T.TREASURE_3, FIRST, Rule.TREASURE_STONE, id="treasure-on-a-treasure"
        ),
        pytest.param((), T.BODY, SPHINX, Rule.SPHINX_ORDER, id="body-without-base"),
        pytest.param((T.BASE,), T.HEAD, SPHINX, Rule.SPHINX_ORDER, id="head-without-body"),
        pytest.param((T.BASE,), T.BASE, SPHINX, Rule.SPHINX_ORDER, id="second-base"),
        pytest.param((), T.BASE, FIRST, Rule.SPHINX_ONLY, id="base-on-a-pyramid"),
        pytest.param((), T.PLUS_5, SPHINX, Rule.PYRAMID_ONLY, id="stone-on-the-sphinx"),
        pytest.param((T.PLUS_5, T.SCARAB), T.PLUS_4, FIRST, Rule.SCARAB_ON_TOP, id="built-on-a-scarab"),
        pytest.param((T.PLUS_5, T.SCARAB), T.SCARAB, FIRST, Rule.SCARAB_ON_TOP, id="scarab-on-a-scarab"),
        pytest.param(
            (T.PLUS_5, T.SCARAB), T.DEMOLITION, FIRST, Rule.SCARAB_ON_TOP, id="protected-by-a-scarab"
        ),
        pytest.param((), T.SCARAB, FIRST, Rule.NOTHING_THERE, id="scarab-on-nothing"),
        pytest.param((), T.DEMOLITION, FIRST, Rule.NOTHING_THERE, id="nothing-to-demolish"),
    ],
)
def test_tile_may_not_lie_there(below: tuple[Tile, ...], tile: Tile, place: Place, rule: Rule) -> None:
    state = lying(*below, place=place)
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(state, put(tile, place))
    assert caught.value.code is rule


def told_why(state: State, tile: Tile) -> Json:
    nowhere = GAME.view(state, None)["nowhere"]
    assert isinstance(nowhere, dict)
    return nowhere.get(tile)


@pytest.mark.parametrize(
    ("below", "tile", "place", "rule"),
    [
        pytest.param((), T.BODY, SPHINX, Rule.SPHINX_ORDER, id="body-without-base"),
        pytest.param((), T.TREASURE_3, FIRST, Rule.TREASURE_STONE, id="treasure-without-stone"),
        pytest.param((), T.DEMOLITION, FIRST, Rule.NOTHING_THERE, id="nothing-to-demolish"),
        pytest.param(
            (T.PLUS_5, T.SCARAB), T.DEMOLITION, FIRST, Rule.NOTHING_THERE, id="nothing-but-below-a-scarab"
        ),
        pytest.param((T.BASE, T.BODY, T.HEAD), T.HEAD, SPHINX, Rule.NONE_LEFT, id="the-only-one-lies"),
    ],
)
def test_why_a_tile_may_go_nowhere(below: tuple[Tile, ...], tile: Tile, place: Place, rule: Rule) -> None:
    state = lying(*below, place=place)
    fault = why_nowhere(state, tile)
    assert fault is not None
    assert fault.code is rule
    assert told_why(state, tile) == {"code": str(rule), "params": dict(fault.params)}


def test_scarabs_on_every_place_are_why_nothing_goes_anywhere() -> None:
    pyramid, sphinx = (T.PLUS_5, T.SCARAB), (T.BASE, T.SCARAB)
    state = replace(begun(), sites=((pyramid, pyramid, pyramid, sphinx),) * 2)
    fault = why_nowhere(state, T.PLUS_4)
    assert fault is not None
    assert fault.code is Rule.SCARAB_ON_TOP


def test_a_tile_that_may_go_somewhere_has_no_reason_against_it() -> None:
    assert why_nowhere(begun(), T.PLUS_5) is None
    assert told_why(begun(), T.PLUS_5) is None


def test_tile_goes_to_the_site_of_another() -> None:
    assert GAME.apply(begun(), put(Tile.MINUS_1, site=1)).top(1, FIRST) is Tile.MINUS_1


def test_demolition_takes_the_topmost_tile_out_of_the_game() -> None:
    state = GAME.apply(lying(Tile.PLUS_5, Tile.PLUS_4), put(Tile.DEMOLITION))
    assert (state.stack(0, FIRST), state.gone) == ((Tile.PLUS_5,), (put(Tile.PLUS_4), put(Tile.DEMOLITION)))


def test_scarab_may_lie_on_nothing_where_the_table_says_so() -> None:
    state = GAME.apply(begun(options=OPEN_SCARABS), put(Tile.SCARAB))
    assert state.top(0, FIRST) is Tile.SCARAB


def test_taking_a_scarab_off_costs_the_turn_and_opens_the_place() -> None:
    state = GAME.apply(lying(Tile.PLUS_5, Tile.SCARAB), ScarabRemoved(Seat(0), FIRST))
    assert (state.turn, state.gone, state.top(0, FIRST)) == (1, (put(Tile.SCARAB),), Tile.PLUS_5)


@pytest.mark.parametrize(
    ("removal", "seat", "is_allowed"),
    [(Removal.ANYONE, 1, True), (Removal.OWNER, 1, False), (Removal.OWNER, 0, True)],
)
def test_who_may_take_a_scarab_off_is_an_option(removal: Removal, seat: int, is_allowed: bool) -> None:
    state = lying(Tile.PLUS_5, Tile.SCARAB, options=Options(scarab_removal=removal))
    state = after(state, [Swapped(1)] * seat)
    event = ScarabRemoved(Seat(0), FIRST)
    assert (event in GAME.legal(state)) is is_allowed
    if not is_allowed:
        with pytest.raises(IllegalMoveError) as caught:
            GAME.apply(state, event)
        assert caught.value.code is Rule.NOT_YOUR_SITE


def test_turns_go_clockwise_from_the_first_seat() -> None:
    state = GAME.start(3, Seat(2), Options(), Profile())
    turns = [state.turn]
    for _ in range(3):
        state = GAME.apply(state, Swapped(1))
        turns.append(state.turn)
    assert turns == [2, 0, 1, 2]


# ---- the box ----


def test_box_holds_83_tiles_worth_122() -> None:
    kinds = KINDS.values()
    assert (sum(k.count for k in kinds), sum(k.count * k.value for k in kinds)) == (83, 122)


def test_supply_is_the_box_less_hands_and_all_that_was_drawn() -> None:
    state = after(begun(3), [put(Tile.PLUS_5), Swapped(3), put(Tile.DEMOLITION)])
    assert state.supply == 83 - 3 * 4 - 1 - 3 - 1


def test_tile_of_which_all_were_seen_is_refused() -> None:
    state = after(begun(), [put(Tile.BASE, SPHINX), put(Tile.BODY, SPHINX), put(Tile.HEAD, SPHINX)])
    state = after(state, [put(Tile.DEMOLITION, SPHINX)])
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(state, put(Tile.HEAD, SPHINX))
    assert caught.value.code is Rule.NONE_LEFT
    assert put(Tile.HEAD, SPHINX) not in GAME.legal(state)


def test_counts_of_the_copy_are_those_of_its_profile() -> None:
    profile = Profile(plus=1, minus=2, treasures=0, bases=1, bodies=1, heads=1, scarabs=0, demolitions=0)
    assert begun(profile=profile).tiles == 5 + 10 + 3
    assert put(Tile.SCARAB) not in GAME.legal(begun(profile=profile))


def test_copy_with_too_few_tiles_for_all_hands_is_refused() -> None:
    profile = Profile(plus=1, minus=1, treasures=0, bases=0, bodies=0, heads=0, scarabs=0, demolitions=0)
    with pytest.raises(IllegalMoveError) as caught:
        begun(6, profile=profile)
    assert caught.value.code is Rule.TOO_FEW_TILES


SMALL = Profile(plus=2, minus=0, treasures=0, bases=0, bodies=0, heads=0, scarabs=0, demolitions=0)
"""Ten tiles: two hands, and two to draw."""


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        pytest.param(Options(), range(1, 3), id="one-up-to-what-is-left"),
        pytest.param(Options(swap_none=True), range(3), id="none-too"),
        pytest.param(Options(swap_beyond=True), range(1, 5), id="more-than-are-left"),
    ],
)
def test_how_many_tiles_may_be_swapped(options: Options, limits: range) -> None:
    state = begun(options=options, profile=SMALL)
    assert [m for m in GAME.legal(state) if isinstance(m, Swapped)] == [Swapped(n) for n in limits]


@pytest.mark.parametrize(("count", "rule"), [(0, Rule.SWAP_NONE), (3, Rule.SWAP_TOO_MANY)])
def test_other_numbers_are_not_swapped(count: int, rule: Rule) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(begun(profile=SMALL), Swapped(count))
    assert caught.value.code is rule


# ---- tops only ----


def test_tops_are_read_and_cleared_in_any_order() -> None:
    state = begun(options=Options(way=Way.TOPS))
    state = after(state, [TopRead(Seat(1), THIRD, Tile.PLUS_2), TopRead(Seat(1), THIRD, Tile.PLUS_5)])
    assert state.stack(1, THIRD) == (Tile.PLUS_5,)
    assert GAME.apply(state, TopCleared(Seat(1), THIRD)).stack(1, THIRD) == ()


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        pytest.param(TopRead(Seat(0), FIRST, Tile.DEMOLITION), Rule.NEVER_LIES, id="a-demolition-never-lies"),
        pytest.param(TopRead(Seat(0), FIRST, Tile.BASE), Rule.SPHINX_ONLY, id="base-on-a-pyramid"),
        pytest.param(TopCleared(Seat(0), FIRST), Rule.NOTHING_THERE, id="cleared-where-nothing-lay"),
        pytest.param(TopRead(Seat(4), FIRST, Tile.PLUS_1), GameRule.NO_SUCH_SEAT, id="no-such-site"),
        pytest.param(put(Tile.PLUS_1), Rule.NOT_FOLLOWED, id="a-tile-placed"),
        pytest.param(Swapped(1), Rule.NOT_FOLLOWED, id="a-swap"),
        pytest.param(ScarabRemoved(Seat(0), FIRST), Rule.NOT_FOLLOWED, id="a-scarab-taken-off"),
        pytest.param(Counted(Seat(0), (Tile.PLUS_1,)), Rule.STILL_BUILDING, id="counted-too-early"),
        pytest.param(Covered(Seat(0), FIRST), Rule.NOTHING_THERE, id="a-covered-tile"),
    ],
)
def test_table_that_follows_tops_refuses(event: GizaEvent, rule: Rule) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(begun(options=Options(way=Way.TOPS)), event)
    assert caught.value.code is rule


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        pytest.param(TopRead(Seat(0), FIRST, Tile.PLUS_1), Rule.FOLLOWED, id="a-top"),
        pytest.param(TopCleared(Seat(0), FIRST), Rule.FOLLOWED, id="nothing-there"),
        pytest.param(BuildingEnded(), Rule.FOLLOWED, id="the-end"),
        pytest.param(ScarabRemoved(Seat(0), SECOND), Rule.NO_SCARAB, id="a-scarab-that-is-not-there"),
        pytest.param(put(Tile.PLUS_1, site=5), GameRule.NO_SUCH_SEAT, id="no-such-site"),
    ],
)
def test_table_that_follows_each_tile_refuses(event: GizaEvent, rule: Rule) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(begun(), event)
    assert caught.value.code is rule

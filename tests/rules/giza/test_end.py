"""The end of the building, the counting, and who wins."""

from itertools import pairwise
from typing import Any

import pytest

from rules.core import Outcome, Press, Seat, Standing
from rules.errors import IllegalMoveError
from rules.giza.events import (
    BuildingEnded,
    Counted,
    GizaEvent,
    KindCounted,
    Placed,
    Rule,
    SiteFinished,
    Swapped,
    TopRead,
)
from rules.giza.scoring import ALL_PASSED, PEAKS, SUPPLY
from rules.giza.state import Options, Phase, Profile, State, Way
from rules.giza.tiles import Tile
from rules.refusals import GameRule
from tests.rules.giza.play import FIRST, GAME, SECOND, THIRD, after, begun, put
from tests.rules.giza.test_building import SMALL

COUNT = Options(way=Way.COUNT)


def reason(state_outcome: Outcome | None) -> str | None:
    return None if state_outcome is None else state_outcome.reason


def test_game_ends_when_a_hand_cannot_be_refilled() -> None:
    state = after(begun(profile=SMALL), [put(Tile.PLUS_5), put(Tile.PLUS_4)])
    assert (state.supply, GAME.outcome(state)) == (0, None)
    state = GAME.apply(state, put(Tile.PLUS_3))
    assert GAME.outcome(state) == Outcome(SUPPLY, (Standing(Seat(0), 1, 12), Standing(Seat(1), 2, 0)))


def test_swapping_more_than_are_left_ends_the_game_where_it_is_allowed() -> None:
    state = GAME.apply(begun(options=Options(swap_beyond=True), profile=SMALL), Swapped(3))
    assert reason(GAME.outcome(state)) == SUPPLY


def test_passing_goes_on_when_nothing_is_left_and_ends_when_all_pass() -> None:
    state = after(begun(profile=SMALL), [Swapped(2), Swapped(0)])
    assert GAME.outcome(state) is None
    assert reason(GAME.outcome(GAME.apply(state, Swapped(0)))) == ALL_PASSED


@pytest.mark.parametrize(("options", "ends"), [(Options(), True), (Options(covered_peak=False), False)])
def test_three_ones_of_either_sign_end_the_game(options: Options, ends: bool) -> None:
    state = begun(options=options)
    placing = [put(Tile.PLUS_1, FIRST), put(Tile.MINUS_1, SECOND), put(Tile.SCARAB, FIRST)]
    state = GAME.apply(after(state, placing), put(Tile.PLUS_1, THIRD))
    assert reason(GAME.outcome(state)) == (PEAKS if ends else None)


def test_same_sums_share_the_place() -> None:
    state = after(begun(profile=SMALL), [put(Tile.PLUS_5), put(Tile.PLUS_5, site=1), Swapped(0), Swapped(0)])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [(s.rank, s.tie_break) for s in outcome.standings] == [(1, "shared"), (1, "shared")]


def test_nothing_happens_after_the_end() -> None:
    over = after(begun(profile=SMALL), [Swapped(2), Swapped(0), Swapped(0)])
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(over, Swapped(1))
    assert caught.value.code is GameRule.OVER


# ---- counting ----


def test_counting_follows_three_tops_of_one() -> None:
    state = begun(options=Options(way=Way.TOPS))
    state = after(state, [TopRead(Seat(1), place, Tile.PLUS_1) for place in (FIRST, SECOND, THIRD)])
    assert state.phase is Phase.COUNTING
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(state, BuildingEnded())
    assert caught.value.code is Rule.ONLY_COUNTING


def counting(*tiles: Tile) -> GizaEvent:
    return Counted(Seat(0), tiles)


T = Tile


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(counting(T.PLUS_2, T.PLUS_2, T.MINUS_2, T.MINUS_2), id="four-stones-of-one-size"),
        pytest.param(counting(T.TREASURE_3), id="treasure-without-its-stone"),
        pytest.param(counting(T.PLUS_3, T.TREASURE_3, T.TREASURE_3), id="two-treasures-on-one-stone"),
        pytest.param(counting(T.BODY), id="body-without-base"),
        pytest.param(counting(T.BASE, T.BASE), id="two-sphinxes"),
        pytest.param(counting(T.SCARAB), id="a-scarab-is-worth-nothing"),
    ],
)
def test_more_than_a_site_can_carry_is_not_counted(event: GizaEvent) -> None:
    state = begun(options=COUNT)
    assert event not in GAME.legal(state)
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(state, event)
    assert caught.value.code is Rule.TOO_MANY


def test_more_than_the_box_has_is_not_counted() -> None:
    state = after(begun(3, COUNT), [Counted(Seat(s), (T.BASE, T.BODY)) for s in (0, 1)])
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(state, Counted(Seat(2), (T.BASE, T.BODY)))
    assert caught.value.code is Rule.TOO_MANY


def test_view_tells_what_the_box_has_left_for_a_site_until_that_is_counted() -> None:
    events: list[GizaEvent] = [
        Counted(Seat(0), (T.BASE, T.BODY)),
        Counted(Seat(1), (T.BASE,)),
        SiteFinished(Seat(0)),
    ]
    seats: Any = GAME.view(after(begun(3, COUNT), events), None)["seats"]
    assert [seat["left"] and (seat["left"]["base"], seat["left"]["body"]) for seat in seats] == [
        {},
        (2, 1),
        (1, 1),
    ]


def test_sum_counts_all_tiles_of_a_site() -> None:
    counted = [
        Counted(Seat(0), (T.PLUS_5, T.MINUS_5, T.TREASURE_5, T.BASE)),
        Counted(Seat(0), (T.BODY, T.HEAD)),
    ]
    state = after(begun(options=COUNT), [*counted, SiteFinished(Seat(1)), SiteFinished(Seat(0))])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.standings[0] == Standing(Seat(0), 1, 5 - 5 + 5 - 5 + 10 + 15)


@pytest.mark.parametrize("event", [SiteFinished(Seat(0)), Counted(Seat(0), (Tile.PLUS_1,))])
def test_finished_site_is_not_counted_again(event: GizaEvent) -> None:
    state = GAME.apply(begun(options=COUNT), SiteFinished(Seat(0)))
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(state, event)
    assert caught.value.code is Rule.COUNT_FINISHED


def test_site_of_nobody_is_not_counted() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(begun(options=COUNT), SiteFinished(Seat(2)))
    assert caught.value.code is GameRule.NO_SUCH_SEAT


# ---- who may say what ----


@pytest.mark.parametrize(
    ("event", "seats"),
    [
        pytest.param(put(Tile.PLUS_1, site=1), [0], id="whose-turn-it-is-places"),
        pytest.param(Swapped(1), [0], id="and-swaps"),
        pytest.param(Counted(Seat(1), (Tile.PLUS_1,)), [1], id="each-counts-its-own-site"),
        pytest.param(KindCounted(Seat(1), Tile.PLUS_1, 1), [1], id="kind-by-kind-too"),
        pytest.param(SiteFinished(Seat(1)), [1], id="and-says-when-it-is-done"),
        pytest.param(TopRead(Seat(1), FIRST, Tile.PLUS_1), [0, 1], id="tops-lie-open"),
        pytest.param(BuildingEnded(), [], id="the-end-is-said-by-the-host"),
    ],
)
def test_phone_may_bring(event: GizaEvent, seats: list[int]) -> None:
    state = begun()
    assert [s for s in state.all_seats if GAME.is_open_to(state, s, event)] == seats


def test_whose_event_it_is() -> None:
    state = begun()
    events = (Placed(Tile.PLUS_1, Seat(1), FIRST), SiteFinished(Seat(1)), BuildingEnded())
    assert [GAME.whose(state, event) for event in events] == [0, 1, None]


def test_press_means_nothing() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.pressed(begun(), Press(Seat(0), 5))
    assert caught.value.code is GameRule.NO_RACE


def test_round_is_the_turn() -> None:
    state = begun()
    numbers = [GAME.round_number(state), GAME.round_number(GAME.apply(state, Swapped(1)))]
    assert [b - a for a, b in pairwise(numbers)] == [1]


# ---- what is asked ----


def asked(state: State) -> list[str]:
    return [awaited.event for awaited in GAME.awaits(state)]


def test_where_no_tile_can_be_placed_only_a_swap_is_awaited() -> None:
    heads = Profile(plus=0, minus=0, treasures=0, bases=0, bodies=0, heads=10, scarabs=0, demolitions=0)
    assert asked(begun(profile=heads)) == ["swapped"]


def test_site_on_which_nothing_can_lie_is_only_finished() -> None:
    few = Profile(plus=0, minus=0, treasures=0, bases=0, bodies=0, heads=0, scarabs=10, demolitions=0)
    assert asked(begun(options=COUNT, profile=few)) == ["site_finished", "site_finished"]


def usual(state: State, **chosen: str) -> list[object]:
    """Give what stands in the fields of the first await until something else is said."""
    awaited = GAME.awaits(state)[0]
    return [field.usual for field in GAME.narrowed(state, awaited, chosen)]


def test_tops_that_were_read_stand_in_the_count_until_their_kind_was_counted() -> None:
    state = begun(options=Options(way=Way.TOPS))
    for place in (FIRST, SECOND):
        state = GAME.apply(state, TopRead(Seat(0), place, T.PLUS_1))
    state = GAME.apply(state, BuildingEnded())
    assert usual(state, tile="plus_1") == ["plus_1", 2]
    state = GAME.apply(state, KindCounted(Seat(0), T.PLUS_1, 0))
    assert usual(state, tile="plus_1") == ["plus_2", 0]


def test_kinds_are_asked_one_after_the_other_and_then_whether_that_is_all() -> None:
    state = begun(options=COUNT)
    assert usual(state, tile="plus_1") == ["plus_1", 0]
    state = GAME.apply(state, KindCounted(Seat(0), T.PLUS_1, 2))
    assert usual(state, tile="plus_1") == ["plus_2", 2]
    state = GAME.apply(state, KindCounted(Seat(0), T.BASE, 1))
    assert usual(state) == ["body", None]
    state = GAME.apply(state, KindCounted(Seat(0), T.BODY, 0))
    assert asked(state) == ["site_finished", "kind_counted", "kind_counted", "site_finished"]


def test_kind_is_counted_again_and_its_last_count_holds() -> None:
    counts = [KindCounted(Seat(0), T.PLUS_3, count) for count in (3, 1)]
    assert after(begun(options=COUNT), counts).counted[0] == (T.PLUS_3,)


def test_kind_that_is_worth_nothing_leaves_the_next_one_as_it_was() -> None:
    state = GAME.apply(begun(options=COUNT), KindCounted(Seat(0), T.PLUS_1, 2))
    state = GAME.apply(state, KindCounted(Seat(0), T.SCARAB, 0))
    assert usual(state, tile="plus_1") == ["plus_2", 2]


def counts_asked(state: State, tile: Tile) -> tuple[object, ...]:
    field = GAME.narrowed(state, GAME.awaits(state)[0], {"tile": tile})[1]
    return field.choices


@pytest.mark.parametrize(
    ("tiles", "tile", "choices"),
    [
        pytest.param((T.PLUS_3, T.TREASURE_3), T.PLUS_3, (1, 2, 3), id="a-treasure-needs-its-stone"),
        pytest.param((T.PLUS_3, T.TREASURE_3, T.MINUS_3), T.PLUS_3, (0, 1, 2), id="of-either-sign"),
        pytest.param((T.BASE, T.BODY), T.BASE, (1,), id="a-body-needs-its-base"),
        pytest.param((T.PLUS_3, T.TREASURE_3), T.TREASURE_3, (0, 1), id="nothing-needs-a-treasure"),
    ],
)
def test_counts_are_offered_that_leave_the_others_standing(
    tiles: tuple[Tile, ...], tile: Tile, choices: tuple[int, ...]
) -> None:
    state = GAME.apply(begun(options=COUNT), Counted(Seat(0), tiles))
    assert counts_asked(state, tile) == choices


def test_kind_on_which_others_lie_is_not_counted_away() -> None:
    state = GAME.apply(begun(options=COUNT), Counted(Seat(0), (T.BASE, T.BODY)))
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(state, KindCounted(Seat(0), T.BASE, 0))
    assert (caught.value.code, caught.value.params["tile"]) == (Rule.TOO_MANY, T.BODY)

"""What people see, and what they do not see yet."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import Await, By, Glance, GlanceClaim, PressMark, Seat, Stage
from rules.pharaoh_code.events import (
    DiceRead,
    Explained,
    Judged,
    NobodyFound,
    NumberCalled,
    SandRanOut,
    Struck,
    Thrown,
    TimerTurned,
)
from rules.pharaoh_code.solver import reach
from rules.pharaoh_code.state import Phase, State
from rules.pharaoh_code.tiles import TILES
from tests.rules.made_events import Pick, listed, picks, starts
from tests.rules.pharaoh_code.play import (
    FRESH,
    GAME,
    SOURCE_DICE,
    called,
    claim,
    claimed,
    fold,
    laid,
    new,
    played,
)

TURN = TimerTurned(Seat(0), 2000)


def view(state: State) -> Any:
    return GAME.view(state, None)


def made(state: State) -> dict[int, list[str]]:
    """Give the formulas that the view shows for the tiles of the round played last."""
    return {one["number"]: one["formulas"] for one in view(state)["last"]["made"]}


def waits(state: State) -> list[str]:
    """List what is awaited, what the game waits for first in capitals."""
    return [a.event if a.can_wait else a.event.upper() for a in GAME.awaits(state)]


# ---- what could be made ----

LAYOUT = fold(new(way="layout"), laid(*FRESH))
JUDGED = fold(LAYOUT, SOURCE_DICE, claim(0, 1000), NumberCalled(0, 33), SandRanOut(31_000), Judged(0, True))


def test_round_that_was_judged_shows_what_nobody_saw() -> None:
    assert made(JUDGED) == {
        49: [],
        33: ["(5−2)×11"],
        70: [],
        19: [],
        22: ["11×2"],
        27: ["11×2+5"],
        21: ["5×2+11"],
        3: ["5−2", "(11−5)÷2"],
        5: [],
        16: ["11+5"],
    }


def test_claims_only_show_what_the_claimed_numbers_could_be() -> None:
    state = fold(called(33, 25), SOURCE_DICE, Judged(0, True), Judged(1, False))
    assert made(state) == {33: ["(5−2)×11"], 25: []}


def test_nothing_that_was_taken_before_is_shown_as_lying_there() -> None:
    state = fold(JUDGED, laid(26), DiceRead(2, 5, 11), claim(1, 90_000), NumberCalled(0, 22))
    state = fold(state, SandRanOut(120_000), Judged(0, True))
    assert sorted(made(state)) == sorted({*FRESH, 26} - {33})


def test_round_in_which_nobody_found_anything_shows_what_there_was() -> None:
    state = fold(LAYOUT, SOURCE_DICE, NobodyFound())
    assert (view(state)["last"]["claims"], made(state)[33]) == ([], ["(5−2)×11"])


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(new(), id="first-round"),
        pytest.param(fold(new(), SOURCE_DICE, NobodyFound()), id="claims-only"),
        pytest.param(fold(LAYOUT, NobodyFound()), id="dice-unknown"),
    ],
)
def test_nothing_is_told_of_a_round_without_a_tale(state: State) -> None:
    assert view(state)["last"] is None


def test_nothing_is_shown_as_made_where_the_dice_are_not_known() -> None:
    assert view(played(LAYOUT, (0, 33, True)))["last"]["made"] is None


def test_formulas_that_the_table_does_not_allow_are_not_shown() -> None:
    dice = DiceRead(3, 6, 8)
    for whole_steps in (False, True):
        state = fold(called(16, whole_steps=whole_steps), dice, Judged(0, True))
        known = reach((3, 6, 8), TILES, whole_steps=whole_steps)
        assert made(state)[16] == [str(f) for f in known[16][:3]]


@pytest.mark.parametrize(
    "events",
    [
        pytest.param((Thrown(),), id="race"),
        pytest.param((SOURCE_DICE,), id="same-dice-again"),
        pytest.param((claim(1, 90_000),), id="sand"),
        pytest.param((claim(1, 90_000), SandRanOut(120_000)), id="judging"),
    ],
)
def test_what_was_made_before_is_hidden_while_the_next_round_is_played(events: Any) -> None:
    state = fold(JUDGED, *events)
    assert (view(state)["last"]["round"], view(state)["last"]["made"]) == (1, None)


def test_what_was_made_is_shown_again_after_the_verdicts_and_the_end() -> None:
    state = JUDGED
    for number in (49, 64, 84, 90):
        state = played(fold(state, SOURCE_DICE), (0, number, True))
    assert state.phase is Phase.OVER
    assert made(state)[22] == ["11×2"]


def typed_of(state: State) -> list[str]:
    return [c.formula for r in state.all_rounds for c in r.claims if c.formula is not None]


@settings(deadline=None, max_examples=80)
@given(data=st.data())
def test_no_view_holds_a_formula_for_the_present_dice_before_the_verdicts(data: st.DataObject) -> None:
    state = data.draw(starts(GAME))
    wanted: list[Pick | DiceRead] = data.draw(st.lists(picks | st.just(SOURCE_DICE), max_size=12))
    for one in wanted:
        event = listed(GAME, state, one) if isinstance(one, tuple) else one
        if event is not None and state.now is not None and not (event == one and state.now.is_judged):
            state = fold(state, event)  # type: ignore[arg-type]
    if state.now is None or state.now.dice is None:
        return
    dice = state.now.dice
    found = reach((dice.d8, dice.d10, dice.d12), TILES, powers=state.options.powers)
    text = json.dumps([GAME.view(state, seat) for seat in (None, *state.all_seats)], ensure_ascii=False)
    for typed in typed_of(state):
        text = text.replace(json.dumps(typed, ensure_ascii=False), "")
    assert [str(f) for formulas in found.values() for f in formulas if f'"{f}"' in text] == []
    assert '"formulas"' not in text


# ---- the rest of the view ----


def test_view_of_a_new_game() -> None:
    seen = view(new(2, 1))
    assert {name: seen[name] for name in ("phase", "round", "roller", "dice", "sand", "claims", "last")} == {
        "phase": "ready",
        "round": 1,
        "roller": 1,
        "dice": None,
        "sand": None,
        "claims": [],
        "last": None,
    }
    assert seen["seats"] == [{"seat": seat, "score": 0, "tiles": 0, "lines": []} for seat in (0, 1)]
    assert [row["left"] for row in seen["piles"]] == [4, 9, 13, 22]
    assert [len(row) for row in seen["pyramid"]] == [1, 2, 3, 4]


def test_view_of_a_claim() -> None:
    assert view(fold(claimed(1), NumberCalled(0, 33)))["claims"] == [
        {
            "claim": 0,
            "seat": 1,
            "mark": "clear",
            "by_phone": False,
            "is_dead_heat": False,
            "margin_ms": None,
            "number": 33,
            "colour": "red",
            "points": 5,
            "lost": None,
            "right": None,
            "is_overturned": False,
            "formula": None,
            "fault": None,
            "votes": [],
        }
    ]


def test_view_tells_the_sand_while_it_runs() -> None:
    assert view(claimed(0))["sand"] == {"from_ms": 1000, "until_ms": 31_000, "total_ms": 30_000}
    assert view(called(33))["sand"] is None


def test_view_names_who_claimed_a_known_tile() -> None:
    state = fold(LAYOUT, claim(2, 1000), NumberCalled(0, 33))
    assert [(t["number"], t["seat"]) for t in view(state)["pyramid"][1]] == [(33, 2), (70, None)]


def test_view_keeps_unknown_spaces_and_drops_those_without_a_tile() -> None:
    state = new()
    for number in (49, 64, 84, 90):
        state = played(state, (0, number, True))
    assert [len(row) for row in view(state)["pyramid"]] == [0, 2, 3, 4]
    assert (view(state)["gone"], view(state)["callable"]) == ([49, 64, 84, 90], {})


def test_view_names_what_may_be_called_by_the_claims_own_index() -> None:
    state = fold(claimed(0, 1), Struck(0))
    assert list(view(state)["callable"]) == ["1"]
    assert [c["claim"] for c in view(state)["claims"]] == [1]


@pytest.mark.parametrize(
    ("presses", "struck", "margins", "heats"),
    [
        pytest.param([(0, 1000)], None, [None], [False], id="alone"),
        pytest.param([(0, 1000), (1, 1012), (2, 1700)], None, [12, 12, 700], [False] * 3, id="clear"),
        pytest.param([(0, 1000), (1, 988)], None, [-12, -12], [False] * 2, id="late"),
        pytest.param([(0, 1000), (1, 1000), (2, 1700)], None, [0, 0, 700], [True, True, False], id="drawn"),
        pytest.param(
            [(0, 900), (1, 1000), (2, 1000)], 1, [100, 100], [False, True], id="drawn-with-a-struck"
        ),
    ],
)
def test_view_tells_margins_and_draws(
    presses: list[tuple[int, int]], struck: int | None, margins: list[int | None], heats: list[bool]
) -> None:
    state = new()
    for i, (seat, stamp) in enumerate(presses):
        before = presses[i - 1][1] if i else None
        mark = PressMark.DEAD_HEAT if before == stamp else PressMark.CLEAR
        state = fold(state, claim(seat, stamp, PressMark.LATE if before and stamp < before else mark))
    if struck is not None:
        state = fold(state, Struck(struck))
    seen = view(state)["claims"]
    assert ([c["margin_ms"] for c in seen], [c["is_dead_heat"] for c in seen]) == (margins, heats)


def test_view_lists_what_a_score_is_made_of() -> None:
    state = fold(claimed(1, 0, strike_penalty=2), Struck(0), NumberCalled(1, 22))
    state = played(fold(state, SandRanOut(31_000), Judged(1, True)), (1, 33, False))
    assert [seat["lines"] for seat in view(state)["seats"]] == [
        [{"round": 1, "number": 22, "points": 3}],
        [{"round": 1, "number": None, "points": -2}, {"round": 2, "number": 33, "points": -5}],
        [],
    ]
    assert [(seat["score"], seat["tiles"]) for seat in view(state)["seats"]] == [(3, 1), (-7, 1), (0, 0)]


def test_view_keeps_strikes_with_their_cost() -> None:
    state = fold(claimed(1, 0, strike_penalty=2), Struck(0), NumberCalled(1, 22))
    assert view(state)["strikes"] == [{"seat": 1, "points": 2}]
    assert view(fold(state, SandRanOut(31_000), Judged(1, True)))["last"]["strikes"] == [
        {"seat": 1, "points": 2}
    ]


def test_every_seat_sees_the_same() -> None:
    state = fold(called(33, 22), SOURCE_DICE, Explained(0, "5×11"))
    assert [GAME.view(state, seat) for seat in state.all_seats] == [GAME.view(state, None)] * 3


# ---- what is awaited ----


@pytest.mark.parametrize(
    ("state", "awaited"),
    [
        pytest.param(new(), ["THROWN", "claimed", "dice_read", "nobody_found"], id="ready"),
        pytest.param(fold(new(), Thrown()), ["CLAIMED", "dice_read", "nobody_found"], id="race"),
        pytest.param(
            claimed(0),
            ["claimed", "SAND_RAN_OUT", "number_called", "struck", "dice_read"],
            id="sand-and-no-number",
        ),
        pytest.param(
            fold(claimed(0), NumberCalled(0, 33), SOURCE_DICE), ["claimed", "SAND_RAN_OUT"], id="sand-alone"
        ),
        pytest.param(
            fold(claimed(0, sand_start="turned"), SOURCE_DICE, NumberCalled(0, 33)),
            ["claimed", "timer_turned", "SAND_RAN_OUT"],
            id="timer-to-turn",
        ),
        pytest.param(
            fold(
                claimed(0, sand_start="turned"), SOURCE_DICE, NumberCalled(0, 33), TimerTurned(Seat(0), 2000)
            ),
            ["claimed", "SAND_RAN_OUT"],
            id="timer-turned",
        ),
        pytest.param(called(33), ["JUDGED", "claimed", "dice_read"], id="judging-without-dice"),
        pytest.param(fold(called(33), SOURCE_DICE), ["JUDGED", "explained", "claimed"], id="judging"),
        pytest.param(
            fold(called(33, 22), Judged(0, True), SOURCE_DICE), ["JUDGED", "explained"], id="judging-the-rest"
        ),
        pytest.param(
            fold(claimed(0), SOURCE_DICE, SandRanOut(31_000)),
            ["NUMBER_CALLED", "STRUCK", "claimed"],
            id="no-number-after-the-time",
        ),
    ],
)
def test_game_waits_for(state: State, awaited: list[str]) -> None:
    assert waits(state) == awaited


def test_die_is_awaited_with_its_faces() -> None:
    dice = next(a for a in GAME.awaits(new()) if a.event == "dice_read")
    assert {a.field: (a.choices[0], a.choices[-1]) for a in dice.asked} == {
        "d8": (1, 8),
        "d10": (1, 10),
        "d12": (1, 12),
    }


def test_sand_is_awaited_of_the_clock_with_its_end() -> None:
    sand = next(a for a in GAME.awaits(claimed(0)) if a.by is By.CLOCK)
    assert sand == Await("sand_ran_out", by=By.CLOCK, at_ms=31_000)


# ---- lights and sounds ----


@pytest.mark.parametrize(
    ("state", "glance"),
    [
        pytest.param(new(2, 1), Glance(Stage.TURN, Seat(1), verdicts=((0, 0), (0, 0))), id="ready"),
        pytest.param(
            fold(new(2), Thrown()), Glance(Stage.RACE, Seat(0), verdicts=((0, 0), (0, 0))), id="race"
        ),
        pytest.param(
            fold(new(3), claim(1, 1000), claim(2, 1000, PressMark.DEAD_HEAT)),
            Glance(
                Stage.SAND,
                Seat(0),
                (1000, 31_000),
                (GlanceClaim(Seat(1)), GlanceClaim(Seat(2), is_drawn=True)),
                ((0, 0), (0, 0), (0, 0)),
            ),
            id="sand",
        ),
        pytest.param(
            fold(new(2), claim(1, 1000), claim(0, 2000)),
            Glance(
                Stage.JUDGING,
                Seat(0),
                None,
                (GlanceClaim(Seat(1)), GlanceClaim(Seat(0))),
                ((0, 0), (0, 0)),
            ),
            id="all-claimed-early",
        ),
        pytest.param(
            fold(called(33, 22), Judged(0, False)),
            Glance(
                Stage.JUDGING,
                Seat(0),
                (1000, 31_000),
                (GlanceClaim(Seat(0), is_right=False), GlanceClaim(Seat(1))),
                ((0, 1), (0, 0), (0, 0)),
            ),
            id="judging-after-the-time",
        ),
    ],
)
def test_glance_tells_what_lights_show(state: State, glance: Glance) -> None:
    assert GAME.glance(state) == glance


def test_glance_after_the_end_keeps_the_verdicts() -> None:
    state = new(2)
    for number in (49, 64, 84, 90):
        state = played(state, (0, number, number != 90))
    assert GAME.glance(state) == Glance(Stage.OVER, verdicts=((3, 1), (0, 0)))

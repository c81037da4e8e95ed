"""Undoing a slip: what others entered stays theirs, and other rounds stay as they were."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.codec import Event, decode
from rules.core import NeverWas, NoProfile, PressMark, Seat
from rules.errors import RulesError
from rules.pharaoh_code.events import (
    Claimed,
    DiceRead,
    Explained,
    Judged,
    NobodyFound,
    NumberCalled,
    SandRanOut,
    Struck,
    Thrown,
    TimerTurned,
    Voted,
)
from rules.pharaoh_code.state import Options, Phase, Round
from rules.pharaoh_code.tiles import TILES
from rules.slips import never_was, upsetting
from rules.table import Corrected, Fate, Line, Origin, Table
from tests.rules.pharaoh_code.play import GAME, SOURCE_DICE, claim, laid

some = settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))


def table(*events: Event, seats: int = 3, **options: Any) -> Table:
    opened = Table.opened(GAME, seats, Seat(0), decode(Options, options), NoProfile())
    for event in events:
        opened = opened.append(0, Origin.HOST, event)
    return opened


def a_round(start_ms: int, *verdicts: tuple[int, int]) -> list[Event]:
    """Give a round in which each of *verdicts*, a seat and the number it claims, is right."""
    presses = [claim(seat, start_ms + i) for i, (seat, _) in enumerate(verdicts)]
    calls = [NumberCalled(i, number) for i, (_, number) in enumerate(verdicts)]
    judged = [Judged(i, right=True) for i in range(len(verdicts))]
    return [Thrown(), *presses, *calls, SandRanOut(start_ms + 30_000), *judged]


def undone(before: Table, entry: int) -> Table:
    """Give the table after the first way that is offered to undo an entry."""
    way = never_was(before, entry)[0]
    assert way.entry is not None
    tried = before.correction(way.entry, way.event)
    return before.append(0, Origin.HOST, Corrected(way.entry, way.event, tried.misfits))


def set_aside(after: Table) -> list[int]:
    return [line.entry.number for line in after.lines if line.fate is Fate.SET_ASIDE]


def scores(after: Table) -> list[Any]:
    seats: Any = GAME.view(after.state, None)["seats"]
    return [seat["score"] for seat in seats]


THREE_ROUNDS = table(*(e for i in range(3) for e in a_round(100_000 * i, (i, 10 + i))))


@pytest.mark.parametrize("entry", [2, 3], ids=["press", "number"])
def test_only_claim_of_a_finished_round_gives_way_to_nobody(entry: int) -> None:
    assert NeverWas(2, NobodyFound()) in never_was(THREE_ROUNDS, entry)
    after = undone(THREE_ROUNDS, entry)
    assert (set_aside(after), scores(after)) == ([3, 4, 5], [0, 1, 1])


def test_only_claim_after_a_struck_one_gives_way_from_the_first_press() -> None:
    before = table(
        *a_round(0, (2, 33)), Thrown(), claim(0, 100_000), claim(1, 100_500), Struck(0),
        NumberCalled(1, 10), SandRanOut(130_000), Judged(1, right=True), *a_round(200_000, (1, 11)),
        strike_penalty=2,
    )  # fmt: skip
    after = undone(before, 8)
    assert never_was(before, 8) == (NeverWas(7, NobodyFound()),)
    assert (set_aside(after), scores(after)) == ([8, 9, 10, 11, 12], [0, 1, 5])


def test_claim_after_the_race_was_open_again_is_undone_alone() -> None:
    before = table(
        claim(0, 0), Struck(0), claim(1, 500), NumberCalled(1, 10), SandRanOut(30_500),
        Judged(1, right=True), *a_round(100_000, (1, 11)),
    )  # fmt: skip
    assert never_was(before, 3) == (NeverWas(3, NobodyFound()),)
    assert never_was(before, 1) == ()


@pytest.mark.parametrize("verdict", [Judged(0, right=False), Explained(0, "(5-2)*11")])
def test_claim_among_others_is_struck_where_its_verdict_stood(verdict: Event) -> None:
    """All had claimed, so that judging began at once: it goes on though a seat might press again."""
    before = table(
        DiceRead(2, 5, 11), claim(0, 0), claim(1, 5), NumberCalled(0, 33), NumberCalled(1, 64),
        verdict, Judged(1, right=True), *a_round(100_000, (1, 11)), seats=2,
    )  # fmt: skip
    after = undone(before, 2)
    assert never_was(before, 2) == (NeverWas(6, Struck(0)),)
    assert (set_aside(after), scores(after)) == ([], [0, 8])


@pytest.mark.parametrize("first", [claim(0, 10), claim(0, 50)])
@pytest.mark.parametrize("mark", [PressMark.DEAD_HEAT, PressMark.LATE])
def test_press_that_lives_by_the_one_before_stays(first: Claimed, mark: PressMark) -> None:
    pressed_ms = first.pressed_ms - (mark is PressMark.LATE) * 5
    before = table(first, claim(1, pressed_ms, mark), NumberCalled(0, 10))
    assert never_was(before, 1) == (NeverWas(None, Struck(0)),)
    after = before.append(0, Origin.HOST, Struck(0))
    assert [c.seat for c in after.state.now.claims] == [1]


def test_number_stays_with_its_press_where_a_seat_has_several() -> None:
    before = table(
        claim(0, 10), claim(0, 20), NumberCalled(0, 10), NumberCalled(1, 64), SandRanOut(30_010),
        Judged(0, right=False), Judged(1, right=True), professional=True,
    )  # fmt: skip
    after = undone(before, 1)
    assert [(c.index, c.number) for c in after.state.rounds[0].claims] == [(1, 64)]


def test_entry_that_holds_a_finished_round_together_does_not_go() -> None:
    kinds = [type(line.event) for line in THREE_ROUNDS.lines if never_was(THREE_ROUNDS, line.entry.number)]
    assert kinds[:2] == [Thrown, Claimed]
    assert never_was(THREE_ROUNDS, 5) == ()  # the verdict of the first round
    assert never_was(THREE_ROUNDS, 15) == (NeverWas(15, None),)  # that of the last
    assert NeverWas(3, None) not in never_was(THREE_ROUNDS, 3)


def test_number_of_the_present_round_goes() -> None:
    assert never_was(table(claim(0, 0), NumberCalled(0, 10)), 2) == (NeverWas(2, None),)


def test_what_does_not_stand_is_not_undone() -> None:
    assert never_was(THREE_ROUNDS, 16) == ()


def test_what_chance_brought_is_not_undone() -> None:
    assert never_was(table().append(0, Origin.CHANCE, Thrown()), 1) == ()


def test_vote_on_a_round_goes_with_its_claim() -> None:
    """It came in the round after, and would else speak of a claim of the round before."""
    before = table(*a_round(0, (0, 10)), *a_round(100_000, (0, 11)), Voted(0, Seat(1), right=False))
    assert [line.round for line in before.lines[-1:]] == [2]
    after = undone(before, 7)
    assert (set_aside(after), after.state.rounds[0].claims[0].votes) == ([8, 9, 10, 11], ())


def test_tile_whose_space_was_filled_since_stays_claimed() -> None:
    before = table(laid(3, 5, 7, 9), *a_round(0, (0, 3)), laid(10), *a_round(100_000, (0, 10)), way="layout")
    assert never_was(before, 3) == ()
    assert never_was(table(laid(3, 5, 7, 9), *a_round(0, (0, 3)), way="layout"), 3) != ()


TIMED = (Claimed.type, TimerTurned.type, SandRanOut.type)
OFTEN = {
    Claimed.type: 12,
    Judged.type: 20,
    Struck.type: 1,
    Voted.type: 1,
    NobodyFound.type: 1,
    SandRanOut.type: 2,
}


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw a game of some rounds, with strikes, dead heats, late presses, several claims a seat and votes."""
    opened = table(
        seats=draw(st.integers(2, 4)),
        professional=draw(st.booleans()),
        sand_start=draw(st.sampled_from(["first_press", "turned"])),
        strike_penalty=draw(st.integers(0, 2)),
    )
    rng = draw(st.randoms(use_true_random=False))
    ms = 0
    for _ in range(draw(st.integers(20, 90))):
        state = opened.state
        if GAME.outcome(state) is not None:
            break
        ms += rng.choice((1, 100, 3000))
        events: list[Any] = [e for e in GAME.legal(state) if e.type not in TIMED]
        marks = [(ms, PressMark.CLEAR)]
        if state.now.claims:
            last_ms = state.now.claims[-1].pressed_ms
            marks += [(last_ms, PressMark.DEAD_HEAT), (max(0, last_ms - 2), PressMark.LATE)]
        if state.deadline_ms is None or ms <= state.deadline_ms:
            events += [Claimed(seat, *rng.choice(marks)) for seat in state.may_claim]
        if state.can_turn and state.turn_from_ms <= state.now.claims[0].pressed_ms + 4000:
            events += [TimerTurned(state.now.claims[0].seat, state.turn_from_ms)]
        if state.phase is Phase.SAND:
            events += [SandRanOut(state.deadline_ms)]
        if state.now.dice is None:
            events += [SOURCE_DICE]
        kinds = sorted({e.type for e in events})
        kind = rng.choices(kinds, [OFTEN.get(kind, 4) for kind in kinds])[0]
        chosen = rng.choice([e for e in events if e.type == kind])
        opened = opened.append(ms, Origin.HOST, chosen)
        ms = max(ms, state.deadline_ms or 0) if isinstance(chosen, SandRanOut) else ms
    return opened


def few_of(before: Table, rng: random.Random) -> list[Line]:
    return rng.sample(before.lines, min(6, len(before.lines)))


def others(played: Round, index: int | None) -> list[Any]:
    return [(c.index, c.seat, c.number, c.right, c.formula) for c in played.claims if c.index != index]


def check_undone(before: Table, line: Line) -> None:
    its_round = [each for each in before.lines if each.round == line.round]
    presses = [each for each in its_round if isinstance(each.event, Claimed)]
    index = presses.index(line)
    struck = {each.event.claim for each in its_round if isinstance(each.event, Struck)}
    ways = never_was(before, line.entry.number)
    assert len(ways) == (index not in struck)
    for way in ways:
        if way.entry is None:
            after = before.append(0, Origin.HOST, Struck(index)).state
            assert (way.event, others(after.all_rounds[line.round - 1], index)) == (
                Struck(index),
                others(before.state.now, index),
            )
            continue
        check_contained(before, line, way.event, way.entry)
        tried = before.correction(way.entry, way.event)
        was, now = before.state.all_rounds, tried.state.all_rounds
        for number, (played, anew) in enumerate(zip(was, now, strict=True), 1):
            assert others(played, index if number == line.round else None) == others(anew, None)


@some
@given(tables(), st.randoms(use_true_random=False))
def test_undoing_leaves_other_rounds_and_all_other_presses_theirs(before: Table, rng: random.Random) -> None:
    for line in few_of(before, rng):
        if isinstance(line.event, Claimed):
            check_undone(before, line)
        elif any(way.entry is not None for way in never_was(before, line.entry.number)):
            way = never_was(before, line.entry.number)[0]
            assert way.entry is not None
            check_contained(before, line, way.event, way.entry)


def check_contained(before: Table, line: Line, event: Event | None, entry: int) -> None:
    """Check that a correction that can be made sets aside nothing of other rounds, if the game goes on."""
    try:
        tried = before.correction(entry, event)
    except RulesError:
        return
    rounds = {each.entry.number: each.round for each in before.lines}
    ends_before = tried.state.now is None and len(tried.state.rounds) < len(before.state.all_rounds)
    assert ends_before or {rounds[each] for each in tried.misfits} <= {line.round}


@some
@given(tables(), st.randoms(use_true_random=False))
def test_entering_anew_leaves_other_rounds_as_they_were(before: Table, rng: random.Random) -> None:
    for line in few_of(before, rng):
        left_out = upsetting(before, line.entry.number)
        match line.event:
            case Claimed():
                others = set(range(before.state.seats)) - set(left_out.get("seat", ()))
                for seat in others:
                    check_contained(before, line, replace(line.event, seat=Seat(seat)), line.entry.number)
            case NumberCalled():
                for number in rng.sample(sorted(set(TILES) - {*left_out["number"]}), 2):
                    check_contained(before, line, replace(line.event, number=number), line.entry.number)
            case Judged() | Voted():
                turned = replace(line.event, right=not line.event.right)
                check_contained(before, line, turned, line.entry.number)
            case _:
                pass


def test_seat_that_pressed_too_in_that_round_is_not_offered() -> None:
    before = table(claim(0, 0), claim(1, 10))
    assert upsetting(before, 1) == {"seat": [1]}
    assert upsetting(table(claim(0, 0), claim(1, 10), professional=True), 1) == {}


def test_who_turned_the_timer_stays_who_pressed_first() -> None:
    assert upsetting(table(claim(1, 0), TimerTurned(Seat(1), 900), sand_start="turned"), 1) == {
        "seat": [0, 2]
    }


def test_numbers_of_others_and_of_rows_that_others_emptied_are_not_offered() -> None:
    before = table(*a_round(0, (0, 49), (1, 33), (2, 23)), *a_round(100_000, (0, 10)))
    before = before.append(0, Origin.HOST, claim(1, 200_000)).append(0, Origin.HOST, NumberCalled(0, 11))
    first = upsetting(before, 5)["number"]
    assert {11, 33, 23, 10, 44, 63} <= set(first)  # two red ones lay there
    assert not {49, 64, 90, 3, 24} & set(first)


def test_strike_of_a_finished_round_is_given_to_no_other_claim() -> None:
    before = table(claim(0, 0), Struck(0), claim(1, 100), claim(2, 150))
    assert upsetting(before, 2) == {}
    finished = table(
        claim(0, 0), claim(1, 5), Struck(0), NumberCalled(1, 10), SandRanOut(30_000), Judged(1, right=True)
    )
    assert upsetting(finished, 3) == {"claim": [1]}
    assert (upsetting(finished, 6), upsetting(finished, 9)) == ({}, {})

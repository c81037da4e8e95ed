"""What every registered game keeps to; docs/adding-a-game.md says how a new one meets it."""

import copy
import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.codec import Event, decode, decode_event, encode, encode_event, schema
from rules.core import Asked, Await, By, Outcome, Press, Scalar, Seat, Sign
from rules.errors import IllegalMoveError, MalformedEventError, RulesError
from rules.record import ENVELOPE, RESULT, Header, Record, SeatInfo, read_record, write_record
from rules.registry import GAMES, AnyGame
from rules.table import TABLE_EVENTS, Corrected, Origin, Redone, Retracted, Table
from tests.rules.made_events import (
    Pick,
    event_schema,
    from_schema,
    listed,
    near,
    options_of,
    picks,
    starts,
    whole_games,
)

T = TypeVar("T")

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
some = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
few = settings(some, max_examples=60)


def seats_of(state: Any) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(state.seats))]


def everything_seen(game: AnyGame, state: Any) -> str:
    """Give what each seat and a spectator see of a state, and what lights tell, as one text."""
    views = [game.view(state, seat) for seat in seats_of(state)]
    return json.dumps([views, repr(game.glance(state))], allow_nan=False)


def check_state(game: AnyGame, state: Any) -> None:
    """Check what holds in every state that a game can come to."""
    everything_seen(game, state)
    for move in spread(game.legal(state)):
        game.apply(state, move)
    for awaited in game.awaits(state):
        check_await(game, state, awaited)
    outcome = game.outcome(state)
    if outcome is None:
        assert game.legal(state) or any(a.by is By.CHANCE for a in game.awaits(state))
        assert game.awaits(state)
    else:
        assert (tuple(game.legal(state)), game.awaits(state)) == ((), ())
        check_outcome(outcome, state.seats)


def check_outcome(outcome: Outcome, seats: int) -> None:
    standings = outcome.standings
    assert sorted(s.seat for s in standings) == list(range(seats))
    assert [s.score for s in standings] == sorted((s.score for s in standings), reverse=True)
    ranks = [s.rank for s in standings]
    assert ranks == [ranks.index(rank) + 1 for rank in ranks]
    assert outcome.winners == tuple(s.seat for s in standings if s.rank == 1) != ()


def check_await(game: AnyGame, state: Any, awaited: Await) -> None:
    assert set(awaited.seats) <= set(range(state.seats))
    if awaited.by is By.PRESS:
        for seat in awaited.seats:
            moves = [m for m in game.legal(state) if m.type == awaited.event]
            stamps = [m.pressed_ms for m in moves if m.seat == seat]
            assert stamps
            game.apply(state, game.pressed(state, Press(seat, stamps[0])))
    elif awaited.by is By.CLOCK:
        game.apply(state, decode_event(game.events, {"type": awaited.event, "at_ms": awaited.at_ms}))
    elif awaited.by is By.CHANCE:
        for draw in (first_drawn, last_drawn):
            game.apply(state, decode_event(game.events, awaited.drawn(draw)))
    else:
        for event in answers(game, state, awaited):
            with suppress(IllegalMoveError) if awaited.is_question else nullcontext():
                game.apply(state, event)


def first_drawn(choices: Sequence[Scalar], count: int) -> Sequence[Scalar]:
    return choices[:count]


def last_drawn(choices: Sequence[Scalar], count: int) -> Sequence[Scalar]:
    return choices[::-1][:count]


def answers(game: AnyGame, state: Any, awaited: Await) -> Iterator[Event]:
    """Build an event for each choice of each field; nothing is built where a text is asked for."""
    if any(not asked.choices for asked in awaited.asked):
        assert all(field_shape(game, awaited.event, a.field) == "string" for a in awaited.asked)
        return
    yield filled_in(game, state, awaited, {})
    for at, asked in enumerate(awaited.asked):
        before = first_choices(game, state, awaited, at)
        for choice in spread(narrowed(game, state, awaited, before)[at].choices[1:]):
            yield filled_in(game, state, awaited, {**before, asked.field: choice})


def first_choices(game: AnyGame, state: Any, awaited: Await, count: int) -> dict[str, Scalar]:
    """Give the first choice left of each of the first *count* fields."""
    taken: dict[str, Scalar] = {}
    for at, asked in enumerate(awaited.asked[:count]):
        taken[asked.field] = narrowed(game, state, awaited, taken)[at].choices[0]
    return taken


def filled_in(game: AnyGame, state: Any, awaited: Await, taken: dict[str, Scalar]) -> Event:
    """Build an event: the fields *taken*, and of each other the first choice left beside those before it."""
    for at, asked in enumerate(awaited.asked):
        if asked.field not in taken:
            taken = {**taken, asked.field: narrowed(game, state, awaited, taken)[at].choices[0]}
    values = {a.field: chosen(game, awaited, a, taken[a.field]) for a in awaited.asked}
    event: Event = decode_event(game.events, {"type": awaited.event, **dict(awaited.given), **values})
    return event


def narrowed(game: AnyGame, state: Any, awaited: Await, taken: dict[str, Scalar]) -> tuple[Asked, ...]:
    """Give the fields with what is left of their choices: never more, never none, and in the same order."""
    left = game.narrowed(state, awaited, taken)
    for asked, before in zip(left, awaited.asked, strict=True):
        assert asked.field == before.field
        assert set(asked.choices) <= set(before.choices)
        assert asked.choices
    return left


def chosen(game: AnyGame, awaited: Await, asked: Asked, choice: Scalar) -> object:
    """Give a choice as the field takes it: of a list field the choices are its entries."""
    return [choice] if field_shape(game, awaited.event, asked.field) == "array" else choice


def spread(many: Collection[T], most: int = 25) -> list[T]:
    """Give all of a few, and of many some that lie evenly among them."""
    return [*many][:: -(-len(many) // most)] if many else []


@cache
def field_shape(game: AnyGame, event: str, field: str) -> object:
    properties: Any = schema(game.events[event])["properties"]
    return properties[field].get("type")


@games
def test_every_state_of_every_playthrough_keeps_the_contract(game: AnyGame) -> None:
    states = {repr(state): state for states in whole_games(game) for state in states}
    for state in states.values():
        check_state(game, state)


@games
@some
@given(data=st.data())
def test_every_state_that_legal_and_illegal_events_lead_to_keeps_the_contract(
    game: AnyGame, data: st.DataObject
) -> None:
    state = data.draw(starts(game))
    wanted: list[Event | Pick] = data.draw(st.lists(picks | near(game), max_size=25))
    for one in wanted:
        event = listed(game, state, one) if isinstance(one, tuple) else one
        if event is not None:
            state = after(game, state, event)
    check_state(game, state)


def after(game: AnyGame, state: Any, event: Event) -> Any:
    """Give the state after an event, which is the same state where the event is refused."""
    before = copy.deepcopy(state)
    try:
        return game.apply(state, event)
    except (IllegalMoveError, MalformedEventError):
        return state
    finally:
        assert state == before


@games
@few
@given(data=st.data())
def test_replayed_record_gives_the_live_table(game: AnyGame, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(game.seat_counts))
    signs = tuple(
        SeatInfo(sign, data.draw(st.text(st.characters(codec="utf-8"), max_size=3))) for sign in Sign
    )
    options = data.draw(options_of(game))
    first = Seat(data.draw(st.integers(0, seats - 1)))
    header = Header("a", game, signs[:seats], first, options, game.profile(), None)
    table = header.opened()
    for one in data.draw(
        st.lists(picks | near(game) | st.sampled_from(["retract", "redo", "remove"]), max_size=25)
    ):
        table = extended(table, one, len(table.entries))
    again = read_record(write_record(Record(header, table)))
    assert again == Record(header, table)
    assert everything_seen(game, again.table.state) == everything_seen(game, table.state)
    assert game.legal(again.table.state) == game.legal(table.state)
    assert game.awaits(again.table.state) == game.awaits(table.state)


def extended(table: Table, one: Any, at_ms: int) -> Table:
    """Give the table after one more entry, the same where it is refused."""
    before = copy.copy(table)
    try:
        match one:
            case "retract":
                return table.append(at_ms, Origin.HOST, Retracted(table.retractable or 1))
            case "redo":
                return table.append(at_ms, Origin.HOST, Redone(table.redoable or 1))
            case "remove":
                misfits = table.correction(1, None).misfits
                return table.append(at_ms, Origin.HOST, Corrected(1, None, misfits))
            case (_, _):
                event = listed(table.game, table.state, one)
            case _:
                event = one
        return table if event is None else table.append(at_ms, Origin.PANEL, event)
    except RulesError:
        return table
    finally:
        assert table == before


@games
@some
@given(data=st.data())
def test_event_is_read_as_it_was_written(game: AnyGame, data: st.DataObject) -> None:
    came = data.draw(from_schema(event_schema(game.events)))
    event = decode_event(game.events, came)
    written = encode_event(event)
    assert written.items() >= came.items()
    assert decode_event(game.events, json.loads(json.dumps(written))) == event


@games
@some
@given(data=st.data())
def test_options_and_profile_are_read_as_they_were_written(game: AnyGame, data: st.DataObject) -> None:
    for kind in (game.options, game.profile):
        value = decode(kind, data.draw(from_schema(schema(kind))))
        assert decode(kind, json.loads(json.dumps(encode(value)))) == value


@games
@some
@given(data=st.data())
def test_event_with_another_field_or_without_a_needed_one_is_malformed(
    game: AnyGame, data: st.DataObject
) -> None:
    came = data.draw(from_schema(event_schema(game.events)))
    needed = schema(game.events[came["type"]])["required"]
    assert isinstance(needed, list)
    for wrong in [{**came, "other": 1}, *({k: v for k, v in came.items() if k != n} for n in needed)]:
        with pytest.raises(MalformedEventError):
            decode_event(game.events, wrong)


@games
def test_game_has_options_and_a_profile_to_begin_with(game: AnyGame) -> None:
    for seats in game.seat_counts:
        assert game.outcome(game.start(seats, Seat(seats - 1), game.options(), game.profile())) is None


@games
@pytest.mark.parametrize("too", ["few", "many"])
def test_game_refuses_other_numbers_of_seats(game: AnyGame, too: str) -> None:
    seats = game.seat_counts[0] - 1 if too == "few" else game.seat_counts[-1] + 1
    with pytest.raises(IllegalMoveError):
        game.start(seats, Seat(0), game.options(), game.profile())


@games
def test_first_seat_sits_at_the_table(game: AnyGame) -> None:
    low = game.seat_counts[0]
    with pytest.raises(IllegalMoveError):
        game.start(low, Seat(low), game.options(), game.profile())


@games
@few
@given(data=st.data())
def test_where_nobody_is_asked_who_starts_it_makes_no_difference(game: AnyGame, data: st.DataObject) -> None:
    options = data.draw(options_of(game))
    low = game.seat_counts[0]
    begun = [game.start(low, Seat(first), options, game.profile()) for first in range(low)]
    assert game.has_start_seat(options) or len({everything_seen(game, state) for state in begun}) == 1


@games
@few
@given(data=st.data(), script=st.lists(picks, max_size=30))
def test_option_that_is_not_offered_changes_nothing(
    game: AnyGame, data: st.DataObject, script: list[Pick]
) -> None:
    options, other = data.draw(options_of(game)), data.draw(options_of(game))
    hidden = [f.name for f in fields(options) if not game.has_option(options, f.name)]
    changed = replace(options, **{name: getattr(other, name) for name in hidden})
    both = [game.start(game.seat_counts[0], Seat(0), o, game.profile()) for o in (options, changed)]
    for pick in script:
        event = listed(game, both[0], pick) or drawn_by_chance(game, both[0])
        if event is None:
            break
        both = [game.apply(state, event) for state in both]
        one, two = ((game.awaits(s), [*game.legal(s)], game.glance(s), game.outcome(s)) for s in both)
        assert one == two


def drawn_by_chance(game: AnyGame, state: Any) -> Event | None:
    chance = next((a for a in game.awaits(state) if a.by is By.CHANCE), None)
    return None if chance is None else decode_event(game.events, chance.drawn(first_drawn))


@games
@few
@given(data=st.data())
def test_option_that_is_offered_stays_while_it_is_turned(game: AnyGame, data: st.DataObject) -> None:
    options, other = data.draw(options_of(game)), data.draw(options_of(game))
    for name in (f.name for f in fields(options) if game.has_option(options, f.name)):
        assert game.has_option(replace(options, **{name: getattr(other, name)}), name)


@games
def test_names_of_events_and_fields_are_free_for_records(game: AnyGame) -> None:
    assert game.events.keys().isdisjoint({*TABLE_EVENTS, RESULT})
    assert {name: cls.type for name, cls in game.events.items()} == {name: name for name in game.events}
    for cls in game.events.values():
        properties = schema(cls)["properties"]
        assert isinstance(properties, dict)
        assert properties.keys().isdisjoint({"type", *ENVELOPE})


@games
def test_game_is_listed_by_its_name_and_says_its_source(game: AnyGame) -> None:
    assert GAMES[game.id] is game
    module = __import__(type(game).__module__, fromlist=["__doc__"])
    assert "Source:" in (module.__doc__ or "")


@games
@few
@given(data=st.data())
def test_whether_a_phone_may_bring_an_event_can_always_be_said(game: AnyGame, data: st.DataObject) -> None:
    state, event = data.draw(starts(game)), data.draw(near(game))
    for seat in range(state.seats):
        assert game.is_open_to(state, Seat(seat), event) in (True, False)

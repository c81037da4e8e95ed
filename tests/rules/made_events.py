"""Hypothesis strategies made from what the registered games declare, and from the games themselves."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from rules.codec import Event, Json, decode, decode_event, schema
from rules.core import Seat
from rules.record import read_record
from rules.registry import AnyGame

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def from_schema(wanted: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Draw JSON that a schema of rules.codec allows."""
    match wanted:
        case {"const": value}:
            return st.just(value)
        case {"enum": values}:
            return st.sampled_from(values)
        case {"anyOf": shapes} | {"oneOf": shapes}:
            return st.one_of([from_schema(shape) for shape in shapes])
        case {"type": "null"}:
            return st.none()
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "integer"}:
            return st.integers(wanted.get("minimum", -(10**6)), wanted.get("maximum", 10**6))
        case {"type": "string"}:
            low, high = wanted.get("minLength", 0), wanted.get("maxLength", 12)
            return st.text(st.characters(codec="utf-8"), min_size=low, max_size=min(high, low + 12))
        case {"type": "array", "items": items}:
            low = wanted.get("minItems", 0)
            return st.lists(
                from_schema(items), min_size=low, max_size=min(wanted.get("maxItems", 4), low + 4)
            )
        case {"type": "object", "properties": fields, "required": needed}:
            drawn = {name: from_schema(field) for name, field in fields.items()}
            must = {name: field for name, field in drawn.items() if name in needed}
            may = {name: field for name, field in drawn.items() if name not in needed}
            return st.fixed_dictionaries(must, optional=may)
        case _:
            raise AssertionError(wanted)


def event_schema(types: Mapping[str, type[Event]]) -> dict[str, Json]:
    """Give the JSON Schema of "one of these events"."""
    return {"oneOf": [_tagged(cls) for cls in types.values()]}


def _tagged(cls: type[Event]) -> dict[str, Json]:
    plain = schema(cls)
    properties, required = plain["properties"], plain["required"]
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    return {
        **plain,
        "properties": {"type": {"const": cls.type}, **properties},
        "required": ["type", *required],
    }


def near(game: AnyGame) -> st.SearchStrategy[Event]:
    """Draw a well-formed event of the game, with small numbers, so that many are nearly legal."""
    plain = from_schema(_narrowed(event_schema(game.events)))
    return plain.map(lambda came: decode_event(game.events, came))


def _narrowed(wanted: Any) -> Any:
    if isinstance(wanted, list):
        return [_narrowed(one) for one in wanted]
    if not isinstance(wanted, dict):
        return wanted
    narrowed = {name: _narrowed(value) for name, value in wanted.items()}
    if wanted.get("type") == "integer" and wanted.get("maximum", 0) > 100:
        narrowed["maximum"] = 100
    return narrowed


def options_of(game: AnyGame) -> st.SearchStrategy[Any]:
    return from_schema(schema(game.options)).map(lambda came: decode(game.options, came))


@cache
def whole_games(game: AnyGame) -> list[tuple[Any, ...]]:
    """Give every state of every playthrough of the game, each as a tuple of states in order."""
    found = []
    for path in sorted((PLAYTHROUGHS / game.id).glob("*.jsonl")):
        table = read_record(path.read_text(encoding="utf-8")).table
        states = [table.start]
        for line in table.lines:
            if line.fate in ("live", "corrected"):
                states.append(game.apply(states[-1], line.event))
        found.append(tuple(states))
    return found


@st.composite
def starts(draw: st.DrawFn, game: AnyGame) -> Any:
    """Draw a state: a new game with any options, or one out of a playthrough."""
    if draw(st.booleans()):
        return draw(st.sampled_from(draw(st.sampled_from(whole_games(game)))))
    seats = draw(st.sampled_from(game.seat_counts))
    return game.start(seats, Seat(draw(st.integers(0, seats - 1))), draw(options_of(game)), game.profile())


Pick = tuple[int, int]
picks: st.SearchStrategy[Pick] = st.tuples(st.integers(0, 30), st.integers(0, 400))


def listed(game: AnyGame, state: Any, pick: Pick) -> Event | None:
    """Give one of the legal moves: first its kind is picked, then which of that kind."""
    kinds: dict[str, list[Event]] = {}
    for move in game.legal(state):
        kinds.setdefault(move.type, []).append(move)
    if not kinds:
        return None
    of_kind = kinds[sorted(kinds)[pick[0] % len(kinds)]]
    return of_kind[pick[1] % len(of_kind)]

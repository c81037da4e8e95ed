"""The walk over type hints: check, encode, decode and schema."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.codec import (
    Bounds,
    Checked,
    Event,
    Length,
    decode,
    decode_event,
    encode,
    encode_event,
    schema,
    shape_of,
)
from rules.errors import Malformed, MalformedEventError

Place = NewType("Place", int)


class Hue(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Stone(Checked):
    weight: Annotated[int, Bounds(1, 9)]
    hue: Hue = Hue.RED


@dataclass(frozen=True)
class Built(Event):
    place: Place
    name: Annotated[str, Length(1, 5)]
    is_open: bool
    stones: Annotated[tuple[Stone, ...], Length(0, 2)]
    note: str | None = None
    steps: tuple[int, ...] = ()
    type: ClassVar[str] = "built"


@dataclass(frozen=True)
class Fallen(Event):
    cause: Event | None = None
    type: ClassVar[str] = "fallen"


TYPES: dict[str, type[Event]] = {"built": Built, "fallen": Fallen}
WRITTEN: dict[str, Any] = {
    "place": 3,
    "name": "Giza",
    "is_open": True,
    "stones": [{"weight": 2, "hue": "blue"}],
    "note": None,
    "steps": [1, -1],
}
BUILT = Built(Place(3), "Giza", True, (Stone(2, Hue.BLUE),), None, (1, -1))


def test_value_is_written_and_read_back() -> None:
    assert encode(BUILT) == WRITTEN
    assert decode(Built, json.loads(json.dumps(WRITTEN))) == BUILT


def test_event_is_written_with_its_type_first() -> None:
    assert next(iter(encode_event(BUILT).items())) == ("type", "built")
    assert decode_event(TYPES, encode_event(BUILT)) == BUILT


def test_fields_with_a_default_may_be_left_out() -> None:
    assert decode(Stone, {"weight": 2}) == Stone(2, Hue.RED)


def test_event_within_an_event_is_written() -> None:
    assert encode_event(Fallen(Fallen())) == {"type": "fallen", "cause": {"type": "fallen", "cause": None}}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in WRITTEN.items() if key != name}


@pytest.mark.parametrize(
    ("came", "code", "message"),
    [
        pytest.param(
            [], Malformed.NOT_AN_OBJECT, "Built: [] came, expected an object", id="list-for-an-object"
        ),
        pytest.param(
            {**WRITTEN, "roof": 1},
            Malformed.UNKNOWN_FIELD,
            "Built: 'roof' came, expected only place, name, is_open, stones, note, steps",
            id="unknown-field",
        ),
        pytest.param(
            without("name"), Malformed.MISSING_FIELD, "Built: the field name is missing", id="missing"
        ),
        pytest.param(
            {**WRITTEN, "place": "3"},
            Malformed.WRONG_TYPE,
            "place: '3' came, expected a whole number",
            id="text-for-a-number",
        ),
        pytest.param(
            {**WRITTEN, "place": True},
            Malformed.WRONG_TYPE,
            "place: True came, expected a whole number",
            id="bool-for-a-number",
        ),
        pytest.param(
            {**WRITTEN, "place": 3.0},
            Malformed.WRONG_TYPE,
            "place: 3.0 came, expected a whole number",
            id="float-for-a-number",
        ),
        pytest.param(
            {**WRITTEN, "is_open": 1},
            Malformed.WRONG_TYPE,
            "is_open: 1 came, expected true or false",
            id="number-for-a-bool",
        ),
        pytest.param(
            {**WRITTEN, "name": 7},
            Malformed.WRONG_TYPE,
            "name: 7 came, expected a text",
            id="number-for-a-text",
        ),
        pytest.param(
            {**WRITTEN, "name": ""},
            Malformed.WRONG_LENGTH,
            "name: '' came, expected 1 to 5 signs",
            id="text-too-short",
        ),
        pytest.param(
            {**WRITTEN, "name": "Saqqara"},
            Malformed.WRONG_LENGTH,
            "name: 'Saqqara' came, expected 1 to 5 signs",
            id="text-too-long",
        ),
        pytest.param(
            {**WRITTEN, "note": "\ud800"},
            Malformed.WRONG_TYPE,
            "note: '\\ud800' came, expected a text of whole signs",
            id="half-a-sign",
        ),
        pytest.param(
            {**WRITTEN, "steps": {}},
            Malformed.WRONG_TYPE,
            "steps: {} came, expected a list",
            id="object-for-a-list",
        ),
        pytest.param(
            {**WRITTEN, "steps": [1, None]},
            Malformed.WRONG_TYPE,
            "steps[1]: None came, expected a whole number",
            id="null-in-a-list",
        ),
        pytest.param(
            {**WRITTEN, "stones": [{"weight": 0}]},
            Malformed.OUT_OF_BOUNDS,
            "stones[0].weight: 0 came, expected 1 to 9",
            id="too-low",
        ),
        pytest.param(
            {**WRITTEN, "stones": [{"weight": 1, "hue": "green"}]},
            Malformed.NOT_A_CHOICE,
            "stones[0].hue: 'green' came, expected one of red, blue",
            id="no-choice",
        ),
        pytest.param(
            {**WRITTEN, "stones": [{}]},
            Malformed.MISSING_FIELD,
            "stones[0]: the field weight is missing",
            id="missing-within",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(came: object, code: Malformed, message: str) -> None:
    with pytest.raises(MalformedEventError) as caught:
        decode(Built, came)
    assert (caught.value.code, caught.value.message) == (code, message)


@pytest.mark.parametrize(
    ("came", "code"),
    [
        pytest.param([], Malformed.NOT_AN_OBJECT, id="list"),
        pytest.param({}, Malformed.UNKNOWN_TYPE, id="no-type"),
        pytest.param({"type": "flown"}, Malformed.UNKNOWN_TYPE, id="unknown-type"),
        pytest.param({"type": ["built"]}, Malformed.UNKNOWN_TYPE, id="type-that-is-no-text"),
        pytest.param(
            {"type": "fallen", "cause": {}}, Malformed.WRONG_TYPE, id="event-that-nobody-read-before"
        ),
    ],
)
def test_event_that_can_not_be_read_is_refused(came: object, code: Malformed) -> None:
    with pytest.raises(MalformedEventError) as caught:
        decode_event(TYPES, came)
    assert caught.value.code is code


def built(**other: Any) -> Built:
    fields = {name: getattr(BUILT, name) for name in WRITTEN}
    return Built(**{**fields, **other})


@pytest.mark.parametrize(
    ("other", "code"),
    [
        pytest.param({"place": None}, Malformed.WRONG_TYPE, id="number"),
        pytest.param({"stones": [Stone(1)]}, Malformed.WRONG_TYPE, id="list-for-a-tuple"),
        pytest.param({"stones": (Fallen(),)}, Malformed.WRONG_TYPE, id="another-dataclass"),
        pytest.param({"stones": (Stone(1),) * 3}, Malformed.WRONG_LENGTH, id="too-many"),
    ],
)
def test_value_out_of_its_annotations_can_not_be_built(other: dict[str, Any], code: Malformed) -> None:
    with pytest.raises(MalformedEventError) as caught:
        built(**other)
    assert caught.value.code is code


def test_choice_out_of_its_enum_can_not_be_built() -> None:
    with pytest.raises(MalformedEventError) as caught:
        Stone(1, "red")  # type: ignore[arg-type]
    assert caught.value.code is Malformed.NOT_A_CHOICE


def test_list_that_is_too_long_is_refused() -> None:
    with pytest.raises(MalformedEventError) as caught:
        decode(Built, {**WRITTEN, "stones": [{"weight": 1}] * 3})
    assert caught.value.code is Malformed.WRONG_LENGTH
    assert caught.value.message.endswith("came, expected 0 to 2 entries")


@pytest.mark.parametrize("depth", [3, 400, 900, 5000])
def test_refusal_quotes_what_is_nested_deep(depth: int) -> None:
    came: list[Any] = []
    for _ in range(depth):
        came = [came]
    with pytest.raises(MalformedEventError) as caught:
        decode(Stone, {"weight": came})
    assert caught.value.message == "weight: [[[...]]] came, expected a whole number"


def test_refusal_quotes_no_more_than_60_signs() -> None:
    with pytest.raises(MalformedEventError) as caught:
        decode(Stone, {"weight": "x" * 10_000})
    assert len(str(caught.value.params["came"])) == 60


def test_schema_says_all_that_is_checked() -> None:
    assert schema(Built) == {
        "type": "object",
        "properties": {
            "place": {"type": "integer"},
            "name": {"type": "string", "minLength": 1, "maxLength": 5},
            "is_open": {"type": "boolean"},
            "stones": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "weight": {"type": "integer", "minimum": 1, "maximum": 9},
                        "hue": {"enum": ["red", "blue"]},
                    },
                    "required": ["weight"],
                    "additionalProperties": False,
                },
                "minItems": 0,
                "maxItems": 2,
            },
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "steps": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["place", "name", "is_open", "stones"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    "hint",
    [
        pytest.param(float, id="float"),
        pytest.param(list[int], id="list"),
        pytest.param(tuple[int, str], id="tuple-of-two"),
        pytest.param(int | str, id="either"),
        pytest.param(dict[str, int], id="dict"),
        pytest.param(Annotated[int, Length(1, 2)], id="length-of-a-number"),
        pytest.param(Annotated[str, Bounds(1, 2)], id="bounds-of-a-text"),
        pytest.param(Annotated[bool, "anything"], id="unknown-limit"),
    ],
)
def test_hint_that_nobody_can_check_is_a_mistake_of_the_program(hint: object) -> None:
    with pytest.raises(TypeError):
        shape_of(hint)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.one_of(JSON, st.fixed_dictionaries({}, optional=dict.fromkeys(["type", *WRITTEN], JSON))))
def test_whatever_comes_is_read_or_refused(came: Any) -> None:
    try:
        event = decode_event(TYPES, came)
    except MalformedEventError:
        return
    assert decode_event(TYPES, encode_event(event)) == event


def test_schema_of_an_event_within_an_event_leaves_its_type_open() -> None:
    anything = {"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]}
    assert schema(Fallen)["properties"] == {"cause": {"anyOf": [anything, {"type": "null"}]}}

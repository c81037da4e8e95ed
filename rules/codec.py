"""One walk over type hints: check, encode, strict decode and JSON Schema of frozen dataclasses.

Understood are int and str with bounds, bool, StrEnum, NewType, tuple[T, ...], T | None and nested
frozen dataclasses. Everything that leaves or enters the program as JSON goes through here, so a
field added to an event is checked, stored, read back and documented without another line.
"""

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.errors import Malformed, MalformedEventError, Param

T = TypeVar("T")
E = TypeVar("E", bound="Event")

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True)
class Bounds:
    """Lowest and highest whole number allowed, both included."""

    low: int
    high: int


@dataclass(frozen=True)
class Length:
    """Shortest and longest length allowed of a text or tuple, both included."""

    low: int
    high: int


class Shape(ABC):
    """What one type hint allows."""

    @abstractmethod
    def check(self, value: object, where: str) -> None:
        """Raise MalformedEventError unless *value*, a Python value, fits."""

    def read(self, value: object, where: str) -> Any:
        """Give the Python value of *value*, which came as JSON."""
        self.check(value, where)
        return value

    def write(self, value: Any) -> Json:
        """Give *value* as JSON."""
        return value  # type: ignore[no-any-return]

    @abstractmethod
    def schema(self) -> dict[str, Json]:
        """Give the JSON Schema."""


_QUOTE = reprlib.Repr()
_QUOTE.maxstring = _QUOTE.maxlong = _QUOTE.maxother = 60
_QUOTE.maxlevel = 2
"""Quotes what came; it may be nested too deep for repr."""


def _refuse(code: Malformed, where: str, came: object, expected: str, **params: Param) -> MalformedEventError:
    quoted = _QUOTE.repr(came)
    shown = quoted if len(quoted) <= 60 else f"{quoted[:57]}..."
    return MalformedEventError(
        code, f"{where}: {shown} came, expected {expected}", {"where": where, "came": shown, **params}
    )


@dataclass(frozen=True)
class _Int(Shape):
    bounds: Bounds | None = None

    def check(self, value: object, where: str) -> None:
        if type(value) is not int:
            raise _refuse(Malformed.WRONG_TYPE, where, value, "a whole number", kind="int")
        if self.bounds and not self.bounds.low <= value <= self.bounds.high:
            low, high = self.bounds.low, self.bounds.high
            raise _refuse(Malformed.OUT_OF_BOUNDS, where, value, f"{low} to {high}", low=low, high=high)

    def schema(self) -> dict[str, Json]:
        limits: dict[str, Json] = (
            {"minimum": self.bounds.low, "maximum": self.bounds.high} if self.bounds else {}
        )
        return {"type": "integer", **limits}


@dataclass(frozen=True)
class _Str(Shape):
    length: Length | None = None

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, str):
            raise _refuse(Malformed.WRONG_TYPE, where, value, "a text", kind="str")
        if any("\ud800" <= sign <= "\udfff" for sign in value):  # half a sign: no file could hold it
            raise _refuse(Malformed.WRONG_TYPE, where, value, "a text of whole signs", kind="str")
        if self.length and not self.length.low <= len(value) <= self.length.high:
            low, high = self.length.low, self.length.high
            raise _refuse(Malformed.WRONG_LENGTH, where, value, f"{low} to {high} signs", low=low, high=high)

    def schema(self) -> dict[str, Json]:
        limits: dict[str, Json] = (
            {"minLength": self.length.low, "maxLength": self.length.high} if self.length else {}
        )
        return {"type": "string", **limits}


@dataclass(frozen=True)
class _Bool(Shape):
    def check(self, value: object, where: str) -> None:
        if not isinstance(value, bool):
            raise _refuse(Malformed.WRONG_TYPE, where, value, "true or false", kind="bool")

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class _Choice(Shape):
    choices: type[StrEnum]

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, self.choices):
            raise self._refused(value, where)

    def read(self, value: object, where: str) -> StrEnum:
        if isinstance(value, str) and value in self.choices.__members__.values():
            return self.choices(value)
        raise self._refused(value, where)

    def _refused(self, value: object, where: str) -> MalformedEventError:
        names = ", ".join(self.choices)
        return _refuse(Malformed.NOT_A_CHOICE, where, value, f"one of {names}", choices=names)

    def write(self, value: Any) -> Json:
        return str(value)

    def schema(self) -> dict[str, Json]:
        return {"enum": [str(c) for c in self.choices]}


@dataclass(frozen=True)
class _Tuple(Shape):
    item: Shape
    length: Length | None = None

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, tuple):
            raise _refuse(Malformed.WRONG_TYPE, where, value, "a list", kind="list")
        if self.length and not self.length.low <= len(value) <= self.length.high:
            low, high = self.length.low, self.length.high
            raise _refuse(
                Malformed.WRONG_LENGTH, where, value, f"{low} to {high} entries", low=low, high=high
            )
        for i, item in enumerate(value):
            self.item.check(item, f"{where}[{i}]")

    def read(self, value: object, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _refuse(Malformed.WRONG_TYPE, where, value, "a list", kind="list")
        came = tuple(self.item.read(item, f"{where}[{i}]") for i, item in enumerate(value))
        self.check(came, where)
        return came

    def write(self, value: Any) -> Json:
        return [self.item.write(item) for item in value]

    def schema(self) -> dict[str, Json]:
        limits: dict[str, Json] = (
            {"minItems": self.length.low, "maxItems": self.length.high} if self.length else {}
        )
        return {"type": "array", "items": self.item.schema(), **limits}


@dataclass(frozen=True)
class _Optional(Shape):
    inner: Shape

    def check(self, value: object, where: str) -> None:
        if value is not None:
            self.inner.check(value, where)

    def read(self, value: object, where: str) -> Any:
        return None if value is None else self.inner.read(value, where)

    def write(self, value: Any) -> Json:
        return None if value is None else self.inner.write(value)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [self.inner.schema(), {"type": "null"}]}


@dataclass(frozen=True)
class _Record(Shape):
    cls: type[Any]

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, self.cls):
            raise _refuse(Malformed.WRONG_TYPE, where, value, self.cls.__name__, kind=self.cls.__name__)

    def read(self, value: object, where: str) -> Any:
        return decode(self.cls, value, where)

    def write(self, value: Any) -> Json:
        return encode(value)

    def schema(self) -> dict[str, Json]:
        return schema(self.cls)


@dataclass(frozen=True)
class _AnyEvent(Shape):
    """Some game's event: who reads it must have decoded it by that game's types before."""

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, Event):
            raise _refuse(Malformed.WRONG_TYPE, where, value, "an event", kind="event")

    def write(self, value: Any) -> Json:
        return encode_event(value)

    def schema(self) -> dict[str, Json]:
        return {"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]}


def shape_of(hint: object) -> Shape:
    """Give the shape of one type hint: the one walk that everything here rests on.

    Raises:
        TypeError: when the hint is none that a checked dataclass may use; this is a programmer's mistake.
    """
    if isinstance(hint, NewType):
        return shape_of(hint.__supertype__)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _bounded(args[0], args[1])
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _Tuple(shape_of(args[0]))
    if origin in (Union, UnionType) and len(args) == 2 and args[1] is NoneType:
        return _Optional(shape_of(args[0]))
    if hint is int:
        return _Int()
    if hint is str:
        return _Str()
    if hint is bool:
        return _Bool()
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _Choice(hint)
    if hint is Event:
        return _AnyEvent()
    if isinstance(hint, type) and is_dataclass(hint):
        return _Record(hint)
    raise TypeError(f"no shape for the type hint {hint!r}")


def _bounded(hint: object, limit: object) -> Shape:
    match shape_of(hint), limit:
        case _Int(), Bounds() as bounds:
            return _Int(bounds)
        case _Str(), Length() as length:
            return _Str(length)
        case _Tuple(item=item), Length() as length:
            return _Tuple(item, length)
        case _:
            raise TypeError(f"{limit!r} does not limit {hint!r}")


_SHAPES: dict[type[Any], Mapping[str, Shape]] = {}


def _shapes(cls: type[Any]) -> Mapping[str, Shape]:
    if cls not in _SHAPES:
        hints = get_type_hints(cls, include_extras=True)
        _SHAPES[cls] = {f.name: shape_of(hints[f.name]) for f in fields(cls)}
    return _SHAPES[cls]


@dataclass(frozen=True)
class Checked:
    """Base of frozen dataclasses that can't be built with a value out of their annotations.

    Raises:
        MalformedEventError: when a field doesn't fit.
    """

    def __post_init__(self) -> None:
        for name, shape in _shapes(type(self)).items():
            shape.check(getattr(self, name), name)


@dataclass(frozen=True)
class Event(Checked):
    """Something that happened and was logged; subclasses are named in the past tense."""

    type: ClassVar[str]


def encode(value: Any) -> dict[str, Json]:
    """Give the fields of *value*, a dataclass, as a JSON object."""
    return {name: shape.write(getattr(value, name)) for name, shape in _shapes(type(value)).items()}


def decode(cls: type[T], came: object, where: str = "") -> T:
    """Build a *cls* from a JSON object; unknown fields are refused, missing ones need a default.

    Raises:
        MalformedEventError: when it doesn't fit; the message names the place.
    """
    place = where or cls.__name__
    if not isinstance(came, dict):
        raise _refuse(Malformed.NOT_AN_OBJECT, place, came, "an object", kind="object")
    shapes = _shapes(cls)
    for name in came:
        if name not in shapes:
            raise _refuse(
                Malformed.UNKNOWN_FIELD,
                place,
                name,
                f"only {', '.join(shapes) or 'no field'}",
                field=str(name),
            )
    values: dict[str, Any] = {}
    for field in fields(cls):  # type: ignore[arg-type]
        inner = f"{where}.{field.name}" if where else field.name
        if field.name in came:
            values[field.name] = shapes[field.name].read(came[field.name], inner)
        elif _is_required(field):
            raise MalformedEventError(
                Malformed.MISSING_FIELD,
                f"{place}: the field {field.name} is missing",
                {"where": place, "field": field.name},
            )
    return cls(**values)


def _is_required(field: "Field[Any]") -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def schema(cls: type[Any]) -> dict[str, Json]:
    """Give the JSON Schema of a dataclass, no other fields allowed."""
    return {
        "type": "object",
        "properties": {name: shape.schema() for name, shape in _shapes(cls).items()},
        "required": [f.name for f in fields(cls) if _is_required(f)],
        "additionalProperties": False,
    }


def encode_event(event: Event) -> dict[str, Json]:
    """Give an event as a JSON object, its `type` first."""
    return {"type": event.type, **encode(event)}


def decode_event(types: Mapping[str, type[E]], came: object) -> E:
    """Build the event that *came*, a JSON object, names by its `type`.

    Raises:
        MalformedEventError: when the type is unknown or a field doesn't fit.
    """
    if not isinstance(came, dict):
        raise _refuse(Malformed.NOT_AN_OBJECT, "event", came, "an object", kind="object")
    tag = came.get("type")
    if not isinstance(tag, str) or tag not in types:
        raise _refuse(
            Malformed.UNKNOWN_TYPE, "type", tag, f"one of {', '.join(types)}", choices=", ".join(types)
        )
    return decode(types[tag], {name: value for name, value in came.items() if name != "type"})

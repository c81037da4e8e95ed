"""A game's options as the panel turns them: every field of their dataclass, whatever the game."""

from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, get_args, get_type_hints

from rules.codec import Bounds


def fields_of(options: type[Any]) -> tuple[str, ...]:
    """List the names of the options that can be turned."""
    return tuple(field.name for field in fields(options) if choices_of(options, field.name))


def choices_of(options: type[Any], name: str) -> tuple[Any, ...]:
    """List the values of one option, in order; none where there is no such option, or it can't be turned."""
    hint = get_type_hints(options, include_extras=True).get(name)
    if hint is bool:
        return (False, True)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return tuple(hint)
    bounds = next((arg for arg in get_args(hint) if isinstance(arg, Bounds)), None)
    return () if bounds is None else tuple(range(bounds.low, bounds.high + 1))


def turned_option(options: Any, name: str, steps: int) -> Any:
    """Give the options after one was turned: numbers stop at their ends, all else goes round."""
    choices = choices_of(type(options), name)
    at = choices.index(getattr(options, name))
    if len(choices) > 2 and isinstance(choices[0], int):
        at = max(0, min(len(choices) - 1, at + steps))
    else:
        at = (at + (1 if steps > 0 else -1)) % len(choices) if steps else at
    return replace(options, **{name: choices[at]})

"""What was turned to at the panel and is not entered yet, and how a wheel goes through choices."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.core import Asked, Scalar

T = TypeVar("T")

Key = tuple[str, tuple[tuple[str, Scalar], ...]]
"""What a task is about: the event that is awaited first, and what of it is settled."""


@dataclass(frozen=True)
class Option:
    """One thing that can be entered: an event's type and, where it has one, the choice."""

    event: str
    field: str | None = None
    choice: Scalar | None = None


@dataclass(frozen=True)
class Dial:
    """What one encoder turns: the field at a place, or the group that its value is of."""

    field: str
    place: int
    is_group: bool = False


@dataclass(frozen=True)
class Draft:
    """What was turned to so far, nothing entered yet: an option, or a value for each wheel."""

    key: Key
    option: Option | None = None
    values: tuple[Scalar | None, ...] = ()


def grouped(asked: Asked) -> tuple[Scalar, ...]:
    """Give the choices, those that belong together beside each other: row by row is quicker."""
    in_groups = tuple(choice for group in asked.groups for choice in group.choices)
    return (*in_groups, *(choice for choice in asked.choices if choice not in in_groups))


def dialled(dial: Dial, asked: Asked, at: Scalar | None, steps: int) -> Scalar:
    """Go to another choice; from group to group near the same place, or within the group."""
    inside = next((g.choices for g in asked.groups if at in g.choices), None)
    if inside is None or at is None:
        return moved(asked.choices, at, steps)
    if not dial.is_group:
        return moved(inside, at, steps)
    there = moved([g.choices for g in asked.groups], inside, steps)
    return there[min(inside.index(at), len(there) - 1)]


def moved(choices: Sequence[T], at: T | None, steps: int) -> T:
    """Go round a list; from nowhere, the first step lands on its first or last entry."""
    if at is None or at not in choices:
        return choices[(steps - 1 if steps > 0 else steps) % len(choices)]
    return choices[(choices.index(at) + steps) % len(choices)]

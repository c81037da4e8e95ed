"""What a formula is made of, and how it is written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, assert_never


class Sign(StrEnum):
    """What joins two parts of a formula."""

    ADD = "+"
    SUBTRACT = "−"
    MULTIPLY = "×"
    DIVIDE = "÷"
    POWER = "^"


BINDING: Mapping[Sign, int] = {Sign.ADD: 1, Sign.SUBTRACT: 1, Sign.MULTIPLY: 2, Sign.DIVIDE: 2, Sign.POWER: 3}


class Place(NamedTuple):
    """Where in the text as typed a part stands, as the bounds of a slice."""

    start: int
    end: int


NOWHERE = Place(0, 0)


@dataclass(frozen=True, slots=True)
class Number:
    """One die, or a number typed as if it were one."""

    value: int
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return write(self)


@dataclass(frozen=True, slots=True)
class Operation:
    """Two parts and the sign between them."""

    sign: Sign
    left: "Node"
    right: "Node"
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return write(self)


@dataclass(frozen=True, slots=True)
class Root:
    """A root; without an index it is a plain one: the square root, which uses no die."""

    radicand: "Node"
    index: Number | None = None
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return write(self)


Node = Number | Operation | Root


def write(node: Node) -> str:
    """Write *node* so that it reads back as the same node, with brackets only where they are needed.

    Parts of a power and of a root are bracketed unless they are numbers or, under a root, roots:
    2^3^2 and √9^2 can be read back, but not by people.
    """
    match node:
        case Number(value):
            return str(value)
        case Root(radicand, index):
            return f"{index or ''}√{_write_within(radicand, bracketed=isinstance(radicand, Operation))}"
        case Operation(Sign.POWER, base, exponent):
            parts = (_write_within(part, bracketed=not isinstance(part, Number)) for part in (base, exponent))
            return Sign.POWER.join(parts)
        case Operation(sign, left, right):
            before = _write_within(left, bracketed=_binding(left) < BINDING[sign])
            after = _write_within(right, bracketed=_binding(right) <= BINDING[sign])
            return before + sign + after
        case _:
            assert_never(node)


def dice_in(node: Node) -> Iterator[Number]:
    """Yield the numbers of *node* in the order in which they are written."""
    match node:
        case Number():
            yield node
        case Root(radicand, index):
            if index is not None:
                yield index
            yield from dice_in(radicand)
        case Operation(_, left, right):
            yield from dice_in(left)
            yield from dice_in(right)
        case _:
            assert_never(node)


def plain_roots_in(node: Node) -> Iterator[Root]:
    """Yield the plain roots of *node* in the order in which they are written."""
    match node:
        case Number():
            return
        case Root(radicand, index):
            if index is None:
                yield node
            yield from plain_roots_in(radicand)
        case Operation(_, left, right):
            yield from plain_roots_in(left)
            yield from plain_roots_in(right)
        case _:
            assert_never(node)


def _write_within(node: Node, *, bracketed: bool) -> str:
    return f"({write(node)})" if bracketed else write(node)


def _binding(node: Node) -> int:
    return BINDING[node.sign] if isinstance(node, Operation) else max(BINDING.values()) + 1

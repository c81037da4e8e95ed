"""What nmcli answers, and how its lines are read."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

NOT_THERE: Final = 127
TOO_LONG: Final = 3
"""nmcli's own exit status for a time that ran out (nmcli(1))."""


@dataclass(frozen=True)
class Ran:
    """How a call ended: exit status, what was printed, what was complained of."""

    status: int
    out: str = ""
    complaint: str = ""


Run = Callable[[tuple[str, ...], float], Awaitable[Ran]]
"""Runs nmcli with these arguments, for so many seconds at most."""


def fields_of(line: str) -> tuple[str, ...]:
    """Split a line of `nmcli --terse` at its colons; a backslash makes the next sign an ordinary one."""
    fields, field, is_escaped = [], "", False
    for sign in line:
        if is_escaped or sign not in "\\:":
            field, is_escaped = field + sign, False
        elif sign == "\\":
            is_escaped = True
        else:
            fields.append(field)
            field = ""
    return (*fields, field)

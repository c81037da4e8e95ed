"""What a rules function may raise.

RulesError
├── MalformedEventError     not readable, or out of its bounds: no table would take it
│   └── MalformedFormulaError (pharaoh_code.formula)
├── IllegalMoveError        readable, but against the rules now
└── MalformedRecordError    a record that can't be read, with the line
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

Param = str | int
NO_PARAMS: Mapping[str, Param] = MappingProxyType({})


class Malformed(StrEnum):
    """Why something could not be read; each has a text `refusal.<value>` in every catalogue."""

    NOT_AN_OBJECT = "malformed.not_an_object"
    UNKNOWN_TYPE = "malformed.unknown_type"
    UNKNOWN_FIELD = "malformed.unknown_field"
    MISSING_FIELD = "malformed.missing_field"
    WRONG_TYPE = "malformed.wrong_type"
    OUT_OF_BOUNDS = "malformed.out_of_bounds"
    NOT_A_CHOICE = "malformed.not_a_choice"
    WRONG_LENGTH = "malformed.wrong_length"


class RulesError(ValueError):
    """Base of all that rules raise.

    `code` is what tests assert and phones translate; `params` fill the translated text; the
    sentence (in English) goes into logs and onto the command line. `also` are further faults of the
    same thing, where more than the first is known.
    """

    def __init__(
        self,
        code: StrEnum,
        message: str,
        params: Mapping[str, Param] = NO_PARAMS,
        also: Sequence["RulesError"] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.params = MappingProxyType(dict(params))
        self.also = tuple(also)


class MalformedEventError(RulesError):
    """The event, option or profile can't be read: what came, what was expected, in which place."""


class IllegalMoveError(RulesError):
    """The event is well formed but against a rule now; the state it was tried on is unchanged."""


class MalformedRecordError(RulesError):
    """A record can't be read.

    `line` counts from 1, the header being line 1.
    """

    def __init__(
        self, code: StrEnum, line: int, message: str, params: Mapping[str, Param] = NO_PARAMS
    ) -> None:
        super().__init__(code, f"line {line}: {message}", {**params, "line": line})
        self.line = line

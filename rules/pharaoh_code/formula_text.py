"""Reading a formula as people type it.

    formula = part {("+" | "−") part}
    part    = factor {("×" | "÷") factor}
    factor  = operand ["^" factor]
    operand = number | "(" formula ")" | [number] "√" operand

Raised digits are read as an exponent (2³), or before √ as its index.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from rules.pharaoh_code.formula_faults import FormulaFault, MalformedFormulaError
from rules.pharaoh_code.formula_nodes import BINDING, Node, Number, Operation, Place, Root, Sign

LONGEST_TEXT = 80
DEEPEST_NESTING = 10

_SPELLINGS: Mapping[str, str] = {
    Sign.ADD: "+＋",
    Sign.SUBTRACT: "−-–—－‐‑﹣",
    Sign.MULTIPLY: "×xXｘＸ*＊∗⋅·∙✕✖",
    Sign.DIVIDE: "÷/／∕⁄:：∶",
    Sign.POWER: "^＾",
    "√": "√",
    "(": "([{（［｛",
    ")": ")]}）］｝",
    "=": "=＝",
    "½": "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒",
}
_MEANINGS = {typed: mark for mark, spellings in _SPELLINGS.items() for typed in spellings}
_DIGITS, _WIDE_DIGITS, _RAISED_DIGITS = "0123456789", "０１２３４５６７８９", "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN = str.maketrans(_WIDE_DIGITS + _RAISED_DIGITS, _DIGITS * 2)
_SPACES = " \t\r\n\u00a0\u2009\u200a\u202f\u3000"
_PIECES = re.compile(
    f"(?P<number>[{_DIGITS}{_WIDE_DIGITS}]+)|(?P<raised>[{_RAISED_DIGITS}]+)|[{_SPACES}]+|(?P<sign>.)",
    re.DOTALL,
)


class _Token(NamedTuple):
    """A number, sign or bracket: what it means, what was typed, where."""

    mark: str
    typed: str
    place: Place


def parse(text: str, *, powers: bool = False) -> Node:
    """Read *text* as a formula; with *powers* it may have exponents and roots.

    × and ÷ are done before + and −, either from left to right; exponents from right to left. A root
    reaches over the next number or bracket only. Every node knows its place in *text*.

    Raises:
        MalformedFormulaError: when the text can't be read, with the reason and the place.
    """
    if len(text) > LONGEST_TEXT:
        place = Place(LONGEST_TEXT, len(text))
        raise MalformedFormulaError(FormulaFault.TOO_LONG, text, place, length=len(text), most=LONGEST_TEXT)
    return _Reader(text, [*_tokens(text, powers=powers)]).formula()


def _tokens(text: str, *, powers: bool) -> Iterator[_Token]:
    for piece in _PIECES.finditer(text):
        typed, place = piece.group(), Place(*piece.span())
        match piece.lastgroup:
            case "number":
                yield _number(text, typed, place)
            case "raised" if powers:
                if not text[place.end :].lstrip(_SPACES).startswith("√"):
                    yield _Token(Sign.POWER, typed, place)
                yield _number(text, typed, place)
            case "raised":
                raise MalformedFormulaError(FormulaFault.NOT_IN_VARIANT, text, place, sign=typed)
            case "sign":
                yield _sign(text, typed, place, powers=powers)


def _number(text: str, typed: str, place: Place) -> _Token:
    digits = typed.translate(_PLAIN)
    if digits.startswith("0") and digits != "0":
        raise MalformedFormulaError(FormulaFault.LEADING_ZERO, text, place, number=digits)
    return _Token(digits, typed, place)


def _sign(text: str, typed: str, place: Place, *, powers: bool) -> _Token:
    mark = _MEANINGS.get(typed)
    match mark:
        case None:
            raise MalformedFormulaError(FormulaFault.UNKNOWN_SIGN, text, place, sign=typed)
        case "=":
            raise MalformedFormulaError(FormulaFault.EQUALS_SIGN, text, Place(place.start, len(text)))
        case "½":
            raise MalformedFormulaError(FormulaFault.READY_MADE_FRACTION, text, place, sign=typed)
        case Sign.POWER | "√" if not powers:
            raise MalformedFormulaError(FormulaFault.NOT_IN_VARIANT, text, place, sign=typed)
        case _:
            return _Token(mark, typed, place)


class _Reader:
    """Reads tokens from left to right, each method one rule of the grammar."""

    def __init__(self, text: str, tokens: list[_Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._at = 0
        self._open_brackets = 0

    def formula(self) -> Node:
        node = self._part(loosest=1, depth=0)
        if (token := self._peek()) is not None:
            raise self._unexpected(token)
        return node

    def _part(self, loosest: int, depth: int) -> Node:
        left = self._operand(depth)
        while (sign := self._peek_sign()) is not None and BINDING[sign] >= loosest:
            self._at += 1
            if sign is Sign.POWER:
                right = self._part(BINDING[sign], depth + 1)
            else:
                right = self._part(BINDING[sign] + 1, depth)
            left = Operation(sign, left, right, Place(left.place.start, right.place.end))
        return left

    def _operand(self, depth: int) -> Node:
        token = self._peek()
        if token is None:
            raise self._unfinished()
        if depth > DEEPEST_NESTING:
            raise self._refusal(FormulaFault.TOO_DEEP, token, most=DEEPEST_NESTING)
        self._at += 1
        match token.mark:
            case "(":
                return self._bracket(token, depth)
            case "√":
                return self._root(None, token.place.start, depth)
            case mark if mark[0] in _DIGITS:
                number = Number(int(mark), token.place)
                if self._skip("√"):
                    return self._root(number, token.place.start, depth)
                return number
            case ")" if self._open_brackets == 0:
                raise self._refusal(FormulaFault.UNBALANCED_BRACKET, token, sign=token.typed)
            case Sign.SUBTRACT:
                raise self._refusal(FormulaFault.UNARY_MINUS, token, sign=token.typed)
            case _:
                raise self._refusal(FormulaFault.MISSING_OPERAND, token, sign=token.typed)

    def _bracket(self, opening: _Token, depth: int) -> Node:
        self._open_brackets += 1
        inside = self._part(loosest=1, depth=depth + 1)
        closing = self._peek()
        if closing is None:
            raise self._refusal(FormulaFault.UNBALANCED_BRACKET, opening, sign=opening.typed)
        if closing.mark != ")":
            raise self._unexpected(closing)
        self._at += 1
        self._open_brackets -= 1
        return replace(inside, place=Place(opening.place.start, closing.place.end))

    def _root(self, index: Number | None, start: int, depth: int) -> Root:
        radicand = self._operand(depth + 1)
        return Root(radicand, index, Place(start, radicand.place.end))

    def _peek(self) -> _Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _peek_sign(self) -> Sign | None:
        token = self._peek()
        return Sign(token.mark) if token is not None and token.mark in BINDING else None

    def _skip(self, mark: str) -> bool:
        token = self._peek()
        is_there = token is not None and token.mark == mark
        self._at += is_there
        return is_there

    def _unexpected(self, token: _Token) -> MalformedFormulaError:
        code = FormulaFault.UNBALANCED_BRACKET if token.mark == ")" else FormulaFault.MISSING_OPERATOR
        return self._refusal(code, token, sign=token.typed)

    def _unfinished(self) -> MalformedFormulaError:
        if not self._tokens:
            return MalformedFormulaError(FormulaFault.EMPTY, self._text, Place(0, len(self._text)))
        last = self._tokens[-1]
        return self._refusal(FormulaFault.MISSING_OPERAND, last, sign=last.typed)

    def _refusal(self, code: FormulaFault, token: _Token, **params: str | int) -> MalformedFormulaError:
        return MalformedFormulaError(code, self._text, token.place, **params)

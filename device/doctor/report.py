"""How the doctor's findings are told: eighty columns of words, or JSON."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from device.doctor.findings import Finding, Level, encode_finding, worst
from device.texts import say

COLUMNS: Final = 80
SIGNS: Final = {Level.OK: "✓", Level.UNKNOWN: "?", Level.WARNING: "!", Level.FAULT: "✗"}
PLAIN_SIGNS: Final = {Level.OK: "ok", Level.UNKNOWN: "??", Level.WARNING: "!!", Level.FAULT: "XX"}
COLOURS: Final = {Level.OK: "32", Level.UNKNOWN: "36", Level.WARNING: "33", Level.FAULT: "31;1"}
COLONS: Final = {"zh-Hant": "："}
MARGIN: Final = " " * 6


@dataclass(frozen=True)
class Style:
    """How the terminal speaks: language, whether it shows colours, and whether it has more than ASCII."""

    language: str = "en"
    has_colours: bool = False
    has_signs: bool = True

    def sign(self, level: Level) -> str:
        """Give the mark before a finding."""
        sign = SIGNS[level] if self.has_signs else PLAIN_SIGNS[level]
        return self.coloured(f"{sign:>2}", COLOURS[level])

    def coloured(self, text: str, colour: str) -> str:
        """Give a text in a colour, where there are colours."""
        return f"\x1b[{colour}m{text}\x1b[0m" if self.has_colours else text


def sentence(finding: Finding, language: str) -> str:
    """Give what is wrong, or right, in plain words."""
    return say(language, finding.key, **finding.params)


def words(findings: tuple[Finding, ...], style: Style) -> str:
    """Tell all findings, each with the lines that mend it; what is well takes one line."""
    lines: list[str] = []
    for finding in findings:
        lines += _finding(finding, style)
    lines += ["", *_summary(findings, style)]
    return "\n".join(lines) + "\n"


def _finding(finding: Finding, style: Style) -> Iterator[str]:
    name = say(style.language, f"panel.check.{finding.check}")
    text = sentence(finding, style.language)
    first, *more = wrapped(f"{name}{COLONS.get(style.language, ': ')}{text}", COLUMNS - len(MARGIN))
    yield f"  {style.sign(finding.level)}  {first}"
    yield from (MARGIN + line for line in more)
    # A line to be copied is never broken.
    yield from (f"{MARGIN}{style.coloured(f'$ {line}', '1')}" for line in finding.mend)


def _summary(findings: tuple[Finding, ...], style: Style) -> Iterator[str]:
    level = worst(findings)
    counts = {lev: sum(f.level is lev for f in findings) for lev in (Level.FAULT, Level.WARNING)}
    text = say(
        style.language, f"doctor.all.{level}", faults=counts[Level.FAULT], warnings=counts[Level.WARNING]
    )
    yield from (f"  {line}" for line in wrapped(text, COLUMNS - 2))


def as_json(findings: tuple[Finding, ...], language: str, table: Mapping[str, object] | None) -> str:
    """Give all findings as one JSON object; docs/doctor.md describes it."""
    told = {
        "level": str(worst(findings)),
        "findings": [encode_finding(f, sentence(f, language)) for f in findings],
        "table": table,
    }
    return json.dumps(told, ensure_ascii=False)


def columns(text: str) -> int:
    """Count the columns that a text takes on a terminal: signs of East Asia take two."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines of so many columns: at spaces, and in Chinese anywhere."""
    lines = [""]
    for word in _pieces(text, width):
        if lines[-1] and columns(lines[-1]) + columns(word.rstrip()) > width:
            lines.append("")
        lines[-1] += word if lines[-1] else word.lstrip()
    return [line.rstrip() for line in lines]


def _pieces(text: str, width: int) -> Iterator[str]:
    """Yield what is not to be broken, each with the space after it; signs that end something stay."""
    for word in re.split(r"(?<= )", text):
        if not any("\u2e80" <= c <= "\ua4cf" for c in word) and columns(word) <= width:
            yield word
            continue
        piece = ""
        for sign in word:
            if piece and not (
                unicodedata.category(sign).startswith("P") or (sign.isascii() and piece[-1].isascii())
            ):
                yield piece
                piece = ""
            piece += sign
        yield piece

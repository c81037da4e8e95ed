"""How findings are told: in words that fit a terminal, in every language, and as JSON."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.doctor.examine import examine
from device.doctor.findings import Check, Finding, Level
from device.doctor.report import Style, as_json, columns, sentence, words, wrapped
from device.texts import LANGUAGES, catalogue
from tests.device.doctor.faults import FAULTS, GOOD
from tests.device.doctor.machines import MODELS, Machine

FINDINGS = (
    Finding(Check.BOARD, "ok", params={"model": "Raspberry Pi 5"}),
    Finding(Check.SPI, "off", Level.FAULT, mend=("sudo raspi-config nonint do_spi 0 && sudo reboot",)),
    Finding(Check.WEAR, "unknown", Level.UNKNOWN),
    Finding(Check.WIFI, "sleeps", Level.WARNING, mend=("one", "two")),
)


def test_findings_are_told_with_the_lines_that_mend_them() -> None:
    assert words(FINDINGS, Style()) == (
        "   ✓  Board: Raspberry Pi 5.\n"
        "   ✗  SPI (ring): switched off, so what hangs on it stays dark.\n"
        "      $ sudo raspi-config nonint do_spi 0 && sudo reboot\n"
        "   ?  Disk’s wear: can’t tell: an SD card doesn’t say.\n"
        "   !  Wi-Fi: sleeps between packets: a press by phone may come a second late.\n"
        "      $ one\n"
        "      $ two\n"
        "\n"
        "  Faults: 1, warnings: 1. The lines after $ mend them, from the top.\n"
    )


def test_terminal_without_our_signs_gets_plain_marks_and_no_colour() -> None:
    told = words(FINDINGS[1:2], Style(has_signs=False))
    assert told.startswith("  XX  SPI")
    assert "\x1b" not in told


def test_colours_stand_beside_the_signs_and_never_alone() -> None:
    told = words(FINDINGS, Style(has_colours=True))
    assert "\x1b[31;1m ✗\x1b[0m" in told
    assert re.sub(r"\x1b\[[0-9;]*m", "", told) == words(FINDINGS, Style())


def all_findings(tmp_path: Path) -> Iterator[Finding]:
    for family in MODELS:
        yield from examine(Machine(tmp_path / family, family).seen)
    for number, fault in enumerate(FAULTS):
        machine = Machine(tmp_path / f"f{number}", fault.family)
        fault.change(machine)
        yield machine.found(fault.check)
    for number, (_, change, check, _) in enumerate(GOOD):
        machine = Machine(tmp_path / f"g{number}")
        change(machine)
        yield machine.found(check)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_fits_eighty_columns_in_every_language(tmp_path: Path, language: str) -> None:
    found = tuple(all_findings(tmp_path))
    lines = words(found, Style(language)).splitlines()
    assert [line for line in lines if columns(line) > 80 and "$ " not in line] == []
    assert all(sentence(f, language) for f in found)


def test_no_sentence_is_there_that_nobody_says(tmp_path: Path) -> None:
    told = {key for key in catalogue("en") if key.startswith("doctor.") and ".live." not in key}
    said = {f.key for f in all_findings(tmp_path)}
    of_the_whole = {f"doctor.all.{level}" for level in Level if level is not Level.UNKNOWN}
    by_hand = {f"doctor.part.{code}" for code in ("wrong", "unseen", "bounces")}
    assert told == said | of_the_whole | by_hand


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        pytest.param("one two three", 8, ["one two", "three"], id="at-spaces"),
        pytest.param("一二三四，五六", 8, ["一二三", "四，五六"], id="chinese-anywhere-but-before-a-comma"),
        pytest.param("나는 간다 집에", 9, ["나는 간다", "집에"], id="korean-at-spaces"),
        pytest.param("a" * 12, 8, ["a" * 12], id="a-word-too-long-stays-whole"),
        pytest.param("", 8, [""], id="nothing"),
    ],
)
def test_lines_are_broken_where_a_reader_expects_it(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


def test_json_says_level_findings_and_table() -> None:
    told: Any = json.loads(as_json(FINDINGS[:2], "nl", {"port": 8080}))
    assert told == {
        "level": "fault",
        "findings": [
            {
                "check": "board",
                "code": "ok",
                "level": "ok",
                "text": "Raspberry Pi 5.",
                "params": {"model": "Raspberry Pi 5"},
                "mend": [],
            },
            {
                "check": "spi",
                "code": "off",
                "level": "fault",
                "text": "uitgeschakeld; wat eraan hangt, blijft donker.",
                "params": {},
                "mend": ["sudo raspi-config nonint do_spi 0 && sudo reboot"],
            },
        ],
        "table": {"port": 8080},
    }

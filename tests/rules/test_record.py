"""Records: written, read back, and refused with the line that can't be read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import record as record_module
from rules.core import NoProfile, Seat, Sign
from rules.errors import IllegalMoveError, MalformedRecordError
from rules.pharaoh_code import PharaohCode
from rules.pharaoh_code.events import Judged, NumberCalled, SandRanOut, Thrown
from rules.pharaoh_code.state import Options
from rules.record import (
    LONGEST_LINE,
    MOST_LINES,
    Header,
    Record,
    RecordFault,
    SeatInfo,
    encode_header,
    read_record,
    write_record,
)
from rules.registry import GAMES
from rules.table import (
    MOST_ENTRIES,
    MOST_WITH_CHANGES,
    Corrected,
    Origin,
    Redone,
    Retracted,
    Table,
    TableRule,
)
from tests.rules.pharaoh_code.play import GAME, SOURCE_DICE, claim

SEATS = (SeatInfo(Sign.SUN, "Ahmes"), SeatInfo(Sign.EYE))
HEADER = Header("a1b2", GAME, SEATS, Seat(1), Options(strike_penalty=1), NoProfile(), "2026-03-01")

WRITTEN_HEADER = {
    "format": "khepri-record",
    "format_version": 1,
    "id": "a1b2",
    "game": "pharaoh_code",
    "rules_version": 1,
    "seats": [{"sign": "sun", "name": "Ahmes"}, {"sign": "eye", "name": ""}],
    "first_seat": 1,
    "date": "2026-03-01",
    "options": {
        "way": "claims",
        "sand_s": 30,
        "sand_start": "first_press",
        "powers": False,
        "professional": False,
        "whole_steps": False,
        "strike_penalty": 1,
        "dead_heat": "draw",
        "disputes": "majority",
        "highest_tile": False,
    },
    "profile": {},
}


def begun() -> Table:
    """Give a table with an entry of every kind and origin."""
    table = HEADER.opened()
    table = table.append(5, Origin.BUTTON, Thrown())
    table = table.append(1020, Origin.PHONE, claim(0, 1000))
    table = table.append(31_025, Origin.CLOCK, SandRanOut(31_000))
    table = table.append(32_000, Origin.PANEL, SOURCE_DICE)
    table = table.append(33_000, Origin.PANEL, NumberCalled(0, 33))
    table = table.append(34_000, Origin.HOST, Retracted(5))
    table = table.append(35_000, Origin.HOST, Redone(5))
    return table.append(36_000, Origin.HOST, Corrected(5, NumberCalled(0, 22)))


def ended() -> Table:
    """Give a table at which seat 0 took the four black tiles."""
    table = HEADER.opened()
    for i, number in enumerate((49, 64, 84, 90)):
        at_ms = 100_000 * i
        for event in (claim(0, at_ms), SandRanOut(at_ms + 30_000), NumberCalled(0, number), Judged(0, True)):
            table = table.append(at_ms + 30_000, Origin.HOST, event)
    return table


RESULT = {
    "type": "result",
    "reason": "row_empty_black",
    "standings": [
        {"seat": 0, "rank": 1, "score": 28, "tie_break": None},
        {"seat": 1, "rank": 2, "score": 0, "tie_break": None},
    ],
}


def text(*lines: Any, end: str = "\n") -> str:
    """Write lines: JSON as JSON, and texts as they are."""
    return "".join(
        (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)) + end for line in lines
    )


def refused(came: str) -> tuple[object, int, str]:
    with pytest.raises(MalformedRecordError) as caught:
        read_record(came)
    assert caught.value.params["line"] == caught.value.line
    return caught.value.code, caught.value.line, caught.value.message


def thrown(**other: object) -> dict[str, object]:
    return {"type": "thrown", "logged_ms": 5, "origin": "button", **other}


# ---- writing ----


def test_record_is_a_header_and_a_line_for_each_entry() -> None:
    lines = [json.loads(line) for line in write_record(Record(HEADER, begun())).splitlines()]
    assert lines == [
        WRITTEN_HEADER,
        {"type": "thrown", "logged_ms": 5, "origin": "button"},
        {
            "type": "claimed",
            "logged_ms": 1020,
            "origin": "phone",
            "seat": 0,
            "pressed_ms": 1000,
            "mark": "clear",
            "by_phone": False,
        },
        {"type": "sand_ran_out", "logged_ms": 31_025, "origin": "clock", "at_ms": 31_000},
        {"type": "dice_read", "logged_ms": 32_000, "origin": "panel", "d8": 2, "d10": 5, "d12": 11},
        {"type": "number_called", "logged_ms": 33_000, "origin": "panel", "claim": 0, "number": 33},
        {"type": "retracted", "logged_ms": 34_000, "origin": "host", "entry": 5},
        {"type": "redone", "logged_ms": 35_000, "origin": "host", "entry": 5},
        {
            "type": "corrected",
            "logged_ms": 36_000,
            "origin": "host",
            "entry": 5,
            "replacement": {"type": "number_called", "claim": 0, "number": 22},
            "set_aside": [],
        },
    ]


def test_finished_game_ends_with_its_result() -> None:
    assert json.loads(write_record(Record(HEADER, ended())).splitlines()[-1]) == RESULT


@pytest.mark.parametrize("table", [HEADER.opened(), begun(), ended()], ids=["empty", "begun", "ended"])
def test_record_is_read_as_it_was_written(table: Table) -> None:
    assert read_record(write_record(Record(HEADER, table))) == Record(HEADER, table)


@given(st.text(st.characters(codec="utf-8"), max_size=24), st.none() | st.just("2026-12-31"))
def test_any_name_survives_a_record(name: str, date: str | None) -> None:
    seats = (SeatInfo(Sign.SUN, name), SeatInfo(Sign.BOAT))
    header = Header("x", GAME, seats, Seat(0), Options(), NoProfile(), date)
    assert read_record(write_record(Record(header, header.opened()))).header == header


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c"], ids=ascii)
def test_sign_that_ends_a_line_elsewhere_does_not_end_one_here(sign: str) -> None:
    header = Header("x", GAME, (SeatInfo(Sign.SUN, f"a{sign}b"), SEATS[1]), Seat(0), Options(), NoProfile())
    assert read_record(write_record(Record(header, header.opened()))).header == header


# ---- reading what others wrote ----


@pytest.mark.parametrize(
    "came",
    [
        pytest.param(text(WRITTEN_HEADER, thrown(), end="\r\n"), id="crlf"),
        pytest.param("\ufeff" + text(WRITTEN_HEADER, thrown()), id="byte-order-mark"),
        pytest.param("\n" + text(WRITTEN_HEADER, "", "  ", thrown(), ""), id="blank-lines"),
        pytest.param(text(WRITTEN_HEADER, thrown()).rstrip(), id="no-last-end-of-line"),
    ],
)
def test_record_from_another_editor_is_read(came: str) -> None:
    assert [e.event for e in read_record(came).table.entries] == [Thrown()]


def test_header_may_leave_out_options_profile_and_date() -> None:
    plain = {k: v for k, v in WRITTEN_HEADER.items() if k not in ("options", "profile", "date")}
    header = read_record(text(plain)).header
    assert (header.options, header.profile, header.date) == (Options(), NoProfile(), None)


def test_result_is_read_without_being_an_entry() -> None:
    assert len(read_record(write_record(Record(HEADER, ended()))).table.entries) == 16


# ---- what can't be read ----

DEEP = "[" * 5000 + "]" * 5000


@pytest.mark.parametrize(
    ("came", "code", "line"),
    [
        pytest.param("", RecordFault.EMPTY, 1, id="nothing"),
        pytest.param("\ufeff\r\n  \n", RecordFault.EMPTY, 1, id="blank-lines-alone"),
        pytest.param("{", RecordFault.NOT_JSON, 1, id="header-cut-off"),
        pytest.param(text(WRITTEN_HEADER, '{"type":'), RecordFault.NOT_JSON, 2, id="entry-cut-off"),
        pytest.param(text(WRITTEN_HEADER, "[1]"), RecordFault.NOT_JSON, 2, id="list"),
        pytest.param(text(WRITTEN_HEADER, "", "7"), RecordFault.NOT_JSON, 3, id="number-after-a-blank-line"),
        pytest.param(text(WRITTEN_HEADER, DEEP), RecordFault.NOT_JSON, 2, id="nested-too-deep"),
        pytest.param(text(WRITTEN_HEADER, "9" * 5000), RecordFault.NOT_JSON, 2, id="number-without-end"),
        pytest.param(text({}), RecordFault.NOT_A_RECORD, 1, id="another-object"),
        pytest.param(text(thrown()), RecordFault.NOT_A_RECORD, 1, id="no-header"),
        pytest.param(
            text({**WRITTEN_HEADER, "format": {}}), RecordFault.NOT_A_RECORD, 1, id="format-that-is-no-text"
        ),
        pytest.param(
            text({**WRITTEN_HEADER, "format_version": 2}), RecordFault.TOO_NEW, 1, id="newer-format"
        ),
        pytest.param(text({**WRITTEN_HEADER, "rules_version": 2}), RecordFault.TOO_NEW, 1, id="newer-rules"),
        pytest.param(
            text({**WRITTEN_HEADER, "rules_version": 2, "options": {"new": 1}}),
            RecordFault.TOO_NEW,
            1,
            id="newer-rules-with-a-new-option",
        ),
        pytest.param(
            text({**WRITTEN_HEADER, "format_version": "1"}), RecordFault.BAD_HEADER, 1, id="version-in-quotes"
        ),
        pytest.param(text({**WRITTEN_HEADER, "rules_version": 0}), RecordFault.BAD_HEADER, 1, id="version-0"),
        pytest.param(text({**WRITTEN_HEADER, "game": "senet"}), RecordFault.BAD_HEADER, 1, id="unknown-game"),
        pytest.param(text({**WRITTEN_HEADER, "colour": 1}), RecordFault.BAD_HEADER, 1, id="unknown-field"),
        pytest.param(
            text({**WRITTEN_HEADER, "options": {"sand_s": 5}}),
            RecordFault.BAD_HEADER,
            1,
            id="option-out-of-bounds",
        ),
        pytest.param(text({**WRITTEN_HEADER, "profile": None}), RecordFault.BAD_HEADER, 1, id="no-profile"),
        pytest.param(text({**WRITTEN_HEADER, "date": "today"}), RecordFault.BAD_HEADER, 1, id="date"),
        pytest.param(
            text({**WRITTEN_HEADER, "seats": [{"sign": "sun"}]}),
            RecordFault.BAD_HEADER,
            1,
            id="too-few-seats",
        ),
        pytest.param(
            text({**WRITTEN_HEADER, "first_seat": 2}), RecordFault.BAD_HEADER, 1, id="first-seat-not-there"
        ),
        pytest.param(
            text(WRITTEN_HEADER, thrown(origin="moon")), RecordFault.BAD_ENTRY, 2, id="unknown-origin"
        ),
        pytest.param(
            text(WRITTEN_HEADER, {"type": "thrown", "origin": "host"}), RecordFault.BAD_ENTRY, 2, id="no-time"
        ),
        pytest.param(text(WRITTEN_HEADER, thrown(logged_ms=-1)), RecordFault.BAD_ENTRY, 2, id="time-below-0"),
        pytest.param(text(WRITTEN_HEADER, thrown(type="flown")), RecordFault.BAD_ENTRY, 2, id="unknown-type"),
        pytest.param(text(WRITTEN_HEADER, thrown(at=1)), RecordFault.BAD_ENTRY, 2, id="unknown-entry-field"),
        pytest.param(text(WRITTEN_HEADER, thrown(), thrown()), RecordFault.REFUSED, 3, id="refused"),
        pytest.param(
            text(WRITTEN_HEADER, "", thrown(), "", thrown()),
            RecordFault.REFUSED,
            5,
            id="refused-after-blank-lines",
        ),
        pytest.param(
            text(WRITTEN_HEADER, thrown(type="retracted", entry=1)),
            RecordFault.REFUSED,
            2,
            id="refused-by-the-table",
        ),
        pytest.param(text(WRITTEN_HEADER, RESULT), RecordFault.OTHER_RESULT, 2, id="result-of-an-open-game"),
        pytest.param(
            text(WRITTEN_HEADER, RESULT, thrown()), RecordFault.AFTER_RESULT, 3, id="entry-after-the-result"
        ),
        pytest.param(
            text(WRITTEN_HEADER, RESULT, RESULT), RecordFault.AFTER_RESULT, 3, id="result-after-the-result"
        ),
        pytest.param(
            text(WRITTEN_HEADER, thrown(note="x" * LONGEST_LINE)), RecordFault.TOO_LONG, 2, id="line-too-long"
        ),
        pytest.param(
            text(WRITTEN_HEADER, *["{}"] * MOST_LINES), RecordFault.TOO_LONG, MOST_LINES, id="too-many-lines"
        ),
    ],
)
def test_record_that_can_not_be_read_is_refused_with_its_line(
    came: str, code: RecordFault, line: int
) -> None:
    assert refused(came)[:2] == (code, line)


def test_refused_entry_says_which_rule() -> None:
    assert refused(text(WRITTEN_HEADER, thrown(), thrown()))[2] == (
        "line 3: the dice of this round were thrown already"
    )


def test_unknown_game_is_told_which_there_are() -> None:
    assert refused(text({**WRITTEN_HEADER, "game": "senet"}))[2] == (
        f"line 1: no game is called 'senet'; there are {', '.join(GAMES)}"
    )


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"reason": "row_empty_red"}, id="other-reason"),
        pytest.param({"standings": RESULT["standings"][:1]}, id="a-seat-left-out"),
        pytest.param({"winner": 0}, id="another-field"),
    ],
)
def test_result_that_entries_do_not_fold_to_is_refused(change: dict[str, object]) -> None:
    lines = write_record(Record(HEADER, ended())).splitlines()
    came = text(*lines[:-1], {**RESULT, **change})
    assert refused(came) == (
        RecordFault.OTHER_RESULT,
        len(lines),
        f"line {len(lines)}: the result is not what the entries fold to",
    )


@pytest.mark.parametrize("depth", range(900, 1000, 7))
def test_value_nested_nearly_too_deep_is_refused_too(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    came = text(
        WRITTEN_HEADER, f'{{"type": "laid_out", "logged_ms": 1, "origin": "host", "numbers": {nested}}}'
    )
    assert refused(came)[0] in (RecordFault.BAD_ENTRY, RecordFault.NOT_JSON)


@given(st.text(max_size=200))
def test_any_text_is_refused_as_a_record(came: str) -> None:
    with pytest.raises(MalformedRecordError):
        read_record(came)


@given(st.integers(0, 400), st.text(max_size=4))
def test_record_damaged_anywhere_is_read_or_refused(place: int, damage: str) -> None:
    whole = write_record(Record(HEADER, begun()))
    try:
        read_record(whole[:place] + damage + whole[place + len(damage) :])
    except MalformedRecordError as error:
        assert 1 <= error.line <= whole.count("\n") + damage.count("\n") + 1  # noqa: PT017


def test_long_record_is_read() -> None:
    entries = [thrown(type="dice_read", d8=1, d10=1, d12=1)] * MOST_ENTRIES
    assert len(read_record(text(WRITTEN_HEADER, *entries)).table.entries) == MOST_ENTRIES


def test_log_that_is_full_takes_no_more_but_can_still_be_taken_back() -> None:
    dice = thrown(type="dice_read", d8=1, d10=1, d12=1)
    table = read_record(text(WRITTEN_HEADER, *[dice] * MOST_ENTRIES)).table
    with pytest.raises(IllegalMoveError) as refused:
        table.append(0, Origin.HOST, table.entries[-1].event)
    assert refused.value.code is TableRule.LOG_FULL
    assert table.retractable == MOST_ENTRIES
    assert len(table.append(0, Origin.HOST, Retracted(MOST_ENTRIES)).entries) == MOST_ENTRIES + 1


def test_log_without_room_for_changes_still_takes_what_the_clock_brings_and_is_read() -> None:
    table = HEADER.opened().append(20, Origin.BUTTON, claim(0, 10)).append(30, Origin.PANEL, SOURCE_DICE)
    for _ in range((MOST_WITH_CHANGES - len(table.entries)) // 2):
        table = table.append(40, Origin.HOST, Retracted(2)).append(50, Origin.HOST, Redone(2))
    with pytest.raises(IllegalMoveError) as refused:
        table.append(60, Origin.HOST, Retracted(2))
    assert refused.value.code is TableRule.LOG_FULL
    table = table.append(31_000, Origin.CLOCK, SandRanOut(30_010))
    assert read_record(write_record(Record(HEADER, table))).table == table


# ---- older rules ----


class NextRules(PharaohCode):
    """Rules version 3, in which nothing that is tested here is another."""

    rules_version = 3


def renamed(old: str, new: str) -> record_module.Migration:
    """Make a migration that renames the type of an entry, and the option that was called by a letter."""

    def migrate(line: dict[str, Any]) -> dict[str, Any]:
        if line.get("format") == "khepri-record":
            options = {"sand_s" if k == "s" else k: v for k, v in line["options"].items()}
            return {**line, "options": options}
        return {**line, "type": new} if line["type"] == old else line

    return migrate


@pytest.fixture
def next_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "game_named", lambda name: NextRules())
    monkeypatch.setattr(
        record_module,
        "MIGRATIONS",
        {
            ("pharaoh_code", 1): renamed("rolled", "cast"),
            ("pharaoh_code", 2): renamed("cast", "thrown"),
        },
    )


OLD_HEADER = {**WRITTEN_HEADER, "options": {"s": 45}}


def test_older_record_is_made_one_of_the_present_rules_line_by_line(next_rules: None) -> None:
    found = read_record(text(OLD_HEADER, thrown(type="rolled")))
    assert (found.header.options.sand_s, found.table.entries[0].event) == (45, Thrown())
    assert encode_header(found.header)["rules_version"] == 3


def test_record_of_the_version_before_takes_the_last_migration_alone(next_rules: None) -> None:
    old = {**OLD_HEADER, "rules_version": 2}
    assert read_record(text(old, thrown(type="cast"))).table.entries[0].event == Thrown()
    assert refused(text(old, thrown(type="rolled")))[:2] == (RecordFault.BAD_ENTRY, 2)


def test_record_that_no_migration_reaches_is_too_old(
    next_rules: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_module, "MIGRATIONS", {("pharaoh_code", 1): renamed("rolled", "cast")})
    assert refused(text(OLD_HEADER)) == (
        RecordFault.TOO_OLD,
        1,
        "line 1: rules version 2 can't be folded any more",
    )


def test_result_of_an_older_record_is_compared_too(next_rules: None) -> None:
    whole = write_record(Record(HEADER, ended()))
    assert len(read_record(whole).table.entries) == 16

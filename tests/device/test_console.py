from pathlib import Path

import pytest

from device.console import console_language, qr_lines, where_lines
from device.texts import LANGUAGES, say


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "eu_ES"}, "eu"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "nl_NL", "LC_ALL": ""}, "nl"),
    ],
    ids=str,
)
def test_console_speaks_the_language_of_the_locale(environ: dict[str, str], language: str) -> None:
    assert console_language(environ) == language


def lines(language: str, *, is_paused: bool = False, bench: tuple[str, ...] = ("http://a/bench",)) -> str:
    return where_lines(
        url="http://192.0.2.7:8080",
        host_code="012345",
        bench_urls=bench,
        data=Path("/var/lib/khepri"),
        parts={"ring": "simulated", "buttons": "absent"},
        is_paused=is_paused,
        language=language,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_console_says_address_code_bench_folder_and_parts(language: str) -> None:
    said = lines(language)
    values = ["http://192.0.2.7:8080", "012345", "http://a/bench", "/var/lib/khepri"]
    values += [say(language, "part.simulated"), say(language, "part.absent")]
    assert [line.strip() for line in said.splitlines() if line.startswith("      ")] == values


def test_console_says_that_a_cut_off_table_waits() -> None:
    waits = say("en", "console.paused")
    assert (waits in lines("en", is_paused=True), waits in lines("en")) == (True, False)


def test_console_of_a_table_with_real_parts_has_no_bench() -> None:
    assert "bench" not in lines("en", bench=())


def test_address_is_drawn_for_a_terminal_of_forty_signs() -> None:
    assert max(len(line) for line in qr_lines("http://192.0.2.7:8080").splitlines()) <= 40

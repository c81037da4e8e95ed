from ipaddress import IPv4Address
from pathlib import Path

import pytest

from device.address import Address
from device.console import console_language, own_wifi_lines, page_lines, qr_lines, where_lines
from device.network.hotspot import Hotspot
from device.store import Salvaged
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


@pytest.mark.parametrize(
    ("locale", "encoding", "language"),
    [
        ("ko_KR", "latin-1", "en"),
        ("ko_KR", "euc_kr", "ko"),
        ("nl_BE", "latin-1", "nl"),
        ("eu_ES", "ascii", "eu"),
    ],
)
def test_console_speaks_english_where_the_terminal_can_not_write_the_language(
    locale: str, encoding: str, language: str
) -> None:
    assert console_language({"LANG": locale}, encoding) == language


def lines(
    language: str,
    *,
    is_paused: bool = False,
    bench: tuple[str, ...] = ("http://a/bench",),
    salvaged: Salvaged | None = None,
) -> str:
    return where_lines(
        host_code="012345",
        bench_urls=bench,
        data=Path("/var/lib/khepri"),
        parts={"ring": "simulated", "buttons": "absent"},
        is_paused=is_paused,
        salvaged=salvaged,
        language=language,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_console_says_code_bench_folder_and_parts(language: str) -> None:
    said = lines(language)
    values = ["012345", "http://a/bench", "/var/lib/khepri"]
    values += [say(language, "part.simulated"), say(language, "part.absent")]
    assert [line.strip() for line in said.splitlines() if line.startswith("      ")] == values


def test_console_says_that_a_cut_off_table_waits() -> None:
    waits = say("en", "console.paused")
    assert (waits in lines("en", is_paused=True), waits in lines("en")) == (True, False)


def test_console_says_what_could_be_read_of_a_damaged_file() -> None:
    said = lines("en", salvaged=Salvaged(Path("/var/lib/khepri/damaged-1"), games=3, entries=40))
    assert "3 games with 40 entries" in said
    assert "/var/lib/khepri/damaged-1\n" in said
    assert "records" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_console_points_to_the_records_beside_a_damaged_file(language: str) -> None:
    kept = Salvaged(Path("/k/damaged-1"), 0, 0, records=17)
    said = lines(language, salvaged=kept)
    assert say(language, "console.salvaged_records", records=17) + "\n      /k/records\n" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_console_says_that_nothing_is_lost_only_where_nothing_was(language: str) -> None:
    nothing = say(language, "console.nothing_lost")
    kept = Salvaged(Path("/k/damaged-1"), games=3, entries=40)
    assert (nothing in lines(language), nothing in lines(language, salvaged=kept)) == (True, False)


def test_console_of_a_table_with_real_parts_has_no_bench() -> None:
    assert "bench" not in lines("en", bench=())


BLOCKS = ("█", "▀", "▄")


def drawn(said: str) -> int:
    return sum(any(block in line for block in BLOCKS) for line in said.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_said_and_drawn(language: str) -> None:
    said = page_lines(Address("0.0.0.0", 8080, lambda: IPv4Address("192.168.1.7")), language)
    assert drawn(said) > 10
    assert said.endswith(f"  {say(language, 'console.page')}\n      http://192.168.1.7:8080\n")


@pytest.mark.parametrize(
    ("bind", "reason"), [("0.0.0.0", "console.no_network"), ("127.0.0.1", "console.only_here")]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_that_phones_can_not_reach_is_not_drawn_but_explained(
    language: str, bind: str, reason: str
) -> None:
    said = page_lines(Address(bind, 8080, lambda: None), language)
    assert said.splitlines() == [
        f"  {say(language, 'console.page')}",
        "      http://127.0.0.1:8080",
        f"  {say(language, reason)}",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_wifi_is_drawn_with_its_password_on_a_terminal_and_never_in_a_log(language: str) -> None:
    own = Hotspot("Khepri-3f7a", "mtw47xkqsp")
    on_terminal, logged = (own_wifi_lines(own, language, is_terminal=so) for so in (True, False))
    assert drawn(on_terminal) > 10
    assert on_terminal.endswith(f"  {say(language, 'console.own_password')}\n      mtw47xkqsp\n")
    assert logged == f"  {say(language, 'console.own_wifi')}\n      Khepri-3f7a\n"


def test_address_is_drawn_for_a_terminal_of_forty_signs() -> None:
    assert max(len(line) for line in qr_lines("http://192.0.2.7:8080", "utf-8").splitlines()) <= 40


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "no-such-encoding"])
def test_address_is_drawn_without_blocks_where_the_terminal_has_none(encoding: str) -> None:
    found = qr_lines("http://192.0.2.7:8080", encoding)
    assert found.isascii()
    assert found.count("\n") > 25

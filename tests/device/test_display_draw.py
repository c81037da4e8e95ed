"""Pictures of the display: kept ones compared dot by dot, and what drawing promises."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from PIL import Image

from device.display_canvas import Box, Canvas, Size, smoothed
from device.display_draw import BEADS, HEIGHT, WIDTH, next_change_ms, picture
from device.display_fonts import (
    HINT,
    UNIFONT_ENV,
    big_letter,
    can_write,
    find_unifont,
    glyphs,
    is_small,
    letters,
    written_languages,
)
from device.panel.screens import Circle, Code, Figure, Hints, Row, Rows, Sand, Say, Screen, Squares, Toast
from device.texts import LANGUAGES
from rules.core import Board, Sign
from tests.device.panel_gallery import file_of, shots

SAND = Sand(10_000, 40_000)
needs_unifont = pytest.mark.skipif(
    not can_write("한國"),
    reason="NOT TESTED: Korean and Chinese need Unifont (hint: apt install fonts-unifont)",
)


def lit(image: Image.Image, box: Box | None = None) -> int:
    part = image if box is None else image.crop((box.left, box.top, box.right, box.bottom))
    return sum(part.convert("L").histogram()[128:])


# ---- kept pictures ----


@needs_unifont
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_as_kept(language: str) -> None:
    # Changed on purpose? `python -m tests.device.panel_gallery` renews them: look at them before you commit.
    different = []
    for name, (screen, now_ms) in shots(language).items():
        drawn = picture(screen, now_ms)
        assert drawn.faults == ()
        with Image.open(file_of(language, name)) as kept:
            if kept.convert("1").tobytes() != drawn.image.tobytes():
                different.append(name)
    assert different == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_picture_is_kept_that_nothing_draws(language: str) -> None:
    kept = {path.stem for path in file_of(language, "").parent.glob("*.png")}
    assert kept == set(shots(language))


# ---- letters and signs ----


def test_digits_are_all_of_one_width() -> None:
    assert {len(letters()[digit][0]) for digit in "0123456789"} == {5}


def test_every_letter_has_nine_rows_of_one_length() -> None:
    assert [c for c, rows in letters().items() if len(rows) != 9 or len({len(r) for r in rows}) != 1] == []


def test_every_picture_has_the_size_it_says() -> None:
    assert [
        key for key, rows in glyphs().items() if len(rows) != key[1] or {len(r) for r in rows} != {key[1]}
    ] == []


def test_every_sign_is_there_in_three_sizes_and_no_two_look_alike() -> None:
    for size in (30, 20, 12):
        drawn = [glyphs()[sign, size] for sign in Sign]
        for i, one in enumerate(drawn):
            for other in drawn[i + 1 :]:
                pairs = zip("".join(one), "".join(other), strict=True)
                assert sum(a != b for a, b in pairs) > size * size / 8


def test_letters_of_western_europe_are_small_and_others_are_not() -> None:
    assert is_small("Ñandú, één café? 5 × 3 − 1 ÷ 2…")
    assert not is_small("한")


@needs_unifont
def test_korean_and_chinese_are_sixteen_dots_high_and_wide() -> None:
    for sign in "한國":
        rows = big_letter(sign)
        assert rows is not None
        assert (len(rows), len(rows[0])) == (16, 16)


def test_sign_that_no_font_has_is_told() -> None:
    assert not can_write("\U0001f600")
    assert picture(Screen(Say("\U0001f600")), 0).faults == ("no letter for a sign of '\U0001f600'",)


def test_font_is_found_where_it_is_said_to_be() -> None:
    assert find_unifont({UNIFONT_ENV: "/nowhere/unifont.otf"}) is None
    assert find_unifont({UNIFONT_ENV: __file__}) is not None
    assert "apt install fonts-unifont" in HINT


@needs_unifont
def test_display_writes_all_languages() -> None:
    assert written_languages() == tuple(LANGUAGES)


def test_without_unifont_the_languages_in_latin_letters_are_left_and_it_is_said_why() -> None:
    code = "from device.display_fonts import written_languages; print(*written_languages())"
    environ = {**os.environ, UNIFONT_ENV: "/nowhere/unifont.otf"}
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environ
    )
    assert ran.stdout.split() == ["en", "nl", "eu"]
    assert "apt install fonts-unifont" in ran.stderr


# ---- places ----


def test_latin_line_is_large_where_it_fits_and_small_where_it_does_not() -> None:
    canvas = Canvas()
    assert canvas.wrapped("short", Box(0, 0, 128, 64), Size.LARGE)[1] is Size.LARGE
    long = "many words that would have no room if they were large"
    assert canvas.wrapped(long, Box(0, 0, 128, 32), Size.LARGE)[1] is Size.SMALL
    assert canvas.faults == []


def test_chinese_breaks_between_any_two_signs_but_not_before_a_full_stop() -> None:
    lines, _ = Canvas().wrapped("曾斷電，遊戲暫停。", Box(0, 0, 64, 64), Size.LARGE)
    assert lines == ("曾斷電，", "遊戲暫", "停。")


def test_korean_breaks_at_blanks() -> None:
    lines, _ = Canvas().wrapped("뒤의 기록은 그대로예요.", Box(0, 0, 128, 64), Size.LARGE)
    assert " ".join(lines) == "뒤의 기록은 그대로예요."


def test_word_that_is_too_long_is_cut_and_told() -> None:
    shown = picture(Screen(Rows((Row("a" * 60),))), 0)
    assert shown.faults[0].startswith(f"'{'a' * 60}' is")


def test_hints_that_run_into_each_other_are_told() -> None:
    hints = Hints("a very long word", "another long word")
    assert any(
        "runs into" in fault or "wide" in fault for fault in picture(Screen(Say(""), hints=hints), 0).faults
    )


def test_marked_line_of_a_long_list_is_always_in_the_picture() -> None:
    rows = tuple(Row(str(n)) for n in range(20))
    for chosen in range(20):
        marked = picture(Screen(Rows(rows, chosen), "Menu"), 0).image
        assert lit(marked) > 1_000


def test_first_seat_is_marked_in_the_circle() -> None:
    one, two = (picture(Screen(Circle(("sun", "eye"), first=n)), 0).image for n in (0, 1))
    assert one.tobytes() != two.tobytes()


@pytest.mark.parametrize(
    "text", ["http://192.168.178.23:8080", "http://10.0.0.2", "http://192.168.100.100:65535"]
)
def test_code_has_two_dots_a_module_and_a_lit_rim(text: str) -> None:
    shown = picture(Screen(Code(text, ("192.168", ".1.23"))), 0)
    assert shown.faults == ()
    assert lit(shown.image, Box(0, 0, 58, 2)) == 58 * 2


def test_large_digits_are_smoothed_not_just_blown_up() -> None:
    assert smoothed(("#..", ".#.", "..#")) == ("##....", "###...", ".###..", "..###.", "...###", "....##")


# ---- time ----


def beads(now_ms: int) -> int:
    image = picture(Screen(Figure("eye", big="33"), sand=SAND), now_ms).image
    return sum(bool(image.getpixel((4 + bead * 5, HEIGHT - 8))) for bead in range(BEADS))


@pytest.mark.parametrize(
    ("now_ms", "count"),
    [(0, 24), (10_000, 24), (11_249, 24), (11_250, 23), (38_751, 1), (40_000, 0), (99_000, 0)],
)
def test_beads_sink_as_the_sand_runs(now_ms: int, count: int) -> None:
    assert beads(now_ms) == count


def test_picture_changes_exactly_when_it_says() -> None:
    screen = Screen(Figure("eye", big="33"), "?", sand=SAND, toast=Toast("heard", 12_345))
    changes = []
    now_ms: int | None = 0
    while now_ms is not None and (now_ms := next_change_ms(screen, now_ms)) is not None:
        changes.append(now_ms)
        assert picture(screen, now_ms - 1).image.tobytes() != picture(screen, now_ms).image.tobytes() or (
            now_ms == SAND.from_ms
        )
    assert changes[0] == 10_000
    assert changes[-1] == 40_000
    assert 12_345 in changes
    for at_ms in range(0, 42_000, 97):
        if not any(at_ms < change <= at_ms + 97 for change in changes):
            before, after = picture(screen, at_ms).image, picture(screen, at_ms + 97).image
            assert before.tobytes() == after.tobytes()


def test_screen_at_rest_never_changes_by_itself() -> None:
    assert next_change_ms(Screen(Say("Khepri")), 0) is None


def test_every_picture_has_the_size_of_the_display() -> None:
    assert picture(Screen(Say("")), 0).image.size == (WIDTH, HEIGHT)


# ---- words over the picture ----

ROWS = Rows(tuple(Row(f"Line {n} of many") for n in range(9)), 4)


def test_toast_leaves_what_ok_and_back_do_then_to_be_read() -> None:
    under = Screen(Say("Who sees one first?"), "Dice", (), "R1", Hints("redo", "one more"))
    shown = picture(replace(under, toast=Toast("Taken back: has thrown", 9, "sun")), 0).image
    hints = (0, HEIGHT - 11, WIDTH, HEIGHT)
    assert shown.crop(hints).tobytes() == picture(under, 0).image.crop(hints).tobytes()


@pytest.mark.parametrize("text", ["heard", "Turn the wheels first", "A long word. " * 8])
def test_toast_leaves_no_slivers_of_what_lies_under_it(text: str) -> None:
    shown = picture(Screen(ROWS, "Menu", toast=Toast(text, 9)), 0).image
    alone = picture(Screen(Say(""), "Menu", toast=Toast(text, 9)), 0).image
    assert shown.tobytes() == alone.tobytes()


def test_word_over_a_card_leaves_the_card_and_what_back_does() -> None:
    board, hints = Board(5, (None, "tomb") * 12 + (None,)), Hints(back="back")
    told = Screen(Squares(board, ("1 pyramid",)), hints=hints, toast=Toast("Turn first: place", None))
    before, after = picture(replace(told, toast=None), 0), picture(told, 0)
    assert (after.faults, before.image == after.image) == ((), False)
    for box in ((0, 0, 60, 64), (64, 53, 128, 64)):
        assert after.image.crop(box).tobytes() == before.image.crop(box).tobytes()


def test_four_lines_of_latin_letters_are_seen_under_a_title() -> None:
    shown = picture(Screen(ROWS, "Menu"), 0).image
    marked = [y for y in range(HEIGHT) if shown.getpixel((1, y))]
    assert [y for y in marked if y > 9] == list(range(37, 51))


@needs_unifont
def test_lines_of_a_list_are_all_of_one_height() -> None:
    mixed = Rows((Row("English"), Row("한국어"), Row("Nederlands")), 0)
    shown = picture(Screen(mixed, "Menu"), 0)
    assert shown.faults == ()
    assert [y for y in range(10, HEIGHT) if shown.image.getpixel((1, y))] == list(range(11, 27))


def test_no_hint_is_left_without_its_word_or_with_a_mark_for_more() -> None:
    shown = picture(Screen(Say(""), hints=Hints(turn="A wheel to be turned", other="something else")), 0)
    assert any("A wheel to be turned" in fault for fault in shown.faults)
    ok = picture(Screen(Say(""), hints=Hints("something else")), 0).image
    left = (0, HEIGHT - 11, Canvas().width("something else", Size.SMALL) + 14, HEIGHT)
    assert shown.image.crop(left).tobytes() == ok.crop(left).tobytes()


@needs_unifont
def test_title_of_a_list_is_told_from_its_first_line_in_every_script() -> None:
    rows = Rows((Row("收回上一步"), Row("更正")), 1)
    middle = [picture(Screen(body, "選單"), 0).image.getpixel((WIDTH - 1, 8)) for body in (rows, Say("收回"))]
    assert [bool(dot) for dot in middle] == [True, False]

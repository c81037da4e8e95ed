"""A copy's profile as TOML: what is written, what is read back, and where a fault is said to be."""

import time
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.profile_file import (
    LARGEST_FILE,
    MalformedProfileError,
    ProfileFault,
    file_name,
    line_of,
    read_profile,
    write_profile,
    written,
)
from device.profiles import ProfileRule, decode_profile, has_profile
from rules.codec import decode, schema
from rules.errors import Malformed, RulesError
from rules.registry import GAMES, AnyGame, Unknown
from tests.made_copy import TABLETS, Board, Kind, Profile, Rule, Space
from tests.rules.made_events import from_schema

ROOT = Path(__file__).resolve().parents[2]
OURS = Profile(
    "Our box",
    tiles=48,
    skulls=(0, 1, 3, 6),
    kinds=(Kind.WHITE, Kind.PLAIN),
    is_mirrored=False,
    board=Board((Space("a", 2, Kind.WHITE, -3, (1,)), Space("b", None))),
)
WRITTEN = """\
format = "khepri-profile"
format_version = 1
game = "tablets"
name = "Our box"
tiles = 48
skulls = [0, 1, 3, 6]
kinds = ["white", "plain"]
is_mirrored = false
has_lid = false

[[board.spaces]]
name = "a"
door = 2
kind = "white"
value = -3
next = [1]

[[board.spaces]]
name = "b"
kind = "plain"
value = 0
next = []
"""
GAMES_WITH_A_PROFILE = [TABLETS, *(game for game in GAMES.values() if has_profile(game))]


def refusal(text: str, game: AnyGame | None = TABLETS) -> MalformedProfileError:
    with pytest.raises(MalformedProfileError) as refused:
        read_profile(text, game)
    return refused.value


# ---- there and back ----


def test_profile_is_written_for_people_to_read() -> None:
    assert write_profile(TABLETS, OURS) == WRITTEN


def test_what_is_not_known_is_not_written() -> None:
    assert "tiles" not in write_profile(TABLETS, Profile("Bare"))


@pytest.mark.parametrize("game", GAMES_WITH_A_PROFILE, ids=lambda game: game.id)
@given(data=st.data())
def test_every_profile_comes_back_from_its_file(game: AnyGame, data: st.DataObject) -> None:
    drawn = data.draw(from_schema(schema(game.profile)))
    try:
        profile: Any = decode_profile(game, {**drawn, "name": "A copy"})
    except RulesError:
        # Well formed, but not playable: no such profile is ever kept.
        profile = replace(decode(game.profile, {}), name="A copy")
    assert read_profile(write_profile(game, profile), game) == (game, profile)


def known(value: Any) -> Any:
    """Give JSON without what is null."""
    if isinstance(value, dict):
        return {name: known(of) for name, of in value.items() if of is not None}
    return [known(of) for of in value] if isinstance(value, list) else value


@pytest.mark.parametrize("game", GAMES_WITH_A_PROFILE, ids=lambda game: game.id)
@given(data=st.data())
def test_everything_that_is_known_is_in_the_file(game: AnyGame, data: st.DataObject) -> None:
    fields = data.draw(from_schema(schema(game.profile)))
    head = {"format": "khepri-profile", "format_version": 1, "game": game.id}
    assert tomllib.loads(written(game.id, fields)) == {**head, **known(fields)}


@pytest.mark.parametrize(
    "name", ['Oma’s "goede" doos', "할머니 상자", "back\\slash", "# no comment", "[[board]]"]
)
def test_any_name_comes_back(name: str) -> None:
    assert read_profile(write_profile(TABLETS, Profile(name)), TABLETS)[1].name == name


def test_file_may_come_from_another_system() -> None:
    assert read_profile("\ufeff" + WRITTEN.replace("\n", "\r\n"), TABLETS) == (TABLETS, OURS)


def test_name_is_cleaned() -> None:
    text = WRITTEN.replace('"Our box"', '"  Our\\tbox\\u202e "')
    assert read_profile(text, TABLETS)[1].name == "Our box"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Our box", "tablets-our-box.toml"), ("할머니", "tablets-할머니.toml"), ("../..", "tablets-copy.toml")],
)
def test_file_is_called_like_game_and_copy(name: str, expected: str) -> None:
    assert file_name(TABLETS, name) == expected


# ---- what is refused, and where ----


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "says"),
    [
        (
            "value = -3",
            "value = 99",
            Malformed.OUT_OF_BOUNDS,
            15,
            "board.spaces[0].value: 99 came, expected -9 to 9",
        ),
        ("value = 0", 'value = "0"', Malformed.WRONG_TYPE, 21, "board.spaces[1].value: '0' came"),
        ("value = 0", "value = 0.5", Malformed.WRONG_TYPE, 21, "board.spaces[1].value: 0.5 came"),
        ("value = 0", "worth = 0", Malformed.UNKNOWN_FIELD, 21, "board.spaces[1]: 'worth' came"),
        ("tiles = 48", "titles = 48", Malformed.UNKNOWN_FIELD, 5, "Profile: 'titles' came"),
        ("0, 1, 3, 6", "0, 1, 51", Malformed.OUT_OF_BOUNDS, 6, "skulls[2]: 51 came, expected 0 to 50"),
        ('["white"', '["wight"', Malformed.NOT_A_CHOICE, 7, "kinds[0]: 'wight' came"),
        ("is_mirrored = false", "is_mirrored = 0", Malformed.WRONG_TYPE, 8, "is_mirrored: 0 came"),
        ('name = "b"', "", Malformed.MISSING_FIELD, 18, "board.spaces[1]: the field name is missing"),
        ('name = "b"', 'name = "a"', Rule.NAME_TWICE, 19, "board.spaces[1].name: 'a' came before"),
        ('name = "Our box"\n', "", Malformed.WRONG_LENGTH, None, "name: '' came, expected 1 to 40 signs"),
        ("Our box", "x" * 41, Malformed.WRONG_LENGTH, 4, "name: 41 signs came, at most 40 fit"),
        ("khepri-profile", "khepri-record", ProfileFault.NOT_A_PROFILE, 1, "format: 'khepri-record' came"),
        ("format_version = 1", "", ProfileFault.NOT_A_PROFILE, None, "format_version: None came"),
        (
            "format_version = 1",
            "format_version = true",
            ProfileFault.NOT_A_PROFILE,
            2,
            "format_version: True",
        ),
        ("format_version = 1", "format_version = 2", ProfileFault.TOO_NEW, 2, "format_version: 2 is newer"),
        ('game = "tablets"', "game = 5", ProfileFault.NOT_A_PROFILE, 3, "game: 5 came"),
        ('game = "tablets"', 'game = "pharaoh_code"', ProfileFault.OTHER_GAME, 3, "game: this is a copy of"),
        (
            "tiles = 48",
            "tiles = 48\ntiles = 49",
            ProfileFault.NOT_TOML,
            6,
            "this is not TOML: Cannot overwrite",
        ),
        ("tiles = 48", "tiles = ", ProfileFault.NOT_TOML, 5, "this is not TOML: Invalid value"),
        ("tiles = 48", "tiles = " + "9" * 5000, ProfileFault.NOT_TOML, None, "this is not TOML: Exceeds"),
        ("tiles = 48", "tiles = " + "[" * 5000, ProfileFault.NOT_TOML, None, "it is nested too deep"),
        ("tiles = 48", "a." * 5000 + "a = 1", ProfileFault.NOT_TOML, 5, "it is nested too deep"),
        ("tiles = 48", "tiles = 2026-11-30", Malformed.WRONG_TYPE, 5, "tiles: datetime.date"),
    ],
)
def test_fault_is_named_with_its_line_and_place(
    old: str, new: str, code: object, line: int | None, says: str
) -> None:
    error = refusal(WRITTEN.replace(old, new, 1))
    begins = says if line is None else f"line {line}: {says}"
    assert (error.code, error.line, error.message[: len(begins)]) == (code, line, begins)


def test_file_of_a_game_without_a_profile_is_refused() -> None:
    text = 'format = "khepri-profile"\nformat_version = 1\ngame = "pharaoh_code"\nname = "x"\n'
    assert refusal(text, None).code is ProfileRule.NONE_NEEDED


def test_file_of_a_game_that_is_not_known_is_refused() -> None:
    error = refusal(WRITTEN.replace("tablets", "chess"), None)
    assert (error.code, error.line) == (Unknown.GAME, 3)


def test_large_file_is_refused_before_it_is_read() -> None:
    assert refusal("#" * (LARGEST_FILE + 1)).code is ProfileFault.TOO_LARGE


@pytest.mark.parametrize(
    "text",
    [
        '"a".' * 16_000,
        "a" * 65_000,
        "a." * 32_000,
        '"' * 65_000,
        "[" * 65_000,
        "a" * 64 + ".",
        ("a" * 65 + ".") * 990,
    ],
    ids=["quoted", "long", "dots", "quotes", "brackets", "one", "long-names"],
)
def test_text_made_to_take_long_is_refused_soon(text: str) -> None:
    begun = time.process_time()
    assert refusal(text).code is ProfileFault.NOT_TOML
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("text", ["", "\n\n", "shopping = true", "\x00", "{}", "name: box"])
def test_what_is_no_profile_is_refused(text: str) -> None:
    assert refusal(text).code in (ProfileFault.NOT_TOML, ProfileFault.NOT_A_PROFILE)


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("name",), 2),
        (("spaces", 0), 5),
        (("spaces", 1, "value"), 8),
        (("spaces", 2), None),
        (("name", 0, "deeper"), None),
        ((), None),
    ],
)
def test_place_in_a_list_over_several_lines_is_found(place: tuple[str | int, ...], line: int | None) -> None:
    text = (
        '# a copy\nname = "x"\nspaces = [\n  # first\n  { value = 1 },\n'
        "\n  # second\n  { value = 99 },\n]\nlast = 1\n"
    )
    assert tomllib.loads(text)["spaces"] == [{"value": 1}, {"value": 99}]
    assert line_of(text, place) == line


def test_example_of_the_docs_is_a_profile() -> None:
    text = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
    game, profile = read_profile(text.split("```toml\n")[1].split("```")[0])
    assert (game.id, profile.name) == ("pairamid", "Our box")

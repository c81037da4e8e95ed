import ast
import importlib
import inspect
import json
import re
import string
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from device.data import read
from device.profiles import has_profile, house_values
from device.setup import Setup
from device.texts import LANGUAGES, catalogue, parts, say
from rules.codec import schema
from rules.core import Sign
from rules.pharaoh_code.tiles import Colour
from rules.registry import GAMES, AnyGame
from rules.table import Fate, Origin

ROOT = Path(__file__).resolve().parents[2]
OTHERS = [language for language in LANGUAGES if language != "en"]
WITHOUT_ONE = ("ko", "zh-Hant")
HAS_A_TEXT = re.compile(r"has a text\s+`([a-z.]+\.)<value>`")


def plurals() -> set[str]:
    """Give the groups that English has a text for one of, and another for several."""
    keys = catalogue("en").keys()
    return {key.removesuffix(".one") for key in keys if key.endswith(".one")}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# ---- the five catalogues ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_there_twice(language: str) -> None:
    keys = [
        key
        for part in parts(language)
        for key, _ in json.loads(read("device.texts", part), object_pairs_hook=list)
    ]
    assert sorted({key for key in keys if keys.count(key) > 1}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_says_something(language: str) -> None:
    assert [
        key for key, text in catalogue(language).items() if not text.strip() or text != text.strip()
    ] == []


@pytest.mark.parametrize("language", OTHERS)
def test_catalogue_has_the_keys_of_the_english_one(language: str) -> None:
    dropped = {f"{group}.one" for group in plurals()} if language in WITHOUT_ONE else set()
    expected, found = catalogue("en").keys() - dropped, catalogue(language).keys()
    assert (sorted(expected - found), sorted(found - expected)) == ([], [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_same_fields_as_in_english(language: str) -> None:
    english = catalogue("en")
    wrong = {}
    for key, text in catalogue(language).items():
        several = f"{key.removesuffix('.one')}.other" if key.endswith(".one") else key
        expected = fields(english.get(several, ""))
        # Of one thing the number need not be said.
        if fields(text) not in (expected, expected - {"n"} if key.endswith(".one") else expected):
            wrong[key] = (fields(text), expected)
    assert wrong == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_games_texts_are_in_its_own_file(game: str) -> None:
    for part in parts("en"):
        keys = json.loads(read("device.texts", part))
        is_own = part.startswith(f"{game}/")
        strange = [k for k in keys if (game in k.split(".")) is not is_own and k != f"game.{game}"]
        assert strange == [], part


def test_every_plural_has_both_forms_in_english() -> None:
    assert [group for group in plurals() if f"{group}.other" not in catalogue("en")] == []


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_translated(language: str) -> None:
    # Names, signs and short words may be the same in both languages; sentences are not.
    english = catalogue("en")
    same = [k for k, text in catalogue(language).items() if text == english.get(k) and text.count(" ") > 1]
    assert same == []


# ---- what the program says ----


def modules_that_refuse() -> Iterator[Any]:
    for path in sorted((ROOT / "rules").rglob("*.py")) + sorted((ROOT / "device").rglob("*.py")):
        if "has a text" in path.read_text(encoding="utf-8") and path.parent.name != "texts":
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield importlib.import_module(name.removesuffix(".__init__"))


def enums_of_codes() -> dict[type[StrEnum], str]:
    """Give every list of codes whose docstring promises a text for each, and the beginning of their keys."""
    found = {}
    for module in modules_that_refuse():
        for _, cls in inspect.getmembers(module, inspect.isclass):
            promised = HAS_A_TEXT.search(cls.__doc__ or "")
            if issubclass(cls, StrEnum) and promised and cls.__module__ == module.__name__:
                found[cls] = promised[1]
    return found


def test_every_list_of_codes_is_found() -> None:
    names = {cls.__name__ for cls in enums_of_codes()}
    assert {
        "FormulaFault",
        "Malformed",
        "RecordFault",
        "Rule",
        "SeatingRule",
        "SessionRule",
        "SetupRule",
        "TableRule",
        "Unknown",
    } <= names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_its_text(language: str) -> None:
    keys = {f"{start}{code}" for cls, start in enums_of_codes().items() for code in cls}
    assert sorted(keys - catalogue(language).keys()) == []


def codes_of_the_page() -> set[str]:
    """Give what may be a code among the strings of the page and its server."""
    sources = [*(ROOT / "web").rglob("*.py"), *(ROOT / "web" / "static").rglob("*.js")]
    quoted = re.compile(r"[\"'`]((?:refusal\.)?[a-z_]+\.[a-z_]+)[\"'`]")
    return {
        code.removeprefix("refusal.")
        for path in sources
        for code in quoted.findall(path.read_text(encoding="utf-8"))
    }


def test_no_refusal_has_a_text_that_nobody_uses() -> None:
    promised = {f"{start}{code}" for cls, start in enums_of_codes().items() for code in cls}
    refusals = {key for key in catalogue("en") if key.startswith("refusal.")}
    unused = {key for key in refusals - promised if key.removeprefix("refusal.") not in codes_of_the_page()}
    assert sorted(unused) == []


def derived_keys() -> Iterator[str]:
    """Give the keys that follow from signs, games, options and outcomes."""
    for sign in Sign:
        yield from (f"sign.{sign}", f"colour.{sign}")
    yield from (f"origin.{origin}" for origin in Origin)
    yield from (f"fate.{fate}" for fate in Fate if fate is not Fate.LIVE)
    yield from (f"pharaoh_code.tile.{colour}" for colour in Colour)
    for game in GAMES.values():
        scoring = importlib.import_module(f"rules.{game.id}.scoring")
        yield from (f"reason.{game.id}.{reason}" for reason in scoring.REASONS)
        yield from (f"tiebreak.{game.id}.{name}" for name in scoring.TIE_BREAKS)
        yield f"game.{game.id}"
        yield from (f"{game.id}.line.{tag}" for tag in game.events)
        options = schema(game.options)["properties"]
        assert isinstance(options, dict)
        for name, shape in options.items():
            assert isinstance(shape, dict)
            key = f"option.{game.id}.{name}"
            yield from (key, f"{key}.help")
            choices = shape.get("enum", [])
            assert isinstance(choices, list)
            yield from (f"{key}.{choice}" for choice in choices)
        yield from (f"{game.id}.stand_in.{name}" for name in house_values(Setup(game, game.options())))
        yield from profile_keys(game)


def profile_keys(game: AnyGame) -> Iterator[str]:
    """Give the keys of what people enter of a copy: each field, and what it can be chosen from."""
    fields: Any = schema(game.profile)["properties"]
    for name, shape in fields.items() if has_profile(game) else ():
        if name != "name":
            key = f"profile.{game.id}.{name}"
            yield from (key, f"{key}.help")
            inner = shape.get("anyOf", [shape])[0]
            yield from (f"{key}.{choice}" for choice in inner.get("items", inner).get("enum", []))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_game_option_reason_and_tie_break_has_its_text(language: str) -> None:
    assert sorted(set(derived_keys()) - catalogue(language).keys()) == []


def test_no_option_has_a_text_that_no_game_knows() -> None:
    kinds = ("sign.", "colour.", "game.", "option.", "reason.", "tiebreak.", "origin.", "fate.")
    of_copies = tuple(f"profile.{game}." for game in GAMES)
    known = {key for key in catalogue("en") if key.startswith((*kinds, *of_copies))}
    assert sorted(known - set(derived_keys())) == []


def said_keys() -> Iterator[tuple[str, str]]:
    """Give each key that a module of the device says, as a pattern where part of it is put in."""
    for path in sorted((ROOT / "device").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="say" | "say_text"), args=[_, ast.Constant(value=str(key)), *_]
                ):
                    yield path.name, re.escape(key)
                case ast.Call(
                    func=ast.Name(id="say" | "say_text"), args=[_, ast.JoinedStr(values=parts), *_]
                ):
                    texts = (part.value if isinstance(part, ast.Constant) else None for part in parts)
                    yield path.name, "".join("[a-z_]+" if t is None else re.escape(str(t)) for t in texts)


def test_every_key_that_the_device_says_is_there() -> None:
    found = list(said_keys())
    keys = catalogue("en").keys()
    assert len(found) > 10
    assert [said for said in found if not any(re.fullmatch(said[1], key) for key in keys)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_every_part_has_its_text(language: str) -> None:
    expected = {f"part.{state}" for state in ("ok", "simulated", "absent")}
    assert sorted(expected - catalogue(language).keys()) == []


# ---- say ----


def test_fields_are_filled_in() -> None:
    assert say("en", "refusal.pharaoh_code.time_up", late_ms=80) == "Time was up 80 ms before."


def test_language_that_is_not_ours_is_refused() -> None:
    with pytest.raises(KeyError):
        catalogue("../en")


def test_each_language_is_called_as_it_calls_itself() -> None:
    assert LANGUAGES == {
        "en": "English",
        "ko": "한국어",
        "zh-Hant": "正體中文",
        "nl": "Nederlands",
        "eu": "Euskara",
    }

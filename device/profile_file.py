"""A copy's profile as a TOML file, for people to read, change and share; docs/profiles.md describes it.

TOML knows no null: what is not known of a copy is simply not there.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from device.profiles import Aside, Profiles, decode_profile
from device.setup import SetupRule
from rules.codec import Json, encode, schema
from rules.core import CopyProfile
from rules.errors import NO_PARAMS, IllegalMoveError, Malformed, Param, RulesError
from rules.registry import AnyGame, game_named

FORMAT = "khepri-profile"
FORMAT_VERSION = 1
LARGEST_FILE = 64 * 1024
_TOO_DEEP = re.compile(r"""(?:(?:[\w-]{1,64}|"[^"\n]{0,64}"|'[^'\n]{0,64}')[ \t]*\.[ \t]*){20}""")
"""Names within names within names: the time to read them grows with their square."""


class ProfileFault(StrEnum):
    """Why a profile's file can't be used; each has a text `refusal.<value>` in every catalogue."""

    NOT_TOML = "profile.not_toml"
    NOT_A_PROFILE = "profile.not_a_profile"
    TOO_NEW = "profile.too_new"
    TOO_LARGE = "profile.too_large"
    OTHER_GAME = "profile.other_game"


class MalformedProfileError(RulesError):
    """A profile's file can't be used; `line` counts from 1, None where it isn't known."""

    def __init__(
        self, code: StrEnum, line: int | None, message: str, params: Mapping[str, Param] = NO_PARAMS
    ) -> None:
        at = {} if line is None else {"line": line}
        super().__init__(code, message if line is None else f"line {line}: {message}", {**params, **at})
        self.line = line


# ---- writing ----


def write_profile(game: AnyGame, profile: CopyProfile) -> str:
    """Give a profile as TOML; what is not known of the copy is left out."""
    return written(game.id, encode(profile))


def written(game: str, fields: Mapping[str, Json]) -> str:
    """Give the fields of a profile as TOML."""
    import tomli_w

    head = {"format": FORMAT, "format_version": FORMAT_VERSION, "game": game}
    return _LIST.sub(_on_one_line, tomli_w.dumps({**head, **_known(fields)}))


def profile_text(profiles: Profiles, game: AnyGame, name: str) -> str:
    """Give a copy's profile as TOML, also one that was set aside: there it can be mended by hand.

    Raises:
        IllegalMoveError: when there is no such copy.
    """
    for aside in profiles.aside:
        if (aside.game, aside.name) == (game.id, name):
            return _set_aside(game, aside)
    profile = profiles.named(game, name)
    if not name:
        raise IllegalMoveError(SetupRule.NO_SUCH_PROFILE, f"{game.id}: a copy without a name has no file")
    return write_profile(game, profile)


def _set_aside(game: AnyGame, aside: Aside) -> str:
    said = "".join(f"# {line}\n" for line in aside.reason.splitlines())
    try:
        fields = json.loads(aside.text)
        return said + written(game.id, fields)
    except (ValueError, TypeError, AttributeError):
        return said + "".join(f"# {line}\n" for line in aside.text.splitlines())


def file_name(game: AnyGame, name: str) -> str:
    """Give a name for a profile's file."""
    words = re.sub(r"\W+", "-", name).strip("-").lower()
    return f"{game.id}-{words or 'copy'}.toml"


def _known(value: Any) -> Any:
    match value:
        case dict():
            return {name: _known(of) for name, of in value.items() if of is not None}
        case list():
            if None in value:
                raise TypeError("an entry of a list in a profile may not be None: TOML can't say that")
            return [_known(of) for of in value]
        case _:
            return value


_LIST = re.compile(r'\[\n(?:\s+(?:-?\d+|true|false|"[\w-]*"),\n)+\s*\]')
"""A list of numbers or short words, which tomli_w writes one to a line."""
_LONGEST_LIST = 100


def _on_one_line(found: re.Match[str]) -> str:
    line = f"[{', '.join(found[0][1:-1].split()).replace(',,', ',').rstrip(',')}]"
    return line if len(line) <= _LONGEST_LIST else found[0]


# ---- reading ----


def read_profile(text: str, game: AnyGame | None = None) -> tuple[AnyGame, CopyProfile]:
    """Read a profile out of TOML, and say for which game it is; only *game*'s where one is given.

    Raises:
        MalformedProfileError: when it can't be; the message names the place, and the line where it is known.
    """
    came = _parsed(text)
    if came.get("format") != FORMAT:
        raise MalformedProfileError(
            ProfileFault.NOT_A_PROFILE,
            line_of(text, ("format",)),
            f'format: {came.get("format")!r:.40} came, expected "{FORMAT}"',
        )
    version = came.get("format_version")
    if type(version) is not int or version < 1:
        raise MalformedProfileError(
            ProfileFault.NOT_A_PROFILE,
            line_of(text, ("format_version",)),
            f"format_version: {version!r:.40} came, expected {FORMAT_VERSION}",
        )
    if version > FORMAT_VERSION:
        raise MalformedProfileError(
            ProfileFault.TOO_NEW,
            line_of(text, ("format_version",)),
            f"format_version: {version} is newer than {FORMAT_VERSION}: update Khepri",
        )
    found = _game(text, came, game)
    fields = {name: of for name, of in came.items() if name not in ("format", "format_version", "game")}
    try:
        return found, decode_profile(found, _with_none(schema(found.profile), fields))
    except RulesError as error:
        line = line_of(text, _place(error, found))
        raise MalformedProfileError(error.code, line, error.message, error.params) from error


def _parsed(text: str) -> dict[str, Any]:
    size = len(text.encode(errors="replace"))
    if size > LARGEST_FILE:
        raise MalformedProfileError(
            ProfileFault.TOO_LARGE,
            None,
            f"{size} bytes came, at most {LARGEST_FILE} fit",
            {"most": LARGEST_FILE // 1024},
        )
    text = text.removeprefix("\ufeff")
    if deep := _TOO_DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise MalformedProfileError(ProfileFault.NOT_TOML, line, "it is nested too deep to be read")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise MalformedProfileError(ProfileFault.NOT_TOML, None, "it is nested too deep to be read") from None
    except ValueError as error:
        # Python 3.14 has the line as a field of its own; before it, it is only in the sentence.
        at = re.search(r"\(at line (\d+), ", str(error))
        is_torn = "(at end of document)" in str(error)
        torn_line = text.count("\n") + 1 if is_torn else None
        raise MalformedProfileError(
            ProfileFault.NOT_TOML, int(at[1]) if at else torn_line, f"this is not TOML: {error}"
        ) from None


def _game(text: str, came: Mapping[str, Any], wanted: AnyGame | None) -> AnyGame:
    name = came.get("game")
    if not isinstance(name, str):
        raise MalformedProfileError(
            ProfileFault.NOT_A_PROFILE,
            line_of(text, ("game",)),
            f"game: {name!r:.40} came, expected a game's id",
        )
    try:
        found = game_named(name) if wanted is None or name != wanted.id else wanted
    except RulesError as error:
        raise MalformedProfileError(
            error.code, line_of(text, ("game",)), error.message, error.params
        ) from error
    if wanted is not None and found.id != wanted.id:
        raise MalformedProfileError(
            ProfileFault.OTHER_GAME,
            line_of(text, ("game",)),
            f"game: this is a copy of {found.id}, expected {wanted.id}",
            {"came": found.id},
        )
    return found


def _with_none(wanted: Mapping[str, Any], came: Any) -> Any:
    """Give what came with None in the fields that must be there and may be None."""
    match wanted:
        case {"anyOf": [inner, _]}:
            return _with_none(inner, came)
        case {"type": "array", "items": items} if isinstance(came, list):
            return [_with_none(items, of) for of in came]
        case {"type": "object", "properties": fields, "required": needed} if isinstance(came, dict):
            absent = {name: None for name in needed if name not in came and "anyOf" in fields[name]}
            return absent | {name: _with_none(fields.get(name, {}), of) for name, of in came.items()}
        case _:
            return came


# ---- where something stands ----

Place = tuple[str | int, ...]


def _place(error: RulesError, game: AnyGame) -> Place:
    """Give the place that an error names: `board.spaces[3].value` as ("board", "spaces", 3, "value")."""
    where = str(error.params.get("where", "")).removeprefix(game.profile.__name__)
    place: list[str | int] = [
        int(index) if index else name for name, index in re.findall(r"([A-Za-z_]\w*)|\[(\d+)\]", where)
    ]
    if error.code is Malformed.UNKNOWN_FIELD:
        place.append(str(error.params.get("field", "")))
    return tuple(place)


def line_of(text: str, place: Place) -> int | None:
    """Give the line with which a place of a TOML text is complete, None where that can't be told.

    Found by reading less and less of the text: the line without which the place is not there.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    if not place or not _holds(lines, len(lines), place):
        return None
    low, high = 0, len(lines)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _holds(lines, middle, place) else (middle, high)
    return high


def _holds(lines: list[str], count: int, place: Place) -> bool:
    """Say whether the place is there in the first lines, their open brackets closed."""
    for closed in ("", "]", "]]", "]]]"):
        try:
            found: Any = tomllib.loads("\n".join(lines[:count]) + f"\n{closed}")
        except ValueError:
            continue
        try:
            for step in place:
                found = found[step]
        except (LookupError, TypeError):
            return False
        return True
    return False

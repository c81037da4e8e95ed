"""What each row of the table's file must be: a flipped bit makes a text of a number, or bytes of a text.

SQLite itself holds a column to no type. Who reads the file refuses a row that is something else; who saves
what can be read of a damaged one leaves it out.
"""

import json
from dataclasses import dataclass
from typing import Any

from rules.codec import Json
from rules.core import LATEST_MS

Row = tuple[Any, ...]


class UnreadableError(Exception):
    """A row is not what it must be; the message names it."""


@dataclass(frozen=True)
class EntryRow:
    """An entry as it is stored: its number in the game, its time, its JSON, and the command's key."""

    number: int
    at_ms: int
    entry: dict[str, Json]
    key: str | None = None


def as_text(raw: bytes) -> str | bytes:
    """Give what SQLite takes for a text: the bytes themselves where they are none."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def setting_of(row: Row) -> tuple[str, Json]:
    """Read name and value of a setting."""
    name, value = row
    return _text(name, "the name of a setting"), _json(value, f"the setting {name}")


def profile_of(row: Row) -> tuple[str, str, str]:
    """Read game, name and JSON of a copy's profile."""
    game, name, profile = row
    what = f"the copy {name!r:.60}"
    return _text(game, what), _text(name, what), _text(profile, what)


def phone_of(row: Row) -> tuple[str, str | None, bool]:
    """Read token hash, sign and whether it is the host's of a phone."""
    token_hash, sign, is_host = row
    what = "a phone"
    return _text(token_hash, what), _text_or_none(sign, what), bool(_whole(is_host, what))


def game_of(row: Row) -> tuple[str, dict[str, Json], bool]:
    """Read id, header and whether it is open of a game; the id stands in the header too."""
    id_, header, is_open = row
    what = f"the header of {id_!r:.60}"
    read = object_of(header, what)
    if read.get("id", id_) != id_:
        raise UnreadableError(what)
    return _text(id_, what), read, bool(_whole(is_open, what))


def entry_of(row: Row, number: int, game: str) -> EntryRow:
    """Read an entry, which must be the one with that number of a game."""
    came, at_ms, entry, key = row
    if came != number:
        raise UnreadableError(f"entry {number} of {game}")
    what = f"entry {number} of {game}"
    if not 0 <= _whole(at_ms, what) <= LATEST_MS:
        raise UnreadableError(what)
    return EntryRow(number, at_ms, object_of(entry, what), _text_or_none(key, what))


def _text(came: object, what: str) -> str:
    if not isinstance(came, str):
        raise UnreadableError(what)
    return came


def _text_or_none(came: object, what: str) -> str | None:
    return None if came is None else _text(came, what)


def _whole(came: object, what: str) -> int:
    if not isinstance(came, int):
        raise UnreadableError(what)
    return came


def _json(came: object, what: str) -> Any:
    try:
        return json.loads(_text(came, what))
    except (ValueError, RecursionError) as error:
        raise UnreadableError(what) from error


def object_of(came: object, what: str) -> dict[str, Json]:
    """Read a JSON object; *what* names it where it is none."""
    read = _json(came, what)
    if not isinstance(read, dict):
        raise UnreadableError(what)
    return read

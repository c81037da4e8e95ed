"""What a page may ask for: the bodies of the API's writes. Unknown fields are refused."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from rules.core import LATEST_MS

Key = Annotated[str, Field(min_length=8, max_length=64)]
CopyName = Annotated[str, Field(max_length=200)]
EntryNumber = Annotated[int, Field(ge=1, le=10**6)]


class _Command(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Play(_Command):
    """One event, and the round (and log) that it was meant for."""

    key: Key
    round: StrictInt
    log: StrictInt | None = None
    event: dict[str, Any]


class PressClaim(_Command):
    """A claim by phone, stamped by the phone's corrected clock."""

    key: Key
    round: StrictInt
    pressed_ms: Annotated[int, Field(ge=0, le=LATEST_MS)]


class OnLog(_Command):
    """A command that was made on a certain state of the log."""

    key: Key
    log: StrictInt


class Correct(OnLog):
    """Replace (null: remove) an entry; `set_aside` names the later entries that no longer fit."""

    entry: EntryNumber
    replacement: dict[str, Any] | None
    set_aside: Annotated[list[EntryNumber], Field(max_length=1000)] = []


class TryCorrection(_Command):
    """Ask which later entries a correction would set aside."""

    entry: EntryNumber
    replacement: dict[str, Any] | None


class LookBack(_Command):
    """Ask how the table stood before an entry."""

    entry: EntryNumber


class ArrangeSetup(_Command):
    """The whole setup, made on a certain version of it."""

    key: Key
    version: StrictInt
    game: str
    seats: Annotated[list[dict[str, Any]], Field(max_length=6)]
    first_seat: StrictInt
    options: dict[str, Any]
    profile: CopyName | None = None


class StartGame(_Command):
    """Open a game with the setup of that version."""

    key: Key
    version: StrictInt


class KeepProfile(_Command):
    """A copy's profile, new (null) or in place of the one called so; the next game has it."""

    key: Key
    game: str
    profile: dict[str, Any]
    replaces: CopyName | None = None


class TryProfile(_Command):
    """Ask whether a copy's profile can be played with."""

    game: str
    profile: dict[str, Any]


class OfProfile(_Command):
    """A copy by its name; the empty name means that nothing was entered."""

    key: Key
    game: str
    name: CopyName


class Keyed(_Command):
    """A command without anything else to say."""

    key: Key


class OpenSeating(_Command):
    """Open or close seating mode."""

    is_open: StrictBool


class Sit(_Command):
    """Ask to be seated, at a certain seat or at whichever button is held."""

    sign: str | None = None


class HostCode(_Command):
    """The code from the table's console."""

    code: Annotated[str, Field(min_length=1, max_length=12)]


class Name(_Command):
    """A name for one's own seat; empty takes it away."""

    name: Annotated[str, Field(max_length=200)]


class PhonesDate(_Command):
    """A phone's time, and how far its place is from UTC."""

    unix_ms: Annotated[int, Field(ge=0, le=10**13)]
    offset_min: Annotated[int, Field(ge=-14 * 60, le=14 * 60)]


class Empty(_Command):
    """Nothing to say but that it is meant."""

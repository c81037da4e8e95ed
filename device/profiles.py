"""The copies that people have: what is printed on each, by the name that it is called, and which is in use.

All here are values. A change is made on what lies on the disk and written before anybody hears of it
(`arranging.change_profiles`); what can't be read any more stays where it is, with the reason.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from device.setup import FIRST, Setup, SetupRule, clean_name
from device.store import Store
from rules.codec import Json, decode, encode
from rules.core import CopyProfile
from rules.errors import IllegalMoveError, Malformed, MalformedEventError, RulesError
from rules.registry import AnyGame, game_named

LONGEST_NAME = 40
MOST_PROFILES = 40
USED = "profiles_used"

Rows = Mapping[tuple[str, str], str]
"""By game and name: what lies in the table's file."""


class ProfileRule(StrEnum):
    """Why a copy's profile is refused; each has a text `refusal.<value>` in every catalogue."""

    NONE_NEEDED = "profile.none_needed"
    NAME_TAKEN = "profile.name_taken"
    TOO_MANY = "profile.too_many"


def has_profile(game: AnyGame) -> bool:
    """Say whether something is printed on a copy of the game that the table must be told."""
    return issubclass(game.profile, CopyProfile)


def name_of(profile: Any) -> str:
    """Give what the copy is called, "" where nothing was entered."""
    return profile.name if isinstance(profile, CopyProfile) else ""


def house_values(setup: Setup) -> tuple[str, ...]:
    """Name what the setup's game would be played with in place of what the copy has printed."""
    game = setup.game
    seats = max(game.seat_counts[0], min(game.seat_counts[-1], len(setup.seats)))
    profile = game.profile() if setup.profile is None else setup.profile
    try:
        return game.stand_ins(game.start(seats, FIRST, setup.options, profile))
    except RulesError:
        return ()


def decode_profile(game: AnyGame, came: object) -> CopyProfile:
    """Build a profile that people entered; its name is cleaned.

    Raises:
        MalformedEventError: when it can't be read; the message names the place.
        IllegalMoveError: when all that is printed for this game is known, or it can't be played with.
    """
    if not has_profile(game):
        raise IllegalMoveError(
            ProfileRule.NONE_NEEDED, f"{game.id}: all that is printed for this game is known already"
        )
    if isinstance(came, dict) and isinstance(came.get("name"), str):
        came = {**came, "name": clean_name(came["name"], LONGEST_NAME)}
    profile = decode(game.profile, came)
    assert isinstance(profile, CopyProfile)
    if not profile.name:
        raise MalformedEventError(
            Malformed.WRONG_LENGTH,
            f"name: '' came, expected 1 to {LONGEST_NAME} signs",
            {"where": "name", "came": "", "low": 1, "high": LONGEST_NAME},
        )
    game.start(game.seat_counts[0], FIRST, game.options(), profile)
    return profile


@dataclass(frozen=True)
class Aside:
    """A profile that can't be read any more: as it lies on the disk, and why."""

    game: str
    name: str
    text: str
    reason: str


@dataclass(frozen=True)
class Profiles:
    """All profiles that are kept; `used` names, for each game, the one that was chosen last.

    Every method gives other profiles, or raises and leaves these as they were.
    """

    kept: Mapping[tuple[str, str], CopyProfile] = field(default_factory=dict)
    aside: tuple[Aside, ...] = ()
    used: Mapping[str, str] = field(default_factory=dict)

    def names(self, game: AnyGame) -> tuple[str, ...]:
        """List what the copies of a game are called, in order."""
        return tuple(sorted(name for of, name in self.kept if of == game.id))

    def of(self, game: AnyGame) -> tuple[CopyProfile, ...]:
        """Give the copies of a game, in the order of their names."""
        return tuple(self.kept[game.id, name] for name in self.names(game))

    def named(self, game: AnyGame, name: str) -> Any:
        """Give a copy's profile by its name; the empty name means that nothing was entered.

        Raises:
            IllegalMoveError: when there is no such copy.
        """
        if not name:
            return game.profile()
        if (game.id, name) not in self.kept:
            raise IllegalMoveError(
                SetupRule.NO_SUCH_PROFILE, f"{game.id}: no copy is called {name!r:.60}", {"name": name[:60]}
            )
        return self.kept[game.id, name]

    def in_use(self, game: AnyGame) -> Any:
        """Give the profile that was chosen last for the game, the empty one where none was or it is gone."""
        return self.kept.get((game.id, self.used.get(game.id, "")), game.profile())

    def using(self, game: AnyGame, name: str) -> "Profiles":
        """Choose one for the next game.

        Raises:
            IllegalMoveError: when there is no such copy.
        """
        self.named(game, name)
        return replace(self, used={**self.used, game.id: name})

    def put(self, game: AnyGame, profile: CopyProfile, *, replaces: str | None = None) -> "Profiles":
        """Keep a profile, as a new one or in place of another, which may have had another name.

        The very same one again is no fault: an answer may have been lost.

        Raises:
            IllegalMoveError: when there is nothing to replace, or the name is another copy's.
        """
        name, kept = profile.name, dict(self.kept)
        if replaces:
            self.named(game, replaces)
        if name != replaces and self._is_taken(game, name) and kept.get((game.id, name)) != profile:
            raise IllegalMoveError(
                ProfileRule.NAME_TAKEN, f"{game.id}: another copy is called {name!r}", {"name": name}
            )
        used = dict(self.used)
        if replaces and name != replaces:
            del kept[game.id, replaces]
            if used.get(game.id) == replaces:
                used[game.id] = name
        kept[game.id, name] = profile
        if sum(of == game.id for of, _ in kept) > MOST_PROFILES:
            raise IllegalMoveError(
                ProfileRule.TOO_MANY,
                f"{MOST_PROFILES} copies of a game are the most",
                {"most": MOST_PROFILES},
            )
        return replace(self, kept=kept, used=used)

    def without(self, game: AnyGame, name: str) -> "Profiles":
        """Forget a copy, also one that was set aside.

        Raises:
            IllegalMoveError: when there is no such copy.
        """
        aside = tuple(a for a in self.aside if (a.game, a.name) != (game.id, name))
        if len(aside) < len(self.aside):
            return replace(self, aside=aside)
        if not name:
            raise IllegalMoveError(
                SetupRule.NO_SUCH_PROFILE, f"{game.id}: no copy is called ''", {"name": ""}
            )
        self.named(game, name)
        kept = {key: profile for key, profile in self.kept.items() if key != (game.id, name)}
        used = {of: chosen for of, chosen in self.used.items() if (of, chosen) != (game.id, name)}
        return replace(self, kept=kept, used=used)

    def filled(self, setup: Setup) -> Setup:
        """Give a setup with the profile as it is kept; one that names none gets what was last used."""
        game, name = setup.game, name_of(setup.profile)
        is_kept = setup.profile is not None and (not name or (game.id, name) in self.kept)
        return replace(setup, profile=self.named(game, name) if is_kept else self.in_use(game))

    def following(self, setup: Setup) -> "Profiles":
        """Note what a setup uses."""
        return replace(self, used={**self.used, setup.game.id: name_of(setup.profile)})

    def rows(self) -> Rows:
        """Give all of them as they lie in the table's file."""
        kept = {key: json.dumps(encode(profile), ensure_ascii=False) for key, profile in self.kept.items()}
        return {**kept, **{(a.game, a.name): a.text for a in self.aside}}

    def settings(self) -> dict[str, Json]:
        """Give what is stored beside them: which is in use."""
        return {USED: dict(self.used)}

    def _is_taken(self, game: AnyGame, name: str) -> bool:
        return (game.id, name) in self.kept or any((a.game, a.name) == (game.id, name) for a in self.aside)


def changes(before: Rows, after: Rows) -> dict[tuple[str, str], str | None]:
    """Give the rows that differ, None for those that go."""
    gone: dict[tuple[str, str], str | None] = {key: None for key in before if key not in after}
    return gone | {key: text for key, text in after.items() if before.get(key) != text}


def read_profiles(store: Store) -> Profiles:
    """Read all profiles; one that doesn't fit its game any more is set aside with its reason."""
    kept: dict[tuple[str, str], CopyProfile] = {}
    aside: list[Aside] = []
    for of, name, text in store.profiles():
        try:
            profile = decode_profile(game_named(of), json.loads(text))
            if profile.name != name:
                raise IllegalMoveError(
                    ProfileRule.NAME_TAKEN, f"it is kept as {name!r} and calls itself otherwise"
                )
            kept[of, name] = profile
        except (RulesError, ValueError, RecursionError) as error:
            aside.append(Aside(of, name, text, str(error)))
    used = store.settings().get(USED)
    chosen = {str(of): str(name) for of, name in used.items()} if isinstance(used, dict) else {}
    return Profiles(kept, tuple(aside), chosen)

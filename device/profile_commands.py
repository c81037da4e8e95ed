"""`khepri profile list|export|import|check`: the copies' profiles on the command line."""

import json
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from device.commanding import FAULT, REFUSED, Data, Json, data_folder, fail, give, text_of

if TYPE_CHECKING:
    from device.profiles import Profiles
    from device.store import Store
    from rules.core import CopyProfile
    from rules.registry import AnyGame

app = typer.Typer(
    name="profile",
    help="What was read off people's copies of the games: list, export, import and check it.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameId = Annotated[str | None, typer.Option("--game", help="Id of the game, as khepri games lists it.")]
File = Annotated[Path, typer.Argument(help="A copy's profile, TOML; - reads standard input.")]


@app.command(name="list")
def list_profiles(data: Data = None, as_json: Json = False) -> None:
    """List the copies whose profiles the table keeps; * marks the one that is in use."""
    found = _kept(data)
    kept = [
        {"game": game, "name": name, "in_use": found.used.get(game) == name}
        for game, name in sorted(found.kept)
    ]
    if as_json:
        aside = [{"game": a.game, "name": a.name, "reason": a.reason} for a in found.aside]
        print(json.dumps({"profiles": kept, "set_aside": aside}, ensure_ascii=False))
        return
    for one in kept:
        print(f"{'*' if one['in_use'] else ' '} {one['game']:<22} {one['name']}")
    for a in found.aside:
        print(f"! {a.game:<22} {a.name}: set aside, {a.reason}")
    if not kept and not found.aside:
        print("No copy was entered yet: games are played with house values.")


@app.command()
def export(
    name: Annotated[str, typer.Argument(help="What the copy is called.")],
    game: GameId = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write; without it standard output.")
    ] = None,
    data: Data = None,
) -> None:
    """Write one copy's profile as TOML; also one that was set aside."""
    from device.profile_file import profile_text
    from rules.errors import RulesError
    from rules.registry import game_named

    found = _kept(data)
    games = sorted({of for of, called in found.rows() if called == name and game in (None, of)})
    if len(games) != 1:
        of_which = (
            f" (of {', '.join(games)}): say which with --game" if games else ": see khepri profile list"
        )
        fail(f"{len(games)} copies are called {name!r:.60}, expected one{of_which}", REFUSED)
    try:
        text = profile_text(found, game_named(games[0]), name)
    except RulesError as error:
        fail(error.message, REFUSED)
    give(text, out, f"profile export {shlex.quote(name)}")


@app.command(name="import")
def import_profile(
    file: File,
    name: Annotated[
        str | None, typer.Option("--name", help="What to call the copy here; by default as in the file.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of a copy that is called the same.")
    ] = False,
    use: Annotated[
        bool, typer.Option("--use/--keep", help="Play the next game with it, or only keep it.")
    ] = True,
    data: Data = None,
) -> None:
    """Keep a copy's profile and choose it for the next game.

    A table that is being served sees it as soon as the host looks at the copies.
    """
    from device.backup import hand_over
    from device.errors import StoreError
    from device.profiles import changes, decode_profile, read_profiles
    from device.store import Store
    from rules.codec import encode
    from rules.errors import RulesError

    game, profile = _read(file, "import")
    path = _path(data)
    if path.exists() and path.stat().st_uid != os.geteuid():
        fail(f"{path} is somebody else's: import as who serves the table, or on the phone page", FAULT)
    try:
        store = Store(path)
    except StoreError as error:
        fail(str(error), FAULT)
    try:
        if name is not None:
            profile = decode_profile(game, {**encode(profile), "name": name})
        found = read_profiles(store)
        is_known = replace and profile.name in found.names(game)
        wanted = found.put(game, profile, replaces=profile.name if is_known else None)
        wanted = wanted.using(game, profile.name) if use else wanted
        store.keep_profiles(changes(found.rows(), wanted.rows()), wanted.settings())
    except RulesError as error:
        hint = "" if replace or str(error.code) != "profile.name_taken" else " (--replace or --name NAME)"
        fail(f"{file}, {error.message}{hint}", REFUSED)
    except StoreError as error:
        fail(str(error), FAULT)
    finally:
        store.close()
    hand_over(path.parent)
    print(f"{profile.name}: kept for {game.id}{' and chosen for the next game' if use else ''}")


@app.command()
def check(file: File, as_json: Json = False) -> None:
    """Read a copy's profile and say what is not known yet; nothing is kept."""
    from device.profiles import house_values
    from device.setup import Setup

    game, profile = _read(file, "check")
    missing = house_values(Setup(game, game.options(), profile=profile))
    if as_json:
        print(json.dumps({"game": game.id, "name": profile.name, "stand_ins": missing}, ensure_ascii=False))
        return
    print(f"{profile.name}: a copy of {game.id}, every field is right")
    if missing:
        print(f"not known yet, house values stand in: {', '.join(stand_in(game, of) for of in missing)}")


def stand_in(game: "AnyGame", name: str) -> str:
    """Give the English word for what is our own in place of what the copy has printed."""
    from device.texts import say

    try:
        return say("en", f"{game.id}.stand_in.{name}")
    except KeyError:
        return name


def _path(data: Path | None) -> Path:
    from device.exporting import FILE

    return (data or data_folder()) / FILE


def _kept(data: Path | None) -> "Profiles":
    from device.errors import StoreError
    from device.exporting import open_store
    from device.profiles import read_profiles

    try:
        store: Store = open_store(data or data_folder())
        try:
            return read_profiles(store)
        finally:
            store.close()
    except StoreError as error:
        fail(str(error), FAULT)


def _read(file: Path, command: str) -> "tuple[AnyGame, CopyProfile]":
    from device.profile_file import read_profile
    from rules.errors import RulesError

    text = text_of(file, "profile", f"profile {command}")
    try:
        return read_profile(text)
    except RulesError as error:
        fail(f"{file}, {error.message}", REFUSED)

"""The command line: `khepri serve`, `doctor`, `backup` and others. Imports are lazy."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from device import keeping_commands, profile_commands
from device.commanding import FAULT, REFUSED, Data, Json, data_folder, fail, give, run, text_of

if TYPE_CHECKING:
    from rules.core import Outcome
    from rules.record import Record

app = typer.Typer(
    name="khepri",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(is_asked: bool) -> None:
    from importlib.metadata import PackageNotFoundError, version

    if is_asked:
        try:
            print(f"khepri {version('khepri-table')}")
        except PackageNotFoundError:
            print("khepri, out of a checkout that is not installed")
        raise typer.Exit


@app.callback()
def khepri(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Scorekeeper and impartial referee beside a physical copy of a pyramid game."""


def _say(text: str) -> None:
    print(text, end="", flush=True)


@app.command()
def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the phone page; 0 takes a free one.")
    ] = 8080,
    bind: Annotated[
        str, typer.Option(help="IPv4 address to listen on; the default is every one.")
    ] = "0.0.0.0",
    data: Data = None,
    simulate: Annotated[
        bool | None,
        typer.Option("--simulate/--parts", help="Simulated or real parts; by default real ones on a Pi."),
    ] = None,
) -> None:
    """Serve the table: buttons, ring, and the phone page on the local network."""
    from device.serving import ServeError, serve_table
    from web.app import create_app

    try:
        serve_table(create_app, port=port, bind=bind, data=data or data_folder(), simulate=simulate, say=_say)
    except ServeError as error:
        fail(str(error), FAULT)


@app.command()
def doctor(
    parts: Annotated[
        bool,
        typer.Option("--parts", help="Try each part by hand first: ring, display, sound, buttons, wheels."),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only what is not as it should be.")] = False,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Where the table serves; by default 80 or 8080.")
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Say what this machine lacks for the table, and the line that mends it."""
    from device.doctor.command import diagnose

    status = diagnose(data, port=port, as_json_=as_json, with_parts=parts, quiet=quiet)
    raise typer.Exit(status)


@app.command()
def solve(
    d8: Annotated[int, typer.Argument(help="What the eight-sided die shows, 1 to 8.")],
    d10: Annotated[
        int, typer.Argument(help="What the ten-sided die shows, 1 to 10; a printed 0 is the ten.")
    ],
    d12: Annotated[int, typer.Argument(help="What the twelve-sided die shows, 1 to 12.")],
    number: Annotated[int | None, typer.Argument(help="Only this tile's number.")] = None,
    powers: Annotated[bool, typer.Option("--powers", help="With powers and roots, the variant.")] = False,
    as_json: Json = False,
) -> None:
    """List the numbers that a roll of Pharaoh Code can make, and every different formula."""
    from rules.errors import RulesError
    from rules.pharaoh_code.events import DiceRead
    from rules.pharaoh_code.solver import reach
    from rules.pharaoh_code.tiles import TILES, Colour

    try:
        DiceRead(d8, d10, d12)
    except RulesError as error:
        fail(error.message, REFUSED)
    if number is not None and number not in TILES:
        fail(f"no tile has the number {number}; there are {', '.join(map(str, sorted(TILES)))}", REFUSED)
    found = reach((d8, d10, d12), numbers=tuple(TILES) if number is None else (number,), powers=powers)
    numbers = {n: [str(f) for f in found[n]] for n in sorted(found) if found[n]}
    if as_json:
        roll = {"d8": d8, "d10": d10, "d12": d12}
        print(
            json.dumps(
                {"roll": roll, "numbers": {str(n): made for n, made in numbers.items()}}, ensure_ascii=False
            )
        )
    elif not numbers:
        print(f"{d8}, {d10} and {d12} make {'none of the 48 numbers' if number is None else f'no {number}'}.")
    else:
        for colour in Colour:
            for n, made in numbers.items():
                tile = TILES[n]
                if tile.colour is colour:
                    print(f"{n:>3}  {colour:<6} {tile.points}  {'   '.join(made)}")
    if number is not None and not numbers:
        raise typer.Exit(REFUSED)


@app.command()
def replay(
    record: Annotated[Path, typer.Argument(help="A record, JSON Lines; - reads standard input.")],
    as_json: Json = False,
) -> None:
    """Fold a record and print its standings; name the line of the first refused entry."""
    from rules.errors import RulesError
    from rules.record import read_record

    text = text_of(record, "record", "replay")
    try:
        folded = read_record(text)
    except RulesError as error:
        fail(f"{record}, {error.message}", REFUSED)
    print(_replay_json(folded) if as_json else _replay_words(folded))


def _standings(record: "Record") -> "Outcome | None":
    return record.header.game.outcome(record.table.state)


def _replay_json(record: "Record") -> str:
    from device.profiles import name_of
    from rules.codec import encode
    from rules.record import encode_outcome

    header, outcome = record.header, _standings(record)
    shown = {
        "game": header.game.id,
        "id": header.id,
        "seats": [encode(s) for s in header.seats],
        "entries": len(record.table.entries),
        "profile": name_of(header.profile),
        "stand_ins": [*header.game.stand_ins(record.table.state)],
        "outcome": None if outcome is None else encode_outcome(outcome),
        "view": header.game.view(record.table.state, None),
    }
    return json.dumps(shown, ensure_ascii=False)


def _replay_words(record: "Record") -> str:
    from device.profiles import name_of
    from device.texts import say

    header, outcome = record.header, _standings(record)
    view = header.game.view(record.table.state, None)
    names = [s.name or say("en", f"sign.{s.sign}") for s in header.seats]
    game = header.game.id
    lines = [f"{say('en', f'game.{game}')}, {len(names)} seats, {len(record.table.entries)} entries"]
    ours = [
        profile_commands.stand_in(header.game, name) for name in header.game.stand_ins(record.table.state)
    ]
    lines += [f"copy: {name_of(header.profile)}"] if name_of(header.profile) else []
    lines += [f"with {', '.join(ours)}"] if ours else []
    if outcome is None:
        lines.append("Not finished. Scores so far:")
        seats = view["seats"]
        assert isinstance(seats, list)
        for name, seat in zip(names, seats, strict=True):
            assert isinstance(seat, dict)
            lines.append(f"     {name:<24} {seat['score']:>4}")
    else:
        lines.append(say("en", f"reason.{game}.{outcome.reason}"))
        for standing in outcome.standings:
            tie = standing.tie_break
            why = f"  ({say('en', f'tiebreak.{game}.{tie}')})" if tie else ""
            lines.append(f"  {standing.rank}. {names[standing.seat]:<24} {standing.score:>4}{why}")
    return "\n".join(lines)


@app.command()
def games(as_json: Json = False) -> None:
    """List the games that this version knows."""
    from device.texts import say
    from rules.registry import GAMES

    if as_json:
        found = [
            {"id": g.id, "rules_version": g.rules_version, "seats": [g.seat_counts[0], g.seat_counts[-1]]}
            for g in GAMES.values()
        ]
        print(json.dumps(found))
        return
    for game in GAMES.values():
        seats = f"{game.seat_counts[0]}–{game.seat_counts[-1]} seats"
        print(f"{game.id:<22} {say('en', f'game.{game.id}'):<26} {seats}")


@app.command()
def export(
    game: Annotated[
        str | None, typer.Argument(help="A game's id or its beginning; without it the games are listed.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write; without it standard output.")
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Write one game's record, or list the games that the table keeps."""
    from device.errors import StoreError
    from device.exporting import ExportError, kept_games, record_text

    folder = data or data_folder()
    try:
        if game is None:
            found = kept_games(folder)
            if as_json:
                print(json.dumps([vars(g) for g in found], ensure_ascii=False))
            for kept in () if as_json else found:
                columns = f"{kept.id[:12]}  {kept.date or 'no date':<10}  {kept.game:<22}"
                print(f"{columns} {'open' if kept.is_open else 'closed':<7} {', '.join(kept.seats)}")
            return
        text = record_text(folder, game)
    except ExportError as error:
        fail(str(error), REFUSED)
    except StoreError as error:
        fail(str(error), FAULT)
    give(text, out, f"export {shlex.quote(game)}")


app.command()(keeping_commands.backup)
app.command()(keeping_commands.restore)
app.add_typer(profile_commands.app)


def main() -> None:
    """Run the command line."""
    run(lambda: app(prog_name="khepri"))


if __name__ == "__main__":
    main()

"""A game as JSON Lines: a header, then one event a line, then the result of a finished game.

docs/records.md describes every field. The same format is exported, imported and used for the
playthroughs that the tests fold.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Annotated, Any

from rules.codec import Bounds, Checked, Event, Json, Length, decode, encode, encode_event
from rules.core import AnySeat, Outcome, Seat, Sign, TableMs
from rules.errors import MalformedRecordError, RulesError
from rules.registry import AnyGame, game_named
from rules.table import Entry, Origin, Table, decode_entry_event

FORMAT = "khepri-record"
FORMAT_VERSION = 1
RESULT = "result"
ENVELOPE = ("logged_ms", "origin")
LONGEST_LINE = 20_000
MOST_LINES = 5_000
"""Some ten times the longest game; a table of that many entries still fits a small Pi."""

Migration = Callable[[dict[str, Json]], dict[str, Json]]
MIGRATIONS: Mapping[tuple[str, int], Migration] = {}
"""By game and older rules version: what makes a line of that version, header and result too, one of the next.

A header says by its "format" that it is one.
"""


class RecordFault(StrEnum):
    """Why a record can't be used; each has a text `refusal.<value>` in every catalogue."""

    EMPTY = "record.empty"
    NOT_JSON = "record.not_json"
    NOT_A_RECORD = "record.not_a_record"
    TOO_NEW = "record.too_new"
    TOO_OLD = "record.too_old"
    TOO_LONG = "record.too_long"
    BAD_HEADER = "record.bad_header"
    BAD_ENTRY = "record.bad_entry"
    REFUSED = "record.refused"
    AFTER_RESULT = "record.after_result"
    OTHER_RESULT = "record.other_result"


@dataclass(frozen=True)
class SeatInfo(Checked):
    """Who sits there; an empty name means that colour and sign will do."""

    sign: Sign
    name: Annotated[str, Length(0, 24)] = ""


@dataclass(frozen=True)
class _PlainHeader(Checked):
    format_version: Annotated[int, Bounds(1, 10**6)]
    id: Annotated[str, Length(1, 64)]
    game: Annotated[str, Length(1, 40)]
    rules_version: Annotated[int, Bounds(1, 10**6)]
    seats: Annotated[tuple[SeatInfo, ...], Length(1, 6)]
    first_seat: AnySeat
    date: Annotated[str, Length(10, 10)] | None = None


@dataclass(frozen=True)
class Header:
    """What is settled before the first event.

    `id` stays the same in every export; `date` is the day of the start (yyyy-mm-dd), None where the
    table did not know it.
    """

    id: str
    game: AnyGame
    seats: tuple[SeatInfo, ...]
    first_seat: Seat
    options: Any
    profile: Any
    date: str | None = None

    def opened(self) -> Table:
        """Seat the table that this header describes."""
        return Table.opened(self.game, len(self.seats), self.first_seat, self.options, self.profile)


@dataclass(frozen=True)
class Record:
    """A header and the table that its entries fold to."""

    header: Header
    table: Table


def encode_header(header: Header) -> dict[str, Json]:
    """Give a header as a JSON object."""
    plain = _PlainHeader(
        FORMAT_VERSION,
        header.id,
        header.game.id,
        header.game.rules_version,
        header.seats,
        header.first_seat,
        header.date,
    )
    return {
        "format": FORMAT,
        **encode(plain),
        "options": encode(header.options),
        "profile": encode(header.profile),
    }


def decode_header(came: Mapping[str, object]) -> Header:
    """Build a header from a JSON object.

    Raises:
        MalformedEventError: when a field can't be read.
        RulesError: when the game is unknown.
    """
    plain, game = _plain_header(came)
    return Header(
        plain.id,
        game,
        plain.seats,
        plain.first_seat,
        decode(game.options, came.get("options", {}), "options"),
        decode(game.profile, came.get("profile", {}), "profile"),
        plain.date,
    )


def _plain_header(came: Mapping[str, object]) -> tuple[_PlainHeader, AnyGame]:
    """Read what every version of every game's rules has in its header."""
    rest = {name: value for name, value in came.items() if name not in ("format", "options", "profile")}
    plain = decode(_PlainHeader, rest, "header")
    return plain, game_named(plain.game)


def encode_entry(entry: Entry) -> dict[str, Json]:
    """Give an entry as a JSON object."""
    fields = encode_event(entry.event)
    return {"type": fields.pop("type"), "logged_ms": entry.at_ms, "origin": str(entry.origin), **fields}


@dataclass(frozen=True)
class _Envelope(Checked):
    """The fields of a line that are not its event's: no event may have one of that name."""

    logged_ms: TableMs
    origin: Origin


def decode_entry(game: AnyGame, came: Mapping[str, object]) -> tuple[int, Origin, Event]:
    """Give the time, origin and event of a JSON object.

    Raises:
        MalformedEventError: when it can't be read.
    """
    envelope = decode(_Envelope, {name: came[name] for name in ENVELOPE if name in came}, "entry")
    fields = {name: value for name, value in came.items() if name not in ENVELOPE}
    return envelope.logged_ms, envelope.origin, decode_entry_event(game, fields)


def encode_outcome(outcome: Outcome) -> dict[str, Json]:
    """Give an outcome as a JSON object."""
    standings: list[Json] = [
        {"seat": s.seat, "rank": s.rank, "score": s.score, "tie_break": s.tie_break}
        for s in outcome.standings
    ]
    return {"reason": outcome.reason, "standings": standings}


def write_record(record: Record) -> str:
    """Give a record as text, one JSON object a line."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[dict[str, Json]]:
    yield encode_header(record.header)
    for entry in record.table.entries:
        yield encode_entry(entry)
    outcome = record.header.game.outcome(record.table.state)
    if outcome is not None:
        yield {"type": RESULT, **encode_outcome(outcome)}


def read_record(text: str) -> Record:
    """Fold a record.

    Raises:
        MalformedRecordError: when a line can't be read or its event is refused; it names the line.
    """
    # Not splitlines: a name may hold signs that it takes for ends of lines.
    lines = text.removeprefix("\ufeff").split("\n")
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise MalformedRecordError(RecordFault.EMPTY, 1, "nothing came, expected a record's header")
    if len(numbered) > MOST_LINES:
        raise MalformedRecordError(RecordFault.TOO_LONG, MOST_LINES, f"more than {MOST_LINES} lines came")
    return fold_record((number, _object(number, line)) for number, line in numbered)


def fold_record(numbered: Iterable[tuple[int, dict[str, Any]]]) -> Record:
    """Fold the JSON objects of a record, each with the number of its line, the header first.

    Raises:
        MalformedRecordError: when one can't be read or its event is refused; it names the line.
    """
    lines = iter(numbered)
    number, came = next(lines)
    header, migrate = _header(number, came)
    table = _opened(number, header)
    result: Mapping[str, object] | None = None
    for number, came in lines:
        if result is not None:
            raise MalformedRecordError(RecordFault.AFTER_RESULT, number, "an entry came after the result")
        migrated = migrate(came)
        if migrated.get("type") == RESULT:
            result = migrated
        else:
            table = _appended(number, header.game, table, migrated)
    _check_result(number, header, table, result)
    return Record(header, table)


def _object(number: int, line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise MalformedRecordError(
            RecordFault.TOO_LONG, number, f"{len(line)} signs came, at most {LONGEST_LINE} fit"
        )
    try:
        came = json.loads(line)
    except (ValueError, RecursionError):
        raise MalformedRecordError(RecordFault.NOT_JSON, number, f"{line[:60]!r} is not JSON") from None
    if not isinstance(came, dict):
        raise MalformedRecordError(RecordFault.NOT_JSON, number, f"{line[:60]!r} is not a JSON object")
    return came


def _header(number: int, came: dict[str, Any]) -> tuple[Header, Migration]:
    """Give the header, and what makes a line of its rules version one of the present version."""
    if came.get("format") != FORMAT:
        raise MalformedRecordError(
            RecordFault.NOT_A_RECORD, number, f'"format" is {came.get("format")!r:.40}, expected "{FORMAT}"'
        )
    format_version = came.get("format_version")
    if isinstance(format_version, int) and format_version > FORMAT_VERSION:
        raise MalformedRecordError(
            RecordFault.TOO_NEW,
            number,
            f"record format {format_version} is newer than {FORMAT_VERSION}: update Khepri",
        )
    try:
        plain, game = _plain_header(came)
        if plain.rules_version > game.rules_version:
            raise MalformedRecordError(
                RecordFault.TOO_NEW,
                number,
                f"rules version {plain.rules_version} is newer than {game.rules_version}: update Khepri",
            )
        migrate = _migration(number, game, plain.rules_version)
        return decode_header(migrate(came)), migrate
    except MalformedRecordError:
        raise
    except RulesError as error:
        raise MalformedRecordError(RecordFault.BAD_HEADER, number, error.message) from error


def _migration(number: int, game: AnyGame, version: int) -> Migration:
    found: list[Migration] = []
    for older in range(version, game.rules_version):
        if (game.id, older) not in MIGRATIONS:
            raise MalformedRecordError(
                RecordFault.TOO_OLD, number, f"rules version {older} can't be folded any more"
            )
        found.append(MIGRATIONS[game.id, older])
    return lambda came: reduce(lambda line, to_next: to_next(line), found, came)


def _opened(number: int, header: Header) -> Table:
    try:
        return header.opened()
    except RulesError as error:
        raise MalformedRecordError(RecordFault.BAD_HEADER, number, error.message) from error


def _appended(number: int, game: AnyGame, table: Table, came: Mapping[str, object]) -> Table:
    try:
        at_ms, origin, event = decode_entry(game, came)
    except RulesError as error:
        raise MalformedRecordError(RecordFault.BAD_ENTRY, number, error.message) from error
    try:
        return table.append(at_ms, origin, event)
    except RulesError as error:
        raise MalformedRecordError(RecordFault.REFUSED, number, error.message, error.params) from error


def _check_result(number: int, header: Header, table: Table, result: Mapping[str, object] | None) -> None:
    if result is None:
        return
    outcome = header.game.outcome(table.state)
    folded = None if outcome is None else {"type": RESULT, **encode_outcome(outcome)}
    if folded != result:
        raise MalformedRecordError(
            RecordFault.OTHER_RESULT, number, "the result is not what the entries fold to"
        )

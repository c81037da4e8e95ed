"""What leaves the table for a phone: the snapshot, and what somebody asks for beside it."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Protocol

from device.network.state import NetworkState
from device.part_states import PartFault, Parts
from device.phones import Phone
from device.profiles import has_profile, house_values, name_of
from device.seating import Seating
from device.session import Session
from device.setup import encode_setup, offered_options
from device.sitting import Sitting
from rules.codec import Event, Json, encode, encode_event, schema
from rules.core import Await, Seat
from rules.record import encode_outcome
from rules.registry import GAMES
from rules.slips import never_was, upsetting
from rules.table import Correction, Line

LINES_SHOWN = 120
"""Older ones are asked for, as many at once."""


@dataclass(frozen=True)
class Viewer:
    """Who looks: what the phone may do, and whether it is the one that waits to be seated."""

    phone: Phone
    is_pending: bool


def viewer(seating: Seating, token: str | None) -> Viewer:
    """Give who looks with that token; equal viewers see the same."""
    return Viewer(seating.phone(token), seating.is_pending(token))


def snapshot(session: Session, seating: Seating, parts: Parts, who: Viewer) -> dict[str, Json]:
    """Give all that a viewer may see but the time; docs/api.md describes each field."""
    phone = who.phone
    sitting = session.sitting
    seat = None if sitting is None else _seat_of(sitting, who)
    pending = seating.pending
    notice = session.notice
    return {
        "version": session.version,
        "clock": {"is_paused": session.clock.is_paused},
        "you": {"sign": phone.sign, "seat": seat, "is_host": phone.is_host},
        "seating": {
            "is_open": seating.is_open,
            "pending": None
            if pending is None
            else {"sign": pending.sign, "symbol": pending.symbol, "is_you": who.is_pending},
            "hosts": seating.phones.hosts,
        },
        "parts": {**parts.states, "faults": [_fault(f) for f in parts.faults]},
        "salvaged": None if session.salvaged is None else session.salvaged.folder.name,
        "setup": {
            **encode_setup(session.setup),
            "version": session.setup_version,
            "has_start_seat": session.setup.game.has_start_seat(session.setup.options),
            "offered_options": [*offered_options(session.setup)],
            "profiles": [*session.profiles.names(session.setup.game)],
            "stand_ins": [*house_values(session.setup)],
            "set_aside": [a.name for a in session.profiles.aside if a.game == session.setup.game.id],
            "seats": [
                {**encode(s), "has_phone": seating.phones.is_seated(s.sign)} for s in session.setup.seats
            ],
        },
        "games": _games(),
        "game": None if sitting is None else {**_game(sitting, seating, seat), "hints": session.hints},
        "notice": None
        if notice is None
        else {
            "number": notice.number,
            "sign": notice.sign,
            "code": notice.code,
            "message": notice.message,
            "params": dict(notice.params),
        },
    }


def _fault(fault: PartFault) -> Json:
    return {"part": fault.part, "lack": fault.lack, "is_loss": fault.is_loss}


@cache
def _games() -> Json:
    return [
        {
            "id": game.id,
            "low": game.seat_counts[0],
            "high": game.seat_counts[-1],
            "options": schema(game.options),
            "defaults": encode(game.options()),
            "has_profile": has_profile(game),
        }
        for game in GAMES.values()
    ]


def _game(sitting: Sitting, seating: Seating, seat: Seat | None) -> dict[str, Json]:
    game, table, header = sitting.game, sitting.table, sitting.header
    outcome = game.outcome(table.state)
    return {
        "id": game.id,
        "record": header.id,
        "round": game.round_number(table.state),
        "log": len(table.entries),
        "seats": [{**encode(s), "has_phone": seating.phones.is_seated(s.sign)} for s in header.seats],
        "first_seat": header.first_seat,
        "options": encode(header.options),
        "profile": name_of(header.profile),
        "view": game.view(table.state, seat),
        "stand_ins": [*game.stand_ins(table.state)],
        "awaits": [_await(a) for a in game.awaits(table.state)],
        "outcome": None if outcome is None else encode_outcome(outcome),
        **_lines(sitting, seat),
        "retractable": table.retractable,
        "redoable": table.redoable,
    }


class OnNetwork(Protocol):
    """What knows how the table is on the network."""

    @property
    def now(self) -> NetworkState:
        """How it stands."""


def network_view(network: OnNetwork) -> dict[str, Json]:
    """Give what the host may see of the network; everybody may see the page's address, which is elsewhere."""
    now = network.now
    return {
        "link": now.link,
        "wifi": now.wifi,
        "own": None if now.own is None else {"name": now.own.name, "password": now.own.password},
        "obstacle": now.obstacle,
    }


def view_before(session: Session, entry: int) -> dict[str, Json] | None:
    """Give what everybody saw before an entry; None where that would tell what has been hidden since."""
    sitting = session.sitting
    if sitting is None or sitting.table.holds_secrets:
        return None
    return sitting.game.view(sitting.table.before(entry), None)


def mending_view(session: Session, entry: int) -> dict[str, Json]:
    """Give the ways to undo an entry, and by field what is not offered when it is entered anew."""
    if session.sitting is None:
        return {"never_was": [], "upsetting": {}}
    table = session.sitting.table
    ways: list[Json] = [
        {"entry": way.entry, "replacement": None if way.event is None else encode_event(way.event)}
        for way in never_was(table, entry)
    ]
    return {
        "never_was": ways,
        "upsetting": {field: [*choices] for field, choices in upsetting(table, entry).items()},
    }


def correction_view(session: Session, tried: Correction) -> dict[str, Json]:
    """Give what a correction would do: its misfits, the scores before and after, and whether play ends.

    While something is hidden nothing but the misfits is told: a correction must not be a way to look.
    """
    sitting = session.sitting
    if sitting is None or sitting.table.holds_secrets:
        return {"misfits": [*tried.misfits], "scores": None, "is_over": None}
    before, after = (_scores(sitting, state) for state in (sitting.state, tried.state))
    return {
        "misfits": [*tried.misfits],
        "scores": [[*pair] for pair in zip(before, after, strict=True)],
        "is_over": sitting.game.outcome(tried.state) is not None,
    }


def _scores(sitting: Sitting, state: Any) -> list[Json]:
    seats = sitting.game.view(state, None)["seats"]
    assert isinstance(seats, list)
    return [seat.get("score") if isinstance(seat, dict) else None for seat in seats]


def _await(awaited: Await) -> dict[str, Json]:
    asked: list[Json] = [{"field": a.field, "choices": [*a.choices]} for a in awaited.asked]
    return {
        "event": awaited.event,
        "seats": [*awaited.seats],
        "by": awaited.by,
        "given": dict(awaited.given),
        "asked": asked,
        "at_ms": awaited.at_ms,
        "can_wait": awaited.can_wait,
    }


def _seat_of(sitting: Sitting, who: Viewer) -> Seat | None:
    return None if who.phone.sign is None else sitting.seat_of(who.phone.sign)


def earlier_lines(session: Session, who: Viewer, before: int) -> dict[str, Json]:
    """Give the lines before an entry as a viewer may see them.

    Raises:
        IllegalMoveError: when no game is open.
    """
    sitting = session.require_sitting()
    return {
        "record": sitting.header.id,
        "log": len(sitting.table.entries),
        **_lines(sitting, _seat_of(sitting, who), before),
    }


def _lines(sitting: Sitting, seat: Seat | None, before: int | None = None) -> dict[str, Json]:
    """Give the newest lines, or those before an entry, as *seat* may see them; some may stay hidden."""
    game, state, lines = sitting.game, sitting.state, sitting.table.lines
    end = len(lines) if before is None else bisect_left(lines, before, key=lambda line: line.entry.number)
    seen = ((line, game.seen(state, seat, line.event)) for line in reversed(lines[:end]))
    newest = islice(((line, event) for line, event in seen if event is not None), LINES_SHOWN + 1)
    found = [*newest][::-1]
    first = _cut([line.round for line, _ in found])
    shown: list[Json] = []
    for line, event in found[first:]:
        was = None if line.was is None else game.seen(state, seat, line.was)
        shown.append(_line(line, event, was))
    return {"lines": shown, "has_earlier_lines": first > 0}


def _cut(rounds: list[int]) -> int:
    """Say where to begin where there are more lines than are shown: with a whole round, if there is one.

    What a line means may hang on those before it in its round.
    """
    if len(rounds) <= LINES_SHOWN:
        return 0
    return next((i for i in range(1, len(rounds)) if rounds[i] != rounds[i - 1]), 1)


def _line(line: Line, event: Event, was: Event | None) -> dict[str, Json]:
    return {
        "entry": line.entry.number,
        "at_ms": line.entry.at_ms,
        "origin": line.entry.origin,
        "event": encode_event(event),
        "fate": line.fate,
        "seat": line.seat,
        "round": line.round,
        "was": None if was is None else encode_event(was),
    }

"""What leaves the table: the snapshot for a phone, and the scene for the ring."""

from dataclasses import dataclass
from functools import cache

from device.phones import Phone
from device.seating import Seating
from device.session import Session, Sitting
from device.setup import encode_setup
from rules.codec import Json, encode, encode_event, schema
from rules.core import Await, Seat
from rules.record import encode_outcome
from rules.registry import GAMES
from rules.table import Line

LINES_SHOWN = 40


@dataclass(frozen=True)
class Parts:
    """How each part of the table is: ok, simulated or absent."""

    ring: str
    buttons: str


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
    seat = None if sitting is None or phone.sign is None else sitting.seat_of(phone.sign)
    pending = seating.pending
    notice = session.notice
    return {
        "version": session.version,
        "clock": {"is_paused": session.clock.is_paused},
        "you": {"sign": phone.sign, "seat": seat, "is_host": phone.is_host},
        "seating": {
            "is_open": seating.is_open,
            "pending": None if pending is None else {"sign": pending.sign, "is_you": who.is_pending},
        },
        "parts": {"ring": parts.ring, "buttons": parts.buttons},
        "setup": {
            **encode_setup(session.setup),
            "version": session.setup_version,
            "seats": [
                {**encode(s), "has_phone": seating.phones.is_seated(s.sign)} for s in session.setup.seats
            ],
        },
        "games": _games(),
        "game": None if sitting is None else _game(sitting, seating, seat),
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


@cache
def _games() -> Json:
    return [
        {
            "id": game.id,
            "low": game.seat_counts[0],
            "high": game.seat_counts[-1],
            "options": schema(game.options),
            "defaults": encode(game.options()),
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
        "view": game.view(table.state, seat),
        "awaits": [_await(a) for a in game.awaits(table.state)],
        "outcome": None if outcome is None else encode_outcome(outcome),
        "lines": [_line(line) for line in table.lines[-LINES_SHOWN:]],
        "retractable": table.retractable,
        "redoable": table.redoable,
    }


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


def _line(line: Line) -> dict[str, Json]:
    return {
        "entry": line.entry.number,
        "at_ms": line.entry.at_ms,
        "origin": line.entry.origin,
        "event": encode_event(line.event),
        "fate": line.fate,
    }

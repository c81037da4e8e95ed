"""Taking back, bringing back and correcting: entries about entries, across the end of a game too."""

from collections.abc import Callable, Sequence

from device.log_thread import to_its_end
from device.session import Session
from rules.codec import Event
from rules.table import Corrected, Correction, Origin, Redone, Retracted, Table, decode_entry_event


async def retract(
    session: Session,
    *,
    entry: int | None = None,
    origin: Origin = Origin.HOST,
    key: str | None = None,
    log: int | None = None,
) -> int:
    """Take back the last entry, *entry* where one is named; reaches across the end of a game."""
    return await _entered(session, lambda table: Retracted(entry or table.retractable or 1), origin, key, log)


async def redo(
    session: Session,
    *,
    entry: int | None = None,
    origin: Origin = Origin.HOST,
    key: str | None = None,
    log: int | None = None,
) -> int:
    """Bring back what was taken back last, which must be *entry* where one is named."""
    return await _entered(session, lambda table: Redone(entry or table.redoable or 1), origin, key, log)


async def correct(
    session: Session,
    entry: int,
    replacement: object,
    set_aside: Sequence[int],
    *,
    origin: Origin = Origin.HOST,
    key: str | None = None,
    log: int | None = None,
) -> int:
    """Replace (None: remove) an earlier entry; *set_aside* must name the entries that no longer fit."""
    event = {
        "type": Corrected.type,
        "entry": entry,
        "replacement": replacement,
        "set_aside": list(set_aside),
    }
    return await _entered(session, lambda table: decode_entry_event(table.game, event), origin, key, log)


def try_correction(session: Session, entry: int, replacement: object) -> Correction:
    """Give what such a correction would do; nothing changes.

    Raises:
        RulesError: when the replacement can't be read or isn't legal in its place.
    """
    table = session.require_sitting().table
    event = decode_entry_event(
        table.game, {"type": Corrected.type, "entry": entry, "replacement": replacement}
    )
    assert isinstance(event, Corrected)
    return table.correction(event.entry, event.replacement)


@to_its_end
async def _entered(
    session: Session, make: Callable[[Table], Event], origin: Origin, key: str | None, log: int | None
) -> int:
    async with session.order:
        if key in session.keys:
            return session.keys[key]
        await session.catch_up()
        sitting = session.require_sitting()
        sitting.check_meant(None, log)
        return await session.enter([(origin, make(sitting.table))], key)

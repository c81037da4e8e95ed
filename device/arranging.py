"""The table between games: who sits where, what is played, and what was read off people's copies.

Names and dates can still be given while a game is open; all else then has to wait.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from device.log_thread import to_its_end
from device.profiles import Profiles, changes, read_profiles
from device.refusals import SessionRule
from device.session import Session
from device.setup import Setup, decode_setup, encode_setup, renamed
from rules.core import Sign
from rules.errors import IllegalMoveError
from rules.record import encode_header


async def arrange_as(
    session: Session, came: Mapping[str, object], version: int, *, key: str | None = None
) -> None:
    """Store and show the setup that came as JSON.

    Raises:
        RulesError: when it can't be read, or was made on another version; nothing has changed.
    """
    await arrange(session, decode_setup(came, session.profiles.named), version, key=key)


@to_its_end
async def arrange(
    session: Session, setup: Setup, version: int | None = None, *, key: str | None = None
) -> None:
    """Store and show another setup; a *version* that is not the present one is refused."""
    async with session.order:
        if key in session.keys:
            return
        session.check_setup(version)
        await _arrange(session, setup)
        session.keys.note(key)


@to_its_end
async def add_seat(session: Session, sign: Sign) -> None:
    """Add a seat at the end of the order; nothing changes where that sign sits already."""
    async with session.order:
        setup = session.setup.with_seat(sign)
        if setup is not session.setup or session.sitting is not None:
            await _arrange(session, setup)


@to_its_end
async def change_profiles(
    session: Session, change: Callable[[Profiles], Profiles] = lambda found: found, *, key: str | None = None
) -> None:
    """Store a change of the copies' profiles, made on what lies on the disk; the setup follows it.

    Raises:
        RulesError: when it can't be made; nothing has changed.
    """
    async with session.order:
        if key in session.keys:
            return
        store = session.log.store
        found = await session.log.run(read_profiles, store)
        wanted = change(found)
        if wanted != found:
            rows = changes(found.rows(), wanted.rows())
            await session.log.run(store.keep_profiles, rows, wanted.settings())
        session.keys.note(key)
        if wanted != session.profiles:
            setup = wanted.filled(replace(session.setup, profile=None))
            session.swap(session.now.arranged(setup, wanted))


@to_its_end
async def rename(session: Session, sign: Sign, name: str) -> None:
    """Give a seat another name, in the setup and in the open game's header."""
    async with session.order:
        setup = session.setup.with_name(sign, name)
        if session.sitting is None:
            await _arrange(session, setup)
            return
        header = session.sitting.header
        header = replace(header, seats=renamed(header.seats, sign, name))
        settings = {"setup": encode_setup(setup)}
        after = replace(session.now.arranged(setup), sitting=replace(session.sitting, header=header))
        await session.commit(after, session.log.store.keep_header, header.id, encode_header(header), settings)


@to_its_end
async def keep_date(session: Session, id_: str, day: str) -> None:
    """Give a game the date that nobody knew when it began; one that has a date keeps it."""
    async with session.order:
        store = session.log.store
        row = await session.log.run(store.game, id_)
        if row is None or row.header.get("date") is not None:
            return
        await session.log.run(store.keep_header, id_, {**row.header, "date": day}, {})
        sitting = session.sitting
        if sitting is not None and sitting.header.id == id_:
            dated = replace(sitting, header=replace(sitting.header, date=day))
            session.swap(replace(session.now, sitting=dated))


async def _arrange(session: Session, setup: Setup) -> None:
    if session.sitting is not None:
        raise IllegalMoveError(SessionRule.GAME_OPEN, "a game is open: close it before changing the setup")
    setup = session.profiles.filled(setup)
    profiles = session.profiles.following(setup)
    settings = {"setup": encode_setup(setup), **profiles.settings()}
    # A seat that goes leaves its phone, and one that comes has none: in one write, since a cut may follow.
    stay = {str(s.sign) for s in session.setup.seats} & {str(s.sign) for s in setup.seats}
    after = session.now.arranged(setup, profiles)
    await session.commit(after, session.log.store.keep_setup, settings, stay)

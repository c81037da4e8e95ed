"""Presses of one moment: what each would mean by itself, and the log of those that count, in their order."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.log_thread import to_its_end
from device.refusals import SessionRule
from device.session import Session
from device.sitting import Sitting
from rules.codec import Event
from rules.core import DeadHeatRule, Press, PressMark, Sign
from rules.errors import IllegalMoveError, RulesError
from rules.table import Origin


@dataclass(frozen=True)
class TimedPress:
    """A push as it was heard: who, when by the table clock, in which round if that matters; a phone's key."""

    sign: Sign
    pressed_ms: int
    mark: PressMark = PressMark.CLEAR
    by_phone: bool = False
    round_number: int | None = None
    key: str | None = None

    @property
    def origin(self) -> Origin:
        return Origin.PHONE if self.by_phone else Origin.BUTTON


def is_new_press(session: Session, key: str, round_number: int) -> bool:
    """Check that a phone's press is meant for now, and say whether its key is new.

    The key counts as seen from now on; it is stored with the entry that the press becomes.

    Raises:
        IllegalMoveError: when no game is open, or the press was meant for another round.
    """
    if key in session.keys:
        return False
    session.require_sitting().check_meant(round_number, None)
    session.keys.note(key)
    return True


def meaning_of(session: Session, press: TimedPress) -> Event:
    """Give what a press would mean now, by itself.

    Raises:
        RulesError: when it would not count, with the reason for the presser.
    """
    session.check_running()
    sitting = session.require_sitting()
    event = sitting.game.pressed(sitting.state, _seated(sitting, press))
    sitting.game.apply(sitting.state, event)
    return event  # type: ignore[no-any-return]


def dead_heat_rule(session: Session) -> DeadHeatRule:
    """Say what decides between presses less than a millisecond apart, at this table now."""
    sitting = session.sitting
    return DeadHeatRule.DRAW if sitting is None else sitting.game.dead_heat_rule(sitting.state)


@to_its_end
async def announce(session: Session, presses: Sequence[TimedPress]) -> None:
    """Log presses in the announced order; one that does not count is answered, the others stand."""
    async with session.order:
        sitting = session.require_sitting()
        table, refused = sitting.table, list[tuple[Sign, RulesError]]()
        events: list[tuple[Origin, Event]] = []
        keys: list[str | None] = []
        for press in presses:
            try:
                event = sitting.game.pressed(table.state, _seated(sitting, press))
                table = table.append(press.pressed_ms, press.origin, event)
                events.append((press.origin, event))
                keys.append(press.key)
            except RulesError as error:
                refused.append((press.sign, error))
        if events:
            await session.enter(events, *keys)
        for sign, refusal in refused:
            session.answer(sign, refusal)


@to_its_end
async def void(session: Session, presses: Sequence[TimedPress]) -> None:
    """Log that a dead heat is thrown again."""
    async with session.order:
        sitting = session.require_sitting()
        event = sitting.game.dead_heat_voided(sitting.state, tuple(_seated(sitting, p) for p in presses))
        # The entry has room for one key. A second phone's press, sent again, is refused until the next throw.
        key = next((press.key for press in presses if press.key is not None), None)
        await session.enter([(presses[0].origin, event)], key)


def _seated(sitting: Sitting, press: TimedPress) -> Press:
    seat = sitting.seat_of(press.sign)
    if seat is None:
        raise IllegalMoveError(SessionRule.NOT_SEATED, f"{press.sign} has no seat in this game")
    sitting.check_meant(press.round_number, None)
    return Press(seat, press.pressed_ms, press.mark, press.by_phone)

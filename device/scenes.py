"""From the session to the lights: the scene that the table's state calls for."""

from collections.abc import Iterable
from dataclasses import replace

from device.panel.choosing import wanted
from device.ring_scenes import MOMENT_MS, ClaimLight, Moment, Scene, Signal, Stage
from device.seating import Seating
from device.session import Session
from device.sitting import Sitting
from rules import core
from rules.core import By, Glance, Sign

_STAGES = {
    core.Stage.TURN: Stage.ROLL,
    core.Stage.RACE: Stage.RACE,
    core.Stage.SAND: Stage.SAND,
    core.Stage.JUDGING: Stage.JUDGING,
    core.Stage.OVER: Stage.OVER,
}


class SceneMaker:
    """Makes scenes; it remembers the last glance, since a verdict is news only once."""

    def __init__(self, session: Session, seating: Seating) -> None:
        self._session = session
        self._seating = seating
        self._last: tuple[str, Glance] | None = None
        self._signals: tuple[Signal, ...] = ()
        self._held: tuple[Sign, int] | None = None
        self.is_test = False
        """Whether the ring shows its three colours."""
        self.chosen: Sign | None = None
        """The seat that what is being entered at the panel is about."""

    def heard(self, sign: Sign) -> None:
        """Note that a press was heard just now."""
        self._signal(Moment.HEARD, (sign,))

    def held(self, sign: Sign | None, since_ms: int = 0) -> None:
        """Note which button is being held for a phone, None when none is."""
        self._held = None if sign is None else (sign, since_ms)

    def scene(self) -> Scene:
        """Give the scene as it is now."""
        return replace(self._scene(), is_test=True) if self.is_test else self._scene()

    def _scene(self) -> Scene:
        session, pending = self._session, self._seating.pending
        held = self._held if pending is not None else None
        asked = None if pending is None else pending.sign or (held[0] if held else None)
        held_from_ms = held[1] if held and held[0] is asked else None
        if session.sitting is None:
            seats = tuple(s.sign for s in session.setup.seats)
            self._last = None
            return Scene(
                Stage.SETUP if seats else Stage.IDLE, seats, pairing=asked, held_from_ms=held_from_ms
            )
        sitting = session.sitting
        glance = sitting.game.glance(sitting.state)
        self._note(sitting, glance)
        outcome = sitting.game.outcome(sitting.state)
        awaits = session.awaits
        return Scene(
            _STAGES[glance.stage],
            tuple(s.sign for s in sitting.header.seats),
            None if glance.turn is None else sitting.sign_of(glance.turn),
            tuple(sitting.sign_of(seat) for a in awaits if a.by is By.PRESS for seat in a.seats),
            None if glance.sand is None else glance.sand[0],
            None if glance.sand is None else glance.sand[1],
            tuple(ClaimLight(sitting.sign_of(c.seat), c.is_drawn, c.is_right) for c in glance.claims),
            glance.arcs,
            len(glance.cells),
            () if outcome is None else tuple(sitting.sign_of(seat) for seat in outcome.winners),
            tuple(sitting.sign_of(seat) for seat in wanted(awaits)),
            self.chosen,
            is_paused=session.clock.is_paused,
            pairing=asked,
            held_from_ms=held_from_ms,
            is_ok_lit=session.clock.is_paused or any(a.by is By.OK for a in awaits),
            signals=self._signals,
        )

    def _note(self, sitting: Sitting, glance: Glance) -> None:
        last = self._last[1] if self._last is not None and self._last[0] == sitting.header.id else None
        self._last = (sitting.header.id, glance)
        if last is None:
            return
        for seat, (before, after) in enumerate(zip(last.verdicts, glance.verdicts, strict=True)):
            sign = (sitting.header.seats[seat].sign,)
            if after[0] > before[0]:
                self._signal(Moment.RIGHT, sign)
            if after[1] > before[1]:
                self._signal(Moment.WRONG, sign)
        drawn = sum(c.is_drawn for c in glance.claims)
        if drawn > sum(c.is_drawn for c in last.claims):
            self._signal(Moment.DEAD_HEAT, tuple(_drawn_together(sitting, glance)))

    def _signal(self, moment: Moment, signs: tuple[Sign, ...]) -> None:
        if self._session.clock.is_paused:
            # No time passes, so it would never end, and be shown once the table goes on.
            return
        now_ms = self._session.clock.now_ms()
        recent = (s for s in self._signals if now_ms - s.at_ms < MOMENT_MS[s.moment])
        self._signals = (*recent, Signal(moment, now_ms, signs))


def _drawn_together(sitting: Sitting, glance: Glance) -> Iterable[Sign]:
    for i, claim in enumerate(glance.claims):
        follows = glance.claims[i + 1 : i + 2]
        if claim.is_drawn or any(c.is_drawn for c in follows):
            yield sitting.sign_of(claim.seat)

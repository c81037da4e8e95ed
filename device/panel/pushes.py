"""OK and BACK as hands mean them: one alone, both together, or held.

    OK    closes ─▶ waits 80 ms for BACK ─▶ Push(ok), at once if it opens before ─▶ held 2 s: Hold(ok)
    BACK  closes ─▶ waits for OK, and to open ─▶ Push(back) ─▶ or, held 0.8 s: Hold(back) instead

Two thumbs are not always so quick, and the bench's page may be on a poor line. So the second of the two
makes it both also later, while the first is still down; OK has done its own work by then.

It takes raw edges. A contact that opens for less than 60 ms chatters: it is still closed. Nothing here
has a clock: edges come with their stamps, in microseconds, and `due` is asked with the present.
"""

from dataclasses import dataclass
from typing import Final

from device.panel.inputs import Both, Button, Hold, Input, Push

TOGETHER_US: Final = 80_000
"""Two thumbs that mean one moment are closer than this."""
OVERLAP_US: Final = 400_000
"""While the first is still down, the second may come so much later."""
SETTLED_US: Final = 60_000
MENU_US: Final = 800_000
HOST_US: Final = 2_000_000
"""How long OK is held to make a waiting phone the host's: as long as a seat's button."""
AGAIN_US: Final = 250_000
"""A push so soon after another answers nothing that one brought up; who is quick makes three a second."""
HOLD_US: Final = {Button.OK: HOST_US, Button.BACK: MENU_US}


@dataclass
class _Contact:
    """A button that is down: since when, since when perhaps no longer, and what was told of it."""

    since_us: int
    opened_us: int | None = None
    is_told: bool = False
    is_held: bool = False


class Pushes:
    """Sorts the edges of OK and BACK into inputs of the panel."""

    def __init__(self) -> None:
        self._down: dict[Button, _Contact] = {}

    def edge(self, button: Button, stamp_us: int, is_pressed: bool) -> tuple[Input, ...]:
        """Take in one edge; give what is certain by now."""
        told = self.due(stamp_us)
        contact = self._down.get(button)
        if contact is not None:
            contact.opened_us = None if is_pressed else contact.opened_us or stamp_us
        elif is_pressed:
            contact = self._down[button] = _Contact(stamp_us)
            other = self._down.get(Button.BACK if button is Button.OK else Button.OK)
            if other is not None and not other.is_held and _are_both(other, stamp_us):
                contact.is_told = contact.is_held = other.is_told = other.is_held = True
                told = (*told, Both())
        return told

    def settled(self) -> tuple[Input, ...]:
        """Give pushes that still wait to see what comes: the hand has gone on to something else."""
        told: list[Input] = []
        for button, contact in self._down.items():
            if not contact.is_told and (button is Button.OK or contact.opened_us is not None):
                contact.is_told = True
                told.append(Push(button, contact.since_us))
        return tuple(told)

    def due(self, now_us: int) -> tuple[Input, ...]:
        """Give what the passing of time has made certain."""
        told: list[Input] = []
        for button, contact in tuple(self._down.items()):
            end_us = now_us if contact.opened_us is None else contact.opened_us
            is_open = contact.opened_us is not None and now_us - contact.opened_us >= SETTLED_US
            if not contact.is_held and end_us - contact.since_us >= HOLD_US[button]:
                if button is Button.OK and not contact.is_told:
                    told.append(Push(button, contact.since_us))
                contact.is_held = contact.is_told = True
                told.append(Hold(button))
            is_alone = button is Button.OK and now_us - contact.since_us > TOGETHER_US
            if not contact.is_told and (is_open or is_alone):
                contact.is_told = True
                told.append(Push(button, contact.since_us))
            if is_open:
                del self._down[button]
        return tuple(told)

    def next_us(self) -> int | None:
        """Give when `due` may have something to say if no edge comes, None while nothing is down."""
        ends: list[int] = []
        for button, contact in self._down.items():
            if contact.opened_us is not None:
                ends.append(contact.opened_us + SETTLED_US)
            elif not contact.is_held:
                ends.append(contact.since_us + HOLD_US[button])
            if button is Button.OK and not contact.is_told:
                ends.append(contact.since_us + TOGETHER_US + 1)
        return min(ends, default=None)


class Shown:
    """When OK or BACK last changed the picture: a push from before it can have been seen answers nothing."""

    def __init__(self) -> None:
        self._from_us = 0

    def changed(self, push: Push, shown_us: int) -> None:
        """Take in that a push changed the picture, and since when it shows that."""
        self._from_us = max(shown_us, push.closed_us + AGAIN_US)

    def can_answer(self, push: Push) -> bool:
        """Say whether the push can have been meant for what stands there."""
        return push.closed_us >= self._from_us


def _are_both(first: _Contact, stamp_us: int) -> bool:
    """Say whether the other button, closing now, makes one moment with the *first*."""
    is_down = first.opened_us is None
    return stamp_us - first.since_us <= (OVERLAP_US if is_down else 0 if first.is_told else TOGETHER_US)

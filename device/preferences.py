"""What people set at the table and expect to find again: language, lights, sounds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from device.log_thread import LogThread
from device.pixels import ORDERS
from device.sound import DEFAULT_SOUNDS, Sound
from device.texts import LANGUAGES
from rules.codec import Bounds, Checked, Length, decode, encode
from rules.errors import RulesError


@dataclass(frozen=True)
class Preferences(Checked):
    """`language` is None until somebody chose; `sounds` are the kinds that are switched on.

    While `is_night`, all that shines is dim, however bright it is set. `colour_order` is the one in which
    the LEDs take red, green and blue.
    """

    language: Annotated[str, Length(2, 10)] | None = None
    brightness_pct: Annotated[int, Bounds(5, 100)] = 60
    is_night: bool = False
    colour_order: Annotated[str, Length(3, 3)] = ORDERS[0]
    sounds: tuple[Sound, ...] = tuple(sorted(DEFAULT_SOUNDS))


class Preferring:
    """Keeps the preferences; who listens is told of each change."""

    def __init__(self, log: LogThread) -> None:
        self._log = log
        self._listeners: list[Callable[[Preferences], None]] = []
        self.now = _read(log.now(log.store.settings).get("preferences"))

    def listen(self, listener: Callable[[Preferences], None]) -> None:
        """Have *listener* called after each change."""
        self._listeners.append(listener)

    async def keep(self, wished: Preferences) -> None:
        """Store other preferences, then tell."""
        await self._log.run(self._log.store.keep_settings, {"preferences": encode(wished)})
        self.now = wished
        for listener in self._listeners:
            listener(wished)


def _read(came: Any) -> Preferences:
    """Give what was stored, the usual where that can't be read any more."""
    if not isinstance(came, Mapping):
        return Preferences()
    try:
        read = decode(Preferences, dict(came), "preferences")
    except RulesError:
        return Preferences()
    is_known = read.language in (None, *LANGUAGES) and read.colour_order in ORDERS
    return read if is_known else Preferences()

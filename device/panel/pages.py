"""Where the panel is: its own state, which is never the table's. Losing it loses no entry."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from device.doctor.findings import Finding
from device.panel.drafts import Draft, Key
from device.panel.inputs import Commands
from device.panel.screens import Icon, Row
from rules.codec import Json
from rules.core import Seat, Sign

NOTE_MS = 4_000
"""How long a word over the picture stays."""
NEW_MS = 400
"""A push so soon after the picture changed by itself was meant for the one before."""


class Opening(StrEnum):
    """A part of the way to a game, in this order."""

    LANGUAGE = "language"
    NETWORK = "network"
    GAME = "game"
    WAY = "way"
    SEATS = "seats"
    STARTER = "starter"
    READY = "ready"
    OPTIONS = "options"
    COPY = "copy"


class Info(StrEnum):
    """A page that only shows."""

    PHONES = "phones"
    HOST_CODE = "host_code"


class Sure(StrEnum):
    """What is asked once more before it is done."""

    LEAVE = "leave"
    STOP = "stop"
    OWN_WIFI = "own_wifi"
    NO_OWN_WIFI = "no_own_wifi"


class Listed(StrEnum):
    """A page that is a list."""

    MENU = "menu"
    SOUNDS = "sounds"
    LIGHTS = "lights"
    LANGUAGES = "languages"
    NAMES = "names"
    CHECK = "check"


@dataclass(frozen=True)
class ListPage:
    """A list with a marked line."""

    listed: Listed
    at: int = 0


@dataclass(frozen=True)
class InfoPage:
    """Something to read."""

    info: Info


@dataclass(frozen=True)
class FindingPage:
    """What the doctor found of one part."""

    finding: Finding


@dataclass(frozen=True)
class NetworkPage:
    """What there is to know and to switch of the network, as cards."""

    at: int = 0


@dataclass(frozen=True)
class SurePage:
    """A question that OK answers with yes."""

    sure: Sure


@dataclass(frozen=True)
class BrightnessPage:
    """How bright it is; every encoder changes it."""


@dataclass(frozen=True)
class ColoursPage:
    """The ring in red, green and blue; every encoder changes the order in which the LEDs take them."""


@dataclass(frozen=True)
class HandsPage:
    """Every button and wheel says what it does; `turned` is where the wheels stood when it was opened."""

    turned: tuple[int, ...]
    is_touched: bool = False


@dataclass(frozen=True)
class NamingPage:
    """A seat's name; `at` is the letter that OK would add, None while none was turned to."""

    sign: Sign
    name: str
    at: int | None = None


@dataclass(frozen=True)
class OutcomePage:
    """Why the game is over, then by what ties were told apart."""

    at: int = 0


@dataclass(frozen=True)
class EndPage:
    """A question before OK and BACK together end something; `event` is what they would log."""

    event: str


@dataclass(frozen=True)
class HistoryPage:
    """What happened, newest first: which of it is wrong?"""

    at: int = 0


@dataclass(frozen=True)
class EntryPage:
    """One entry: enter it anew, or say that it never was."""

    entry: int
    at: int = 0


@dataclass(frozen=True)
class AnewPage:
    """One entry, being entered anew."""

    entry: int
    draft: Draft | None = None


@dataclass(frozen=True)
class MisfitsPage:
    """What a correction would set aside, before it is made."""

    entry: int
    replacement: Mapping[str, Json] | None


Page = (
    ListPage
    | InfoPage
    | FindingPage
    | NetworkPage
    | SurePage
    | BrightnessPage
    | ColoursPage
    | HandsPage
    | NamingPage
    | EndPage
    | HistoryPage
    | EntryPage
    | AnewPage
    | MisfitsPage
    | OutcomePage
)


@dataclass(frozen=True)
class Item:
    """A line of a list, and what choosing it does."""

    row: Row
    opens: Page | None = None
    commands: Commands = ()
    goes_to: Opening | None = None
    closes: bool = False


@dataclass(frozen=True)
class Note:
    """A short word over the picture; `redo` is the entry that OK brings back while it stands there.

    One that gives the buttons a meaning never goes with time alone.
    """

    text: str
    said_ms: int
    icon: Icon | None = None
    redo: int | None = None

    @property
    def until_ms(self) -> int | None:
        return self.said_ms + NOTE_MS if self.redo is None else None

    def is_gone(self, now_ms: int) -> bool:
        """Say whether it no longer stands there."""
        return self.until_ms is not None and now_ms >= self.until_ms


@dataclass(frozen=True)
class Panel:
    """Where the panel is.

    `pages` lie over the game or the way to it, the last on top. `opening` is where on that way, None for
    where it makes sense to begin, `at` the marked line there; `returns` says that it was gone to from where
    all is ready, and goes back there. In a game `draft` is what was turned to,
    `is_entering` says that the next entry is asked for after the last, `later` are those put off, `whose`
    is the seat whose own things are asked first.
    `seen` is the refusal that was noticed, `round` the one that the draft was made in.
    """

    pages: tuple[Page, ...] = ()
    opening: Opening | None = None
    at: int | None = None
    returns: bool = False
    draft: Draft | None = None
    is_entering: bool = False
    later: tuple[Key, ...] = ()
    whose: Seat | None = None
    note: Note | None = None
    seen: int = 0
    round: int = 0

    def opened(self, page: Page) -> "Panel":
        """Give the panel with one more page on top."""
        return replace(self, pages=(*self.pages, page), note=None)

    def turned_to(self, page: Page) -> "Panel":
        """Give the panel with another page on top."""
        return replace(self, pages=(*self.pages[:-1], page))

    def closed(self, pages: int = 1) -> "Panel":
        """Give the panel without its uppermost pages."""
        return replace(self, pages=self.pages[: max(0, len(self.pages) - pages)])

    def gone_to(self, opening: Opening | None, *, returns: bool = False) -> "Panel":
        """Give the panel elsewhere on the way to a game."""
        return replace(self, opening=opening, at=None, returns=returns, note=None)

    def noted(self, text: str, now_ms: int, icon: Icon | None = None, redo: int | None = None) -> "Panel":
        """Give the panel with a word over its picture."""
        return replace(self, note=Note(text, now_ms, icon, redo))


Answer = tuple[Panel, Commands]

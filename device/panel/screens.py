"""What the display shows, as a value: device/display_draw.py makes a picture of it.

Texts are in the people's language already. An icon is a name of glyphs.txt; the signs of the seats are
icons by their own names.
"""

from dataclasses import dataclass
from typing import Final

from rules.core import Board

Icon = str
DICE: Final = ("d8", "d10", "d12")
"""Icons with room for a value inside; fields of these names are drawn so."""
UNKNOWN: Final = "?"


@dataclass(frozen=True)
class Row:
    """A line of a list: an icon or two, what it says, and at its end how it stands."""

    text: str
    icon: Icon | None = None
    value: str = ""
    second: Icon | None = None


@dataclass(frozen=True)
class Rows:
    """A list with a marked line; only those near it are in the picture."""

    rows: tuple[Row, ...]
    chosen: int = 0


@dataclass(frozen=True)
class Figure:
    """One thing to be read from afar: whose it is, and a number or a few words.

    `points` is what it is worth, in scarabs. `is_scrolled` says that turning changes it.
    """

    icon: Icon | None = None
    big: str = ""
    text: str = ""
    points: str = ""
    is_scrolled: bool = False


@dataclass(frozen=True)
class Wheel:
    """One value with its own encoder: what it says, empty while unknown, and in what shape.

    Without a shape it is framed. `caption` stands there while it is unknown; a seat's sign needs none.
    """

    shape: Icon | None = None
    shown: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Wheels:
    """Up to three values, over the encoders that turn them."""

    wheels: tuple[Wheel, ...]


@dataclass(frozen=True)
class Place:
    """A press in the announced order, and how it stands to the first."""

    icon: Icon
    margin: str = ""


@dataclass(frozen=True)
class Order:
    """Who was first, and by how much; then the others, or while there are none the name."""

    first: Icon
    text: str
    margin: str = ""
    others: tuple[Place, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Score:
    """A seat's score; `gain` is what the last round brought, `rank` its place at the end."""

    icon: Icon
    score: str
    gain: str = ""
    rank: str = ""


@dataclass(frozen=True)
class Scores:
    """All scores at once."""

    scores: tuple[Score, ...]


@dataclass(frozen=True)
class Track:
    """How far something has come on its way; one of light steps and one of dark ones are told apart."""

    is_light: bool
    at: int
    of: int


@dataclass(frozen=True)
class Outlook:
    """How the table stands while it waits: scores, or whose turn it is, beside a shape and tracks."""

    scores: tuple[Score, ...] = ()
    icon: Icon | None = None
    text: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True)
class Squares:
    """A board; `words` say what the wheels do as long as nothing is chosen."""

    board: Board
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Circle:
    """The seats in clockwise order; `sockets` are those that are still wanted."""

    icons: tuple[Icon, ...]
    sockets: int = 0
    first: int | None = None


@dataclass(frozen=True)
class Say:
    """A sentence or two."""

    text: str
    icon: Icon | None = None


@dataclass(frozen=True)
class Digits:
    """A code to be typed elsewhere."""

    digits: str
    text: str = ""


@dataclass(frozen=True)
class Code:
    """A QR code, and the same for people."""

    qr: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gauge:
    """How much of something, from 0 to 100."""

    pct: int


Body = Rows | Figure | Wheels | Order | Scores | Outlook | Squares | Circle | Say | Digits | Code | Gauge


@dataclass(frozen=True)
class Hints:
    """What OK, BACK, both together and turning do, where it isn't plain.

    `other` stands where OK only goes on to something else that can be entered.
    """

    ok: str = ""
    back: str = ""
    both: str = ""
    turn: str = ""
    other: str = ""


@dataclass(frozen=True)
class Sand:
    """From when until when, by the table clock, the time runs; it may begin later."""

    from_ms: int
    until_ms: int


@dataclass(frozen=True)
class Toast:
    """A short word over the picture, until a moment of the table clock; None: until hands do something."""

    text: str
    until_ms: int | None
    icon: Icon | None = None

    def is_said(self, now_ms: int) -> bool:
        """Say whether it stands there."""
        return self.until_ms is None or now_ms < self.until_ms


@dataclass(frozen=True)
class Screen:
    """One picture of the display.

    `corner` stands at the end of the title line; while `sand` runs, its seconds stand there.
    """

    body: Body
    title: str = ""
    icons: tuple[Icon, ...] = ()
    corner: str = ""
    hints: Hints = Hints()
    sand: Sand | None = None
    toast: Toast | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """All texts in the order of reading."""
        hints = self.hints
        found = [self.title, self.corner, *_words(self.body)]
        found += [hints.ok, hints.other, hints.back, hints.both, hints.turn]
        if self.toast is not None:
            found.append(self.toast.text)
        return tuple(word for word in found if word)


def _words(body: Body) -> tuple[str, ...]:
    match body:
        case Rows(rows=rows):
            return tuple(word for row in rows for word in (row.text, row.value))
        case Figure(big=big, text=text, points=points):
            return (big, text, points)
        case Wheels(wheels=wheels):
            return tuple(wheel.shown or wheel.caption for wheel in wheels)
        case Order(text=text, margin=margin, others=others, name=name):
            return (text, margin, *(place.margin for place in others), name)
        case Scores(scores=scores):
            return tuple(word for s in scores for word in (s.rank, s.score, s.gain))
        case Outlook(scores=scores, text=text, tracks=tracks):
            return (text, *_words(Scores(scores)), *(f"{track.at}/{track.of}" for track in tracks))
        case Squares(board=board, words=words):
            brings = tuple(f"{name} {count}" for name, count in board.brings)
            return (board.label, *(brings or words))
        case Say(text=text):
            return (text,)
        case Digits(digits=digits, text=text):
            return (digits, text)
        case Code(lines=lines):
            return lines
        case Circle() | Gauge():
            return ()

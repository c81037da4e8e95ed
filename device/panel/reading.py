"""What a screen says, in words alone: for who hears the bench's display instead of seeing it."""

from collections.abc import Iterator

from device.panel.screens import (
    Body,
    Circle,
    Figure,
    Gauge,
    Icon,
    Order,
    Outlook,
    Rows,
    Scores,
    Screen,
    Wheels,
)
from device.panel.words import Words
from rules.core import Sign

ENDS = (".", "?", "!", ":", "。", "？", "！")
SIGNS = frozenset(str(sign) for sign in Sign)


def read_aloud(screen: Screen, words: Words) -> str:
    """Give all that a screen says in the order of reading, seats by the names of their signs."""

    def sign(icon: Icon | None) -> str:
        return words.say(f"display.sign.{icon}") if icon in SIGNS else ""

    def phrase(*said: str) -> str:
        return " ".join(part for part in said if part)

    def body(shown: Body) -> Iterator[str]:
        match shown:
            case Rows(rows=rows, chosen=chosen):
                for place, row in enumerate(rows):
                    mark = "▶" if place == chosen else ""
                    yield phrase(mark, sign(row.icon), sign(row.second), row.text, row.value)
            case Figure(icon=icon, big=big, text=text, points=points):
                yield phrase(sign(icon), big, text, points)
            case Wheels(wheels=wheels):
                yield from (sign(w.shape) or w.shown or w.caption or "?" for w in wheels)
            case Order(first=first, text=text, margin=margin, others=others, name=name):
                yield phrase(sign(first), name, text, margin)
                yield from (phrase(sign(place.icon), place.margin) for place in others)
            case Scores(scores=scores):
                yield from (phrase(s.rank, sign(s.icon), s.score, s.gain) for s in scores)
            case Outlook(scores=scores, icon=icon, text=text, tracks=tracks):
                yield phrase(sign(icon), text)
                yield from body(Scores(scores))
                yield from (f"{track.at}/{track.of}" for track in tracks)
            case Circle(icons=icons, first=first):
                yield from (phrase("▶" if i == first else "", sign(icon)) for i, icon in enumerate(icons))
            case Gauge(pct=pct):
                yield f"{pct} %"
            case _:
                yield from Screen(shown).words

    hints = screen.hints
    toast = () if screen.toast is None else (phrase(sign(screen.toast.icon), screen.toast.text),)
    said = (
        *toast,
        phrase(*map(sign, screen.icons), screen.title),
        screen.corner,
        *body(screen.body),
        f"OK: {hints.ok or hints.other}" if hints.ok or hints.other else "",
        f"BACK: {hints.back}" if hints.back else "",
        f"OK + BACK: {hints.both}" if hints.both else "",
        f"↻ {hints.turn}" if hints.turn else "",
    )
    return " ".join(part if part.endswith(ENDS) else f"{part}." for part in said if part)

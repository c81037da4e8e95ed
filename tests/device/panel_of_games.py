"""What the display shows of games that have no gallery of their own, found by going through playthroughs."""

from collections.abc import Iterator
from dataclasses import replace

from device.panel import Both, Play
from device.panel.asking import asking
from device.panel.drafts import Draft
from device.panel.pages import EndPage, Opening
from device.panel.screens import Figure, Row, Rows, Screen, Toast
from device.panel.tasks import Task, tasks_of
from device.panel.words import Words
from device.setup import Setup
from rules.codec import encode_event
from rules.core import Scalar
from rules.record import Record, read_record
from rules.registry import GAMES
from rules.table import Fate, Origin, Table
from tests.device.panel_table import PHARAOH, PanelTable, seated
from tests.rules.made_events import PLAYTHROUGHS

Shown = tuple[Screen, int]


def of_games(language: str) -> Iterator[Shown]:
    """Give, for each game, its opening, each choice of all that it asks, and all that happens."""
    for game in GAMES.values():
        if game is PHARAOH:
            continue
        table = seated("sun", "eye", language=language, game=game)
        for opening in (Opening.READY, Opening.STARTER, Opening.WAY):
            for at in range(2 if opening is Opening.WAY else 1):
                table.panel = replace(table.panel, opening=opening, at=at)
                yield table.screen, table.now_ms
        seen: set[object] = set()
        for path in sorted((PLAYTHROUGHS / game.id).glob("*.jsonl")):
            yield from _of_record(read_record(path.read_text(encoding="utf-8")), language, seen)


def _of_record(record: Record, language: str, seen: set[object]) -> Iterator[Shown]:
    header, words, table = record.header, Words(language), record.header.opened()
    lines = [line for line in record.table.lines if line.fate in (Fate.LIVE, Fate.CORRECTED)]
    setup = Setup(header.game, header.options, header.seats, header.first_seat)
    for at, line in enumerate(lines):
        play = Play(header.seats, table)
        waits = tuple(a.event for a in play.awaits), play.glance.by_hand
        if at % 12 == 0 or waits not in seen:
            seen.add(waits)
            shown = PanelTable(language, (header.game,), setup, play)
            yield shown.screen, shown.now_ms
        yield from _endings(PanelTable(language, (header.game,), setup, play), seen)
        for task in tasks_of(header.game, play.awaits, table.state):
            yield from _of_task(task, play, words, seen)
        event = encode_event(line.event)
        text = words.event(header.game.id, event)
        if text not in seen:
            seen.add(text)
            yield from _told(text, words, has_site="site" in event)
        table = table.append(line.entry.at_ms, Origin.PANEL, line.event)
        for hidden in _hidden(table, words):
            if hidden not in seen:
                seen.add(hidden)
                yield from _told(hidden, words, has_site=True)


def _endings(table: PanelTable, seen: set[object]) -> Iterator[Shown]:
    """Give what is asked once more before OK and BACK together end something."""
    table.take(Both())
    page = table.panel.pages[-1] if table.panel.pages else None
    if isinstance(page, EndPage) and page not in seen:
        seen.add(page)
        yield table.screen, table.now_ms


def _hidden(table: Table, words: Words) -> Iterator[str]:
    """Give in words what everybody may see of lines that hold something hidden now."""
    for line in table.lines:
        shown = table.game.seen(table.state, None, line.event)
        if shown is not None and shown != line.event:
            yield words.event(table.game.id, encode_event(shown))


def _told(text: str, words: Words, *, has_site: bool) -> Iterator[Shown]:
    second = "sun" if has_site else None
    yield Screen(Rows((Row(text, icon="eye", second=second),)), words.say("panel.which_wrong")), 0
    yield Screen(Rows((Row(words.say("panel.remove")),)), text, ("eye",)), 0
    yield Screen(Figure(), toast=Toast(f"{words.say('panel.taken_back')} {text}", 9, "eye")), 0


def _of_task(task: Task, play: Play, words: Words, seen: set[object]) -> Iterator[Shown]:
    """Give what a task shows for each choice that no task of its kind has shown before."""
    kind = task.first.event, len(task.wheels)
    if task.is_yes_or_no or kind not in seen:
        seen.add(kind)
        yield asking(task, None, play, words), 0
    if task.wheels:
        yield from _of_wheels(task, play, words, seen)
        return
    for option in task.options:
        if (option, task.first.event) not in seen:
            seen.add((option, task.first.event))
            yield asking(task, Draft(task.key, option), play, words), 0


def _of_wheels(task: Task, play: Play, words: Words, seen: set[object]) -> Iterator[Shown]:
    count = len(task.wheels)
    for place, wheel in enumerate(task.wheels):
        for choice in wheel.choices:
            if (task.first.event, wheel.field, choice) not in seen:
                seen.add((task.first.event, wheel.field, choice))
                values: tuple[Scalar | None, ...] = (*[None] * place, choice, *[None] * (count - place - 1))
                yield asking(task, Draft(task.key, values=values), play, words), 0

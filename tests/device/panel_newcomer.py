"""Somebody at the panel who enters a recorded game by its display: wheels, OK, BACK and seat buttons."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from device.display_draw import picture
from device.panel import Both, Button, Input, Panel, Play, Push, SeatPush, Turn
from device.panel.drafts import Option
from device.panel.play import focus, tasks
from device.panel.tasks import SEAT_FIELDS, Task
from device.setup import Setup
from rules.codec import Json, encode_event
from rules.core import By, Scalar
from rules.record import Record
from rules.table import Fate, Origin
from tests.device.panel_table import PanelTable

PAUSE_MS = 700
MOST_TRIES = 80


class Newcomer:
    """Plays a record again by hand; `did` are all pushes and turns, `faults` what found no room."""

    def __init__(self, record: Record, language: str = "en") -> None:
        header = record.header
        self._lines = [line for line in record.table.lines if line.fate in (Fate.LIVE, Fate.CORRECTED)]
        self._drawn = self._draws()
        setup = Setup(header.game, header.options, header.seats, header.first_seat)
        self.table = PanelTable(language, (header.game,), setup, draw=self._draw)
        self.table.play = Play(header.seats, header.opened())
        self.table.deal()
        self.did: list[Input] = []
        self.faults: set[str] = set()

    def _draws(self) -> Iterator[list[Any]]:
        """Give what chance brought in the record, one draw after the other."""
        for line in self._lines:
            if line.entry.origin is Origin.CHANCE:
                for value in list(encode_event(line.event).values())[1:]:
                    yield value if isinstance(value, list) else [value]

    def _draw(self, choices: Sequence[Scalar], count: int) -> Sequence[Scalar]:
        return next(d for d in self._drawn if len(d) == count and set(d) <= set(choices))

    def play_out(self) -> None:
        """Enter all that people entered."""
        for line in self._lines:
            if line.entry.origin is not Origin.CHANCE:
                before = len(self.table.table.entries)
                # With the wheels something is said once at a time.
                event = encode_event(line.event)
                times, once = event.get("count", 1), {"count": 1} if "count" in event else {}
                for _ in range(int(str(times))):
                    self.enter({**event, **once})
                assert len(self.table.table.entries) > before, event

    def enter(self, event: Mapping[str, Json]) -> None:
        """Enter one event, however the panel asks for it."""
        play = self._play
        mine = (a for a in play.awaits if a.event == event["type"] and _settles(a.given, event))
        answered = next(mine, None)
        assert answered is not None, event
        match answered.by:
            case By.PRESS:
                self.take(SeatPush(play.seats[int(str(event["seat"]))].sign))
            case By.OK:
                self._until(lambda: self._asked is None)
                self.take(Push(Button.OK))
            case By.OK_AND_BACK:
                self.take(Both())
                if self._panel.pages:
                    self.take(Push(Button.OK))
            case _:
                self._fill_in(event)

    def _fill_in(self, event: Mapping[str, Json]) -> None:
        task = self._reach(event)
        if task.is_yes_or_no:
            self.take(Push(Button.OK if event[task.first.asked[0].field] else Button.BACK))
            return
        if task.wheels:
            self._turn_wheels(task, event)
        else:
            wanted = next(o for o in task.options if task.event(o) == event)
            self._scroll(task, wanted)
        self.take(Push(Button.OK))

    def _reach(self, event: Mapping[str, Json]) -> Task:
        """Go to where that is asked: by a seat's button, by turning, or with OK from one to the next."""
        wanted = next(t for t in tasks(self._panel, self._play) if _is_about(t, event))
        seat = next((event[f.field] for f in wanted.wheels if f.field in SEAT_FIELDS), None)
        is_quick = any(awaited.by is By.PRESS for awaited in self._play.awaits)
        if seat is not None and not is_quick:
            # The same button again goes on to what else that seat may enter.
            for _ in tasks(self._panel, self._play):
                self.take(SeatPush(self._play.seats[int(str(seat))].sign))
                if self._asked is not None and self._asked.key == wanted.key:
                    break
        self._until(lambda: self._asked is None or self._asked.key == wanted.key)
        if self._asked is None:
            self.take(Turn(1, 1))
        assert self._asked is not None
        assert self._asked.key == wanted.key
        return self._asked

    def _turn_wheels(self, task: Task, event: Mapping[str, Json]) -> None:
        for place, asked in enumerate(task.wheels):
            wanted = event[asked.field]
            for _ in range(MOST_TRIES):
                value, now = task.settled(self.table.panel.draft)[place]
                if value == wanted:
                    break
                dials = task.dials(self.table.panel.draft)
                mine = [n for n, dial in enumerate(dials, 1) if dial.place == place]
                of = next((g.choices for g in now.groups if wanted in g.choices), now.choices)
                self.take(Turn(mine[-1] if value in of or value is None else mine[0], 1))
            else:
                raise AssertionError(f"no turning leads to {asked.field} {wanted!r}")

    def _scroll(self, task: Task, wanted: Option) -> None:
        for _ in range(MOST_TRIES):
            draft = self.table.panel.draft
            if draft is not None and draft.option == wanted:
                return
            self.take(Turn(1, 1))
        raise AssertionError(f"no scrolling leads to {wanted}")

    def _until(self, is_so: Callable[[], bool]) -> None:
        for _ in range(MOST_TRIES):
            if is_so():
                return
            self.take(Push(Button.OK))
        raise AssertionError("OK leads nowhere")

    @property
    def _play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    @property
    def _asked(self) -> Task | None:
        return focus(self._panel, self._play)

    @property
    def _panel(self) -> Panel:
        """The panel as it shows itself: what was put off in another round is asked for again."""
        panel = self.table.panel
        return panel if panel.round == self._play.round else replace(panel, later=())

    def take(self, came: Input) -> None:
        """Do one thing, and look at the display."""
        self.table.pass_ms(PAUSE_MS)
        self.did.append(came)
        self.table.take(came)
        if self.table.refusal is not None:
            raise AssertionError(self.table.refusal)
        self.faults |= set(picture(self.table.screen, self.table.now_ms).faults)


def _settles(given: tuple[tuple[str, Scalar], ...], event: Mapping[str, Json]) -> bool:
    return all(event.get(name) == value for name, value in given)


def _is_about(task: Task, event: Mapping[str, Json]) -> bool:
    return any(a.event == event["type"] and _settles(a.given, event) for a in task.awaits)

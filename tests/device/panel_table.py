"""A table for the panel's tests: the real rules behind a session of a few lines, worked by hand.

`do` reads what a person does: "OK", "BACK", "BOTH", "HOLD BACK", "1+3" (encoder 1, three to the right),
"eye" (that seat's button).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from device.chance import with_chance
from device.doctor.findings import Finding
from device.network.hotspot import Hotspot
from device.network.state import Link, NetworkState
from device.panel import (
    Arrange,
    Both,
    Button,
    Close,
    Command,
    Correct,
    Examine,
    Hold,
    Input,
    KeepWifi,
    OpenSeating,
    OpenWifi,
    Panel,
    PhoneWaiting,
    Play,
    PlayEvent,
    Push,
    Redo,
    Refusal,
    Rename,
    Resume,
    Retract,
    SeatPush,
    SetBrightness,
    SetColourOrder,
    SetLanguage,
    SetNight,
    SetSound,
    Start,
    Stop,
    Turn,
    World,
    screen,
    step,
    takes_seat,
)
from device.panel.play import focus
from device.panel.screens import Screen
from device.panel.world import NO_NETWORK
from device.probe import Probe
from device.setup import Setup
from device.sound import DEFAULT_SOUNDS, Sound
from device.texts import LANGUAGES
from rules.codec import Event, Json
from rules.core import By, Draw, Press, Sign
from rules.errors import IllegalMoveError, RulesError
from rules.record import SeatInfo
from rules.registry import GAMES, AnyGame
from rules.table import Corrected, Origin, Redone, Retracted, Table, decode_entry_event

PHARAOH = GAMES["pharaoh_code"]


def read(told: str) -> Input:
    """Give what one word of a script stands for."""
    match told.split():
        case ["OK"]:
            return Push(Button.OK)
        case ["BACK"]:
            return Push(Button.BACK)
        case ["BOTH"]:
            return Both()
        case ["HOLD", button]:
            return Hold(Button(button.lower()))
        case [word] if word[0] in "123" and word[1:2] in ("+", "-"):
            return Turn(int(word[0]), int(word[1:]))
        case [word]:
            return SeatPush(Sign(word))
    raise ValueError(told)


@dataclass
class PanelTable:
    """A panel at a table; `commands` are all that it asked for, `asked` those of the last `do`."""

    language: str | None = "en"
    games: tuple[AnyGame, ...] = (PHARAOH,)
    setup: Setup = field(default_factory=lambda: Setup(PHARAOH, PHARAOH.options()))
    play: Play | None = None
    panel: Panel = field(default_factory=Panel)
    now_ms: int = 1_000_000
    is_paused: bool = False
    is_seating_open: bool = False
    waiting: PhoneWaiting | None = None
    address: str = "http://192.168.1.23:8080"
    refusal: Refusal | None = None
    brightness_pct: int = 60
    is_night: bool = False
    colour_order: str = "GRB"
    sounds: frozenset[Sound] = DEFAULT_SOUNDS
    is_stopped: bool = False
    findings: tuple[Finding, ...] | None = None
    has_look_failed: bool = False
    probe: Probe = field(default_factory=Probe)
    network: NetworkState = NO_NETWORK
    draw: Draw = field(default_factory=lambda: random.Random(7).sample)
    asked: list[Command] = field(default_factory=list)

    @property
    def world(self) -> World:
        return World(
            self.now_ms,
            self.setup,
            self.games,
            self.language,
            tuple(LANGUAGES),
            self.play,
            self.is_paused,
            self.is_seating_open,
            self.waiting,
            self.refusal,
            self.address,
            "482913",
            self.brightness_pct,
            self.is_night,
            self.colour_order,
            self.sounds,
            network=self.network,
            findings=self.findings,
            has_look_failed=self.has_look_failed,
            probe=self.probe,
        )

    @property
    def screen(self) -> Screen:
        return screen(self.panel, self.world)

    @property
    def words(self) -> str:
        """All that the display says, in one line."""
        return " | ".join(self.screen.words)

    @property
    def table(self) -> Table:
        assert self.play is not None
        return self.play.table

    @property
    def logged(self) -> list[str]:
        """The events that stand, by their types."""
        return [line.event.type for line in self.table.lines if line.fate in ("live", "corrected")]

    # ---- what people do ----

    def do(self, script: str) -> "PanelTable":
        """Do what a script says, a second between two of its words."""
        self.asked = []
        for word in script.split(","):
            self.pass_ms(1000)
            self.take(read(word.strip()))
        return self

    def take(self, came: Input) -> None:
        """Take in one input, then carry out what the panel asks for."""
        if isinstance(came, SeatPush) and not takes_seat(self.panel, came.sign, self.world):
            self.press(came.sign)
            return
        self.panel, commands = step(self.panel, came, self.world)
        for command in commands:
            self.asked.append(command)
            self._carry_out(command)

    def pass_ms(self, ms: int) -> None:
        """Let time pass; sand runs out when it is due."""
        until_ms = self.now_ms + ms
        while self.play is not None and not self.is_paused:
            due = [a for a in self.play.awaits if a.by is By.CLOCK and a.at_ms is not None]
            if not due or due[0].at_ms is None or due[0].at_ms > until_ms:
                break
            self.now_ms = max(self.now_ms, due[0].at_ms)
            event = decode_entry_event(self.play.game, {"type": due[0].event, "at_ms": self.now_ms})
            self._append(Origin.CLOCK, event)
        self.now_ms = until_ms

    def press(self, sign: Sign, by: Origin = Origin.BUTTON) -> None:
        """Press a seat's button in the game, the way the arbiter brings it."""
        assert self.play is not None
        seat = next((i for i, s in enumerate(self.play.seats) if s.sign is sign), None)
        if seat is None:
            return
        try:
            event = self.play.game.pressed(self.play.state, Press(seat, self.now_ms))  # type: ignore[arg-type]
            self._append(by, event)
        except RulesError as error:
            self._refuse(error, sign)

    def enter(self, event: dict[str, Json]) -> None:
        """Enter an event from a phone."""
        self._append(Origin.PHONE, decode_entry_event(self.table.game, event))

    def deal(self) -> None:
        """Have chance bring what the game begins with."""
        assert self.play is not None
        self.play = replace(self.play, table=with_chance(self.play.table, self.now_ms, self.draw))

    # ---- the session of a few lines ----

    def _append(self, origin: Origin, event: Event) -> None:
        assert self.play is not None
        table = self.play.table.append(self.now_ms, origin, event)
        self.play = replace(self.play, table=with_chance(table, self.now_ms, self.draw))

    def _refuse(self, error: RulesError, sign: Sign | None = None) -> None:
        number = 1 if self.refusal is None else self.refusal.number + 1
        self.refusal = Refusal(number, sign, str(error.code), self.now_ms, dict(error.params))

    def _carry_out(self, command: Command) -> None:
        try:
            self._do(command)
        except RulesError as error:
            self._refuse(error)

    def _do(self, command: Command) -> None:
        match command:
            case PlayEvent(event=event):
                self._append(Origin.PANEL, decode_entry_event(self.table.game, dict(event)))
            case Retract(entry=entry):
                self._append(Origin.PANEL, Retracted(entry))
            case Redo(entry=entry):
                self._append(Origin.PANEL, Redone(entry))
            case Correct(entry=entry, replacement=replacement, set_aside=set_aside):
                new = None if replacement is None else decode_entry_event(self.table.game, dict(replacement))
                self._append(Origin.PANEL, Corrected(entry, new, set_aside))
            case Arrange(setup=setup):
                assert self.play is None
                self.setup = setup
            case Rename(sign=sign, name=name):
                self.setup = self.setup.with_name(sign, name)
                if self.play is not None:
                    self.play = replace(self.play, seats=self.setup.seats)
            case Start():
                self._start()
            case Close():
                assert self.play is not None
                self.play, self.refusal = None, None
            case Resume():
                self.is_paused = False
            case OpenSeating(is_open=is_open):
                self.is_seating_open = is_open
                self.waiting = self.waiting if is_open else None
            case SetLanguage(language=language):
                self.language = language
            case SetBrightness(pct=pct):
                self.brightness_pct = pct
            case SetNight(is_on=is_on):
                self.is_night = is_on
            case SetColourOrder(order=order):
                self.colour_order = order
            case SetSound(sound=sound, is_on=is_on):
                self.sounds = self.sounds | {sound} if is_on else self.sounds - {sound}
            case OpenWifi(is_open=is_open):
                own = Hotspot("Khepri-3f7a", "mtw47xkqsp") if is_open else None
                self.network = replace(self.network, own=own, link=Link.OWN if is_open else Link.NONE)
                self.address = "http://10.42.0.1" if is_open else ""
            case KeepWifi(keeps=keeps):
                self.network = replace(self.network, keeps=keeps)
            case Examine():
                self.findings = None
            case Stop():
                self.is_stopped = True

    def _start(self) -> None:
        setup = self.setup
        if len(setup.seats) < setup.game.seat_counts[0]:
            raise IllegalMoveError(_TooFew.TOO_FEW, "too few seats")
        table = Table.opened(
            setup.game, len(setup.seats), setup.first_seat, setup.options, setup.game.profile()
        )
        self.play = Play(setup.seats, with_chance(table, self.now_ms, self.draw))


class _TooFew(StrEnum):
    TOO_FEW = "session.too_few_seats"


def seated(
    *signs: str, language: str = "en", game: AnyGame = PHARAOH, names: Sequence[str] = (), **options: object
) -> PanelTable:
    """Give a table with these seats, before its game; *names* are those of the first seats."""
    called = (*names, *[""] * len(signs))
    seats = tuple(SeatInfo(Sign(sign), name) for sign, name in zip(signs, called, strict=False))
    return PanelTable(language, (game,), Setup(game, game.options(**options), seats))


def playing(
    *signs: str, language: str = "en", game: AnyGame = PHARAOH, names: Sequence[str] = (), **options: object
) -> PanelTable:
    """Give a table with these seats and a game begun."""
    table = seated(*(signs or ("sun", "eye", "lotus")), language=language, game=game, names=names, **options)
    return table.do("OK")


def judge(table: PanelTable) -> PanelTable:
    """Enter a number for each claim, the highest that is left, and judge every second one wrong."""
    assert table.play is not None
    number, is_right = table.play.round, True
    while table.play.outcome is None and table.play.round == number:
        asked = focus(table.panel, table.play)
        assert asked is not None
        if asked.is_yes_or_no:
            table.do("OK" if is_right else "BACK")
            is_right = not is_right
        else:
            # The last choice is to strike the claim; the one before it is the highest number.
            table.do("1-2, OK")
    return table

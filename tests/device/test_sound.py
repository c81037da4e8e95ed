import logging
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory

from device.buttons import open_factory
from device.errors import SoundError
from device.sound import (
    DEFAULT_SOUNDS,
    LAST_SECONDS,
    TONES,
    Player,
    Sound,
    next_tick_ms,
    open_piezo,
    sounds_of,
)
from rules.core import Glance, GlanceClaim, Seat, Stage
from tests.device.panel_table import playing

RACE = Glance(Stage.RACE, Seat(0), verdicts=((0, 0), (0, 0)))
SAND = replace(RACE, stage=Stage.SAND, sand=(0, 30_000), claims=(GlanceClaim(Seat(1)),))
JUDGING = replace(SAND, stage=Stage.JUDGING)


# ---- which sounds ----


@pytest.mark.parametrize(
    ("before", "after", "sounds"),
    [
        pytest.param(RACE, RACE, (), id="nothing"),
        pytest.param(None, SAND, (), id="program-starts"),
        pytest.param(SAND, None, (), id="game-closed"),
        pytest.param(RACE, SAND, (Sound.FIRST,), id="first-press"),
        pytest.param(SAND, replace(SAND, claims=(*SAND.claims, GlanceClaim(Seat(0)))), (), id="second-press"),
        pytest.param(SAND, JUDGING, (Sound.TIME_UP,), id="time-up"),
        pytest.param(SAND, replace(JUDGING, sand=None), (), id="all-claimed-before-the-time-was-up"),
        pytest.param(JUDGING, replace(JUDGING, verdicts=((0, 0), (1, 0))), (Sound.RIGHT,), id="right"),
        pytest.param(JUDGING, replace(JUDGING, verdicts=((0, 1), (0, 0))), (Sound.WRONG,), id="wrong"),
        pytest.param(replace(JUDGING, verdicts=((0, 0), (1, 0))), JUDGING, (), id="verdict-taken-back"),
        pytest.param(SAND, RACE, (), id="claim-struck"),
    ],
)
def test_change_at_the_table_calls_for_its_sounds(
    before: Glance | None, after: Glance | None, sounds: tuple[Sound, ...]
) -> None:
    assert sounds_of(before, after) == sounds


def test_a_round_is_heard_in_order() -> None:
    table = playing()
    heard: list[Sound] = []

    def do(script: str) -> None:
        before = None if table.play is None else table.play.glance
        table.do(script)
        heard.extend(sounds_of(before, None if table.play is None else table.play.glance))

    for script in ("OK", "eye", "sun", "1+1,OK", "1+1,OK", "BACK"):
        do(script)
    before = table.table.game.glance(table.table.state)
    table.pass_ms(31_000)
    heard.extend(sounds_of(before, table.table.game.glance(table.table.state)))
    for script in ("OK", "BACK"):
        do(script)
    assert heard == [Sound.FIRST, Sound.TIME_UP, Sound.RIGHT, Sound.WRONG]


def test_last_five_seconds_tick_once_each() -> None:
    ticks: list[int] = []
    now_ms: int | None = 0
    while now_ms is not None and (now_ms := next_tick_ms(SAND, now_ms)) is not None:
        ticks.append(now_ms)
    assert ticks == [25_000, 26_000, 27_000, 28_000, 29_000]
    assert len(ticks) == LAST_SECONDS


@pytest.mark.parametrize("glance", [None, RACE, JUDGING])
def test_without_running_sand_nothing_ticks(glance: Glance | None) -> None:
    assert next_tick_ms(glance, 0) is None


# ---- the tones ----


def test_every_kind_has_its_own_tones_and_none_takes_a_second() -> None:
    assert set(TONES) == set(Sound)
    assert len(set(TONES.values())) == len(TONES)
    assert all(sum(note.ms for note in notes) < 1_000 for notes in TONES.values())


def test_heard_is_short_enough_for_two_presses_to_stay_apart() -> None:
    assert sum(note.ms for note in TONES[Sound.HEARD]) <= 30


def test_the_last_seconds_are_off_until_somebody_wants_them() -> None:
    assert frozenset(Sound) - DEFAULT_SOUNDS == {Sound.LAST_SECONDS}


# ---- the piezo ----


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = open_factory(simulate=True)
    yield factory
    factory.close()


def test_piezo_sounds_each_pitch_of_the_table_and_falls_silent(factory: MockFactory) -> None:
    piezo = open_piezo(18, factory)
    for hz in sorted({note.hz for notes in TONES.values() for note in notes if note.hz is not None}):
        piezo.sound(hz)
        assert round(factory.pin(18).frequency) == hz
    piezo.sound(None)
    assert factory.pin(18).frequency is None
    piezo.close()
    piezo.close()


def test_closed_piezo_says_so(factory: MockFactory) -> None:
    piezo = open_piezo(18, factory)
    piezo.close()
    with pytest.raises(SoundError, match="the piezo is closed"):
        piezo.sound(440)


def test_pin_that_is_busy_is_said_with_the_reason(factory: MockFactory) -> None:
    piezo = open_piezo(18, factory)
    with pytest.raises(SoundError, match=r"no piezo on GPIO18 \(GPIOPinInUse"):
        open_piezo(18, factory)
    piezo.close()


def test_pitch_that_the_piezo_refuses_is_an_error_of_the_piezo(factory: MockFactory) -> None:
    piezo = open_piezo(18, factory)
    with pytest.raises(SoundError, match="the piezo on GPIO18 fails"):
        piezo.sound(1)
    piezo.close()


# ---- the player ----


class Ears:
    """A piezo that a test can hear, and that can fail."""

    def __init__(self) -> None:
        self.heard: list[int | None] = []
        self.is_failing = False
        self.is_closed = False
        self._more = threading.Condition()

    def sound(self, hz: int | None) -> None:
        with self._more:
            self.heard.append(hz)
            self._more.notify_all()
        if self.is_failing:
            raise SoundError("the wire is off")

    def close(self) -> None:
        self.is_closed = True

    def wait_for(self, count: int) -> None:
        with self._more:
            assert self._more.wait_for(lambda: len(self.heard) >= count, timeout=10), self.heard


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def player(ears: Ears) -> Iterator[Player]:
    player = Player(ears)
    player.start()
    yield player
    player.stop()


def pitches(*sounds: Sound) -> list[int | None]:
    return [note.hz for sound in sounds for note in TONES[sound]]


def test_sounds_are_played_one_after_the_other_and_then_it_is_silent(ears: Ears, player: Player) -> None:
    player.play(Sound.HEARD, Sound.LAST_SECONDS, Sound.REFUSED)
    expected = [*pitches(Sound.HEARD, Sound.REFUSED), None]
    ears.wait_for(len(expected))
    assert ears.heard == expected


def test_what_is_switched_off_stays_silent(ears: Ears, player: Player) -> None:
    player.on = frozenset({Sound.HEARD})
    player.play(Sound.WRONG)
    player.play(Sound.HEARD)
    ears.wait_for(2)
    assert ears.heard == [*pitches(Sound.HEARD), None]


def test_something_newer_cuts_a_sound_short(ears: Ears, player: Player) -> None:
    player.play(Sound.TIME_UP)
    ears.wait_for(1)
    player.play(Sound.HEARD)
    ears.wait_for(4)
    assert ears.heard == [TONES[Sound.TIME_UP][0].hz, None, *pitches(Sound.HEARD), None]


def test_failing_piezo_is_said_once_and_the_thread_goes_on(
    ears: Ears, player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    ears.is_failing = True
    with caplog.at_level(logging.WARNING):
        player.play(Sound.HEARD)
        ears.wait_for(1)
        player.play(Sound.HEARD)
        ears.wait_for(2)
        ears.is_failing = False
        player.play(Sound.HEARD)
        ears.wait_for(4)
    assert caplog.text.count("the wire is off") == 1
    assert ears.heard[2:] == [*pitches(Sound.HEARD), None]


def test_stopping_lets_go_of_the_piezo_and_twice_is_fine(ears: Ears, player: Player) -> None:
    player.stop()
    player.stop()
    assert ears.is_closed

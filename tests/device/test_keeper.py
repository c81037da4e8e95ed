"""The panel at a real table: hands reach the session, and what the table does reaches the display."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from device import arranging
from device.doctor.findings import Check, Finding, Level
from device.keeper import Keeper
from device.network.networking import networking
from device.panel import Button, Screen
from device.panel.pages import NOTE_MS
from device.panel.screens import Rows
from device.preferences import Preferences, Preferring
from device.presses import TimedPress, announce
from device.refusals import SessionRule
from device.sound import Sound
from device.sounding import SoundMaker
from rules.table import Fate, Origin
from tests.device.conftest import EYE, LOTUS, SUN, Table

LONG_MS = 1_000


class Panelist:
    """Somebody at the panel."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.screens: list[Screen] = []
        self.is_stopped = False
        self.preferring = Preferring(table.log)
        self.network = networking(
            table.log,
            simulate=True,
            address=lambda: "",
            is_for_all=True,
            monotonic_s=table.time.s,
        )
        self.keeper = Keeper(
            table.session,
            table.seating,
            self.preferring,
            network=self.network,
            languages=("en", "ko", "zh-Hant", "nl", "eu"),
            address=lambda: "http://192.0.2.7:8080",
            show=self.screens.append,
            stop=self.stop,
            now_us=table.time,
            examine=self.examine,
        )
        self.asked: list[asyncio.Future[tuple[Finding, ...]]] = []
        self.task = asyncio.create_task(self.keeper.run())

    def stop(self) -> None:
        self.is_stopped = True

    async def examine(self) -> tuple[Finding, ...]:
        """Be the doctor, who answers when the test does."""
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]

    @property
    def words(self) -> str:
        return " | ".join(self.screens[-1].words)

    def words_of_line(self) -> str:
        body = self.screens[-1].body
        assert isinstance(body, Rows)
        return body.rows[body.chosen].text

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not is_so():
                await asyncio.wait([self.task], timeout=0.002)
                self.table.time.pass_ms(5)

    async def push(self, button: Button, held_ms: int = 100) -> None:
        """Push a button, let it go, and wait until the panel has taken it in."""
        self.table.time.pass_ms(LONG_MS)
        seen = len(self.screens)
        self.keeper.edge(button, self.table.time(), True)
        self.table.time.pass_ms(held_ms)
        self.keeper.edge(button, self.table.time(), False)
        await self.until(lambda: len(self.screens) > seen)

    async def push_twice(self, button: Button, apart_ms: int) -> None:
        """Push a button two times, both for a moment, while time passes as it does."""
        self.table.time.pass_ms(LONG_MS)
        for _ in range(2):
            self.keeper.edge(button, self.table.time(), True)
            await self.pass_ms(40)
            self.keeper.edge(button, self.table.time(), False)
            await self.pass_ms(apart_ms - 40)
        await self.pass_ms(100)

    async def pass_ms(self, ms: int) -> None:
        for _ in range(0, ms, 5):
            await asyncio.wait([self.task], timeout=0.005)
            self.table.time.pass_ms(5)

    async def turn(self, encoder: int, steps: int) -> None:
        self.table.time.pass_ms(LONG_MS)
        seen = len(self.screens)
        self.keeper.turned(f"encoder_{encoder}", steps, self.table.time())
        await self.until(lambda: len(self.screens) > seen)


@pytest.fixture
async def panelist(table: Table) -> AsyncIterator[Panelist]:
    made = Panelist(table)
    yield made
    made.task.cancel()
    await asyncio.wait([made.task])


async def test_the_first_question_is_the_language_and_the_answer_is_kept(panelist: Panelist) -> None:
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.preferring.now.language is not None)
    assert Preferring(panelist.table.log).now == panelist.preferring.now


async def test_what_was_taken_back_and_how_to_undo_that_is_said_until_hands_go_on(panelist: Panelist) -> None:
    await panelist.table.open_game(SUN, EYE)
    await panelist.push(Button.OK)
    await panelist.push(Button.BACK)
    await panelist.until(lambda: "Taken back" in panelist.words)
    assert "redo" in panelist.words
    panelist.table.time.pass_ms(3 * NOTE_MS)
    panelist.keeper.refresh()
    assert "redo" in panelist.words
    await panelist.turn(1, 1)
    await panelist.until(lambda: "redo" not in panelist.words)


async def test_word_that_gives_the_buttons_no_meaning_goes_by_itself(panelist: Panelist) -> None:
    await panelist.table.open_game(SUN, EYE)
    await panelist.push(Button.BACK)
    await panelist.until(lambda: "Nothing to take back" in panelist.words)
    panelist.table.time.pass_ms(NOTE_MS)
    await panelist.until(lambda: "Nothing" not in panelist.words)


async def test_a_round_is_entered_at_the_panel_alone(panelist: Panelist) -> None:
    table = panelist.table
    await table.open_game(SUN, EYE)
    await panelist.push(Button.OK)
    await panelist.until(lambda: table.entries == 1)
    await announce(table.session, [TimedPress(SUN, table.clock.now_ms())])
    await announce(table.session, [TimedPress(EYE, table.clock.now_ms())])
    for _ in range(8):
        if table.session.sitting and table.session.sitting.state.rounds:
            break
        before = table.entries
        for encoder in (1, 2, 3) if "dice" in panelist.words else (1,) if "number" in panelist.words else ():
            await panelist.turn(encoder, 3)
        await panelist.push(Button.OK)
        await panelist.until(lambda before=before: table.entries > before)  # type: ignore[misc]
    assert table.session.sitting is not None
    assert len(table.session.sitting.state.rounds) == 1
    assert {e.origin for e in table.session.sitting.table.entries} == {Origin.PANEL, Origin.BUTTON}


async def test_back_takes_back_in_the_open(panelist: Panelist) -> None:
    await panelist.table.open_game(SUN, EYE)
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.table.entries == 1)
    await panelist.push(Button.BACK)
    await panelist.until(lambda: panelist.table.entries == 2)
    sitting = panelist.table.session.sitting
    assert sitting is not None
    assert [line.fate for line in sitting.table.lines] == [Fate.RETRACTED]


async def judging(panelist: Panelist) -> None:
    """Have both seats claimed, and 1 turned to for the first."""
    table = panelist.table
    await table.open_game(SUN, EYE)
    await panelist.push(Button.OK)
    for sign in (SUN, EYE):
        await announce(table.session, [TimedPress(sign, table.clock.now_ms())])
    await panelist.turn(1, 1)
    assert (table.entries, panelist.words[:13]) == (3, "Which number?")


@pytest.mark.parametrize(("apart_ms", "entered"), [(90, 1), (150, 1), (220, 1), (335, 2)])
async def test_second_push_counts_only_once_the_question_can_have_been_seen(
    panelist: Panelist, apart_ms: int, entered: int
) -> None:
    await judging(panelist)
    await panelist.push(Button.OK)
    await panelist.turn(1, 1)
    assert panelist.table.entries == 4
    await panelist.push_twice(Button.OK, apart_ms)
    # The second number, and only of who is quick the verdict that was asked for then.
    assert panelist.table.entries == 4 + entered


async def test_second_push_does_not_answer_what_stood_behind_a_word(panelist: Panelist) -> None:
    await judging(panelist)
    await panelist.push(Button.OK)
    await panelist.turn(1, 1)
    await panelist.push(Button.OK)
    for button, entries in ((Button.OK, 6), (Button.OK, 7), (Button.BACK, 8)):
        await panelist.push(button)
        await panelist.until(lambda entries=entries: panelist.table.entries == entries)  # type: ignore[misc]
    assert "go on" in panelist.words
    await panelist.push_twice(Button.OK, 150)
    assert panelist.table.entries == 8
    assert "Taken back" not in panelist.words


async def test_what_phones_do_is_shown_at_once(panelist: Panelist) -> None:
    await panelist.table.open_game(SUN, EYE)
    seen = panelist.words
    await announce(panelist.table.session, [TimedPress(EYE, panelist.table.clock.now_ms())])
    assert panelist.words != seen


async def test_a_disk_that_refuses_is_said_on_the_display(panelist: Panelist) -> None:
    await panelist.table.open_game(SUN, EYE)
    panelist.table.store.is_failing = True
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.screens[-1].toast is not None)
    assert panelist.table.notice_codes == SessionRule.DISK
    panelist.table.store.is_failing = False
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.table.entries == 1)


async def test_what_was_dialled_stays_where_the_disk_refuses_it_and_ok_tries_again(
    panelist: Panelist,
) -> None:
    await panelist.table.open_game(SUN, EYE)
    await announce(panelist.table.session, [TimedPress(EYE, panelist.table.clock.now_ms())])
    await panelist.turn(1, 3)
    dialled = panelist.keeper._panel.draft
    assert dialled is not None
    panelist.table.store.is_failing = True
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.table.notice_codes == SessionRule.DISK)
    await panelist.until(lambda: panelist.screens[-1].toast is not None)
    assert panelist.keeper._panel.draft == dialled
    panelist.table.store.is_failing = False
    before = panelist.table.entries
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.table.entries == before + 1)
    assert panelist.keeper._panel.draft is None


async def test_old_refusal_does_not_lie_over_a_press_that_counts(panelist: Panelist) -> None:
    await panelist.table.open_game(SUN, EYE)
    panelist.table.store.is_failing = True
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.screens[-1].toast is not None)
    panelist.table.store.is_failing = False
    panelist.table.time.pass_ms(100)
    await announce(panelist.table.session, [TimedPress(EYE, panelist.table.clock.now_ms())])
    assert panelist.screens[-1].toast is None


async def test_lights_are_set_at_the_panel_and_found_again(panelist: Panelist) -> None:
    await panelist.push(Button.OK)
    await panelist.push(Button.BACK, held_ms=1_000)
    await panelist.until(lambda: panelist.words.startswith("Menu"))
    while panelist.words_of_line() != "Lights":
        await panelist.turn(1, 1)
    await panelist.push(Button.OK)
    await panelist.turn(1, 1)
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.preferring.now.is_night)
    await panelist.turn(1, 1)
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.keeper.shows_colours)
    await panelist.turn(1, 1)
    await panelist.until(lambda: panelist.preferring.now.colour_order == "RGB")
    await panelist.push(Button.BACK)
    await panelist.until(lambda: not panelist.keeper.shows_colours)
    assert Preferring(panelist.table.log).now == Preferences(language="en", is_night=True, colour_order="RGB")


async def to_the_doctor(panelist: Panelist) -> None:
    while panelist.words_of_line() != "Check parts":
        await panelist.turn(1, 1)
    await panelist.push(Button.OK)
    await panelist.until(lambda: panelist.words.endswith("Looking…"))


async def test_the_doctor_looks_while_the_panel_goes_on_and_only_the_last_look_counts(
    panelist: Panelist, caplog: pytest.LogCaptureFixture
) -> None:
    await panelist.push(Button.OK)
    await panelist.push(Button.BACK, held_ms=1_000)
    await panelist.until(lambda: panelist.words.startswith("Menu"))
    await to_the_doctor(panelist)
    await panelist.until(lambda: len(panelist.asked) == 1)
    await panelist.push(Button.BACK)
    await to_the_doctor(panelist)
    await panelist.until(lambda: len(panelist.asked) == 2)
    first, second = panelist.asked
    await panelist.until(first.cancelled)
    second.set_result((Finding(Check.DISK, "full", Level.FAULT),))
    await panelist.until(lambda: panelist.words == "Check parts | Try buttons | Disk | !!")
    await panelist.push(Button.BACK)
    await to_the_doctor(panelist)
    await panelist.until(lambda: len(panelist.asked) == 3)
    panelist.asked[2].set_exception(ZeroDivisionError("of the doctor"))
    await panelist.until(lambda: "of the doctor" in caplog.text)


@pytest.mark.parametrize(
    "kept",
    [None, [], {"language": "xx"}, {"brightness_pct": 900}, {"sounds": ["boom"]}, {"colour_order": "XYZ"}],
    ids=repr,
)
async def test_preferences_that_can_not_be_read_are_the_usual_ones(table: Table, kept: object) -> None:
    await table.log.run(table.log.store.keep_settings, {"preferences": kept})
    assert Preferring(table.log).now == Preferences()


async def test_a_claim_sounds_as_first_and_a_refusal_as_refused(table: Table) -> None:
    await table.open_game(SUN, EYE, LOTUS)
    sounds = SoundMaker(table.session)
    await announce(table.session, [TimedPress(SUN, 0)])
    heard = [sounds.changed()]
    await announce(table.session, [TimedPress(SUN, 500)])
    heard.append(sounds.changed())
    assert heard == [(Sound.FIRST,), (Sound.REFUSED,)]


async def test_each_of_the_last_five_seconds_ticks_once(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await announce(table.session, [TimedPress(SUN, 0)])
    sounds = SoundMaker(table.session)
    ticks = [ms for ms in range(0, 31_000, 50) if sounds.ticks(ms)]
    assert ticks == [25_000, 26_000, 27_000, 28_000, 29_000]


async def test_what_the_panel_enters_while_a_phone_is_being_written_is_for_the_turn_it_showed(
    panelist: Panelist,
) -> None:
    table = panelist.table
    seats = [{"sign": "sun", "name": ""}, {"sign": "eye", "name": ""}]
    await arranging.arrange_as(
        table.session, {"game": "giza", "seats": seats, "first_seat": 0, "options": {}}, 1
    )
    await table.session.start()
    await panelist.push(Button.OK)
    await panelist.turn(1, 2)
    table.store.gate.clear()
    swapped = {"type": "swapped", "count": 1}
    by_phone = asyncio.create_task(table.session.play(swapped, Origin.PHONE, round_number=1))
    await asyncio.wait([by_phone], timeout=0.02)
    table.time.pass_ms(LONG_MS)
    for is_pressed in (True, False):
        panelist.keeper.edge(Button.OK, table.time(), is_pressed)
        table.time.pass_ms(100)
    await asyncio.wait([by_phone], timeout=0.05)
    table.store.gate.set()
    await panelist.until(lambda: table.notice_codes == SessionRule.OTHER_ROUND)
    assert table.entries == 1


async def test_doctor_who_fails_is_said_and_may_be_asked_again(panelist: Panelist) -> None:
    panelist.keeper._look()
    await panelist.until(lambda: len(panelist.asked) == 1)
    panelist.asked[0].set_exception(ZeroDivisionError("of the doctor"))
    await panelist.until(lambda: panelist.keeper._world().has_look_failed)
    panelist.keeper._look()
    await panelist.until(lambda: len(panelist.asked) == 2)
    assert not panelist.keeper._world().has_look_failed
    panelist.asked[1].set_result(())
    await panelist.until(lambda: panelist.keeper._world().findings == ())


async def test_push_that_is_due_waits_for_nothing_while_the_screen_changes_by_itself(
    panelist: Panelist,
) -> None:
    keeper, now = panelist.keeper, panelist.table.time
    keeper._pushes.edge(Button.OK, now(), True)
    now.pass_ms(200)
    assert keeper._wait_s(follows=True) == 0.0

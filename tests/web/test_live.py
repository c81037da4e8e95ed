"""Open pages: what they are told, what they may send, and what a phone's word about time is worth."""

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from starlette.types import Message, Scope
from starlette.websockets import WebSocket

from device.clock import TableClock
from device.session import Session
from web.live import (
    DEAD_AFTER_S,
    LARGEST_FRAME,
    MARGIN_MS,
    MESSAGES_AT_ONCE,
    MESSAGES_PER_S,
    MOST_PAGES,
    MOST_PAGES_A_CLIENT,
    PROBE_EVERY_S,
    TRIPS_KEPT,
    WORST_BOUND_MS,
    Live,
)


class Hurrying(selectors.SelectSelector):
    """Never waits: while nothing happens, the loop's time jumps to what is due next."""

    now_s = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0.0005 if timeout is None else 0)
        if not found and timeout is not None:
            self.now_s += max(timeout, 0)
        return found


class HurryingLoop(asyncio.SelectorEventLoop):
    """A loop whose time passes as fast as its tasks let it."""

    def __init__(self) -> None:
        self.hurrying = Hurrying()
        super().__init__(self.hurrying)

    def time(self) -> float:
        return self.hurrying.now_s


def hurry(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with asyncio.Runner(loop_factory=HurryingLoop) as runner:
        runner.run(test())


class FakeSession(Session):
    """Only what pages look at: a version, the clock, and who listens."""

    def __init__(self) -> None:
        self.version = 1
        self.clock = TableClock(lambda: 0, 7_000)
        self._listeners = []


class Pages:
    """Live pages whose snapshots can be made to fail."""

    def __init__(self) -> None:
        self.session = FakeSession()
        self.is_failing = False
        self.live = Live(self.session, self.snapshot, lambda token: token in ("sun", "eye"), self.now_s)
        self.tasks: list[asyncio.Task[None]] = []

    def now_s(self) -> float:
        return asyncio.get_running_loop().time()

    def snapshot(self, token: str | None) -> str:
        if self.is_failing:
            raise ZeroDivisionError("of the snapshot")
        return json.dumps({"type": "snapshot", "version": self.session.version})

    async def open(self, token: str | None = None, client: str = "192.0.2.9") -> "Socket":
        socket = Socket(client)
        self.tasks.append(asyncio.create_task(self.live.serve(socket.real, token)))
        await settled()
        return socket


class Socket:
    """The other side of a WebSocket."""

    def __init__(self, client: str) -> None:
        scope: Scope = {"type": "websocket", "client": (client, 4000), "headers": []}
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._probes: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[Message] = []
        self.real = WebSocket(scope, self._incoming.get, self._take)
        self._incoming.put_nowait({"type": "websocket.connect"})

    async def _take(self, message: Message) -> None:
        self.sent.append(message)
        if '"probe"' in message.get("text", ""):
            self._probes.put_nowait(json.loads(message["text"]))

    async def say(self, **message: Any) -> None:
        await self.bring(text=json.dumps(message))

    async def bring(self, **message: Any) -> None:
        self._incoming.put_nowait({"type": "websocket.receive", **message})
        await settled()

    async def leave(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await settled()

    async def answer_probe_after(self, ms: float) -> None:
        """Wait for the next probe and answer it so much later."""
        probe = await self._probes.get()
        await asyncio.sleep(ms / 1000)
        await self.say(**probe)

    def told(self, type_: str) -> list[dict[str, Any]]:
        texts = [json.loads(m["text"]) for m in self.sent if m["type"] == "websocket.send"]
        return [text for text in texts if text["type"] == type_]

    @property
    def closed(self) -> tuple[int, str] | None:
        last = self.sent[-1]
        return (last["code"], last["reason"]) if last["type"] == "websocket.close" else None


async def settled() -> None:
    """Let all tasks go on as far as they can without time."""
    for _ in range(20):
        await asyncio.sleep(0)


# ---- what pages are told ----


def test_a_page_is_probed_first_and_then_shown_the_state() -> None:
    async def test() -> None:
        page = await Pages().open()
        assert [json.loads(m["text"])["type"] for m in page.sent[1:]] == ["probe", "snapshot"]

    hurry(test)


def test_each_change_is_shown_and_each_press_told() -> None:
    async def test() -> None:
        pages = Pages()
        page = await pages.open()
        pages.session.tell()
        await settled()
        pages.live.heard("sun")
        await settled()
        assert [s["version"] for s in page.told("snapshot")] == [1, 2]
        assert [h["sign"] for h in page.told("heard")] == ["sun"]

    hurry(test)


def test_changes_are_shown_apart_from_probes() -> None:
    async def test() -> None:
        pages = Pages()
        page = await pages.open()
        for _ in range(8):
            pages.session.tell()
            await settled()
        assert len(page.told("probe")) == 1
        await asyncio.sleep(PROBE_EVERY_S + 0.1)
        assert len(page.told("probe")) == 2

    hurry(test)


def test_ping_is_answered_with_the_tables_time_and_version() -> None:
    async def test() -> None:
        page = await Pages().open()
        await page.say(type="ping", sent=12.5)
        assert page.told("pong") == [{"type": "pong", "sent": 12.5, "table_ms": 7_000, "version": 1}]

    hurry(test)


def test_snapshot_that_fails_is_logged_and_closes_the_page(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        pages = Pages()
        page = await pages.open()
        pages.is_failing = True
        pages.session.tell()
        await settled()
        assert page.closed == (1011, "fault")

    hurry(test)
    assert "ZeroDivisionError: of the snapshot" in caplog.text


def test_page_that_goes_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        pages = Pages()
        page = await pages.open("sun")
        await page.leave()
        assert [task.done() for task in pages.tasks] == [True]
        assert pages.live.worst_bound_ms() is None

    hurry(test)
    assert caplog.text == ""


# ---- what pages may send ----


@pytest.mark.parametrize(
    "frame",
    [
        {"bytes": b"\x00"},
        {"bytes": b'{"type":"ping","sent":1}', "text": None},
        {"text": "x" * (LARGEST_FRAME + 1)},
        {"text": "{"},
        {"text": "[" * 1000},
        {"text": '{"type":"ping"}'},
        {"text": '{"type":"ping","sent":NaN}'},
        {"text": '{"type":"ping","sent":1e999}'},
        {"text": '{"type":"ping","sent":"\\ud800"}'},
        {"text": '{"type":"probe","id":"1"}'},
        {"text": '{"type":"dance"}'},
        {"text": "null"},
    ],
    ids=lambda frame: str(frame)[:40],
)
def test_what_is_not_understood_closes_the_page(
    frame: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        page = await Pages().open()
        await page.bring(**frame)
        assert (page.closed, page.told("pong")) == ((1008, "not understood"), [])

    hurry(test)
    assert caplog.text == ""


def test_a_flood_of_messages_closes_the_page() -> None:
    async def test() -> None:
        page = await Pages().open()
        for _ in range(MESSAGES_AT_ONCE):
            await page.say(type="ping", sent=1)
        assert page.closed is None
        await page.say(type="ping", sent=1)
        assert page.closed == (1008, "too many messages")

    hurry(test)


def test_a_page_that_pings_steadily_stays() -> None:
    async def test() -> None:
        page = await Pages().open()
        for _ in range(3 * MESSAGES_AT_ONCE):
            await asyncio.sleep(1 / MESSAGES_PER_S)
            await page.say(type="ping", sent=1)
        assert page.closed is None

    hurry(test)


def test_page_that_says_nothing_for_forty_seconds_is_closed() -> None:
    async def test() -> None:
        page = await Pages().open()
        await asyncio.sleep(39.9)
        assert page.closed is None
        await asyncio.sleep(0.2)
        assert page.closed == (1008, "silent")

    assert DEAD_AFTER_S == 40
    hurry(test)


def test_page_that_pings_is_not_dead() -> None:
    async def test() -> None:
        page = await Pages().open()
        for _ in range(4):
            await asyncio.sleep(DEAD_AFTER_S - 1)
            await page.say(type="ping", sent=1)
        assert page.closed is None

    hurry(test)


def test_there_are_not_too_many_pages_of_one_client() -> None:
    async def test() -> None:
        pages = Pages()
        opened = [await pages.open() for _ in range(MOST_PAGES_A_CLIENT)]
        assert [page.closed for page in opened] == [None] * MOST_PAGES_A_CLIENT
        assert (await pages.open()).closed == (1013, "too many pages")
        assert (await pages.open(client="192.0.2.10")).closed is None
        await opened[0].leave()
        assert (await pages.open()).closed is None

    hurry(test)


def test_there_are_not_too_many_pages_in_all() -> None:
    async def test() -> None:
        pages = Pages()
        opened = [await pages.open(client=f"192.0.2.{number}") for number in range(MOST_PAGES)]
        assert [page.closed for page in opened] == [None] * MOST_PAGES
        assert (await pages.open(client="198.51.100.1")).closed == (1013, "too many pages")

    hurry(test)


# ---- how far a phone is believed ----


def test_phone_is_believed_as_far_as_its_shortest_trip_and_a_margin() -> None:
    async def test() -> None:
        pages = Pages()
        sun = await pages.open("sun")
        for ms in (80, 20, 200):
            await sun.answer_probe_after(ms)
        assert pages.live.bound_ms("sun") == 20 + MARGIN_MS

    hurry(test)


def test_phone_that_answers_every_probe_late_is_believed_no_further_than_the_worst() -> None:
    async def test() -> None:
        pages = Pages()
        sun = await pages.open("sun")
        await sun.answer_probe_after(2_000)
        assert pages.live.bound_ms("sun") == WORST_BOUND_MS

    hurry(test)


def test_short_trip_of_long_ago_no_longer_counts() -> None:
    async def test() -> None:
        pages = Pages()
        sun = await pages.open("sun")
        for ms in (10, *[60] * TRIPS_KEPT):
            await sun.answer_probe_after(ms)
        assert pages.live.bound_ms("sun") == 60 + MARGIN_MS

    hurry(test)


def test_answer_to_no_probe_measures_nothing() -> None:
    async def test() -> None:
        pages = Pages()
        sun = await pages.open("sun")
        await sun.say(type="probe", id=2)
        assert pages.live.bound_ms("sun") == 0
        await sun.say(type="probe", id=1)
        await asyncio.sleep(0.2)
        await sun.say(type="probe", id=1)
        assert pages.live.bound_ms("sun") == MARGIN_MS

    hurry(test)


@pytest.mark.parametrize("token", [None, "", "stranger"])
def test_phone_that_was_not_measured_is_not_believed(token: str | None) -> None:
    async def test() -> None:
        pages = Pages()
        await pages.open("sun")
        assert pages.live.bound_ms(token) == 0

    hurry(test)


def test_worst_bound_is_of_the_phones_that_play() -> None:
    async def test() -> None:
        pages = Pages()
        for token, ms in (("sun", 30), ("eye", 70), ("stranger", 150), (None, 180)):
            page = await pages.open(token)
            await page.answer_probe_after(ms)
        assert pages.live.worst_bound_ms() == 70 + MARGIN_MS

    hurry(test)


def test_guests_are_pages_on_other_machines() -> None:
    async def test() -> None:
        pages = Pages()
        for client in ("127.0.0.1", "192.168.1.30", "192.168.1.31"):
            await pages.open("sun", client=client)
        assert pages.live.guests() == 2

    hurry(test)


def test_pages_without_a_seat_make_nobody_wait() -> None:
    async def test() -> None:
        pages = Pages()
        for token in ("stranger", None):
            page = await pages.open(token)
            await page.answer_probe_after(150)
        assert pages.live.worst_bound_ms() is None

    hurry(test)

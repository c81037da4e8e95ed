"""Serving the table: a folder of its own, a port, the phone page's server, and an orderly stop."""

import asyncio
import gc
import logging
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from device.address import Address
from device.beside import beside
from device.connections import IDLE_S, Connections, LimitedSocket, is_ours, limited, raise_file_limit
from device.console import console_language, own_wifi_lines, page_lines, where_lines
from device.desk import Desk, Machine
from device.errors import DeviceError, StoreError
from device.exporting import FILE
from device.locking import LockError, only_one
from device.log_thread import LogThread
from device.network.hotspot import Hotspot
from device.raspberry_pi import board_model, board_of
from device.running import LivePages, Running
from device.salvage import open_table
from device.service import Manager, inherited_listener
from device.texts import say as say_text
from rules.errors import RulesError

logger = logging.getLogger(__name__)

STOP_S = 1
LARGEST_FRAME = 1024
LARGEST_HEAD = 16 * 1024
LOOK_FOR_NETWORK_S = 5.0


class ServeError(Exception):
    """The table can't be served, or not any longer; the message says why and what helps."""


CreateApp = Callable[[Desk], tuple[Any, LivePages]]


def own_names() -> tuple[str, ...]:
    """List the names under which this machine may be asked for."""
    host = socket.gethostname().lower()
    return ("localhost", "khepri", "khepri.local", host, f"{host.removesuffix('.local')}.local")


def serve_table(
    create_app: CreateApp,
    *,
    port: int,
    bind: str,
    data: Path,
    simulate: bool | None,
    say: Callable[[str], None],
    table_class: type[Running] = Running,
) -> None:
    """Serve until SIGINT or SIGTERM, on the socket that systemd has opened or else on *bind* and *port*.

    Raises:
        ServeError: when the port, the folder or the table's file can't be had; nothing has changed.
            Or when a part of the program failed: what was acknowledged is stored.
    """
    raise_file_limit()
    logging.getLogger("uvicorn.error").addFilter(is_ours)
    with _holding(data), _listening(bind, port) as (listener, bound):
        address = Address(bound, listener.getsockname()[1])
        simulate = not board_of(board_model()).is_pi if simulate is None else simulate
        make_table = partial(
            table_class,
            simulate=simulate,
            address=lambda: address.phones_url() or "",
            is_for_all=address.is_for_all,
        )
        asyncio.run(_serve(create_app, listener, address=address, data=data, make_table=make_table, say=say))
    # Else Python, as it ends, looks several times through all that there is: a second or two on a small Pi.
    gc.freeze()


@contextmanager
def _holding(data: Path) -> Iterator[None]:
    try:
        with only_one(data):
            yield
    except LockError as error:
        raise ServeError(str(error)) from error


@contextmanager
def _listening(bind: str, port: int) -> Iterator[tuple[socket.socket, str]]:
    if inherited := inherited_listener():
        with inherited:
            yield inherited, inherited.getsockname()[0]
        return
    if ":" in bind:
        raise ServeError(f"--bind takes an IPv4 address of this machine, {bind} came; 0.0.0.0 is every one")
    try:
        listener = socket.create_server((bind, port), reuse_port=False, backlog=128)
    except (OSError, OverflowError) as error:
        raise ServeError(
            f"port {port} on {bind} can't be had ({error}); choose another with --port"
        ) from error
    with listener:
        yield listener, bind


async def _serve(
    create_app: CreateApp,
    listener: socket.socket,
    *,
    address: Address,
    data: Path,
    make_table: Callable[[LogThread], Running],
    say: Callable[[str], None],
) -> None:
    try:
        log = LogThread(data / FILE, open_table)
    except StoreError as error:
        raise ServeError(str(error)) from error
    try:
        table = make_table(log)
        try:
            asked_s = await _run(table, create_app, listener, address, data, say)
        finally:
            table.close()
    except RulesError as error:
        raise ServeError(f"what lies in {data / FILE} can't be folded: {error.message}") from error
    except (StoreError, DeviceError) as error:
        raise ServeError(str(error)) from error
    finally:
        log.close()
    took_s = time.monotonic() - asked_s
    say(say_text(console_language(), "console.stopped", s=f"{took_s:.1f}") + "\n")


class _Server(uvicorn.Server):
    """Leaves signals to us: uvicorn itself would let one end the program as soon as it stopped serving.

    It tells systemd when it takes phones and when no longer.
    """

    def __init__(self, config: uvicorn.Config, manager: Manager) -> None:
        super().__init__(config)
        self.manager = manager
        self.asked_s = 0.0
        """When it was asked to stop, by the monotonic clock."""

    def stop(self) -> None:
        """Stop serving; twice is fine."""
        self.asked_s = self.asked_s or time.monotonic()
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.stop()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.manager.tell("READY=1")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.manager.tell("STOPPING=1")
        await super().shutdown(sockets)


@contextmanager
def _ended_by_signals(server: _Server) -> Iterator[None]:
    """Have SIGINT and SIGTERM end the serving, from before it starts until the table is at rest."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.handle_exit, number, None)
    try:
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


async def _run(
    table: Running,
    create_app: CreateApp,
    listener: socket.socket,
    address: Address,
    data: Path,
    say: Callable[[str], None],
) -> float:
    """Serve until asked to stop, and give when that was."""
    url, key = address.url(), secrets.token_urlsafe(12)
    machine = Machine(
        address.phones_url,
        own_names(),
        table.parts,
        table.health,
        lambda: table.calendar.source,
        table.take_phones_date,
        lambda: table.preferring.now.language,
    )
    table.preferring.listen(lambda _: table.session.tell())
    desk = Desk(
        table.session,
        table.seating,
        table.hands.press_by_phone,
        machine,
        table.network,
        table.bench,
        key,
    )
    app, pages = create_app(desk)
    table.meet(pages)
    server = _Server(
        uvicorn.Config(
            app,
            http=limited(Connections()),
            ws=LimitedSocket,
            h11_max_incomplete_event_size=LARGEST_HEAD,
            log_level="warning",
            access_log=False,
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=STOP_S,
            timeout_keep_alive=int(IDLE_S),
        ),
        manager := Manager(),
    )

    def switch_off() -> None:
        manager.switch_off()
        server.stop()

    table.stop = switch_off
    language = console_language()
    on_this_machine = Address("localhost", address.port).url()
    bench_urls = [] if table.bench is None else [f"{on_this_machine}/bench", f"{url}/bench?key={key}"]
    with _ended_by_signals(server):
        await table.light_up()
        parts = table.parts()
        say(
            page_lines(address, language)
            + where_lines(
                host_code=table.seating.host_code,
                bench_urls=bench_urls,
                data=data,
                parts=parts.states,
                is_paused=table.clock.is_paused,
                salvaged=table.session.salvaged,
                language=language,
            )
        )

        told: Hotspot | None = None

        def switched() -> None:
            nonlocal told
            own = table.network.now.own
            if own is not None and own != told:
                say(own_wifi_lines(own, language, is_terminal=sys.stdout.isatty()))
            told = own

        table.network.listen(switched)
        switched()

        def moved(_: str) -> None:
            say(page_lines(address, language))
            table.session.tell()

        tasks = [
            asyncio.create_task(beside("following the address", lambda: follow(address.url, moved))),
            asyncio.create_task(manager.feed(table.stuck)),
        ]
        try:
            await _until_ended(table, server, listener)
        finally:
            for task in tasks:
                task.cancel()
    return server.asked_s


async def follow(
    url: Callable[[], str], moved: Callable[[str], None], every_s: float = LOOK_FOR_NETWORK_S
) -> None:
    """Say when the table's own address changes: a network often comes later than the table."""
    known = url()
    while True:
        await asyncio.sleep(every_s)
        if (now := url()) != known:
            known = now
            moved(now)


async def _until_ended(table: Running, server: _Server, listener: socket.socket) -> None:
    running = asyncio.create_task(table.run())
    running.add_done_callback(lambda _: server.stop())
    try:
        await server.serve(sockets=[listener])
    finally:
        running.cancel()
        await asyncio.wait([running])
    if not running.cancelled() and (fault := running.exception()) is not None:
        logger.error("the table stopped", exc_info=fault)
        raise ServeError(f"the table stopped by a fault of its own: {_first(fault)!r}") from fault


def _first(fault: BaseException) -> BaseException:
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return fault

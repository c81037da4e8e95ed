import itertools
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.device.conftest import Table
from tests.table_process import Hand, Person, TableProcess, until
from tests.web.door import Door
from tests.web.pages import bench, browser, eye, faults, phone

__all__ = ["bench", "browser", "eye", "faults", "phone"]


class Tables:
    """Gives tables; the next one starts while a test still has the one before."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)
        self._starter = ThreadPoolExecutor(1)
        self._next = self._start()

    def _start(self) -> Future[TableProcess]:
        return self._starter.submit(TableProcess, self._folder / f"table {next(self._numbers)}")

    def take(self) -> TableProcess:
        """Give a table that nobody has had."""
        taken, self._next = self._next, self._start()
        return taken.result()

    def close(self) -> None:
        """Stop the one that nobody wanted."""
        if self._next.exception() is None:
            self._next.result().stop()
        self._starter.shutdown()


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    found = Tables(tmp_path_factory.mktemp("tables"))
    yield found
    found.close()


@pytest.fixture
def table(tables: Tables) -> Iterator[TableProcess]:
    with tables.take() as served:
        yield served


@pytest.fixture
def host(table: TableProcess) -> Iterator[Person]:
    with Person(table.url) as person:
        person.become_host(table.host_code)
        yield person


@pytest.fixture
def hand(table: TableProcess) -> Iterator[Hand]:
    with Hand(table.url) as pushing:
        yield pushing


@pytest.fixture
def three_seated(host: Person, hand: Hand) -> Person:
    """A game of sun, eye and lotus has begun; gives its host."""
    hand.push("button_1", "button_2", "button_3")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 3, "three seats")
    host.start()
    return host


@pytest.fixture
async def door(tmp_path: Path) -> AsyncIterator[Door]:
    table = Table(tmp_path / "table.db")
    yield Door(table)
    table.close()


@pytest.fixture(scope="module")
def quiet_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A game that tests share, since nothing that they try may change it; gives its host."""
    folder = tmp_path_factory.mktemp("quiet")
    with TableProcess(folder) as served, Person(served.url) as person, Hand(served.url) as pushing:
        person.become_host(served.host_code)
        pushing.push("button_1", "button_2")
        until(lambda: len(person.snapshot["setup"]["seats"]) == 2, "two seats")
        person.start()
        yield person

"""Opening and closing the own Wi-Fi: the former one comes back, whatever goes wrong."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from device.log_thread import LogThread
from device.network.answers import Ran, Run
from device.network.hotspot import Hotspot
from device.network.manager import NetworkManager
from device.network.networking import ALONE_S, UNREACHED_S, Networking, Wish
from device.network.nmcli import Nmcli
from device.network.simulated import HOME_UUID, Simulated
from device.network.state import Doing, Failed, Fault, Link, NetworkState, Obstacle
from tests.device.conftest import FailingStore, Time
from tests.device.network.fake import installed, state_of

REFUSED = Ran(4, complaint="Error: Connection activation failed.")
NAME = "Khepri-3f7a"


@dataclass
class Faulty:
    """A machine with faults, by words that a call contains; `asked` is what it was asked, in order."""

    machine: Simulated
    faults: dict[str, Ran] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def __call__(self, args: tuple[str, ...], within_s: float) -> Ran:
        told = " ".join(args)
        self.asked.append(told)
        fault = next((ran for words, ran in self.faults.items() if words in told), None)
        return await self.machine(args, within_s) if fault is None else fault

    @property
    def switched(self) -> list[str]:
        """What was more than a question."""
        return [told for told in self.asked if " up " in told or " down " in told]


class Table:
    """A table's network by hand."""

    def __init__(self, log: LogThread, run: Run, *, is_for_all: bool = True, address: str = "") -> None:
        self.time, self.address = Time(), address
        self.network = Networking(
            NetworkManager(run),
            log,
            name=NAME,
            address=lambda: self.address,
            is_for_all=is_for_all,
            monotonic_s=self.time.s,
        )
        self.states: list[NetworkState] = []
        self.network.listen(lambda: self.states.append(self.network.now))
        self.task = asyncio.create_task(self.network.run())

    @property
    def now(self) -> NetworkState:
        return self.network.now

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not is_so():
                await asyncio.wait([self.task], timeout=0.005)

    async def wish(self, wish: Wish) -> NetworkState:
        """Wish, and wait until it is done or has failed."""
        self.network.wish(wish)
        if wish in (Wish.OPEN, Wish.CLOSE):
            assert self.now.doing is not None
            await self.until(lambda: self.now.doing is None)
        return self.now


Make = Callable[..., Table]


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    """Give tables on one disk; each that was made before is stopped first."""
    made: list[tuple[Table, LogThread]] = []

    async def stop() -> None:
        for table, log in made:
            table.task.cancel()
            await asyncio.wait([table.task])
            log.close()
        made.clear()

    def make(run: Run, **more: Any) -> Table:
        log = LogThread(tmp_path / "table.db")
        made.append((Table(log, run, **more), log))
        return made[-1][0]

    make.stop = stop  # type: ignore[attr-defined]
    yield make
    await stop()


async def test_own_wifi_opens_and_closing_it_brings_the_former_one_back(make: Make) -> None:
    machine = Simulated.at_home("Home: Thoth")
    table = make(machine)
    await table.until(lambda: table.now.wifi == "Home: Thoth")
    opened = await table.wish(Wish.OPEN)
    assert (opened.link, opened.failed, machine.active) == (Link.OWN, None, "khepri-hotspot")
    assert opened.own is not None
    assert opened.own.name == NAME
    closed = await table.wish(Wish.CLOSE)
    assert (closed.link, closed.own, closed.wifi, machine.active) == (
        Link.JOINED,
        None,
        "Home: Thoth",
        "preconfigured",
    )
    assert {state.doing for state in table.states} == {None, Doing.OPENING, Doing.CLOSING}


@pytest.mark.parametrize(
    "step", ["connection delete", "connection add", "up id khepri-hotspot", "device status"]
)
@pytest.mark.parametrize(
    ("ran", "fault"),
    [
        (REFUSED, Fault.REFUSED),
        (Ran(3, complaint="Error: Timeout expired"), Fault.TOO_LONG),
        (Ran(1, complaint="Error: Not authorized to control networking."), Fault.NOT_ALLOWED),
    ],
)
async def test_opening_that_fails_leaves_the_former_wifi(
    make: Make, step: str, ran: Ran, fault: Fault
) -> None:
    run = Faulty(Simulated.at_home("Home"))
    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    run.faults[step] = ran
    failed = await table.wish(Wish.OPEN)
    assert (failed.failed, run.machine.active) == (
        Failed(fault, None if step == "device status" else True),
        "preconfigured",
    )
    run.faults.clear()
    assert (await table.wish(Wish.OPEN)).link is Link.OWN


@dataclass
class Dropping(Faulty):
    """A machine whose opening takes the former Wi-Fi away, and then fails."""

    async def __call__(self, args: tuple[str, ...], within_s: float) -> Ran:
        if "up id khepri-hotspot" in " ".join(args):
            self.machine.active = ""
        return await super().__call__(args, within_s)


async def test_former_wifi_that_was_dropped_is_joined_again(make: Make) -> None:
    run = Dropping(Simulated.at_home("Home"), {"up id khepri-hotspot": REFUSED})
    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    assert (await table.wish(Wish.OPEN)).failed == Failed(Fault.REFUSED, is_back=True)
    assert (run.machine.active, list(run.machine.profiles)) == ("preconfigured", ["preconfigured"])
    assert run.switched[-1] == f"--wait 30 connection up uuid {HOME_UUID}"


async def test_former_wifi_that_is_not_disturbed_is_not_joined_anew(make: Make) -> None:
    run = Faulty(Simulated.at_home("Home"), {"connection add": REFUSED})
    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    await table.wish(Wish.OPEN)
    assert run.switched == []


async def test_former_wifi_that_does_not_come_back_is_told(make: Make) -> None:
    run = Dropping(Simulated.at_home("Home"), {"connection up": REFUSED} | {" up ": REFUSED})
    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    assert (await table.wish(Wish.OPEN)).failed == Failed(Fault.REFUSED, is_back=False)


async def test_without_a_former_wifi_there_is_none_to_come_back(make: Make) -> None:
    run = Faulty(Simulated(), {"up id": REFUSED})
    table = make(run)
    await table.until(lambda: bool(run.asked))
    assert (await table.wish(Wish.OPEN)).failed == Failed(Fault.REFUSED)


async def test_closing_says_when_the_former_wifi_is_gone(make: Make) -> None:
    run = Faulty(Simulated.at_home("Home"))
    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    await table.wish(Wish.OPEN)
    del run.machine.profiles["preconfigured"]
    closed = await table.wish(Wish.CLOSE)
    assert (closed.link, closed.failed) == (Link.NONE, Failed(Fault.REFUSED, is_back=False))


async def test_closing_that_fails_leaves_it_open(make: Make) -> None:
    run = Faulty(Simulated.at_home("Home"))
    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    await table.wish(Wish.OPEN)
    run.faults["connection down"] = REFUSED
    assert (await table.wish(Wish.CLOSE)).failed == Failed(Fault.REFUSED)
    assert (table.now.link, run.machine.active) == (Link.OWN, "khepri-hotspot")
    opens_again = run.machine.profiles["khepri-hotspot"]["connection.autoconnect"]
    assert (table.now.keeps, opens_again) == (True, "yes")


async def test_closing_that_fails_does_not_make_it_open_again_against_a_wish(make: Make) -> None:
    run = Faulty(Simulated.at_home("Home"))
    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    await table.wish(Wish.OPEN)
    await table.wish(Wish.LET_GO)
    run.faults["connection down"] = REFUSED
    await table.wish(Wish.CLOSE)
    opens_again = run.machine.profiles["khepri-hotspot"]["connection.autoconnect"]
    assert (table.now.keeps, opens_again) == (False, "no")


async def test_closed_wifi_does_not_open_by_itself_after_a_restart(make: Make) -> None:
    machine = Simulated.at_home("Home")
    table = make(machine)
    await table.until(lambda: table.now.wifi == "Home")
    await table.wish(Wish.OPEN)
    assert machine.profiles["khepri-hotspot"]["connection.autoconnect"] == "yes"
    await table.wish(Wish.CLOSE)
    assert machine.profiles["khepri-hotspot"]["connection.autoconnect"] == "no"


async def test_own_wifi_stays_after_a_restart_unless_people_say_no(make: Make) -> None:
    machine = Simulated.at_home("Home")
    table = make(machine)
    await table.until(lambda: table.now.wifi == "Home")
    await table.wish(Wish.OPEN)
    await table.wish(Wish.LET_GO)
    await table.until(lambda: not table.now.keeps)
    assert machine.profiles["khepri-hotspot"]["connection.autoconnect"] == "no"
    await make.stop()  # type: ignore[attr-defined]
    again = make(machine)
    assert not again.now.keeps
    await again.wish(Wish.KEEP)
    await again.until(lambda: again.now.keeps)
    assert machine.profiles["khepri-hotspot"]["connection.autoconnect"] == "yes"


async def test_after_a_restart_password_and_former_wifi_are_known(make: Make) -> None:
    machine = Simulated.at_home("Home")
    table = make(machine)
    await table.until(lambda: table.now.wifi == "Home")
    own = (await table.wish(Wish.OPEN)).own
    await make.stop()  # type: ignore[attr-defined]
    again = make(machine)
    await again.until(lambda: again.now.link is Link.OWN)
    assert (again.now.own, own is None) == (own, False)
    await again.wish(Wish.CLOSE)
    assert machine.active == "preconfigured"
    assert (await again.wish(Wish.OPEN)).own == own


async def test_password_that_phones_need_is_networkmanagers(make: Make) -> None:
    machine = Simulated.at_home("Home")
    await NetworkManager(machine).make(Hotspot("Khepri-old", "elsewhere22"), "wlan0", keeps=True)
    machine.active = "khepri-hotspot"
    table = make(machine)
    await table.until(lambda: table.now.link is Link.OWN)
    assert table.now.own == Hotspot("Khepri-old", "elsewhere22")


async def test_disk_that_refuses_does_not_keep_the_wifi_from_opening(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log = LogThread(tmp_path / "table.db", FailingStore)
    table = Table(log, Simulated.at_home("Home"))
    await table.until(lambda: table.now.wifi == "Home")
    log.store.is_failing = True  # type: ignore[attr-defined]
    opened = await table.wish(Wish.OPEN)
    assert (opened.link, "is not remembered" in caplog.text) == (Link.OWN, True)
    table.task.cancel()
    await asyncio.wait([table.task])
    log.close()


async def test_password_is_never_logged(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    run = Faulty(Simulated.at_home("Home"))
    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    own = (await table.wish(Wish.OPEN)).own
    await table.wish(Wish.CLOSE)
    assert own is not None
    run.faults["connection add"] = Ran(2, complaint=f"Error: psk: '{own.password}' is not valid.")
    await table.wish(Wish.OPEN)
    assert ("psk: '…'" in caplog.text, own.password in caplog.text) == (True, False)


@pytest.mark.parametrize(
    ("machine", "obstacle"),
    [(Simulated(device=""), Obstacle.NO_WIFI), (Simulated(radio="disabled"), Obstacle.WIFI_OFF)],
)
async def test_what_cannot_be_is_not_tried(make: Make, machine: Simulated, obstacle: Obstacle) -> None:
    run = Faulty(machine)
    table = make(run)
    await table.until(lambda: table.now.obstacle is obstacle)
    table.network.wish(Wish.OPEN)
    assert (table.now.doing, run.switched) == (None, [])


async def test_table_bound_to_one_address_never_asks_the_network(make: Make) -> None:
    run = Faulty(Simulated.at_home("Home"))
    table = make(run, is_for_all=False, address="http://127.0.0.1:8080")
    table.network.wish(Wish.OPEN)
    await asyncio.wait([table.task], timeout=0.05)
    assert (table.now, run.asked) == (NetworkState(Link.JOINED, obstacle=Obstacle.BOUND), [])


async def test_table_without_a_network_offers_its_own_after_a_while(make: Make) -> None:
    table = make(Simulated())
    await table.network.look()
    assert not table.now.is_alone
    table.time.pass_ms(ALONE_S * 1000)
    await table.network.look()
    assert table.now.is_alone
    table.address = "http://192.168.1.23:8080"
    await table.network.look()
    assert (table.now.link, table.now.is_alone) == (Link.JOINED, False)


async def test_table_that_no_phone_finds_says_what_may_keep_them_apart(make: Make) -> None:
    table = make(Simulated.at_home("Guests"), address="http://192.168.1.23:8080")
    await table.network.look()
    table.time.pass_ms(UNREACHED_S * 1000)
    await table.network.look()
    assert table.now.is_unreached
    table.network.reached()
    assert not table.now.is_unreached
    await table.network.look()
    assert not table.now.is_unreached


async def test_another_network_is_waited_in_anew(make: Make) -> None:
    machine = Simulated.at_home("Home")
    table = make(machine, address="http://192.168.1.23:8080")
    await table.network.look()
    table.network.reached()
    machine.profiles["preconfigured"]["ssid"] = "Guests"
    table.time.pass_ms(UNREACHED_S * 1000)
    await table.network.look()
    assert not table.now.is_unreached
    table.time.pass_ms(UNREACHED_S * 1000)
    await table.network.look()
    assert table.now.is_unreached


async def test_network_that_cannot_be_asked_stays_as_it_was_known(make: Make) -> None:
    run = Faulty(Simulated.at_home("Home"), {"device status": REFUSED})
    table = make(run, address="http://192.168.1.23:8080")
    await table.network.look()
    assert (table.now.link, table.now.obstacle) == (Link.JOINED, None)


async def test_cable_and_a_wifi_being_joined_are_told_apart(make: Make) -> None:
    lines = ["wlan0:wifi:connecting (getting IP configuration):Home:u-1", "eth0:ethernet:unavailable::"]

    async def run(args: tuple[str, ...], _: float) -> Ran:
        return Ran(0, "".join(f"{line}\n" for line in lines))

    table = make(run)
    await table.network.look()
    assert table.now.link is Link.JOINING
    lines[1] = "eth0:ethernet:connected:Wired:u-2"
    await table.network.look()
    assert (table.now.link, table.now.wifi) == (Link.JOINED, "")


async def test_free_wifi_part_is_taken_before_the_one_in_use(make: Make) -> None:
    lines = "wlan0:wifi:connected:Home:u-1\nwlan1:wifi:disconnected::\n"
    told: list[tuple[str, ...]] = []

    async def run(args: tuple[str, ...], _: float) -> Ran:
        told.append(args)
        return Ran(0, lines if "status" in args else "")

    table = make(run)
    await table.until(lambda: bool(told))
    await table.wish(Wish.OPEN)
    (added,) = [args for args in told if "add" in args]
    assert added[added.index("ifname") + 1] == "wlan1"


async def test_whole_way_by_a_program(tmp_path: Path, make: Make) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    program = installed(folder, Simulated.at_home("Café: 가을\\"))
    table = make(Nmcli(str(program)))
    await table.until(lambda: table.now.wifi == "Café: 가을\\")
    assert (await table.wish(Wish.OPEN)).link is Link.OWN
    closed = await table.wish(Wish.CLOSE)
    assert (closed.wifi, closed.failed) == ("Café: 가을\\", None)
    assert state_of(folder)["machine"]["active"] == "preconfigured"


async def test_program_that_hangs_while_opening_is_a_fault_and_no_standstill(
    tmp_path: Path, make: Make
) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    hanging = Nmcli(str(installed(folder, Simulated.at_home("Home"), {"connection add": ["hang"]})))

    async def run(args: tuple[str, ...], within_s: float) -> Ran:
        return await hanging(args, 1.0 if "add" in args else within_s)

    table = make(run)
    await table.until(lambda: table.now.wifi == "Home")
    assert (await table.wish(Wish.OPEN)).failed == Failed(Fault.TOO_LONG, is_back=True)

"""nmcli as a program: it ends, it is ended, and its fields are read."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.network.answers import NOT_THERE, TOO_LONG, fields_of
from device.network.hotspot import Hotspot
from device.network.manager import NetworkManager
from device.network.nmcli import Nmcli
from device.network.simulated import Simulated
from device.network.state import Fault, NetworkError, Obstacle
from tests.device.network.fake import installed, state_of

NAMES = ["Home", "Café: Thoth", "back\\slash\\", "가을 식당", "a:b\\:c", " edges ", "100 % \"x\" 'y' $HOME"]


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("wlan0:wifi:connected:Home:12-34", ("wlan0", "wifi", "connected", "Home", "12-34")),
        ("eth0:ethernet:disconnected::", ("eth0", "ethernet", "disconnected", "", "")),
        (r"wlan0:Caf\: \\é x", ("wlan0", r"Caf: \é x")),
        (r"\\:\:", ("\\", ":")),
        ("", ("",)),
    ],
)
def test_fields_are_split_at_colons_that_are_not_escaped(line: str, fields: tuple[str, ...]) -> None:
    assert fields_of(line) == fields


@given(st.lists(st.text(), min_size=1))
def test_any_fields_come_back_as_they_were(fields: list[str]) -> None:
    line = ":".join(field.replace("\\", "\\\\").replace(":", "\\:") for field in fields)
    assert fields_of(line) == tuple(fields)


async def test_machine_without_nmcli_says_so() -> None:
    assert (await Nmcli("no-such-nmcli")((), 1.0)).status == NOT_THERE


async def test_program_that_cannot_be_run_is_as_good_as_none(tmp_path: Path) -> None:
    program = tmp_path / "nmcli"
    program.write_text("#!/nowhere/at/all\n")
    program.chmod(0o755)
    assert (await Nmcli(str(program))((), 1.0)).status == NOT_THERE


async def test_call_that_hangs_is_ended(tmp_path: Path) -> None:
    program = installed(tmp_path, Simulated(), {"radio": ["hang"]})
    ran = await Nmcli(str(program))(("-t", "radio", "wifi"), 0.5)
    assert (ran.status, ran.complaint) == (TOO_LONG, "nmcli gave no answer in 0 s")


async def test_output_of_any_bytes_is_read(tmp_path: Path) -> None:
    program = tmp_path / "nmcli"
    program.write_text("#!/bin/sh\nprintf 'Caf\\351\\n'\nprintf 'no\\n' >&2\nexit 4\n")
    program.chmod(0o755)
    ran = await Nmcli(str(program))((), 5.0)
    assert (ran.status, ran.out, ran.complaint) == (4, "Caf�\n", "no")


@pytest.mark.parametrize("name", NAMES)
async def test_name_of_a_wifi_is_read_whatever_it_is(name: str) -> None:
    machine = Simulated({name: {"uuid": "u-1", "ssid": name}}, active=name)
    links = await NetworkManager(machine).look()
    assert [(d.name, d.state, d.connection, d.uuid) for d in links.devices] == [
        ("wlan0", "connected", name, "u-1")
    ]
    assert (links.wifi, links.obstacle, links.is_own) == (name, None, False)


async def test_own_wifi_is_made_opened_closed_and_forgotten() -> None:
    machine = Simulated.at_home("Home")
    manager = NetworkManager(machine)
    own = Hotspot("Khepri-3f7a", "mtw47xkqsp")
    await manager.make(own, "wlan0", keeps=True)
    assert not (await manager.look()).is_own
    await manager.up("wlan0")
    assert ((await manager.look()).is_own, await manager.described()) == (True, own)
    await manager.keep(keeps=False)
    profile = machine.profiles["khepri-hotspot"]
    assert (profile["connection.autoconnect"], profile["ipv4.addresses"]) == ("no", "10.42.0.1/24")
    await manager.down()
    await manager.down()
    await manager.forget()
    await manager.forget()
    assert list(machine.profiles) == ["preconfigured"]


@pytest.mark.parametrize(
    ("machine", "obstacle"),
    [
        (Simulated(device=""), Obstacle.NO_WIFI),
        (Simulated(radio="disabled"), Obstacle.WIFI_OFF),
        (Simulated(), None),
    ],
)
async def test_what_is_in_the_way_is_named(machine: Simulated, obstacle: Obstacle | None) -> None:
    assert (await NetworkManager(machine).look()).obstacle is obstacle


@pytest.mark.parametrize(
    ("status", "complaint", "fault"),
    [
        (1, "Error: Failed to add 'khepri-hotspot' connection: Insufficient privileges", Fault.NOT_ALLOWED),
        (4, "Error: Connection activation failed: Not authorized to control networking.", Fault.NOT_ALLOWED),
        (3, "Error: Timeout expired (30 seconds)", Fault.TOO_LONG),
        (8, "Error: NetworkManager is not running.", Fault.NO_MANAGER),
        (1, "Error: Could not create NMClient object: Could not connect", Fault.NO_MANAGER),
        (4, "Error: Connection activation failed: 802.1X supplicant took too long", Fault.REFUSED),
        (2, "", Fault.REFUSED),
    ],
)
async def test_complaint_is_told_by_its_kind(
    tmp_path: Path, status: int, complaint: str, fault: Fault
) -> None:
    program = installed(tmp_path, Simulated(), {"connection up": [status, complaint]})
    with pytest.raises(NetworkError) as told:
        await NetworkManager(Nmcli(str(program))).up("wlan0")
    assert (told.value.fault, str(told.value)) == (fault, complaint or "nmcli ended with 2")


@pytest.mark.parametrize("status", [8, 1])
async def test_manager_that_does_not_run_is_no_manager(tmp_path: Path, status: int) -> None:
    said = "Error: Could not create NMClient object: Could not connect: No such file or directory."
    program = installed(tmp_path, Simulated(), {"device status": [status, said]})
    assert (await NetworkManager(Nmcli(str(program))).look()).obstacle is Obstacle.NO_MANAGER


async def test_password_is_in_no_complaint(tmp_path: Path) -> None:
    said = "Error: failed to modify 802-11-wireless-security.psk: 'mtw47xkqsp' is not a valid PSK."
    program = installed(tmp_path, Simulated(), {"connection add": [2, said]})
    with pytest.raises(NetworkError) as told:
        await NetworkManager(Nmcli(str(program))).make(
            Hotspot("Khepri-3f7a", "mtw47xkqsp"), "wlan0", keeps=True
        )
    assert "mtw47xkqsp" not in str(told.value)
    assert json.dumps(state_of(tmp_path)["asked"][-1]).count("mtw47xkqsp") == 1

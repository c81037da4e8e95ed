from ipaddress import IPv4Address

import pytest

from device.address import Address, Interface, best, interfaces

HOME, WIFI, DOCKER = IPv4Address("192.168.1.7"), IPv4Address("10.42.0.1"), IPv4Address("172.17.0.1")
TUNNEL, PUBLIC, ALONE = IPv4Address("10.8.0.2"), IPv4Address("198.18.4.4"), IPv4Address("169.254.3.4")
MOBILE = IPv4Address("100.80.1.2")


@pytest.mark.parametrize(
    ("found", "routed", "chosen"),
    [
        ([], None, None),
        ([("wlan0", WIFI, True)], None, WIFI),
        ([("docker0", DOCKER, False), ("eth0", HOME, True)], HOME, HOME),
        ([("docker0", DOCKER, False), ("wlan0", WIFI, True)], None, WIFI),
        ([("wlan0", WIFI, True), ("eth0", HOME, True)], HOME, HOME),
        ([("tun0", TUNNEL, False), ("eth0", HOME, True)], TUNNEL, HOME),
        ([("wwan0", MOBILE, True), ("wlan0", WIFI, True)], MOBILE, WIFI),
        ([("eth0", ALONE, True), ("br0", HOME, False)], None, HOME),
        ([("eth0", ALONE, True)], None, ALONE),
    ],
    ids=[
        "none",
        "hotspot without a route",
        "docker",
        "docker and hotspot",
        "two networks",
        "tunnel",
        "mobile",
        "bridge",
        "cable between two",
    ],
)
def test_address_for_phones_is_the_one_of_the_home_network(
    found: list[tuple[str, IPv4Address, bool]], routed: IPv4Address | None, chosen: IPv4Address | None
) -> None:
    assert best([Interface(*each) for each in found], routed) == chosen


def test_loopback_is_no_network() -> None:
    assert [found for found in interfaces() if found.address.is_loopback or found.name == "lo"] == []


@pytest.mark.parametrize(
    ("bind", "network", "url", "is_reachable"),
    [
        ("0.0.0.0", HOME, "http://192.168.1.7:8080", True),
        ("0.0.0.0", None, "http://127.0.0.1:8080", False),
        ("192.168.1.9", None, "http://192.168.1.9:8080", True),
        ("127.0.0.1", HOME, "http://127.0.0.1:8080", False),
        ("localhost", HOME, "http://localhost:8080", False),
        ("khepri.local", HOME, "http://khepri.local:8080", True),
    ],
)
def test_url_is_where_phones_reach_the_table(
    bind: str, network: IPv4Address | None, url: str, is_reachable: bool
) -> None:
    address = Address(bind, 8080, lambda: network)
    assert (address.url(), address.is_reachable()) == (url, is_reachable)


def test_url_follows_the_network() -> None:
    networks = [None, HOME]
    address = Address("0.0.0.0", 8080, lambda: networks.pop(0))
    assert [address.url(), address.url()] == ["http://127.0.0.1:8080", "http://192.168.1.7:8080"]


def test_url_on_the_port_of_the_web_names_no_port() -> None:
    address = Address("0.0.0.0", 80, lambda: HOME)
    assert (address.url(), address.phones_url()) == ("http://192.168.1.7", "http://192.168.1.7")


def test_phones_have_an_address_only_while_they_can_reach_the_table() -> None:
    found = iter([None, IPv4Address("192.168.1.7"), IPv4Address("192.168.1.7")])
    address = Address("0.0.0.0", 8080, lambda: next(found))
    assert [address.phones_url(), address.phones_url()] == [None, "http://192.168.1.7:8080"]

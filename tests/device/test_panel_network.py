"""The panel's cards about the network, and the offer of an own Wi-Fi on the way to a game."""

from dataclasses import replace

import pytest

from device.display_draw import picture
from device.network.hotspot import Hotspot
from device.network.state import Doing, Failed, Fault, Link, NetworkState, Obstacle
from device.panel import Arrange, KeepWifi, OpenWifi
from device.panel.screens import Code
from device.panel.world import NO_NETWORK
from rules.core import Sign
from rules.registry import GAMES
from tests.device.panel_table import PanelTable, playing

TO_NETWORK = "HOLD BACK, 1+1, OK"
OWN = NetworkState(Link.OWN, own=Hotspot("Khepri-3f7a", "mtw47xkqsp"))
HOME = NetworkState(Link.JOINED, "Home")


def at_the_network(network: NetworkState, address: str = "http://192.168.1.23:8080") -> PanelTable:
    table = playing()
    table.network, table.address = network, address
    return table.do(TO_NETWORK)


def test_own_wifi_shows_its_code_then_name_and_password_then_the_page() -> None:
    table = at_the_network(OWN, "http://10.42.0.1")
    code = "WIFI:T:WPA;S:Khepri-3f7a;P:mtw47xkqsp;;"
    assert table.screen.body == Code(code, ("1/6", "Wi-Fi", "Khepri", "-3f7a"))
    assert table.do("OK").words == "Khepri-3f7a | 2/6 | mtw47xkqsp"
    assert table.do("OK").screen.body == Code("http://10.42.0.1", ("3/6", "10.42", ".0.1"))
    assert "Stay in this Wi-Fi" in table.do("1+1").words
    assert table.do("BACK").words.startswith("Menu")


def test_own_wifi_is_closed_after_asking_once_more() -> None:
    table = at_the_network(OWN, "http://10.42.0.1").do("1+9, OK")
    assert (table.words, table.asked) == ("All phones lose the page. Close this Wi-Fi? | yes | back", [])
    assert table.do("BACK, 1+9, OK, OK").asked == [OpenWifi(False)]


def test_whether_it_opens_again_after_a_restart_is_switched() -> None:
    table = at_the_network(OWN, "http://10.42.0.1").do("1+4")
    assert "After restart | on" in table.words
    assert table.do("OK").asked == [KeepWifi(False)]
    assert "After restart | off" in table.words


def test_phones_of_another_wifi_lose_the_page_so_opening_is_asked_once_more() -> None:
    table = at_the_network(HOME).do("3+1")
    assert table.words == "2/3 | Phones must join this Wi-Fi: Home"
    table.do("3+1, OK")
    assert (table.words, table.asked) == ("Phones lose the page until they join it. Open? | yes | back", [])
    assert table.do("OK").asked == [OpenWifi(True)]
    assert isinstance(table.screen.body, Code)


def test_table_that_no_phone_finds_says_so_first() -> None:
    table = at_the_network(replace(HOME, is_unreached=True))
    assert table.words == "1/3 | No phone yet? A guest Wi-Fi keeps devices apart."
    assert table.do("1+1").screen.body == Code(table.address, ("192.168", ".1.23", ":8080"))


def test_without_a_network_one_push_opens_an_own_one() -> None:
    table = at_the_network(NO_NETWORK, "")
    assert table.words == "No network. Open the table’s own Wi-Fi? | yes"
    assert table.do("OK").asked == [OpenWifi(True)]


@pytest.mark.parametrize("obstacle", Obstacle)
@pytest.mark.parametrize("address", ["", "http://192.168.1.23:8080"])
def test_where_it_cannot_be_the_reason_stands_in_its_place(obstacle: Obstacle, address: str) -> None:
    table = at_the_network(NetworkState(obstacle=obstacle), address).do("1+9")
    assert table.words.startswith(("2/2 |", "3/3 |"))
    assert "Wi-Fi" in table.words
    assert table.do("OK").asked == []


@pytest.mark.parametrize("doing", Doing)
def test_while_it_is_switched_nothing_else_is_done(doing: Doing) -> None:
    table = at_the_network(replace(HOME, doing=doing))
    assert table.words == f"{doing.capitalize()} the table’s Wi-Fi …"
    assert table.do("OK, 1+1, OK").asked == []


def test_failure_is_said_with_what_became_of_the_former_wifi() -> None:
    table = at_the_network(replace(HOME, failed=Failed(Fault.NOT_ALLOWED, is_back=True)))
    assert table.words == "1/4 | The table may not switch the Wi-Fi. The former Wi-Fi is back."
    assert isinstance(table.do("OK").screen.body, Code)


def test_card_that_is_gone_gives_way_to_the_last_there_is() -> None:
    table = at_the_network(OWN, "http://10.42.0.1").do("1+5")
    table.network = NO_NETWORK
    table.address = ""
    assert table.words == "No network. Open the table’s own Wi-Fi? | yes"


@pytest.mark.parametrize("name", ["a" * 40, "가" * 40, "é\x07☃ " * 9])
def test_long_and_odd_names_of_a_wifi_find_room(name: str) -> None:
    table = at_the_network(replace(HOME, wifi=name)).do("1+1")
    assert picture(table.screen, table.now_ms).faults == ()


# ---- on the way to a game ----


def alone(language: str | None = "en") -> PanelTable:
    two = (GAMES["pharaoh_code"], GAMES["pharao"])
    return PanelTable(language=language, games=two, address="", network=NetworkState(is_alone=True))


def test_table_that_is_alone_offers_its_own_wifi_after_the_language() -> None:
    table = alone(language=None)
    assert "English" in table.words
    table.do("OK")
    assert table.words == "No network. Open the table’s own Wi-Fi? | yes | no"
    table.do("OK")
    assert OpenWifi(True) in table.asked
    assert isinstance(table.screen.body, Code)


def test_who_needs_no_phones_goes_on_to_the_games() -> None:
    table = alone().do("BACK")
    assert "Pharaoh Code" in table.words
    assert table.do("1+1, 1-1").asked == []


def test_seat_taken_at_the_offer_goes_on_to_the_first_question() -> None:
    table = alone().do("eye")
    assert [type(command) for command in table.asked] == [Arrange]
    assert "Pharaoh Code" in table.words
    assert table.setup.seats[0].sign is Sign.EYE


@pytest.mark.parametrize(
    "network",
    [NO_NETWORK, NetworkState(is_alone=True, obstacle=Obstacle.NO_WIFI), HOME],
)
def test_nothing_is_offered_that_is_not_needed_or_not_possible(network: NetworkState) -> None:
    table = alone()
    table.network = network
    assert "Pharaoh Code" in table.words

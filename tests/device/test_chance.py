"""What chance brings: drawn with what led to it, in one write, and by nobody else."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from device import amending, arranging
from device.chance import DRAW, with_chance
from device.errors import StoreError
from device.refusals import SessionRule
from rules.codec import decode
from rules.core import Asked, Await, By, Group, Scalar, Seat
from rules.record import Header, SeatInfo, encode_header
from rules.registry import GAMES
from rules.silver_gold_pyramids.events import Rule
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Table, code_of
from tests.table_process import Person, TableProcess, until

GAME = GAMES["silver_gold_pyramids"]
CALLED = {"type": "card_called", "round": 1, "card": 1}


def first(choices: Sequence[Scalar], count: int) -> Sequence[Scalar]:
    return choices[:count]


async def opened(table: Table, **options: str) -> None:
    seats: list[Any] = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE)]
    setup = {"game": GAME.id, "seats": seats, "first_seat": 0, "options": {"exploration": "dealt", **options}}
    await arranging.arrange_as(table.session, setup, table.session.setup_version)
    await table.session.start()


def entries(table: Table) -> list[tuple[str, str]]:
    assert table.session.sitting is not None
    return [(e.event.type, str(e.origin)) for e in table.session.sitting.table.entries]


def shown(table: Table) -> tuple[str | None, ...]:
    assert table.session.sitting is not None
    return table.session.sitting.state.shown  # type: ignore[no-any-return]


def test_what_is_drawn_is_among_the_choices_each_once() -> None:
    awaited = Await("dealt", by=By.CHANCE, given=(("round", 2),), asked=(Asked("card", (3, 5)),))
    assert awaited.drawn(first) == {"type": "dealt", "round": 2, "card": 3}
    assert awaited.drawn(DRAW)["card"] in (3, 5)
    hand = Await("dealt", asked=(Asked("cards", (1, 2, 3, 4), (Group("deck", (1, 2, 3, 4), 3),)),))
    assert hand.drawn(first) == {"type": "dealt", "cards": [1, 2, 3]}
    drawn = hand.drawn(DRAW)["cards"]
    assert isinstance(drawn, list)
    assert len({*map(str, drawn)} & {"1", "2", "3", "4"}) == 3


def test_all_that_is_awaited_of_chance_is_drawn_at_once() -> None:
    options = decode(GAME.options, {"way": "cards"})
    header = Header("a", GAME, (SeatInfo(SUN), SeatInfo(EYE)), Seat(0), options, GAME.profile(), None)
    table = with_chance(header.opened(), 7, first)
    assert [(e.at_ms, e.origin) for e in table.entries] == [(7, Origin.CHANCE)]
    assert [sheet.hand for sheet in table.state.sheets] == [(1, 2, 3, 4), (5, 6, 7, 8)]
    assert with_chance(table, 8, first) == table


async def test_next_card_is_dealt_in_the_write_that_calls_for_it(table: Table) -> None:
    await opened(table)
    told = len(table.told)
    await table.session.play(CALLED, Origin.PANEL)
    assert entries(table) == [("card_called", "panel"), ("card_dealt", "chance")]
    assert [count for _, count in table.told[told:]] == [2]


async def test_nothing_is_dealt_when_the_disk_refuses(table: Table) -> None:
    await opened(table)
    table.store.is_failing = True
    with pytest.raises(StoreError):
        await table.session.play(CALLED, Origin.PANEL)
    assert entries(table) == []


async def test_seven_cards_of_a_round_are_different(table: Table) -> None:
    await opened(table)
    for card in range(1, 8):
        await table.session.play({**CALLED, "card": card}, Origin.PANEL)
    assert len(set(shown(table))) == 7


@pytest.mark.parametrize("origin", [Origin.HOST, Origin.PANEL])
async def test_nobody_enters_what_chance_brings(table: Table, origin: Origin) -> None:
    await opened(table)
    dealt = {"type": "card_dealt", "round": 1, "card": 1, "shape": "i2"}
    assert await code_of(table.session.play(dealt, origin, log=0)) == Rule.NOT_DEALT
    assert entries(table) == []


async def test_card_is_taken_back_with_its_call_and_comes_back_the_same(table: Table) -> None:
    await opened(table)
    await table.session.play(CALLED, Origin.PANEL)
    before = shown(table)
    await amending.retract(table.session, origin=Origin.PANEL)
    assert shown(table) == ()
    await amending.redo(table.session, origin=Origin.PANEL)
    assert shown(table) == before


async def test_hands_are_dealt_when_the_game_begins(table: Table) -> None:
    await opened(table, way="cards")
    assert entries(table) == [("pyramids_dealt", "chance")]


async def test_cut_off_between_header_and_deal_is_made_good_at_the_next_start(table: Table) -> None:
    await opened(table, way="cards")
    assert table.session.sitting is not None
    header = table.session.sitting.header
    await table.session.close()
    await table.log.run(table.store.open_game, "again", {**encode_header(header), "id": "again"})
    table.restart()
    assert entries(table) == [("pyramids_dealt", "chance")]
    table.restart()
    assert entries(table) == [("pyramids_dealt", "chance")]


async def test_deal_that_the_disk_refused_at_the_start_comes_with_the_next_thing(table: Table) -> None:
    seats: list[Any] = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE)]
    setup = {"game": GAME.id, "seats": seats, "first_seat": 0, "options": {"way": "cards"}}
    await arranging.arrange_as(table.session, setup, table.session.setup_version)

    def disk_fills_up() -> None:
        table.store.is_failing = table.session.sitting is not None

    table.session.listen(disk_fills_up)
    with pytest.raises(StoreError):
        await table.session.start()
    table.store.is_failing = False
    assert entries(table) == []
    await table.session.settle()
    assert entries(table) == [("pyramids_dealt", "chance")]


async def test_play_meant_for_an_earlier_round_is_judged_by_the_rules(table: Table) -> None:
    await opened(table)
    for moment in range(8):
        call = {**CALLED, "round": moment // 7 + 1, "card": moment % 7 + 1}
        await table.session.play(call, Origin.PANEL)
    late = {"type": "covered", "seat": 1, "round": 1, "card": 7, "what": "tomb_green"}
    await table.session.play(late, Origin.PHONE, round_number=1, seat=Seat(1))
    assert entries(table)[-1] == ("covered", "phone")
    code = await code_of(table.session.play(late, Origin.PHONE, round_number=3, seat=Seat(1)))
    assert code == SessionRule.OTHER_ROUND


def test_table_killed_right_after_the_answer_keeps_the_card_and_what_came_after(tmp_path: Path) -> None:
    process = TableProcess(tmp_path)
    with Person(process.url) as host:
        host.become_host(process.host_code)
        arrange(host)
        host.start()
        until(lambda: host.view["phase"] == "keeping", "the hands")
        hands = [seat["hand"] for seat in host.view["seats"]]
        for seat, hand in enumerate(hands):
            kept = {"type": "pyramids_kept", "seat": seat, "first": hand[0], "second": hand[1]}
            assert host.judge(kept)[0] == 200
            until(lambda seat=seat: not host.view["seats"][seat]["hand"], "the choice")  # type: ignore[misc]
        assert host.judge(CALLED)[0] == 200
        until(lambda: host.view["card"] == 1, "the card")
        seen, cookie = host.view, host.cookie
        spot = seen["seats"][1]["to_mark"][0]["spots"][0]
        marked = {"type": "marked", "seat": 1, "round": 1, "card": 1}
        status, _ = host.judge({**marked, "pyramid": spot["pyramid"], "spot": spot["spot"]})
        process.kill()
        assert status == 200
    with TableProcess(tmp_path) as again:
        person = Person(again.url)
        person.cookie = cookie
        with person:
            assert person.view["shown"] == seen["shown"]
            assert person.view["display"] == seen["display"]
            boards = {board["pyramid"]: board["marked"] for board in person.view["seats"][1]["boards"]}
            assert boards[spot["pyramid"]] == spot["squares"]


def arrange(host: Person) -> None:
    seats = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE)]
    status, answer = host.post(
        "setup",
        key="setup-of-cards",
        version=host.snapshot["setup"]["version"],
        game=GAME.id,
        seats=seats,
        first_seat=0,
        options={"way": "cards", "exploration": "dealt"},
    )
    assert status == 200, answer
    until(lambda: host.snapshot["setup"]["game"] == GAME.id, "the setup")

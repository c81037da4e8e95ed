import json
from typing import Any

import pytest

from device import amending, arranging
from device.part_states import Parts
from device.phones import SYMBOLS
from device.presses import TimedPress, announce
from device.refusals import SessionRule
from device.views import LINES_SHOWN, correction_view, earlier_lines, snapshot, viewer
from rules.codec import Json
from rules.registry import GAMES
from rules.table import Origin
from tests.device.conftest import EYE, LOTUS, SUN, Table, code_of

PARTS = Parts("simulated", "absent")


def shown(table: Table, token: str | None = None) -> Any:
    """Give the snapshot as it comes out of its JSON."""
    return json.loads(json.dumps(snapshot(table.session, table.seating, PARTS, viewer(table.seating, token))))


async def seated(table: Table, token: str, sign: Any) -> None:
    table.seating.open(True)
    table.seating.ask(token, sign)
    assert await table.seating.pair(sign)


async def test_snapshot_of_an_empty_table(table: Table) -> None:
    came = shown(table)
    games = came.pop("games")
    options = games[0]["defaults"]
    assert came == {
        "version": 0,
        "clock": {"is_paused": False},
        "you": {"sign": None, "seat": None, "is_host": False},
        "seating": {"is_open": True, "pending": None, "hosts": 0},
        "parts": {
            "ring": "simulated",
            "buttons": "absent",
            "encoders": "absent",
            "display": "absent",
            "piezo": "absent",
            "faults": [],
        },
        "salvaged": None,
        "setup": {
            "version": 1,
            "game": "pharaoh_code",
            "seats": [],
            "first_seat": 0,
            "has_start_seat": True,
            "options": options,
            "offered_options": list(options),
            "profile": "",
            "profiles": [],
            "stand_ins": [],
            "set_aside": [],
        },
        "game": None,
        "notice": None,
    }
    expected = [(g.id, g.seat_counts[0], g.seat_counts[-1]) for g in GAMES.values()]
    assert [(g["id"], g["low"], g["high"]) for g in games] == expected
    assert list(games[0]["options"]["properties"]) == list(options)


async def test_phone_sees_its_own_seat_and_that_seats_have_phones(table: Table) -> None:
    await table.seat(SUN, EYE)
    await seated(table, "mine", EYE)
    await table.session.start()
    assert shown(table, "mine")["you"] == {"sign": "eye", "seat": 1, "is_host": False}
    assert shown(table, "yours")["you"] == {"sign": None, "seat": None, "is_host": False}
    assert [s["has_phone"] for s in shown(table)["game"]["seats"]] == [False, True]
    assert [s["has_phone"] for s in shown(table)["setup"]["seats"]] == [False, True]


async def test_phone_that_waits_is_shown_to_all_and_knows_that_it_is_meant(table: Table) -> None:
    table.seating.ask("mine", LOTUS)
    assert table.seating.pending is not None
    symbol = table.seating.pending.symbol
    assert symbol in SYMBOLS
    assert shown(table, "mine")["seating"]["pending"] == {
        "sign": "lotus",
        "symbol": symbol,
        "is_you": True,
    }
    assert shown(table, None)["seating"]["pending"] == {
        "sign": "lotus",
        "symbol": symbol,
        "is_you": False,
    }


async def test_no_token_or_hash_is_ever_shown(table: Table) -> None:
    await table.seat(SUN, EYE)
    await seated(table, "a-secret-token", EYE)
    table.seating.ask("another-secret", SUN)
    text = json.dumps(shown(table, "a-secret-token"))
    hashes = [token_hash for token_hash, _ in table.seating.phones]
    secrets = ["a-secret-token", "another-secret", table.seating.host_code, *hashes]
    assert [secret for secret in secrets if secret in text] == []


async def test_game_is_shown_with_its_round_log_and_what_can_be_taken_back(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.session.play({"type": "nobody_found"}, Origin.PANEL)
    await amending.retract(table.session)
    game = shown(table)["game"]
    assert (game["record"], game["round"], game["log"], game["retractable"], game["redoable"]) == (
        "game-1",
        1,
        2,
        None,
        1,
    )
    assert game["lines"] == [
        {
            "entry": 1,
            "at_ms": 0,
            "origin": "panel",
            "event": {"type": "nobody_found"},
            "fate": "retracted",
            "seat": None,
            "round": 1,
            "was": None,
        }
    ]
    assert game["awaits"][0] == {
        "event": "thrown",
        "seats": [0],
        "by": "ok",
        "given": {},
        "asked": [],
        "at_ms": None,
        "can_wait": False,
    }


async def nobody_found(table: Table, rounds: int) -> None:
    for _ in range(rounds):
        await table.session.play({"type": "nobody_found"}, Origin.PANEL)


def told(lines: Any) -> tuple[list[int], bool]:
    """Give the entries that some lines are of, and whether there are earlier ones."""
    return [line["entry"] for line in lines["lines"]], lines["has_earlier_lines"]


def before(table: Table, entry: int, token: str | None = None) -> Any:
    return json.loads(json.dumps(earlier_lines(table.session, viewer(table.seating, token), entry)))


@pytest.mark.parametrize(("rounds", "has_earlier"), [(LINES_SHOWN, False), (LINES_SHOWN + 1, True)])
async def test_only_the_newest_lines_are_shown(table: Table, rounds: int, has_earlier: bool) -> None:
    await table.open_game(SUN, EYE)
    await nobody_found(table, rounds)
    assert told(shown(table)["game"]) == ([*range(rounds - LINES_SHOWN + 1, rounds + 1)], has_earlier)


async def test_older_lines_are_told_to_who_asks_as_they_stand_now(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.session.play({"type": "dice_read", "d8": 5, "d10": 2, "d12": 11}, Origin.PANEL)
    await nobody_found(table, 2 * LINES_SHOWN + 2)
    last, has_earlier = told(shown(table)["game"])
    assert (last[0], has_earlier) == (LINES_SHOWN + 4, True)
    middle, has_earlier = told(before(table, last[0]))
    assert (middle, has_earlier) == ([*range(4, LINES_SHOWN + 4)], True)
    assert told(before(table, middle[0])) == ([1, 2, 3], False)
    assert told(before(table, 1)) == ([], False)
    better = {"type": "dice_read", "d8": 5, "d10": 2, "d12": 12}
    await amending.correct(table.session, 1, better, [], key=None, log=table.entries)
    came = before(table, 4)
    assert (came["record"], came["log"]) == ("game-1", 2 * LINES_SHOWN + 4)
    assert came["lines"][0] == {
        "entry": 1,
        "at_ms": 0,
        "origin": "panel",
        "event": better,
        "fate": "corrected",
        "seat": None,
        "round": 1,
        "was": {**better, "d12": 11},
    }


async def test_lines_begin_with_a_whole_round(table: Table) -> None:
    """Which claim a line means hangs on those before it in its round."""
    await table.open_game(SUN, EYE)
    dice: dict[str, Json] = {"type": "dice_read", "d8": 5, "d10": 2, "d12": 11}
    for _ in range(LINES_SHOWN // 2 + 1):
        await table.session.play(dice, Origin.PANEL)
        await nobody_found(table, 1)
    await table.session.play(dice, Origin.PANEL)
    assert told(shown(table)["game"]) == ([*range(5, LINES_SHOWN + 4)], True)
    assert told(before(table, 5)) == ([1, 2, 3, 4], False)


async def test_a_round_that_is_too_long_is_told_in_parts(table: Table) -> None:
    seats: list[Json] = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE)]
    counted = {"game": "giza", "seats": seats, "first_seat": 0, "options": {"way": "count"}}
    await arranging.arrange_as(table.session, counted, table.session.setup_version)
    await table.session.start()
    for number in range(LINES_SHOWN + 5):
        count: dict[str, Json] = {"type": "kind_counted", "seat": 0, "tile": "plus_5", "count": number % 2}
        await table.session.play(count, Origin.PANEL)
    assert told(shown(table)["game"]) == ([*range(6, LINES_SHOWN + 6)], True)
    assert told(before(table, 6)) == ([1, 2, 3, 4, 5], False)


async def test_there_are_no_older_lines_where_no_game_is_open(table: Table) -> None:
    async def asked() -> None:
        before(table, 1)

    assert await code_of(asked()) == SessionRule.NO_GAME


async def test_answer_to_a_press_is_shown(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await announce(table.session, [TimedPress(LOTUS, 0)])
    assert shown(table)["notice"] == {
        "number": 1,
        "sign": "lotus",
        "code": "session.not_seated",
        "message": "lotus has no seat in this game",
        "params": {},
    }


async def test_nothing_that_could_be_made_is_shown_before_the_round_is_judged(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.session.play({"type": "dice_read", "d8": 5, "d10": 2, "d12": 11}, Origin.PANEL)
    await announce(table.session, [TimedPress(SUN, 0)])
    await table.session.play({"type": "number_called", "claim": 0, "number": 33}, Origin.PANEL)
    assert "(5−2)×11" not in json.dumps(shown(table), ensure_ascii=False)


@pytest.mark.parametrize("token", [None, "", "unknown"])
async def test_spectator_sees_the_same_game_as_a_player(table: Table, token: str | None) -> None:
    await table.seat(SUN, EYE)
    await seated(table, "mine", EYE)
    await table.session.start()
    assert shown(table, token)["game"] == shown(table, "mine")["game"]


async def test_a_tried_correction_tells_the_scores_and_whether_play_goes_on(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.play_to_the_end()
    judged = max(i for i, e in enumerate(table.logged, 1) if e["type"] == "judged")
    wrong = {**table.logged[judged - 1], "right": False}
    told = [
        correction_view(table.session, amending.try_correction(table.session, judged, to))
        for to in (wrong, None)
    ]
    assert told == [
        {"misfits": [], "scores": [[28, 14], [0, 0]], "is_over": True},
        {"misfits": [], "scores": [[28, 21], [0, 0]], "is_over": False},
    ]

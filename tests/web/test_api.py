"""The API as a page uses it, against the real program."""

import json
import secrets
import threading
import urllib.error
import urllib.request

import pytest

from rules.record import read_record
from tests.table_process import Hand, Person, TableProcess, until


def test_pressing_buttons_takes_seats_in_their_order(host: Person, hand: Hand) -> None:
    hand.push("button_4", "button_1")
    until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
    assert [s["sign"] for s in host.snapshot["setup"]["seats"]] == ["feather", "sun"]


def test_a_round_is_played_from_button_to_page(three_seated: Person, hand: Hand) -> None:
    host = three_seated
    hand.push("ok")
    until(lambda: host.view["phase"] == "race", "the race")
    hand.push("button_2", "button_1", "button_3")
    until(lambda: len(host.view["claims"]) == 3, "three claims")
    for claim, number in enumerate((33, 13, 27)):
        assert host.play({"type": "number_called", "claim": claim, "number": number})[0] == 200
    host.play({"type": "dice_read", "d8": 2, "d10": 5, "d12": 11})
    until(lambda: host.view["dice"] is not None, "the dice")
    for claim in range(3):
        log = host.game["log"]
        assert host.judge({"type": "judged", "claim": claim, "right": claim < 2})[0] == 200
        until(lambda log=log: host.game["log"] > log, "the verdict")  # type: ignore[misc]
    assert [s["score"] for s in host.view["seats"]] == [1, 5, -3]
    assert host.view["last"]["made"][0]["formulas"] == ["(5−2)×11"]


def test_formulas_stay_at_the_table_until_the_round_is_judged(three_seated: Person, hand: Hand) -> None:
    host = three_seated
    host.play({"type": "dice_read", "d8": 2, "d10": 5, "d12": 11})
    hand.push("button_2", "button_1", "button_3")
    until(lambda: len(host.view["claims"]) == 3, "three claims")
    host.play({"type": "number_called", "claim": 0, "number": 33})
    until(lambda: host.view["claims"][0]["number"] == 33, "the number")
    assert "×" not in json.dumps(host.snapshot, ensure_ascii=False)


def test_a_bouncing_button_claims_once(three_seated: Person, hand: Hand) -> None:
    hand.send(type="bounce", is_on=True)
    hand.push("button_3")
    until(lambda: len(three_seated.view["claims"]) == 1, "the claim")
    edges = [e for e in hand.edges if e.get("name") == "button_3"]
    assert len(edges) > 2
    assert [c["seat"] for c in three_seated.view["claims"]] == [2]
    assert three_seated.snapshot["notice"] is None


def test_a_phone_sits_by_holding_its_button_and_claims(
    three_seated: Person, hand: Hand, table: TableProcess
) -> None:
    host = three_seated
    with Person(table.url) as eye:
        assert eye.post("sit", sign="eye")[1]["code"] == "seating.closed"
        host.post("seating", is_open=True)
        assert eye.post("sit", sign="eye")[0] == 200
        eye.disconnect()
        eye.snapshot = {}
        eye.connect()
        hand.down("button_2")
        until(lambda: eye.snapshot["you"]["seat"] == 1, "the seat")
        hand.up("button_2")
        until(lambda: not host.snapshot["seating"]["is_open"], "the end of the seating")
        assert host.view["claims"] == []
        body = {"key": secrets.token_hex(8), "round": 1, "pressed_ms": eye.snapshot["table_ms"]}
        assert [eye.post("press", **body)[0], eye.post("press", **body)[0]] == [202, 202]
        until(lambda: len(host.view["claims"]) == 1, "the claim")
        assert (host.view["claims"][0]["by_phone"], host.snapshot["notice"]) == (True, None)
        assert eye.play({"type": "number_called", "claim": 0, "number": 33})[0] == 200
        assert eye.play({"type": "struck", "claim": 0})[1]["code"] == "session.not_for_seats"


def test_a_second_page_behind_the_state_is_told_so(three_seated: Person) -> None:
    log = three_seated.game["log"]
    three_seated.play({"type": "thrown"})
    until(lambda: three_seated.game["log"] > log, "the throw")
    status, answer = three_seated.play({"type": "nobody_found"}, log=log)
    assert (status, answer["code"]) == (409, "session.stale")


def test_the_same_key_counts_once(three_seated: Person) -> None:
    key = secrets.token_hex(8)
    first = three_seated.post("play", key=key, round=1, event={"type": "thrown"})
    assert three_seated.post("play", key=key, round=1, event={"type": "thrown"}) == first


def test_taking_back_and_bringing_back(three_seated: Person) -> None:
    host = three_seated
    host.play({"type": "dice_read", "d8": 1, "d10": 1, "d12": 1})
    until(lambda: host.game["retractable"] == 1, "the dice")
    host.post("retract", key=secrets.token_hex(8), log=1)
    until(lambda: host.view["dice"] is None, "no dice")
    host.post("redo", key=secrets.token_hex(8), log=2)
    until(lambda: host.view["dice"] is not None, "the dice again")
    assert [line["fate"] for line in host.game["lines"]] == ["live"]


def test_a_correction_shows_first_what_no_longer_fits(three_seated: Person, hand: Hand) -> None:
    host = three_seated
    hand.push("button_1")
    until(lambda: len(host.view["claims"]) == 1, "the claim")
    host.play({"type": "number_called", "claim": 0, "number": 33})
    until(lambda: host.game["log"] == 2, "the number")
    nothing_scored = {"scores": [[0, 0], [0, 0], [0, 0]], "is_over": False}
    assert host.post("correction", entry=1, replacement=None) == (200, {"misfits": [2], **nothing_scored})
    key = secrets.token_hex(8)
    refused = host.post("correct", key=key, log=2, entry=1, replacement=None, set_aside=[])
    assert refused[1]["code"] == "table.misfits_not_confirmed"
    assert host.post("correct", key=key, log=2, entry=1, replacement=None, set_aside=[2])[0] == 200
    until(lambda: host.view["claims"] == [], "no claim")


@pytest.mark.parametrize(
    ("event", "status", "code"),
    [
        ({"type": "thrown", "loudly": True}, 422, "malformed.unknown_field"),
        ({"type": "danced"}, 422, "malformed.unknown_type"),
        ({"type": "dice_read", "d8": 9, "d10": 1, "d12": 1}, 422, "malformed.out_of_bounds"),
        ({"type": "dice_read", "d8": "2", "d10": 1, "d12": 1}, 422, "malformed.wrong_type"),
        ({"type": "laid_out", "numbers": [33]}, 409, "pharaoh_code.no_layout"),
        ({"type": "retracted", "entry": 1}, 409, "session.not_for_seats"),
        ({"type": "nobody_found"}, 409, "session.stale"),
    ],
)
def test_a_bad_event_gets_its_code_and_changes_nothing(
    quiet_game: Person, event: dict[str, object], status: int, code: str
) -> None:
    answer = quiet_game.play(event)
    assert (answer[0], answer[1]["code"]) == (status, code)
    assert quiet_game.game["log"] == 0


def test_nobody_but_the_clock_says_that_the_time_is_up(three_seated: Person, hand: Hand) -> None:
    hand.push("button_1")
    until(lambda: three_seated.view["phase"] == "sand", "the sand")
    status, answer = three_seated.judge({"type": "sand_ran_out", "at_ms": 10**11})
    assert (status, answer["code"]) == (409, "session.not_for_seats")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 8000,
        b'"text"',
        b'{"key":"abcdefgh","version":1,"more":1}',
        b'{"key":"abcdefgh","version":"1"}',
    ],
    ids=["nothing", "half", "deep", "no object", "unknown field", "wrong type"],
)
def test_a_body_that_can_not_be_read_gets_one_sentence(quiet_game: Person, body: bytes) -> None:
    headers = {
        "content-type": "application/json",
        "origin": quiet_game.url,
        "cookie": quiet_game.cookie or "",
    }
    request = urllib.request.Request(f"{quiet_game.url}/api/start", body, headers)
    with pytest.raises(urllib.error.HTTPError) as refused, urllib.request.urlopen(request):
        pass
    with refused.value as error:
        assert (error.code in (400, 422), json.load(error)["code"]) == (True, "malformed.request")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("play", {"key": "abcdefgh", "round": 1, "event": {"type": "thrown"}}),
        ("press", {"key": "abcdefgh", "round": 1, "pressed_ms": 1}),
        ("retract", {"key": "abcdefgh", "log": 0}),
        ("redo", {"key": "abcdefgh", "log": 0}),
        ("correction", {"entry": 1, "replacement": None}),
        ("correct", {"key": "abcdefgh", "log": 0, "entry": 1, "replacement": None}),
        ("start", {"key": "abcdefgh", "version": 1}),
        ("close", {"key": "abcdefgh"}),
        ("continue", {"key": "abcdefgh"}),
        ("seating", {"is_open": True}),
        ("name", {"name": "Mina"}),
    ],
)
@pytest.mark.parametrize("cookie", [None, "khepri=", "khepri=guessed"])
def test_who_was_not_at_the_table_may_not_act(
    quiet_game: Person, path: str, body: dict[str, object], cookie: str | None
) -> None:
    stranger = Person(quiet_game.url)
    stranger.cookie = cookie
    status, answer = stranger.post(path, **body)
    assert (status, answer["code"].partition(".")[0]) == (403, "seating")


def test_the_record_of_the_open_game_folds(three_seated: Person) -> None:
    three_seated.play({"type": "thrown"})
    with urllib.request.urlopen(f"{three_seated.url}/api/record") as answer:
        record = read_record(answer.read().decode())
    assert [s.sign for s in record.header.seats] == ["sun", "eye", "lotus"]


def test_a_name_is_cleaned_and_kept_out_of_markup(three_seated: Person, hand: Hand) -> None:
    host = three_seated
    host.post("seating", is_open=True)
    host.post("sit", sign="sun")
    hand.down("button_1")
    until(lambda: host.snapshot["you"]["seat"] == 0, "the seat")
    hand.up("button_1")
    host.post("name", name="  \u202e<b>Mi\u0000na</b>  ")
    until(lambda: host.game["seats"][0]["name"] != "", "the name")
    assert host.game["seats"][0]["name"] == "<b>Mi na</b>"
    assert host.post("name", name="x" * 25)[1]["code"] == "malformed.wrong_length"


def test_the_bench_opens_once_by_its_link(table: TableProcess) -> None:
    link = table.bench_link.replace("127.0.0.1", "localhost")
    codes = []
    opener = urllib.request.build_opener(_NoRedirect)
    for _ in range(2):
        try:
            with opener.open(link) as answer:
                codes.append(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                codes.append(error.code)
    assert codes == [303, 200]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def test_buttons_pressed_together_on_two_benches_are_told_apart(
    three_seated: Person, table: TableProcess
) -> None:
    with Hand(table.url) as left, Hand(table.url) as right:
        pushes = [
            threading.Thread(target=h.down, args=(n,)) for h, n in ((left, "button_1"), (right, "button_2"))
        ]
        for push in pushes:
            push.start()
        for push in pushes:
            push.join()
        until(lambda: len(three_seated.view["claims"]) == 2, "both claims")
    first, second = three_seated.view["claims"]
    is_close = first["margin_ms"] is not None and abs(first["margin_ms"]) <= 1
    assert first["is_dead_heat"] is second["is_dead_heat"]
    assert is_close or not first["is_dead_heat"]


def test_watchers_of_one_kind_see_the_same_text_and_the_present_time(three_seated: Person) -> None:
    with Person(three_seated.url) as one, Person(three_seated.url) as other:
        seen = [{**p.snapshot, "table_ms": 0} for p in (one, other)]
        assert seen[0] == seen[1]
        assert one.snapshot["table_ms"] <= other.snapshot["table_ms"]

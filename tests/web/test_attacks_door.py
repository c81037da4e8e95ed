"""What somebody on the same network, or a page elsewhere, asks of every route; at the door of a real session.

Each test names the promise of docs/security.md that it attacks.
"""

import asyncio
import hashlib
import json
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from starlette.types import Message

from device import arranging
from device.backup import back_up
from device.network.networking import Wish
from device.seating import LOCKED_S, WRONG_CODES_ALLOWED
from device.views import snapshot, viewer
from device.waiting import PENDING_S
from rules.core import Sign
from tests.device.conftest import EYE, LOTUS, SUN
from tests.web.door import OWN, Answer, Door
from web.app import RecordText, create_app
from web.snapshots import Snapshots

HERE = f"{OWN[0]}:{OWN[1]}"
FOREIGN = [
    None,
    "null",
    "http://evil.example",
    f"https://{HERE}",
    f"http://{OWN[0]}",
    f"http://{OWN[0]}:9999",
    f"http://{HERE}.evil.example",
    f"http://{HERE}@evil.example",
    f"http://{HERE}, http://evil.example",
]
PARTS = (
    "\u202e",
    "\u2066",
    "\u200f",
    "<script>alert(1)</script>",
    "<b>",
    "&lt;",
    "\u2028",
    "\x1b[31m",
    "\x00",
)


@pytest.fixture
async def led(door: Door) -> Door:
    """Sun, eye and lotus play; whoever asks leads, and no phone has a seat."""
    await door.table.open_game()
    await door.table.seating.become_host(door.token, door.table.seating.host_code)
    return door


async def routes(door: Door, method: str) -> list[str]:
    """List the paths that are described for a method."""
    described = (await door.ask("GET", "/openapi.json")).json
    return [path for path, ways in described["paths"].items() if method in ways]


async def first_told(door: Door, path: str, host: str = HERE, **headers: str) -> Message:
    """Open a WebSocket and give what it is told first."""
    told: list[Message] = []

    async def coming() -> AsyncIterator[Message]:
        yield {"type": "websocket.connect"}
        yield {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Message) -> None:
        told.append(message)

    pairs = {"host": host, **headers}
    scope = {
        "type": "websocket",
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in pairs.items()],
        "server": OWN,
        "client": ("192.168.1.66", 4000),
        "scheme": "ws",
        "query_string": b"",
        "root_path": "",
    }
    messages = coming()
    await door.app(scope, messages.__anext__, send)
    return told[0]


def seen(door: Door, token: str | None) -> str:
    """Give the snapshot of whoever has that token, as text."""
    table = door.table
    return json.dumps(
        snapshot(table.session, table.seating, door.desk.machine.parts(), viewer(table.seating, token)),
        ensure_ascii=False,
    )


# ---- a page elsewhere can do nothing ----


async def test_no_write_is_done_for_a_foreign_page(led: Door) -> None:
    before = led.table.session.version
    answers = [
        await led.ask("POST", path, b"{}", changed={"origin": origin, "content-type": "text/plain"})
        for path in await routes(led, "post")
        for origin in FOREIGN
    ]
    assert {(answer.status, answer.json["code"]) for answer in answers} == {(403, "guard.foreign_origin")}
    assert len(answers) > 20 * len(FOREIGN)
    assert led.table.session.version == before


@pytest.mark.parametrize("path", ["/ws", "/ws/watch", "/bench/ws", "/nowhere"])
async def test_no_websocket_opens_for_a_foreign_page(led: Door, path: str) -> None:
    for origin in FOREIGN:
        named = {} if origin is None else {"origin": origin}
        told = await first_told(led, path, cookie=f"khepri={led.token}", **named)
        assert told == {"type": "websocket.close", "code": 1008, "reason": "guard.foreign_origin"}


async def test_no_other_page_is_told_that_it_may_read(led: Door) -> None:
    evil = {
        "origin": "http://evil.example",
        "access-control-request-method": "POST",
        "access-control-request-private-network": "true",
    }
    for method in ("GET", "POST", "OPTIONS"):
        for path in ("/", "/api/play", "/api/record", "/api/profiles/giza", "/openapi.json"):
            answer = await led.ask(method, path, changed=evil)
            assert [name for name in answer.headers if name.startswith("access-control")] == []


async def test_nothing_runs_that_the_table_did_not_serve(led: Door) -> None:
    for path in ("/", "/bench", "/api/record", "/static/main.js", "/qr.svg", "/nowhere"):
        headers = (await led.ask("GET", path)).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert (policy["script-src"], policy["style-src"]) == ("'self'", "'self'")
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")


# ---- DNS rebinding does not help ----


FOREIGN_HOSTS = [
    "evil.example",
    f"{OWN[0]}.evil.example:{OWN[1]}",
    f"{HERE}; script-src *",
    f"{HERE}/",
    f"x@{HERE}",
    "192.168.1.8",
    "127.0.0.1",
    "[::1]",
    "0.0.0.0",
    "192.168.263",
    "3232235783",
]


async def test_no_route_answers_to_a_foreign_host(led: Door) -> None:
    gets = [path.replace("{game}", "giza") for path in await routes(led, "get")]
    posts, answers = await routes(led, "post"), list[Answer]()
    for host in FOREIGN_HOSTS:
        answers += [await led.ask("POST", path, b"{}", host=host) for path in posts]
        answers += [
            await led.ask("GET", path, host=host) for path in (*gets, "/", "/static/main.js", "/bench")
        ]
        for path in ("/ws", "/ws/watch", "/bench/ws"):
            told = await first_told(led, path, host, origin=f"http://{host}")
            assert told["reason"] == "guard.foreign_host"
    assert {(answer.status, answer.json["code"]) for answer in answers} == {(421, "guard.foreign_host")}


# ---- requests without sense ----


async def test_a_write_without_a_body_is_refused_and_changes_nothing(led: Door) -> None:
    before = led.table.session.version, led.table.entries
    for path in await routes(led, "post"):
        for query in ("", "key=12345678"):
            answer = await led.ask("POST", path, query=query)
            assert (answer.status, answer.json.keys()) == (422, {"code", "message", "params"}), path
    assert (led.table.session.version, led.table.entries) == before


async def test_no_other_method_does_anything(led: Door) -> None:
    before = led.table.session.version
    for path in (*await routes(led, "post"), "/", "/ws", "/ws/watch", "/static/main.js"):
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"):
            answer = await led.ask(method, path, b"{}")
            assert (answer.status in (404, 405), answer.json["params"]) == (True, {}), (method, path)
    assert led.table.session.version == before


async def test_no_path_leads_out_of_the_pages_own_files(led: Door) -> None:
    paths = [
        "../pyproject.toml",
        "../../../../../../etc/passwd",
        "..\\..\\pyproject.toml",
        "/etc/passwd",
        "//etc/passwd",
        "%2e%2e/pyproject.toml",
        "..%2fpyproject.toml",
        "./main.js/",
        "main.js\x00.html",
        "../../device/store.py",
        "../table.db",
        "file:///etc/passwd",
        "en",
        "xx.json",
    ]
    for path in paths:
        for prefix in ("/static/", "/texts/", "/api/profiles/", "//", "/static/games/"):
            answer = await led.ask("GET", prefix + path)
            assert (answer.status in (404, 422), len(answer.body) < 500) == (True, True), prefix + path
            assert [word for word in (b"root:", b"[project]", b"SQLite") if word in answer.body] == []


async def test_a_record_that_is_asked_for_again_and_again_is_written_once(led: Door) -> None:
    table, text = led.table, RecordText()
    written = text.of(table.session.record())
    assert text.of(table.session.record()) is written
    await table.host("dice_read", d8=1, d10=2, d12=3)
    again = text.of(table.session.record())
    assert (again != written, text.of(table.session.record()) is again) == (True, True)
    await arranging.rename(table.session, SUN, "Mina")
    assert '"Mina"' in text.of(table.session.record())


async def test_who_looks_at_copies_again_and_again_keeps_no_move_waiting(led: Door) -> None:
    async with led.table.session.order:
        first = asyncio.create_task(led.ask("GET", "/api/profiles/giza"))
        await asyncio.sleep(0)
        async with asyncio.timeout(10):
            answers = [await led.ask("GET", "/api/profiles/giza") for _ in range(20)]
    assert {answer.status for answer in (*answers, await first)} == {200}


# ---- names are only ever text ----


async def test_no_name_carries_marks_that_turn_or_end_a_line(led: Door) -> None:
    table = led.table
    table.seating.open(True)
    table.seating.ask(led.token, SUN)
    await table.seating.pair(SUN)
    for part in PARTS:
        long = await led.post("name", {"name": part * 10_000})
        assert (long.status in (413, 422), len(long.body) < 500) == (True, True)
        assert (await led.post("name", {"name": f"a{part}b"})).status == 200 or len(part) > 20
        assert table.session.sitting is not None
        name = table.session.sitting.header.seats[0].name
        assert len(name) <= 24
        assert [sign for sign in "\u202e\u2066\u200f\u2028\x1b\x00" if sign in name] == []
        assert json.loads(seen(led, None))["game"]["seats"][0]["name"] == name


async def test_names_of_copies_and_files_stay_one_header(led: Door) -> None:
    for name in ('x"\r\nset-cookie: khepri=1', "../../etc/passwd", "\u202egnp.exe", "a" * 201, "\x00"):
        answer = await led.post(
            "profiles/keep",
            {"key": secrets.token_hex(8), "game": "giza", "profile": {"name": name}, "replaces": None},
        )
        kept = json.loads(answer.body).get("name", "")
        for asked in (name, kept):
            query = f"name={''.join(f'%{byte:02x}' for byte in asked.encode())}"
            file = await led.ask("GET", "/api/profiles/giza/file", query=query)
            told = file.headers.get("content-disposition", "")
            assert ("\r" in told, "/" in told, '"' in told, "set-cookie" in file.headers) == (False,) * 4


# ---- never a seat by name: tokens ----


async def given(door: Door, answer: Answer) -> str:
    """Give the token in an answer's cookie, whose every promise is looked at."""
    cookie, *marks = answer.headers["set-cookie"].split("; ")
    assert {mark.lower() for mark in marks} >= {"httponly", "samesite=strict", "path=/"}
    name, _, token = cookie.partition("=")
    assert (name, len(token) >= 43) == ("khepri", True)
    return token


@pytest.mark.parametrize("chosen", ["khepri=evil", f"khepri={'a' * 43}", "khepri=", None])
async def test_a_token_is_drawn_by_the_table_and_by_nobody_else(door: Door, chosen: str | None) -> None:
    answer = await door.ask("POST", "/api/sit", b'{"sign": "sun"}', changed={"cookie": chosen})
    token = await given(door, answer)
    assert not chosen or token not in chosen
    again = await door.ask("POST", "/api/sit", b'{"sign": "sun"}', changed={"cookie": f"khepri={token}"})
    assert (again.status, "set-cookie" in again.headers) == (200, False)
    await door.table.seating.pair(SUN)
    assert door.table.seating.phone(token).sign is SUN
    assert door.table.seating.phone("evil").sign is None
    code = json.dumps({"code": door.table.seating.host_code}).encode()
    host = await door.ask("POST", "/api/host", code, changed={"cookie": chosen})
    assert await given(door, host) != token


async def test_no_cookie_is_read_by_its_quotes_which_can_take_seconds(led: Door) -> None:
    asked = {"cookie": 'khepri="a-\\164oken"'}
    answer = await led.ask("POST", "/api/close", b'{"key": "12345678"}', changed=asked)
    assert (answer.status, answer.json["code"]) == (403, "seating.not_host")


async def test_tokens_are_stored_as_hashes_and_shown_to_nobody(led: Door) -> None:
    table = led.table
    hashed = hashlib.sha256(led.token.encode()).hexdigest()
    await table.session.keep_clock()
    files = b"".join(file.read_bytes() for file in table.path.parent.glob("table.db*"))
    assert (led.token.encode() in files, hashed.encode() in files) == (False, True)
    gets = ["/api/record", "/openapi.json", "/api/profiles/giza", "/", "/qr.svg"]
    shown = b"".join([(await led.ask("GET", path)).body for path in gets]).decode()
    shown += "".join(seen(led, token) for token in (led.token, "other", None))
    secret = [led.token, hashed, table.seating.host_code, led.desk.bench_key or "no key"]
    assert [word for word in secret if word in shown] == []


async def test_the_wifis_password_is_told_to_the_host_alone(led: Door) -> None:
    opened = asyncio.Event()
    led.network.listen(lambda: opened.set() if led.network.now.own is not None else None)
    running = asyncio.create_task(led.network.run())
    led.network.wish(Wish.OPEN)
    async with asyncio.timeout(10):
        await opened.wait()
    running.cancel()
    assert led.network.now.own is not None
    password, shown = led.network.now.own.password, Snapshots(led.desk, "build")
    assert [password in shown.text(token) for token in (led.token, "other", None)] == [True, False, False]
    for path in ("/api/record", "/api/profiles/giza", "/openapi.json", "/qr.svg"):
        assert password.encode() not in (await led.ask("GET", path)).body
    folder = led.table.path.parent
    back_up(folder, folder / "backup.db")
    kept = b"".join(file.read_bytes() for file in folder.glob("table.db*"))
    given_away = (folder / "backup.db").read_bytes()
    assert (password.encode() in kept, password.encode() in given_away) == (True, False)


async def test_a_stolen_token_is_worth_nothing_once_its_seat_is_given_away(door: Door) -> None:
    seating = door.table.seating
    for token in ("stolen", "new phone"):
        seating.ask(token, SUN)
        await seating.pair(SUN)
    await seating.become_host("stolen host", seating.host_code)
    await seating.become_host("mine", seating.host_code)
    await seating.forget("mine")
    await door.table.seat(SUN, EYE)
    await door.table.session.start()
    for token in ("stolen", "new phone", "stolen host"):
        door.token = token
        answers = [await door.post("name", {"name": "x"}), await door.post("close", {"key": "12345678"})]
        assert [(a.status, a.json["code"]) for a in answers] == [
            (403, "seating.not_seated"),
            (403, "seating.not_host"),
        ]


async def test_a_replayed_request_changes_nothing(led: Door) -> None:
    body = {
        "key": "1234567890",
        "round": 1,
        "log": 0,
        "event": {"type": "dice_read", "d8": 1, "d10": 2, "d12": 3},
    }
    first = await led.post("play", body)
    assert (first.status, led.table.entries) == (200, 1)
    assert (await led.post("play", body)).json == first.json
    stale = await led.post("play", {**body, "key": "another key"})
    assert (stale.status, stale.json["code"], led.table.entries) == (409, "session.stale", 1)
    back = {"key": "take it back", "log": 1}
    assert [(await led.post("retract", back)).status for _ in range(2)] == [200, 200]
    assert led.table.entries == 2
    led.table.restart()
    again = Door(led.table)
    assert (await again.post("play", body)).json == first.json
    assert led.table.entries == 2


# ---- pairing and the host's code ----


async def test_a_wish_to_sit_is_not_taken_over(door: Door) -> None:
    seating = door.table.seating
    seating.ask("mine", EYE)
    shown = seating.pending
    for sign in (*Sign, None):
        answer = await door.post("sit", {"sign": sign})
        assert (answer.status, answer.json["code"]) == (409, "seating.other_pending")
    await door.post("stand", {})
    assert seating.pending == shown
    await seating.pair(EYE)
    assert (seating.phone("mine").sign, seating.phone(door.token).sign) == (EYE, None)


async def test_asking_again_and_again_keeps_nobody_away(door: Door) -> None:
    seating = door.table.seating
    seating.ask("evil", EYE)
    version = door.table.session.version
    for _ in range(5):
        seating.ask("evil", EYE)
    assert door.table.session.version == version
    for sign in (LOTUS, EYE):
        door.table.time.pass_ms(PENDING_S * 1000 / 2 - 1)
        seating.ask("evil", sign)
    door.table.time.pass_ms(2)
    seating.ask("mine", SUN)
    assert seating.is_pending("mine")


async def test_no_seat_and_no_lead_is_had_while_seats_are_closed(led: Door) -> None:
    seating = led.table.seating
    with pytest.raises(Exception, match="no seats are given now"):
        seating.ask("evil", EYE)
    assert (await seating.pair(EYE), await seating.pair_host()) == (False, False)
    seating.open(True)
    seating.ask("evil", EYE)
    assert (await seating.pair(SUN), await seating.pair(LOTUS)) == (False, False)


async def test_the_hosts_code_is_guessed_five_times_a_minute_by_all_phones_together(door: Door) -> None:
    seating = door.table.seating
    right = seating.host_code
    wrong = [f"{number:06}" for number in range(1_000_000) if f"{number:06}" != right][:WRONG_CODES_ALLOWED]

    async def said(code: str) -> tuple[int, str]:
        door.token = secrets.token_hex(8)
        answer = await door.post("host", {"code": code})
        return answer.status, answer.json.get("code", "")

    assert [await said(code) for code in wrong] == [(403, "seating.wrong_code")] * WRONG_CODES_ALLOWED
    assert await said(right) == (429, "seating.too_many_codes")
    door.table.time.pass_ms(LOCKED_S * 1000)
    assert (await said(right))[0] == 200


@pytest.mark.parametrize("code", ["", " ", "000000\u0000", "٠٠٠٠٠٠", "x" * 12, "1" * 13])
async def test_what_is_no_code_makes_no_host(door: Door, code: str) -> None:
    assert (await door.post("host", {"code": code})).status in (403, 422)
    assert door.table.seating.phones.hosts == 0


# ---- what is for the table's own machine ----


async def test_neither_bench_nor_health_is_had_from_the_network(led: Door) -> None:
    for host in (HERE, "localhost", "khepri.local:8080"):
        for path in ("/bench", "/api/health"):
            for claimed in ("127.0.0.1", "::1", "localhost"):
                forwarded = {"x-forwarded-for": claimed, "forwarded": f"for={claimed}", "x-real-ip": claimed}
                answer = await led.ask("GET", path, host=host, client="192.168.1.66", changed=forwarded)
                assert answer.status == 403
        told = await first_told(led, "/bench/ws", host, origin=f"http://{host}", cookie="khepri-bench=x")
        assert told["type"] == "websocket.close"


async def test_the_benchs_key_is_not_guessed_and_works_once(led: Door) -> None:
    led.app, _ = create_app(replace(led.desk, bench_key="the right key"))
    for key in ("", "x", "a" * 5_000, "%ff", "%D0%BA", "the%20right%20ke", "the%20right%20key%00"):
        answer = await led.ask("GET", "/bench", query=f"key={key}", client="192.168.1.66")
        assert (answer.status, "set-cookie" in answer.headers) == (403, False)
    right = await led.ask("GET", "/bench", query="key=the%20right%20key", client="192.168.1.66")
    again = await led.ask("GET", "/bench", query="key=the%20right%20key", client="192.168.1.67")
    marks = {mark.lower() for mark in right.headers["set-cookie"].split("; ")[1:]}
    assert (right.status, again.status) == (303, 403)
    assert marks == {"httponly", "samesite=strict", "path=/bench"}

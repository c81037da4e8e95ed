"""The phone page's server: routes that translate requests for the session, and nothing else."""

import io
from typing import Any

import segno
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse, RedirectResponse

from device import amending, arranging
from device.presses import is_new_press
from device.refusals import SessionRule
from device.seating import Seating, SeatingRule
from device.views import correction_view, earlier_lines, mending_view, view_before, viewer
from rules.core import Sign
from rules.errors import IllegalMoveError
from rules.record import Record, write_record
from rules.table import Origin
from web import commands
from web.answers import add_error_answers
from web.bench import BenchDoor
from web.desk import Desk
from web.files import Files
from web.guard import COOKIE, Guard, cookie, host_name, is_loopback
from web.health import add_date, add_health
from web.live import Live
from web.profiles import add_profiles
from web.snapshots import Snapshots

COOKIE_S = 180 * 24 * 3600


class RecordText:
    """The open game's record, written anew only when it has changed: anybody may ask for it."""

    def __init__(self) -> None:
        self._of: Record | None = None
        self._text = ""

    def of(self, record: Record) -> str:
        """Give a record as text."""
        is_same = self._of is not None and self._of.table is record.table and self._of.header is record.header
        if not is_same:
            self._of, self._text = record, write_record(record)
        return self._text


def create_app(desk: Desk) -> tuple[Any, Live]:
    """Build the server, guarded, and the live pages that a heard press is told to."""
    session, seating = desk.session, desk.seating
    files = Files()

    snapshots = Snapshots(desk, files.build)
    live = Live(session, snapshots.text, lambda token: seating.phone(token).sign is not None)
    app = FastAPI(title="Khepri", version="1", docs_url=None, redoc_url=None)
    add_error_answers(app)
    _add_pages(app, desk, files)
    _add_play(app, desk, live)
    _add_seats(app, desk)
    add_profiles(app, session, lambda request: _host(desk, request))
    add_date(app, lambda request: _host(desk, request), desk.machine.take_date)
    add_health(app, desk.machine.health)
    BenchDoor(desk.bench, desk.bench_key, files).add(app)

    @app.websocket("/ws")
    async def live_page(socket: WebSocket) -> None:
        await live.serve(socket, cookie(socket.scope, COOKIE))

    @app.websocket("/ws/watch")
    async def television(socket: WebSocket) -> None:
        """A page that everybody can see shows nobody's own view, whose browser it may be."""
        await live.serve(socket, None)

    network = desk.network
    guarded = Guard(app, desk.machine.names, own_net=lambda: network.own_net, reached=network.reached)
    return guarded, live


def _host(desk: Desk, request: Request) -> None:
    if not desk.seating.phone(cookie(request.scope, COOKIE)).is_host:
        raise IllegalMoveError(SeatingRule.NOT_HOST, "only the host may do that")


def _seated(desk: Desk, request: Request) -> Sign:
    sign = desk.seating.phone(cookie(request.scope, COOKIE)).sign
    if sign is None:
        raise IllegalMoveError(SeatingRule.NOT_SEATED, "this phone has no seat at the table")
    return sign


def _token(seating: Seating, request: Request, response: Response) -> str:
    """Give the phone's token, a new one with its cookie where it has none that we gave it."""
    token = cookie(request.scope, COOKIE)
    if not token or not seating.knows(token):
        token = seating.new_token()
        response.set_cookie(COOKIE, token, max_age=COOKIE_S, path="/", httponly=True, samesite="strict")
    return token


def _add_pages(app: FastAPI, desk: Desk, files: Files) -> None:
    record_text = RecordText()

    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        server = request.scope.get("server")
        name = host_name(request.headers["host"])
        if server and name != server[0] and not is_loopback(server[0]):
            return RedirectResponse(f"http://{server[0]}:{server[1]}/", 307)
        return files.answer("/static/index.html", request)

    @app.get("/static/{path:path}", include_in_schema=False)
    async def static(path: str, request: Request) -> Response:
        return files.answer(f"/static/{path}", request)

    @app.get("/texts/{name:path}", include_in_schema=False)
    async def texts(name: str, request: Request) -> Response:
        return files.answer(f"/texts/{name}", request)

    @app.get("/qr.svg", include_in_schema=False)
    async def qr() -> Response:
        url = desk.machine.url()
        if url is None:
            return Response(status_code=404)
        drawn = io.BytesIO()
        segno.make(url, error="m").save(
            drawn, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False
        )
        return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-cache"})

    @app.get("/api/record", response_class=PlainTextResponse)
    async def record() -> Response:
        """The open game as a record, JSON Lines."""
        found = desk.session.record()
        name = f"{found.header.game.id}-{found.header.id[:8]}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(record_text.of(found), media_type="application/x-ndjson", headers=headers)


def _add_play(app: FastAPI, desk: Desk, live: Live) -> None:
    session = desk.session

    @app.get("/api/lines")
    async def lines(before: commands.EntryNumber, request: Request) -> dict[str, Any]:
        """The lines of the open game before an entry, as this phone may see them."""
        return earlier_lines(session, viewer(desk.seating, cookie(request.scope, COOKIE)), before)

    @app.post("/api/play")
    async def play(body: commands.Play, request: Request) -> dict[str, int]:
        """Bring one event: a seat's phone its own, the host any that is entered."""
        seat = None
        if not desk.seating.phone(cookie(request.scope, COOKIE)).is_host:
            sitting, sign = session.sitting, _seated(desk, request)
            seat = None if sitting is None else sitting.seat_of(sign)
            if sitting is not None and seat is None:
                raise IllegalMoveError(SessionRule.NOT_SEATED, f"{sign} has no seat in this game")
        origin = Origin.PHONE if seat is not None else Origin.HOST
        number = await session.play(
            body.event, origin, key=body.key, round_number=body.round, log=body.log, seat=seat
        )
        return {"entry": number}

    @app.post("/api/press", status_code=202)
    async def press(body: commands.PressClaim, request: Request) -> dict[str, bool]:
        """Claim by phone; what counts comes with the next snapshot."""
        sign = _seated(desk, request)
        if is_new_press(session, body.key, body.round):
            bound_ms = live.bound_ms(cookie(request.scope, COOKIE))
            desk.press_by_phone(sign, body.pressed_ms, bound_ms, body.key)
        return {"heard": True}

    @app.post("/api/retract")
    async def retract(body: commands.OnLog, request: Request) -> dict[str, int]:
        """Take back the last entry."""
        _host(desk, request)
        return {"entry": await amending.retract(session, key=body.key, log=body.log)}

    @app.post("/api/redo")
    async def redo(body: commands.OnLog, request: Request) -> dict[str, int]:
        """Bring back what was taken back last."""
        _host(desk, request)
        return {"entry": await amending.redo(session, key=body.key, log=body.log)}

    @app.post("/api/correction")
    async def correction(body: commands.TryCorrection, request: Request) -> dict[str, Any]:
        """Try a correction: which later entries would no longer fit, and how the scores would stand."""
        _host(desk, request)
        return correction_view(session, amending.try_correction(session, body.entry, body.replacement))

    @app.post("/api/before")
    async def before(body: commands.LookBack, request: Request) -> dict[str, Any]:
        """Look how the table stood before an entry, to enter it anew, and how it is undone."""
        _host(desk, request)
        return {"view": view_before(session, body.entry), **mending_view(session, body.entry)}

    @app.post("/api/correct")
    async def correct(body: commands.Correct, request: Request) -> dict[str, int]:
        """Replace or remove an earlier entry."""
        _host(desk, request)
        number = await amending.correct(
            session, body.entry, body.replacement, body.set_aside, key=body.key, log=body.log
        )
        return {"entry": number}

    @app.post("/api/setup")
    async def setup(body: commands.ArrangeSetup, request: Request) -> dict[str, int]:
        """Arrange seats, game and options."""
        _host(desk, request)
        await arranging.arrange_as(
            session, body.model_dump(exclude={"key", "version"}), body.version, key=body.key
        )
        return {"version": session.setup_version}

    @app.post("/api/start")
    async def start(body: commands.StartGame, request: Request) -> dict[str, str]:
        """Start a game."""
        _host(desk, request)
        await session.start(version=body.version, key=body.key)
        sitting = session.sitting
        return {"record": "" if sitting is None else sitting.header.id}

    @app.post("/api/close")
    async def close(body: commands.Keyed, request: Request) -> dict[str, bool]:
        """Leave the open game; its record is kept."""
        _host(desk, request)
        await session.close(key=body.key)
        return {"closed": True}

    @app.post("/api/continue")
    async def go_on(body: commands.Keyed, request: Request) -> dict[str, bool]:
        """Go on after the table was cut off."""
        _host(desk, request)
        await session.resume()
        return {"running": True}


def _add_seats(app: FastAPI, desk: Desk) -> None:
    seating = desk.seating

    @app.post("/api/seating")
    async def open_seating(body: commands.OpenSeating, request: Request) -> dict[str, bool]:
        """Open or close seating mode."""
        _host(desk, request)
        seating.open(body.is_open)
        return {"is_open": seating.is_open}

    @app.post("/api/forget")
    async def forget(body: commands.Empty, request: Request) -> dict[str, bool]:
        """Take seats and the host's part from every phone but this one."""
        _host(desk, request)
        await seating.forget(cookie(request.scope, COOKIE))
        return {"forgotten": True}

    @app.post("/api/sit")
    async def sit(body: commands.Sit, request: Request, response: Response) -> dict[str, bool]:
        """Ask to be seated; then the seat's button is held at the table."""
        if body.sign is not None and body.sign not in list(Sign):
            raise IllegalMoveError(
                SeatingRule.NO_SUCH_SEAT, f"{body.sign[:20]!r} is no seat", {"sign": body.sign[:20]}
            )
        seating.ask(_token(seating, request, response), None if body.sign is None else Sign(body.sign))
        return {"pending": True}

    @app.post("/api/stand")
    async def stand(body: commands.Empty, request: Request) -> dict[str, bool]:
        """Give the seat back, or withdraw the wish for one."""
        token = cookie(request.scope, COOKIE)
        if token:
            await seating.stand(token)
        return {"standing": True}

    @app.post("/api/host")
    async def host(body: commands.HostCode, request: Request, response: Response) -> dict[str, bool]:
        """Become the host by the code on the console."""
        await seating.become_host(_token(seating, request, response), body.code)
        return {"is_host": True}

    @app.post("/api/name")
    async def name(body: commands.Name, request: Request) -> dict[str, bool]:
        """Name one's own seat."""
        await arranging.rename(desk.session, _seated(desk, request), body.name)
        return {"named": True}

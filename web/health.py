"""What `khepri doctor` asks of the running table, on the same machine only; and the date a phone brings."""

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from web import commands
from web.guard import host_name, is_loopback


def add_health(app: FastAPI, health: Callable[[], Any]) -> None:
    """Add the answer to the doctor; it holds nothing secret, but is nobody else's business."""

    @app.get("/api/health", include_in_schema=False)
    async def say_health(request: Request) -> Response:
        client = request.client
        if client is None or not (
            is_loopback(client.host) and is_loopback(host_name(request.headers["host"]))
        ):
            return PlainTextResponse("Only the table's own machine may ask that.", 403)
        return JSONResponse(health(), headers={"cache-control": "no-store"})


def add_date(app: FastAPI, check_host: Callable[[Request], None], take: Callable[[int, int], Any]) -> None:
    """Add what takes the date of the phone that leads."""

    @app.post("/api/date")
    async def date(body: commands.PhonesDate, request: Request) -> dict[str, bool]:
        """Say what time it is; it counts only while the table knows no better."""
        check_host(request)
        return {"taken": await take(body.unix_ms, body.offset_min)}

"""Refusals as HTTP: one clear sentence, a code, and a status that says whose fault it was."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from device.errors import StoreError
from device.seating import SeatingRule
from rules.errors import NO_PARAMS, IllegalMoveError, Param, RulesError

FORBIDDEN = (SeatingRule.NOT_HOST, SeatingRule.NOT_SEATED, SeatingRule.WRONG_CODE)


def _answer(
    status: int,
    code: str,
    message: str,
    params: Mapping[str, Param] = NO_PARAMS,
    also: Sequence[RulesError] = (),
) -> Response:
    told: dict[str, Any] = _told(code, message, params)
    if also:
        told["also"] = [_told(str(each.code), each.message, each.params) for each in also]
    # In ASCII: a refusal repeats what came, and that may hold half a sign, which UTF-8 can't.
    return Response(json.dumps(told), status, media_type="application/json")


def _told(code: str, message: str, params: Mapping[str, Param]) -> dict[str, Any]:
    return {"code": code, "message": message, "params": dict(params)}


def add_error_answers(app: FastAPI) -> None:
    """Have every refusal answered as JSON; what is no refusal stays a 500 and goes to the log."""

    @app.exception_handler(RulesError)
    async def refused(request: Request, error: RulesError) -> Response:
        status = 422
        if error.code in FORBIDDEN:
            status = 403
        elif error.code is SeatingRule.TOO_MANY_CODES:
            status = 429
        elif isinstance(error, IllegalMoveError):
            status = 409
        return _answer(status, str(error.code), error.message, error.params, error.also)

    @app.exception_handler(StoreError)
    async def not_kept(request: Request, error: StoreError) -> Response:
        return _answer(503, "session.disk", str(error))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return _answer(422, "malformed.request", f"{where}: {first['msg']}", {"where": where})

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        code = "malformed.request" if error.status_code == 400 else f"http.{error.status_code}"
        return _answer(error.status_code, code, str(error.detail))

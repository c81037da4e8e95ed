"""Whatever the description of the API allows, and what it does not: answered, and never with a fault.

Schemathesis makes the requests out of `/openapi.json`: such as fit, and such as miss in one place.
"""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.core.result import Ok

from tests.device.conftest import EYE, Table
from tests.web.door import Answer, Door

EXAMPLES = 12
REFUSED = (400, 403, 404, 405, 409, 413, 422, 429)
PEOPLE = ("the host", "a seat", "a stranger")
MODES = {"what fits": GenerationMode.POSITIVE, "what misses": GenerationMode.NEGATIVE}
ANYTHING_FITS = ("get /api/record", "get /api/profiles/{game}")

schemathesis.serializer.alias("application/toml", "text/plain")


async def _described() -> Any:
    with TemporaryDirectory() as name:
        table = Table(Path(name, "table.db"))
        try:
            return (await Door(table).ask("GET", "/openapi.json")).json
        finally:
            table.close()


DESCRIPTION = schemathesis.openapi.from_dict(asyncio.run(_described()))
AnyOperation = APIOperation[Any, Any, Any, Any]
OPERATIONS = {
    f"{each.ok().method} {each.ok().path}": each.ok()
    for each in DESCRIPTION.get_all_operations()
    if isinstance(each, Ok)
}


class Asked:
    """A table with an open game, and the loop on which it lives."""

    def __init__(self, folder: Path) -> None:
        self._runner = asyncio.Runner()
        self.door = self._runner.run(self._opened(folder))
        self.said: list[str] = []

    async def _opened(self, folder: Path) -> Door:
        door = Door(Table(folder / "table.db"))
        seating = door.table.seating
        await door.table.open_game()
        seating.open(True)
        seating.ask("a seat", EYE)
        await seating.pair(EYE)
        await seating.become_host("the host", seating.host_code)
        return door

    def ask(self, case: Case[AnyOperation], who: str) -> Answer:
        return self._runner.run(self._ask(case, who))

    async def _ask(self, case: Case[AnyOperation], who: str) -> Answer:
        body = b"" if case.body is schemathesis.core.NOT_SET else case.body
        self.door.token = who
        # What came before may have closed the game, or made everybody forgotten.
        if self.door.table.session.sitting is None:
            await self.door.table.open_game()
        if not self.door.table.seating.phone("the host").is_host:
            await self.door.table.seating.become_host("the host", self.door.table.seating.host_code)
        return await self.door.ask(
            case.method.upper(),
            case.formatted_path,
            body if isinstance(body, bytes) else json.dumps(body).encode(),
            query=urlencode(case.query, doseq=True),
        )

    def close(self) -> None:
        async def closed() -> None:
            self.door.table.close()

        self._runner.run(closed())
        self._runner.close()


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    table = Asked(tmp_path_factory.mktemp("schema"))
    yield table
    table.close()


CASES = [
    pytest.param(operation, mode, id=f"{name}, {how}")
    for name, operation in OPERATIONS.items()
    for how, mode in MODES.items()
    if mode is GenerationMode.POSITIVE or name not in ANYTHING_FITS
]


@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_no_request_is_answered_with_a_fault(
    asked: Asked,
    operation: AnyOperation,
    mode: GenerationMode,
    caplog: pytest.LogCaptureFixture,
) -> None:
    @given(case=operation.as_strategy(generation_mode=mode), who=st.sampled_from(PEOPLE))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Case[AnyOperation], who: str) -> None:
        answer = asked.ask(case, who)
        if answer.status >= 300:
            assert (answer.status in REFUSED, answer.json.keys() >= {"code", "message", "params"}) == (
                True,
                True,
            )

    check()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []

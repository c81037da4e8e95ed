"""Copies of a game over the API: who may, what is refused, and what comes back."""

import json
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from device import arranging
from device.profile_file import ProfileFault, write_profile
from device.profiles import ProfileRule
from device.setup import SetupRule
from rules.errors import Malformed
from tests.device.conftest import Table
from tests.made_copy import TABLETS, Profile, known_games
from tests.web.door import Answer, Door
from web.guard import LARGEST_BODY, LARGEST_PROFILE

OURS = Profile("Our box", tiles=48, skulls=(0, 1, 3))
TOML = write_profile(TABLETS, OURS)


class Host(Door):
    """A door at which the host asks; each question has a key of its own."""

    asked = 0

    def key(self) -> str:
        self.asked += 1
        return f"question-{self.asked}"

    async def say(self, path: str, **body: Any) -> Answer:
        return await self.post(f"profiles/{path}", {"key": self.key(), "game": "tablets", **body})

    async def keep(self, replaces: str | None = None, **fields: Any) -> Answer:
        return await self.say("keep", profile={"name": "Our box", **fields}, replaces=replaces)

    async def take_in(self, toml: str | bytes, **query: Any) -> Answer:
        body = toml.encode() if isinstance(toml, str) else toml
        asked = urlencode({"key": self.key(), "game": "tablets", **query})
        return await self.ask("POST", "/api/profiles/import", body, query=asked)

    async def all(self, game: str = "tablets") -> Any:
        return (await self.ask("GET", f"/api/profiles/{game}")).json


@pytest.fixture
async def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    table = Table(tmp_path / "table.db")
    # The page is made first: the made-up game has no texts.
    door = Host(table)
    monkeypatch.setitem(known_games(), TABLETS.id, TABLETS)
    await table.seating.become_host(door.token, table.seating.host_code)
    yield door
    table.close()


def code(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json["code"]


async def test_kept_copy_is_listed_and_in_use(host: Host) -> None:
    assert (await host.keep(tiles=48)).json == {"name": "Our box"}
    came = await host.all()
    assert (came["in_use"], [(p["name"], p["tiles"]) for p in came["profiles"]]) == (
        "Our box",
        [("Our box", 48)],
    )
    assert (came["game"], came["empty"]["tiles"], list(came["schema"]["properties"])) == (
        "tablets",
        None,
        ["name", "tiles", "skulls", "kinds", "edge", "is_mirrored", "has_lid", "board"],
    )


async def test_setup_shows_copy_and_house_values(host: Host) -> None:
    setup = {"game": "tablets", "seats": [], "options": {}}
    await arranging.arrange_as(host.table.session, setup, 1)
    await host.keep(skulls=[0, 1])
    shown = host.table.session
    assert [shown.setup.profile.name, shown.profiles.names(TABLETS)] == ["Our box", ("Our box",)]


async def test_copy_is_replaced_and_renamed(host: Host) -> None:
    await host.keep(tiles=48)
    answer = await host.say("keep", profile={"name": "The box", "tiles": 47}, replaces="Our box")
    came = await host.all()
    assert (answer.status, [(p["name"], p["tiles"]) for p in came["profiles"]]) == (200, [("The box", 47)])


async def test_copy_is_chosen_and_house_values_are_chosen_by_the_empty_name(host: Host) -> None:
    await host.keep()
    await host.say("keep", profile={"name": "Old box"})
    chosen = []
    for name in ("Our box", ""):
        assert (await host.say("choose", name=name)).status == 200
        chosen.append((await host.all())["in_use"])
    assert chosen == ["Our box", ""]


async def test_copy_that_is_only_checked_is_not_kept(host: Host) -> None:
    asked = [{"name": "Our box", "tiles": 48}, {"name": "Our box", "tiles": 480}]
    answers = [await host.post("profiles/check", {"game": "tablets", "profile": copy}) for copy in asked]
    assert (answers[0].json, code(answers[1])) == ({"fits": True}, (422, Malformed.OUT_OF_BOUNDS))
    assert (await host.all())["profiles"] == []


async def test_copy_is_deleted(host: Host) -> None:
    await host.keep()
    assert (await host.say("delete", name="Our box")).json == {"deleted": True}
    assert ((await host.all())["profiles"], (await host.all())["in_use"]) == ([], "")


async def test_file_goes_out_and_comes_in_at_another_table(host: Host) -> None:
    assert (await host.take_in(TOML)).json == {"game": "tablets", "name": "Our box"}
    answer = await host.ask("GET", "/api/profiles/tablets/file", query=urlencode({"name": "Our box"}))
    assert answer.body.decode() == TOML
    assert answer.headers["content-type"].startswith("application/toml")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''tablets-our-box.toml"


async def test_file_name_may_have_any_script(host: Host) -> None:
    await host.take_in(write_profile(TABLETS, Profile('할머니 "상자"\n')))
    answer = await host.ask("GET", "/api/profiles/tablets/file", query=urlencode({"name": '할머니 "상자"'}))
    assert (answer.status, '"' in answer.headers["content-disposition"]) == (200, False)


async def test_taken_name_is_replaced_only_when_asked_or_another_is_given(host: Host) -> None:
    await host.keep(tiles=47)
    answers = [
        code(await host.take_in(TOML)),
        (await host.take_in(TOML, name="Our box 2")).json["name"],
        (await host.take_in(TOML, replace="true")).json["name"],
    ]
    assert answers == [(409, ProfileRule.NAME_TAKEN), "Our box 2", "Our box"]
    assert [p["tiles"] for p in (await host.all())["profiles"]] == [48, 48]


async def test_set_aside_copy_is_listed_with_its_reason_and_can_be_taken_out(host: Host) -> None:
    rows = {("tablets", "Our box"): '{"name": "Our box", "tiles": 0, "skulls": null}'}
    host.table.log.now(host.table.store.keep_profiles, rows, {})
    (aside,) = (await host.all())["set_aside"]
    assert aside == {"name": "Our box", "reason": "tiles: 0 came, expected 1 to 99"}
    answer = await host.ask("GET", "/api/profiles/tablets/file", query=urlencode({"name": "Our box"}))
    assert answer.body.decode().startswith("# tiles: 0 came")
    assert tomllib.loads(answer.body.decode())["tiles"] == 0
    assert (await host.say("delete", name="Our box")).status == 200


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("keep", {"profile": {"name": ""}}, (422, Malformed.WRONG_LENGTH)),
        ("keep", {"profile": {"name": "a", "lid": 1}}, (422, Malformed.UNKNOWN_FIELD)),
        ("keep", {"profile": {"name": "a", "tiles": "4"}}, (422, Malformed.WRONG_TYPE)),
        ("keep", {"profile": {"name": "a"}, "replaces": "b"}, (409, SetupRule.NO_SUCH_PROFILE)),
        ("keep", {"profile": {"name": "a"}, "game": "chess"}, (422, "registry.unknown_game")),
        ("keep", {"profile": {"name": "a"}, "game": "pharaoh_code"}, (409, ProfileRule.NONE_NEEDED)),
        ("keep", {"profile": []}, (422, "malformed.request")),
        ("keep", {"profile": {"name": "a"}, "more": 1}, (422, "malformed.request")),
        ("choose", {"name": "b"}, (409, SetupRule.NO_SUCH_PROFILE)),
        ("choose", {"name": "x" * 201}, (422, "malformed.request")),
        ("delete", {"name": "b"}, (409, SetupRule.NO_SUCH_PROFILE)),
        ("delete", {"name": ""}, (409, SetupRule.NO_SUCH_PROFILE)),
    ],
)
async def test_what_can_not_be_is_refused_and_changes_nothing(
    host: Host, path: str, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    before = host.table.session.profiles
    assert code(await host.say(path, **body)) == expected
    assert host.table.session.profiles == before


@pytest.mark.parametrize(
    ("toml", "expected", "line"),
    [
        (TOML.replace("48", "480"), Malformed.OUT_OF_BOUNDS, 5),
        (TOML.replace("tablets", "pharaoh_code"), ProfileFault.OTHER_GAME, 3),
        ("name = ", ProfileFault.NOT_TOML, 1),
        (b"\xff\xfe", ProfileFault.NOT_TOML, None),
        ("", ProfileFault.NOT_A_PROFILE, None),
        ("#" * LARGEST_PROFILE, ProfileFault.NOT_A_PROFILE, None),
    ],
    ids=["bounds", "other-game", "torn", "binary", "empty", "comments"],
)
async def test_file_that_can_not_be_read_is_refused_with_its_line(
    host: Host, toml: str | bytes, expected: str, line: int | None
) -> None:
    answer = await host.take_in(toml)
    assert (code(answer), answer.json["params"].get("line")) == ((422, expected), line)
    assert (await host.all())["profiles"] == []


async def test_file_that_is_too_large_is_refused_unread(host: Host) -> None:
    assert code(await host.take_in("#" * (LARGEST_PROFILE + 1))) == (413, "guard.too_large")


async def test_profile_larger_than_other_bodies_is_taken(host: Host) -> None:
    spaces = [{"name": f"space {i}", "door": None, "next": [*range(99)]} for i in range(60)]
    answer = await host.keep(board={"spaces": spaces})
    assert (answer.status, len(json.dumps(spaces)) > LARGEST_BODY) == (200, True)


@pytest.mark.parametrize("path", ["keep", "choose", "delete", "import"])
async def test_only_the_host_may_write(host: Host, path: str) -> None:
    host.token = "a-stranger"
    body = {"profile": {"name": "a"}} if path == "keep" else {"name": ""}
    answer = await (host.take_in(TOML) if path == "import" else host.say(path, **body))
    assert code(answer) == (403, "seating.not_host")
    assert (await host.all())["profiles"] == []


async def test_copy_or_game_that_is_not_there_has_no_file(host: Host) -> None:
    asked = [("tablets", "Our box"), ("tablets", ""), ("chess", "Our box")]
    answers = [
        code(await host.ask("GET", f"/api/profiles/{game}/file", query=urlencode({"name": name})))
        for game, name in asked
    ]
    assert answers == [(409, SetupRule.NO_SUCH_PROFILE)] * 2 + [(422, "registry.unknown_game")]


async def test_full_disk_is_said_and_nothing_is_kept(host: Host) -> None:
    host.table.store.is_failing = True
    assert code(await host.keep()) == (503, "session.disk")
    assert host.table.session.profiles.names(TABLETS) == ()

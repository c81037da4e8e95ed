"""The copies that the table keeps: named, chosen, kept over a restart, and in the record of a game."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device import arranging
from device.errors import StoreError
from device.panel import Arrange, Button, Panel, Push, Turn, World, step
from device.panel.opening import items
from device.panel.pages import Opening
from device.profiles import (
    MOST_PROFILES,
    Aside,
    ProfileRule,
    Profiles,
    decode_profile,
    has_profile,
    house_values,
    read_profiles,
)
from device.setup import Setup, SetupRule, encode_setup
from device.store import Store
from rules.errors import IllegalMoveError, Malformed, RulesError
from rules.record import SeatInfo
from rules.registry import GAMES
from tests.device.conftest import EYE, SUN, Table, code_of
from tests.made_copy import TABLETS, Board, Options, Profile, Rule, Space, known_games

PHARAOH = GAMES["pharaoh_code"]
OURS, OLD = Profile("Our box", tiles=48, skulls=(0, 1, 3)), Profile("Old box")
KEPT = Profiles().put(TABLETS, OURS).put(TABLETS, OLD)


def code(doing: Any) -> str:
    with pytest.raises(RulesError) as refused:
        doing()
    return str(refused.value.code)


# ---- values ----


def test_games_say_whether_something_is_printed_on_a_copy_only() -> None:
    assert (has_profile(TABLETS), has_profile(PHARAOH)) == (True, False)


@pytest.mark.parametrize(
    ("came", "expected"),
    [
        ({"name": ""}, Malformed.WRONG_LENGTH),
        ({"name": " \u200b "}, Malformed.WRONG_LENGTH),
        ({}, Malformed.WRONG_LENGTH),
        ({"name": "x" * 41}, Malformed.WRONG_LENGTH),
        ({"name": 5}, Malformed.WRONG_TYPE),
        ({"name": "x", "tiles": 0}, Malformed.OUT_OF_BOUNDS),
        ({"name": "x", "lid": True}, Malformed.UNKNOWN_FIELD),
        ({"name": "x", "board": {"spaces": [{"name": "a", "door": None}] * 2}}, Rule.NAME_TWICE),
        ([], Malformed.NOT_AN_OBJECT),
    ],
)
def test_profile_that_can_not_be_is_refused(came: object, expected: object) -> None:
    assert code(lambda: decode_profile(TABLETS, came)) == expected


def test_name_of_40_signs_in_any_script_is_kept() -> None:
    assert decode_profile(TABLETS, {"name": "鳳" * 40}).name == "鳳" * 40


def test_game_without_a_profile_takes_none() -> None:
    assert code(lambda: decode_profile(PHARAOH, {"name": "x"})) == ProfileRule.NONE_NEEDED


def test_copies_are_listed_by_name() -> None:
    assert (KEPT.names(TABLETS), KEPT.names(PHARAOH)) == (("Old box", "Our box"), ())


def test_empty_name_is_the_copy_that_nobody_entered() -> None:
    assert KEPT.named(TABLETS, "") == Profile()


def test_name_of_another_copy_is_taken() -> None:
    other = Profile("Our box", tiles=5)
    assert code(lambda: KEPT.put(TABLETS, other)) == ProfileRule.NAME_TAKEN
    assert code(lambda: KEPT.put(TABLETS, other, replaces="Old box")) == ProfileRule.NAME_TAKEN


def test_same_copy_again_is_no_fault() -> None:
    assert KEPT.put(TABLETS, OURS) == KEPT


def test_replaced_copy_may_have_another_name_and_stays_in_use() -> None:
    renamed = replace(OURS, name="The box", tiles=47)
    after = KEPT.using(TABLETS, "Our box").put(TABLETS, renamed, replaces="Our box")
    assert (after.names(TABLETS), after.in_use(TABLETS)) == (("Old box", "The box"), renamed)


def test_forgotten_copy_is_no_longer_in_use() -> None:
    after = KEPT.using(TABLETS, "Our box").without(TABLETS, "Our box")
    assert (after.names(TABLETS), after.in_use(TABLETS)) == (("Old box",), Profile())


@pytest.mark.parametrize(
    "doing",
    [
        lambda: KEPT.named(TABLETS, "No box"),
        lambda: KEPT.using(TABLETS, "No box"),
        lambda: KEPT.without(TABLETS, "No box"),
        lambda: KEPT.put(TABLETS, OURS, replaces="No box"),
        lambda: KEPT.named(PHARAOH, "Our box"),
    ],
)
def test_copy_that_is_not_there_is_refused(doing: Any) -> None:
    assert code(doing) == SetupRule.NO_SUCH_PROFILE


def test_there_are_so_many_copies_and_no_more() -> None:
    full = Profiles()
    for i in range(MOST_PROFILES):
        full = full.put(TABLETS, Profile(f"box {i}"))
    assert code(lambda: full.put(TABLETS, OURS)) == ProfileRule.TOO_MANY


def test_house_values_of_a_setup_are_named() -> None:
    board = Board((Space("a", None),))
    known = [Profile(), Profile("a", board=board), Profile("a", skulls=(0,), board=board)]
    setups = [Setup(TABLETS, Options(), profile=profile) for profile in known]
    assert [house_values(s) for s in setups] == [("board", "skulls"), ("skulls",), ()]
    assert house_values(Setup(PHARAOH, PHARAOH.options())) == ()


def test_setup_gets_the_copy_as_it_is_kept() -> None:
    stale = Setup(TABLETS, Options(), profile=Profile("Our box", tiles=1))
    gone = Setup(TABLETS, Options(), profile=Profile("No box"))
    new = Setup(TABLETS, Options())
    using = KEPT.using(TABLETS, "Old box")
    assert [using.filled(s).profile for s in (stale, gone, new)] == [OURS, OLD, OLD]


# ---- on the disk ----


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "table.db")
    yield made
    made.close()


@pytest.fixture
def tablets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the made-up game among the games."""
    monkeypatch.setitem(known_games(), TABLETS.id, TABLETS)


@pytest.mark.usefixtures("tablets")
def test_profiles_come_back_from_the_disk(store: Store) -> None:
    kept = KEPT.using(TABLETS, "Our box")
    store.keep_profiles(kept.rows(), kept.settings())
    assert read_profiles(store) == kept


@pytest.mark.usefixtures("tablets")
@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("tablets", '{"name": "Our box", "tiles": 0}', "tiles: 0 came, expected 1 to 99"),
        ("tablets", '{"name": "Our box", "steps": 3}', "Profile: 'steps' came"),
        ("tablets", '{"name": "Our', "Unterminated string"),
        ("tablets", '{"name": "Your box"}', "it is kept as 'Our box'"),
        ("chess", '{"name": "Our box"}', "no game is called 'chess'"),
        ("pharaoh_code", '{"name": "Our box"}', "pharaoh_code: all that is printed"),
    ],
)
def test_profile_that_no_longer_fits_is_set_aside_and_stays(
    store: Store, game: str, text: str, reason: str
) -> None:
    store.keep_profiles({(game, "Our box"): text}, {})
    found = read_profiles(store)
    (aside,) = found.aside
    assert (found.kept, replace(aside, reason="")) == ({}, Aside(game, "Our box", text, ""))
    assert aside.reason[: len(reason)] == reason
    assert found.rows() == {(game, "Our box"): text}


def test_name_of_a_copy_that_was_set_aside_is_taken_until_it_is_deleted() -> None:
    aside = Profiles(aside=(Aside("tablets", "Our box", "{", "torn"),))
    assert code(lambda: aside.put(TABLETS, OURS)) == ProfileRule.NAME_TAKEN
    assert aside.without(TABLETS, "Our box").put(TABLETS, OURS).names(TABLETS) == ("Our box",)


# ---- the session ----


async def keep(table: Table, profile: Profile, **meant: Any) -> None:
    def kept(found: Profiles) -> Profiles:
        return found.put(TABLETS, profile, replaces=meant.get("replaces")).using(TABLETS, profile.name)

    await arranging.change_profiles(table.session, kept, key=meant.get("key"))


async def lay_out(table: Table, game: str = "tablets", **fields: Any) -> None:
    seats = [{"sign": "sun", "name": ""}, {"sign": "eye", "name": ""}]
    setup = {"game": game, "seats": seats, "first_seat": 0, "options": {}, **fields}
    await arranging.arrange_as(table.session, setup, table.session.setup_version)


@pytest.mark.usefixtures("tablets")
class TestSession:
    async def test_game_has_the_chosen_profile_in_its_record(self, table: Table) -> None:
        await lay_out(table)
        await keep(table, OURS)
        await table.session.start()
        assert table.session.record().header.profile == OURS
        table.restart()
        assert table.session.record().header.profile == OURS

    async def test_game_of_a_copy_that_nobody_entered_has_the_empty_one(self, table: Table) -> None:
        await lay_out(table)
        await table.session.start()
        assert table.session.record().header.profile == Profile()

    async def test_each_game_has_the_copy_that_was_used_last_for_it(self, table: Table) -> None:
        await lay_out(table)
        await keep(table, OURS)
        await lay_out(table, "pharaoh_code")
        elsewhere = encode_setup(table.session.setup)["profile"]
        await lay_out(table)
        assert (elsewhere, table.session.setup.profile) == ("", OURS)

    async def test_change_of_seats_keeps_the_copy(self, table: Table) -> None:
        await lay_out(table)
        await keep(table, OURS)
        await lay_out(table, first_seat=1)
        assert table.session.setup.profile == OURS

    async def test_setup_may_name_a_copy_or_none(self, table: Table) -> None:
        await lay_out(table)
        await keep(table, OURS)
        await keep(table, OLD)
        await lay_out(table, profile="Our box")
        named = table.session.setup.profile
        await lay_out(table, profile="")
        assert (named, table.session.setup.profile) == (OURS, Profile())
        assert await code_of(lay_out(table, profile="No box")) == SetupRule.NO_SUCH_PROFILE

    async def test_restart_keeps_copies_and_which_is_in_use(self, table: Table) -> None:
        await lay_out(table)
        await keep(table, OLD)
        await keep(table, OURS)
        table.restart()
        assert (table.session.setup.profile, table.session.profiles.names(TABLETS)) == (
            OURS,
            ("Old box", "Our box"),
        )

    async def test_copy_that_no_longer_fits_is_not_used_after_a_restart(self, table: Table) -> None:
        await lay_out(table)
        await keep(table, OURS)
        table.log.now(
            table.store.keep_profiles, {("tablets", "Our box"): '{"name": "Our box", "tiles": 0}'}, {}
        )
        table.restart()
        assert (table.session.setup.profile, table.session.setup.game) == (Profile(), TABLETS)
        assert [aside.name for aside in table.session.profiles.aside] == ["Our box"]

    async def test_changed_copy_is_changed_in_the_setup_and_not_in_a_game_that_began(
        self, table: Table
    ) -> None:
        await lay_out(table)
        await keep(table, OURS)
        await table.session.start()
        await keep(table, replace(OURS, tiles=47), replaces="Our box")
        assert table.session.setup.profile == replace(OURS, tiles=47)
        assert table.session.record().header.profile == OURS

    async def test_write_that_fails_changes_nothing(self, table: Table) -> None:
        await lay_out(table)
        before = (table.session.profiles, table.session.setup, table.session.version)
        table.store.is_failing = True
        with pytest.raises(StoreError):
            await keep(table, OURS)
        assert (table.session.profiles, table.session.setup, table.session.version) == before

    async def test_refused_change_changes_nothing(self, table: Table) -> None:
        await keep(table, OURS)
        before = (table.session.profiles, table.session.version)
        with pytest.raises(IllegalMoveError):
            await keep(table, Profile("Our box", tiles=1))
        assert (table.session.profiles, table.session.version) == before

    async def test_change_with_the_same_key_is_made_once(self, table: Table) -> None:
        await keep(table, OURS, key="k")
        await arranging.change_profiles(table.session, lambda found: found.without(TABLETS, "Our box"))
        await keep(table, OURS, key="k")
        assert table.session.profiles.names(TABLETS) == ()

    async def test_what_another_program_kept_meanwhile_is_seen_and_stays(self, table: Table) -> None:
        await lay_out(table)
        other = Store(table.path)
        kept = Profiles().put(TABLETS, OURS)
        other.keep_profiles(kept.rows(), kept.settings())
        other.close()
        await keep(table, OLD)
        assert table.session.profiles.names(TABLETS) == ("Old box", "Our box")

    async def test_look_at_the_disk_tells_nobody_when_nothing_is_new(self, table: Table) -> None:
        await keep(table, OURS)
        version = table.session.version
        await arranging.change_profiles(table.session)
        assert table.session.version == version


# ---- the panel ----


def at_the_panel(*copies: Profile, used: Profile | None = None) -> World:
    setup = Setup(TABLETS, Options(), (SeatInfo(SUN), SeatInfo(EYE)), profile=used or Profile())
    return World(0, setup, (TABLETS,), "en", ("en",), profiles=copies)


def test_panel_offers_copies_where_there_are_some() -> None:
    ready = [items(Opening.READY, at_the_panel(*copies)) for copies in ((), (OURS,))]
    assert [Opening.COPY in [item.goes_to for item in listed] for listed in ready] == [False, True]


def test_panel_chooses_a_copy_or_house_values() -> None:
    world = at_the_panel(OLD, OURS, used=OURS)
    listed = items(Opening.COPY, world)
    assert [item.row.text for item in listed] == ["House values", "Old box", "Our box"]
    panel = Panel(opening=Opening.COPY)
    after, commands = step(panel, Push(Button.OK), world)
    assert (after.opening, commands) == (Opening.READY, (Arrange(world.setup),))
    after, _ = step(panel, Turn(1, -2), world)
    assert step(after, Push(Button.OK), world)[1] == (Arrange(replace(world.setup, profile=Profile())),)

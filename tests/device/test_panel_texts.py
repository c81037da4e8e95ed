"""Every text of the display, in every language, where it is shown: it fits, and no letter is missing."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from device.display_draw import picture
from device.display_fonts import can_write
from device.panel import Panel
from device.panel import screen as screen_of
from device.panel.opening import offered
from device.panel.options import choices_of, fields_of
from device.panel.outcome import screen as outcome_screen
from device.panel.pages import MisfitsPage, Opening
from device.panel.screens import Figure, Hints, Row, Rows, Say, Screen, Toast
from device.panel.words import Words
from device.setup import Setup
from device.texts import LANGUAGES, catalogue
from rules.codec import Json, encode
from rules.core import Outcome, Seat, Sign, Standing
from rules.pharaoh_code.state import Options
from rules.registry import GAMES, AnyGame
from rules.table import Table
from tests.device.panel_gallery import reasons, shots
from tests.device.panel_of_games import of_games
from tests.device.panel_table import PHARAOH, PanelTable, playing, seated

PAIRAMID = GAMES["pairamid"]
GROUPS = ("panel.", "display.")
SAID: dict[str, str | int] = {"late_ms": 1_200, "number": 90, "low": 2, "high": 6, "spaces": 4, "round": 12}
"""The longest that the fields of a refusal may say."""

EVENTS: dict[str, list[dict[str, Json]]] = {
    "thrown": [{}],
    "dice_read": [{"d8": 8, "d10": 10, "d12": 12}],
    "laid_out": [{"numbers": [84]}],
    "claimed": [{"seat": 1}],
    "dead_heat_voided": [{"seats": [0, 1]}],
    "timer_turned": [{"seat": 1}],
    "number_called": [{"claim": 0, "number": 90}],
    "struck": [{"claim": 0}],
    "sand_ran_out": [{}],
    "judged": [{"right": True, "number": 90}, {"right": False, "number": 90}],
    "explained": [{"formula": "2×(5+11)", "number": 90}],
    "voted": [{"right": True}, {"right": False}],
    "nobody_found": [{}],
}


def needs_unifont() -> None:
    if not can_write("한國"):
        pytest.skip("NOT TESTED: Korean and Chinese need Unifont (hint: apt install fonts-unifont)")


def texts(language: str) -> dict[str, str]:
    return {key: text for key, text in catalogue(language).items() if key.startswith(GROUPS)}


def told_events(words: Words) -> Iterator[str]:
    for event, samples in EVENTS.items():
        yield from (words.event("pharaoh_code", {"type": event, **sample}) for sample in samples)


def refusals() -> list[str]:
    """List the codes of all refusals that may reach the display: not those of formulas, records and pages."""
    never = ("formula.", "guard.", "malformed.", "page.", "profile.", "record.", "registry.")
    codes = [key.removeprefix("refusal.") for key in catalogue("en") if key.startswith("refusal.")]
    return [code for code in codes if not code.startswith(never)]


def everything(language: str) -> Iterator[tuple[Screen, int]]:
    """Give all that can be shown: the gallery, every line of every list, and what is left."""
    words = Words(language)
    yield from reasons(language)
    for screen, now_ms in shots(language).values():
        if isinstance(screen.body, Rows):
            for chosen in range(len(screen.body.rows)):
                yield replace(screen, body=replace(screen.body, chosen=chosen)), now_ms
        yield screen, now_ms
    for text in told_events(words):
        yield Screen(Rows((Row(text, icon="eye"),)), words.say("panel.which_wrong")), 0
        yield Screen(Rows((Row(words.say("panel.remove")),)), text, ("eye",)), 0
        yield Screen(Figure(), toast=Toast(f"{words.say('panel.taken_back')} {text}", 9, "eye")), 0
    for code in refusals():
        for sign in (None, "eye"):
            yield Screen(Figure(), toast=Toast(words.refusal(code, SAID), 9, sign)), 0
    said = ("panel.corrected", "panel.nothing_to_take_back", "panel.turn_first", "panel.push_first")
    for text in (*map(words.say, said), words.say("panel.turn_one_first", what="d10, d12")):
        yield Screen(Figure(), toast=Toast(text, 9)), 0
    for ask in ("struck", "voted", "claimed", "judged", "number_called"):
        yield (
            Screen(
                Figure(), words.say(f"panel.pharaoh_code.ask.{ask}"), corner=words.say("panel.round", n=99)
            ),
            0,
        )
    for colour in ("black", "red", "blue", "yellow"):
        group = words.choice("pharaoh_code", "group", colour)
        yield Screen(Figure(), words.say("panel.pharaoh_code.ask.laid_out"), corner=group), 0
    yield from hints(language)
    yield from ends(words)
    yield from options(language)
    yield from of_games(language)
    names = seated(*list(Sign)[1:], language=language).do("HOLD BACK, 1+3, OK")
    yield from ((names.do(f"1+{at}").screen, 0) for at in (0, 3, 1))
    drawn = playing(language=language).do("OK, eye")
    yield drawn.screen, drawn.now_ms
    two = PanelTable(language, games=(PHARAOH, PHARAOH))
    yield two.screen, 0
    two.setup = seated("sun", "eye").setup
    yield two.do("1+5").screen, 0
    yield from endings(words)
    yield from rare(language)
    copies = replace(two.world, setup=Setup(PAIRAMID, PAIRAMID.options()), profiles=(PAIRAMID.profile("x"),))
    yield from ((screen_of(Panel(opening=at), copies), 0) for at in (Opening.COPY, Opening.READY))


def hints(language: str) -> Iterator[tuple[Screen, int]]:
    """Give what each wheel enters, beside all that OK may do there meanwhile."""
    words = Words(language)
    dice = {"own": 6, "enemy": 6}
    for game in GAMES.values():
        ok = f"panel.{game.id}.ok."
        oks = [words.say("panel.other"), *(words.say(key) for key in catalogue("en") if key.startswith(ok))]
        for key in catalogue("en"):
            if key.startswith(f"panel.{game.id}.dial."):
                yield from (
                    (Screen(Figure(), hints=Hints(word, turn=words.say(key, dice))), 0) for word in oks
                )


def ends(words: Words) -> Iterator[tuple[Screen, int]]:
    """Give what is asked before both buttons together end something."""
    for game in GAMES.values():
        asked = (key for key in catalogue("en") if key.startswith(f"panel.{game.id}.sure."))
        hints = Hints(words.say("panel.yes"), words.say("panel.away"))
        yield from ((Screen(Say(words.say(key)), hints=hints), 0) for key in asked)


def options(language: str) -> Iterator[tuple[Screen, int]]:
    """Give every value of every option of every game, how it is played and who starts it."""
    for game in GAMES.values():
        begun = seated("sun", "eye", language=language, game=game)
        ways = [Opening.WAY] if choices_of(game.options, "way") else []
        yield from ((screen_of(Panel(opening=at), begun.world), 0) for at in (Opening.STARTER, *ways))
        for name in fields_of(game.options):
            for value in choices_of(game.options, name):
                if isinstance(value, int) and not isinstance(value, bool) and value % 50 not in (0, 7, 30):
                    continue
                offering = next(o for o in ways_of(game) if game.has_option(o, name))
                table = seated("sun", "eye", language=language, game=game)
                table.setup = replace(table.setup, options=replace(offering, **{name: value}))
                names = offered(table.setup)
                at = names.index(name) if name in names else 0
                table.panel = replace(table.panel, opening=Opening.OPTIONS, at=at)
                yield table.screen, 0


def ways_of(game: AnyGame) -> list[Any]:
    """Give the game's options in every way to play."""
    return [game.options(way=way) for way in choices_of(game.options, "way")]


def endings(words: Words) -> Iterator[tuple[Screen, int]]:
    """Give every reason of an end, with every tie-break."""
    for game in GAMES.values():
        scoring = import_module(f"rules.{game.id}.scoring")
        ties = tuple(Standing(Seat(0), 1, 0, str(tie)) for tie in scoring.TIE_BREAKS)
        for reason in scoring.REASONS:
            outcome = Outcome(str(reason), ties)
            yield from ((outcome_screen(game.id, outcome, at, words), 0) for at in range(1 + len(ties)))


def rare(language: str) -> Iterator[tuple[Screen, int]]:
    """Give what is seldom seen: a drawn order, a press that came late, a correction that can't be made."""
    from rules.core import PressMark
    from rules.pharaoh_code.events import Claimed
    from rules.table import Origin

    def with_claims(*claims: Claimed) -> tuple[Screen, int]:
        table = playing(language=language)
        assert table.play is not None
        log: Table = table.play.table
        for claim in claims:
            log = log.append(table.now_ms, Origin.BUTTON, claim)
        table.play = replace(table.play, table=log)
        return table.screen, table.now_ms

    first = Claimed(1, 1_000_000)  # type: ignore[arg-type]
    yield with_claims(first, Claimed(0, 1_000_000, PressMark.DEAD_HEAT))  # type: ignore[arg-type]
    yield with_claims(first, Claimed(0, 999_900, PressMark.LATE))  # type: ignore[arg-type]
    table = playing(language=language).do("OK")
    table.panel = table.panel.opened(MisfitsPage(77, None))
    yield table.screen, 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_shown_somewhere_fits_its_place_and_has_all_its_letters(language: str) -> None:
    # One walk for all of it: that is what takes long.
    screens = list(dict.fromkeys(everything(language)))
    shown = "\n".join({word for screen, _ in screens for word in screen.words})
    # Each text once, its fields standing for anything.
    missing = [
        key
        for key, text in texts(language).items()
        if not re.search(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)), shown)
    ]
    assert missing == []
    needs_unifont()
    assert {fault for screen, now_ms in screens for fault in picture(screen, now_ms).faults} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_the_group_can_be_written(language: str) -> None:
    needs_unifont()
    assert [key for key, text in texts(language).items() if not can_write(text)] == []


def test_every_event_of_every_game_is_told_in_some_words() -> None:
    for game in GAMES.values():
        for event in game.events:
            key = f"panel.{game.id}.{event}"
            assert key in catalogue("en") or {f"{key}.true", f"{key}.false"} <= catalogue("en").keys()
    assert set(EVENTS) == set(PHARAOH.events)


def test_every_option_of_every_game_has_its_words() -> None:
    words = Words("en")
    missing = []
    for game in GAMES.values():
        for field in fields(game.options):
            key = f"panel.{game.id}.option.{field.name}"
            choices = choices_of(game.options, field.name)
            named = [f"{key}.{c}" for c in choices if isinstance(c, str)]
            wanted = named if field.name == "way" else [key, *named]
            missing += [key for key in wanted if not words.has(key)]
    assert missing == []
    assert set(encode(Options())) == set(fields_of(Options))


def test_sources_say_no_key_that_is_not_there() -> None:
    keys = catalogue("en").keys()
    said = re.compile(r"say\(\s*f?\"((?:panel|display)\.[^\"]*)\"")
    sources = (Path(__file__).parents[2] / "device" / "panel").glob("*.py")
    found = [key for path in sources for key in said.findall(path.read_text(encoding="utf-8"))]
    assert len(found) > 40
    patterns = [re.sub(r"\\\{[^}]*\\\}", "[a-z_.]+", re.escape(key)) for key in found]
    assert [p for p in patterns if not any(re.fullmatch(p, key) for key in keys)] == []


# ---- how they are found ----


def test_text_that_a_language_lacks_is_said_in_english_and_an_unknown_one_by_its_name() -> None:
    assert Words("nl").say("panel.no_such_text_here") == "no such text here"
    assert Words(None).say("panel.start") == "Start"
    assert Words("xx").say("panel.start") == "Start"


def test_field_that_is_missing_does_not_hide_the_text() -> None:
    assert Words("en").say("panel.too_few") == "At least ? seats"


@pytest.mark.parametrize(
    ("language", "ms", "text"),
    [("en", 12, "12 ms"), ("en", 8_400, "8.4 s"), ("nl", 8_400, "8,4 s"), ("eu", 999, "999 ms")],
)
def test_spans_are_written_as_the_language_does(language: str, ms: int, text: str) -> None:
    assert Words(language).span(ms) == text


@pytest.mark.parametrize(
    ("language", "late_ms", "text"),
    [
        ("en", 999, "999 ms too late."),
        ("ko", 999, "999밀리초 늦었어요."),
        ("ko", 58_620, "58.6초 늦었어요."),
        ("zh-Hant", 58_620, "晚了 58.6 秒。"),
        ("nl", 8_400, "8,4 s te laat."),
        ("eu", 8_400, "8,4 s berandu."),
    ],
)
def test_refusal_tells_no_milliseconds_above_a_second(language: str, late_ms: int, text: str) -> None:
    assert Words(language).refusal("pharaoh_code.time_up", {"late_ms": late_ms}) == text

"""Each kind of picture of the display, in each language, made by doing what leads there.

`python -m tests.device.panel_gallery` renews the reference pictures; with a folder behind it, it also
lays them out on sheets to be looked at.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from PIL import Image

from device.display_draw import HEIGHT, WIDTH, picture
from device.doctor.findings import Check, Finding, Level
from device.network.hotspot import Hotspot
from device.network.state import Doing, Failed, Fault, Link, NetworkState, Obstacle
from device.panel import PhoneWaiting, Refusal
from device.panel.pages import EntryPage, NetworkPage
from device.panel.screens import Screen
from device.panel.world import NO_NETWORK
from device.texts import LANGUAGES
from rules.core import Sign
from rules.pharaoh_code.state import SandStart, Way
from tests.device.digging import DIGGING
from tests.device.panel_table import PanelTable, judge, playing, seated

PICTURES = Path(__file__).parent / "pictures"

Shot = tuple[Screen, int]
"""A screen, and when it is looked at."""

TO_FIRST = "OK, 1+2, 2+5, 3+11, OK, eye"
"""The throw, the dice, and the eye is first."""


def shots(language: str) -> Mapping[str, Shot]:
    """Give every kind of picture by name."""
    return dict(_shots(language))


def _shots(language: str) -> Iterator[tuple[str, Shot]]:
    def of(table: PanelTable) -> Shot:
        return table.screen, table.now_ms

    yield from _on_the_way(language)
    game = playing(language=language)
    yield "throw-first", of(game)
    yield "dice-empty", of(game.do("OK"))
    yield "dice-some", of(game.do("1+2, 2+5"))
    yield "dice-all", of(game.do("3+11"))
    yield "race", of(game.do("OK"))
    yield "taken-back", of(game.do("BACK"))
    yield "first-alone", of(game.do("OK, eye"))
    game.pass_ms(11)
    game.press(Sign.SUN)
    game.pass_ms(8_400)
    game.press(Sign.LOTUS)
    yield "all-claimed", of(game)
    sand = playing("sun", "eye", "lotus", "feather", language=language).do("OK, eye")
    sand.pass_ms(11)
    sand.press(Sign.SUN)
    sand.pass_ms(8_400)
    sand.press(Sign.LOTUS)
    yield "order", of(sand)
    yield "dice-under-sand", of(sand.do("OK, OK, OK, OK, 1+4"))
    yield "number-unknown", of(sand.do("1+2, 2+5, 3+11, OK"))
    yield "number", of(sand.do("2+3, 3+3"))
    sand.do("OK, 2+1, 3+2, OK")
    sand.pass_ms(40_000)
    yield "verdict", of(sand)
    yield "number-after-sand", of(sand.do("OK, OK, 2+6"))
    yield "strike", of(sand.do("BACK, 1-1"))
    sand.do("BACK, 2+6, OK")
    yield "summary-four", of(sand.do("BACK"))
    yield "refused", of(_refused(sand, "pharaoh_code.time_up", {"late_ms": 80}))
    yield "verdict-taken-back", of(sand.do("BACK"))
    layout = playing("sun", "eye", language=language, way=Way.LAYOUT)
    yield "layout-group", of(layout.do("OK, 1+1,2+4,3+9, OK, 1+3"))
    yield "layout-last-group", of(layout.do("2-2"))
    five = _full_round(playing("sun", "eye", "lotus", "feather", "boat", language=language))
    yield "summary-five", of(five)
    yield "turn-timer", of(_turning(language))
    ended = _ended(language)
    yield "over", of(ended)
    yield "over-why", of(ended.do("1+1"))
    yield from _of_another_game(language)
    yield from _from_the_menu(language)


def _on_the_way(language: str) -> Iterator[tuple[str, Shot]]:
    def of(table: PanelTable) -> Shot:
        return table.screen, table.now_ms

    first = PanelTable(None)
    yield "language", of(first.do(f"1+{list(LANGUAGES).index(language)}"))
    yield "way", of(first.do("OK"))
    yield "seats-none", of(first.do("OK"))
    yield "seats-one", of(first.do("sun"))
    yield "too-few", of(first.do("OK"))
    yield "seats", of(first.do("eye, lotus"))
    yield "starter", of(first.do("OK, 1+1"))
    yield "ready", of(first.do("OK"))
    yield "option-number", of(first.do("1+4, OK"))
    yield "option-choice", of(first.do("1+1, 2+1"))
    yield (
        "seats-full",
        of(seated("sun", "eye", "lotus", "feather", "boat", language=language).do("1+1,OK,ankh")),
    )


def _refused(table: PanelTable, code: str, params: Mapping[str, str | int]) -> PanelTable:
    table.refusal = Refusal(99, Sign.SUN, code, table.now_ms, params)
    return table


def _full_round(table: PanelTable) -> PanelTable:
    for _ in range(3):
        judge(table.do("OK, sun, eye, lotus, feather, boat"))
    return table


def _turning(language: str) -> PanelTable:
    return playing(language=language, sand_start=SandStart.TURNED).do("OK, lotus")


def _ended(language: str) -> PanelTable:
    """Play until a row can't be filled."""
    table = playing("sun", "eye", "lotus", language=language)
    for _ in range(40):
        if table.play is not None and table.play.outcome is None:
            judge(table.do("OK, sun, eye, lotus"))
    return table


def _of_another_game(language: str) -> Iterator[tuple[str, Shot]]:
    """A game without claims, told in the keys of texts that it does not have."""

    def of(table: PanelTable) -> Shot:
        return table.screen, table.now_ms

    def digging(*signs: str, together: bool = False) -> PanelTable:
        return playing(*signs, language=language, game=DIGGING, names=("Ada",), together=together)

    game = digging("sun", "eye", "lotus")
    yield "turn", of(game)
    yield "turn-other", of(game.do("OK"))
    yield "wheels-none", of(game.do("OK, 2+4"))
    yield "wheels", of(game.do("2-1, 1+1, 2+1, lotus"))
    yield "turn-told", of(game.do("OK"))
    game.pass_ms(5_000)
    yield "turn-scores", of(game)
    yield "move", of(game.do("1+2"))
    yield "seat-none", of(game.do("OK, OK"))
    yield "seat", of(game.do("eye"))
    yield "yes-or-no", of(game.do("OK"))
    six = digging(*[str(sign) for sign in Sign])
    yield "turn-scores-six", of(six.do("1+1, 2+1, eye, OK, 1+1, OK, feather, OK, OK"))
    shape = digging("sun", "eye", "lotus", together=True)
    yield "turn-shape", of(shape)
    yield "turn-shape-scores", of(shape.do("1+1, 2+1, eye, OK, 1+1, OK, lotus, OK, OK"))


def _from_the_menu(language: str) -> Iterator[tuple[str, Shot]]:
    def of(table: PanelTable) -> Shot:
        return table.screen, table.now_ms

    def menu(script: str) -> Shot:
        table = playing(language=language).do(f"{TO_FIRST}, HOLD BACK")
        return of(table.do(script) if script else table)

    yield "menu", menu("")
    yield "menu-middle", menu("1+5")
    yield "history", menu("1+1, OK, 1+1")
    yield "entry", menu("1+1, OK, 1+1, OK")
    yield "anew", menu("1+1, OK, 1+1, OK, OK, 3+1")
    yield "anew-seat", menu("1+1, OK, OK, OK, 1+1")
    yield "misfits-none", menu("1+1, OK, 1+1, OK, 1+1, OK")
    yield "misfits", of(_with_misfits(language))
    yield from _undoing(language)
    yield "corrected", menu("1+1, OK, 1+1, OK, 1+1, OK, OK")
    yield "phones", menu("1+2, OK")
    yield "network", menu("1+3, OK")
    yield "host-code", menu("1+4, OK")
    yield "names", menu("1+5, OK")
    yield "naming", menu("1+5, OK, OK, 1+13, OK, 1+9, OK, 1+14")
    yield "sounds", menu("1+6, OK, 1+3")
    yield "lights", menu("1+7, OK, 1+1, OK")
    yield "brightness", menu("1+7, OK, OK")
    yield "colours", menu("1+7, OK, 1+2, OK")
    yield "leave", menu("1+10, OK")
    yield "stop", menu("1+11, OK")
    yield from _of_the_doctor(language)
    waiting = playing(language=language)
    waiting.is_seating_open, waiting.waiting = True, PhoneWaiting(Sign.LOTUS, "▲")
    yield "phone-waits", of(waiting)
    waiting.waiting = PhoneWaiting(None, "✚")
    yield "phone-waits-any", of(waiting)
    paused = playing(language=language).do(TO_FIRST)
    paused.is_paused = True
    yield "paused", of(paused)
    yield from _networks(language)


def _networks(language: str) -> Iterator[tuple[str, Shot]]:
    """Give each card about the network as what is known of it makes it."""

    def at(cards: int, address: str, network: NetworkState) -> Shot:
        table = playing(language=language).do("HOLD BACK, 1+1, OK")
        table.address, table.network = address, network
        if cards:
            table.do(f"1+{cards}")
        return table.screen, table.now_ms

    home, here = "http://192.168.178.123:8080", "http://10.42.0.1"
    own = NetworkState(Link.OWN, own=Hotspot("Khepri-3f7a", "mtw47xkqsp"))
    joined = NetworkState(Link.JOINED, "Wi-Fi 가을 éè_12345")
    for number, name in enumerate(("code", "name", "page", "no-internet", "keep", "close")):
        yield f"wifi-{name}", at(number, here, own)
    yield "network-wifi", at(1, home, joined)
    yield "network-cable", at(1, home, NetworkState(Link.JOINED))
    yield "network-open", at(2, home, joined)
    yield "network-unreached", at(0, home, replace(joined, is_unreached=True))
    yield "network-none", at(0, "", NO_NETWORK)
    yield "network-opening", at(0, home, replace(joined, doing=Doing.OPENING))
    yield "network-wifi-off", at(2, home, replace(joined, obstacle=Obstacle.WIFI_OFF))
    yield "network-failed", at(0, home, replace(joined, failed=Failed(Fault.NOT_ALLOWED, is_back=True)))
    opening = playing(language=language).do("HOLD BACK, 1+1, OK, 1+2, OK")
    yield "sure-own-wifi", (opening.screen, opening.now_ms)
    opening.do("OK, 1+5, OK")
    yield "sure-no-own-wifi", (opening.screen, opening.now_ms)
    first = PanelTable(language=language, address="", network=NetworkState(is_alone=True))
    yield "offer", (first.screen, first.now_ms)


def _of_the_doctor(language: str) -> Iterator[tuple[str, Shot]]:
    """Yield what the doctor says before and after he looked, and buttons and wheels being tried."""

    def of(table: PanelTable) -> Shot:
        return table.screen, table.now_ms

    table = playing(language=language).do("HOLD BACK, 1+7, OK")
    yield "check-looking", of(table)
    table.has_look_failed = True
    yield "check-failed", of(table)
    table.findings = ()
    yield "check-well", of(table)
    levels = (Level.FAULT, Level.WARNING)
    table.findings = tuple(Finding(check, "?", levels[i % 2]) for i, check in enumerate(Check))
    yield "check", of(table.do("1+1"))
    yield "check-more", of(table.do("OK"))
    table.do("BACK")
    table.findings = (
        Finding(Check.RING, "absent", Level.WARNING),
        Finding(Check.RING, "no_power", Level.WARNING),
        Finding(Check.RING, "late", Level.WARNING),
        Finding(Check.BUTTONS, "partly", Level.WARNING),
        Finding(Check.BUTTONS, "held", Level.WARNING, {"names": "button_2"}),
        Finding(Check.ENCODERS, "noisy", Level.WARNING, {"names": "encoder_3"}),
    )
    for finding in table.findings:
        yield f"check-{finding.code}", of(table.do("OK"))
        table.do("BACK, 1+1")
    yield "check-parts", of(table)
    table.do("1-9, OK")
    yield "hands", of(table)
    for i, at_us in enumerate((0, 900, 1_400, 3_100, 12_345)):
        table.probe.edge("button_2", 1_000_000 + at_us, i % 2 == 0)
    yield "hands-seat", of(table.do("eye"))
    table.probe.turned("encoder_2", 12)
    table.probe.turned("encoder_3", -3)
    yield "hands-wheels", of(table.do("2+1"))
    table.probe.edge("back", 2_000_000, True)
    yield "hands-back", of(table.do("BACK"))


def reasons(language: str) -> Iterator[Shot]:
    """Give what the network's cards say of all that may be in the way or go wrong."""
    table = playing(language=language).do("HOLD BACK, 1+1, OK")
    home = NetworkState(Link.JOINED, "Home")
    states = [replace(home, doing=doing) for doing in Doing]
    states += [replace(home, failed=Failed(fault, back)) for fault in Fault for back in (None, False, True)]
    cards = [(state, 0) for state in states]
    cards += [(replace(home, obstacle=obstacle), 2) for obstacle in Obstacle]
    cards += [(NetworkState(obstacle=Obstacle.NO_WIFI), 0)]
    for state, at in cards:
        table.network = state
        table.address = "" if state.link is Link.NONE else table.address
        table.panel = replace(table.panel, pages=(NetworkPage(at),))
        yield table.screen, table.now_ms


def _with_misfits(language: str) -> PanelTable:
    table = judge(playing("sun", "eye", language=language).do("OK, eye, sun"))
    return table.do("HOLD BACK, 1+1, OK, 1+3, OK, 1+1, OK")


def _undoing(language: str) -> Iterator[tuple[str, Shot]]:
    """Show what is offered for a press that waits, and for a strike and a press of a finished round."""
    table = playing("sun", "eye", language=language).do("OK, eye")

    def entry(number: int) -> Shot:
        table.panel = replace(table.panel, pages=(EntryPage(number, at=1),))
        return table.screen, table.now_ms

    yield "undo-strike", entry(2)
    table.enter({"type": "struck", "claim": 0})
    table.enter({"type": "claimed", "seat": 0, "pressed_ms": table.now_ms})
    table.enter({"type": "number_called", "claim": 1, "number": 10})
    table.pass_ms(31_000)
    table.enter({"type": "judged", "claim": 1, "right": True})
    table.enter({"type": "thrown"})
    yield "undo-not", entry(3)
    yield "undo-nobody", entry(4)
    yield "undo-misfits", (table.do("OK").screen, table.now_ms)


def file_of(language: str, name: str) -> Path:
    return PICTURES / language / f"{name}.png"


def sheet(language: str, scale: int = 3, columns: int = 6) -> Image.Image:
    """Lay out the pictures of one language, enlarged."""
    found = list(shots(language).values())
    wide, tall = (WIDTH + 6) * scale, (HEIGHT + 6) * scale
    image = Image.new("L", (columns * wide, -(-len(found) // columns) * tall), 80)
    for place, (screen, now_ms) in enumerate(found):
        shown = picture(screen, now_ms).image.convert("L").resize((WIDTH * scale, HEIGHT * scale), 0)
        image.paste(shown, (place % columns * wide + 9, place // columns * tall + 9))
    return image


def main() -> None:
    for language in LANGUAGES:
        file_of(language, "").parent.mkdir(parents=True, exist_ok=True)
        for old in file_of(language, "").parent.glob("*.png"):
            old.unlink()
        for name, (screen, now_ms) in shots(language).items():
            picture(screen, now_ms).image.save(file_of(language, name))
        for folder in sys.argv[1:]:
            Path(folder).mkdir(parents=True, exist_ok=True)
            sheet(language).save(Path(folder) / f"{language}.png")


if __name__ == "__main__":
    main()

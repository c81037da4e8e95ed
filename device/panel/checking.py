"""What the doctor found, and trying buttons and wheels by hand; `khepri doctor` says more of both."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from device.doctor.findings import PARTS, Finding, Level
from device.panel.inputs import Button, Input, Push, SeatPush, Turn
from device.panel.pages import Answer, FindingPage, HandsPage, Item, Panel
from device.panel.screens import Figure, Hints, Row, Say, Screen, Wheel, Wheels
from device.panel.words import Words
from device.panel.world import World
from device.pins import BUTTON_SIGNS
from device.probe import Probe
from rules.core import By, Sign

GRAVE: Final = {Level.WARNING: "!", Level.FAULT: "!!"}
WHEELS: Final = ("encoder_1", "encoder_2", "encoder_3")


def items(world: World, words: Words) -> Iterator[Item]:
    """List the trial by hand, then all that is not as it should be; the gravest first."""
    yield Item(Row(words.say("panel.check_hands")), opens=HandsPage(_turned(world.probe)))
    if world.findings is None:
        yield Item(Row(words.say("panel.check_failed" if world.has_look_failed else "panel.check_look")))
        return
    grave = sorted((f for f in world.findings if f.level in GRAVE), key=lambda f: -f.level.rank)
    if not grave:
        yield Item(Row(words.say("panel.check_well")))
    yield from (_item(one, words) for finding in grave for one in _one_by_one(finding))


def _one_by_one(finding: Finding) -> Iterator[Finding]:
    """Give each button and wheel a finding of its own: a line has room for one."""
    names = str(finding.params.get("names", "")).split(", ")
    yield from (replace(finding, params={"names": name}) for name in names)


def _item(finding: Finding, words: Words) -> Item:
    text, sign = _what(finding, words)
    return Item(Row(text, sign, GRAVE[finding.level]), opens=FindingPage(finding))


def _what(finding: Finding, words: Words) -> tuple[str, Sign | None]:
    """Give what people call the part, and whose button it is."""
    kind, name = words.say(f"panel.check.{finding.check}"), str(finding.params.get("names", ""))
    if name in BUTTON_SIGNS:
        return kind, BUTTON_SIGNS[name]
    return f"{kind} {name.removeprefix('encoder_').upper()}".rstrip(), None


def step_finding(panel: Panel, came: Input) -> Answer:
    """OK and BACK end reading."""
    return (panel.closed() if came in (Push(Button.OK), Push(Button.BACK)) else panel), ()


def finding_screen(finding: Finding, words: Words) -> Screen:
    """Say what a part lacks; else where the line is that mends it, which could not be typed here."""
    key = f"panel.lacks.{finding.code}"
    text, sign = _what(finding, words)
    return Screen(
        Say(words.say(key if finding.check in PARTS and words.has(key) else "panel.check_more")),
        text,
        () if sign is None else (sign,),
        hints=Hints(back=words.say("panel.done")),
    )


# ---- buttons and wheels ----


def takes_seats(world: World) -> bool:
    """Say whether seats' buttons may be tried now: never while a claim could be one of them."""
    awaits = () if world.play is None else world.play.awaits
    runs_out = any(a.by is By.CLOCK for a in awaits)
    return not any(a.by is By.PRESS and (runs_out or not a.can_wait) for a in awaits)


def step(panel: Panel, page: HandsPage, came: Input) -> Answer:
    """Take in that something was touched; only BACK held leaves, since OK and BACK are tried too."""
    match came:
        case Turn() | Push() | SeatPush():
            return panel.turned_to(HandsPage(page.turned, is_touched=True)), ()
        case _:
            return panel, ()


def screen(page: HandsPage, world: World) -> Screen:
    """Show what was touched last: a contact's bounce and ×edges, or how far each wheel was turned."""
    words, last = Words(world.language), world.probe.last
    contact = world.probe.contacts.get(last or "")
    title, hints = words.say("panel.check_hands"), Hints(back=words.say("panel.check_hold"))
    if not page.is_touched or last is None:
        return Screen(Say(words.say("panel.check_push"), icon="button"), title, hints=hints)
    if contact is None or contact.push is None:
        moved = [now - then for now, then in zip(_turned(world.probe), page.turned, strict=True)]
        return Screen(Wheels(tuple(Wheel(shown=f"{n:+}" if n else "0") for n in moved)), title, hints=hints)
    name = title if last in BUTTON_SIGNS else last.upper()
    corner = f"×{len(contact.push.edges)}"
    span = words.span(contact.push.bounce_us // 1000)
    return Screen(Figure(BUTTON_SIGNS.get(last, "button"), span), name, (), corner, hints)


def _turned(probe: Probe) -> tuple[int, ...]:
    return tuple(probe.wheels[name].at if name in probe.wheels else 0 for name in WHEELS)

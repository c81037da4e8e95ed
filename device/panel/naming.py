"""A name, letter by letter: it is optional, since colour and sign tell people apart."""

from dataclasses import replace
from typing import Final

from device.panel.inputs import Button, Input, Push, Rename, Turn
from device.panel.pages import Answer, NamingPage, Panel
from device.panel.screens import Figure, Hints, Screen
from device.panel.words import Words
from device.panel.world import World

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÑ -'0123456789"
LONGEST: Final = 12
"""As many letters as a line of the display has room for."""


def step(panel: Panel, page: NamingPage, came: Input, world: World) -> Answer:
    """Turn to a letter, OK adds it; OK without one keeps the name, BACK takes a letter away or leaves."""
    match came:
        case Turn(encoder=encoder, steps=steps):
            far = steps * (1 if encoder == 1 else 5)
            at = (page.at + far if page.at is not None else (far - 1 if far > 0 else far)) % len(LETTERS)
            return panel.turned_to(replace(page, at=at)), ()
        case Push(button=Button.OK) if page.at is None:
            return panel.closed(), (Rename(page.sign, page.name.strip()),)
        case Push(button=Button.OK) if page.at is not None:
            letter = (
                LETTERS[page.at] if not page.name or page.name.endswith(" ") else LETTERS[page.at].lower()
            )
            return panel.turned_to(replace(page, name=f"{page.name}{letter}"[:LONGEST], at=None)), ()
        case Push(button=Button.BACK) if page.at is not None:
            return panel.turned_to(replace(page, at=None)), ()
        case Push(button=Button.BACK) if page.name:
            return panel.turned_to(replace(page, name=page.name[:-1])), ()
        case Push():
            return panel.closed(), (Rename(page.sign, ""),)
        case _:
            return panel, ()


def screen(page: NamingPage, world: World) -> Screen:
    """Show the name so far, and the letter turned to."""
    words = Words(world.language)
    letter = "_" if page.at is None else LETTERS[page.at].replace(" ", "·")
    hints = Hints(words.say("panel.done" if page.at is None else "panel.add"), words.say("panel.away"))
    return Screen(
        Figure(page.sign, text=f"{page.name}{letter}", is_scrolled=True),
        words.say("panel.name"),
        (),
        "",
        hints,
    )

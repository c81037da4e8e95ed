"""What OK and BACK together would end is asked once more; a game's texts say of which event."""

from dataclasses import replace

from device.panel.inputs import Button, Input, PlayEvent, Push
from device.panel.pages import Answer, EndPage, Panel
from device.panel.play import awaited
from device.panel.screens import Hints, Say, Screen
from device.panel.words import Words
from device.panel.world import Play, World
from rules.core import By


def step(panel: Panel, page: EndPage, came: Input) -> Answer:
    """OK ends it, BACK does not."""
    match came:
        case Push(button=Button.OK):
            return replace(panel.closed(), draft=None, is_entering=False), (PlayEvent({"type": page.event}),)
        case Push(button=Button.BACK):
            return panel.closed(), ()
        case _:
            return panel, ()


def is_open(page: EndPage, play: Play) -> bool:
    """Say whether the question still stands: somebody else may have answered it."""
    both = awaited(play, By.OK_AND_BACK)
    return both is not None and both.event == page.event


def screen(page: EndPage, world: World, play: Play) -> Screen:
    """Ask it."""
    words = Words(world.language)
    hints = Hints(words.say("panel.yes"), words.say("panel.away"))
    return Screen(Say(words.say(f"panel.{play.game.id}.sure.{page.event}")), hints=hints)

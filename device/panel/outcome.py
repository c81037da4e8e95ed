"""The page of a game that is over: the reason, then by what each tie was told apart."""

from dataclasses import replace

from device.panel.inputs import Input, Push, Turn
from device.panel.pages import OutcomePage, Panel
from device.panel.screens import Hints, Say, Screen
from device.panel.words import Words
from device.panel.world import Play
from rules.core import Outcome


def step(panel: Panel, page: OutcomePage, came: Input, play: Play) -> Panel:
    """Turning tells the next reason, a push goes back to the scores."""
    match came:
        case Turn(steps=steps) if play.outcome is not None:
            last = len(_keys(play.game.id, play.outcome)) - 1
            return panel.turned_to(replace(page, at=max(0, min(last, page.at + steps))))
        case Push():
            return panel.closed()
        case _:
            return panel


def screen(game: str, outcome: Outcome, at: int, words: Words) -> Screen:
    """Say why a game is over, or at one of the next places by what a tie was told apart."""
    keys = _keys(game, outcome)
    at = max(0, min(len(keys) - 1, at))
    place = f"{at + 1}/{len(keys)}" if len(keys) > 1 else ""
    text = words.first_of(f"panel.{keys[at]}", keys[at])
    return Screen(Say(text), hints=Hints(back=words.say("panel.done"), turn=place))


def _keys(game: str, outcome: Outcome) -> tuple[str, ...]:
    """Name the texts of why a game is over and which tie-breaks were needed; there may be shorter ones."""
    ties = dict.fromkeys(s.tie_break for s in outcome.standings if s.tie_break)
    return (f"reason.{game}.{outcome.reason}", *(f"tiebreak.{game}.{tie}" for tie in ties))

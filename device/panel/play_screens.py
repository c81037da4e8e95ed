"""The pictures of an open game."""

from collections.abc import Mapping
from typing import Any

from device.panel.pages import Panel
from device.panel.play import awaited, focus, only, redoable
from device.panel.screens import (
    Body,
    Figure,
    Hints,
    Order,
    Place,
    Sand,
    Say,
    Score,
    Scores,
    Screen,
    Wheel,
    Wheels,
)
from device.panel.tasks import Draft, Option, Task, subject
from device.panel.words import Words
from device.panel.world import Play, World
from rules.codec import Json
from rules.core import By, Outcome, Seat, Stage

UNKNOWN = "?"


def screen(panel: Panel, world: World, play: Play) -> Screen:
    """Show the open game."""
    words = Words(world.language)
    outcome = play.outcome
    if world.is_paused:
        return Screen(Say(words.say("panel.paused")), hints=Hints(words.say("panel.go_on")))
    if outcome is not None:
        shown = _over(play, outcome, words)
    else:
        asked = focus(panel, play)
        shown = _resting(panel, play, words) if asked is None else asking(asked, panel.draft, play, words)
    is_covered = shown.hints.back == words.say("panel.wrong")
    if redoable(panel, world, play) is not None and not is_covered:
        return Screen(shown.body, shown.title, shown.icons, shown.corner, took_back_hints(words))
    return shown


def took_back_hints(words: Words) -> Hints:
    """Say what can be done after something was taken back."""
    return Hints(words.say("panel.bring_back"), words.say("panel.one_more"))


def _corner(play: Play, words: Words) -> str:
    return words.say("panel.round", n=play.round)


def _sand(play: Play) -> Sand | None:
    glance = play.glance
    return Sand(*glance.sand) if glance.stage is Stage.SAND and glance.sand is not None else None


def asking(
    asked: Task, draft: Draft | None, play: Play, words: Words, *, is_correcting: bool = False
) -> Screen:
    """Show what is being asked, and what was turned to."""
    game = play.game.id
    title = words.say(f"panel.{game}.ask.{asked.first.event}")
    draft = asked.still(draft)
    sand = None if is_correcting else _sand(play)
    corner = "" if is_correcting else _corner(play, words)
    if asked.is_yes_or_no:
        return _judging(asked, play, words, title, corner)
    if asked.wheels:
        values = (None,) * len(asked.wheels) if draft is None else draft.values
        wheels = tuple(
            Wheel(asked_.field, "" if value is None else words.choice(game, asked_.field, value))
            for asked_, value in zip(asked.wheels, values, strict=True)
        )
        icons = () if is_correcting else tuple(play.sign_of(c.seat) for c in play.glance.claims)[:4]
        return Screen(Wheels(wheels), title, icons, corner, _entry_hints(asked, draft, play, words), sand)
    option = draft.option if draft is not None else None
    if option is None and only(asked) is not None:
        option = asked.options[0]
    group = None if option is None else asked.group(option)
    if group is not None:
        corner = words.choice(game, "group", group)
    body = _option(asked, option, play, words)
    return Screen(body, title, (), corner, _entry_hints(asked, draft, play, words, option), sand)


def _option(asked: Task, option: Option | None, play: Play, words: Words) -> Figure:
    icon = None if asked.seat is None else play.sign_of(asked.seat)
    if option is None:
        return Figure(icon, big=UNKNOWN, is_scrolled=True)
    if option.field is None or option.choice is None:
        return Figure(icon, text=words.say(f"panel.{play.game.id}.{option.event}"), is_scrolled=True)
    if option.field == "seat" and isinstance(option.choice, int) and option.choice < len(play.seats):
        sign = play.sign_of(Seat(option.choice))
        return Figure(
            sign, text=play.seats[option.choice].name or words.say(f"display.sign.{sign}"), is_scrolled=True
        )
    shown = words.choice(play.game.id, option.field, option.choice)
    if isinstance(option.choice, int):
        return Figure(icon, big=shown, is_scrolled=True)
    return Figure(icon, text=shown, is_scrolled=True)


def name_of(play: Play, seat: Seat, words: Words) -> str:
    """Give what a seat is called: by its name, or by its sign."""
    info = play.seats[seat]
    return info.name or words.say(f"display.sign.{info.sign}")


def _entry_hints(
    asked: Task, draft: Draft | None, play: Play, words: Words, option: Option | None = None
) -> Hints:
    if asked.finished(draft) is not None or option is not None:
        return Hints(words.say("panel.enter"), words.say("panel.away"))
    both = awaited(play, By.OK_AND_BACK)
    if both is not None and draft is None:
        return Hints(both=words.say(f"panel.{play.game.id}.{both.event}"))
    return Hints(back=words.say("panel.away")) if draft is not None else Hints()


def _judging(asked: Task, play: Play, words: Words, title: str, corner: str) -> Screen:
    view = play.view
    about = subject(view, dict(asked.first.given))
    hints = Hints(words.say("panel.right"), words.say("panel.wrong"))
    big, text = about.get("number"), ""
    if not isinstance(big, int):
        big, text = "", title
    return Screen(
        Figure(_sign(play, about.get("seat")), str(big), text, _count(about.get("points"))),
        title,
        (),
        corner,
        hints,
    )


def _sign(play: Play, seat: Json) -> str | None:
    is_seat = isinstance(seat, int) and 0 <= seat < len(play.seats)
    return play.sign_of(Seat(seat)) if is_seat and isinstance(seat, int) else None


def _count(value: Json) -> str:
    return str(value) if isinstance(value, int) else ""


# ---- while nothing is asked ----


def _resting(panel: Panel, play: Play, words: Words) -> Screen:
    glance, game = play.glance, play.game.id
    ok = awaited(play, By.OK)
    hints = Hints() if ok is None else Hints(words.say(f"panel.{game}.ok.{ok.event}"))
    corner = _corner(play, words)
    if glance.claims:
        return Screen(_order(play, words), _dice(play.view), (), corner, Hints(), _sand(play))
    if glance.turn is None or glance.stage is not Stage.TURN:
        both = awaited(play, By.OK_AND_BACK)
        hints = hints if both is None else Hints(both=words.say(f"panel.{game}.{both.event}"))
        return Screen(Say(words.say(f"panel.{game}.race")), "", (), corner, hints)
    turn = words.say(f"panel.{game}.turn")
    sign = play.sign_of(glance.turn)
    scores = _scores(play, words)
    if scores is not None and play.round > 1:
        return Screen(scores, turn, (sign,), corner)
    return Screen(Figure(sign, text=turn), play.seats[glance.turn].name, (), corner, hints)


def _dice(view: Mapping[str, Json]) -> str:
    dice = view.get("dice")
    return "  ".join(str(value) for value in dice.values()) if isinstance(dice, dict) else ""


def _entries(view: Mapping[str, Json], name: str) -> list[dict[str, Json]]:
    found = view.get(name)
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def _order(play: Play, words: Words) -> Body:
    claims = play.glance.claims
    told = _entries(play.view, "claims")
    margins = [entry.get("margin_ms") for entry in told] if len(told) == len(claims) else [None] * len(claims)
    first = margins[0]
    is_drawn = len(claims) > 1 and claims[1].is_drawn
    return Order(
        play.sign_of(claims[0].seat),
        words.say("panel.drawn" if is_drawn else "panel.first"),
        words.span(first) if isinstance(first, int) and not is_drawn else "",
        tuple(
            Place(play.sign_of(claim.seat), _margin(margin, words))
            for claim, margin in zip(claims[1:], margins[1:], strict=True)
        ),
        name_of(play, claims[0].seat, words) if len(claims) == 1 else "",
    )


def _margin(ms: Json, words: Words) -> str:
    if not isinstance(ms, int):
        return ""
    return f"+{words.span(ms)}" if ms >= 0 else words.say("panel.late")


def _scores(play: Play, words: Words) -> Scores | None:
    """Show what every seat has, and what the last round brought it."""
    told = {entry.get("seat"): entry for entry in _entries(play.view, "seats")}
    found: list[Score] = []
    for seat, info in enumerate(play.seats):
        entry = told.get(seat, {})
        if not isinstance(entry.get("score"), int):
            return None
        gains = [
            line["points"]
            for line in _entries(entry, "lines")
            if line.get("round") == play.round - 1 and isinstance(line.get("points"), int)
        ]
        gain = sum(points for points in gains if isinstance(points, int))
        found.append(
            Score(info.sign, _signed(entry["score"]), f"{gain:+d}".replace("-", "−") if gains else "")
        )
    return Scores(tuple(found))


def _signed(score: Any) -> str:
    return str(score).replace("-", "−")


def _over(play: Play, outcome: Outcome, words: Words) -> Screen:
    scores = tuple(Score(play.sign_of(s.seat), _signed(s.score), rank=str(s.rank)) for s in outcome.standings)
    return Screen(Scores(scores), hints=Hints(words.say("panel.next_game")))

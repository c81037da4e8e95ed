"""The pictures of an open game."""

from collections.abc import Mapping
from dataclasses import replace

from device.panel.asking import asking, asks, corner_of, entries_of, name_of, pips_of, sand_of, signed
from device.panel.pages import Panel
from device.panel.play import awaited, can_leave, focus, redoable, tasks
from device.panel.screens import (
    Body,
    Figure,
    Hints,
    Order,
    Outlook,
    Place,
    Say,
    Score,
    Scores,
    Screen,
    Squares,
    Track,
)
from device.panel.tasks import Task
from device.panel.words import Words
from device.panel.world import Play, World
from rules.codec import Json
from rules.core import By, Outcome, Stage, Tone


def screen(panel: Panel, world: World, play: Play) -> Screen:
    """Show the open game."""
    words = Words(world.language)
    if world.is_paused:
        return Screen(Say(words.say("panel.paused")), hints=Hints(words.say("panel.go_on")))
    asked, outcome = focus(panel, play), play.outcome
    if outcome is not None:
        shown = _over(play, outcome, words)
    elif asked is None or _only_tells(asked, panel, play):
        shown = _resting(asked, panel, play, words)
    else:
        has_others, is_left = len(tasks(panel, play)) > 1, can_leave(panel, play)
        shown = asking(asked, panel.draft, play, words, has_others=has_others, is_left=is_left)
    if redoable(panel, play) is not None:
        is_question = outcome is None and asked is not None and asked.is_yes_or_no
        ok = words.say("panel.go_on" if is_question else "panel.bring_back")
        hints = Hints(ok, words.say("panel.one_more"))
        return Screen(shown.body, shown.title, shown.icons, shown.corner, hints)
    by_hand = play.glance.by_hand
    if by_hand is not None and outcome is None and panel.draft is None:
        what, seat = by_hand
        title, icons = words.say(f"panel.{play.game.id}.by_hand.{what}"), (play.sign_of(seat),)
        return replace(shown, title=title, icons=icons, corner="")
    return shown


def _only_tells(asked: Task, panel: Panel, play: Play) -> bool:
    """Say whether the table is shown though something can be entered: on a turn until a hand turns to it."""
    is_begun = panel.is_entering or asked.still(panel.draft) is not None
    is_plain = asked.is_yes_or_no or asked.finished(None) is not None
    return play.glance.stage is Stage.TURN and not (is_begun or is_plain or play.glance.claims)


def _turning_enters(asked: Task, play: Play, words: Words) -> str:
    """Say in a word, where there is one, what turning enters: it stands beside what OK does."""
    short = words.has(f"panel.{asked.game.id}.dial.{asked.first.event}")
    return asks(asked, play, words, "dial" if short else "ask")


# ---- while nothing is asked ----


def _resting(asked: Task | None, panel: Panel, play: Play, words: Words) -> Screen:
    """Show how the table stands, and what hands can do."""
    glance, game = play.glance, play.game.id
    corner, hints = corner_of(play, words), _resting_hints(asked, panel, play, words)
    if glance.claims:
        return Screen(_order(play, words), _dice(play.view), (), corner, Hints(), sand_of(play))
    if glance.stage is not Stage.TURN:
        return Screen(Say(words.say(f"panel.{game}.race")), "", (), corner, hints)
    scores, turn = _scores(play, words), glance.turn
    board = play.game.board(play.state, None, {}) if turn is None or scores is None else None
    if turn is None:
        # Where the lowest line says how this ends, what turning enters stands above it.
        asking_for = asks(asked, play, words) if hints.both and asked is not None else ""
        if board is not None:
            return Screen(Squares(board), asking_for or _told_dice(play, words), (), corner, hints)
        if scores is None and not glance.cells:
            return Screen(
                _beside(play, Outlook(text=words.say(f"game.{game}"))), asking_for, (), corner, hints
            )
        name = asking_for or words.say(f"panel.{game}")
        return Screen(_beside(play, scores or Outlook()), name, (), corner, hints)
    sign, name, key = play.sign_of(turn), play.seats[turn].name, f"panel.{game}.turn"
    text = words.say(key) if words.has(key) else name_of(play, turn, words)
    if scores is not None:
        return Screen(_beside(play, scores), name or text, (sign,), corner, hints)
    if board is not None:
        return Screen(Squares(board), name or text, (sign,), corner, hints)
    title = name if name != text else ""
    return Screen(_beside(play, Outlook(icon=sign, text=text)), title, (), corner, hints)


def _beside(play: Play, middle: Outlook) -> Body:
    """Give the scores, or whose turn it is, beside the shape and the tracks that there are."""
    glance = play.glance
    if glance.cells or glance.arcs:
        tracks = tuple(Track(arc.tone is Tone.LIGHT, arc.at, arc.of) for arc in glance.arcs)
        return replace(middle, cells=glance.cells, tracks=tracks)
    return Scores(middle.scores) if middle.scores else Figure(middle.icon, text=middle.text)


def _resting_hints(asked: Task | None, panel: Panel, play: Play, words: Words) -> Hints:
    game, open_tasks = play.game.id, tasks(panel, play)
    ok, both = awaited(play, By.OK), awaited(play, By.OK_AND_BACK)
    if play.glance.stage is not Stage.TURN:
        ok_text = "" if ok is None else words.say(f"panel.{game}.ok.{ok.event}")
        return Hints(ok_text) if both is None else Hints(both=words.say(f"panel.{game}.{both.event}"))
    turns_to = asked or next((t for t in open_tasks if not t.is_yes_or_no), None)
    turn = "" if turns_to is None else _turning_enters(turns_to, play, words)
    if ok is not None and asked is None:
        return Hints(words.say(f"panel.{game}.ok.{ok.event}"), turn=turn)
    if both is not None and play.glance.turn is None:
        return Hints(both=words.say(f"panel.{game}.{both.event}"))
    return Hints(turn=turn, other=words.say("panel.other") if len(open_tasks) > 1 else "")


def _told_dice(play: Play, words: Words) -> str:
    """Say what the dice show, or before a throw what is played."""
    pips, key = pips_of(play.view), f"panel.{play.game.id}"
    return words.say(f"{key}.dice", pips) if pips else words.say(key)


def _dice(view: Mapping[str, Json]) -> str:
    dice = view.get("dice")
    return "  ".join(str(value) for value in dice.values()) if isinstance(dice, dict) else ""


def _order(play: Play, words: Words) -> Body:
    claims = play.glance.claims
    told = entries_of(play.view, "claims")
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


def _scores(play: Play, words: Words) -> Outlook | None:
    """Show what every seat has, and what the last round brought it; None where nobody can have anything."""
    told = {entry.get("seat"): entry for entry in entries_of(play.view, "seats")}
    found: list[Score] = []
    for seat, info in enumerate(play.seats):
        entry = told.get(seat, {})
        if not isinstance(entry.get("score"), int):
            return None
        gains = [
            line["points"]
            for line in entries_of(entry, "lines")
            if line.get("round") == play.round - 1 and isinstance(line.get("points"), int)
        ]
        gain = sum(points for points in gains if isinstance(points, int))
        found.append(
            Score(info.sign, signed(entry["score"]), f"{gain:+d}".replace("-", "−") if gains else "")
        )
    return Outlook(tuple(found)) if play.round > 1 or any(s.score != "0" for s in found) else None


def _over(play: Play, outcome: Outcome, words: Words) -> Screen:
    scores = tuple(Score(play.sign_of(s.seat), signed(s.score), rank=str(s.rank)) for s in outcome.standings)
    hints = Hints(ok=words.say("panel.next_game"), turn=words.say("panel.why"))
    return Screen(Scores(scores), hints=hints)

"""The pictures of an open game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from device.panel.pages import Panel
from device.panel.play import awaited, focus, redoable, tasks
from device.panel.screens import (
    DICE,
    UNKNOWN,
    Body,
    Figure,
    Hints,
    Order,
    Outlook,
    Place,
    Sand,
    Say,
    Score,
    Scores,
    Screen,
    Squares,
    Track,
    Wheel,
    Wheels,
)
from device.panel.tasks import MOST_WHEELS, SEAT_FIELDS, Draft, Option, Task, subject
from device.panel.words import Words
from device.panel.world import Play, World
from rules.codec import Json
from rules.core import Asked, By, Outcome, Scalar, Seat, Stage, Tone

READ_FROM_AFAR: Final = frozenset("0123456789+-−>")


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
        shown = asking(asked, panel.draft, play, words, has_others=len(tasks(panel, play)) > 1)
    if redoable(panel, world, play) is not None:
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


def _corner(play: Play, words: Words) -> str:
    return words.say("panel.round", n=play.round)


def _sand(play: Play) -> Sand | None:
    glance = play.glance
    return Sand(*glance.sand) if glance.stage is Stage.SAND and glance.sand is not None else None


def _asks(asked: Task, play: Play, words: Words) -> str:
    """Say what is asked for; what the dice showed may be in it."""
    is_now = asked.state is None or asked.state is play.state
    view = play.view if is_now else play.game.view(asked.state, None)
    dice = view.get("dice")
    dice = dice if isinstance(dice, dict) else {}
    shown = {name: pips for name, pips in dice.items() if isinstance(pips, int)}
    return words.say(f"panel.{asked.game.id}.ask.{asked.first.event}", shown)


def asking(
    asked: Task,
    draft: Draft | None,
    play: Play,
    words: Words,
    *,
    has_others: bool = False,
    is_correcting: bool = False,
) -> Screen:
    """Show what is being asked, and what was turned to; *has_others* says that OK goes on to another task."""
    title = _asks(asked, play, words)
    draft = asked.still(draft)
    sand = None if is_correcting else _sand(play)
    corner = "" if is_correcting else _tally(asked, play) or _corner(play, words)
    if asked.is_yes_or_no:
        return _judging(asked, play, words, title, corner)
    hints = _entry_hints(asked, draft, play, words, has_others=has_others and not is_correcting)
    on_board = _on_board(asked, draft, play, words, Screen(Say(""), title, (), corner, hints, sand))
    if on_board is not None:
        return on_board
    if asked.wheels:
        settled = asked.settled(draft)
        is_roomy = len(settled) < MOST_WHEELS
        wheels = tuple(_wheel(field, value, play, words, is_roomy=is_roomy) for value, field in settled)
        title = _named(asked, draft, words) or title
        icons = () if is_correcting else tuple(play.sign_of(c.seat) for c in play.glance.claims)[:4]
        if asked.seat is not None and not is_correcting:
            icons = (play.sign_of(asked.seat),)
        return Screen(Wheels(wheels), title, icons, corner, hints, sand)
    option = draft.option if draft is not None else None
    if option is None and asked.finished(None) is not None:
        option = asked.options[0]
    group = None if option is None else asked.group(option)
    if group is not None and option is not None and not str(option.choice).startswith(group):
        corner = words.choice(play.game.id, "group", group)
    return Screen(_option(asked, option, play, words), title, (), corner, hints, sand)


def _on_board(asked: Task, draft: Draft | None, play: Play, words: Words, frame: Screen) -> Screen | None:
    """Show what is chosen on the board itself; None where the game has no picture for it."""
    game, option = play.game, None if draft is None else draft.option
    chosen = {field.field: value for value, field in asked.settled(draft) if value is not None}
    if option is not None and option.field is not None and option.choice is not None:
        chosen = {option.field: option.choice}
    board = None if asked.state is None else game.board(asked.state, asked.first, chosen)
    if board is None:
        return None
    seats = [asked.seat, *(chosen[field] for field in SEAT_FIELDS if field in chosen)]
    icons = tuple(play.sign_of(Seat(seat)) for seat in seats if isinstance(seat, int))[-1:]
    said = [words.choice(game.id, f, value) for f, value in chosen.items() if f not in SEAT_FIELDS]
    dials = asked.dials(draft) if asked.finished(draft) is None else ()
    turns = (f"{dial.field}.group" if dial.is_group else dial.field for dial in dials)
    wheels = tuple(f"{n} {words.say(f'panel.{game.id}.wheel.{turn}')}" for n, turn in enumerate(turns, 1))
    title = " ".join(said) or frame.title
    return replace(frame, body=Squares(board, wheels), title=title, icons=icons, corner="")


def _tally(asked: Task, play: Play) -> str:
    """Give what a seat that is counted has so far, where it may be told."""
    told = {entry.get("seat"): entry for entry in _entries(play.view, "seats")}
    entry = told.get(dict(asked.first.given).get("seat"), {})
    return _signed(entry["score"]) if isinstance(entry.get("score"), int) else ""


def _named(asked: Task, draft: Draft | None, words: Words) -> str:
    """Give the whole name of what was turned to last, where the wheel has room only for a short one."""
    values = () if draft is None else draft.values
    keys = [_whole(asked.game.id, value) for value in values]
    return next((words.say(key) for key in reversed(keys) if words.has(key)), "")


def _whole(game: str, value: Scalar | None) -> str:
    return f"panel.{game}.named.{value}"


def _wheel(asked: Asked, value: Scalar | None, play: Play, words: Words, *, is_roomy: bool) -> Wheel:
    game, field = play.game.id, asked.field
    if field in SEAT_FIELDS:
        return Wheel("button" if not isinstance(value, int) else play.sign_of(Seat(value)))
    key = f"panel.{game}.wheel.{field}"
    caption = words.say(key) if words.has(key) else ""
    return Wheel(
        field if field in DICE else None,
        _shown(game, field, value, words, is_roomy=is_roomy),
        caption,
    )


def _shown(game: str, field: str, value: Scalar | None, words: Words, *, is_roomy: bool) -> str:
    whole = _whole(game, value)
    if is_roomy and words.has(whole):
        return words.say(whole)
    return "" if value is None else words.choice(game, field, value)


def _option(asked: Task, option: Option | None, play: Play, words: Words) -> Figure:
    icon = None if asked.seat is None else play.sign_of(asked.seat)
    if option is None:
        is_seat = any(field.field in SEAT_FIELDS for field in asked.first.asked)
        return Figure("button" if is_seat else icon, big=UNKNOWN, is_scrolled=True)
    if option.field is None or option.choice is None:
        return Figure(icon, text=words.say(f"panel.{play.game.id}.{option.event}"), is_scrolled=True)
    if option.field in SEAT_FIELDS and isinstance(option.choice, int) and option.choice < len(play.seats):
        seat = Seat(option.choice)
        return Figure(play.sign_of(seat), text=name_of(play, seat, words), is_scrolled=True)
    shown = words.choice(play.game.id, option.field, option.choice)
    if set(shown) <= READ_FROM_AFAR:
        return Figure(icon, big=shown, is_scrolled=True)
    return Figure(icon, text=shown, is_scrolled=True)


def name_of(play: Play, seat: Seat, words: Words) -> str:
    """Give what a seat is called: by its name, or by its sign."""
    info = play.seats[seat]
    return info.name or words.say(f"display.sign.{info.sign}")


def _entry_hints(asked: Task, draft: Draft | None, play: Play, words: Words, *, has_others: bool) -> Hints:
    is_detour = draft is None and asked.first.can_wait and has_others
    if asked.finished(draft) is not None and not is_detour:
        return Hints(words.say("panel.enter"), words.say("panel.away") if draft is not None else "")
    if draft is not None:
        return Hints(back=words.say("panel.away"))
    both = awaited(play, By.OK_AND_BACK)
    if both is not None:
        return Hints(both=words.say(f"panel.{play.game.id}.{both.event}"))
    return Hints(other=words.say("panel.other")) if has_others else Hints()


def _judging(asked: Task, play: Play, words: Words, title: str, corner: str) -> Screen:
    view = play.view
    about = subject(view, dict(asked.first.given))
    hints = Hints(words.say("panel.yes"), words.say("panel.no"))
    if asked.first.asked[0].field == "right":
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


def _resting(asked: Task | None, panel: Panel, play: Play, words: Words) -> Screen:
    """Show how the table stands, and what hands can do."""
    glance, game = play.glance, play.game.id
    corner, hints = _corner(play, words), _resting_hints(asked, panel, play, words)
    if glance.claims:
        return Screen(_order(play, words), _dice(play.view), (), corner, Hints(), _sand(play))
    if glance.stage is not Stage.TURN:
        return Screen(Say(words.say(f"panel.{game}.race")), "", (), corner, hints)
    scores, turn = _scores(play, words), glance.turn
    if turn is None:
        if scores is None and not glance.cells:
            return Screen(_beside(play, Outlook(text=words.say(f"game.{game}"))), "", (), corner, hints)
        name = words.say(f"panel.{game}")
        return Screen(_beside(play, scores or Outlook()), name, (), corner, hints)
    sign, name, key = play.sign_of(turn), play.seats[turn].name, f"panel.{game}.turn"
    text = words.say(key) if words.has(key) else name_of(play, turn, words)
    if scores is not None:
        return Screen(_beside(play, scores), name or text, (sign,), corner, hints)
    board = play.game.board(play.state, None, {})
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
    turn = "" if turns_to is None else _asks(turns_to, play, words)
    if ok is not None:
        return Hints(words.say(f"panel.{game}.ok.{ok.event}"), turn=turn)
    return Hints(turn=turn, other=words.say("panel.other") if len(open_tasks) > 1 else "")


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


def _scores(play: Play, words: Words) -> Outlook | None:
    """Show what every seat has, and what the last round brought it; None where nobody can have anything."""
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
    return Outlook(tuple(found)) if play.round > 1 or any(s.score != "0" for s in found) else None


def _signed(score: Any) -> str:
    return str(score).replace("-", "−")


def _over(play: Play, outcome: Outcome, words: Words) -> Screen:
    scores = tuple(Score(play.sign_of(s.seat), _signed(s.score), rank=str(s.rank)) for s in outcome.standings)
    hints = Hints(ok=words.say("panel.next_game"), turn=words.say("panel.why"))
    return Screen(Scores(scores), hints=hints)

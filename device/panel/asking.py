"""The pictures of what an open game asks for, and of what was turned to."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from device.panel.drafts import Draft, Option
from device.panel.play import awaited, is_detour
from device.panel.screens import (
    DICE,
    UNKNOWN,
    Figure,
    Hints,
    Sand,
    Say,
    Screen,
    Squares,
    Wheel,
    Wheels,
)
from device.panel.tasks import MOST_WHEELS, SEAT_FIELDS, Task, subject
from device.panel.words import Words
from device.panel.world import Play
from rules.codec import Json
from rules.core import Asked, By, Scalar, Seat, Stage

READ_FROM_AFAR: Final = frozenset("0123456789+-−>")


def corner_of(play: Play, words: Words) -> str:
    return words.say("panel.round", n=play.round)


def sand_of(play: Play) -> Sand | None:
    glance = play.glance
    return Sand(*glance.sand) if glance.stage is Stage.SAND and glance.sand is not None else None


def asks(asked: Task, play: Play, words: Words, how: str = "ask") -> str:
    """Say what is asked for; what the dice showed may be in it."""
    is_now = asked.state is None or asked.state is play.state
    view = play.view if is_now else play.game.view(asked.state, None)
    return words.say(f"panel.{asked.game.id}.{how}.{asked.first.event}", pips_of(view))


def pips_of(view: Mapping[str, Json]) -> dict[str, int]:
    """Give what each die showed; nothing before a throw."""
    dice = view.get("dice")
    return {die: n for die, n in dice.items() if isinstance(n, int)} if isinstance(dice, dict) else {}


def asking(
    asked: Task,
    draft: Draft | None,
    play: Play,
    words: Words,
    *,
    has_others: bool = False,
    is_correcting: bool = False,
    is_left: bool = False,
) -> Screen:
    """Show what is being asked, and what was turned to.

    *has_others* says that OK goes on to another task, *is_left* that BACK leaves this one.
    """
    title = asks(asked, play, words)
    draft = asked.still(draft)
    sand = None if is_correcting else sand_of(play)
    corner = "" if is_correcting else _tally(asked, play) or corner_of(play, words)
    if asked.is_yes_or_no:
        return _judging(asked, play, words, title, corner)
    has_others = has_others and not is_correcting
    hints = _entry_hints(asked, draft, play, words, has_others=has_others, is_left=is_left)
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
        named = words.choice(play.game.id, "group", group)
        title, corner = (title, named) if asked.tally is None else (named, corner)
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
    """Give how much of a list is there, or what a seat that is counted has so far, where it may be told."""
    if asked.tally is not None:
        return "{}/{}".format(*asked.tally)
    told = {entry.get("seat"): entry for entry in entries_of(play.view, "seats")}
    entry = told.get(dict(asked.first.given).get("seat"), {})
    return signed(entry["score"]) if isinstance(entry.get("score"), int) else ""


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


def _entry_hints(
    asked: Task, draft: Draft | None, play: Play, words: Words, *, has_others: bool, is_left: bool
) -> Hints:
    away = words.say("panel.away") if is_left or draft is not None else ""
    is_passed_over = draft is None and has_others and is_detour(asked, play)
    if asked.finished(draft) is not None and not is_passed_over:
        return Hints(words.say("panel.enter"), away)
    if draft is not None:
        return Hints(back=away)
    if is_left:
        return Hints(other=words.say("panel.other") if has_others else "", back=away)
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


def entries_of(view: Mapping[str, Json], name: str) -> list[dict[str, Json]]:
    found = view.get(name)
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def signed(score: Any) -> str:
    return str(score).replace("-", "−")

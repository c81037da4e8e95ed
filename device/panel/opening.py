"""The way to a game: language, own Wi-Fi, game, way to play, seats, who starts, options, start.

Seats are taken by pressing the buttons round the table, on whatever page the panel is.
"""

from dataclasses import replace

from device.panel import network
from device.panel.inputs import (
    Arrange,
    Button,
    Input,
    OpenWifi,
    Push,
    SeatPush,
    SetLanguage,
    Start,
    Turn,
)
from device.panel.options import choices_of, fields_of, turned_option
from device.panel.pages import Answer, Item, NetworkPage, Opening, Panel
from device.panel.screens import Row
from device.panel.words import Words
from device.panel.world import World
from device.setup import Setup, offered_options
from device.texts import LANGUAGES
from rules.core import Seat, Sign
from rules.errors import IllegalMoveError
from rules.registry import AnyGame

WAY = "way"
"""The option that says how much of a game the table follows; asked before the others."""


def place(panel: Panel, world: World) -> Opening:
    """Say where on the way the panel is."""
    if world.language is None:
        return Opening.LANGUAGE
    if panel.opening is Opening.OPTIONS and not offered(world.setup):
        return Opening.READY
    if panel.opening is not None:
        return panel.opening
    if world.setup.seats:
        return Opening.READY
    return Opening.NETWORK if network.is_offered(world) else _first_question(world)


def _first_question(world: World) -> Opening:
    if len(world.games) > 1:
        return Opening.GAME
    return Opening.WAY if _has_way(world.setup.game) else Opening.SEATS


def _has_way(game: AnyGame) -> bool:
    return len(choices_of(game.options, WAY)) > 1


def step(panel: Panel, came: Input, world: World) -> Answer:
    """Take in what hands did while no game is open and no page lies over the way to one."""
    at = place(panel, world)
    match came:
        case SeatPush(sign=sign):
            return _seat_pushed(panel, sign, at, world)
        case Turn(encoder=encoder, steps=steps):
            return _turned(panel, encoder, steps, at, world)
        case Push(button=Button.OK):
            return _ok(panel, at, world)
        case Push(button=Button.BACK):
            return _back(panel, at, world)
        case _:
            return panel, ()


def items(at: Opening, world: World) -> tuple[Item, ...]:
    """List what can be chosen at a place, none where nothing is listed."""
    words, setup = Words(world.language), world.setup
    match at:
        case Opening.LANGUAGE:
            return tuple(
                Item(Row(LANGUAGES[name]), commands=(SetLanguage(name),)) for name in world.languages
            )
        case Opening.GAME:
            return tuple(
                Item(Row(words.say(f"panel.{game.id}")), commands=(Arrange(with_game(setup, game)),))
                for game in world.games
            )
        case Opening.WAY:
            return tuple(
                Item(
                    Row(_way_said(setup.game, way, words)),
                    commands=(Arrange(replace(setup, options=replace(setup.options, **{WAY: way}))),),
                )
                for way in choices_of(setup.game.options, WAY)
            )
        case Opening.READY:
            way = [Opening.WAY] if _has_way(setup.game) else []
            others = [Opening.GAME] if len(world.games) > 1 else []
            options = [Opening.OPTIONS] if offered(setup) else []
            copies = [Opening.COPY] if world.profiles else []
            starter = [Opening.STARTER] if _has_start_seat(setup) else []
            places = [Opening.SEATS, *starter, *way, *options, *copies, *others]
            return (
                Item(Row(words.say("panel.start"), icon="check"), commands=(Start(),)),
                *(Item(Row(_goal_said(goal, setup, words)), goes_to=goal) for goal in places),
            )
        case Opening.COPY:
            known = (setup.game.profile(), *world.profiles)
            house = words.say("panel.house_values")
            return tuple(
                Item(Row(copy.name or house), None, (Arrange(replace(setup, profile=copy)),), Opening.READY)
                for copy in known
            )
        case _:
            return ()


def _goal_said(goal: Opening, setup: Setup, words: Words) -> str:
    """Name a question that can be gone to; the way to play says which is set."""
    if goal is Opening.WAY:
        return _way_said(setup.game, getattr(setup.options, WAY), words)
    return words.say(f"panel.to.{goal}")


def _way_said(game: AnyGame, way: str, words: Words) -> str:
    return words.say(f"panel.{game.id}.option.{WAY}.{way}")


def with_game(setup: Setup, game: AnyGame) -> Setup:
    """Give the setup for another game, with as many of its seats as may play that."""
    if game is setup.game:
        return setup
    seats = setup.seats[: game.seat_counts[-1]]
    first = setup.first_seat if setup.first_seat < len(seats) else Seat(0)
    return Setup(game, game.options(), seats, first)


def chosen_line(panel: Panel, at: Opening, world: World) -> int:
    count = len(items(at, world))
    if panel.at is not None:
        return min(panel.at, count - 1)
    return _present(at, world)


def _present(at: Opening, world: World) -> int:
    """Give the line that stands for how it is now."""
    match at:
        case Opening.LANGUAGE if world.language in world.languages:
            return world.languages.index(world.language)
        case Opening.GAME if world.setup.game in world.games:
            return world.games.index(world.setup.game)
        case Opening.WAY:
            return choices_of(world.setup.game.options, WAY).index(getattr(world.setup.options, WAY))
        case Opening.COPY if world.setup.profile in world.profiles:
            return 1 + world.profiles.index(world.setup.profile)
        case _:
            return 0


def _turned(panel: Panel, encoder: int, steps: int, at: Opening, world: World) -> Answer:
    setup = world.setup
    panel = replace(panel, note=None)
    listed = items(at, world)
    if listed:
        chosen = max(0, min(len(listed) - 1, chosen_line(panel, at, world) + steps))
        return replace(panel, at=chosen), ()
    if at is Opening.STARTER and setup.seats:
        first = Seat((setup.first_seat + steps) % len(setup.seats))
        return panel, (Arrange(replace(setup, first_seat=first)),) if first != setup.first_seat else ()
    if at is Opening.OPTIONS:
        names = offered(setup)
        if encoder == 1:
            return replace(panel, at=((panel.at or 0) + steps) % len(names)), ()
        name = names[(panel.at or 0) % len(names)]
        options = turned_option(setup.options, name, steps * (10 if encoder == 2 else 1))
        return panel, (Arrange(replace(setup, options=options)),) if options != setup.options else ()
    return panel, ()


def _has_start_seat(setup: Setup) -> bool:
    return setup.game.has_start_seat(setup.options)


def offered(setup: Setup) -> tuple[str, ...]:
    """List the options that mean something beside the others; the way to play has a place of its own."""
    turnable = fields_of(setup.game.options)
    return tuple(name for name in offered_options(setup) if name in turnable and name != WAY)


def _ok(panel: Panel, at: Opening, world: World) -> Answer:
    words, setup = Words(world.language), world.setup
    low = setup.game.seat_counts[0]
    match at:
        case Opening.SEATS | Opening.STARTER | Opening.READY if len(setup.seats) < low:
            is_start = at is not Opening.READY or chosen_line(panel, at, world) == 0
            if is_start:
                text = words.say("panel.too_few", low=low)
                return panel.gone_to(Opening.SEATS).noted(text, world.now_ms), ()
        case Opening.NETWORK:
            return panel.opened(NetworkPage()), (OpenWifi(True),)
        case Opening.SEATS:
            return panel.gone_to(Opening.STARTER if _has_start_seat(setup) else Opening.READY), ()
        case Opening.STARTER | Opening.OPTIONS:
            return panel.gone_to(Opening.READY), ()
        case _:
            pass
    item = items(at, world)[chosen_line(panel, at, world)]
    if item.goes_to is not None:
        return panel.gone_to(item.goes_to, returns=at is Opening.READY), item.commands
    return panel.gone_to(Opening.READY if panel.returns else _next(at, world, item)), item.commands


def _next(at: Opening, world: World, item: Item) -> Opening | None:
    """Give what is asked next; a seat that is taken early skips nothing."""
    match at:
        case Opening.LANGUAGE if world.setup.seats:
            return Opening.NETWORK if network.is_offered(world) else _first_question(world)
        case Opening.GAME:
            chosen = (c.setup.game for c in item.commands if isinstance(c, Arrange))
            return Opening.WAY if _has_way(next(chosen, world.setup.game)) else Opening.SEATS
        case Opening.WAY:
            return Opening.SEATS
        case _:
            return None


def _back(panel: Panel, at: Opening, world: World) -> Answer:
    setup = world.setup
    match at:
        case Opening.SEATS if setup.seats:
            seats = setup.seats[:-1]
            first = setup.first_seat if setup.first_seat < len(seats) else Seat(0)
            return replace(panel, note=None), (Arrange(replace(setup, seats=seats, first_seat=first)),)
        case Opening.SEATS | Opening.NETWORK:
            return panel.gone_to(_first_question(world)), ()
        case Opening.STARTER:
            return panel.gone_to(Opening.SEATS), ()
        case Opening.OPTIONS | Opening.COPY:
            return panel.gone_to(Opening.READY), ()
        case Opening.GAME | Opening.WAY if panel.returns:
            return panel.gone_to(Opening.READY), ()
        case Opening.WAY if len(world.games) > 1:
            return panel.gone_to(Opening.GAME), ()
        case Opening.READY:
            return panel.gone_to(Opening.STARTER if _has_start_seat(setup) else Opening.SEATS), ()
        case _:
            return panel, ()


def _seat_pushed(panel: Panel, sign: Sign, at: Opening, world: World) -> Answer:
    setup = world.setup
    seat = setup.seat_of(sign)
    if seat is not None:
        if at is not Opening.STARTER:
            return panel, ()
        commands = (Arrange(replace(setup, first_seat=seat)),) if seat != setup.first_seat else ()
        return panel.gone_to(Opening.READY), commands
    try:
        after = setup.with_seat(sign)
    except IllegalMoveError:
        text = Words(world.language).say("panel.full", high=setup.game.seat_counts[-1])
        return panel.noted(text, world.now_ms, sign), ()
    if at is Opening.NETWORK:
        panel, at = panel.gone_to(None), _first_question(world)
    shown = panel if at in (Opening.LANGUAGE, Opening.GAME, Opening.WAY) else panel.gone_to(Opening.SEATS)
    if panel.opening is None and at in (Opening.GAME, Opening.WAY):
        # A seat taken early must not skip the questions before it.
        shown = replace(panel, opening=at)
    return shown, (Arrange(after),)

"""How bright the table is, by day and by night, and whether its LEDs take red for red."""

from typing import Final

from device.panel.inputs import Input, Push, SetBrightness, SetColourOrder, SetNight, Turn
from device.panel.pages import Answer, BrightnessPage, ColoursPage, Item, Panel
from device.panel.screens import Figure, Gauge, Hints, Row, Screen
from device.panel.words import Words
from device.panel.world import World
from device.pixels import ORDERS

LEAST_PCT: Final = 10
STEP_PCT: Final = 10


def items(world: World, words: Words) -> tuple[Item, ...]:
    """List what can be set about light."""
    night = words.say("panel.on" if world.is_night else "panel.off")
    return (
        Item(Row(words.say("panel.menu.brightness"), value=f"{world.brightness_pct}%"), BrightnessPage()),
        Item(Row(words.say("panel.menu.night"), value=night), commands=(SetNight(not world.is_night),)),
        Item(Row(words.say("panel.menu.colours"), value=world.colour_order), ColoursPage()),
    )


def step_brightness(panel: Panel, came: Input, world: World) -> Answer:
    """Every encoder changes it, at once."""
    match came:
        case Turn(steps=steps):
            pct = max(LEAST_PCT, min(100, world.brightness_pct + steps * STEP_PCT))
            return panel, (SetBrightness(pct),) if pct != world.brightness_pct else ()
        case Push():
            return panel.closed(), ()
        case _:
            return panel, ()


def brightness_screen(world: World) -> Screen:
    """Show how bright it is."""
    words = Words(world.language)
    return Screen(
        Gauge(world.brightness_pct),
        words.say("panel.menu.brightness"),
        (),
        f"{world.brightness_pct}%",
        Hints(words.say("panel.done")),
    )


def step_colours(panel: Panel, came: Input, world: World) -> Answer:
    """Every encoder changes the order, at once; the ring shows what comes of it."""
    match came:
        case Turn(steps=steps) if steps:
            order = ORDERS[(ORDERS.index(world.colour_order) + steps) % len(ORDERS)]
            return panel, (SetColourOrder(order),) if order != world.colour_order else ()
        case Push():
            return panel.closed(), ()
        case _:
            return panel, ()


def colours_screen(world: World) -> Screen:
    """Ask whether the ring shows red, green and blue as it should."""
    words = Words(world.language)
    return Screen(
        Figure(text=words.say("panel.red_green_blue"), is_scrolled=True),
        words.say("panel.menu.colours"),
        (),
        world.colour_order,
        Hints(words.say("panel.done")),
    )

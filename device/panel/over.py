"""The pages that may lie over the game or the way to one: each is stepped and shown by its own module."""

from device.panel import (
    checking,
    correcting,
    ending,
    lighting,
    menu,
    naming,
    network,
    opening_screens,
    outcome,
)
from device.panel.inputs import Input
from device.panel.pages import (
    AnewPage,
    Answer,
    BrightnessPage,
    ColoursPage,
    EndPage,
    EntryPage,
    FindingPage,
    HandsPage,
    HistoryPage,
    InfoPage,
    ListPage,
    MisfitsPage,
    NamingPage,
    NetworkPage,
    OutcomePage,
    Page,
    Panel,
    SurePage,
)
from device.panel.screens import Screen
from device.panel.words import Words
from device.panel.world import World


def step(panel: Panel, page: Page, came: Input, world: World) -> Answer:
    """Take in what hands did on a page."""
    match page:
        case ListPage():
            return menu.step_list(panel, page, came, world)
        case InfoPage():
            return menu.step_info(panel, page, came, world)
        case FindingPage():
            return checking.step_finding(panel, came)
        case NetworkPage():
            return network.step(panel, page, came, world)
        case SurePage():
            return menu.step_sure(panel, page, came, world)
        case BrightnessPage():
            return lighting.step_brightness(panel, came, world)
        case ColoursPage():
            return lighting.step_colours(panel, came, world)
        case HandsPage():
            return checking.step(panel, page, came)
        case NamingPage():
            return naming.step(panel, page, came, world)
        case _:
            pass
    if world.play is None:
        return panel.closed(), ()
    match page:
        case EndPage():
            return ending.step(panel, page, came)
        case HistoryPage():
            return correcting.step_history(panel, page, came, world.play)
        case EntryPage():
            return correcting.step_entry(panel, page, came, world.play)
        case AnewPage():
            return correcting.step_anew(panel, page, came, world, world.play)
        case MisfitsPage():
            return correcting.step_misfits(panel, page, came, world, world.play)
        case OutcomePage():
            return outcome.step(panel, page, came, world.play), ()


def screen(page: Page, world: World) -> Screen:
    """Show a page."""
    match page:
        case ListPage():
            return menu.list_screen(page, world)
        case InfoPage():
            return menu.info_screen(page, world)
        case FindingPage():
            return checking.finding_screen(page.finding, Words(world.language))
        case NetworkPage():
            return network.screen(page, world)
        case SurePage():
            return menu.sure_screen(page, world)
        case BrightnessPage():
            return lighting.brightness_screen(world)
        case ColoursPage():
            return lighting.colours_screen(world)
        case HandsPage():
            return checking.screen(page, world)
        case NamingPage():
            return naming.screen(page, world)
        case _:
            pass
    if world.play is None:
        return opening_screens.screen(Panel(), world)
    match page:
        case EndPage():
            return ending.screen(page, world, world.play)
        case HistoryPage():
            return correcting.history_screen(page, world, world.play)
        case EntryPage():
            return correcting.entry_screen(page, world, world.play)
        case AnewPage():
            return correcting.anew_screen(page, world, world.play)
        case MisfitsPage():
            return correcting.misfits_screen(page, world, world.play)
        case OutcomePage():
            over = world.play.outcome
            assert over is not None
            return outcome.screen(world.play.game.id, over, page.at, Words(world.language))

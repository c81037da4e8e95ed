"""What people see of Silver & Gold Pyramids: everything, since all of it lies open on the table."""

from typing import Final

from rules.codec import Json
from rules.core import Arc, Glance, Seat, Stage, Tone
from rules.silver_gold_pyramids.cards import kept_choices, take_choices
from rules.silver_gold_pyramids.events import CARDS, ROUNDS, Colour
from rules.silver_gold_pyramids.marking import gain, spots, to_mark
from rules.silver_gold_pyramids.options import Way
from rules.silver_gold_pyramids.pyramids import SIDE, SQUARES, has_wall
from rules.silver_gold_pyramids.scoring import Bonus, Line, bonuses, bonuses_left, lines, score
from rules.silver_gold_pyramids.state import Phase, State, Tomb, card_of, round_of

CARDS_OFFERED: Final = 2
"""Of cards that a seat has not marked so many are shown with their spots: the last, and one missed."""


def view(state: State) -> dict[str, Json]:
    """Give the table as everyone may see it; docs/games/silver_gold_pyramids.md describes each field."""
    is_cards = state.options.way is Way.CARDS
    display: list[Json] = [*state.display]
    return {
        "way": str(state.options.way),
        "phase": str(state.phase),
        "exploration": str(state.options.exploration),
        "said": str(state.options.said),
        "round": state.round,
        "rounds": ROUNDS,
        "card": card_of(state.moment) if state.moment else 0,
        "cards": CARDS,
        "next": None if state.next is None else {"round": state.next[0], "card": state.next[1]},
        "is_last": state.next is None,
        "shape": state.shown[-1] if state.shown else None,
        "shown": [_card(state, moment) for moment in range(1, state.moment + 1)],
        "left": [*state.shapes_left],
        "shapes": _shapes(state),
        "pairs": str(state.options.pairs),
        "skull_table": [*state.skull_table],
        "bonuses": _bonuses(state),
        "display": display,
        "deck": len(state.deck) if is_cards else None,
        "pyramids": [_pyramid(state, number) for number in _open(state)] if is_cards else [],
        "seats": [_seat(state, seat) for seat in state.all_seats],
    }


def glance(state: State) -> Glance:
    """Give what lights and sounds tell: how far the round and the game have come, and the shape shown."""
    if state.phase is Phase.OVER:
        return Glance(Stage.OVER)
    arcs = (
        Arc(Tone.LIGHT, card_of(state.moment) if state.moment else 0, CARDS),
        Arc(Tone.DARK, state.round, ROUNDS),
    )
    shape = state.shown[-1] if state.shown else None
    return Glance(Stage.TURN, arcs=arcs, cells=() if shape is None else state.shapes[shape].cells)


def _moment(moment: int) -> dict[str, Json]:
    return {"round": round_of(moment), "card": card_of(moment)}


def _card(state: State, moment: int) -> dict[str, Json]:
    return {**_moment(moment), "shape": state.shown[moment - 1]}


def _cells(cells: tuple[tuple[int, int], ...]) -> list[Json]:
    return [[row, column] for row, column in cells]


def _shapes(state: State) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name, shape in state.shapes.items():
        turns: list[Json] = [
            {"turn": turn, "squares": _cells(looks)} for turn, looks in state.shape_turns(name)
        ]
        is_house = state.profile.shapes is None
        found[name] = {"squares": _cells(shape.cells), "turns": turns, "is_house": is_house}
    return found


def _bonuses(state: State) -> list[Json]:
    if not state.options.bonuses:
        return []
    return [
        {
            "colour": str(colour),
            "steps": [*state.bonus_steps(colour)],
            "left": [*bonuses_left(state, colour)],
        }
        for colour in Colour
    ]


def _open(state: State) -> list[int]:
    found = {*state.display}
    for sheet in state.sheets:
        found |= {*sheet.hand, *(board.pyramid for board in (*sheet.boards, *sheet.aside))}
    return sorted(found)


def _pyramid(state: State, number: int) -> dict[str, Json]:
    card = state.pyramids[number]
    right: list[Json] = [i % SIDE < SIDE - 1 and has_wall(card, i, i + 1) for i in range(SQUARES)]
    below: list[Json] = [has_wall(card, i, i + SIDE) for i in range(SQUARES)]
    squares: list[Json] = [None if symbol is None else str(symbol) for symbol in card.symbols]
    return {
        "pyramid": number,
        "colour": str(card.colour),
        "is_house": state.profile.cards is None,
        "squares": squares,
        "right": right,
        "below": below,
    }


def _seat(state: State, seat: Seat) -> dict[str, Json]:
    sheet = state.sheet(seat)
    mine = [bonus for bonus in bonuses(state) if bonus.seat == seat]
    found: dict[str, Json] = {
        "seat": seat,
        "score": score(state, seat),
        "lines": [_line(line) for line in lines(state, seat)],
        "tombs": _tombs(sheet.tombs, mine),
        "colours": {str(c): sum(tomb.colour is c for tomb in sheet.tombs) for c in Colour},
        "rubies": sheet.rubies,
        "emeralds": sheet.emeralds,
        "skulls": sheet.skulls,
        "skulls_read": sheet.skulls_read,
        "skulls_since": [
            {**_moment(new.moment), "skulls": new.covered, "potions": new.potions}
            for new in sheet.skulls_since
        ],
        "torches": [*sheet.torches],
        "read": sheet.read,
        "is_ready": state.moment > 0 and sheet.handled == state.moment and not sheet.extra,
    }
    return found | _seats_cards(state, seat) if state.options.way is Way.CARDS else found


def _seats_cards(state: State, seat: Seat) -> dict[str, Json]:
    sheet = state.sheet(seat)
    is_keeping, may_take = state.phase is Phase.KEEPING, seat in state.may_take
    hand = kept_choices(state, seat) if is_keeping and not sheet.has_kept else ()
    takes = take_choices(state) if may_take else ()
    moments = () if state.phase is Phase.OVER else to_mark(state, seat)[-CARDS_OFFERED:]
    boards = [(board, False) for board in sheet.boards] + [(board, True) for board in sheet.aside]
    return {
        "hand": [*hand],
        "extra": sheet.extra,
        "owed": len(sheet.owed),
        "may_take": may_take,
        "can_draw": 0 in takes,
        "takes": [number for number in takes if number],
        "boards": [
            {"pyramid": board.pyramid, "marked": [*board.marked], "is_aside": is_aside}
            for board, is_aside in boards
        ],
        "to_mark": [_to_mark(state, seat, moment) for moment in moments],
    }


def _to_mark(state: State, seat: Seat, moment: int) -> dict[str, Json]:
    sheet = state.sheet(seat)
    found: list[Json] = [
        {
            "pyramid": board.pyramid,
            "spot": spot.name,
            "squares": [*spot.squares],
            "gain": dict(gain(state, board, spot)),
        }
        for board in sheet.boards
        for spot in spots(state, seat, moment, board)
    ]
    return {**_card(state, moment), "is_extra": moment == sheet.handled, "spots": found}


def _line(line: Line) -> dict[str, Json]:
    found: dict[str, Json] = {"what": line.what, "count": line.count, "points": line.points}
    return found if line.colour is None else {**found, "colour": str(line.colour), "nth": line.nth}


def _tombs(tombs: tuple[Tomb, ...], mine: list[Bonus]) -> list[Json]:
    """List the tombs in the order of their cards, each with the bonus that it brought."""
    found: list[Json] = []
    count: dict[Colour, int] = dict.fromkeys(Colour, 0)
    for tomb in tombs:
        count[tomb.colour] += 1
        points = next(
            (b.points for b in mine if (b.colour, b.nth) == (tomb.colour, count[tomb.colour])), None
        )
        found.append({**_moment(tomb.moment), "colour": str(tomb.colour), "bonus": points})
    return found

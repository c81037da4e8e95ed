"""Make the house cards of Silver & Gold Pyramids: 48 pyramids of our own, the same ones at each call.

    python tools/make_house_cards.py > rules/silver_gold_pyramids/house_cards.py

Nothing here is printed on a real card. Each card has five to seven walls that leave every square open to
the entrance, and nine or ten symbols; the sixteen cards of each colour have the same symbols in all.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.silver_gold_pyramids.events import Colour
from rules.silver_gold_pyramids.pyramids import PICTURE, SIDE, SQUARES, reached, read

SEED: Final = 2023
CARDS_A_COLOUR: Final = 16
SYMBOLS: Final = ("RRETSSPXE", "REETSSPXR", "RRETTSSXE", "REETSSSXRP")
"""What the cards of a colour show, by turns: gems in balance, two skulls or three, a way to mark one more."""

_HEAD: Final = '''"""The house cards: 48 pyramids of our own, made by tools/make_house_cards.py.

None is printed anywhere. A card is nine lines, here with strokes between them: squares at the even
places, `|` and `-` for walls.
"""

from typing import Final

from rules.silver_gold_pyramids.events import Colour

HOUSE_CARDS: Final[dict[Colour, tuple[str, ...]]] = {'''


def cards(seed: int = SEED) -> dict[Colour, tuple[str, ...]]:
    """Give the pictures of all cards, nine lines each with strokes between them."""
    chance = random.Random(seed)
    return {
        colour: tuple(_card(chance, SYMBOLS[at % len(SYMBOLS)]) for at in range(CARDS_A_COLOUR))
        for colour in Colour
    }


def _card(chance: random.Random, symbols: str) -> str:
    while True:
        lines = [[" "] * PICTURE for _ in range(PICTURE)]
        for square in range(SQUARES):
            lines[2 * (square // SIDE)][2 * (square % SIDE)] = "."
        for square, sign in zip(chance.sample(range(1, SQUARES - 1), len(symbols)), symbols, strict=True):
            lines[2 * (square // SIDE)][2 * (square % SIDE)] = sign
        for r, c in chance.sample([*_places_of_walls()], chance.randint(5, 7)):
            lines[r][c] = "|" if r % 2 == 0 else "-"
        rows = tuple("".join(line) for line in lines)
        if len(reached(read(Colour.GREEN, rows), range(SQUARES))) == SQUARES:
            return "/".join(rows)


def _places_of_walls() -> Iterator[tuple[int, int]]:
    yield from ((r, c) for r in range(PICTURE) for c in range(PICTURE) if r % 2 != c % 2)


def main() -> None:
    """Print the module."""
    print(_HEAD)
    for colour, pictures in cards().items():
        print(f"    Colour.{colour.name}: (")
        for picture in pictures:
            print(f'        "{picture}",')
        print("    ),")
    print("}")


if __name__ == "__main__":
    main()

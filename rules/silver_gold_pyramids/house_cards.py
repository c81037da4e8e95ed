"""The house cards: 48 pyramids of our own, made by tools/make_house_cards.py.

None is printed anywhere. A card is nine lines, here with strokes between them: squares at the even
places, `|` and `-` for walls.
"""

from typing import Final

from rules.silver_gold_pyramids.events import Colour

HOUSE_CARDS: Final[dict[Colour, tuple[str, ...]]] = {
    Colour.GREEN: (
        ". . . . P/         /. . .|. ./  -      /. T|. R ./         /R . X E S/    - -  /S|. . E .",
        ". E P S ./-        /S . E . ./         /. . T .|./         /. .|. . R/  -   - -/. R . X .",
        ". T E X T/         /. . .|S ./-        /. . . . ./    -    /R E . R|S/         /. . .|. .",
        ". . S R S/         /P . E . T/        -/E . S|. ./      -  /. X . R ./  -      /.|. . . .",
        ".|.|. S ./      -  /E T .|X ./        -/R R P . ./-        /S . . E ./        -/. . . . .",
        ". . . . X/- -   -  /E T E . S/         /R . .|.|S/         /.|. P . ./-        /. R . . .",
        ". X .|T ./-   -    /. . E S|./         /. . . S ./-        /. R . . T/         /. .|E|R .",
        ". .|S . ./      -  /. E S . E/      -  /S . . .|./-        /. . . X R/         /. P|R T .",
        ". . X . T/    -   -/R . . E ./        -/S . .|. ./         /.|. . S|E/         /R P|. . .",
        ". . E P ./        -/. S E . ./    -    /. . .|S R/  -      /.|. . T R/         /.|X . . .",
        ". . T S E/    -    /. . R|. ./-   -    /. . . S ./         /E . T|X ./         /R . . .|.",
        ". . . . E/-        /E . . X R/      -  /S . .|. ./         /.|R|S P T/    -    /. .|S . .",
        ". R . S R/         /. . . P ./      -  /E . .|. ./      -  /. . . S X/      -  /. .|E T .",
        ".|.|T X ./        -/. R . . ./         /P S E . ./    -    /. .|. E S/    -    /. . R . .",
        ". E . T T/         /. . . . R/-     -  /. . . . ./    -    /E S . R X/        -/S .|. . .",
        ". . . . ./         /. R S . T/- -     -/E . S . ./         /E . P . ./-       -/R . S X .",
    ),
    Colour.PURPLE: (
        ". . .|E ./-   -    /. .|P . R/         /. . X . T/-        /. . S|S R/         /.|. . E .",
        ". . . .|S/         /T P . . R/-   -    /. . X E ./         /. . R .|./-        /. S . E .",
        ". T . . ./      - -/.|. . . E/    - -  /R E . . ./         /S R T . S/         /. X|. . .",
        ". . X T P/    -    /. . S S ./        -/.|. . R|E/         /. . . . S/         /. R E|. .",
        ". . . S|R/    -    /.|.|X . E/         /. R . . E/         /.|.|. . S/-        /. . P T .",
        ". . P|E|./         /R . . S ./         /.|. . T ./- -      /S . . . X/      -  /E .|R . .",
        ". . X . ./        -/. R . S E/         /. .|. .|./    -    /. R S . E/         /.|. T T .",
        ". .|. P ./    - -  /E S . . ./-        /S T . E R/         /. . . S ./    -    /R . X .|.",
        ". . . . ./  -      /. E . . ./  - -    /S E S .|P/         /T R . R ./      -  /. X .|. .",
        ".|. S . E/      -  /.|. X . ./         /R . . P ./  -      /S . .|E ./         /. R T . .",
        ". . T . ./      - -/S . T|. ./         /. . E .|./    - -  /E . R . ./         /S X .|R .",
        ". S .|.|./    -    /E E . . S/         /. R P .|./         /. . . T S/         /. R|X .|.",
        ". R . . S/      - -/R . T . ./         /X E|. .|./         /P|. . . S/         /. . . E .",
        ".|. .|R ./        -/. . . E X/         /. . . .|./         /R|. E S S/         /T .|P . .",
        ". . X . ./-        /. . R E ./         /S . . T ./    -    /.|T|S R ./         /E . .|. .",
        ". .|. . ./         /E .|. . ./  -      /T . R|S X/-        /S . R . ./    -    /E P . S .",
    ),
    Colour.ORANGE: (
        ".|. . P ./  -      /. E R X ./         /. .|E .|./         /.|. . R ./        -/S . T S .",
        ". . . .|T/  -      /. E . . ./      -  /. S . S|./         /. P R . E/    -    /. R . X .",
        ".|. S . ./    -    /. T . .|./         /. . E R|./-        /E R|T X|./         /. S . . .",
        ". .|. . ./         /E . . . ./         /X S R . R/-     -  /E . P S S/         /. T|. .|.",
        ". . . S S/      -  /. E . . ./  -      /P . .|. R/        -/. R|X T ./         /E . . . .",
        ". R|T S E/    - -  /. . E|X ./         /. . . . ./-        /S R . . P/-        /. . . . .",
        ". . S T ./  -      /X . T . E/  -      /.|. R S E/      -  /. . . .|R/  -      /. . . . .",
        ". . . X ./      -  /S . . . E/-        /P . .|. E/         /. .|R R S/      -  /. T|.|S .",
        ". .|. . ./         /R R . . S/  -      /. T|. . E/  -      /P|S .|. ./         /. E . X .",
        ". . . S E/         /R E|. . R/    -   -/. . T . ./  -      /. . . . P/-        /S . . X .",
        ". T S R ./      -  /R|. . . ./         /. X E . ./  -      /.|S T .|E/         /. . . . .",
        ". R . . ./    -    /E . P S|X/    -   -/.|. . S ./-   -    /. T E . ./         /S R . . .",
        ". E . .|./      -  /. X . . ./-        /E|. S . P/         /. . . R S/    - -  /R . .|T .",
        ". S . E R/         /.|. T . ./         /.|R . . ./  - -    /. . X . ./-        /P S . E .",
        ". R . . ./      -  /. . S R ./    -    /E . T . ./         /T . S . ./-        /. E|. X|.",
        ". . R R|E/         /S S . . ./         /S . . X ./    -    /.|. . P T/  -     -/E .|.|. .",
    ),
}

"""A second, slow and simple generator of moves, which shares no code with the rules; it made counts.json.

A board is a dictionary from squares (row, column) to "d" or "l". Run as a module it writes the counts anew.
"""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

Square = tuple[int, int]
Board = dict[Square, str]

COUNTS = Path(__file__).parent / "counts.json"
SALVATION, WATER = (3, 6), (3, 7)
BOARDS = {
    "start": "d 2-1 3-1 3-2 3-3 l 1-2 1-3 1-4 1-5",
    "by the water": "d 2-6 3-5 2-9 1-1 l 2-7 3-8 1-7 3-10",
    "dark in the water": "d 3-7 3-5 2-6 l 2-8 1-7 1-4 3-9",
    "dark in the water, one on salvation": "d 3-7 3-6 1-2 l 3-8 1-8 2-3",
    "nearly boxed": "d 3-10 2-10 l 1-10 2-9 3-8",
    "last pieces": "d 2-5 l 3-8",
}
ONE_AND_TWO = [(own,) for own in range(5)] + list(product(range(5), range(3)))
THREE = list(product(range(1, 5), range(1, 3), range(1, 5)))
SOME_OF_THREE = [(1, 2, 3), (3, 1, 4)]
"""Of boards other than the start: there are thousands of ways each."""


def read(text: str) -> Board:
    board: Board = {}
    side = ""
    for word in text.split():
        if word in "dl":
            side = word
        else:
            row, column = word.split("-")
            board[int(row), int(column)] = side
    return board


def walk(board: Board, steps: int, path: list[Square], bends: int) -> Iterator[Square]:
    """Give where a walk of so many steps more can end; some ends come several times."""
    if steps == 0:
        yield path[-1]
        return
    row, column = path[-1]
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        to = (row + down, column + right)
        if not (1 <= to[0] <= 3 and 1 <= to[1] <= 10) or to in board or to in path:
            continue
        is_bend = len(path) > 1 and (row - path[-2][0], column - path[-2][1]) != (down, right)
        if bends - is_bend >= 0:
            yield from walk(board, steps - 1, [*path, to], bends - is_bend)


def goals(board: Board, piece: Square, steps: int, bends: int) -> set[Square]:
    return set(walk(board, steps, [piece], bends)) if steps else set()


def moved(board: Board, piece: Square, to: Square) -> Board:
    after = dict(board)
    after[to] = after.pop(piece)
    return after


def own_moves(board: Board, side: str, steps: int, bends: int) -> list[Board]:
    found = []
    for piece in [s for s in board if board[s] == side and s != WATER]:
        all_goals = goals(board, piece, steps, bends)
        dry = all_goals - {WATER}
        found += [moved(board, piece, to) for to in dry or all_goals]
    return found


def enemy_moves(board: Board, side: str, steps: int, bends: int) -> list[Board]:
    pieces = [s for s in board if board[s] != side and s != WATER]
    return [moved(board, p, to) for p in pieces for to in goals(board, p, steps, bends)]


def own_part(board: Board, side: str, steps: int, bends: int) -> list[Board]:
    """Give the boards after each way to play the first part of a turn; nothing to move is one way."""
    if board.get(WATER) != side:
        return own_moves(board, side, steps, bends) or [board]
    without = {square: of for square, of in board.items() if square != WATER}
    given_up = own_moves(without, side, steps, bends) or [without]
    if board.get(SALVATION) == side:
        saved = [moved(board, WATER, to) for to in goals(board, WATER, 3, bends)]
        rescued = [after for one in saved for after in own_moves(one, side, steps, bends) or [one]]
    else:
        brought = [
            moved(board, piece, SALVATION)
            for piece in board
            if board[piece] == side and piece != WATER and SALVATION in goals(board, piece, steps, bends)
        ]
        rescued = [moved(one, WATER, to) for one in brought for to in goals(one, WATER, 3, bends)]
    return rescued + given_up


def count(board: Board, side: str, pips: tuple[int, ...], bends: int) -> int:
    """Count the ways to play own part, enemy part and the other's own part, as many as there are pips."""
    other = "l" if side == "d" else "d"
    before = [square for square in board if board[square] == side]
    boards = own_part(board, side, pips[0], bends)
    if len(pips) == 1:
        return len(boards)
    total = 0
    for one in boards:
        own = [square for square in one if one[square] == side]
        if own in ([(2, 6)], [WATER]) and own != before:
            total += 1
            continue
        for two in enemy_moves(one, side, pips[1], bends) or [one]:
            is_lost = all(square == WATER for square in two if two[square] == other)
            total += 1 if len(pips) == 2 or is_lost else len(own_part(two, other, pips[2], bends))
    return total


def main() -> None:
    """Write the counts of all boards, sides and numbers of turns."""
    found: dict[str, dict[str, int]] = {}
    for name, text in BOARDS.items():
        for side, bends in product("dl", (9, 1)):
            if bends == 1 and name not in ("start", "by the water"):
                continue
            key = f"{name}, {side}, {'one turn' if bends == 1 else 'any turns'}"
            board = read(text)
            depths = [*ONE_AND_TWO, *(THREE if name == "start" else SOME_OF_THREE)]
            found[key] = {" ".join(map(str, pips)): count(board, side, pips, bends) for pips in depths}
    COUNTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

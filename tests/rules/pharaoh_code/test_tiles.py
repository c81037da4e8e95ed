"""The treasure tiles, against the parts list of the rules."""

import pytest

from rules.pharaoh_code.tiles import SPACES, TILES, Colour, tiles_of

TILES_AND_POINTS = {
    Colour.YELLOW: (22, 27),
    Colour.BLUE: (13, 41),
    Colour.RED: (9, 47),
    Colour.BLACK: (4, 28),
}

PRINTED = {
    1: "3 4 5 6 7 8 9 10 11 12 13 14 15 16 18 20 24",
    2: "17 21 30 36 40",
    3: "19 22 27 28 32 35 42 48 56 60 72",
    4: "25 45",
    5: "23 26 33 50 54 70 80",
    6: "44 63",
    7: "49 64 84 90",
}


@pytest.mark.parametrize("colour", Colour)
def test_colour_has_as_many_tiles_and_points_as_the_source_lists(colour: Colour) -> None:
    tiles = tiles_of(colour)
    assert (len(tiles), sum(t.points for t in tiles)) == TILES_AND_POINTS[colour]


def test_there_are_48_tiles_and_143_points() -> None:
    assert (len(TILES), sum(t.points for t in TILES.values())) == (48, 143)


@pytest.mark.parametrize("points", PRINTED)
def test_numbers_have_the_points_on_their_back(points: int) -> None:
    assert [t.number for t in TILES.values() if t.points == points] == [*map(int, PRINTED[points].split())]


def test_every_tile_is_found_by_its_number() -> None:
    assert {number: tile.number for number, tile in TILES.items()} == {number: number for number in TILES}


@pytest.mark.parametrize("colour", Colour)
def test_tiles_of_a_colour_are_listed_lowest_first(colour: Colour) -> None:
    numbers = [t.number for t in tiles_of(colour)]
    assert numbers == sorted(numbers)


def test_pyramid_has_ten_spaces_from_one_to_four() -> None:
    assert list(SPACES.items()) == [(Colour.BLACK, 1), (Colour.RED, 2), (Colour.BLUE, 3), (Colour.YELLOW, 4)]

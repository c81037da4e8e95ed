// The 48 printed tiles, row by row from the top of the pyramid: number and points.
// A test holds them against rules/pharaoh_code/tiles.py.

export const ROWS = [
  { colour: "black", points: { 7: [49, 64, 84, 90] } },
  { colour: "red", points: { 5: [23, 26, 33, 50, 54, 70, 80], 6: [44, 63] } },
  { colour: "blue", points: { 3: [19, 22, 27, 28, 32, 35, 42, 48, 56, 60, 72], 4: [25, 45] } },
  { colour: "yellow", points: { 1: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24], 2: [17, 21, 30, 36, 40] } },
].map(({ colour, points }) => ({
  colour,
  tiles: Object.entries(points)
    .flatMap(([each, numbers]) => numbers.map((number) => ({ number, colour, points: Number(each) })))
    .sort((a, b) => a.number - b.number),
}));

export const TILES = new Map(ROWS.flatMap(({ tiles }) => tiles.map((tile) => [tile.number, tile])));

from __future__ import annotations

from uoserver.sim.tables.statics import STATICS
from uoserver.sim.tables.tiles import BYTE_OF, NOBODY, TILES, Special, Tile

# The table of the reference page, written out: first byte, terrains.
TERRAINS = {
    0: "0 2 4 5 6 7 8 9 16 17 18 19 24 25 28 29 40 41 44 45",
    20: "1 3 10 11 12 13 14 15 20 21 22 23 26 27 30 31 42 43 46 47",
    40: "32 33 52 53 56 57 61 62",
    49: "84 85",
    69: "86 87",
    52: "73 80 75 81",
    60: "34 35 54 55 58 59 63 64",
    72: "79 74 78 77",
    80: "36 37 48 49 65 66 67 68 60",
    93: "82 76 83",
    100: "38 39 50 51 69 70 71 72",
}
PLANTS = {
    120: "0:1 0:3 0:2 0:4 0:5 0:7 0:8 1:9 1:10",
    129: "60:1 60:3 60:2 60:4",
    133: "0:6 93:5",
    135: "0:11 0:12 0:13",
}
BUILDINGS = (
    "15 24 26 28 30 32 34 36 38 40 42 44 45 47 49 69 70 35 0 0 "
    "22 25 23 29 27 33 31 37 0 41 39 43 46 48 14 50 71 72"
)


def expected() -> dict[int, Tile]:
    found = {48: Tile(0, 74), 68: Tile(0, 75)}
    for first, row in TERRAINS.items():
        found |= {first + i: Tile(int(word)) for i, word in enumerate(row.split())}
    for first, row in PLANTS.items():
        for i, (terrain, static) in enumerate(word.split(":") for word in row.split()):
            found[first + i] = Tile(int(terrain), int(static))
    for side in (0, 1):
        found[57 + 20 * side] = Tile(90 + side, 0, side, Special.PAD)
        for i, number in enumerate(map(int, BUILDINGS.split())):
            special = Special.FLAG_SITE if number == 22 else Special.NONE
            if number:
                found[160 + 40 * side + i] = Tile(0, number, side, special)
    return found


def test_the_whole_table() -> None:
    known = expected()
    for byte, tile in enumerate(TILES):
        assert tile == known.get(byte, Tile(0, 0, NOBODY)), byte


def test_placed_statics_exist() -> None:
    for tile in TILES:
        if tile.static:
            assert STATICS[tile.static].placeable


def test_bytes_for_writing() -> None:
    assert BYTE_OF[Tile(0)] == 0
    for tile, byte in BYTE_OF.items():
        assert TILES[byte] == tile
    assert set(BYTE_OF) == set(TILES)

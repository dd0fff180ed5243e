from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uoserver.sim.grid import CELLS, OUTSIDE, SIZE, Grid, jitter_of
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.levels.level import Level, LevelError, fill_jitter, make_level
from uoserver.sim.levels.rfm import RfmMap
from uoserver.sim.statics import place

PAD, FLAG, SIDE_1 = 57, 180, (77, 220)
WEST, EAST, NORTH, SOUTH = 49, 50, 69, 70


def tiles(changes: dict[int, int]) -> bytes:
    """Plain land with a pad of side 0 and a flag of side 1 in the lower right, and more."""
    raw = bytearray(CELLS)
    raw[CELLS - 1], raw[CELLS - 2] = PAD, SIDE_1[1]
    for cell, byte in changes.items():
        raw[cell] = byte
    return bytes(raw)


def level(changes: dict[int, int] | None = None, seed: int = 1, **wishes: int) -> Level:
    return make_level(replace(RfmMap(tiles(changes or {})), **wishes), seed=seed)  # type: ignore[arg-type]


def test_a_tile_sets_terrain_static_side_and_hits() -> None:
    grid = level({5: 53, 6: 175, 7: 201, 8: 129, 9: 0xF0, 10: 51}).state.grid
    assert [grid.terrain[cell] for cell in range(5, 11)] == [80, 0, 0, 60, 0, 0]
    assert [grid.static[cell] for cell in range(5, 11)] == [0, 69, 24, 1, 0, 0]
    assert [grid.side[cell] for cell in range(5, 11)] == [2, 0, 1, 2, 2, 2]
    assert [grid.hits[cell] for cell in range(5, 11)] == [0, 2, 5, 1, 0, 0]


def test_the_terrain_of_a_building_is_its_own() -> None:
    grid = level({5: 160, 6: 172, 7: 180}).state.grid
    assert [grid.terrain[cell] for cell in (5, 6, 7)] == [103, 98, 109]


@pytest.mark.parametrize(
    ("players", "raw", "lacks"),
    [
        (1, {}, None),
        (1, {CELLS - 1: 0}, "side 0 has no pad"),
        (1, {CELLS - 2: 0}, "side 1 has no flag site"),
        (2, {}, "side 0 has no flag site"),
        (2, {1: FLAG}, "side 1 has no pad"),
        (2, {1: FLAG, 2: 77}, None),
    ],
)
def test_what_a_map_needs(players: int, raw: dict[int, int], lacks: str | None) -> None:
    if lacks is None:
        assert level(raw, players=players).state.players == players
        return
    with pytest.raises(LevelError, match=lacks):
        level(raw, players=players)


def test_the_pad_is_picked_again_at_every_pad() -> None:
    cells = [10, 300, 301, 5000]
    raw = dict.fromkeys(cells, PAD) | {CELLS - 1: 0, 6000: PAD}
    for seed in range(1, 40):
        side = level(raw, seed).state.sides[0]
        draws = Rand(seed)
        picked = [draws.below(count) for count in (1, 2, 3, 4, 4)]
        assert side.pads == cells  # the fifth is none, but it is picked again for it
        assert side.pad == cells[picked[-1]]
    assert {level(raw, seed).state.sides[0].pad for seed in range(40)} == set(cells)


def test_numbers_are_drawn_in_the_order_of_the_original() -> None:
    sites = {100: SIDE_1[1], 200: SIDE_1[1], 300: FLAG, 400: FLAG, 500: FLAG}
    for seed in (1, 7, 1234567):
        state = level(sites, seed).state
        draws = Rand(seed)
        draws.below(1)  # the only pad
        after = draws.rand()
        draws = Rand(after)
        one = draws.below_wide(3)
        zero = draws.below_wide(3)
        assert state.sides[1].flag_cell == [100, 200, CELLS - 2][one]
        assert state.sides[0].flag_cell == [300, 400, 500][zero]
        assert state.rand.state == draws.state
        assert [side.flag_left for side in state.sides] == [1, 1]


def test_beyond_254_flag_buildings_count_for_nothing() -> None:
    side = level(dict.fromkeys(range(1000, 1300), SIDE_1[1])).state.sides[1]
    assert side.flag_sites == list(range(1000, 1254))
    assert side.flag_left == 127


def test_a_side_without_sites_draws_too() -> None:
    state = level().state
    draws = Rand(1)
    draws.below(1)
    draws = Rand(draws.rand())
    for _ in range(6):
        draws.rand()
    assert state.rand.state == draws.state
    assert state.sides[0].flag_cell == OUTSIDE


def test_jitter_depends_on_the_tiles_alone() -> None:
    raw = {5: 0xFF, 6: 3}  # counted as they are in the file
    own = Rand(sum(tiles(raw)))
    table = [(own.below(25) - 12, own.below(25) - 12, own.below(11), own.below(256))]
    table += [
        (own.below(25) - 12, own.below(25) - 12, own.below(11), own.below(256)) for _ in range(255)
    ]
    for seed in (1, 2):
        grid = level(raw, seed).state.grid
        assert grid.jitter == table
        assert jitter_of(grid, 17 * SIZE + 35) == table[1 * 16 + 3]


def test_the_first_and_last_of_a_jitter_table() -> None:
    grid = Grid()
    fill_jitter(grid, 1000)
    assert len(grid.jitter) == 256
    assert grid.jitter[:3] == [(-10, -6, 9, 109), (-11, -8, 2, 166), (-7, -5, 7, 51)]
    assert (grid.jitter[17], grid.jitter[255]) == ((-7, 11, 8, 162), (8, 10, 0, 37))


def walked(raw: bytes) -> Grid:
    """The bridges as the page tells them: a walk from each abutment, in the order of the cells."""
    grid = Grid()
    names = {WEST: 84, EAST: 85, NORTH: 86, SOUTH: 87}
    for cell, byte in enumerate(raw):
        grid.terrain[cell], grid.side[cell] = names.get(byte, 0), 2
    ways = {84: (1, 85, 74), 86: (SIZE, 87, 75)}
    for start, terrain in enumerate(grid.terrain):
        if terrain in ways:
            step, last, deck = ways[terrain]
            cell = start + step
            while cell < CELLS and grid.terrain[cell] != last:
                place(grid, cell, deck, grid.side[start])
                cell += step
    return grid


def test_bridges_reach_from_bank_to_bank() -> None:
    across = 40 * SIZE + 10
    upright = 60 * SIZE + 90
    raw = {across: WEST, across + 1: 1, across + 2: 1, across + 3: EAST}
    raw |= {upright: NORTH, upright + SIZE: 1, upright + 2 * SIZE: SOUTH}
    grid = level(raw).state.grid
    assert [grid.static[across + i] for i in range(5)] == [0, 74, 74, 0, 0]
    assert [grid.terrain[across + i] for i in range(5)] == [84, 2, 2, 85, 0]
    assert [grid.static[upright + i * SIZE] for i in range(4)] == [0, 75, 0, 0]
    assert grid.hits[across + 1] == 5


def test_an_open_bridge_runs_to_the_end_of_the_map() -> None:
    start = 126 * SIZE + 120
    grid = level({start: WEST}).state.grid
    assert all(grid.static[cell] == 74 for cell in range(start + 1, CELLS))
    column = level({100 * SIZE + 7: NORTH}).state.grid
    assert [column.static[row * SIZE + 7] for row in range(99, 128)] == [0, 0] + [75] * 27


abutments = st.sampled_from((WEST, EAST, NORTH, SOUTH))
places = st.dictionaries(st.integers(0, CELLS - 1), abutments, max_size=20) | st.dictionaries(
    st.builds(lambda row, column: row * SIZE + column, st.integers(0, 5), st.integers(0, 5)),
    abutments,
    max_size=20,
)


@settings(max_examples=25, deadline=None)
@given(places)
def test_bridges_that_cross_are_as_walks_would_leave_them(raw: dict[int, int]) -> None:
    changes = {cell: byte for cell, byte in raw.items() if cell < CELLS - 2}
    bare = bytearray(CELLS)
    for cell, byte in changes.items():
        bare[cell] = byte
    found, wanted = level(changes).state.grid, walked(bytes(bare))
    for cell in range(CELLS - 2):
        assert found.static[cell] == wanted.static[cell], cell
        assert found.side[cell] == wanted.side[cell] == 2


def test_a_map_of_abutments_takes_no_time() -> None:
    begin = time.process_time()
    level(dict.fromkeys(range(CELLS - 2), WEST))
    assert time.process_time() - begin < 30


def test_a_smaller_map_lies_in_the_middle() -> None:
    small = RfmMap(bytes((PAD, 20, SIDE_1[1], 23, 21, 22)), 3, 2)
    state = make_level(small).state
    left, top = 62, 63
    terrain = [[state.grid.terrain[(top + r) * SIZE + left + c] for c in range(3)] for r in (0, 1)]
    assert terrain == [[90, 1, 109], [11, 3, 10]]
    assert state.sides[0].pad == top * SIZE + left
    assert state.grid.terrain[0] == 2
    assert state.grid.terrain[1] == 0
    assert (state.grid.side[1], state.grid.side[top * SIZE + left + 2]) == (2, 1)
    assert state.grid.jitter[0][0] == Rand(sum(small.tiles)).below(25) - 12


def test_stock_defaults_and_wishes() -> None:
    plain = level()
    assert [side.stock for side in plain.state.sides] == [[3, 8, 3, 3]] * 2
    wishes = level(tanks=0, jeeps=1, msv=9, helicopters=2)
    assert [side.stock for side in wishes.state.sides] == [[0, 1, 9, 2]] * 2
    assert [side.first_stock for side in wishes.state.sides] == [[0, 1, 9, 2]] * 2
    assert wishes.state.sides[0].stock is not wishes.state.sides[0].first_stock
    assert level(msv=0, helicopters=0).state.sides[1].stock == [3, 8, 0, 0]
    assert level(tanks=9, jeeps=9, helicopters=9).state.sides[1].stock == [9, 9, 3, 9]
    beyond = level(tanks=10, jeeps=0, msv=10, helicopters=254, mines=201, drones=6)
    assert beyond.state.sides[0].stock == [3, 8, 3, 3]
    assert (beyond.mines, beyond.drones) == (0, 0)
    assert level(jeeps=10).state.sides[0].stock[1] == 8


def test_mines_and_drones_by_difficulty() -> None:
    levels = [level(difficulty=difficulty) for difficulty in range(1, 10)]
    assert [each.mines for each in levels] == [0, 0, 0, 0, 0, 0, 24, 28, 32]
    assert [each.drones for each in levels] == [0, 0, 0, 1, 1, 2, 2, 3, 3]
    for each in levels:
        assert [side.drones for side in each.state.sides] == [each.drones] * 2
    assert (level(difficulty=20).mines, level(difficulty=20).drones) == (32, 3)
    two = level({1: FLAG, 2: 77}, players=2, difficulty=9)
    assert two.mines == 0
    assert (level(mines=200).mines, level(drones=5).drones) == (200, 5)
    none = level(mines=0, drones=0, difficulty=9)
    assert (none.mines, none.drones) == (0, 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"columns": 0},
        {"rows": 129},
        {"tiles": b"x"},
        {"columns": 0, "tiles": b""},
        {"rows": 0, "tiles": b""},
        {"columns": 129, "tiles": bytes(129 * 128)},
        {"rows": 129, "tiles": bytes(129 * 128)},
    ],
)
def test_tiles_that_do_not_fit(changes: dict[str, object]) -> None:
    with pytest.raises(LevelError, match="tiles"):
        make_level(replace(RfmMap(), **changes))  # type: ignore[arg-type]


@settings(max_examples=20, deadline=None)
@given(st.binary(min_size=1, max_size=300), st.integers(0, 2**32 - 1))
def test_any_tiles_give_a_level_or_an_error(some: bytes, seed: int) -> None:
    try:
        found = make_level(RfmMap((some * CELLS)[:CELLS]), seed=seed)
    except LevelError:
        return
    assert found.state.sides[0].pad in found.state.sides[0].pads
    for side in found.state.sides:
        assert len(side.pads) <= 4
        assert len(side.flag_sites) <= 254

"""Pads, flags and what stands about on the stand-in map, as a match on it finds them."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.maps.foy import clip, foy, surveyed
from uoserver.bsp.mapinfo import describe_map
from uoserver.bsp.spawn import INTERMISSION_CLASSES, read_points
from uoserver.bsp.vectors import Vec3
from uoserver.sim.grid import SIZE
from uoserver.sim.tables.statics import BRIDGE_ACROSS, GATE_ACROSS, GATE_UPRIGHT, TOWER
from uoserver.sim.tables.terrain import DEEP, SHALLOW
from uoserver.sim.tables.tiles import NOBODY
from uoserver.survey.coordinates import cell_middle, cell_under
from uoserver.survey.ground import Ground
from uoserver.survey.pads import ROOMS, PadFinder
from uoserver.survey.path import find_path

GATES = (GATE_ACROSS, GATE_UPRIGHT)
PASSED = ("BUSH", "BRIDGE")
"""Begin the names of what a jeep drives over."""


def placed(name: str) -> list[tuple[Vec3, str, str]]:
    """Where entities of a class are, their type and team."""
    return [
        (entity.origin, entity.get("type"), entity.get("team"))
        for entity in foy().entities
        if entity.classname == name and entity.origin is not None
    ]


def turned(cell: int) -> int:
    """The cell on the other side of the middle of the map."""
    return SIZE * SIZE - 1 - cell


def used() -> list[int]:
    found = surveyed()
    cells = [*found.pads[0], *found.pads[1], *found.flags[0], *found.flags[1]]
    return cells + [each.cell for each in found.buildings]


def test_a_match_has_all_that_the_map_says() -> None:
    found = surveyed()
    assert found.notes == ()
    for name, cells in (("uo_pad", found.pads), ("uo_flag", found.flags)):
        for team, word in enumerate(("allies", "axis")):
            assert [cell_under(at) for at, _, own in placed(name) if own == word] == [*cells[team]]
    kinds = Counter((each.name, each.side) for each in found.buildings)
    said = Counter(
        (kind, {"allies": 0, "axis": 1}.get(team, NOBODY)) for _, kind, team in placed("uo_static")
    )
    assert kinds == said
    assert [len(cells) for cells in (*found.pads, *found.flags)] == [2, 2, 6, 6]


def test_everything_is_in_the_middle_of_its_cell_on_the_ground() -> None:
    ground = Ground(clip(), surveyed().lattice)
    for name in ("uo_pad", "uo_flag", "uo_static"):
        for (x, y, z), kind, _ in placed(name):
            assert cell_middle(cell_under((x, y, z))) == (x, y)
            assert 0.0 < z - ground.level(x, y) <= 16.0, (kind, x, y)


def test_everything_has_room_and_stands_where_vehicles_get() -> None:
    found = surveyed()
    finder = PadFinder(
        clip(), Ground(clip(), found.lattice), found.lattice, describe_map(foy()).bounds
    )
    bridges = {each.cell for each in found.buildings if each.static == BRIDGE_ACROSS}
    for cell in used():
        assert cell in bridges or finder.has(cell, ROOMS[0]), cell_middle(cell)


def test_nobody_appears_in_or_under_anything() -> None:
    cells = set(used())
    for name, points in read_points(foy().entities).items():
        if name not in INTERMISSION_CLASSES:
            for point in points:
                assert cell_under(point.origin) not in cells, point


def test_nothing_stands_beside_a_pad() -> None:
    pads = [*surveyed().pads[0], *surveyed().pads[1]]
    for pad in pads:
        for cell in used():
            if cell != pad:
                away = max(abs(pad % SIZE - cell % SIZE), abs(pad // SIZE - cell // SIZE))
                assert away >= 2, (cell_middle(pad), cell_middle(cell))


def test_both_sides_have_the_same() -> None:
    """All is turned about the middle of the map; gates and their tower go with the road."""
    found = surveyed()
    for cells in (found.pads, found.flags):
        assert [turned(cell) for cell in cells[0]] == [*cells[1]]
    by_side = [
        {each.cell: each.name for each in found.buildings if each.side == side} for side in (0, 1)
    ]
    assert Counter(name[:4] for name in by_side[0].values()) == Counter(
        name[:4] for name in by_side[1].values()
    )
    apart = [cell for cell in by_side[0] if turned(cell) not in by_side[1]]
    assert len(apart) == 1
    nobodys = {each.cell for each in found.buildings if each.side == NOBODY}
    alone = {each.cell for each in found.buildings if each.static == BRIDGE_ACROSS}
    assert {turned(cell) for cell in nobodys - alone} == nobodys - alone


def test_every_flag_is_guarded_by_a_tower() -> None:
    """One is within its reach, 1,536 units, of all but the one in the yard."""
    found = surveyed()
    for side in (0, 1):
        towers = [e.cell for e in found.buildings if e.static == TOWER and e.side == side]
        assert len(towers) == 7
        for flag in found.flags[side][1:]:
            assert any(
                abs(flag % SIZE - tower % SIZE) <= 3 and abs(flag // SIZE - tower // SIZE) <= 3
                for tower in towers
            ), cell_middle(flag)


def test_the_bridge_of_the_match_lies_over_the_ford() -> None:
    found = surveyed()
    deck = sorted(each.cell for each in found.buildings if each.static == BRIDGE_ACROSS)
    assert len(deck) == 2
    assert deck[1] == deck[0] + 1
    assert [found.terrain[cell] for cell in deck] == [SHALLOW, SHALLOW]
    for shore in (deck[0] - 1, deck[1] + 1):
        assert found.terrain[shore] not in (SHALLOW, DEEP)


@cache
def closed_to(side: int) -> frozenset[int]:
    """Cells that a jeep of a side keeps out of: all but what it gets over, and its own gates."""
    found = surveyed()
    closed = {*found.flags[0], *found.flags[1]}
    for each in found.buildings:
        name = each.name
        if not name.startswith(PASSED) and not (each.static in GATES and each.side == side):
            closed.add(each.cell)
    return frozenset(closed)


def way(side: int, start: int, goal: int) -> tuple[int, ...]:
    """A way of a jeep from cell to cell past all that stands about, with room beside it."""
    lattice, closed = surveyed().lattice, closed_to(side)

    @cache
    def shut(node: int) -> bool:
        x, y = lattice.place(node)
        around = {cell_under((x + dx, y + dy, 0.0)) for dx in (-63, 63) for dy in (-63, 63)}
        return goal not in around and not closed.isdisjoint(around)

    here, there = (lattice.nearest(*cell_middle(cell)) for cell in (start, goal))
    return find_path(clip(), lattice, here, there, shut)


@pytest.mark.parametrize("side", [0, 1])
def test_a_jeep_gets_from_each_pad_to_all_that_it_wants(side: int) -> None:
    """To the enemy's pads and flags; the enemy's gates stay shut, and all walls stand."""
    found = surveyed()
    first, second = found.pads[side]
    assert way(side, second, first)
    for goal in (*found.pads[1 - side], *found.flags[1 - side]):
        assert way(side, first, goal), cell_middle(goal)


@pytest.mark.parametrize("side", [0, 1])
def test_depots_and_gates_are_reached(side: int) -> None:
    found = surveyed()
    wanted = ("FUEL", "AMMO", "GATE")
    cells = [
        each.cell for each in found.buildings if each.side == side and each.name.startswith(wanted)
    ]
    assert len(cells) == 7
    for cell in cells:
        assert way(side, found.pads[side][0], cell), cell_middle(cell)

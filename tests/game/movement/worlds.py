"""The solids of `spaces` as the brushes of a real map, in a world with its sectors and tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from uoserver.bsp.records import Material
from uoserver.collision import Body, World
from uoserver.game.movement import Space
from uoserver.game.spaces import WorldView

from ...collision.maps import MapMaker
from .spaces import BODY, Solid, solids

EDGE = 4000.0
MOVER = 63
"""Number of the player who moves."""

MakeSpace = Callable[..., Space]


def world_of(*parts: Solid | Iterable[Solid]) -> World:
    """Build a map of solids; bodies are linked as capsules under their numbers."""
    maker = MapMaker()
    bodies: list[Solid] = []
    for solid in solids(*parts).solids:
        if solid.contents == BODY:
            bodies.append(solid)
        else:
            _add(maker, solid)
    world = World(maker.clip())
    for solid in bodies:
        mins, maxs = _bounds(solid)
        middle = ((mins[0] + maxs[0]) / 2, (mins[1] + maxs[1]) / 2, mins[2])
        wide = (maxs[0] - mins[0]) / 2
        world.link(
            solid.entity,
            Body(
                middle,
                mins=(-wide, -wide, 0.0),
                maxs=(wide, wide, maxs[2] - mins[2]),
                contents=BODY,
                capsule=True,
            ),
        )
    return world


def brushes(*parts: Solid | Iterable[Solid]) -> WorldView:
    """Return a real world of solids as a player meets it."""
    return WorldView(world_of(*parts), MOVER)


def _bounds(solid: Solid) -> tuple[list[float], list[float]]:
    mins, maxs = [-EDGE] * 3, [EDGE] * 3
    for normal, distance in solid.planes:
        if sorted(map(abs, normal)) == [0.0, 0.0, 1.0]:
            axis = next(axis for axis in range(3) if normal[axis])
            (maxs if normal[axis] > 0 else mins)[axis] = distance * normal[axis]
    return mins, maxs


def _add(maker: MapMaker, solid: Solid) -> None:
    mins, maxs = _bounds(solid)
    cuts = [plane for plane in solid.planes if sorted(map(abs, plane[0])) != [0.0, 0.0, 1.0]]
    material = len(maker.map_.materials)
    name = f"textures/test/{material}"
    maker.map_.materials.append(Material.make(name, solid.surface_flags, solid.contents))
    maker.box(mins, maxs, material, cuts=cuts)


@pytest.fixture(params=[solids, brushes], ids=["plain", "map"])
def make(request: pytest.FixtureRequest) -> MakeSpace:
    """Make a space of solids: the plain one of the tests, and a real map."""
    made: MakeSpace = request.param
    return made

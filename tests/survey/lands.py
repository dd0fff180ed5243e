"""Small worlds for the tests of the survey: a yard of stone with the sky over it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.collision.maps import STONE, WATER_TOP, MapMaker
from uoserver.bsp import Map
from uoserver.bsp.entities import Entity
from uoserver.bsp.records import Material, Model
from uoserver.bsp.spawn import Bounds
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ClipModel
from uoserver.survey.flood import Walk, flood
from uoserver.survey.ground import Ground
from uoserver.survey.lattice import Lattice, frame_of

SKY, ASPHALT, NAMED_ROAD = 5, 6, 7
HALF: Vec3 = (1536.0, 512.0, 0.0)
TOP = 1024.0


class Land(MapMaker):
    """A floor at z = 0 as large as the world, open to the sky, with entities."""

    def __init__(
        self, *, floor: bool = True, sky: bool = True, half: tuple[float, float] = HALF[:2]
    ) -> None:
        super().__init__()
        self.map_.materials += [
            Material.make("textures/sky/test", 0x434, 0x801),
            Material.make("textures/test/street", 22 << 20, 1),
            Material.make("textures/test/dirt_ROAD2", 6 << 20, 1),
        ]
        x, y = half
        self.bounds = Bounds((-x, -y, -256.0), (x, y, TOP))
        self.entities = [Entity([("classname", "worldspawn")])]
        if sky:
            self.box((-x, -y, TOP - 64), (x, y, TOP), SKY)
        if floor:
            self.box((-x, -y, -64), (x, y, 0))

    def entity(self, classname: str, origin: Vec3 | None = None, **keys: str) -> Land:
        pairs = [("classname", classname)]
        if origin is not None:
            pairs.append(("origin", " ".join(f"{value:g}" for value in origin)))
        self.entities.append(Entity([*pairs, *keys.items()]))
        return self

    def map(self, rows: object = None) -> Map:
        assert rows is None
        made = super().map()
        made.models[0] = Model(*self.bounds, 0, 0, 0, 0, 0, len(made.brushes))
        made.entities = self.entities
        return made

    def lattice(self, *starts: Vec3) -> Lattice:
        """The ground that is walked to from some floors, the west end by default."""
        return lattice_of(self.clip(), self.bounds, starts or ((-1400.0, 0.0, 0.125),))

    def ground(self, *starts: Vec3) -> Ground:
        clip = self.clip()
        return Ground(clip, lattice_of(clip, self.bounds, starts or ((-1400.0, 0.0, 0.125),)))


def lattice_of(clip: ClipModel, bounds: Bounds, starts: Sequence[Vec3]) -> Lattice:
    frame = frame_of(bounds)
    assert frame is not None
    found = flood(Walk(clip, frame), frame, starts)
    assert found is not None
    return found


def yard() -> Land:
    """A yard with two tdm points; the middles of its cells are at odd multiples of 128."""
    land = Land()
    for x in (-1200.0, 1200.0):
        land.entity("mp_teamdeathmatch_spawn", (x, 100.0, 24.0))
    return land


def cross_wall(land: Land, x: float, high: float = 200.0, gap: float = 0.0) -> Land:
    """Put a wall across the yard, with a gap in its middle."""
    land.box((x - 16, -512, 0), (x + 16, -gap / 2, high), STONE)
    land.box((x - 16, gap / 2, 0), (x + 16, 512, high), STONE)
    return land


def pool(land: Land, mins: Vec3, maxs: Vec3) -> Land:
    land.box(mins, maxs, WATER_TOP)
    return land

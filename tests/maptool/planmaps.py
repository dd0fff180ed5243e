"""Small maps for plans: boxes, wedges, terrain and curves without a tree."""

from __future__ import annotations

from collections.abc import Sequence

from uoserver.bsp import Map
from uoserver.bsp.entities import Entity
from uoserver.bsp.records import Brush, BrushSide, Material, Model, Patch, Plane
from uoserver.bsp.vectors import Vec3

SNOW, CAULK, SKY, WATER, ASPHALT, CLIP = range(6)
MATERIALS = [
    Material.make("textures/t/snow", 19 << 20, 0x1),
    Material.make("textures/common/caulk", 0x400A0, 0x1),
    Material.make("textures/sky/t", 0x434, 0x801),
    Material.make("textures/t/water", 20 << 20, 0x20),
    Material.make("textures/t/asphalt", 22 << 20, 0x1),
    Material.make("textures/common/clip", 0x40A0, 0x10000),
]


class MapMaker:
    """Collects parts of a map; `map` is that map."""

    def __init__(self) -> None:
        self.map = Map()
        self.map.materials = list(MATERIALS)
        self.map.models = [Model((0.0,) * 3, (0.0,) * 3, 0, 0, 0, 0, 0, 0)]
        self.entities: list[Entity] = [Entity([("classname", "worldspawn")])]

    def box(
        self,
        mins: Vec3,
        maxs: Vec3,
        material: int = SNOW,
        slanted: Sequence[tuple[Vec3, float]] = (),
    ) -> MapMaker:
        for axis in range(3):
            self.map.brush_sides += [
                BrushSide.axial(mins[axis], material),
                BrushSide.axial(maxs[axis], material),
            ]
        for normal, distance in slanted:
            self.map.brush_sides.append(BrushSide.planar(len(self.map.planes), material))
            self.map.planes.append(Plane(normal, distance))
        self.map.brushes.append(Brush(6 + len(slanted), material))
        return self

    def terrain(self, points: Sequence[Vec3], indexes: Sequence[int], material: int = SNOW) -> None:
        self.map.patches.append(
            Patch.terrain(
                material,
                len(points),
                len(indexes),
                len(self.map.patch_vertices),
                len(self.map.patch_indexes),
            )
        )
        self.map.patch_vertices += points
        self.map.patch_indexes += indexes

    def curve(self, width: int, height: int, points: Sequence[Vec3], material: int = SNOW) -> None:
        self.map.patches.append(
            Patch.curve(material, width, height, 8, len(self.map.patch_vertices))
        )
        self.map.patch_vertices += points

    def inline(self, mins: Vec3, maxs: Vec3, material: int = SNOW) -> None:
        """Add a brush that belongs to an inline model of its own."""
        first = len(self.map.brushes)
        self.box(mins, maxs, material)
        self.map.models.append(Model(mins, maxs, 0, 0, 0, 0, first, 1))

    def entity(self, **pairs: str) -> None:
        self.entities.append(Entity(pairs.items()))
        self.map.entities = self.entities


def field() -> MapMaker:
    """A snow field of 1024 by 512 units, its top at 0."""
    maker = MapMaker().box((-512.0, -256.0, -64.0), (512.0, 256.0, 0.0))
    maker.map.entities = maker.entities
    return maker

"""Builds the stand-in map: ``python -m uoserver.bsp.standin [OUT]`` rewrites the built-in pack.

The map's source, ``data/mp_foy.map``, is made of boxes only, and so is this builder: axial brush
sides, axial splits, no light, no visibility rows, nothing drawn. What it writes is a whole
IBSP 59 file as far as collision goes. The same source gives the same bytes everywhere.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from uoserver.bsp.errors import BspError
from uoserver.bsp.mapsource import Box, Point, parse_source
from uoserver.bsp.model import Map
from uoserver.bsp.records import (
    AabbTree,
    Brush,
    BrushSide,
    Cell,
    Leaf,
    Material,
    Model,
    Node,
    Plane,
)
from uoserver.bsp.write import write

DATA: Final = Path(__file__).parents[1] / "data"
SOURCE: Final = DATA / "mp_foy.map"
PACK: Final = DATA / "builtin.pk3"
MAP_NAME: Final = "maps/mp/mp_foy.bsp"

MAX_LEAF_BRUSHES: Final = 6
"""A leaf with more brushes is split along their faces as well."""

SOLID: Final = 0x1
WATER: Final = 0x20
DETAIL: Final = 0x8000000
SKY: Final = 0x800


def _surface_type(number: int) -> int:
    return number << 20


# Surface and content flags by material (collision: Content bits, Surface bits). Brushes of
# materials without the detail flag shape the tree; the others only lie in its leaves.
MATERIALS: Final = {
    "textures/common/caulk": (0x400A0, SOLID),
    "textures/sky/standin": (0x434, SOLID | SKY),
    "textures/standin/snow": (_surface_type(19), SOLID),
    "textures/standin/asphalt_road": (_surface_type(22), SOLID),
    "textures/standin/mud": (_surface_type(14), SOLID),
    "textures/standin/water": (_surface_type(20), WATER | DETAIL),
    "textures/standin/plaster_wall": (_surface_type(16), SOLID | DETAIL),
    "textures/standin/brick_wall": (_surface_type(2), SOLID | DETAIL),
    "textures/standin/rock_wall": (_surface_type(17), SOLID | DETAIL),
    "textures/standin/wood": (_surface_type(21), SOLID | DETAIL),
    "textures/standin/bark": (_surface_type(1), SOLID | DETAIL),
    "textures/standin/hedge": (_surface_type(8), SOLID | DETAIL),
    "textures/standin/sandbags": (_surface_type(18), SOLID | DETAIL),
}
_NAMES: Final = list(MATERIALS)

NO_LEAF: Final = -1
"""Cluster, area and cell of a leaf inside the ground or the hull."""


@dataclass(slots=True)
class _Tree:
    """Nodes and leaves as they are made; leaf 0 is the dummy that no node of a map reaches."""

    brushes: list[Box]
    structural: list[bool]
    planes: dict[tuple[int, int], int] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=lambda: [Leaf(*(0,) * 9)])
    leaf_brushes: list[int] = field(default_factory=list)
    clusters: int = 0

    def add(self, mins: Point, maxs: Point, inside: list[int]) -> int:
        """Add the subtree of a region and the brushes in it; return the child reference."""
        split = self._choose(mins, maxs, inside)
        if split is None:
            return self._add_leaf(inside)
        axis, at = split
        plane = self.planes.setdefault(split, len(self.planes))
        number = len(self.nodes)
        # Children come after their parent, the front one first.
        self.nodes.append(Node(plane, (0, 0), mins, maxs))
        front_mins, back_maxs = _moved(mins, axis, at), _moved(maxs, axis, at)
        front = self.add(front_mins, maxs, self._within(front_mins, maxs, inside))
        back = self.add(mins, back_maxs, self._within(mins, back_maxs, inside))
        self.nodes[number] = Node(plane, (front, back), mins, maxs)
        return number

    def _within(self, mins: Point, maxs: Point, candidates: list[int]) -> list[int]:
        return [number for number in candidates if _overlap(self.brushes[number], mins, maxs)]

    def _choose(self, mins: Point, maxs: Point, inside: list[int]) -> tuple[int, int] | None:
        """Return the face of a brush (axis, distance) to split the region along, or None."""
        structural = [number for number in inside if self.structural[number]]
        crowded = len(inside) > MAX_LEAF_BRUSHES
        faces = {
            (axis, at)
            for number in (inside if crowded else structural)
            for axis in range(3)
            for at in (self.brushes[number].mins[axis], self.brushes[number].maxs[axis])
            if mins[axis] < at < maxs[axis]
        }

        def cost(face: tuple[int, int]) -> tuple[int, int, int]:
            axis, at = face
            front = sum(self.brushes[number].maxs[axis] > at for number in inside)
            back = sum(self.brushes[number].mins[axis] < at for number in inside)
            return max(front, back) * 2 + front + back, axis, at

        return min(faces, key=cost, default=None)

    def _add_leaf(self, inside: list[int]) -> int:
        # No structural face crosses a leaf: one structural brush in it means it is solid.
        solid = any(self.structural[number] for number in inside)
        cluster = NO_LEAF if solid else self.clusters
        place = NO_LEAF if solid else 0
        self.clusters += not solid
        first = len(self.leaf_brushes)
        self.leaf_brushes.extend(inside)
        self.leaves.append(Leaf(cluster, place, 0, 0, first, len(inside), place, 0, 0))
        return -len(self.leaves)  # -1 - index


def _moved(point: Point, axis: int, value: int) -> Point:
    x, y, z = (value if i == axis else point[i] for i in range(3))
    return (x, y, z)


def _overlap(box: Box, mins: Point, maxs: Point) -> bool:
    return all(box.mins[i] < maxs[i] and box.maxs[i] > mins[i] for i in range(3))


def _union(boxes: Sequence[Box]) -> tuple[Point, Point]:
    """Return mins and maxs of the smallest box around all `boxes`."""
    x0, y0, z0 = (min(box.mins[i] for box in boxes) for i in range(3))
    x1, y1, z1 = (max(box.maxs[i] for box in boxes) for i in range(3))
    return (x0, y0, z0), (x1, y1, z1)


def build_map(source: str) -> bytes:
    """Return the IBSP 59 file of a map source; raises BspError for what it cannot build."""
    entities = parse_source(source)
    if not entities or not entities[0].brushes or any(entity.brushes for entity in entities[1:]):
        raise BspError("brushes belong to the first entity, the world, which needs some")
    brushes = list(entities[0].brushes)
    for brush in brushes:
        if unknown := set(brush.materials) - set(MATERIALS):
            raise BspError(f"unknown material {min(unknown)}")
    mins, maxs = _union(brushes)
    structural = [not MATERIALS[brush.materials[0]][1] & DETAIL for brush in brushes]
    tree = _Tree(brushes, structural)
    tree.add(mins, maxs, list(range(len(brushes))))

    world = Map()
    world.materials = [Material.make(name, *flags) for name, flags in MATERIALS.items()]
    world.planes = [
        Plane((float(axis == 0), float(axis == 1), float(axis == 2)), float(at))
        for axis, at in tree.planes
    ]
    world.brush_sides = [
        BrushSide.axial(box.maxs[i // 2] if i % 2 else box.mins[i // 2], _NAMES.index(name))
        for box in brushes
        for i, name in enumerate(box.materials)
    ]
    world.brushes = [Brush(6, _NAMES.index(box.materials[0])) for box in brushes]
    world.aabb_trees = [AabbTree(0, 0, 0)]
    world.cells = [Cell(mins, maxs, 0, 0, 0, 0, 0, 0, 0)]
    world.nodes = tree.nodes
    world.leaves = tree.leaves
    world.leaf_brushes = tree.leaf_brushes
    world.models = [Model(mins, maxs, 0, 0, 0, 0, 0, len(brushes))]
    world.entities = [entity.entity for entity in entities]
    return write(world)


def write_pack(path: Path, data: bytes) -> None:
    """Write the pack that holds the map.

    Stored, with a fixed time: compression differs between zlib builds, and the pack in the tree
    must equal a rebuild on every machine.
    """
    entry = zipfile.ZipInfo(MAP_NAME, (1980, 1, 1, 0, 0, 0))
    entry.create_system = 3  # else it tells which system built it
    entry.external_attr = 0o644 << 16
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(entry, data)


def main(argv: list[str]) -> int:
    """Build the pack to `argv[0]`, or into the package; return the exit code."""
    path = Path(argv[0]) if argv else PACK
    try:
        write_pack(path, build_map(SOURCE.read_text("ascii")))
    except (OSError, BspError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

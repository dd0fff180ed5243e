"""The lumps of a map from the parts of its models."""

from __future__ import annotations

from typing import Final

from uoserver.bsp.build.draw import DrawLumps, is_drawn, surface_trees
from uoserver.bsp.build.grids import SourceCurve
from uoserver.bsp.build.items import BrushItem, PatchItem, curve_item, mesh_item
from uoserver.bsp.build.materials import MAX_MATERIALS, SOLID
from uoserver.bsp.build.meshes import split_mesh
from uoserver.bsp.build.parts import BuiltBrush, MaterialUse, Models, Parts
from uoserver.bsp.build.planes import PlanePool
from uoserver.bsp.build.problems import Report
from uoserver.bsp.build.tree import MAX_LEAF_BRUSHES, MAX_NODES, Blocks, Tree, TreeBuilder
from uoserver.bsp.build.vec import Box
from uoserver.bsp.entities import MAX_ENTITY_TEXT
from uoserver.bsp.model import Map
from uoserver.bsp.records import Brush, BrushSide, Cell, Leaf, Material, Model, Patch, Plane

MAX_PATCH_VERTICES: Final = 65_536
MAX_PATCH_INDEXES: Final = 393_216
"""Terrain of a whole map (validator 13)."""
AXIAL: Final = 6


class Assembler:
    """Fills a `Map`, model by model; the tree is the world's."""

    def __init__(self, report: Report) -> None:
        self.map: Final = Map()
        self._report: Final = report
        self._planes: Final = PlanePool()
        self._materials: Final[dict[MaterialUse, int]] = {}

    def assemble(self, models: Models, blocks: Blocks) -> Tree:
        """Fill all lumps but visibility; return the tree with its clusters."""
        built = self.map
        world = models.parts[0]
        first_items = self._add_model(world, is_world=True)
        box = world.box()
        brushes = [
            BrushItem(
                number,
                brush.solid,
                brush.is_structural and bool(brush.contents.flags.contents & SOLID),
            )
            for number, brush in enumerate(world.brushes)
        ]
        tree = TreeBuilder(self._planes, blocks).build(box, brushes, first_items)
        built.leaf_brushes = tree.leaf_brushes
        built.leaf_surfaces = tree.leaf_patches
        for parts in models.parts[1:]:
            self._add_inline(parts, tree)
        built.nodes, built.leaves = tree.nodes, tree.leaves
        built.planes = [Plane(*plane) for plane in self._planes.planes]
        built.materials = [
            Material.make(use.name, use.flags.surface, use.flags.contents)
            for use in self._materials
        ]
        built.cells = [Cell(*box, 0, 0, 0, 0, 0, 0, 0)]
        built.entities = models.entities
        self._check(tree)
        return tree

    def _add_model(self, parts: Parts, *, is_world: bool) -> list[PatchItem]:
        """Add brushes, patches, surfaces and the model; return the patches' items."""
        built = self.map
        first_brush, first_surface = len(built.brushes), len(built.surfaces)
        draw = DrawLumps()
        for brush in parts.brushes:
            self._add_brush(brush)
            draw.add_solid(
                brush.solid,
                [self._material(use) if is_drawn(use.flags) else None for use in brush.faces],
            )
        items = self._add_patches(parts, draw)
        trees, order = surface_trees(draw.boxes)
        if is_world:
            built.aabb_trees = trees
        for number in order:
            surface = draw.surfaces[number]
            built.surfaces.append(
                surface._replace(
                    first_vertex=surface.first_vertex + len(built.draw_vertices),
                    first_index=surface.first_index + len(built.draw_indexes),
                )
            )
        built.draw_vertices += draw.vertices
        built.draw_indexes += draw.indexes
        built.models.append(
            Model(
                *parts.box(),
                first_surface,
                len(draw.surfaces),
                0,
                0,
                first_brush,
                len(parts.brushes),
            )
        )
        return items

    def _add_inline(self, parts: Parts, tree: Tree) -> None:
        """Add an inline model; like those of real maps it has a leaf behind the tree's."""
        items = self._add_model(parts, is_world=False)
        model = self.map.models[-1]
        self.map.models[-1] = model._replace(
            first_leaf_surface=len(tree.leaf_patches), leaf_surface_count=len(items)
        )
        tree.leaves.append(
            Leaf(
                0,
                0,
                len(tree.leaf_patches),
                len(items),
                len(tree.leaf_brushes),
                model.brush_count,
                0,
                0,
                0,
            )
        )
        tree.leaf_patches.extend(item.number for item in items)
        tree.leaf_brushes.extend(range(model.first_brush, model.first_brush + model.brush_count))

    def _add_brush(self, brush: BuiltBrush) -> None:
        solid = brush.solid
        ends = [solid.box[i % 2][i // 2] for i in range(AXIAL)]
        sides = [
            BrushSide.axial(end, self._material(brush.faces[face]))
            for end, face in zip(ends, solid.axial, strict=True)
        ]
        sides += [
            BrushSide.planar(
                self._planes.index(side.normal, side.distance),
                self._material(brush.faces[side.face]),
            )
            for side in solid.sides
        ]
        self.map.brush_sides += sides
        self.map.brushes.append(Brush(len(sides), self._material(brush.contents)))

    def _add_patches(self, parts: Parts, draw: DrawLumps) -> list[PatchItem]:
        built = self.map
        items: list[PatchItem] = []
        for mesh, use in parts.meshes:
            material = self._material(use)
            for piece in split_mesh(mesh):
                items.append(mesh_item(len(built.patches), piece))
                built.patches.append(
                    Patch.terrain(
                        material,
                        len(piece.vertices),
                        3 * len(piece.triangles),
                        len(built.patch_vertices),
                        len(built.patch_indexes),
                    )
                )
                built.patch_vertices += [vertex.position for vertex in piece.vertices]
                built.patch_indexes += [index for triangle in piece.triangles for index in triangle]
                if is_drawn(use.flags):
                    draw.add_mesh(piece, material)
        for curve, use in parts.curves:
            items.append(curve_item(len(built.patches), curve))
            self._add_curve(curve, self._material(use))
            if is_drawn(use.flags):
                draw.add_curve(curve, self._material(use))
        return items

    def _add_curve(self, curve: SourceCurve, material: int) -> None:
        built = self.map
        built.patches.append(
            Patch.curve(
                material, curve.width, curve.height, curve.max_error, len(built.patch_vertices)
            )
        )
        built.patch_vertices += [vertex.position for vertex in curve.vertices]

    def _material(self, use: MaterialUse) -> int:
        return self._materials.setdefault(use, len(self._materials))

    def _check(self, tree: Tree) -> None:
        """Report what the file's fields or the game cannot hold."""
        built = self.map
        for count, limit, what in (
            (len(self._materials), MAX_MATERIALS, "materials"),
            (len(built.nodes), MAX_NODES, "nodes"),
            (len(built.leaves), MAX_NODES, "leaves"),
            (len(built.patch_vertices), MAX_PATCH_VERTICES, "patch vertices"),
            (len(built.patch_indexes), MAX_PATCH_INDEXES, "patch indexes"),
            (len(built.entity_text), MAX_ENTITY_TEXT, "bytes of entity text"),
        ):
            if count > limit:
                self._report.problem(1, f"{count} {what}, a map has at most {limit}")
        if tree.crowded:
            self._report.warn(
                1,
                f"{len(tree.crowded)} leaves hold more than {MAX_LEAF_BRUSHES} brushes, the first "
                f"at {_middle(tree.crowded[0])}",
            )


def _middle(box: Box) -> str:
    return " ".join(f"{(low + high) / 2:.0f}" for low, high in zip(*box, strict=True))

"""From a source to the parts of its models: solids and patches with their materials."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from uoserver.bsp.build.grids import SourceCurve, SourceMesh, Vertex
from uoserver.bsp.build.materials import (
    DETAIL,
    KEY_PREFIX,
    ORIGIN,
    TRANSLUCENT,
    Flags,
    MaterialTable,
    full_name,
)
from uoserver.bsp.build.problems import Report
from uoserver.bsp.build.solid import Solid, make_solid
from uoserver.bsp.build.source import SourceBrush, SourceEntity
from uoserver.bsp.build.vec import ZERO, Box, add, bounds, scaled, union
from uoserver.bsp.entities import Entity
from uoserver.bsp.vectors import Vec3

MAX_MODELS: Final = 256
"""Inline models of a map, the world included."""
_CAULK: Final = "textures/common/caulk"
_MINOR: Final = 0x10000000 | DETAIL | TRANSLUCENT
"""Content bits in which the faces of a brush may differ without a warning."""


class MaterialUse(NamedTuple):
    """A material as a record of lump 0 holds it: detail brushes have records of their own."""

    name: str
    flags: Flags


class BuiltBrush(NamedTuple):
    """A solid with the material of each face and the one that gives the contents."""

    solid: Solid
    faces: tuple[MaterialUse, ...]
    contents: MaterialUse

    @property
    def is_structural(self) -> bool:
        """Whether the brush shapes the tree."""
        return not self.contents.flags.contents & DETAIL


@dataclass(slots=True)
class Parts:
    """All that one model is built of."""

    brushes: list[BuiltBrush] = field(default_factory=list)
    curves: list[tuple[SourceCurve, MaterialUse]] = field(default_factory=list)
    meshes: list[tuple[SourceMesh, MaterialUse]] = field(default_factory=list)

    def box(self) -> Box:
        """Return the bounds; there must be something."""
        boxes = [brush.solid.box for brush in self.brushes]
        grids = [curve.vertices for curve, _ in self.curves]
        grids += [mesh.vertices for mesh, _ in self.meshes]
        boxes += [bounds(vertex.position for vertex in vertices) for vertices in grids]
        return union(boxes)


class Models(NamedTuple):
    """Models in order, the world first, and the entities that go into the map."""

    parts: list[Parts]
    entities: list[Entity]


def collect(sources: list[SourceEntity], report: Report) -> Models:
    """Sort what a source builds into models.

    The first entity must be the world. Brushes of ``func_group`` entities are the world's; of
    other entities they become inline models. Problems go to `report`.
    """
    if not sources or sources[0].classname != "worldspawn":
        report.problem(sources[0].line if sources else 1, "the first entity must be worldspawn")
        return Models([], [])
    table = MaterialTable(report)
    for line, (key, value) in zip(sources[0].pair_lines, sources[0].pairs, strict=True):
        if key.lower().startswith(KEY_PREFIX):
            table.define(line, value)
    world = Parts()
    models = Models([world], [])
    for source in sources:
        if source is sources[0] or source.classname == "func_group":
            _add_parts(world, source, table, ZERO)
            if source is sources[0]:
                models.entities.append(
                    Entity(p for p in source.pairs if not p[0].lower().startswith(KEY_PREFIX))
                )
        elif source.is_solid:
            models.entities.append(_add_model(models.parts, source, table))
        elif source.get("model").startswith("*"):
            report.problem(source.line, f"model {source.get('model')[:32]} without its brushes")
        else:
            models.entities.append(Entity(source.pairs))
    if not world.brushes and not report.problems:  # else they may have failed
        report.problem(sources[0].line, "the world has no brushes")
    return models


def _add_model(models: list[Parts], source: SourceEntity, table: MaterialTable) -> Entity:
    """Make an entity's brushes the next inline model; return the entity that names it."""
    parts = Parts()
    origin = _origin(source, table)
    _add_parts(parts, source, table, scaled(origin, -1.0) if origin else ZERO)
    pairs = [pair for pair in source.pairs if pair[0].lower() != "model"]
    if origin is not None:
        text = " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in origin)
        pairs = [pair for pair in pairs if pair[0].lower() != "origin"]
        pairs.insert(0, ("origin", text))
    if not (parts.brushes or parts.curves or parts.meshes):
        table.report.problem(source.line, f"{source.classname or 'an entity'} has no solid brush")
    elif len(models) == MAX_MODELS:
        table.report.problem(source.line, f"more than {MAX_MODELS} models")
    models.append(parts)
    return Entity([("model", f"*{len(models) - 1}"), *pairs])


def _origin(source: SourceEntity, table: MaterialTable) -> Vec3 | None:
    """Return the middle of an entity's origin brush, None without one."""
    found = [brush for brush in source.brushes if _is_origin(brush, table)]
    if len(found) > 1:
        table.report.problem(found[1].line, "a second origin brush in one entity")
    if not found or (solid := make_solid(found[0], table.report)) is None:
        return None
    return scaled(add(*solid.box), 0.5)


def _is_origin(brush: SourceBrush, table: MaterialTable) -> bool:
    return any(
        table.flags(face.line, full_name(face.material)).contents & ORIGIN for face in brush.faces
    )


def _add_parts(parts: Parts, source: SourceEntity, table: MaterialTable, offset: Vec3) -> None:
    """Add what an entity is built of, moved by `offset`."""
    is_world = offset == ZERO and source.classname in ("worldspawn", "func_group")
    for brush in source.brushes:
        if _is_origin(brush, table):
            if is_world:
                table.report.problem(brush.line, "an origin brush moves nothing in the world")
            continue
        solid = make_solid(brush, table.report, offset)
        if solid is not None and (built := _built(solid, table)) is not None:
            parts.brushes.append(built)
    for curve in source.curves:
        parts.curves.append((curve._replace(vertices=_moved(curve, offset)), _use(curve, table)))
    for mesh in source.meshes:
        parts.meshes.append((mesh._replace(vertices=_moved(mesh, offset)), _use(mesh, table)))


def _built(solid: Solid, table: MaterialTable) -> BuiltBrush | None:
    """Return a brush with its materials; None for one without contents, which tells only tools.

    The contents are those of the first face that is not caulk: faces that nobody sees are
    caulked whatever the brush is made of.
    """
    names = [full_name(face.material) for face in solid.faces]
    flags = [table.flags(face.line, name) for face, name in zip(solid.faces, names, strict=True)]
    telling = next((i for i, name in enumerate(names) if name.lower() != _CAULK), 0)
    contents = flags[telling].contents
    if not contents & ~_MINOR:
        return None
    for face, other, name in zip(solid.faces, flags, names, strict=True):
        if name.lower() != _CAULK and (other.contents ^ contents) & ~_MINOR:
            table.report.warn(
                face.line, f"{name} has other contents than {names[telling]} of the same brush"
            )
            break
    detail = DETAIL if solid.detail or any(flag.contents & DETAIL for flag in flags) else 0
    faces = tuple(
        MaterialUse(name, Flags(flag.surface, flag.contents | detail))
        for name, flag in zip(names, flags, strict=True)
    )
    return BuiltBrush(solid, faces, faces[telling])


def _use(shape: SourceCurve | SourceMesh, table: MaterialTable) -> MaterialUse:
    name = full_name(shape.material)
    return MaterialUse(name, table.flags(shape.line, name))


def _moved(shape: SourceCurve | SourceMesh, offset: Vec3) -> list[Vertex]:
    if offset == ZERO:
        return shape.vertices
    return [vertex._replace(position=add(vertex.position, offset)) for vertex in shape.vertices]

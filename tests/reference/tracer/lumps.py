"""The lumps that a trace needs, unpacked by hand (spec: Lump details; collision: Loading)."""

from __future__ import annotations

import re
import struct
from typing import Final, NamedTuple

from tests.reference.tracer.brushes import Brush
from tests.reference.tracer.vectors import Vec

CONTENTS_KEPT: Final = 0xDFFF7FFB
"""Bits of a material's contents that a brush keeps (collision: Loading)."""
LUMP_COUNT: Final = 33


class Material(NamedTuple):
    """A name with the two flag words of lump 0, as unsigned numbers."""

    name: str
    surface_flags: int
    contents: int


class Patch(NamedTuple):
    """A record of lump 24 with its points; ``indexes`` is None for a curve."""

    material: Material
    points: list[Vec]
    indexes: list[int] | None
    width: int
    height: int
    max_error: int


class Model(NamedTuple):
    """Numbers of the brushes and patches of model 0 (those of its tree) or an inline model."""

    mins: Vec
    maxs: Vec
    brushes: list[int]
    patches: list[int]


class Lumps(NamedTuple):
    """A whole map, as far as it stops anything."""

    materials: list[Material]
    brushes: list[Brush]
    patches: list[Patch]
    models: list[Model]
    entities: str


def read(data: bytes) -> Lumps:
    """Read a well-formed version 59 file; a damaged one fails somewhere in `struct`."""
    directory = struct.unpack_from(f"<{LUMP_COUNT * 2}i", data, 8)
    lumps = [
        data[offset : offset + size]
        for size, offset in zip(directory[::2], directory[1::2], strict=True)
    ]
    materials = [
        Material(name.split(b"\0")[0].decode("latin-1"), surface, contents)
        for name, surface, contents in struct.iter_unpack("<64sII", lumps[0])
    ]
    planes = [((a, b, c), d) for a, b, c, d in struct.iter_unpack("<4f", lumps[2])]
    brushes = read_brushes(lumps[4], lumps[3], planes, materials)
    patches = read_patches(lumps, materials)
    return Lumps(
        materials,
        brushes,
        patches,
        read_models(lumps),
        lumps[29].split(b"\0")[0].decode("latin-1"),
    )


def read_brushes(
    brush_lump: bytes,
    side_lump: bytes,
    planes: list[tuple[Vec, float]],
    materials: list[Material],
) -> list[Brush]:
    """Read lump 4 along a running cursor in lump 3: six coordinates, then plane numbers."""
    brushes: list[Brush] = []
    cursor = 0
    for count, material in struct.iter_unpack("<hh", brush_lump):
        bounds = struct.unpack_from("<fifififififi", side_lump, cursor * 8)
        low_x, high_x, low_y, high_y, low_z, high_z = bounds[::2]
        names = bounds[1::2]
        later = [struct.unpack_from("<ii", side_lump, (cursor + k) * 8) for k in range(6, count)]
        sides = [materials[names[k]] for k in (0, 2, 4, 1, 3, 5)]
        sides += [materials[side_material] for _, side_material in later]
        brushes.append(
            Brush(
                len(brushes),
                (low_x, low_y, low_z),
                (high_x, high_y, high_z),
                [planes[number] for number, _ in later],
                [side.surface_flags for side in sides],
                [side.name for side in sides],
                materials[material].contents & CONTENTS_KEPT,
            )
        )
        cursor += count
    return brushes


def read_patches(lumps: list[bytes], materials: list[Material]) -> list[Patch]:
    points: list[Vec] = list(struct.iter_unpack("<3f", lumps[25]))
    indexes = [index for (index,) in struct.iter_unpack("<h", lumps[26])]
    patches = []
    for at in range(0, len(lumps[24]), 16):
        material, mode, first, second, third, fourth = struct.unpack_from("<hBxhhII", lumps[24], at)
        if mode:
            used = points[third : third + first]
            triangles = indexes[fourth : fourth + second]
            patches.append(Patch(materials[material], used, triangles, 0, 0, 0))
        else:
            used = points[fourth : fourth + first * second]
            patches.append(Patch(materials[material], used, None, first, second, third))
    return patches


def read_models(lumps: list[bytes]) -> list[Model]:
    """Read lump 27; the world's brushes are those of all leaves that its tree reaches."""
    leaf_brushes = [number for (number,) in struct.iter_unpack("<i", lumps[22])]
    leaf_patches = [number for (number,) in struct.iter_unpack("<i", lumps[23])]
    leaves = list(struct.iter_unpack("<9i", lumps[21]))
    nodes = list(struct.iter_unpack("<iii24x", lumps[20]))
    brushes: set[int] = set()
    patches: set[int] = set()
    pending = [0]
    while pending:
        number = pending.pop()
        if number >= 0:
            pending += nodes[number][1:]
            continue
        _, _, patch, patch_count, brush, brush_count, *_ = leaves[-1 - number]
        brushes.update(leaf_brushes[brush : brush + brush_count])
        patches.update(leaf_patches[patch : patch + patch_count])
    models: list[Model] = []
    for record in struct.iter_unpack("<6f6i", lumps[27]):
        mins, maxs = (record[0], record[1], record[2]), (record[3], record[4], record[5])
        _, _, patch, patch_count, brush, brush_count = record[6:]
        if models:
            own = list(range(brush, brush + brush_count))
            models.append(Model(mins, maxs, own, leaf_patches[patch : patch + patch_count]))
        else:
            models.append(Model(mins, maxs, sorted(brushes), sorted(patches)))
    return models


def origins(entities: str, classname: str) -> list[Vec]:
    """Return the origins of the entities whose class name holds ``classname``."""
    found: list[Vec] = []
    for block in re.findall(r"\{([^{}]*)\}", entities):
        pairs = dict(re.findall(r'"([^"]*)"\s+"([^"]*)"', block))
        if classname in pairs.get("classname", "") and "origin" in pairs:
            x, y, z = (float(word) for word in pairs["origin"].split())
            found.append((x, y, z))
    return found

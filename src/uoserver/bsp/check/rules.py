"""The rules a map is checked against: what each asks for, how grave a break is, its source.

"validator N" is rule N of the validation page, "cross-lump" the table of the format's page,
"collision" the page on the clip model; "ours" are rules this project adds.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Severity = Literal["error", "warning"]


class Rule(NamedTuple):
    """One rule. An error is what the engine or this server may stumble over."""

    name: str
    severity: Severity
    sentence: str
    source: str


MAX_AREAS: Final = 256
"""Areas of one map: the table of area portals grows with their square."""
MAX_MODELS: Final = 512
"""Models of one map: an entity names its inline model in nine bits (entity: index)."""
MAX_CURVE_SIDE: Final = 129
MAX_PATCH_VERTICES: Final = 65_536
MAX_PATCH_INDEXES: Final = 393_216
UNIT_TOLERANCE: Final = 0.001
"""How far the length of a plane's normal may be from 1."""


def _error(name: str, source: str, sentence: str) -> Rule:
    return Rule(name, "error", sentence, source)


def _warning(name: str, source: str, sentence: str) -> Rule:
    return Rule(name, "warning", sentence, source)


_ALL: Final = (
    _error("file-size", "validator 1", "The file holds header and directory, within the limit."),
    _error("ident", "spec: Header", "The file begins with IBSP."),
    _error("version", "validator 3", "The version is 59."),
    _error("lump-range", "validator 2", "Lumps that are not empty lie inside the file."),
    _error("lump-overlap", "ours", "No two lumps have bytes in common."),
    _warning("lump-header", "ours", "Lumps begin behind the header."),
    _warning("lump-alignment", "validator 15", "Lumps begin at multiples of four bytes."),
    _warning("lump-order", "validator 15", "Lumps stand in the order of their numbers."),
    _error("lump-records", "validator 4", "Lumps of records hold whole ones."),
    _error("lump-missing", "validator 12", "There are materials, planes, nodes, leaves, models."),
    _error("material-name", "spec: Lump 0", "Names of materials end with a NUL."),
    _error("plane-normal", "ours", "Normals of planes have length 1; distances are up to 2^20."),
    _error("brush-sides", "validator 5", "Brushes have at least six sides."),
    _error("brush-span", "validator 5", "The sides of the brushes are all there."),
    _warning("brush-sides-left", "validator 12", "Every side belongs to a brush."),
    _error("brush-sides-total", "validator 12", "There are six sides for every brush."),
    _error("brush-material", "validator 5", "Materials of brushes exist."),
    _error("side-material", "validator 6", "Materials of brush sides exist."),
    _error("side-plane", "validator 6", "Planes of the seventh and later sides exist."),
    _error("brush-box", "ours", "The first six sides are a box within 2^20, low before high."),
    _error("node-plane", "validator 7", "Planes of nodes exist."),
    _error("node-child", "validator 7", "Children of nodes exist as nodes or leaves."),
    _error("node-child-size", "validator 7", "Children of nodes fit 16 signed bits."),
    _error("node-tree", "ours", "No node is reached twice from node 0: the tree has no circle."),
    _warning("node-unreached", "ours", "Every node is reached from node 0."),
    _error("leaf-span", "validator 9", "Spans of leaves lie inside lumps 22 and 23."),
    _error("leaf-total", "ours", "Leaves name up to 2,097,152 brushes, and patches, in all."),
    _error("leaf-size", "collision", "Cluster, area, cell and counts fit 16 signed bits."),
    _error("leaf-cluster", "ours", "Clusters of leaves have a row where there are rows."),
    _error("leaf-area", "ours", f"Areas of leaves are -1 to {MAX_AREAS - 1}."),
    _error("leaf-cell", "cross-lump", "Cells of leaves exist or are negative."),
    _error("leaf-lights", "cross-lump", "Spans of lights lie in lump 19; only the first is < 0."),
    _error("leaf-brush", "validator 8", "Entries of lump 22 are brushes."),
    _error("leaf-surface", "validator 8", "Entries of lump 23 are patches."),
    _error("visibility-size", "spec: Lump 28", "The rows are as many and long as their head says."),
    _error("visibility-row", "ours", "There are rows, with a bit for every cluster."),
    _error("patch-material", "validator 10", "Materials of patches exist."),
    _error("patch-curve", "validator 10", f"Sides of curves are odd, 3 to {MAX_CURVE_SIDE}."),
    _error("patch-counts", "validator 10", "Terrain has no negative counts and whole triangles."),
    _error("patch-span", "validator 10", "Vertices and indexes of patches lie in lumps 25 and 26."),
    _error("patch-index", "validator 10", "Indexes of terrain are vertices of their patch."),
    _error("patch-degenerate", "validator 13", "No triangle of terrain has a vertex twice."),
    _error("patch-total", "validator 13", "Lump 25 has up to 65,536 vertices, 26 393,216 indexes."),
    _error(
        "patch-sum", "validator 13", "All patches name up to 65,536 points a kind, 393,216 indexes."
    ),
    _error("patch-vertex", "ours", "Vertices of patches lie within 2^20 units."),
    _error("model-brushes", "validator 11", "Inline models have runs of brushes of lump 4."),
    _error("model-leaf-surfaces", "validator 11", "Spans of inline models lie in lump 23."),
    _error("model-size", "validator 11", "Counts of inline models fit 16 signed bits."),
    _error("model-total", "ours", "Models name up to 2,097,152 brushes, and patches, in all."),
    _error("model-count", "validator 11", f"There are at most {MAX_MODELS} models."),
    _error("model-surfaces", "cross-lump", "Spans of drawn surfaces of models lie in lump 6."),
    _error("world-bounds", "ours", "The world model has finite bounds, low before high."),
    _warning("world-spans", "cross-lump", "Spans of the world model lie in lumps 4 and 23."),
    _error("model-place", "ours", "Bounds of inline models are numbers within 2^20."),
    _warning("model-bounds", "ours", "Inline models have finite bounds, low before high."),
    _error("entity-nul", "ours", "The entity text ends with a NUL."),
    _warning("entity-tail", "ours", "Nothing follows the NUL of the entity text."),
    _error("entity-text", "ours", "The entity text is blocks of keys and values in braces."),
    _warning("entity-world", "ours", "The first entity is worldspawn."),
    _error("entity-model", "ours", "Inline models that entities name exist."),
    _warning("entity-origin", "ours", "Origins of entities are three numbers inside the world."),
    _error("lightmap-count", "spec: Lump 1", "Lightmaps, if any, are as many as surfaces name."),
    _warning("lightmap-missing", "spec: Lump 1", "Surfaces name lightmaps only if there are any."),
    _error("surface-material", "cross-lump", "Materials of surfaces exist."),
    _error("surface-span", "cross-lump", "Vertices and indexes of surfaces lie in lumps 7 and 8."),
    _error("draw-index", "spec: Lump 8", "Indexes of surfaces are vertices of their surface."),
    _warning("surface-triangles", "spec: Lump 6", "Surfaces consist of whole triangles."),
    _warning("draw-vertex", "ours", "Draw vertices are finite."),
    _error("cull-surfaces", "cross-lump", "Spans of cull groups lie in lump 6."),
    _error("cull-index", "cross-lump", "Entries of lump 10 are cull groups."),
    _error("occluder-span", "cross-lump", "Spans of occluders lie in lumps 13, 14 and 11."),
    _error("occluder-plane", "cross-lump", "Entries of lump 13 are planes."),
    _error("occluder-edge", "cross-lump", "Edges name planes and vertices of their occluder."),
    _warning("occluder-first-edge", "spec: Lump 12", "So do those the original loader takes."),
    _error("occluder-index", "cross-lump", "Entries of lump 15 are occluders."),
    _error("aabb-tree", "cross-lump", "AABB trees of cells exist and have all their children."),
    _error("aabb-surfaces", "cross-lump", "Spans of AABB trees without children lie in lump 6."),
    _error("cell-span", "cross-lump", "Spans of cells lie in lumps 18, 10 and 15."),
    _warning("cell-bounds", "ours", "Cells have finite bounds, low before high."),
    _error("portal-plane", "cross-lump", "Planes of portals exist."),
    _error("portal-cell", "cross-lump", "Cells behind portals exist."),
    _error("portal-span", "cross-lump", "Vertices of portals lie in lump 11."),
    _error("light-index", "cross-lump", "Entries of lump 19 are lights or negative."),
    _warning("light-type", "spec: Lump 30", "Types of lights are 1 to 8."),
    _warning("light-values", "ours", "Colours, places and directions of lights are finite."),
    _error("light-cache-size", "spec: Lump 32", "The light cache is empty or has 3 MiB."),
    _warning("light-cache-state", "spec: Lump 32", "Entries of the light cache have state 0 to 2."),
    _warning("shared-indexes", "ours", "Spans of indexes are not shared beyond measure."),
)

RULES: Final = {rule.name: rule for rule in _ALL}
"""Every rule by name, in the order in which findings are reported."""

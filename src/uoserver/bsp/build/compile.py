"""Building a map from its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from uoserver.bsp.build.assemble import Assembler
from uoserver.bsp.build.blocks import choose_blocks
from uoserver.bsp.build.field import PlanField
from uoserver.bsp.build.ground import find_ground
from uoserver.bsp.build.materials import is_opaque
from uoserver.bsp.build.parts import collect
from uoserver.bsp.build.problems import Problem, Report
from uoserver.bsp.build.source import parse_source
from uoserver.bsp.build.visibility import visibility_rows
from uoserver.bsp.model import Map

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class BuildResult:
    """A built map and what the builder did not like about the source."""

    map: Map
    warnings: list[Problem]


def build_map(
    source: str, *, visibility: bool = True, progress: Progress | None = None
) -> BuildResult:
    """Build a map from the text of a map source (docs/maps.md: Building maps).

    The same source gives the same map on every machine. Without `visibility` the map has no
    rows: everything counts as seen. `progress` is told what is being done.

    Raises BuildError with all problems, by line, for a source that makes no map.
    """
    report = Report()
    tell = progress or (lambda _: None)
    tell("reading the source")
    models = collect(parse_source(source, report), report)
    report.close()
    world = models.parts[0]
    box = world.box()
    solids = [brush.solid for brush in world.brushes if is_opaque(brush.contents.flags.contents)]
    meshes = [mesh for mesh, use in world.meshes if is_opaque(use.flags.contents)]
    ground = find_ground(meshes, solids, box)
    field = PlanField(box, ground, solids)
    tell(f"building the tree over {len(world.brushes)} brushes")
    assembler = Assembler(report)
    tree = assembler.assemble(models, choose_blocks(box, field))
    if visibility:
        tell(f"proving what {len(tree.clusters)} clusters do not see")
        assembler.map.visibility = visibility_rows(tree.clusters, field)
        if ground.open_edges:
            (x, y, z), _ = ground.open_edges[0]
            report.warn(
                ground.open_line,
                f"{len(ground.open_edges)} edges of terrain are open to its underside, the first "
                f"at {x:.0f} {y:.0f} {z:.0f}: no terrain hides anything",
            )
    report.close()
    return BuildResult(assembler.map, report.warnings)

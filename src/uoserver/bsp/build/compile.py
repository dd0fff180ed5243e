"""Building a map from its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from uoserver.bsp.build.assemble import Assembler
from uoserver.bsp.build.parts import Models, collect
from uoserver.bsp.build.problems import Problem, Report
from uoserver.bsp.build.source import parse_source
from uoserver.bsp.build.tree import Blocks
from uoserver.bsp.build.vec import Box
from uoserver.bsp.model import Map

BLOCK_SIZE: Final = 1024
"""Width of a block of the tree in units, a multiple of which its planes stand at."""
MAX_BLOCKS: Final = 64
"""Blocks along one axis: in wider worlds they are wider."""

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
    tell(f"building the tree over {len(models.parts[0].brushes)} brushes")
    assembler = Assembler(report)
    assembler.assemble(models, _blocks(models))
    report.close()
    del visibility
    return BuildResult(assembler.map, report.warnings)


def _blocks(models: Models) -> Blocks:
    box = models.parts[0].box()
    return Blocks((_cuts(box, 0), _cuts(box, 1)))


def _cuts(box: Box, axis: int) -> tuple[float, ...]:
    """Return the multiples of the block size inside a box."""
    low, high = box.mins[axis], box.maxs[axis]
    size = BLOCK_SIZE
    while (high - low) / size > MAX_BLOCKS:
        size *= 2
    first, last = int(low // size) + 1, -int(-high // size)
    return tuple(float(number * size) for number in range(first, last))

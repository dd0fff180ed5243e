"""Building maps from text sources."""

from __future__ import annotations

from uoserver.bsp.build.compile import BuildResult, build_map
from uoserver.bsp.build.problems import BuildError, Problem

__all__ = ["BuildError", "BuildResult", "Problem", "build_map"]

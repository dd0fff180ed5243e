"""The clip model of a map: traces, contents and visibility (collision, collision2)."""

from __future__ import annotations

from .areas import Areas
from .body import Body
from .model import ClipModel, load_clip_model
from .sectors import Link
from .surroundings import Surroundings
from .trace import ENTITY_NONE, ENTITY_WORLD, EPSILON, ZERO, Trace
from .visibility import VisibilityIndex
from .world import World

__all__ = [
    "ENTITY_NONE",
    "ENTITY_WORLD",
    "EPSILON",
    "ZERO",
    "Areas",
    "Body",
    "ClipModel",
    "Link",
    "Surroundings",
    "Trace",
    "VisibilityIndex",
    "World",
    "load_clip_model",
]

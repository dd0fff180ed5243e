"""How much a map may hold before the clip model refuses it: `check` and the loader share these."""

from __future__ import annotations

from typing import Final

MAX_COORDINATE: Final = 1 << 20
"""Coordinates and plane distances of a map, units. The world ends at 131,072; numbers far beyond
it, infinities and NaN would spread through every product of a trace."""
MAX_LEAF_ENTRIES: Final = 1 << 21
"""Brushes of all leaves together, patches likewise, and both of all inline models. A stock map
has some ten thousand; leaves that all name the same long span would fill the memory."""
MAX_TERRAIN_VERTICES: Final = 65_536
MAX_TERRAIN_INDEXES: Final = 393_216
"""Of all terrain patches together (validator rule 13); patches may share them, so that a small
file could else name very many."""
MAX_CURVE_POINTS: Final = 65_536
"""Control points of all curves together: curves that share theirs, each a single place, cost the
time to subdivide them and no cell."""

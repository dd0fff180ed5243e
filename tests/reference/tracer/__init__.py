"""A brute-force reference tracer: every brush, every facet, every triangle, one after the other.

Slow and literal on purpose. It is written from the two collision pages, reads a map's lumps
with `struct` on its own and imports nothing of `uoserver`, so that two implementations have to
be wrong in the same way before a sweep is. There is no tree, no sector and no cache. The only
thing left out are brushes and triangles whose box stands clear of the swept box by more than
any epsilon of the rules (both functions named `in_reach` say why that is safe).

Every primitive is asked on its own, as if nothing had been hit before it, and the answers are
kept side by side (`hits.Hit`): which of them wins may depend on the order in which a tree hands
out its leaves, and the pages leave that order to the tree. `verdict.disagreement` says whether an
answer is one that some order gives.

Numbers are doubles; the same code runs on `exact.Exact`, a rational number, so that a
disagreement can be weighed: which side is right, and by how much.
"""

from tests.reference.tracer.bodies import Obstacle
from tests.reference.tracer.hits import Hit
from tests.reference.tracer.tracer import Tracer
from tests.reference.tracer.vectors import Vec

__all__ = ["Hit", "Obstacle", "Tracer", "Vec"]

"""How the benchmarks measure, and the rows they report."""

from __future__ import annotations

import timeit
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Row(NamedTuple):
    """One comparison: microseconds per call, plain loop against library, and the least ratio."""

    name: str
    naive_us: float
    library_us: float
    target: float

    @property
    def ratio(self) -> float:
        """How many times faster the library is."""
        return self.naive_us / self.library_us

    @property
    def met(self) -> bool:
        """Whether the ratio reaches its target."""
        return self.ratio >= self.target


class Figure(NamedTuple):
    """One measured figure, and the least or the most that it may be."""

    name: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def met(self) -> bool:
        """Whether the figure keeps to its bound."""
        if self.least is not None and self.value < self.least:
            return False
        return self.most is None or self.value <= self.most


def best_us(call: Callable[[], object], *, repeats: int = 9, seconds: float = 0.01) -> float:
    """Return the microseconds of one ``call``: the best of ``repeats`` runs.

    The best, because everything else a machine does can only slow a run down. Each run repeats
    the call for about ``seconds``.
    """
    timer = timeit.Timer(call)
    once = min(timer.repeat(3, 1))
    number = max(1, int(seconds / max(once, 1e-7)))
    return min(timer.repeat(repeats, number)) / number * 1e6

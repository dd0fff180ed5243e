"""Areas of a map and the portals between them that are open (collision2: World sectors)."""

from __future__ import annotations

from typing import Final


class Areas:
    """Which areas open portals join. At first no portal is open."""

    def __init__(self, count: int) -> None:
        self.count: Final = count
        self._portals: Final[dict[tuple[int, int], int]] = {}
        self._regions: Final = list(range(count))

    def connected(self, a: int, b: int) -> bool:
        """Return whether open portals join two areas; never for a negative one.

        Raises ValueError for an area the map does not have.
        """
        if a < 0 or b < 0:
            return False
        self._check(a)
        self._check(b)
        return self._regions[a] == self._regions[b]

    def adjust_portal(self, a: int, b: int, open: bool) -> None:  # noqa: A002
        """Open or close one portal between two areas; nothing happens for a negative one.

        Several portals may join the same areas: they are counted. Raises ValueError for an area
        the map does not have and for closing one that is not open.
        """
        if a < 0 or b < 0:
            return
        self._check(a)
        self._check(b)
        pair = (min(a, b), max(a, b))
        count = self._portals.get(pair, 0) + (1 if open else -1)
        if count < 0:
            raise ValueError(f"no open portal between areas {a} and {b}")
        if count:
            self._portals[pair] = count
        else:
            del self._portals[pair]
        self._flood()

    def _check(self, area: int) -> None:
        if area >= self.count:
            raise ValueError(f"area {area} of {self.count}")

    def _flood(self) -> None:
        """Give connected areas the same number."""
        regions = self._regions
        neighbours: dict[int, list[int]] = {}
        for a, b in self._portals:
            neighbours.setdefault(a, []).append(b)
            neighbours.setdefault(b, []).append(a)
        regions[:] = range(self.count)
        met: set[int] = set()
        for area in sorted(neighbours):
            stack = [] if area in met else [area]
            while stack:
                member = stack.pop()
                if member not in met:
                    met.add(member)
                    regions[member] = area
                    stack.extend(neighbours[member])

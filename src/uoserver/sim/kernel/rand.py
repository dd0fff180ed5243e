"""The random numbers of the simulation (rules: Fixed-point kernel)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Rand:
    """A linear congruential generator of 15 bits; ``state`` is all there is to it."""

    state: int = 1

    def rand(self) -> int:
        """Return the next number, 0 to 0x7fff."""
        self.state = self.state * 214013 + 2531011 & 0xFFFFFFFF
        return self.state >> 16 & 0x7FFF

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1; for n of 0x8000 and more the product wraps."""
        return (2 * self.rand() * n & 0xFFFFFFFF) >> 16

    def below_wide(self, n: int) -> int:
        """Return a number from 0 to n - 1 out of 32 random bits (rfm: After the grid)."""
        r1, r2, r3 = self.rand(), self.rand(), self.rand()
        wide = (r3 & 3) + (r1 * 0x8000 + r2) * 4
        return ((2 * wide & 0xFFFF) * n >> 16) + ((wide & 0x7FFFFFFF) >> 15) * n >> 16

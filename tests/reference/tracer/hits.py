"""What one primitive says to one sweep."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.reference.tracer.vectors import ZERO, Vec

UNSTATED: Final = -0x7FFFFFFF
"""Contents of an answer for which the pages name none: any value is as good as another."""


class Hit(NamedTuple):
    """The answer of one primitive, given alone and with the fraction at 1 before it.

    ``fraction`` 1 means that only flags were raised. ``gate`` is what the primitive compares
    with the fraction so far before it may lower it: for most it is the new fraction itself, but
    a point against a curve compares the fraction without epsilon, and a capsule against
    a triangle the fraction before its 1e-5 is taken off (collision2: sections 4 and 5).
    """

    kind: str
    fraction: float
    normal: Vec = ZERO
    gate: float = 1.0
    startsolid: bool = False
    allsolid: bool = False
    surface_flags: int = 0
    contents: int = 0
    material: str = ""
    entity: int = 1022

    @property
    def lowers(self) -> bool:
        return self.fraction < 1

"""What a survey says of a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from uoserver.sim.tables.statics import STATICS

from .lattice import Lattice

Stock = tuple[int, int, int, int]
"""Tanks, jeeps, MSVs, helicopters."""
Cells = tuple[int, ...]


class Building(NamedTuple):
    """A static object: its cell, its number, and its side (2: nobody's)."""

    cell: int
    static: int
    side: int

    @property
    def name(self) -> str:
        """The name of the static object (tables 3)."""
        return STATICS[self.static].name


class Edges(NamedTuple):
    """Where a map ends, in 16.16 pixels of the simulation; each is the last place inside."""

    west: int
    north: int
    east: int
    south: int


@dataclass(frozen=True, slots=True)
class Survey:
    """All that the simulation needs of a map beside its clip model.

    Pairs are those of the sides, the allies' first. ``flags`` are cells of flag buildings; these
    are not among ``buildings``. ``way`` is the length in units of a jeep's way between the first
    pads of both sides, 0 where there is none. ``family`` are the spawn points it was derived from.
    """

    checksum: int
    edges: Edges
    lattice: Lattice
    roofs: tuple[int, ...]
    """Height of the highest ground of every cell, units."""
    terrain: bytes
    buildings: tuple[Building, ...]
    pads: tuple[Cells, Cells]
    flags: tuple[Cells, Cells]
    stock: tuple[Stock, Stock]
    family: str
    way: int
    notes: tuple[str, ...] = ()
    """What a host should know, a line each."""

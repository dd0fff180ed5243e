"""What a match finds on a map, for plans: pads, flag buildings and static objects.

Nothing here knows of pictures; `planobjects` draws it.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from uoserver.survey import Survey
from uoserver.survey.coordinates import cell_middle


class Family(Enum):
    """Objects that have the same sign, by what the legend says of them."""

    PAD = "pad"
    FLAG = "flag building"
    TOWER = "tower"
    WALL = "wall"
    GATE = "gate"
    SUPPLY = "fuel, ammunition"
    HOUSE = "house"
    BRIDGE = "bridge"
    PLANT = "bush, tree, rock"
    OTHER = "other"


PARTS: Final = (
    ("TOWER", Family.TOWER),
    ("WALL", Family.WALL),
    ("GATE", Family.GATE),
    ("FUEL", Family.SUPPLY),
    ("AMMO", Family.SUPPLY),
    ("FLAG", Family.FLAG),
    ("BRIDGE", Family.BRIDGE),
    *((part, Family.HOUSE) for part in ("BLDG", "FACT", "BNKR", "HOSP", "OUTPOST", "PRISON")),
    ("TENT", Family.HOUSE),
    *((part, Family.PLANT) for part in ("BUSH", "PALM", "TREE", "CACTUS", "ROCK", "PLANTER")),
)
"""What names of static objects hold; the first that fits counts, ruins are none of them."""


class Sign(NamedTuple):
    """An object in the middle of a cell, in map units; side 2 is nobody's."""

    family: Family
    x: float
    y: float
    side: int
    upright: bool = False
    """It runs from north to south."""


def family_of(name: str) -> Family:
    """Return the family of a static object by its name."""
    if "DEST" in name:
        return Family.OTHER
    return next((family for part, family in PARTS if part in name), Family.OTHER)


def signs_of(found: Survey) -> tuple[Sign, ...]:
    """Return the signs of all that a survey has, pads and flags first."""
    signs = [
        Sign(family, *cell_middle(cell), side)
        for family, both in ((Family.PAD, found.pads), (Family.FLAG, found.flags))
        for side, cells in enumerate(both)
        for cell in cells
    ]
    for each in found.buildings:
        upright = each.name.endswith("_V")
        signs.append(Sign(family_of(each.name), *cell_middle(each.cell), each.side, upright))
    return tuple(signs)

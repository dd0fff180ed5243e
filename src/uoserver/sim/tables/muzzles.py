"""Where shots leave their vehicles (tables 1: Muzzles and turret geometry).

Places are 16.16 pixels round the vehicle as it heads north.
"""

from __future__ import annotations

from typing import Final

from ..shapes import px


def _point(x: float, y: float, z: float) -> tuple[int, int, int]:
    east, south, up = px(x, y, z)
    return (east, south, up)


TANK_BARREL: Final = _point(0, -6.75, 0)
TANK_PIVOT: Final = _point(0, -5.25, 7)
"""The barrel is pitched round it."""
ROCKET: Final = _point(0, -15, -1)
BACK_BLAST: Final = _point(0, 1.5, -1)
TUBES: Final = tuple(_point(x, 6, 12) for x in (-1.5, 0, 1.5))
"""An MSV's three; both are pitched round them."""
GUNS: Final = (_point(9.35, -6.8, 0), _point(-9.35, -6.8, 0))
GUN_FLASHES: Final = (_point(9.35, -2.55, 0), _point(-9.35, -2.55, 0))
"""A helicopter's, right and left."""
(GRENADE_REACH,) = px(61.2)
"""How far a jeep looks for something to throw a grenade at."""

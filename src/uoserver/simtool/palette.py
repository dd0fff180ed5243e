"""Colours of drawings (red, green, blue)."""

from __future__ import annotations

from typing import Final

Colour = tuple[int, int, int]

LAND: Final[Colour] = (126, 148, 86)
MEADOW: Final[Colour] = (118, 141, 82)
"""Land of other kinds."""
TUFT: Final[Colour] = (109, 131, 73)
BARE: Final[Colour] = (160, 148, 116)
"""Underlays of buildings."""
SAND: Final[Colour] = (201, 188, 140)
SHALLOW: Final[Colour] = (116, 175, 190)
DEEP: Final[Colour] = (54, 112, 150)
RIPPLE: Final[Colour] = (74, 131, 165)
ROAD: Final[Colour] = (131, 127, 120)
ROAD_EDGE: Final[Colour] = (104, 102, 92)
ROAD_LINE: Final[Colour] = (214, 206, 176)
PAD: Final[Colour] = (88, 90, 96)
PAD_OPEN: Final[Colour] = (26, 26, 30)
GATE_FLOOR: Final[Colour] = (140, 136, 128)
RUBBLE: Final[Colour] = (112, 102, 86)
SCORCH: Final[Colour] = (84, 80, 62)

SIDES: Final[tuple[Colour, Colour, Colour]] = ((58, 104, 196), (196, 64, 52), (150, 150, 146))
"""Of side 0, side 1, and nobody."""
PLANT: Final[Colour] = (66, 106, 50)
TREE: Final[Colour] = (48, 88, 46)
TRUNK: Final[Colour] = (92, 72, 50)
ROCK: Final[Colour] = (146, 142, 136)
WALL: Final[Colour] = (168, 162, 150)
HOUSE: Final[Colour] = (190, 170, 138)
TOWER: Final[Colour] = (142, 138, 132)
CANVAS: Final[Colour] = (178, 172, 128)
TANK: Final[Colour] = (198, 196, 190)
STORE: Final[Colour] = (132, 124, 84)
BRIDGE: Final[Colour] = (150, 122, 88)
PLANK: Final[Colour] = (120, 96, 68)
FUEL_ZONE: Final[Colour] = (240, 200, 60)
AMMUNITION_ZONE: Final[Colour] = (238, 238, 220)

SKIN: Final[Colour] = (226, 188, 150)
BOOT: Final[Colour] = (52, 46, 38)
OLIVE: Final[Colour] = (74, 82, 44)
STEEL: Final[Colour] = (96, 106, 116)
LAMP: Final[Colour] = (255, 70, 50)
FOAM: Final[Colour] = (214, 232, 236)
DUST: Final[Colour] = (186, 168, 130)
SMOKE: Final[Colour] = (70, 68, 66)
VOID: Final[Colour] = (34, 38, 36)
"""Beyond a map."""
BLOCK: Final[Colour] = (104, 96, 88)
"""What of a map nobody can stand on: walls, houses, woods."""
WRECK: Final[Colour] = (58, 54, 50)
FIRE: Final[Colour] = (246, 168, 48)
GLOW: Final[Colour] = (250, 226, 120)
LIFT: Final[Colour] = (152, 154, 158)
INK: Final[Colour] = (24, 26, 28)
WHITE: Final[Colour] = (246, 246, 240)
BOAT: Final[Colour] = (236, 236, 230)
PAPER: Final[Colour] = (32, 35, 38)
TEXT: Final[Colour] = (232, 232, 224)
FAINT: Final[Colour] = (156, 160, 158)


def side(team: int) -> Colour:
    """Return the colour of a side; that of nobody for what is none."""
    return SIDES[team if team in (0, 1) else 2]


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return a colour between two, ``share`` of the second."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def darker(colour: Colour, share: float) -> Colour:
    """Return a colour with some black in it."""
    return mix(colour, (0, 0, 0), share)


def lighter(colour: Colour, share: float) -> Colour:
    """Return a colour with some white in it."""
    return mix(colour, (255, 255, 255), share)

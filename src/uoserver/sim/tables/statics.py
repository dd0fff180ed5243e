"""Static objects of cells: what they are, what becomes of them, where they stand in the way.

Numbers are those of the original's table (tables 3). Shapes lie round the middle of the cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, NamedTuple

from ..shapes import Box, Form, Part, Shape, Zone, px


class Touch(IntEnum):
    """What happens to who touches it, beside being stopped."""

    NONE = 0
    ROCK = 1
    BUSH = 2
    PICKUP = 3
    TENT = 4
    FLAG_RUBBLE = 5


class Fall(IntEnum):
    """What is special about its destruction."""

    PLAIN = 0
    FLAG = 1
    TOWER = 2
    BRIDGE = 3


class Static(NamedTuple):
    """One kind of static object.

    ``terrain`` replaces that of its cell, -1 leaves it. When it is destroyed `becomes` takes its
    place; 0 clears the cell and sets `rubble` terrain, plus up to `variants` - 1. `jitter` moves
    it about in its cell. `men` are the least and the most that leave it, `freed` says that they
    are of the other side. `corner` explosions happen where its model stands.
    """

    name: str
    hits: int = 0
    terrain: int = -1
    becomes: int = 0
    rubble: int = 0
    variants: int = 1
    shape: Shape = ()
    touch: Touch = Touch.NONE
    fall: Fall = Fall.PLAIN
    jitter: bool = False
    men: tuple[int, int] = (0, 0)
    freed: bool = False
    corner: bool = False
    placeable: bool = True


SOLID: Final = 1
BRIDGE_DECK: Final = 0x40
ALL: Final = 0xFF

NOTHING: Final = 0
FLAG_BUILDING: Final = 22
FLAG_DAMAGED: Final = 62
FLAG_RUBBLE: Final = 63
FUELS: Final = (39, 40, 41, 42)
"""North, south, east, west."""
GATE_ACROSS: Final = 43
GATE_UPRIGHT: Final = 44
TOWER: Final = 49
LARGE_TOWER: Final = 50
BRIDGE_ACROSS: Final = 74
BRIDGE_UPRIGHT: Final = 75
DOOR_GLOW: Final = 89
ACTIVE_TOWER: Final = 90


def _box(
    x0: float, y0: float, x1: float, y1: float, high: float, *, at: tuple[float, float] = (0, 0)
) -> Part:
    return _part((x0, y0, x1, y1), 0, high, at=at)


def _part(
    box: tuple[float, float, float, float],
    low: float,
    high: float,
    *,
    at: tuple[float, float] = (0, 0),
    solid: int = SOLID,
    mask: int = ALL,
) -> Part:
    x0, y0, x1, y1 = px(*box)
    bottom, top = px(low, high)
    dx, dy = px(*at)
    return Part(Form.BOX, solid, mask, bottom, top, (x0, y0, x1, y1), dx=dx, dy=dy)


def _square(half: float, high: float, *, at: tuple[float, float] = (0, 0)) -> Part:
    return _box(-half, -half, half, half, high, at=at)


def _zone(part: Part, zone: Zone, *, pickup: bool = True) -> Part:
    return part._replace(zone=zone, pickup=pickup)


def _tree(trunk: float) -> Shape:
    return (
        _square(2, trunk),
        _part((-8, -8, 8, 8), trunk, trunk + 3),
    )


def _planter(half: float) -> Shape:
    kerb = _part((-16, -16, 16, 16), 0, 1, mask=4)
    return (_square(half, 5), kerb)


def _fuel(across: float, down: float) -> Shape:
    """Return an octagonal tank, and the pump on the other side of the cell."""
    round_, flat = px(10, 7)
    corners = (
        *((0, -round_), (flat, -flat), (round_, 0), (flat, flat)),
        *((0, round_), (-flat, flat), (-round_, 0), (-flat, -flat)),
    )
    box: Box = (-round_, -round_, round_, round_)
    low, high, dx, dy = px(0, 16, 5 * across, 5 * down)
    tank = Part(Form.POLYGON, SOLID, ALL, low, high, box, corners, dx, dy)
    pump = _part((-3, -3, 3, 3), 0, 3, at=(-12 * across, -12 * down), mask=2)
    return (tank, _zone(pump, Zone.FUEL))


def _prison() -> Shape:
    yard = _part((-16, -5, 16, 7), 0, 31, at=(0, 8))
    return (
        _box(-8, -10, 8, 10, 15, at=(-7.5, -4.5)),
        _square(6.5, 31, at=(9.5, -9.5)),
        _zone(yard, Zone.AMMUNITION),
    )


def _gate(wide: float, high: float) -> Shape:
    zone = _part((-32, -32, 32, 32), 0, 24, solid=0x20, mask=0x22)
    return (_box(-wide, -high, wide, high, 16), _zone(zone, Zone.GATE))


_ammunition = _part((-16, -5, 16, 7), 0, 15, at=(0, 8), mask=2)
AMMUNITION: Final[Shape] = (
    _box(-15, -5, 15, 5, 15, at=(0, -5)),
    _zone(_ammunition, Zone.AMMUNITION),
)
HOUSE: Final[Shape] = (_box(-16, -16, 15, 15, 15),)
FACTORY: Final[Shape] = (_box(-16, -16, 15, 15, 20),)
BUNKER: Final[Shape] = (_box(-16, -16, 15, 15, 18),)
TOWER_SHAPE: Final[Shape] = (_box(-16, -16, 15, 15, 24),)
WALL_UPRIGHT: Final[Shape] = (_box(-10, -16, 10, 15, 19),)
WALL_ACROSS: Final[Shape] = (_box(-16, -10, 15, 10, 19),)
TENT_UPRIGHT: Final[Shape] = (_box(-8, -6, 8, 6, 10),)
TENT_ACROSS: Final[Shape] = (_box(-6, -8, 6, 8, 10),)
HOSPITALS: Final[tuple[Shape, ...]] = (
    (_box(-15, -8, 15, 8, 16, at=(0, -7.5)),),
    (_box(-8, -15, 8, 15, 16, at=(-7.5, 0)),),
    (_box(-8, -15, 8, 15, 16, at=(7.5, 0)),),
)
BRIDGE: Final[Shape] = (_part((-16, -16, 16, 16), -50, 0.5, solid=BRIDGE_DECK, mask=4),)
POSTS: Final[Shape] = tuple(
    _square(3, 5, at=at) for at in ((-10, -13), (12, -13), (-10, 5), (12, 5))
)


def _watchtower(x: int, y: int) -> Shape:
    return (_square(6.5, 31, at=(9.5 * x, 9.5 * y)),)


def _table() -> Iterable[tuple[int, Static]]:
    yield 1, Static("BUSH_1S", 1, becomes=87, shape=(_square(6, 7),), touch=Touch.BUSH, jitter=True)
    yield (
        2,
        Static(
            "BUSH_2S", 1, becomes=88, shape=(_square(3.75, 4.5),), touch=Touch.BUSH, jitter=True
        ),
    )
    yield 3, Static("PALM_1S", 1, becomes=84, shape=_tree(18), jitter=True)
    yield 4, Static("PALM_2S", 1, becomes=85, shape=_tree(15), jitter=True)
    yield 5, Static("TREE_S", 1, becomes=86, shape=_tree(15))
    yield (
        6,
        Static(
            "CACTUS", 1, becomes=84, shape=(_box(-8, -4, 8, 4, 15),), touch=Touch.BUSH, jitter=True
        ),
    )
    small = (_square(4, 5),)
    rocks = (
        ("ROCK_1S", small),
        ("ROCK_2S", (_square(3, 5, at=(-6, 4)), _square(4, 5))),
        ("ROCK_1T", small),
        ("ROCK_2T", (_square(3, 5, at=(-5, -7)), _square(4, 5))),
    )
    for number, (name, shape) in enumerate(rocks, 7):
        yield number, Static(name, shape=shape, touch=Touch.ROCK, jitter=True)
    for number, name, half, ground in (
        (11, "PLANTER_BUSH", 6, 94),
        (12, "PLANTER_BERRY", 9, 95),
        (13, "PLANTER_STONE", 2, 96),
    ):
        yield number, Static(name, 1, ground, 83, shape=_planter(half), touch=Touch.BUSH)
    yield 14, Static("AMMO", 2, 104, 65, shape=AMMUNITION, touch=Touch.PICKUP)
    for number, way in enumerate("SEW", 15):
        yield (
            number,
            Static(f"PRISON_{way}", 5, 103, 73, shape=_prison(), men=(4, 8), freed=True),
        )
    for number in range(18, 22):
        yield number, Static(f"WATCHTOWER_{number - 17}", terrain=0, men=(0, 1), placeable=False)
    flag = (_box(-13, -16, 15, 9, 30),)
    yield 22, Static("FLAG", 6, 109, 62, shape=flag, fall=Fall.FLAG)
    for first, name, shape, men in (
        (23, "BLDG", HOUSE, (1, 3)),
        (27, "FACT", FACTORY, (1, 3)),
        (31, "BNKR", BUNKER, (3, 7)),
    ):
        for number, way in enumerate("NSEW", first):
            yield number, Static(f"{name}_{way}", 5, 0, 51, shape=shape, men=men)
    yield 35, Static("OUTPOST", 2, 0, 82, shape=(_square(8, 20),), men=(2, 5))
    for number, way in enumerate("SEW", 36):
        yield number, Static(f"HOSP_{way}", 3, 100, 53, shape=HOSPITALS[number - 36], men=(1, 6))
    for number, (way, across, down) in enumerate(
        (("N", 0, 1), ("S", 0, -1), ("E", -1, 0), ("W", 1, 0)), 39
    ):
        ground = 101 if way == "S" else 0
        yield (
            number,
            Static(f"FUEL_{way}", 1, ground, 77, shape=_fuel(across, down), touch=Touch.PICKUP),
        )
    yield 43, Static("GATE_H", 5, 88, 66, shape=_gate(16, 1), touch=Touch.PICKUP)
    yield 44, Static("GATE_V", 5, 89, 67, shape=_gate(1, 16), touch=Touch.PICKUP)
    upright = Static("WALL_V", 5, 98, rubble=105, variants=2, shape=WALL_UPRIGHT)
    across_ = Static("WALL_H", 5, 99, rubble=107, variants=2, shape=WALL_ACROSS)
    yield 45, upright
    yield 46, across_
    for number, part in enumerate("LRB", 54):
        yield number, across_._replace(name=f"{part}DMG_WALL_H")
        yield number + 3, upright._replace(name=f"{part}DMG_WALL_V")
    tent = Static("TENT_V", 1, 0, 64, shape=TENT_UPRIGHT, touch=Touch.TENT, men=(0, 1))
    yield 47, tent
    yield 48, tent._replace(name="TENT_H", shape=TENT_ACROSS)
    tower = Static("TOWER", 5, 97, 60, shape=TOWER_SHAPE, fall=Fall.TOWER)
    yield 49, tower
    yield 50, tower._replace(name="LARGE_TOWER")
    yield 51, Static("STD_DEST", terrain=0)
    yield 52, Static("DEST_JAIL", terrain=0, placeable=False)
    yield 53, Static("DEST_HOSP", terrain=0)
    stump = (_box(-16, -16, 15, 15, 22),)
    yield 60, Static("DMG_TOWER", 5, 97, 61, shape=stump)
    yield 61, Static("DESTROYED_TOWER", terrain=0)
    ruin = (_box(-13, -16, 15, 9, 13.86),)
    yield 62, Static("DMG_FLAG", 6, 110, 63, shape=ruin)
    yield 63, Static("DEST_FLAG", 0, 111, 63, shape=POSTS, touch=Touch.FLAG_RUBBLE)
    yield 64, Static("DEST_TENT", terrain=0)
    yield 65, Static("DEST_AMMO", terrain=0)
    yield 66, Static("DEST_GATE_H", terrain=88)
    yield 67, Static("DEST_GATE_V", terrain=89)
    yield 68, tower._replace(name="READY_TOWER", fall=Fall.PLAIN)
    for number, (name, x, y) in enumerate(
        (("NE", -1, -1), ("NW", 1, -1), ("SE", -1, 1), ("SW", 1, 1)), 69
    ):
        yield (
            number,
            Static(f"WTOWER_{name}", 2, 0, number + 9, shape=_watchtower(x, y), corner=True),
        )
        yield number + 9, Static(f"DEST_WTOWER_{name}", terrain=0)
    yield 73, Static("DEST_PRISON", terrain=0)
    for number, way in ((74, "H"), (75, "V")):
        yield number, Static(f"BRIDGE_{way}", 5, becomes=76, shape=BRIDGE, fall=Fall.BRIDGE)
    yield 76, Static("DEST_BRIDGE")
    yield 77, Static("DEST_FUEL", terrain=0)
    yield 82, Static("DEST_OUTPOST", terrain=0)
    yield 83, Static("DEST_PLANTER")
    for number, name in ((84, "DEST_TREE_S"), (85, "DEST_TREE_D"), (86, "DEST_TREE")):
        yield number, Static(name, jitter=number != 86)
    for number in (87, 88):
        yield number, Static(f"DEST_BUSH_{number - 86}", jitter=True)
    yield 89, Static("STORAGE_LIGHT")
    yield 90, Static("ACTIVE_TOWER", 5, 97, 60)


STATIC_COUNT: Final = 91
_BY_NUMBER = dict(_table())
STATICS: Final = tuple(
    _BY_NUMBER.get(number, Static("NOTHING", placeable=False)) for number in range(STATIC_COUNT)
)
NUMBER_OF: Final = {static.name: number for number, static in enumerate(STATICS)}

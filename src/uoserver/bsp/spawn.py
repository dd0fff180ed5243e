"""Where players appear: the spawn and intermission points of a map, per gametype."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from uoserver.bsp.entities import Entity
from uoserver.bsp.vectors import Vec3


class Side(Enum):
    """Whose a spawn point is."""

    ANY = "any"
    ALLIES = "allies"
    AXIS = "axis"


class Bounds(NamedTuple):
    """An axis-aligned box in map units."""

    mins: Vec3
    maxs: Vec3

    @property
    def centre(self) -> Vec3:
        """The middle of the box."""
        (x0, y0, z0), (x1, y1, z1) = self
        return ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)


class SpawnPoint(NamedTuple):
    """A place to appear at: origin in map units, angles in degrees (pitch, yaw, roll).

    `secondary` points are used from five seconds after a round's start. A point with no class
    name was derived.
    """

    origin: Vec3
    angles: Vec3
    side: Side
    classname: str
    secondary: bool = False


class Family(NamedTuple):
    """The classes that one family of gametypes looks for (gametypes: Spawn points)."""

    name: str
    gametypes: tuple[str, ...]
    spawns: dict[str, tuple[Side, bool]]
    intermissions: tuple[str, ...]


def _sides(allies: str, axis: str) -> dict[str, tuple[Side, bool]]:
    return {allies: (Side.ALLIES, False), axis: (Side.AXIS, False)}


# In the order of design ("From a stock map"): the first family that a map has is used.
FAMILIES: Final = (
    Family(
        "uo",
        ("ctf", "dom"),
        _sides("mp_uo_spawn_allies", "mp_uo_spawn_axis")
        | {
            "mp_uo_spawn_allies_secondary": (Side.ALLIES, True),
            "mp_uo_spawn_axis_secondary": (Side.AXIS, True),
        },
        ("mp_ctf_intermission", "mp_dom_intermission"),
    ),
    Family(
        "bas",
        ("bas",),
        _sides("mp_gmi_bas_allies_spawn", "mp_gmi_bas_axis_spawn")
        | {
            "mp_gmi_bas_allied_secondary_spawn": (Side.ALLIES, True),
            "mp_gmi_bas_axis_secondary_spawn": (Side.AXIS, True),
            # So spelt in a comment of the stock script; maps may follow it.
            "mp_gmi_bas_allies_spawn_secondary": (Side.ALLIES, True),
            "mp_gmi_bas_axis_spawn_secondary": (Side.AXIS, True),
        },
        ("mp_gmi_bas_intermission",),
    ),
    Family(
        "sd",
        ("sd",),
        _sides("mp_searchanddestroy_spawn_allied", "mp_searchanddestroy_spawn_axis"),
        ("mp_searchanddestroy_intermission",),
    ),
    Family(
        "re",
        ("re",),
        _sides("mp_retrieval_spawn_allied", "mp_retrieval_spawn_axis"),
        ("mp_retrieval_intermission",),
    ),
    Family(
        "tdm",
        ("tdm", "hq", "bel"),
        {"mp_teamdeathmatch_spawn": (Side.ANY, False)},
        ("mp_teamdeathmatch_intermission",),
    ),
    Family(
        "dm",
        ("dm",),
        {"mp_deathmatch_spawn": (Side.ANY, False)},
        ("mp_deathmatch_intermission",),
    ),
)

SPAWN_CLASSES: Final = {
    name: (side, secondary)
    for family in FAMILIES
    for name, (side, secondary) in family.spawns.items()
}
INTERMISSION_CLASSES: Final = tuple(name for family in FAMILIES for name in family.intermissions)


class SpawnSet(NamedTuple):
    """The points a gametype uses; neither list is ever empty.

    `family` is the name of the family they come from, ``""`` if the map has none and the one
    point is derived.
    """

    family: str
    points: tuple[SpawnPoint, ...]
    intermissions: tuple[SpawnPoint, ...]

    def for_side(self, side: Side) -> tuple[SpawnPoint, ...]:
        """Return the first-choice points of a side, all points if it has none of its own."""
        own = tuple(point for point in self.points if point.side is side and not point.secondary)
        return own or self.points


def read_points(entities: Iterable[Entity]) -> dict[str, tuple[SpawnPoint, ...]]:
    """Return every spawn and intermission point by class name, in file order.

    Points whose origin is missing or damaged are left out.
    """
    found: dict[str, list[SpawnPoint]] = {}
    for entity in entities:
        name = entity.classname.lower()
        if name in SPAWN_CLASSES:
            side, secondary = SPAWN_CLASSES[name]
        elif name in INTERMISSION_CLASSES:
            side, secondary = Side.ANY, False
        else:
            continue
        origin = entity.origin
        if origin is not None:
            point = SpawnPoint(origin, entity.angles, side, name, secondary)
            found.setdefault(name, []).append(point)
    return {name: tuple(points) for name, points in found.items()}


def choose_spawns(
    points: dict[str, tuple[SpawnPoint, ...]], gametype: str, bounds: Bounds
) -> SpawnSet:
    """Return the points for a gametype: its own family, else the first that the map has.

    A family with points for only one side counts after all complete ones. A map with none
    gets one point above the middle of its world.
    """
    own = [family for family in FAMILIES if gametype.lower() in family.gametypes]
    order = own + [family for family in FAMILIES if family not in own]
    complete = (family for family in order if _is_complete(family, points))
    partial = (family for family in order if any(name in points for name in family.spawns))
    chosen = next(complete, None) or next(partial, None)
    derived = derived_point(bounds)
    preferred = chosen.intermissions if chosen else ()
    intermissions = _collect(points, preferred) or _collect(points, INTERMISSION_CLASSES)
    spawns = _collect(points, tuple(chosen.spawns)) if chosen else ()
    return SpawnSet(
        chosen.name if chosen else "", spawns or (derived,), intermissions or (derived,)
    )


def _is_complete(family: Family, points: dict[str, tuple[SpawnPoint, ...]]) -> bool:
    return all(secondary or name in points for name, (_, secondary) in family.spawns.items())


def _collect(
    points: dict[str, tuple[SpawnPoint, ...]], names: Sequence[str]
) -> tuple[SpawnPoint, ...]:
    def walk() -> Iterator[SpawnPoint]:
        for name in names:
            yield from points.get(name, ())

    return tuple(walk())


def derived_point(bounds: Bounds) -> SpawnPoint:
    """Return a point halfway between the middle of the world and its top.

    The bounds take the sky in, so this is open air on any ordinary map, and whoever appears
    there drops to the ground.
    """
    x, y, z = bounds.centre
    return SpawnPoint((x, y, (z + bounds.maxs[2]) / 2), (0.0, 0.0, 0.0), Side.ANY, "")

"""What entities of a map say of pads, flags, static objects and vehicles.

Entities of our own say it outright: `uo_pad`, `uo_flag` and `uo_static`, with `team` (allies, axis)
and `type` (the name of a static object). Else it is read from those that stock maps have
(gametypes: Spawn points and map entities; Models).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from uoserver.bsp.entities import Entity
from uoserver.bsp.vectors import Vec3
from uoserver.sim.tables.statics import NUMBER_OF, STATICS
from uoserver.sim.tables.tiles import NOBODY
from uoserver.sim.tables.vehicles import VehicleType

from .sides import TEAM_OF

MAX_THINGS: Final = 4096
"""Of a kind that are looked at."""
FLAG_MODELS: Final = {"ctf_flag_allies": 0, "ctf_flag_axis": 1}
"""Sides of the home flags of ctf by their targetname."""
TURRETS: Final = frozenset({"misc_mg42", "misc_turret"})
ARTILLERY: Final = ("flak88",)
"""In names of script_vehicles that are guns."""
KINDS: Final = (
    (VehicleType.MSV, ("su152", "su-152", "elefant", "msv", "calliope", "katyusha")),
    (VehicleType.HELICOPTER, ("heli", "copter", "plane", "stuka")),
    (
        VehicleType.TANK,
        ("tank", "t34", "sherman", "panzer", "tiger", "panther", "stug", "churchill"),
    ),
)
"""What names of vehicles hold; all others count as jeeps."""
NATIONS: Final = (
    ("sherman", "t34", "su152", "willy", "gaz", "churchill"),
    ("panzer", "elefant", "horch", "tiger", "panther", "stug"),
)
"""What names of vehicles of the allies and of the axis hold."""


@dataclass(slots=True)
class Things:
    """What was found. Places are those of the map; ``team`` None is for the nearer side."""

    pads: list[tuple[Vec3, int]] = field(default_factory=list)
    flags: list[tuple[Vec3, int]] = field(default_factory=list)
    statics: list[tuple[Vec3, int, int]] = field(default_factory=list)
    """Place, number of the static object, side (2: nobody's)."""
    stock_flags: list[tuple[Vec3, int]] = field(default_factory=list)
    turrets: list[Vec3] = field(default_factory=list)
    vehicles: list[tuple[Vec3, VehicleType, int | None]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    """What `uo_*` entities say that means nothing, a line each."""


def find_things(entities: Iterable[Entity]) -> Things:
    """Return what the entities of a map say; the first `MAX_THINGS` of them that say anything."""
    things = Things()
    count = 0
    for entity in entities:
        count += _take(things, entity)
        if count >= MAX_THINGS:
            break
    return things


def _take(things: Things, entity: Entity) -> bool:
    name, origin = entity.classname.lower(), entity.origin
    if name.startswith("uo_"):
        problem = _own(things, name, entity, origin)
        if problem:
            things.ignored.append(f"{name[:32]}: {problem}")
        return True
    if origin is None:
        return False
    if name == "script_model":
        team = FLAG_MODELS.get(entity.get("targetname").lower())
        if team is None:
            return False
        things.stock_flags.append((origin, team))
    elif name in TURRETS:
        things.turrets.append(origin)
    elif name == "script_vehicle":
        _vehicle(things, entity, origin)
    else:
        return False
    return True


def _own(things: Things, name: str, entity: Entity, origin: Vec3 | None) -> str:
    """Take an entity of our own; return what is wrong with it."""
    if name not in ("uo_pad", "uo_flag", "uo_static"):
        return "no such class"
    if origin is None:
        return "no origin"
    word = entity.get("team").lower()
    team = TEAM_OF.get(word)
    if team is None and (word or name != "uo_static"):
        return f"team {word[:32]!r} is neither allies nor axis"
    if name == "uo_pad":
        things.pads.append((origin, team or 0))
    elif name == "uo_flag":
        things.flags.append((origin, team or 0))
    else:
        kind = entity.get("type").upper()
        number = NUMBER_OF.get(kind, 0)
        if not number or not STATICS[number].placeable:
            return f"type {kind[:32]!r} is no static object"
        things.statics.append((origin, number, NOBODY if team is None else team))
    return ""


def _vehicle(things: Things, entity: Entity, origin: Vec3) -> None:
    name = entity.get("vehicletype").lower() or entity.get("model").lower()
    if any(word in name for word in ARTILLERY):
        things.turrets.append(origin)
        return
    kind = next(
        (kind for kind, words in KINDS if any(word in name for word in words)), VehicleType.JEEP
    )
    things.vehicles.append((origin, kind, next(_nations(name), None)))


def _nations(name: str) -> Iterator[int]:
    for team, words in enumerate(NATIONS):
        if any(word in name for word in words):
            yield team

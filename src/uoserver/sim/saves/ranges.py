"""The numbers that each field of the state may hold, and how long its lists may be.

Whatever is used as an index, or is a choice of few, has its range here: a save with another number
is refused instead of failing later in the middle of a tick. No frame leads out of a range, whatever
the keys are; what counts needs room for that, so a save may hold half of it only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Final, get_type_hints

from ..bunker.lift import NOBODY, LiftState
from ..bunker.view import LAUGH_END
from ..defences.drone import DroneState
from ..defences.submarine import SubmarineState
from ..defences.turret import TurretState
from ..effects.debris import DebrisState
from ..effects.explosion import ExplosionState
from ..effects.remains import RemainsState
from ..grid import CELLS, JITTERS, OUTSIDE, Grid
from ..kernel.fixmath import ONE
from ..kernel.headings import MASK
from ..kernel.rand import Rand
from ..levels.level import MAX_FLAG_SITES, MAX_PADS
from ..match import MAX_DRIVERS, MAX_DT
from ..objects import POOL_SIZE, UNLINKED, List, Obj, Pool
from ..rules.carrying import NO_DRIVER, FlagState
from ..rules.gate import OPEN, GateState
from ..rules.manstate import GRENADES, MOST_GRENADES, ManState
from ..shapes import Zone
from ..shapetable import SHAPES
from ..sides import ENDLESS, MAX_MINES, NO_HEADING, Driver, Side, View
from ..simulation import NO_WINNER, State
from ..tables.defences import GUN_LOWEST, LONGEST_UNSEEN, MOST_DRONES, SUB_WAVES
from ..tables.effects import BOXES, DEBRIS, FASTEST_FALL, REMAINS, TIMELINES, Hit
from ..tables.muzzles import TUBES
from ..tables.projectiles import PROJECTILES
from ..tables.statics import LARGE_TOWER, STATIC_COUNT, TOWER
from ..tables.vehicles import VEHICLES
from ..tasks import MAX_TASKS, Task, TaskList
from ..timers import LEAST_TICKS, MAX_TIMERS, Timer, TimerQueue
from ..vehicles.arrow import IN_VIEW, NO_ARROW
from ..vehicles.helicopter import BANK, DRIFT_MOST, FULL_SPIN, ROTOR_TURN
from ..vehicles.stock import Status
from ..vehicles.water import SPLASH_FRAMES
from ..vehicles.wreck import FASTEST_FALL as WRECK_FALL
from ..vehicles.wreck import WRECK_HITS, WreckState
from ..vehiclestate import VehicleState, WeaponSlot
from ..weapons.credit import NOBODY as NOBODY_DID
from ..weapons.grenade import GrenadeState
from ..weapons.guns import ARMS
from ..weapons.impact import MISSED
from ..weapons.mine import ARMED, MineState
from ..weapons.missile import ShellState
from ..weapons.rockets import EMPTY
from ..world import DEEP

Range = tuple[int, int]
"""The least and the most."""

COUNTED: Final = 1 << 40
"""More than any field counts; it is the range of those that count.

A save may hold half of it. Then a match would have to go on for 280 years until a number leaves its
range, so no save does that to whoever plays on: neither by ticks near their end, nor by damage.
"""
_ANY: Final[Range] = (-COUNTED, COUNTED)
_TICKS: Final[Range] = (0, COUNTED)
SIGNED: Final[Range] = (-(1 << 31), (1 << 31) - 1)
_WORD: Final[Range] = (0, (1 << 32) - 1)
_SLOT: Final[Range] = (0, POOL_SIZE - 1)
_CELL: Final[Range] = (0, CELLS - 1)
_PLACE: Final[Range] = (0, OUTSIDE)
_HEADING: Final[Range] = (0, MASK)
_TYPE: Final[Range] = (0, len(VEHICLES) - 1)
_TEAM: Final[Range] = (0, 1)
_SHARE: Final[Range] = (0, ONE)
_COUNT: Final[Range] = (0, 0xFFFF)
_STOCK: Final[Range] = (0, ENDLESS)
_FAR: Final[Range] = (-256 * ONE, 256 * ONE)
"""Speeds, and places of the camera."""
_BY: Final[Range] = (NOBODY_DID, MAX_DRIVERS - 1)

RANGES: Final[Mapping[type, Mapping[str, Range]]] = {
    State: {
        "tick": _TICKS,
        "dt": (0, MAX_DT),
        "winner": (NO_WINNER, 1),
        "players": (1, 2),
        "lanes": (0, 0xF),
        "glow": _CELL,
        "submarine": _WORD,
    },
    Rand: {"state": _WORD},
    Pool: {"serial": _WORD, "free": (1, POOL_SIZE - 1), "heads": _SLOT, "tails": _SLOT},
    Obj: {
        **dict.fromkeys(("slot", "chain_next", "chain_prev", "parent", "next", "prev"), _SLOT),
        **dict.fromkeys(("x", "y", "z"), SIGNED),
        "speed": _FAR,
        "children": (1, POOL_SIZE - 1),
        "id": _WORD,
        "team": (0, 2),
        "flags": _WORD,
        "think": (0, 0xFF),
        "shape": (0, len(SHAPES) - 1),
        "heading": _HEADING,
        "cell": (UNLINKED, OUTSIDE),
    },
    Task: {"call": _COUNT},
    Timer: {"remaining": _TICKS, "period": (LEAST_TICKS, _TICKS[1])},
    Side: {
        "team": _TEAM,
        "stock": _STOCK,
        "first_stock": _STOCK,
        "mines": (0, MAX_MINES),
        "pads": _CELL,
        "pad": _PLACE,
        "flag_sites": _CELL,
        "flag_cell": _PLACE,
        "queue": (0, MAX_DRIVERS - 1),
        "drones": (0, MOST_DRONES),
    },
    Driver: {
        "number": (0, MAX_DRIVERS - 1),
        "team": _TEAM,
        "keys": _WORD,
        "keys_before": _WORD,
        "steer": (NO_HEADING, MASK),
        "vehicle": _WORD,
        "wreck": _WORD,
        "type": _TYPE,
        "man": _WORD,
        "left": _TICKS,
        "thrown": (0, MOST_GRENADES),
        "wounds": (0, ONE - 1),
    },
    View: {
        "type": _TYPE,
        "fade": _SHARE,
        "step": (0, 0xFF),
        "status": (0, len(Status) - 1),
        "lift": _WORD,
        "zoom": _FAR,
        "slide": _FAR,
        "timer": (-ONE, COUNTED),
        "laugh": (0, LAUGH_END),
    },
    VehicleState: {
        "driver": (0, MAX_DRIVERS - 1),
        "type": _TYPE,
        "control": _WORD,
        "cell_tick": _TICKS,
        "was_cell": _PLACE,
        "pickup_cell": _PLACE,
        "pickup_zone": (0, len(Zone) - 1),
        "water": (0, DEEP),
        "bumped_cell": _PLACE,
        "bumped_static": (0, STATIC_COUNT - 1),
        "land_cell": _PLACE,
        "bumped_object": _WORD,
        "boat": _SHARE,
        "boat_target": _SHARE,
        "fuel": (0, max(each.fuel for each in VEHICLES)),
        "hits": (1, max(each.hits for each in VEHICLES)),
        **dict.fromkeys(("phase_ticks", "flash", "hunted", "fuel_warning"), _TICKS),
        **dict.fromkeys(("supply_sound", "arrow_tick"), _TICKS),
        "splash": (0, SPLASH_FRAMES - 1),
        "arrow": (NO_ARROW, IN_VIEW),
        "rotor": _SHARE,
        "rotor_speed": (0, FULL_SPIN),
        "rotor_angle": (0, ROTOR_TURN - 1),
        "bank": (-BANK, BANK),
        **dict.fromkeys(("velocity_x", "velocity_y", "land_x", "land_y"), SIGNED),
        **dict.fromkeys(("slope_x", "slope_y", "slope_heading"), SIGNED),
        **dict.fromkeys(("drift_x", "drift_y"), (-DRIFT_MOST, DRIFT_MOST)),
        **dict.fromkeys(("land_heading", "turret", "turret_target"), _HEADING),
        **dict.fromkeys(("elevation", "elevation_target"), _HEADING),
        "turrets": _SLOT,
        "weapon": (0, len(ARMS) - 1),
        "tube": (EMPTY, (len(TUBES) - 1) * ONE),
    },
    WeaponSlot: {"next_fire": _TICKS, "ammunition": _COUNT},
    LiftState: {"driver": (NOBODY, MAX_DRIVERS - 1), "ticks": _TICKS},
    WreckState: {
        "type": _TYPE,
        "born": _TICKS,
        "hits": (-COUNTED, WRECK_HITS),
        "fall": (WRECK_FALL, 0),
        "ticks": _TICKS,
    },
    FlagState: {
        "home_x": SIGNED,
        "home_y": SIGNED,
        "carrier": (NO_DRIVER, MAX_DRIVERS - 1),
        "dropper": _WORD,
        "rest": _TICKS,
    },
    GateState: {
        "static": (0, STATIC_COUNT - 1),
        "opening": (0, OPEN),
        "target": (0, OPEN),
        "shut": _TICKS,
    },
    ManState: {
        "grenades": (0, max(GRENADES)),
        "seen": _TICKS,
        "frame": (0, 0xFF * ONE),
        "until": _TICKS,
        "astray": SIGNED,
        "met_cell": _PLACE,
        "met_part": _STOCK,
        "met_object": _WORD,
        "by": _BY,
        "hits": (-COUNTED, ONE),
    },
    ShellState: {
        "shot": (0, len(PROJECTILES) - 1),
        "life": _STOCK,
        "pitch": _HEADING,
        **dict.fromkeys(("velocity_x", "velocity_y", "velocity_z"), SIGNED),
        "hit": (MISSED, len(Hit) - 1),
        "by": _BY,
    },
    GrenadeState: {
        **dict.fromkeys(("x", "y", "z"), SIGNED),
        "speed": SIGNED,
        "ticks": _COUNT,
        "hit": (MISSED, len(Hit) - 1),
        "by": _BY,
    },
    MineState: {"timer": (0, 2 * ARMED), "by": _BY},
    ExplosionState: {
        "effect": (0, len(TIMELINES) - 1),
        "cell": _PLACE,
        "rate": (1, ONE),
        "progress": (0, 1 << 24),
        "step": _COUNT,
        "box": (0, len(BOXES) - 1),
        **dict.fromkeys(("off_x", "off_y", "off_z"), (-0x80, 0x7F)),
        "by": _BY,
    },
    DebrisState: {
        "set": (0, len(DEBRIS) - 1),
        "frame": (0, 1 << 24),
        "fall": (FASTEST_FALL, ONE),
        "seen": _TICKS,
    },
    RemainsState: {"what": (0, len(REMAINS) - 1), "born": _TICKS, "seen": _TICKS},
    TurretState: {
        "static": (TOWER, LARGE_TOWER),
        "wake": _TICKS,
        "rest": _HEADING,
        "pitch": _HEADING,
        "target": _WORD,
        "unseen": (0, LONGEST_UNSEEN),
        "next_shot": _TICKS,
    },
    DroneState: {
        "target": _WORD,
        "seen": _TICKS,
        "velocity_x": SIGNED,
        "velocity_y": SIGNED,
        "roll": _HEADING,
        "pitch": _HEADING,
        "gun": (0, GUN_LOWEST),
        "muzzle": (0, 1),
        "next_shot": _TICKS,
        "bumped": _WORD,
    },
    SubmarineState: {"target": _WORD, "ticks": _TICKS, "picture": (0, SUB_WAVES)},
}
LENGTHS: Final[Mapping[type, Mapping[str, int]]] = {
    State: {"sides": 2, "drivers": MAX_DRIVERS, "glow": MAX_DRIVERS},
    Grid: {
        **dict.fromkeys(("terrain", "static", "side", "hits", "mined"), CELLS),
        "chain": CELLS + 1,
        "jitter": JITTERS,
    },
    Pool: {
        "slots": POOL_SIZE,
        **dict.fromkeys(("free", "doomed"), POOL_SIZE - 1),
        **dict.fromkeys(("heads", "tails"), len(List)),
    },
    Obj: {"children": POOL_SIZE - 1},
    TimerQueue: {"entries": MAX_TIMERS},
    TaskList: {"entries": MAX_TASKS},
    Side: {
        **dict.fromkeys(("stock", "first_stock"), len(VEHICLES)),
        "pads": MAX_PADS,
        "queue": MAX_DRIVERS,
        "flag_sites": MAX_FLAG_SITES,
    },
    VehicleState: {"weapons": max(len(each.weapons) for each in VEHICLES)},
}
"""The most items of each list: a save of millions is refused before they are read."""


def _half(limit: int) -> int:
    return limit // 2 if abs(limit) == COUNTED else limit


@cache
def _numbers(kind: type, saved: bool = False) -> tuple[tuple[str, int, int], ...]:
    """Return the fields of a dataclass that are numbers or lists of them, with their ranges."""
    hints, ranges = get_type_hints(kind), RANGES.get(kind, {})
    names = [each.name for each in fields(kind) if hints[each.name] in (int, list[int])]
    found = [(name, *ranges.get(name, _ANY)) for name in names]
    return tuple(
        (name, _half(low), _half(high)) if saved else (name, low, high) for name, low, high in found
    )


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """Return the other fields of a dataclass in which numbers can be."""
    numbers = {name for name, _, _ in _numbers(kind)}
    return tuple(each.name for each in fields(kind) if each.name not in numbers)


@cache
def _lengths(kind: type) -> tuple[tuple[str, int], ...]:
    return tuple(LENGTHS.get(kind, {}).items())


def out_of_range(value: object, where: str = "state", *, saved: bool = False) -> Iterator[str]:
    """Yield what is wrong with the numbers and lengths of a dataclass and of all that are in it.

    ``saved`` asks for room to count on, as a save needs it (`COUNTED`).
    """
    if isinstance(value, list):
        for index, item in enumerate(value):
            if type(item) in RANGES:
                yield from out_of_range(item, f"{where}[{index}]", saved=saved)
        return
    if not is_dataclass(value):
        return
    kind: type = type(value)
    for name, most in _lengths(kind):
        if len(getattr(value, name)) > most:
            yield f"{where}.{name} has {len(getattr(value, name))} items, not {most} at most"
    for name, low, high in _numbers(kind, saved):
        found = getattr(value, name)
        if isinstance(found, list):
            if found and not (low <= min(found) and max(found) <= high):
                yield f"{where}.{name} holds a number that is not {low} to {high}"
        elif not low <= found <= high:
            yield f"{where}.{name} is {found}, not {low} to {high}"
    for name in _parts(kind):
        yield from out_of_range(getattr(value, name), f"{where}.{name}", saved=saved)

"""The lift that brings a vehicle up on a pad, or takes it down (rules: Lift, dock, death)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ..collide import blocked
from ..effects.explosion import explode
from ..events import Sound
from ..grid import CELLS, SIZE, cell_at, centre
from ..kernel.fixmath import ONE, dist2_px
from ..lifecycle import create, mark_for_delete
from ..objects import CRUSHED, Kind, Obj
from ..rules.carrying import beside_lift
from ..rules.man import is_body
from ..shapes import Overlap, Part
from ..shapetable import LIFT
from ..sides import Driver, Mode
from ..simulation import Simulation
from ..statics import set_terrain
from ..tables.effects import Effect
from ..tables.terrain import PAD, PAD_OPEN
from ..tables.vehicles import VehicleType
from ..vehicles.docking import LOWER
from ..vehicles.helicopter import PARKED
from ..vehicles.wreck import Stage

DEPTH: Final = 32 * ONE
SPEED: Final = 0x4CCC
LOWER_TICKS: Final = 70
FADE_DEPTH: Final = -16 * ONE
CRUSH_DAMAGE: Final = 0x40000
MINES_WITHIN: Final = 400
"""Square of the pixels from the middle within which mines are taken away."""
HULK_RADIUS: Final = 16
BODY_RADIUS: Final = 4
"""Pixels that remains reach; the original's are not known."""
BLOWN_WITHIN: Final = 16
"""How near remains may come to a lift's middle before they are blown away."""
MUCH_DUST: Final = 16
"""Radius from which on that takes a cloud of the big sort."""
_MINE, _REMAINS = Kind.MINE, Kind.REMAINS
SOUTH: Final = 0x200000
NOBODY: Final = -1
MAX_DOWN: Final = 64
"""Lifts that go down at a time: as many as drivers, for no driver docks again before his is gone.

Against saves in which hundreds are crowded on a pad, where each looks at all others.
"""


class Way(IntEnum):
    """What a lift does."""

    CAMERA = 1
    CLEAR = 2
    """Waits until nothing stands on it."""
    HELD = 3
    """Waits for the picture."""
    UP = 4
    DOWN = 5


@dataclass(slots=True)
class LiftState:
    """The part of a lift that no other object has.

    ``driver`` is whom it carries, `NOBODY` once he left the match or is past it on his way home;
    ``ticks`` counts its way down.
    """

    driver: int
    ticks: int = 0
    held: bool = True
    blocked: bool = False


def init(sim: Simulation, obj: Obj, arg: int) -> int:
    """Make a new object the lift of a driver: twice his number, and `LOWER` for the way down.

    There is none beyond `MAX_DOWN` that go down.
    """
    if arg & LOWER and _going_down(sim) >= MAX_DOWN:
        return 0
    driver = sim.state.drivers[arg >> 1]
    obj.data, obj.shape = LiftState(driver.number), LIFT
    obj.x, obj.y = centre(cell_at(obj.x, obj.y))
    if arg & LOWER:
        obj.think = Way.DOWN
    else:
        obj.think, obj.z = Way.CAMERA, -DEPTH
        obj.heading = PARKED if driver.view.type == VehicleType.HELICOPTER else SOUTH
    return 1


def _going_down(sim: Simulation) -> int:
    return sum(lift.think == Way.DOWN for lift in sim.state.pool.on_kind(Kind.LIFT))


def state_of(obj: Obj) -> LiftState:
    """Return a lift's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, LiftState):
        raise TypeError(f"object {obj.id} is no lift")
    return obj.data


def update(sim: Simulation, obj: Obj) -> None:
    """Move a lift, and throw off or crush what stands on it."""
    state = state_of(obj)
    state.blocked = False
    blocked(sim, obj)
    _clear_away(sim, obj, state)
    _look_for_flags(sim, obj, state)
    match Way(obj.think):
        case Way.CAMERA:
            obj.think = Way.CLEAR
        case Way.CLEAR if not state.blocked and _alone(sim, obj):
            obj.think = Way.HELD
        case Way.HELD if not state.held and _alone(sim, obj):
            obj.think = Way.UP
            _open(sim, obj)
            _up(sim, obj, state)
        case Way.UP:
            _up(sim, obj, state)
        case Way.DOWN:
            _down(sim, obj, state)
        case _:
            pass


def _clear_away(sim: Simulation, obj: Obj, state: LiftState) -> None:
    """Take mines off a lift, which wait for that, and blow remains away from it."""
    for other in sim.state.pool.slots:
        if other is None:
            continue
        if other.kind is _MINE:
            if dist2_px(other.x, other.y, obj.x, obj.y) < MINES_WITHIN:
                state.blocked = True
                mark_for_delete(sim, other)
        elif other.kind is _REMAINS:
            _blow_away(sim, obj, other)


def _blow_away(sim: Simulation, obj: Obj, remains: Obj) -> None:
    radius = BODY_RADIUS if is_body(remains) else HULK_RADIUS
    if dist2_px(remains.x, remains.y, obj.x, obj.y) < (radius + BLOWN_WITHIN) ** 2:
        # marked first: the explosion may need the slot
        mark_for_delete(sim, remains)
        dust = Effect.DUST if radius < MUCH_DUST else Effect.BIG_DUST
        explode(sim, dust, remains.x, remains.y, remains.z)


def _look_for_flags(sim: Simulation, obj: Obj, state: LiftState) -> None:
    """Let flags in the nine cells round a lift go home, or win the match."""
    column, row = obj.cell % SIZE, obj.cell // SIZE
    for flag in sim.state.pool.on_kind(Kind.FLAG):
        across, down = flag.cell % SIZE - column, flag.cell // SIZE - row
        if 0 <= flag.cell < CELLS and abs(across) <= 1 and abs(down) <= 1:
            beside_lift(sim, flag, obj.team, state.driver)


def _alone(sim: Simulation, obj: Obj) -> bool:
    """Return whether no other lift uses the pad: one may still be on its way down."""
    return not any(
        lift.cell == obj.cell and lift is not obj for lift in sim.state.pool.on_kind(Kind.LIFT)
    )


def _open(sim: Simulation, obj: Obj) -> None:
    set_terrain(sim, obj.cell, PAD_OPEN)
    sim.events.append(Sound("Raise", obj.x, obj.y, obj.z, obj.id))


def _up(sim: Simulation, obj: Obj, state: LiftState) -> None:
    obj.z += SPEED * sim.state.dt
    if obj.z < 0:
        return
    obj.z = 0
    driver = sim.state.drivers[state.driver]
    vehicle = create(sim, Kind.VEHICLE, obj.team, obj.x, obj.y, 0, state.driver)
    if vehicle is not None:
        vehicle.heading = obj.heading
        driver.view.mode = Mode.PLAYING
    driver.view.lift = driver.view.timer = 0
    mark_for_delete(sim, obj)


def _down(sim: Simulation, obj: Obj, state: LiftState) -> None:
    if not state.ticks:
        _open(sim, obj)
    state.ticks += sim.state.dt
    obj.z -= SPEED * sim.state.dt
    if obj.z < FADE_DEPTH:
        _go_home(sim, state)
    if obj.z <= -DEPTH and state.ticks >= LOWER_TICKS:
        mark_for_delete(sim, obj)


def _go_home(sim: Simulation, state: LiftState) -> None:
    """Let the picture of who was taken down begin to fade; the lift is done with him."""
    if state.driver == NOBODY:
        return
    driver: Driver = sim.state.drivers[state.driver]
    if driver.view.mode is Mode.PLAYING:
        driver.view.mode = Mode.LEAVING
    state.driver = NOBODY


def destroy(sim: Simulation, obj: Obj) -> bool:
    """Close the pad of a lift that goes, also before its way is done; who waits for it knows."""
    state = state_of(obj)
    if obj.think in (Way.UP, Way.DOWN):
        set_terrain(sim, obj.cell, PAD + obj.team)
    if obj.think == Way.DOWN:
        _go_home(sim, state)
    elif state.driver != NOBODY:
        sim.state.drivers[state.driver].view.lift = 0
    return True


def hit_static(_sim: Simulation, _obj: Obj, _cell: int, _part: Part) -> int:
    """Let no static object stop a lift."""
    return 0


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Hurt what is on a lift, or take it away, and keep the lift waiting.

    Other lifts are spared: the original's delete each other, and strand their drivers. Burnt
    hulks are swept away as remains are, or they would hold the pad until they are gone.
    """
    if other.kind is Kind.LIFT:
        return 0
    state_of(obj).blocked = True
    hook = sim.classes[other.kind].damage
    if hook and not (other.kind is Kind.WRECK and other.think == Stage.HULK):
        hook(sim, other, CRUSH_DAMAGE, obj)
    else:
        other.flags |= CRUSHED
        mark_for_delete(sim, other)
    return 0

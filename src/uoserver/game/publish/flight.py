"""Shells that fly straight: one trajectory is sent of each, and clients reckon the rest.

A trajectory is a line in time. A shell of the simulation keeps its height above the ground, so one
that crosses a slope leaves its line, and is sent a new one when it is too far beside the old.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uoproto.constants import EntityType
from uoproto.states import EntityState
from uoserver.bsp.vectors import Vec3
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.tables.projectiles import PROJECTILES
from uoserver.sim.weapons.missile import CEILING, ShellState
from uoserver.survey import MapWorld
from uoserver.survey.coordinates import units, yaw_of

from .objects import base_state, degrees
from .words import FloatRow, rounded

LINEAR: Final = 2
"""Trajectory type (entity: Trajectory types)."""
TICKS_A_SECOND: Final = 62.5
TOLERANCE: Final = 16.0
"""How far a shell may be beside its line, units an axis: a third of a shell's step in a frame."""
AHEAD: Final = 8
"""Ticks over which the slope of its way is taken."""
_LINE: Final = FloatRow(
    *(f"pos.trBase[{axis}]" for axis in range(3)),
    *(f"pos.trDelta[{axis}]" for axis in range(3)),
    *("apos.trBase[0]", "apos.trBase[1]"),
)


class Flight(NamedTuple):
    """The line of a shell: whose it is, when it was where, units a second, what is sent."""

    id: int
    time: int
    base: Vec3
    delta: Vec3
    state: EntityState

    def at(self, time: int) -> Vec3:
        """Return where clients have it at a time (milliseconds)."""
        t = (time - self.time) / 1000.0
        (x, y, z), (dx, dy, dz) = self.base, self.delta
        return (x + dx * t, y + dy * t, z + dz * t)


def is_straight(obj: Obj) -> bool:
    """Return whether a shell keeps its heading and its pitch."""
    state = obj.data
    if obj.kind is not Kind.MISSILE or not isinstance(state, ShellState):
        return False
    return not state.ballistic or not (state.pitch or PROJECTILES[state.shot].dives)


def follows(flight: Flight, obj: Obj, place: Vec3, time: int) -> bool:
    """Return whether a line is still that of a shell, which is at a place now."""
    if flight.id != obj.id:
        return False
    return all(
        -TOLERANCE <= there - here <= TOLERANCE
        for there, here in zip(flight.at(time), place, strict=True)
    )


def new_flight(
    land: MapWorld, obj: Obj, place: Vec3, time: int, *, model: int = 0, flags: int = 0
) -> Flight:
    """Return the line of a straight shell that is at a place of the map at a time."""
    state = obj.data
    if not isinstance(state, ShellState):
        raise TypeError(f"object {obj.id} is no shell")
    vx, vy, vz = state.velocity_x, state.velocity_y, state.velocity_z
    ahead = land.altitude(obj.x + vx * AHEAD, obj.y + vy * AHEAD, min(obj.z + vz * AHEAD, CEILING))
    base = rounded(place)
    delta = rounded(
        (
            units(vx) * TICKS_A_SECOND,
            -units(vy) * TICKS_A_SECOND,
            (units(ahead) - place[2]) / AHEAD * TICKS_A_SECOND,
        )
    )
    start = base_state(EntityType.MISSILE, model, flags=flags)
    start = start.with_fields({"pos.trType": LINEAR, "pos.trTime": time})
    shown = _LINE.into(start, *base, *delta, degrees(state.pitch), yaw_of(obj.heading))
    return Flight(obj.id, time, base, delta, shown)

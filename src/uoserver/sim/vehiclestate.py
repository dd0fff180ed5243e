"""What a vehicle knows of itself (specification 5: VehState)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from .grid import OUTSIDE
from .objects import Obj


class Phase(IntEnum):
    """What takes a vehicle's controls away."""

    FREE = 0
    ROLL_OFF = 1
    """Off the lift, full ahead."""
    WARM_UP = 2
    """A jeep starts its engine."""
    UNFOLD = 3
    """A helicopter unfolds its rotor, spins it up and takes off."""
    SPIN_UP = 4
    TAKE_OFF = 5
    BRAKE = 6
    """A helicopter lands: it stops, comes down, spins down, folds its rotor."""
    DESCEND = 7
    SPIN_DOWN = 8
    FOLD = 9
    LOST = 10
    """Gone at the end of this update."""


FREE: Final = Phase.FREE
"""The phase that is asked for each frame: in Python 3.11 it takes as long as a call to look a
member up in its enum."""


@dataclass(slots=True)
class WeaponSlot:
    """One weapon: the tick before which it does not fire, and shots left."""

    next_fire: int = 0
    ammunition: int = 0


@dataclass(slots=True)
class VehicleState:
    """The part of a vehicle that no other object has. Numbers are 16.16 unless said."""

    driver: int
    type: int
    fuel: int = 0
    hits: int = 0
    phase: Phase = Phase.FREE
    phase_ticks: int = 0
    control: int = 0
    """Control word of this update."""
    fresh: bool = True
    """Before its first update."""
    cell_tick: int = 0
    """When it was last on the move or came into its cell."""
    was_cell: int = OUTSIDE
    weapons: list[WeaponSlot] = field(default_factory=list)
    pickup_cell: int = OUTSIDE
    """The zone it touches: cell, and `shapes.Zone`."""
    pickup_zone: int = 0
    water: int = 0
    splash: int = 0
    """Frame of the splash, 16.16."""
    flash: int = 0
    """Tick until which it shows that it was hit."""
    hunted: int = 0
    """Tick until which it is lost when its driver gives it up: an enemy hit it."""
    fuel_warning: int = 0
    supply_sound: int = 0
    blocked: bool = False
    bumped_cell: int = OUTSIDE
    """The last cell whose static object stopped it, and which object that was."""
    bumped_static: int = 0
    bumped_object: int = 0
    arrow: int = -1
    """Where the enemy is: a sector of 8 from north clockwise, 8 in view, -1 unknown."""
    arrow_tick: int = 0
    # -- jeep
    boat: int = 0
    """0 on wheels to 1.0 afloat."""
    boat_target: int = 0
    # -- helicopter
    rotor: int = 0
    """Fold: 0 folded to 1.0."""
    rotor_speed: int = 0
    rotor_angle: int = 0
    yaw_rate: int = 0
    bank: int = 0
    velocity_x: int = 0
    velocity_y: int = 0
    drift_x: int = 0
    drift_y: int = 0
    land_cell: int = OUTSIDE
    """The pad."""
    land_x: int = 0
    """Where a landing leads, and how far it turns and slides per pixel of height."""
    land_y: int = 0
    land_heading: int = 0
    slope_x: int = 0
    slope_y: int = 0
    slope_heading: int = 0
    # -- weapons
    turret: int = 0
    """Heading from the hull's, and where it turns to."""
    turret_target: int = 0
    elevation: int = 0
    """Pitch of the barrel (heading units, positive points down), and where it goes."""
    elevation_target: int = 0
    weapon: int = 0
    """The slot a helicopter has selected."""
    pending: bool = False
    """A shot waits until the barrel is where it goes."""
    tube: int = 0
    """The MSV's tube that fires next, 0 to 2.0; below 0 they are reloaded (16.16)."""
    left: bool = False
    """A helicopter's next shot comes from the left."""
    # -- defences
    turrets: int = 0
    """Enemy turrets that were in its driver's view in the last frame."""


def state_of(obj: Obj) -> VehicleState:
    """Return a vehicle's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, VehicleState):
        raise TypeError(f"object {obj.id} is no vehicle")
    return obj.data

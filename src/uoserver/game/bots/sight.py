"""What a bot knows of a match in a frame.

A bot in the server's process looks at the simulation (`look`); a client that drives by itself may
fill in what its snapshots say. Places are 16.16 pixels, headings 1/0x400000 turn.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VEHICLES
from uoserver.sim.vehiclestate import FREE, VehicleState

NOBODY: Final = -1
FLYING: Final = 20 * ONE
"""Height from which level shots of what drives pass below."""


class Own(NamedTuple):
    """The vehicle that a bot drives.

    ``fuel`` and ``hits`` are percentages of a full one's, ``shots`` what each weapon has left.
    ``free`` is False as long as it obeys no key.
    """

    id: int
    type: int
    x: int
    y: int
    z: int
    heading: int
    speed: int
    fuel: int
    hits: int
    shots: tuple[int, ...]
    turret: int = 0
    """Heading of its gun from the hull's."""
    weapon: int = 0
    """The weapon that a helicopter has selected."""
    cell: int = 0
    left: bool = False
    """Whether a helicopter's next shot comes from its left."""
    blocked: bool = False
    """Whether its last step was stopped."""
    free: bool = True


class Other(NamedTuple):
    """A vehicle that somebody else drives."""

    id: int
    driver: int
    team: int
    type: int
    x: int
    y: int
    z: int


class Flag(NamedTuple):
    """A flag that is in the open: of side ``team``, and which driver carries it (-1: none)."""

    team: int
    x: int
    y: int
    cell: int
    carrier: int = NOBODY


class Mate(NamedTuple):
    """A driver of one's own side, oneself too: what he drives or is about to, -1 for nothing."""

    number: int
    type: int = -1


class Sight(NamedTuple):
    """All that a brain decides by. ``selected`` is the type that the bunker's menu shows."""

    tick: int
    number: int
    team: int
    mode: Mode
    selected: int
    stock: tuple[int, ...]
    """Of one's own side: tanks, jeeps, MSVs, helicopters."""
    mates: tuple[Mate, ...]
    """By their numbers."""
    pads: tuple[int, ...]
    """Cells of the pads of one's own side."""
    own: Own | None = None
    others: tuple[Other, ...] = ()
    flags: tuple[Flag, ...] = ()


_WAITING: Final = (Mode.LAUNCH, Mode.PLAYING)


def look(sim: Simulation, number: int) -> Sight:
    """Return what the driver of a number knows; raises LookupError where there is none."""
    state = sim.state
    if not 0 <= number < len(state.drivers):
        raise LookupError(f"there is no driver {number}")
    driver = state.drivers[number]
    side = state.sides[driver.team]
    mates, others, own = [], [], None
    for each in state.drivers:
        mode = each.view.mode
        if each.team == driver.team and mode is not Mode.GONE:
            mates.append(Mate(each.number, int(each.view.type) if mode in _WAITING else -1))
        if not each.vehicle:
            continue
        obj = state.pool.get(each.vehicle)
        if obj is None or not isinstance(obj.data, VehicleState):
            continue
        if each is driver:
            own = _own(obj, obj.data)
        else:
            others.append(Other(obj.id, each.number, each.team, obj.data.type, obj.x, obj.y, obj.z))
    return Sight(
        *(state.tick, number, driver.team, driver.view.mode, int(driver.view.type)),
        *(tuple(side.stock), tuple(mates), tuple(side.pads)),
        own=own,
        others=tuple(others),
        flags=tuple(_flags(sim)),
    )


def _own(obj: Obj, state: VehicleState) -> Own:
    kind = VEHICLES[state.type]
    return Own(
        *(obj.id, state.type, obj.x, obj.y, obj.z, obj.heading, obj.speed),
        *(state.fuel * 100 // kind.fuel, state.hits * 100 // kind.hits),
        tuple(slot.ammunition for slot in state.weapons),
        turret=state.turret,
        weapon=state.weapon,
        cell=obj.cell,
        left=state.left,
        blocked=state.blocked,
        free=state.phase is FREE,
    )


def _flags(sim: Simulation) -> list[Flag]:
    found = []
    for obj in sim.state.pool.on_kind(Kind.FLAG):
        jeep = sim.state.pool.slots[obj.parent] if obj.parent else None
        carrier = NOBODY
        if jeep is not None and isinstance(jeep.data, VehicleState):
            carrier = jeep.data.driver
        found.append(Flag(obj.team, obj.x, obj.y, obj.cell, carrier))
    return found

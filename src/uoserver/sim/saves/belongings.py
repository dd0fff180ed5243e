"""What a driver has while his view shows what: at most one thing of `Thing` at a time.

So their number is bounded by that of the drivers, and no timer or lift finds its driver elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from ..bunker.lift import MAX_DOWN, NOBODY, LiftState, Way
from ..calls import Call
from ..objects import DELETED, Obj
from ..sides import Mode, Side
from ..simulation import State
from ..vehiclestate import VehicleState
from .demands import demand


class Thing(Enum):
    """What is a driver's."""

    NOTHING = "nothing"
    VEHICLE = "a vehicle"
    PLACE = "a place in a queue"
    UP = "a lift that comes up"
    DOWN = "a lift that goes down"
    CALL = "a call that lets him come back"


BELONGINGS: Final[Mapping[Mode, tuple[Thing, ...]]] = {
    Mode.SELECT: (Thing.NOTHING,),
    Mode.LAUNCH: (Thing.PLACE, Thing.UP, Thing.NOTHING),
    Mode.PLAYING: (Thing.VEHICLE, Thing.CALL, Thing.DOWN),
    Mode.LEAVING: (Thing.NOTHING,),
    Mode.HOLD: (Thing.NOTHING,),
    Mode.FLY_BACK: (Thing.NOTHING,),
    Mode.SPECTATE: (Thing.NOTHING,),
    Mode.GONE: (Thing.NOTHING,),
    Mode.ON_FOOT: (Thing.VEHICLE, Thing.NOTHING),
}
"""What there may be in each mode.

Nothing is left to a driver on his way up whose lift found no slot for his vehicle: he asks again.
"""


def check_belongings(state: State) -> None:
    """Raise InvariantError unless every driver has what goes with what he does, and no more."""
    has = [Thing.NOTHING] * len(state.drivers)

    def give(number: int, thing: Thing) -> None:
        other = has[number]
        demand(other is Thing.NOTHING, f"driver {number} has {thing.value} beside {other.value}")
        has[number] = thing

    down = 0
    coming: set[int] = set()
    for obj in state.pool.slots:
        if obj is None:
            continue
        data = obj.data
        if isinstance(data, VehicleState) and not obj.flags & DELETED:
            _check_own(state, obj, data.driver)
            _demand_named(obj, state.drivers[data.driver].vehicle)
            give(data.driver, Thing.VEHICLE)
        elif isinstance(data, LiftState):
            goes_down = obj.think == Way.DOWN
            down += goes_down
            if data.driver == NOBODY:
                whole = goes_down or obj.flags & DELETED
                demand(bool(whole), f"slot {obj.slot} comes up for somebody")
                continue
            demand(not obj.flags & DELETED, f"slot {obj.slot} goes, and is nobody's")
            _check_own(state, obj, data.driver)
            give(data.driver, Thing.DOWN if goes_down else Thing.UP)
            if not goes_down:
                _demand_named(obj, state.drivers[data.driver].view.lift)
                demand(obj.cell not in coming, f"slot {obj.slot} comes up alone")
                coming.add(obj.cell)
    demand(down <= MAX_DOWN, f"at most {MAX_DOWN} lifts go down")
    for side in state.sides:
        _check_queue(state, side)
        for number in side.queue:
            give(number, Thing.PLACE)
    calls = [(timer.call, timer.a) for timer in state.timers.entries]
    for call, number in calls + [(task.call, task.a) for task in state.tasks.entries]:
        if call == Call.COME_BACK:
            give(number, Thing.CALL)
    for driver, thing in zip(state.drivers, has, strict=True):
        number, mode = driver.number, driver.view.mode
        demand(thing in BELONGINGS[mode], f"driver {number} has {thing.value} in {mode.name}")
        demand(
            not driver.vehicle or thing is Thing.VEHICLE, f"the vehicle of driver {number} is one"
        )
        demand(not driver.view.lift or thing is Thing.UP, f"the lift of driver {number} is one")


def _check_own(state: State, obj: Obj, number: int) -> None:
    demand(obj.team == state.drivers[number].team, f"slot {obj.slot} is of its driver's side")


def _demand_named(obj: Obj, id_: int) -> None:
    demand(obj.id == id_, f"slot {obj.slot} is known to its driver")


def _check_queue(state: State, side: Side) -> None:
    for number in side.queue:
        demand(0 <= number < len(state.drivers), f"driver {number} of a queue is one")
        demand(state.drivers[number].team == side.team, f"driver {number} waits on his own side")

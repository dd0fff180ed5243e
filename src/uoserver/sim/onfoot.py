"""Drivers on foot: out of a vehicle, about on the map, into another one (design: On foot).

The original has none of this. Who walks is a man of the simulation whom something outside moves
(`walk_to`): vehicles crush him, shots and explosions hurt him, towers do not look at him. The
vehicle that he left stands where it is and stays his, until he or a friend takes it, it is lost,
or its time is over.
"""

from __future__ import annotations

from typing import Final

from .bunker.view import enter_select
from .collide import placed, water_below
from .grid import OUTSIDE, centre
from .kernel.fixmath import ONE, dist, wrap
from .kernel.headings import MASK
from .lifecycle import alive, create, mark_for_delete, relink
from .objects import Kind, Obj
from .rules import man as man_class
from .rules.carrying import offer_to_man
from .rules.ending import end
from .rules.manstate import MOST_GRENADES, Pose, Think, state_of
from .shapes import Placed, overlap
from .shapetable import MAN, SHAPES
from .sides import Driver, Mode, View
from .simulation import Simulation
from .tables.terrain import PAD
from .vehicles.fate import Cause, give_up, lose
from .vehicles.stock import Status, has_vehicles, status, vehicle_of
from .vehiclestate import Phase, VehicleState
from .weapons import grenade
from .world import DRY

PARKED_TICKS: Final = 3750
"""A minute: how long an empty vehicle stands before it is back in the stock."""
DEAD_TICKS: Final = 312
"""Five seconds from a man's death to the bunker."""
REACH: Final = 12 * ONE
"""How near a vehicle must be to be entered: 96 units."""
THROW_TICKS: Final = 30
"""Between two grenades, as of a jeep: who stands on his pad never runs out of them."""
_BESIDE: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
_STEP: Final = 3 * ONE
_STEPS: Final = 16
"""More than any hull is long."""


def man_of(sim: Simulation, driver: Driver) -> Obj | None:
    """Return the man as whom a driver walks, None when he does not or is dead."""
    man = sim.state.pool.get(driver.man) if driver.man else None
    return man if man is not None and man.kind is Kind.MAN and alive(man) else None


# -- out and in ------------------------------------------------------------------------------------


def step_out(sim: Simulation, driver: Driver) -> Obj | None:
    """Let a driver leave his vehicle, which stands still on dry ground, or his bunker.

    Returns the man he is then, None where he stays. He has the health and the grenades with which
    he last got in; from the bunker he comes whole.
    """
    obj = sim.state.pool.get(driver.vehicle) if driver.vehicle else None
    if driver.view.mode is Mode.PLAYING and obj is not None:
        place = _place_beside(sim, obj)
    elif driver.view.mode in (Mode.SELECT, Mode.SPECTATE):
        place = _place_on_pad(sim, driver)
    else:
        return None
    man = create(sim, Kind.MAN, driver.team, *place, 0, 0) if place else None
    if man is None:
        return None
    state = state_of(man)
    state.by, state.pose = driver.number, Pose.STAND
    state.grenades, state.hits = MOST_GRENADES - driver.thrown, ONE - driver.wounds
    man.think, man.heading = Think.LED, obj.heading if obj else 0
    if driver.left:  # else one who gets in and out throws with each man that he is
        state.until = driver.left + THROW_TICKS
    driver.man, driver.left = man.id, sim.state.tick
    driver.view = View(mode=Mode.ON_FOOT, type=driver.view.type, fade=ONE)
    driver.keys = driver.keys_before = 0
    return man


def _place_beside(sim: Simulation, obj: Obj) -> tuple[int, int] | None:
    """Return a place on dry ground at a vehicle's side that is clear of it."""
    state = obj.data
    rests = not obj.speed and not obj.z and obj.cell != OUTSIDE
    if not rests or not isinstance(state, VehicleState) or state.phase is not Phase.FREE:
        return None
    if water_below(sim, obj) != DRY:
        return None
    hull, shape = placed(sim, obj), SHAPES[MAN]
    for east, south in _BESIDE:
        x, y = obj.x, obj.y
        for _ in range(_STEPS):
            x, y = wrap(x + east * _STEP), wrap(y + south * _STEP)
            man = Placed(shape, x, y, 0)
            if overlap(man, hull) is None:
                break
        if not sim.world.outside(x, y) and not _walled(sim, obj, man):
            return x, y
    return None


def _walled(sim: Simulation, obj: Obj, man: Placed) -> bool:
    return not sim.world.flat and sim.world.hull_stopped((obj.x, obj.y, obj.z), man)


def _place_on_pad(sim: Simulation, driver: Driver) -> tuple[int, int] | None:
    pad = sim.state.sides[driver.team].pad
    return None if pad == OUTSIDE else centre(pad)


def vehicle_near(sim: Simulation, driver: Driver) -> Driver | None:
    """Return the driver whose empty vehicle a man on foot can enter: the nearest in his reach."""
    man = man_of(sim, driver)
    found: list[tuple[int, int]] = []
    for other in sim.state.drivers:
        obj = sim.state.pool.get(other.vehicle) if other.vehicle else None
        if man and obj and other.team == driver.team and other.view.mode is Mode.ON_FOOT:
            away = dist(man.x, man.y, obj.x, obj.y)
            if away <= REACH + 11 * ONE:  # from the middle of a hull: tanks are 22 pixels long
                found.append((away, other.number))
    return sim.state.drivers[min(found)[1]] if found else None


def step_in(sim: Simulation, driver: Driver) -> bool:
    """Let a man on foot enter the nearest empty vehicle of his side; return whether he did.

    The one that he left himself goes back into the stock when he takes another's.
    """
    owner, man = vehicle_near(sim, driver), man_of(sim, driver)
    state = vehicle_of(sim, owner) if owner else None
    if owner is None or state is None or man is None:
        return False
    if owner is not driver:
        _give_up_own(sim, driver)
        driver.vehicle, owner.vehicle = owner.vehicle, 0
        state.driver = driver.number
    driver.type = state.type
    was = state_of(man)
    driver.thrown, driver.wounds = max(0, MOST_GRENADES - was.grenades), ONE - max(1, was.hits)
    driver.man = 0
    mark_for_delete(sim, man)
    driver.view = View(mode=Mode.PLAYING, type=state.type, fade=ONE)
    return True


def go_home(sim: Simulation, driver: Driver) -> None:
    """Let a driver on foot be back in his bunker; what he left standing goes into the stock."""
    man = man_of(sim, driver)
    if man is not None:
        mark_for_delete(sim, man)
    driver.man = 0
    _give_up_own(sim, driver)
    enter_select(sim, driver)


def _give_up_own(sim: Simulation, driver: Driver) -> None:
    obj, state = sim.state.pool.get(driver.vehicle), vehicle_of(sim, driver)
    if obj is not None and state is not None:
        give_up(sim, obj, state)


# -- about -----------------------------------------------------------------------------------------


def walk_to(sim: Simulation, driver: Driver, x: int, y: int, z: int, heading: int) -> None:
    """Put the man of a driver where he has gone: 16.16 pixels, ``z`` above the ground.

    He takes flags where men may, and his grenades are filled up on his pad.
    """
    man = man_of(sim, driver)
    if man is None:
        return
    state = state_of(man)
    moved = (x, y) != (man.x, man.y)
    man.x, man.y, man.z, man.heading = wrap(x), wrap(y), wrap(z), heading & MASK
    state.pose = Pose.WALK if moved else Pose.STAND
    relink(sim, man)
    if man.cell != OUTSIDE and sim.state.grid.terrain[man.cell] == PAD + man.team:
        state.grenades = MOST_GRENADES


def throw(sim: Simulation, driver: Driver, x: int, y: int) -> bool:
    """Let a driver's man throw a grenade to a place; return whether he had one, and time."""
    man = man_of(sim, driver)
    state = state_of(man) if man is not None else None
    if man is None or state is None or not state.grenades or sim.state.tick < state.until:
        return False
    state.grenades -= 1
    state.until = sim.state.tick + THROW_TICKS
    grenade.throw(sim, man.team, (man.x, man.y, man.z), (wrap(x), wrap(y)), man)
    return True


def hurt(sim: Simulation, driver: Driver, amount: int) -> None:
    """Let a driver's man suffer (16.16 hit points) from what nobody did to him: a fall."""
    man = man_of(sim, driver)
    if man is not None:
        man_class.damage(sim, man, amount, None)


def kill(sim: Simulation, driver: Driver) -> bool:
    """Let a driver end it: blow up what he drives, or die on foot; return whether he had either."""
    obj, state = sim.state.pool.get(driver.vehicle), vehicle_of(sim, driver)
    if driver.view.mode is Mode.ON_FOOT:
        man = man_of(sim, driver)
        if man is not None:
            man_class.damage(sim, man, max(1, state_of(man).hits), man)
        return man is not None
    if obj is None or state is None:
        return False
    lose(sim, obj, state, Cause.SELF)
    return True


def look_after(sim: Simulation) -> None:
    """Do what a frame does for those on foot: dead ones come home, empty vehicles are stowed.

    Where nobody can win and a side has only men left, it is a draw.
    """
    for driver in sim.state.drivers:
        if driver.view.mode is not Mode.ON_FOOT:
            continue
        man = man_of(sim, driver)
        if man is None:
            driver.man = 0
            driver.view.timer += sim.state.dt
            if driver.view.timer >= DEAD_TICKS:
                go_home(sim, driver)
        else:
            _carry(sim, man)
            if driver.vehicle and driver.left + PARKED_TICKS <= sim.state.tick:
                _give_up_own(sim, driver)
    for team in (0, 1):
        walks = any(d.team == team and d.view.mode is Mode.ON_FOOT for d in sim.state.drivers)
        if walks and not has_vehicles(sim, team) and status(sim, team) is Status.DRAW:
            end(sim, -1)  # perhaps nobody is left to see it from his bunker (`view`)


def _carry(sim: Simulation, man: Obj) -> None:
    if sim.state.men_carry:
        offer_to_man(sim, man)

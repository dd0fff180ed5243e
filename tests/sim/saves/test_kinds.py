"""What every vehicle, lift and wreck is (kinds)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sim.play import cell, data, new_sim, run, spawn
from uoserver.sim.bunker.lift import DEPTH, SPEED, Way
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create, deactivate, mark_for_delete, relink, unlink
from uoserver.sim.match import remove_driver
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.saves.invariants import InvariantError, check_state
from uoserver.sim.saves.kinds import check_kind
from uoserver.sim.shapetable import SHELL
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.docking import LOWER
from uoserver.sim.vehicles.fate import OUT_OF_FUEL
from uoserver.sim.vehicles.wreck import state_of as wreck_state
from uoserver.sim.vehiclestate import Phase

MSV, DOOMED, UP, DOWN, WRECK = 1, 2, 3, 4, 5
"""Slots of an MSV, of one that goes in the next frame, of lifts, and of a jeep's wreck."""


def whole() -> Simulation:
    sim = new_sim((0, 1))
    spawn(sim, VehicleType.MSV, 60, 60)
    spawn(sim, VehicleType.MSV, 62, 60, driver=1)
    for column, way in ((64, 0), (66, LOWER)):
        assert create(sim, Kind.LIFT, 0, *centre(cell(column, 60)), 0, way)
    wreck = create(sim, Kind.WRECK, 0, *centre(cell(68, 60)), 0, VehicleType.JEEP)
    assert wreck
    wreck.shape = 2
    remove_driver(sim, 1)
    return sim


def check(sim: Simulation) -> None:
    for obj in sim.state.pool.slots:
        if obj is not None:
            check_kind(sim.state, obj)


def test_what_is_as_its_kind_is_passes() -> None:
    sim = whole()
    check(sim)
    assert sim.state.pool.doomed == [DOOMED]
    sim.state.pool.at(WRECK).shape = 0
    deactivate(sim, sim.state.pool.at(WRECK))
    down = sim.state.pool.at(DOWN)
    down.data.ticks, down.z = 100, -100 * SPEED  # type: ignore[attr-defined]
    check(sim)


Change = Callable[[Simulation, Obj], object]


def put(name: str, value: object, *, own: bool = False) -> Change:
    """Set a field of an object, or of its data."""
    return lambda _, obj: setattr(obj.data if own else obj, name, value)


def off_the_map(sim: Simulation, obj: Obj) -> None:
    obj.x = -5 * ONE
    relink(sim, obj)


@pytest.mark.parametrize(
    ("slots", "change", "problem"),
    [
        ((MSV, DOOMED, UP, DOWN), put("driver", 2, own=True), "has a driver"),
        ((MSV, DOOMED, UP, DOWN), put("team", 2), "is of a side"),
        ((MSV, DOOMED, UP, DOWN), deactivate, "is updated"),
        ((MSV, DOOMED), put("weapons", [], own=True), "has 2 weapons"),
        ((MSV, DOOMED), put("type", 0, own=True), "has 1 weapons"),
        ((MSV, DOOMED), put("shape", 2), "has its hull"),
        ((MSV, DOOMED), put("z", 256 * ONE + 1), "is where vehicles can be"),
        ((MSV, DOOMED), put("z", -64 * ONE - 1), "is where vehicles can be"),
        ((WRECK,), put("z", 256 * ONE + 1), "is where wrecks can be"),
        ((WRECK,), put("z", -64 * ONE - 1), "is where wrecks can be"),
        ((MSV, DOOMED, WRECK), unlink, "is somewhere"),
        ((UP, DOWN), unlink, "is on a pad"),
        ((UP, DOWN), off_the_map, "is on a pad"),
        ((UP, DOWN), put("think", 0), "goes the way of a lift"),
        ((UP, DOWN), put("shape", 1), "has a lift's shape"),
        ((UP,), put("z", 1), "is between the ground and the bunker"),
        ((UP,), put("z", -DEPTH - 1), "is between the ground and the bunker"),
        ((UP,), put("think", Way.DOWN), "is as deep as its ticks say"),
        ((DOWN,), put("ticks", 1, own=True), "is as deep as its ticks say"),
        ((DOWN,), put("z", -1), "is as deep as its ticks say"),
        ((WRECK,), put("think", 3), "is at a stage of wrecks"),
        ((WRECK,), put("shape", SHELL), "has the hull of its type"),
        ((WRECK,), put("shape", 3), "has the hull of its type"),
        ((WRECK,), put("born", 1, own=True), "was made already"),
        ((DOOMED,), put("phase", Phase.FREE, own=True), "goes as it is lost"),
        ((MSV,), put("phase", Phase.LOST, own=True), "is in a phase of its type"),
        ((MSV,), put("phase", Phase.WARM_UP, own=True), "is in a phase of its type"),
        ((MSV,), mark_for_delete, "goes as it is lost"),
    ],
)
def test_what_its_kind_never_is_is_found(
    slots: tuple[int, ...], change: Change, problem: str
) -> None:
    for slot in slots:
        sim = whole()
        change(sim, sim.state.pool.at(slot))
        with pytest.raises(InvariantError, match=f"slot {slot} {problem}"):
            check(sim)


@pytest.mark.parametrize("type_", VehicleType)
def test_a_type_goes_through_its_own_phases_only(type_: VehicleType) -> None:
    sim = new_sim()
    obj = spawn(sim, type_, 60, 60)
    passed: set[Phase] = set()
    for phase in Phase:
        data(obj).phase = phase
        try:
            check_state(sim.state)
        except InvariantError:
            continue
        passed.add(phase)
    tank, jeep = {Phase.FREE, Phase.ROLL_OFF}, {Phase.FREE, Phase.WARM_UP}
    flying = set(Phase) - {Phase.ROLL_OFF, Phase.WARM_UP, Phase.LOST}
    assert passed == (tank, jeep, tank, flying)[type_]


def test_a_wreck_that_falls_passes_in_each_frame() -> None:
    sim = new_sim()
    wreck = create(sim, Kind.WRECK, 0, *centre(cell(60, 60)), 50 * ONE, VehicleType.HELICOPTER)
    assert wreck
    wreck.shape, wreck.speed = 4, ONE
    wreck.flags |= OUT_OF_FUEL  # it stays as it is, where others become remains
    run(sim, 60, dt=12)
    assert sim.state.pool.get(wreck.id) is wreck
    assert (wreck.z, wreck_state(wreck).fall) == (0, -ONE)

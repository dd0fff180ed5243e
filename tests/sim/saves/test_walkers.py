"""Drivers on foot and their men belong together in every save."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sim.play import new_sim, spawn
from tests.sim.rules.helpers import man_at
from uoserver.sim.objects import Obj
from uoserver.sim.onfoot import step_out
from uoserver.sim.rules.manstate import Think, state_of
from uoserver.sim.saves.demands import InvariantError
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType


def walking() -> tuple[Simulation, Obj]:
    sim = new_sim((0, 1))
    spawn(sim, VehicleType.TANK, 60, 60)
    man = step_out(sim, sim.state.drivers[0])
    assert man is not None
    check_state(sim.state)
    return sim, man


def _other_team(sim: Simulation, _man: Obj) -> None:
    sim.state.drivers[0].man = man_at(sim, 0, 70, 70).id


def _set(name: str, value: object) -> Callable[[Simulation, Obj], None]:
    def change(_sim: Simulation, man: Obj) -> None:
        setattr(state_of(man) if name == "by" else man, name, value)

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (_set("by", -1), "led by a driver or by nobody"),
        (_set("by", 1), "is his driver's man"),
        (_set("by", 2), "is a driver's man"),
        (_set("think", Think.PICK), "led by a driver or by nobody"),
        (_set("team", 1), "is his driver's man"),
        (_other_team, "is his driver's man"),
        (lambda sim, _: setattr(sim.state.drivers[0], "man", 0), "is his driver's man"),
        (lambda sim, _: setattr(sim.state.drivers[1], "man", 513), "driver 1 walks on foot"),
        (lambda sim, _: setattr(sim.state.drivers[0].view, "mode", Mode.SELECT), "has a vehicle"),
    ],
)
def test_who_does_not_belong_together(
    change: Callable[[Simulation, Obj], None], problem: str
) -> None:
    sim, man = walking()
    change(sim, man)
    with pytest.raises(InvariantError, match=problem):
        check_state(sim.state)


def test_a_driver_whose_man_is_another_kind_of_thing() -> None:
    sim, man = walking()
    state_of(man).by, man.think = -1, Think.PICK
    sim.state.drivers[0].man = sim.state.drivers[0].vehicle
    with pytest.raises(InvariantError, match="the man of driver 0 is one"):
        check_state(sim.state)

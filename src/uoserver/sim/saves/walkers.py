"""Drivers on foot and the men that they are: each is the other's."""

from __future__ import annotations

from ..objects import DELETED, Kind, Obj
from ..rules.manstate import ManState, Think
from ..sides import Mode
from ..simulation import State
from ..weapons.credit import NOBODY
from .demands import demand


def check_walkers(state: State) -> None:
    """Raise InvariantError unless who walks is a man, and every man is himself or one driver."""
    for obj in state.pool.slots:
        if obj is not None and isinstance(obj.data, ManState):
            _check_man(state, obj, obj.data)
    for driver in state.drivers:
        if driver.man:
            who = f"driver {driver.number}"
            demand(driver.view.mode is Mode.ON_FOOT, f"{who} walks on foot")
            man = state.pool.get(driver.man)
            demand(man is not None and man.kind is Kind.MAN, f"the man of {who} is one")


def _check_man(state: State, obj: Obj, data: ManState) -> None:
    where = f"slot {obj.slot}"
    led = obj.think == Think.LED
    demand(led is (data.by != NOBODY), f"{where} is led by a driver or by nobody")
    if led and not obj.flags & DELETED:
        demand(data.by < len(state.drivers), f"{where} is a driver's man")
        driver = state.drivers[data.by]
        demand(driver.man == obj.id and driver.team == obj.team, f"{where} is his driver's man")

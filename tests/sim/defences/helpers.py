"""What the tests of defences share: towers that are awake, shots that are only noted."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.sim.play import new_sim, put, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.defences import aim
from uoserver.sim.defences.turret import TurretState, state_of, wake
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.tracer import Line

TANK, JEEP, MSV, HELI = VehicleType
AT = (60, 60)
"""Column and row of the tower."""
MIDDLE = (60 * 32 + 16, 60 * 32 + 16)
"""Where it stands, in pixels."""


class Scene(NamedTuple):
    """A tower that a tank woke."""

    sim: Simulation
    cell: int
    tank: Obj
    gun: Obj
    state: TurretState


def scene(name: str = "TOWER", *, dx: float = 0, dy: float = 100, wait: int = 0) -> Scene:
    """A tower of side 1 that is awake, and the tank of side 0 so many pixels beside its middle."""
    sim = new_sim((0, 1))
    cell = put(sim, *AT, name, 1)
    tank = spawn(sim, TANK, *AT)
    put_at(sim, tank, MIDDLE[0] + dx, MIDDLE[1] + dy)
    gun = wake(sim, cell, tank)
    assert gun is not None
    state = state_of(gun)
    state.wake = sim.state.tick + wait
    return Scene(sim, cell, tank, gun, state)


class Shots:
    """Notes shots instead of firing them; a line of fire is what ``friend`` says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.friend = False
        self.fired: list[dict[str, Any]] = []
        self.lines: list[dict[str, Any]] = []
        monkeypatch.setattr(aim, "launch", self._launch)
        monkeypatch.setattr(aim, "line_of_fire", self._line)

    def _launch(self, sim: Simulation, shot: int, at: object, **others: object) -> None:
        self.fired.append({"tick": sim.state.tick, "shot": shot, "at": at, **others})

    def _line(self, sim: Simulation, at: object, **others: object) -> Line:
        self.lines.append({"tick": sim.state.tick, "at": at, **others})
        return Line.FRIEND if self.friend else Line.CLEAR

    @property
    def ticks(self) -> list[int]:
        """When shots were fired."""
        return [each["tick"] for each in self.fired]


def guns(sim: Simulation) -> list[Obj]:
    """The turrets that are awake."""
    return list(sim.state.pool.on_kind(Kind.TURRET))


def px(*values: float) -> tuple[int, ...]:
    """Pixels as 16.16."""
    return tuple(int(value * ONE) for value in values)

"""What the tests of weapons share: shells that are followed, things to aim at."""

from __future__ import annotations

from typing import TypeVar

from uoserver.sim.events import Event
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.weapons.fire import launch

_E = TypeVar("_E")


def only(events: list[Event], kind: type[_E]) -> list[_E]:
    """The events of one sort."""
    return [event for event in events if isinstance(event, kind)]


def shoot(
    sim: Simulation,
    shot: Shot,
    x: float,
    y: float,
    z: float,
    heading: int,
    *,
    pitch: int = 0,
    team: int = 0,
    owner: Obj | None = None,
    push: int = 0,
) -> Obj:
    """Fire a shell from a place in pixels."""
    at = (int(x * ONE), int(y * ONE), int(z * ONE))
    obj = launch(sim, shot, at, heading=heading, pitch=pitch, team=team, owner=owner, push=push)
    assert obj is not None
    return obj


def follow(sim: Simulation, obj: Obj, most: int = 300, dt: int = 1) -> list[tuple[int, int, int]]:
    """Play until an object is gone; return where it was after each frame it was there."""
    way: list[tuple[int, int, int]] = []
    for _ in range(most):
        step(sim, [], dt)
        if sim.state.pool.get(obj.id) is None:
            return way
        way.append((obj.x, obj.y, obj.z))
    raise AssertionError("it goes on for ever")


def shells(sim: Simulation) -> list[Obj]:
    return list(sim.state.pool.on_kind(Kind.MISSILE))


def thing(sim: Simulation, kind: Kind, x: float, y: float, team: int = 1) -> Obj:
    """An object of a kind at a place in pixels."""
    obj = create(sim, kind, team, int(x * ONE), int(y * ONE), 0)
    assert obj is not None
    return obj

"""What the tests of vehicles share: keys that are not pushed all the way, places, fake classes."""

from __future__ import annotations

from uoserver.sim.events import Event
from uoserver.sim.kernel.fixmath import CELL, ONE
from uoserver.sim.lifecycle import relink
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import ObjectClass, Simulation


def hold(sim: Simulation, ticks: int, word: int, dt: int = 1) -> list[Event]:
    """Hold an input word as it is, with no more push than it says."""
    events: list[Event] = []
    for _ in range(ticks):
        events += step(sim, [word], dt)
    return events


def put_at(sim: Simulation, obj: Obj, x: float, y: float) -> None:
    """Set an object's place in pixels."""
    obj.x, obj.y = int(x * ONE), int(y * ONE)
    relink(sim, obj)


def shift(sim: Simulation, obj: Obj, dx: float, dy: float) -> None:
    """Set an object beside its place, in pixels."""
    put_at(sim, obj, obj.x / ONE + dx, obj.y / ONE + dy)


def middle(column: int, row: int) -> tuple[int, int]:
    """The middle of a cell in 16.16 pixels."""
    return column * CELL + CELL // 2, row * CELL + CELL // 2


def with_class(sim: Simulation, kind: Kind) -> list[tuple[int, Obj]]:
    """Give a simulation a class for a kind that has none; return its list of (argument, object)."""
    made: list[tuple[int, Obj]] = []

    def init(_sim: Simulation, obj: Obj, arg: int) -> int:
        made.append((arg, obj))
        return 1

    sim.classes = {**sim.classes, kind: ObjectClass(kind.name, 0x10, init=init)}
    return made

"""Matches on the yard in which one of everything can be put down and looked at."""

from __future__ import annotations

from tests.game.match.yards import Play
from uoproto.states import EntityState
from uoserver.game.match.seats import Side
from uoserver.game.publish.objects import entity_of
from uoserver.game.publish.publisher import Publisher
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.survey.coordinates import cell_under


def scene(*sides: Side | None) -> Play:
    """A game with players, by default one of each side, in their bunkers."""
    return Play(*(sides or (Side.ALLIES, Side.AXIS)))


def publisher(play: Play) -> Publisher:
    found = play.game.sight.publisher
    assert found is not None
    return found


def put(
    play: Play, kind: Kind, x: float, y: float, *, z: int = 0, team: int = 0, arg: int = 0
) -> Obj:
    """Create an object in the middle of a cell of the map."""
    obj = create(play.sim, kind, team, *centre(cell_under((x, y, 0.0))), z * ONE, arg)
    assert obj is not None
    return obj


def look(play: Play) -> None:
    """Publish without letting time pass."""
    publisher(play).update(play.time, [])


def entity(play: Play, obj: Obj) -> EntityState:
    """What is sent of an object now."""
    look(play)
    return publisher(play).shown[entity_of(obj.slot)].state

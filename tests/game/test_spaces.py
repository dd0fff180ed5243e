"""The whole world as a space."""

from __future__ import annotations

from uoserver.game.spaces import WorldView

from .movement.spaces import box, floor, player
from .movement.worlds import world_of

MINS, MAXS = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)
HERE, THERE = (0.0, 0.0, 1.0), (100.0, 0.0, 1.0)


def test_a_view_of_the_world_leaves_out_oneself() -> None:
    world = world_of(floor(), player(4, (0.0, 0.0, 1.0)), box((500, 0, 0), (600, 9, 9), 0, 0x20))
    own = WorldView(world, 4).trace(HERE, THERE, MINS, MAXS, 0x02810011, capsule=True)
    assert own.fraction == 1.0
    other = WorldView(world, 5).trace(HERE, THERE, MINS, MAXS, 0x02810011, capsule=True)
    assert other.startsolid
    assert WorldView(world, 5).point_contents((550.0, 5.0, 5.0), 0x20) == 0x20

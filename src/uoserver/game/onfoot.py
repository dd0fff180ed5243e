"""Players on foot in a match: the men of the simulation that they are (design: On foot).

Movement is the engine's, on the map; the simulation is told where it led, and says who is crushed,
shot, or near enough to a vehicle. Health is one number in both: 100 of it are one hit point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.sim import onfoot
from uoserver.sim.kernel.fixmath import ONE, mul
from uoserver.sim.kernel.headings import direction
from uoserver.sim.rules.manstate import state_of
from uoserver.survey.coordinates import fixed, heading_of, sim_x, sim_y

from .player import MAX_HEALTH

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3
    from uoserver.sim.objects import Obj
    from uoserver.sim.sides import Driver

    from .match.match import Match
    from .player import Player

LEAST_THROW: Final = 16
MOST_THROW: Final = 96
"""Pixels."""
LEVEL_THROW: Final = 56
"""Of one who looks straight ahead; each degree up throws a pixel farther."""


def tell(match: Match, driver: Driver, player: Player) -> None:
    """Tell the simulation where a player has walked to, and what he suffered from falling."""
    man = onfoot.man_of(match.sim, driver)
    if man is None:
        return
    x, y, z = player.origin
    at_x, at_y = sim_x(x), sim_y(y)
    high = max(0, fixed(z) - match.world.height(at_x, at_y))
    onfoot.walk_to(match.sim, driver, at_x, at_y, high, heading_of(player.state.angles[1]))
    fallen = health_of(man) - player.health
    if fallen > 0:
        amount = -(-fallen * ONE // MAX_HEALTH)
        match.between(lambda: onfoot.hurt(match.sim, driver, amount))


def health_of(man: Obj) -> int:
    """Return the health of a man, 1 to 100, also of one with hardly any hit point left."""
    return -(-max(0, state_of(man).hits) * MAX_HEALTH // ONE)


def place_of(match: Match, man: Obj) -> Vec3:
    """Return where on the map a man is."""
    return match.world.point(man.x, man.y, man.z)


def throw(match: Match, driver: Driver, player: Player) -> bool:
    """Throw a grenade where a player looks; the higher he looks the farther."""
    man = onfoot.man_of(match.sim, driver)
    if man is None:
        return False
    pitch, yaw, _ = player.state.angles
    far = max(LEAST_THROW, min(MOST_THROW, int(LEVEL_THROW - pitch))) * ONE
    east, south = direction(heading_of(yaw))
    return onfoot.throw(match.sim, driver, man.x + mul(east, far), man.y + mul(south, far))

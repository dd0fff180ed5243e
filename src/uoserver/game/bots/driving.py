"""Following a way over the cells, and getting off what one is stuck on."""

from __future__ import annotations

from typing import Final

from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import dist2_px
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import DOWN, EXTRA_LEFT, EXTRA_RIGHT, LEFT, RIGHT, UP
from uoserver.sim.tables.vehicles import VehicleType

from .atlas import Atlas
from .land import Wheels, must_be_shot, wheels_of
from .sight import Own
from .steering import FULL, NONE, Keys, drive_to, off_course, pushed

AHEAD: Final = 8
"""Cells of a way that are looked up at a time."""
SWEPT: Final = 5
"""Cells ahead up to which the ground is swept, one for each thought."""
REACHED: Final = (15, 11)
"""Pixels from the middle of a cell at which it is passed: jeeps turn in a curve."""
LOST: Final = 60
"""Pixels from the next cell of a way at which a new one is looked for."""
STILL: Final = 6
TURNED: Final = 0x40000
STUCK_AFTER: Final = 70
"""Ticks in which who wants to drive has moved less than `STILL` pixels and not turned."""
ESCAPE: Final = (35, 30)
"""Ticks of the way back off something: at least so many, and up to as many more."""
HOVERING: Final = 150
"""Pixels from its target within which a helicopter stands still because it is meant to."""
BUMPED: Final = 24
"""Ticks after a stopped step in which it is stuck there, too: each other step gives way a bit."""
PASSING: Final = 60
"""Ticks it strafes to pass another."""
RETREAT: Final = 100
"""Ticks it backs off when that led nowhere: what it was flying takes 35 to come to rest."""
HOPELESS: Final = 9
"""Ways back in a row after which a vehicle is given up."""
FREE_AGAIN: Final = 96
"""Pixels from where a vehicle first got stuck at which that is over."""


class Wheelman:
    """One bot's way, and what he knows of being stuck. Begin a new one with each vehicle."""

    def __init__(self, rand: Rand) -> None:
        self._rand: Final = rand
        self._way: list[int] = []
        self._goal = -1
        self._last_cell = -1
        self._anchor = (0, 0, 0, 0)
        """Where and when it last moved, and its heading then."""
        self._escape_until = -1
        self._escape = NONE
        self._bumped = -BUMPED - 1
        """When its last step was stopped."""
        self._first_stuck = (0, 0)
        self.tries = 0
        """Ways back since it got stuck."""
        self.in_the_way = -1
        """The cell that has to be shot free."""

    @property
    def hopeless(self) -> bool:
        """Whether it is stuck for good."""
        return self.tries > HOPELESS

    def drive(
        self, own: Own, goal: int, atlas: Atlas, team: int, tick: int, *, far: int = FULL
    ) -> Keys:
        """Return the keys of the way to a cell; near it straight to its middle, so fast at most."""
        wheels = wheels_of(own.type)
        self.in_the_way = -1
        if escape := self._stuck(own, atlas, team, tick):
            return escape
        self._follow(own, goal, atlas, wheels, team, tick)
        if not self._way:
            return drive_to(own, *centre(goal), far=far)
        there = self._way[0]
        if there != goal and must_be_shot(atlas.grid, there, wheels, team):
            self.in_the_way = there
        x, y = centre(there)
        return drive_to(own, x, y, far=FULL)

    # -- the way -----------------------------------------------------------------------------------

    def _follow(
        self, own: Own, goal: int, atlas: Atlas, wheels: Wheels, team: int, tick: int
    ) -> None:
        """Pass the cells of the way that were reached; look a way up where there is none."""
        if goal != self._goal:
            self._goal, self._way = goal, []
        near = REACHED[wheels] ** 2
        while self._way and self._passed(own, near):
            self._last_cell = self._way.pop(0)
        if self._way and dist2_px(*centre(self._way[0]), own.x, own.y) > LOST**2:
            self._way = []
        if not self._way and own.cell != goal:
            self._way = atlas.field(goal, wheels, team, tick).way(own.cell, AHEAD)
            self._last_cell = own.cell
        before = self._last_cell
        for there in self._way[:SWEPT]:
            known = atlas.known(before, there)
            free = there == goal or atlas.crossable(wheels, team, there)
            if not free or not atlas.holds(before, there):
                atlas.avoid(goal, wheels, team, before)
                self._way = []
                return
            if not known:
                break  # one sweep for each thought
            before = there

    def _passed(self, own: Own, near: int) -> bool:
        away = dist2_px(*centre(self._way[0]), own.x, own.y)
        if away <= near:
            return True
        if len(self._way) < 2:
            return False
        first, second = self._way[:2]
        if second == own.cell:
            return True
        # Nearer to the next one than this one is: it was passed at the side.
        x, y = centre(second)
        nearer = dist2_px(x, y, own.x, own.y) < dist2_px(x, y, *centre(first))
        return first == own.cell and away <= 2 * near and nearer

    def drift(self, own: Own, tick: int, away: int) -> Keys | None:
        """Return the keys with which what flies passes another that is in its way, if one is.

        ``away`` are the pixels to where it wants to be. It passes to the right, so that two who
        meet do not stay before each other. When that led nowhere it backs off, to either side.
        """
        if own.blocked:
            self._bumped = tick
        if tick < self._escape_until:
            self._anchor = (own.x, own.y, own.heading, tick)
            return self._escape
        x, y, _, since = self._anchor
        hovers = away < HOVERING and not 0 <= tick - self._bumped <= BUMPED
        if hovers or dist2_px(x, y, own.x, own.y) > STILL**2 or tick < since:
            self._anchor = (own.x, own.y, own.heading, tick)
            self._forget(own)
            return None
        if tick - since <= STUCK_AFTER:
            return None
        self._note_stuck(own)
        self._anchor = (own.x, own.y, own.heading, tick)
        if self.tries % 2:
            self._escape_until = tick + PASSING
            self._escape = Keys(pushed(UP, FULL) | EXTRA_RIGHT, own.heading)
        else:
            self._escape_until = tick + RETREAT
            self._escape = Keys(pushed(DOWN, FULL) | (EXTRA_RIGHT, EXTRA_LEFT)[self._rand.below(2)])
        return self._escape

    # -- stuck -------------------------------------------------------------------------------------

    def rest(self, own: Own, tick: int) -> None:
        """Note that a vehicle stands because it is meant to."""
        self._anchor = (own.x, own.y, own.heading, tick)
        self.in_the_way = -1

    def _note_stuck(self, own: Own) -> None:
        if not self.tries:
            self._first_stuck = (own.x, own.y)
        self.tries += 1

    def _forget(self, own: Own) -> None:
        """Forget to have been stuck, once far enough from there."""
        if self.tries and dist2_px(*self._first_stuck, own.x, own.y) > FREE_AGAIN**2:
            self.tries = 0

    def _stuck(self, own: Own, atlas: Atlas, team: int, tick: int) -> Keys | None:
        """Return the keys of a way back while there is one to go."""
        if tick < self._escape_until:
            self._anchor = (own.x, own.y, own.heading, tick)
            return self._escape
        x, y, heading, since = self._anchor
        if (
            dist2_px(x, y, own.x, own.y) > STILL**2
            or off_course(heading, own.heading) > TURNED
            or not 0 <= tick - since <= 4 * STUCK_AFTER
        ):
            self._anchor = (own.x, own.y, own.heading, tick)
            self._forget(own)
            return None
        if tick - since < STUCK_AFTER:
            return None
        self._note_stuck(own)
        if self._way and self.tries > 1:
            atlas.shun(self._last_cell, self._way[0], tick)
            atlas.avoid(self._goal, wheels_of(own.type), team, self._last_cell)
            self._way = []
        least, more = ESCAPE
        self._escape_until = tick + least + self._rand.below(more)
        along = UP if self.tries % 4 == 0 else DOWN
        turn = (0, LEFT, RIGHT)[self._rand.below(3)]
        if own.type == VehicleType.JEEP and not turn:
            turn = LEFT
        self._escape = Keys(pushed(along | turn, FULL))
        return self._escape

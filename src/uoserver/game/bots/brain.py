"""A bot: it looks now and then, decides, and presses keys in every tick."""

from __future__ import annotations

from typing import Final

from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import angle_between
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C, FIRES, UP
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.terrain import PAD
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType

from . import gunnery
from .aims import Aim, Task, choose, is_out
from .atlas import Atlas
from .driving import Wheelman
from .garage import choose as choose_vehicle
from .gunnery import Target
from .land import wheels_of
from .posts import post
from .sight import Own, Sight, look
from .steering import CREEP, FULL, NONE, Keys, drive_to, fly_to, pushed, stop, turn_to

THINKS_EVERY: Final = 4
"""Ticks between two thoughts; in between keys stay as they are, but for short presses."""
SELDOM: Final = 16
"""Ticks that count at most between two thoughts of who thinks seldom: he needs some for a menu."""
DECIDES_EVERY: Final = 24
"""Ticks between two decisions what to do."""
STAND_OFF: Final = 110
"""Pixels from which tracks shoot at buildings first."""
NEARER: Final = 25
"""How much nearer they go each time that nothing was hit for `IN_VAIN` ticks."""
IN_VAIN: Final = 150
NEAREST: Final = 30
HOVERS_WITHIN: Final = 56
BOMBS_FROM: Final = (70, 62, 76, 56, 80)
"""Pixels from which helicopters fire down, one after the other when nothing is hit."""
STRAFES_FROM: Final = 71
DUELS_FROM: Final = 120
LONG_BOMB: Final = 90
CLOSE: Final = 70
"""Pixels from an enemy at which tanks stop and fight."""
AT_HAND: Final = 40
"""Pixels from a flag at which a jeep drives to the very place: it may lie beside a wall."""
CONTENT: Final = 2
"""How often a bot gets stuck on the way to its post before any place will do."""
OFF_PAD: Final = 36
"""Pixels from the middle of a pad at which no hull is in a lift's way."""
PARKED: Final = 2
"""Pixels that a vehicle on its pad may be off the middle, less than docking allows."""
SLOW: Final = 0x50
LEAST, NEARING = 8, 10
"""Push of who thinks seldom, least and for each pixel that he is off, as he parks."""
_HELICOPTER: Final = int(VehicleType.HELICOPTER)
_TANK, _JEEP = int(VehicleType.TANK), int(VehicleType.JEEP)


class Brain:
    """One bot, the driver of a number. The same seed and the same matches give the same keys.

    ``atlas`` is what all brains of a match share; without one the brain makes its own for the
    first match that it sees. ``seldom``: it decides less often than `THINKS_EVERY`, and then a
    tank's turret would swing past what it aims at, so that it aims with its hull.
    """

    def __init__(
        self, number: int, seed: int, atlas: Atlas | None = None, *, seldom: bool = False
    ) -> None:
        self.number: Final = number
        self._atlas = atlas
        self._seldom: Final = seldom
        self._looked = 0
        self._rand: Final = Rand(seed & 0xFFFFFFFF)
        self._rand.rand()
        self._keys = NONE
        self.press = 0
        """Keys of the last decision that are to be pressed for one tick only."""
        self._thought = -THINKS_EVERY
        self._vehicle = 0
        self._wheelman = Wheelman(self._rand)
        self._aim = Aim(Task.WAIT, 0)
        self._decided = -DECIDES_EVERY
        self._post = 0
        self._in_menu = 0
        self._vain = 0
        self._vain_hits = 0
        self._vain_since = 0

    def think(self, sim: Simulation) -> tuple[int, int | None]:
        """Return the input word for this tick, and the heading for an analog stick.

        With a heading the driver is to be analog in this tick, without one he is not. Raises
        LookupError where the match has no such driver.
        """
        tick = sim.state.tick
        if 0 <= tick - self._thought < THINKS_EVERY:
            return self._keys
        if self._atlas is None or self._atlas.grid is not sim.state.grid:
            self._atlas = Atlas(sim.state.grid, sim.world)
        keys = self.decide(look(sim, self.number), self._atlas)
        return keys.word | self.press, keys.heading

    def decide(self, sight: Sight, atlas: Atlas) -> Keys:
        """Return the keys for what a bot sees: they hold until its next thought.

        `press` adds those that are to be pressed for one tick only.
        """
        passed = THINKS_EVERY
        if self._seldom:
            passed = max(THINKS_EVERY, min(SELDOM, sight.tick - self._looked))
        self._looked = sight.tick
        self._thought = sight.tick - (sight.tick + self.number) % THINKS_EVERY
        self.press = 0
        own = sight.own
        if sight.mode is Mode.SELECT:
            self._in_menu += passed
            self.press = choose_vehicle(sight, self._in_menu, is_out=is_out(sight, atlas.grid))
            self._keys = NONE
        elif sight.mode is not Mode.PLAYING or own is None or not own.free:
            self._in_menu = 0
            self._keys = NONE
        else:
            self._in_menu = 0
            atlas.watch(sight.tick)
            self._keys = self._play(sight, own, atlas)
        return self._keys

    # -- with a vehicle ----------------------------------------------------------------------------

    def _play(self, sight: Sight, own: Own, atlas: Atlas) -> Keys:
        fresh = own.id != self._vehicle
        if fresh:
            self._vehicle = own.id
            self._wheelman = Wheelman(self._rand)
            self._decided = sight.tick - DECIDES_EVERY
        if not 0 <= sight.tick - self._decided < DECIDES_EVERY:
            self._decided = sight.tick
            aim = choose(sight, own, atlas.grid)
            if (aim.task, aim.cell) != (self._aim.task, self._aim.cell) or fresh:
                self._vain, self._vain_since = 0, sight.tick
                self._aim = aim
                if aim.task in (Task.WAIT, Task.GUARD) and own.type != _HELICOPTER:
                    self._choose_post(sight, own, atlas)
            self._aim = aim
        if self._wheelman.hopeless:
            self.press = FIRES
            return NONE
        if own.type == _HELICOPTER:
            return self._fly(sight, own, atlas)
        keys = self._drive(sight, own, atlas)
        return self._shoot(sight, own, atlas, keys)

    def _drive(self, sight: Sight, own: Own, atlas: Atlas) -> Keys:
        aim, tick, man = self._aim, sight.tick, self._wheelman
        if aim.task not in (Task.DOCK, Task.CARRY) and self._blocks_pad(sight, own):
            return Keys(pushed(UP, FULL), own.heading)
        if aim.task in (Task.WAIT, Task.GUARD):
            if own.cell == self._post or (man.tries > CONTENT and self._off_pads(sight, own)):
                man.rest(own, tick)
                return stop(own)
            return man.drive(own, self._post, atlas, sight.team, tick)
        if aim.task is Task.DOCK and own.cell == aim.cell:
            return self._park(own, atlas, sight)
        away = gunnery.at_cell(own, aim.cell).away
        if aim.task is Task.RAZE and away <= self._stand_off(sight, atlas, away):
            man.rest(own, tick)
            return stop(own)
        if aim.task is Task.FETCH and away < AT_HAND:
            for flag in sight.flags:
                if flag.cell == aim.cell and not man.tries:
                    return drive_to(own, flag.x, flag.y)
        return man.drive(own, aim.cell, atlas, sight.team, tick)

    def _blocks_pad(self, sight: Sight, own: Own) -> bool:
        """Return whether to get off a pad first, straight ahead: who turns there is crushed."""
        free = not own.blocked and not self._wheelman.tries
        return free and not self._off_pads(sight, own)

    @staticmethod
    def _off_pads(sight: Sight, own: Own) -> bool:
        return all(gunnery.at_cell(own, pad).away > OFF_PAD for pad in sight.pads)

    def _choose_post(self, sight: Sight, own: Own, atlas: Atlas) -> None:
        """Look for a place to wait or to stand guard at: jeeps behind their pad, guns before it."""
        front = atlas.grid.terrain.find(PAD + 1 - sight.team)
        self._post = post(
            *(atlas, self._aim.cell, sight.pads, max(0, front)),
            *(wheels_of(own.type), sight.team, sight.tick),
            behind=self._aim.task is Task.WAIT,
            number=self.number // 2,
        )

    def _park(self, own: Own, atlas: Atlas, sight: Sight) -> Keys:
        """Stop in the middle of one's pad, and press a button there."""
        (x, y), man = centre(self._aim.cell), self._wheelman
        off = max(abs(own.x - x), abs(own.y - y))
        if off <= (VEHICLES[own.type].dock - PARKED) * ONE:
            man.rest(own, sight.tick)
            self.press = 0 if own.speed else FIRE_A
            return stop(own)
        far = SLOW
        if self._seldom:  # until the next thought not farther than to the middle
            far = max(LEAST, min(SLOW, off // ONE * NEARING))
        return man.drive(own, self._aim.cell, atlas, sight.team, sight.tick, far=far)

    def _stand_off(self, sight: Sight, atlas: Atlas, away: int) -> int:
        """Return from how far to shoot at a building: nearer each time that nothing was hit."""
        distance = max(NEAREST, STAND_OFF - self._vain * NEARER)
        self._count_misses(sight, atlas, in_range=away <= distance + 8)
        return distance

    def _count_misses(self, sight: Sight, atlas: Atlas, *, in_range: bool) -> None:
        left = atlas.grid.hits[self._aim.cell]
        if left != self._vain_hits or not in_range:
            self._vain_hits, self._vain_since = left, sight.tick
        elif sight.tick - self._vain_since > IN_VAIN:
            self._vain, self._vain_since = self._vain + 1, sight.tick

    # -- fighting ----------------------------------------------------------------------------------

    def _shoot(self, sight: Sight, own: Own, atlas: Atlas, keys: Keys) -> Keys:
        """Add the keys of the gun; an MSV stops to aim with its hull."""
        if own.type == _JEEP:
            self.press |= self._throw(sight, own)
            return keys
        man = self._wheelman
        razed = self._aim.cell if self._aim.task is Task.RAZE else -1
        target = gunnery.pick(sight, own, atlas.grid, razed, man.in_the_way)
        if target is None or not own.shots[0] or self._aim.task is Task.DOCK:
            return keys
        if man.in_the_way >= 0 and target.away < 64:
            keys = Keys(pushed(UP, CREEP), keys.heading) if keys.heading is not None else keys
            man.rest(own, sight.tick)
        if man.in_the_way < 0 and not target.house and target.away < CLOSE:
            keys = turn_to(own, gunnery.course(own, target))
            man.rest(own, sight.tick)
        if own.type == _TANK and not self._seldom:
            return Keys(keys.word | gunnery.turret(sight, own, target), keys.heading)
        man.rest(own, sight.tick)
        course = gunnery.course(own, target)
        return Keys(turn_to(own, course).word | gunnery.hull(sight, own, target), course)

    def _throw(self, sight: Sight, own: Own) -> int:
        if self._aim.task is Task.DOCK:
            return 0
        return gunnery.throw(sight, own)

    # -- in the air --------------------------------------------------------------------------------

    def _fly(self, sight: Sight, own: Own, atlas: Atlas) -> Keys:
        aim = self._aim
        there = gunnery.at_cell(own, aim.cell)
        if aim.task is Task.DOCK and own.cell == aim.cell:
            self.press = 0 if own.speed else FIRE_A
            return NONE
        target = None
        if aim.task is Task.RAZE:
            target = there
        elif aim.task is not Task.DOCK:
            target = self._air_target(sight, own)
        if keys := self._wheelman.drift(own, sight.tick, (target or there).away):
            return keys
        if target is None:
            distance = 0 if aim.task is Task.DOCK else HOVERS_WITHIN
            way = angle_between(own.x, own.y, there.x, there.y)
            return fly_to(own, way, there.away << 16, distance << 16)
        word = gunnery.helicopter(sight, own, target)
        if word & FIRE_C:
            self.press, word = FIRE_C, 0
        keys = fly_to(own, gunnery.course(own, target), target.away << 16, self._from(target) << 16)
        if gunnery.in_my_sights(sight, own):
            word |= FIRE_B
        if target is there:
            self._count_misses(sight, atlas, in_range=target.away < LONG_BOMB)
        return Keys(keys.word | word, keys.heading)

    def _from(self, target: Target) -> int:
        """Return how far from a target to fly."""
        if target.flies:
            return DUELS_FROM
        return BOMBS_FROM[self._vain % len(BOMBS_FROM)] if target.house else STRAFES_FROM

    def _air_target(self, sight: Sight, own: Own) -> Target | None:
        """Return who is hunted, or an enemy in the air who is near."""
        near = []
        for other in sight.others:
            if other.team == sight.team:
                continue
            target = gunnery.at_vehicle(own, other)
            if other.id == self._aim.target:
                return target
            if target.flies and target.away < gunnery.LONG_RANGE:
                near.append((target.away, other.id, target))
        return min(near)[2] if near else None

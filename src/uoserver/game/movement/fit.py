"""The prone fit test: is there room and ground for a man lying here? (pmove2: Prone fit test)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .constants import CONTENTS_WATER, MASK_FIT
from .space import unit
from .turns import heading, normal180, pitch_of

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3

    from .context import Move
    from .space import Hit

LENGTH: Final = 60.0
"""Of a body."""
SHORT_LENGTH: Final = 45.0
"""Of a body that is bent to the side."""
HEIGHT: Final = 30.0
PROBE: Final = 6.0
FULL_TURN: Final = 240.0
MIN_NORMAL: Final = 0.7
MAX_SLICE_FITS: Final = 15
"""Tests of one slice: all that the fullest asks for, 66 ms in which walls stop every turn of body
and view. Were one of them refused, a crawl would depend on how its time is cut into commands."""
MAX_COMMAND_FITS: Final = 640
"""Tests of one command; after that a body does not fit. A second of turning and crawling in slices
of 8 ms asks for four or five in each, and for five more when the view turns. Stops a client that
lies where walls make it try again and again, in commands of a second."""
MAX_FIT_SWEEPS: Final = 10
"""Sweeps of one test at most."""
_MINS: Final = (-PROBE, -PROBE, -PROBE)
_MAXS: Final = (PROBE, PROBE, PROBE)
_POINT: Final = (0.0, 0.0, 0.0)


class Fit(NamedTuple):
    """How a body lies that fits: torso above the feet's height, pitches of torso and legs."""

    torso_height: float = 0.0
    torso_pitch: float = 0.0
    waist_pitch: float = 0.0


FLAT: Final = Fit()


def turned(prone_direction: float, yaw: float) -> tuple[float, float]:
    """Return (yaw, length) of the body between its own direction and that of the view."""
    delta = normal180(prone_direction - yaw)
    share = 1.0 - abs(delta) / FULL_TURN
    return prone_direction - share * delta, LENGTH * share + SHORT_LENGTH * (1.0 - share)


def fits(
    move: Move,
    yaw: float,
    *,
    length: float = LENGTH,
    skip_first: bool = False,
    fallback: bool = True,
    normal: Vec3 | None = None,
) -> Fit | None:
    """Return how the body lies with its head towards ``yaw``, or None where it cannot.

    ``skip_first`` leaves the test of the place itself out, ``fallback`` is the strict form (a
    body in the air is judged leniently), ``normal`` is the ground's when it is known.
    """
    if move.slice_fits >= MAX_SLICE_FITS or move.command_fits >= MAX_COMMAND_FITS:
        return None
    move.slice_fits += 1
    move.command_fits += 1
    x, y, z = move.state.origin
    radius = move.state.maxs[0]
    if not skip_first:
        box = (-radius, -radius, 0.0), (radius, radius, HEIGHT)
        hit = move.space.trace((x, y, z), (x, y, z + 10.0), box[0], box[1], MASK_FIT, capsule=True)
        if hit.allsolid or (hit.startsolid and hit.contents & CONTENTS_WATER):
            return None
    if fallback and normal is not None and normal[2] < MIN_NORMAL:
        return None
    return _Body(move, yaw, length, fallback=fallback).lie()


class _Body:
    """One test: the legs lie behind the view, probed with a small sphere."""

    def __init__(self, move: Move, yaw: float, length: float, *, fallback: bool) -> None:
        self.space = move.space
        self.origin = move.state.origin
        self.radius = move.state.maxs[0]
        self.ahead = heading(normal180(yaw - 180.0))
        self.length = length
        self.fallback = fallback

    def probe(self, start: Vec3, end: Vec3) -> Hit:
        return self.space.trace(start, end, _MINS, _MAXS, MASK_FIT, capsule=True)

    def along(self, distance: float, up: float) -> Vec3:
        x, y, z = self.origin
        ahead = self.ahead
        return (x + distance * ahead[0], y + distance * ahead[1], z + up)

    def fail(self) -> Fit | None:
        """Where the ground is not what it should be only the lenient form says yes."""
        return None if self.fallback else FLAT

    def lie(self) -> Fit | None:
        height, reach = HEIGHT - PROBE, self.length - PROBE
        start = self.along(0.0, height)
        hit = self.probe(start, self.along(reach, height))
        front, front_at, shortened = self.length, hit.endpos, False
        if hit.fraction < 1.0:
            if not self.fallback:
                return None
            front = reach * hit.fraction + PROBE
            if front < self.radius + 2.0:
                return None
            least = height * 0.7 + 24.0
            shortened = True
            if front < least:
                raised = self.probe(start, self.along(reach, height + 22.0))
                front_at = raised.endpos
                if raised.fraction < 1.0:
                    front = reach * raised.fraction + PROBE
                    if front < least:
                        return None
                else:
                    front, shortened = self.length, False
        depth = self.radius * 2.5 + height - PROBE
        above = self.along(24.0, height)
        hit = self.probe(above, (above[0], above[1], above[2] - depth))
        if hit.fraction == 1.0:
            return self.fail()
        if hit.normal[2] < MIN_NORMAL:
            return None
        middle = hit.endpos
        if shortened:
            drop = depth * hit.fraction + PROBE
            bent = self.bend(above, front_at, middle, front, drop, reach - 24.0)
            if bent is None:
                return self.fail()
            front_at = bent
        return self.rest(front_at, middle, start)

    def bend(
        self, above: Vec3, front: Vec3, middle: Vec3, length: float, drop: float, rest: float
    ) -> Vec3 | None:
        """Return where the legs end that lie over an edge or up a slope."""
        if length - drop < -0.75 * drop:
            return None
        ahead = self.ahead
        along = unit(
            (
                front[0] - middle[0] + PROBE * ahead[0],
                front[1] - middle[1] + PROBE * ahead[1],
                front[2] - middle[2] + PROBE,
            )
        )
        straight = self.along(self.length - PROBE, 0.0)
        end = (
            (above[0] + rest * along[0] + straight[0]) * 0.5,
            (above[1] + rest * along[1] + straight[1]) * 0.5,
            above[2] + rest * along[2],
        )
        hit = self.probe(above, end)
        if hit.fraction < 1.0:
            hit = self.probe(hit.endpos, (end[0], end[1], end[2] + 18.0))
            if hit.fraction < 1.0:
                return None
        return hit.endpos

    def rest(self, front_at: Vec3, middle: Vec3, start: Vec3) -> Fit | None:
        """Look for the ground under both ends, and whether the body bends no more than it can."""
        drop = max(0.0, 2.0 * (front_at[2] - middle[2]) + self.radius)
        hit = self.probe(front_at, (front_at[0], front_at[1], front_at[2] - drop))
        if hit.fraction == 1.0 or hit.contents & CONTENTS_WATER:
            return self.fail()
        if hit.normal[2] < MIN_NORMAL:
            return None
        front = hit.endpos
        floor = self.origin[2]
        hit = self.probe(start, (start[0], start[1], floor - 1.5 * self.radius))
        if hit.fraction == 1.0 or hit.contents & CONTENTS_WATER:
            return self.fail()
        if hit.normal[2] < MIN_NORMAL:
            return None
        if abs(hit.endpos[2] - floor - PROBE) > 24.0:
            return self.fail()
        rear = hit.endpos
        legs = pitch_of(_from(middle, front))
        torso = pitch_of(_from(rear, middle))
        if not -45.0 <= normal180(legs - torso) <= 70.0:
            return self.fail()
        for one, other in ((rear, middle), (middle, front)):
            ray = self.space.trace(_above(one), _above(other), _POINT, _POINT, MASK_FIT)
            if ray.fraction < 1.0:
                return self.fail()
        return Fit(
            rear[2] - floor - PROBE,
            normal180(pitch_of(_from(middle, rear))),
            normal180(pitch_of(_from(front, middle))),
        )


def _from(one: Vec3, other: Vec3) -> Vec3:
    return (other[0] - one[0], other[1] - one[1], other[2] - one[2])


def _above(place: Vec3) -> Vec3:
    return (place[0], place[1], place[2] + 5.0)

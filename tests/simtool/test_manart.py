from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import colour_at, colours_in, painted, put, with_vehicle, world
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import set_parent
from uoserver.sim.objects import Kind
from uoserver.sim.rules.manstate import Pose, state_of
from uoserver.sim.tables.effects import Remains
from uoserver.simtool import palette as p

NEAR = (64, 64, 96, 96)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("pose", Pose)
def test_men_wear_the_colour_of_their_side(pose: Pose, side: int) -> None:
    sim = world("")
    man = put(sim, Kind.MAN, side)
    man.heading, state_of(man).pose = 0, pose
    found = painted(sim)
    assert colour_at(found, 80, 80) == p.SKIN
    assert colour_at(found, 78, 80) == p.SIDES[side]


def test_each_pose_is_another_picture() -> None:
    sim = world("")
    man = put(sim, Kind.MAN)
    man.heading = 0
    pictures = []
    for pose in Pose:
        state_of(man).pose = pose
        pictures.append(painted(sim))
    assert len({picture.image.tobytes() for picture in pictures}) == len(Pose)
    for pose, picture in zip(Pose, pictures, strict=True):
        found = colours_in(picture, *NEAR)
        assert (p.FOAM in found) is (pose in (Pose.SWIM, Pose.TREAD)), pose


def test_walking_men_move_their_feet() -> None:
    sim = world("")
    man = put(sim, Kind.MAN)
    man.heading, state_of(man).pose = 0, Pose.WALK
    steps = []
    for frame in (0, 3, 6):
        state_of(man).frame = frame * ONE
        steps.append(painted(sim).image.tobytes())
    assert steps[0] == steps[2] != steps[1]


@pytest.mark.parametrize("what", [Remains.MAN, Remains.MAN_2, Remains.MAN_3])
def test_bodies_lie_about(what: Remains) -> None:
    sim = world("")
    put(sim, Kind.REMAINS, 1, arg=what)
    found = painted(sim)
    assert colour_at(found, 80, 80) == p.SIDES[1]
    assert colour_at(found, 80, 76.4) == p.SKIN
    assert p.WRECK not in colours_in(found, *NEAR)


@pytest.mark.parametrize("what", [Remains.TANK, Remains.JEEP, Remains.MSV, Remains.HELICOPTER])
def test_hulks_are_burnt(what: Remains) -> None:
    sim = world("")
    put(sim, Kind.REMAINS, 1, arg=what)
    found = painted(sim)
    assert colours_in(found, *NEAR)[p.WRECK] > 100
    assert p.SIDES[1] not in colours_in(found, *NEAR)


def test_hulks_are_as_large_as_their_vehicles() -> None:
    sizes = []
    for what in (Remains.JEEP, Remains.TANK):
        sim = world("")
        put(sim, Kind.REMAINS, arg=what)
        sizes.append(colours_in(painted(sim), *NEAR)[p.WRECK])
    assert sizes[0] * 2 < sizes[1]


@pytest.mark.parametrize("side", [0, 1])
def test_a_flag_that_lies_stands_on_a_plate(side: int) -> None:
    sim = world("")
    put(sim, Kind.FLAG, side)
    found = painted(sim)
    assert colour_at(found, 84, 82) == p.WHITE
    assert colour_at(found, 85, 70) == p.SIDES[side]
    assert colour_at(found, 80, 76) == p.INK


def test_a_flag_on_a_jeep_has_no_plate_and_flies_to_either_side() -> None:
    sim, jeep = with_vehicle("jeep")
    flag = put(sim, Kind.FLAG, 1)
    set_parent(sim, flag, jeep)
    assert colour_at(painted(sim), 74.7, 80) == p.LAND
    assert colour_at(painted(sim), 85, 70) == p.SIDES[1]
    flag.heading = 0x300000
    assert colour_at(painted(sim), 85, 68) == p.LAND
    assert colour_at(painted(sim), 75, 70) == p.SIDES[1]

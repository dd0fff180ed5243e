"""Players as entities (entity: Player -> entity projection, solid packing)."""

from __future__ import annotations

import pytest

from uoserver.bsp.vectors import Vec3
from uoserver.game.projection import EventRing, pack_solid, project, prone_fraction, snapped

from .movement.runs import standing


@pytest.mark.parametrize(
    ("mins", "maxs", "packed"),
    [
        ((-15.0, -15.0, 0.0), (15.0, 15.0, 70.0), 15 | 1 << 8 | 102 << 16),
        ((-15.0, -15.0, 0.0), (15.0, 15.0, 30.0), 15 | 1 << 8 | 62 << 16),
        ((-8.0, -8.0, -8.0), (8.0, 8.0, 16.0), 8 | 9 << 8 | 48 << 16),
        ((-0.5, 0.0, 5.0), (0.5, 0.0, -40.0), 1 | 1 << 8 | 1 << 16),
        ((0.0, 0.0, -999.0), (999.0, 0.0, 999.0), 0xFFFFFF),
    ],
)
def test_solid_packing(mins: Vec3, maxs: Vec3, packed: int) -> None:
    assert pack_solid(mins, maxs) == packed


def test_snapping_is_toward_zero() -> None:
    assert snapped((1.9, -1.9, 0.5)) == (1.0, -1.0, 0.0)


def test_all_fields_of_a_lying_player() -> None:
    state = standing(
        (10.5, -20.5, 0.125),
        pm_flags=0x80000 | 1,
        entity_flags=0x50,
        view_height_target=11,
        angles=(5.5, -91.5, 0.0),
        movement_dir=200,
        lean=-0.25,
        weapon=3,
        torso_height=2.0,
        torso_pitch=10.0,
        waist_pitch=-15.0,
    )
    ring = EventRing()
    ring.project([(11, 0)])
    assert project(7, state, ring, 99).fields() == {
        "eType": 1,
        "clientNum": 7,
        "eFlags": 0x50,
        "groundEntityNum": 1022,
        "pos.trType": 1,
        "apos.trType": 1,
        "pos.trBase[0]": 10.0,
        "pos.trBase[1]": -20.0,
        "apos.trBase[0]": 5.0,
        "apos.trBase[1]": -91.0,
        "angles2[1]": -56.0,
        "leanf": -0.25,
        "weapon": 3,
        "solid": 99,
        "fTorsoHeight": 2.0,
        "fTorsoPitch": 10.0,
        "fWaistPitch": -15.0,
        "eventSequence": 1,
        "events[0]": 11,
    }


def test_flags_of_the_dead_and_of_who_aims() -> None:
    assert project(1, standing(pm_type=6), EventRing(), 0)["eFlags"] == 0x11
    assert project(1, standing(pm_flags=0x20), EventRing(), 0)["eFlags"] == 0x110
    assert project(1, standing(entity_flags=0x111), EventRing(), 0)["eFlags"] == 0x10
    assert project(1, standing(), EventRing(), 0, 0x800)["eFlags"] == 0x810


@pytest.mark.parametrize(("flags", "e_type"), [(0, 7), (0x80000, 1), (0x40000, 1)])
def test_who_is_a_player_to_the_others(flags: int, e_type: int) -> None:
    assert project(1, standing(pm_flags=flags), EventRing(), 0)["eType"] == e_type


def test_how_far_one_lies() -> None:
    assert prone_fraction(standing()) == 0.0
    assert prone_fraction(standing(view_height_target=11)) == 1.0
    lerp = standing(view_height_target=11, lerp_target=11, lerp_down=1, lerp_time=900)
    assert prone_fraction(lerp) == 0.25


def test_events_keep_the_private_ones_back() -> None:
    ring = EventRing()
    ring.project([(number, 9) for number in (142, 143, 144, 145)])
    assert ring.sequence == 0
    ring.project([(179, 0), (180, 0), (11, 1), (12, 2)])
    assert ring.sequence == 2
    assert ring.events[:2] == [11, 12]
    assert ring.parms[:2] == [1, 2]


def test_only_the_last_four_of_a_command_count() -> None:
    ring = EventRing()
    ring.project([(number, 0) for number in range(1, 8)])
    assert sorted(ring.events) == [4, 5, 6, 7]


def test_one_parameter_a_projection() -> None:
    ring = EventRing()
    ring.project([(11, 5), (12, 6)])
    assert ring.parm == 5
    ring.project()
    assert ring.parm == 6
    ring.project()
    assert ring.parm == 0
    for number in range(9):
        ring.project([(11, 10 + number), (12, 20 + number)])
    assert ring.parm == 17  # at most four are kept waiting

from __future__ import annotations

from tests.sim.play import new_sim
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES


def test_priorities_are_the_originals() -> None:
    priorities = {kind: CLASSES[kind].priority for kind in (Kind.VEHICLE, Kind.LIFT, Kind.WRECK)}
    assert priorities == {Kind.VEHICLE: 0x64, Kind.LIFT: 0x6A, Kind.WRECK: 0x68}


def test_priorities_of_the_rules_are_the_originals_too() -> None:
    priorities = [CLASSES[kind].priority for kind in (Kind.FLAG, Kind.GATE, Kind.MAN)]
    assert priorities == [0xC9, 0x32, 0x7D]


def test_men_and_gates_can_be_damaged_and_flags_cannot() -> None:
    hurt = [CLASSES[kind].damage is not None for kind in (Kind.MAN, Kind.GATE, Kind.FLAG)]
    assert hurt == [True, True, False]


def test_explosions_have_the_originals_priority_and_only_what_lies_about_makes_room() -> None:
    assert CLASSES[Kind.EXPLOSION].priority == 0xC8
    assert CLASSES[Kind.DEBRIS].priority == CLASSES[Kind.REMAINS].priority == 0
    useless = {kind for kind, each in CLASSES.items() if each.recyclable}
    assert useless == {Kind.DEBRIS, Kind.REMAINS}


def test_lifts_cannot_be_damaged_and_vehicles_and_wrecks_can() -> None:
    hurt = {kind: CLASSES[kind].damage is not None for kind in CLASSES}
    assert [hurt[kind] for kind in (Kind.VEHICLE, Kind.WRECK, Kind.LIFT)] == [True, True, False]


def test_what_has_no_class_is_never_made() -> None:
    sim = new_sim()
    missing = [kind for kind in Kind if kind not in CLASSES]
    assert all(create(sim, kind, 0, 0, 0, 0) is None for kind in missing)
    assert all(slot is None for slot in sim.state.pool.slots)


def test_priorities_of_the_defences_are_the_originals() -> None:
    kinds = (Kind.TURRET, Kind.DRONE, Kind.SUBMARINE)
    assert [CLASSES[kind].priority for kind in kinds] == [0x32, 0x6E, 0x7D]
    assert [CLASSES[kind].damage is not None for kind in kinds] == [True, True, False]

"""Saves with men, gates and flags that somebody tampered with are refused, or played on."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.busy import NUMBERS, keys_for, put_at
from tests.sim.play import PAD_1, cell, new_sim, pave, put, spawn
from tests.sim.rules.helpers import flag_at, man_at, site
from uoserver.sim.keys import stick
from uoserver.sim.lifecycle import create
from uoserver.sim.match import step
from uoserver.sim.objects import Kind
from uoserver.sim.onfoot import step_out
from uoserver.sim.registry import CLASSES
from uoserver.sim.rules.carrying import toggle
from uoserver.sim.rules.gate import open_gate
from uoserver.sim.rules.manstate import Think
from uoserver.sim.saves.invariants import InvariantError, check_state
from uoserver.sim.saves.saving import DATA, SaveError, load, save
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.docking import LOWER


def scene() -> Simulation:
    """Flags on a jeep and in the water, an opening gate, men of all sorts, a lift, remains."""
    sim = new_sim((0, 1, 0, 1, 0))
    for team in (0, 1):
        site(sim, team, 50 + team, 70)
    put(sim, 62, 60, "GATE_H", 0)
    put(sim, 66, 58, "BLDG_S", 1)
    pave(sim, [(58, 58), (58, 59)], 2)
    jeep = spawn(sim, VehicleType.JEEP, 60, 60)
    spawn(sim, VehicleType.TANK, 64, 61, driver=1)
    tank = spawn(sim, VehicleType.TANK, 62, 61, driver=2)
    flag_at(sim, 1, 60, 60)
    toggle(sim, jeep)
    flag_at(sim, 0, 58, 58)
    open_gate(sim, cell(62, 60), tank)
    step_out(sim, sim.state.drivers[4])
    for think in list(Think)[: Think.LED]:
        man_at(sim, think & 1, 61 + think, 59).think = think
    for _ in range(2):
        create(sim, Kind.MAN, 1, 0, 0, 0, cell(66, 58) + 1)
    create(sim, Kind.REMAINS, 1, tank.x, tank.y, 0, 5)
    create(sim, Kind.LIFT, 1, PAD_1[0] << 21, PAD_1[1] << 21, 0, 3 << 1 | LOWER)
    sim.state.drivers[3].view.mode = Mode.PLAYING
    for _ in range(5):
        step(sim, [0] * 5)
    return sim


SCENE = scene()
SAVED = json.loads(save(SCENE))
OURS = ("FlagState", "GateState", "ManState")


def objects(content: dict[str, list[object]]) -> list[list[object]]:
    """The objects of a save that are ours, as lists."""
    found = []
    stack: list[object] = [content["state"]]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            data = node[-1] if node else None
            if isinstance(data, list) and data and data[0] in OURS:
                found.append(node)
            stack += node
    return found


def test_all_sorts_are_in_the_scene() -> None:
    names = [each[-1][0] for each in objects(SAVED)]  # type: ignore[index]
    assert {name: names.count(name) for name in OURS} == {
        "FlagState": 2,
        "GateState": 1,
        "ManState": 9,
    }
    assert set(OURS) <= set(DATA)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 1 << 30))
def test_who_tampers_is_refused_or_plays_on(seed: int) -> None:
    source = random.Random(seed)
    content = json.loads(json.dumps(SAVED))
    for _ in range(source.choice((1, 1, 2, 3))):
        node = source.choice(objects(content))
        if source.random() < 0.7:
            node = node[-1]  # type: ignore[assignment]
        index = source.randrange(1 if node[0] in OURS else 0, len(node))
        if isinstance(node[index], int):
            small = source.randrange(-2, 20)
            node[index] = source.choice((source.choice(NUMBERS), small, small))
    try:
        sim = load(json.dumps(content).encode(), CLASSES)
    except SaveError:
        return
    for _ in range(60):
        step(sim, keys_for(source, 5), source.choice((1, 2, 3, 12)))
    check_state(sim.state)


@pytest.mark.parametrize(
    ("kind", "path", "value", "problem"),
    [
        (Kind.FLAG, "team", 2, "is the flag of a side"),
        (Kind.FLAG, "data.carrier", -2, "carrier is -2"),
        (Kind.FLAG, "data.carrier", 64, "carrier is 64"),
        (Kind.FLAG, "data.dropper", -1, "dropper is -1"),
        (Kind.FLAG, "data.home_x", 1 << 31, "home_x is"),
        (Kind.FLAG, "data.home_y", -(1 << 31) - 1, "home_y is"),
        (Kind.GATE, "data.static", 45, "is a gate"),
        (Kind.GATE, "data.static", 91, "static is 91"),
        (Kind.GATE, "data.opening", -1, "opening is -1"),
        (Kind.GATE, "data.opening", 15 * 0x10000 + 1, "opening is"),
        (Kind.GATE, "data.target", 15 * 0x10000 + 1, "target is"),
        (Kind.GATE, "data.shut", -1, "shut is -1"),
        (Kind.MAN, "think", 7, "has something on his mind"),
        (Kind.MAN, "data.grenades", 5, "grenades is 5"),
        (Kind.MAN, "data.seen", -1, "seen is -1"),
        (Kind.MAN, "data.frame", -1, "frame is -1"),
        (Kind.MAN, "data.until", -1, "until is -1"),
        (Kind.MAN, "data.met_cell", 16385, "met_cell is 16385"),
        (Kind.MAN, "data", None, "has the data of its kind"),
    ],
)
def test_what_cannot_be_is_told(kind: Kind, path: str, value: object, problem: str) -> None:
    sim = load(save(SCENE), CLASSES)
    obj = next(sim.state.pool.on_kind(kind))
    put_at(obj, path, value)
    with pytest.raises(InvariantError, match=problem):
        check_state(sim.state)


def test_a_gate_stands_in_a_cell() -> None:
    sim = load(save(SCENE), CLASSES)
    gate = next(sim.state.pool.on_kind(Kind.GATE))
    sim.state.grid.chain[gate.cell] = 0
    gate.cell = -1
    with pytest.raises(InvariantError, match="stands in a cell"):
        check_state(sim.state)


def test_the_scene_goes_on_the_same_after_a_save() -> None:
    one, two = load(save(SCENE), CLASSES), load(save(SCENE), CLASSES)
    keys = random.Random(5)
    for _ in range(150):
        words = [stick(word) for word in keys_for(keys, 5)]
        assert step(one, words) == step(two, words)
        two = load(save(two), CLASSES) if one.state.tick % 50 == 0 else two
    assert save(one) == save(two)

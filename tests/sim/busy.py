"""A match in full swing, and saves of it that somebody tampered with."""

from __future__ import annotations

import random
import re
from typing import Any

from tests.sim.play import cell, new_state, pave, put, spawn
from uoserver.sim.keys import DOWN, FIRE_A, FIRE_B, FIRES, LEFT, RIGHT, UP, stick
from uoserver.sim.match import new_match, step
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import STATICS
from uoserver.sim.tables.vehicles import VehicleType

KEYS = (0, UP, DOWN, LEFT, RIGHT, UP | LEFT, UP | RIGHT, FIRE_A, UP | FIRE_B, FIRES)
NUMBERS = (
    *(0, 1, 2, 3, 4, 7, 11, 12, 63, 64, 91, 255, 256, 511, 512, 513, 16383, 16384, 16385),
    *(0xFFFF, 0x10000, 0x200000, 0x3FFFFF, 0x400000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF),
    *(1 << 40, 1 << 62, 1 << 63, 1 << 70, -1, -2, -3, -255, -256, -0x10000, -(1 << 31), -(1 << 63)),
)
OTHERS: tuple[Any, ...] = (None, True, False, "", "00", "VehicleState", 1.5, [], {}, [[]], [0])


def keys_for(source: random.Random, drivers: int) -> list[int]:
    return [stick(source.choice(KEYS)) for _ in range(drivers)]


def busy_match(
    teams: tuple[int, ...] = (0, 1, 0, 1), *, seed: int = 1, ticks: int = 400
) -> Simulation:
    """Drivers of all types among statics and water, some in the bunker, a wreck, a lift."""
    source = random.Random(seed)
    state = new_state()
    sim = new_match(state, teams)
    for row in range(56, 80):
        for column in range(56, 80):
            kind = source.random()
            if kind < 0.25:
                number = source.randrange(1, len(STATICS))
                if STATICS[number].placeable and state.grid.static[cell(column, row)] == 0:
                    put(sim, column, row, STATICS[number].name, source.randrange(3))
            elif kind < 0.4:
                pave(sim, [(column, row)], source.randrange(1, 90))
    state.grid.jitter = [(i % 25 - 12, i % 23 - 11, i % 11, i) for i in range(256)]
    for team, (column, row) in enumerate(((67, 67), (30, 30))):
        at = cell(column, row)
        state.grid.terrain[at], state.grid.static[at], state.grid.hits[at] = 90 + team, 0, 0
    for driver, type_ in zip(range(1, len(teams)), VehicleType, strict=False):
        spawn(sim, type_, 60 + 4 * driver, 61, driver=driver)
    keys = [stick(FIRE_A)] * len(teams)
    for tick in range(ticks):
        if tick % 20 == 19:
            keys = keys_for(source, len(teams))
        if tick < 60:
            keys[0] = FIRE_A * (tick & 1)
        step(sim, keys)
    return sim


def tamper(content: Any, source: random.Random) -> str:
    """Change one thing somewhere in a save's JSON value; return what and how."""
    node, path = content["state"], "state"
    while True:
        key = source.randrange(len(node))
        if path == "state.7" and source.random() < 0.9:  # most slots are free
            key = source.randrange(min(8, len(node)))
        value = node[key]
        path += f".{key}"
        if isinstance(value, list) and value and source.random() < 0.95:
            node = value
            continue
        break
    if isinstance(value, str) and source.random() < 0.7:
        at = source.randrange(0, max(2, len(value)), 2)
        node[key] = value[:at] + f"{source.randrange(256):02x}" + value[at + 2 :]
    elif isinstance(value, list) and value and source.random() < 0.5:
        node[key] = source.sample(value, len(value) - 1)
    elif isinstance(value, int) and source.random() < 0.3:
        node[key] = value + source.choice((-1, 1, 2, 64, 512))
    else:
        node[key] = source.choice(NUMBERS if source.random() < 0.8 else OTHERS)
    return f"{path}: {value!r:.60} -> {node[key]!r:.60}"


def put_at(target: Any, path: str, value: object) -> None:
    """Set what a path like ``pool.slots[1].x`` leads to."""
    *steps, last = re.findall(r"\w+", path)
    for step_ in steps:
        target = target[int(step_)] if step_.isdigit() else getattr(target, step_)
    if last.isdigit():
        target[int(last)] = value
    else:
        setattr(target, last, value)

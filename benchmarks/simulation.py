"""How many times faster than real time the simulation of vehicles runs, and what memory it takes.

Sixteen vehicles of all types drive about on a grid with something in every cell, among wrecks that
roll for a second, the slowest part, and then lie in the way. Towers wake and shoot, crews run. That
is 100 live objects on average, and in a second row nearly twice as many. Memory is what a
match of ten minutes adds to the interpreter with its imports, so it is measured in a process of its
own (``python -m benchmarks.simulation``).
"""

from __future__ import annotations

import mmap
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from benchmarks.timing import Figure, Row
from uoserver.sim.grid import CELLS, SIZE, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import DOWN, FIRE_A, FIRES, LEFT, RIGHT, UP, stick
from uoserver.sim.lifecycle import create
from uoserver.sim.match import new_match, step
from uoserver.sim.objects import POOL_SIZE, Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.saving import load, save
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation, State
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import STATICS
from uoserver.sim.tables.terrain import PAD
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.fate import OUT_OF_FUEL
from uoserver.sim.vehiclestate import Phase, VehicleState

VEHICLES: Final = 16
WRECKS: Final = 38
CROWDED: Final = 84
LEAST_OBJECTS: Final = 100
TICKS: Final = 300
TICK_US: Final = 16_000
LEAST_TIMES: Final = 8
MATCH_TICKS: Final = 10 * 60 * 1_000_000 // TICK_US
MATCH_DT: Final = 2
MOST_MB: Final = 50
KEYS: Final = (stick(UP), stick(UP), stick(UP | LEFT), stick(UP | RIGHT), stick(DOWN))


def _land(source: random.Random) -> State:
    """Return a grid full of static objects, with a pad for each side."""
    state = State()
    kinds = [number for number, each in enumerate(STATICS) if each.placeable and each.shape]
    for cell in range(CELLS):
        place(state.grid, cell, source.choice(kinds), source.randrange(2))
    for side, at in zip(state.sides, (30, 90), strict=True):
        side.pad = at * SIZE + at
        side.pads.append(side.pad)
        _clear(state, side.pad)
        state.grid.terrain[side.pad] = PAD + side.team
    return state


def _clear(state: State, cell: int) -> None:
    for row in (-SIZE, 0, SIZE):
        for column in (-1, 0, 1):
            place(state.grid, cell + row + column, 0, 2)


def _crowd(wrecks: int) -> bytes:
    """Return a save of vehicles among so many wrecks, all on the move."""
    source = random.Random(1)
    sim = new_match(_land(source), [number % 2 for number in range(VEHICLES)])
    for driver in sim.state.drivers:
        cell = (10 + 7 * driver.number) * SIZE + 100 - 5 * driver.number
        _clear(sim.state, cell)
        type_ = VehicleType(driver.number % len(VehicleType))
        driver.view.type, driver.view.mode = type_, Mode.PLAYING
        vehicle = create(sim, Kind.VEHICLE, driver.team, *centre(cell), 0, driver.number)
        if vehicle is not None and isinstance(vehicle.data, VehicleState):
            vehicle.data.phase = Phase.FREE
    for number in range(wrecks):
        cell = (5 + number) * SIZE + 10 + number
        _clear(sim.state, cell)
        wreck = create(sim, Kind.WRECK, number % 2, *centre(cell), 30 * ONE, number % 4)
        if wreck is not None:
            wreck.shape, wreck.speed, wreck.heading = 1 + number % 4, 4 * ONE, number % 64 << 16
            wreck.flags |= OUT_OF_FUEL  # it stays; one that explodes is soon in nobody's way
    return save(sim)


def _drive(sim: Simulation) -> float:
    """Return how many objects were alive, on average."""
    pool, alive = sim.state.pool, 0
    source = random.Random(2)
    keys = [stick(UP)] * VEHICLES
    for tick in range(TICKS):
        if tick % 50 == 49:
            keys = [source.choice(KEYS) for _ in range(VEHICLES)]
        step(sim, keys)
        alive += POOL_SIZE - 1 - len(pool.free)
    return alive / TICKS


def _speed(wrecks: int) -> tuple[float, float]:
    """Return how many times faster than real time a crowd is, and how large it was on average."""
    start = _crowd(wrecks)
    times, alive = [], 0.0
    for _ in range(3):
        sim = load(start, CLASSES)
        began = time.process_time()  # "on one core": what else the machine does is not counted
        alive = _drive(sim)
        times.append(time.process_time() - began)
    return TICK_US * TICKS / 1e6 / min(times), alive


def _play() -> None:
    """Play a match of ten minutes: launch, drive, lose, launch again."""
    source = random.Random(3)
    state = _land(source)
    for side in state.sides:
        side.stock = [0xFF] * len(VehicleType)
    sim = new_match(state, (0, 1, 0, 1))
    words = [0] * 4
    for frame in range(MATCH_TICKS // MATCH_DT):
        if frame % 30 == 0:
            words = [source.choice((*KEYS, FIRE_A)) for _ in words]
            words[source.randrange(len(words))] = FIRES if frame % 600 == 0 else 0
        step(sim, words, MATCH_DT)
    if not sim.state.running:
        raise RuntimeError("the match ended early")


def run() -> list[Row | Figure]:
    """Return how fast a crowded match is, and what a long one adds to the memory."""
    times, alive = _speed(WRECKS)
    crowded_times, crowded = _speed(CROWDED)
    result = subprocess.run(
        [sys.executable, "-m", "benchmarks.simulation"], capture_output=True, text=True, check=True
    )
    return [
        Figure("simulation: real time", times, "x", least=LEAST_TIMES),
        Figure("simulation: objects", alive, "alive", least=LEAST_OBJECTS),
        Figure("simulation: real time, crowded", crowded_times, "x"),
        Figure("simulation: objects, crowded", crowded, "alive"),
        Figure("simulation: memory", float(result.stdout), "MB", most=MOST_MB),
    ]


def _resident_mb() -> float:
    """Return the memory that this process has now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * mmap.PAGESIZE / (1 << 20)


if __name__ == "__main__":
    before = _resident_mb()
    _play()
    print(_resident_mb() - before)

"""``run SCENARIO``: play a scenario without a display, and tell or draw what happens."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uoserver.commandline import OK, CommandError, plain, print_json, print_lines, progress
from uoserver.sim.events import Event, Sound
from uoserver.sim.levels.scenario import Scenario, keys_at, start
from uoserver.sim.levels.scenariokeys import MAX_TICKS
from uoserver.sim.match import MAX_DT, step
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.simulation import Simulation

from .source import SCENARIO_HELP, load, shipped
from .textmap import used_area
from .words import (
    describe,
    driver_values,
    driver_words,
    event_values,
    side_values,
    side_words,
    vehicle_of,
    winner_of,
)

if TYPE_CHECKING:
    from .frames import Film, Pictures
    from .scene import Scene

HELP = "play a scenario without a display: what happens, how it ends, pictures of it"
EXAMPLES = """examples:
  python -m uoserver.sim run drive
  python -m uoserver.sim run boat --gif boat.gif
  python -m uoserver.sim run my.toml --ticks 300 --render pictures --every 50
  python -m uoserver.sim run RFMAP001.RFM --ticks 10 --json

Ticks are 16 ms. A scenario ends at its own number of ticks, or when the match does; nobody presses
a key in an RFM map. Pictures need Pillow (the extra "render")."""

MAX_EVENTS: Final = 20_000
"""That are kept for the summary: memory of a long run."""
MAX_LINES: Final = 400
"""Events in the summary for people."""
EVERY_PICTURE: Final = 60
EVERY_FRAME: Final = 6
PROGRESS_SECONDS: Final = 2.0
MAX_SCALE: Final = 4
TICK_MS: Final = 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    names = ", ".join(shipped())
    parser.add_argument("scenario", metavar="SCENARIO", help=SCENARIO_HELP.format(names=names))
    parser.add_argument("--ticks", type=int, metavar="N", help="end after N ticks")
    parser.add_argument("--dt", type=int, metavar="N", help=f"ticks of a frame, 1 to {MAX_DT}")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--render", type=Path, metavar="DIR", help="write PNG pictures to a folder")
    output.add_argument("--gif", type=Path, metavar="FILE", help="write one moving picture")
    parser.add_argument(
        "--every",
        type=int,
        metavar="N",
        help=f"ticks between pictures, default {EVERY_PICTURE}, in a GIF {EVERY_FRAME}",
    )
    parser.add_argument(
        "--scale",
        type=float,
        metavar="S",
        help=f"picture pixels for each of the simulation, 0.1 to {MAX_SCALE}",
    )
    parser.add_argument("--sounds", action="store_true", help="tell of sounds, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


class _Camera:
    """Takes a picture every so many ticks."""

    def __init__(self, scene: Scene, output: Pictures | Film, every: int) -> None:
        self._scene, self._output, self._every = scene, output, every
        self._next = 0

    @property
    def count(self) -> int:
        return self._output.count

    def look(self, tick: int) -> None:
        if tick >= self._next:
            self._output.add(self._scene.picture(), tick)
            self._next = tick + self._every

    def close(self) -> None:
        self._output.close()


def _ways(scenario: Scenario, ticks: int, dt: int) -> set[int]:
    """Return the cells that vehicles will come through: played beforehand, as it comes the same."""
    sim, cells = start(scenario), set[int]()
    while sim.state.tick < ticks and sim.state.running:
        step(sim, keys_at(scenario, sim.state.tick), min(dt, ticks - sim.state.tick))
        cells |= {found[0].cell for d in sim.state.drivers if (found := vehicle_of(sim, d))}
    return cells


def _camera(
    args: argparse.Namespace, sim: Simulation, scenario: Scenario, ticks: int, dt: int
) -> _Camera:
    """Return the camera for the pictures that are asked for; raises CommandError, OSError."""
    try:
        from .frames import Film, Pictures
        from .scene import Scene, fitting_scale
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "PIL":
            raise
        raise CommandError("pictures need Pillow: python -m pip install -e '.[render]'") from None
    every = args.every or (EVERY_FRAME if args.gif else EVERY_PICTURE)
    area = used_area(sim, _ways(scenario, ticks, dt))
    scene = Scene(sim, area, fitting_scale(area, args.scale), plain(scenario.title))
    if args.gif:
        frame_ms = -(-every // dt) * dt * TICK_MS
        return _Camera(scene, Film(args.gif, frame_ms), every)
    return _Camera(scene, Pictures(args.render), every)


def _check(args: argparse.Namespace) -> None:
    ranges = (("ticks", 1, MAX_TICKS), ("dt", 1, MAX_DT), ("every", 1, MAX_TICKS))
    for name, low, high in (*ranges, ("scale", 0.1, MAX_SCALE)):
        value = getattr(args, name)
        if value is not None and not low <= value <= high:
            raise CommandError(f"--{name} {value}: {low} to {high}")
    if (args.every or args.scale) and not (args.render or args.gif):
        raise CommandError("--every and --scale are for pictures: --render DIR or --gif FILE")


def run(args: argparse.Namespace) -> int:
    """Play and tell; raises ScenarioError, RfmError, CommandError, OSError."""
    _check(args)
    scenario = load(args.scenario)
    ticks, dt = args.ticks or scenario.ticks, args.dt or scenario.dt
    sim = start(scenario)
    camera = _camera(args, sim, scenario, ticks, dt) if args.render or args.gif else None
    kept: list[tuple[int, Event]] = []
    dropped = 0
    for tick, event in _play(sim, scenario, ticks, dt, camera):
        if isinstance(event, Sound) and not args.sounds:
            continue
        if not describe(event):
            continue
        if len(kept) < MAX_EVENTS:
            kept.append((tick, event))
        else:
            dropped += 1
    if camera:
        camera.close()
    if args.json:
        print_json(
            {
                "scenario": args.scenario,
                "title": scenario.title,
                "tick": sim.state.tick,
                "dt": dt,
                "running": sim.state.running,
                "winner": winner_of(sim),
                "drivers": [driver_values(sim, driver) for driver in sim.state.drivers],
                "sides": side_values(sim),
                "events": [event_values(tick, event) for tick, event in kept],
                "events_dropped": dropped,
                "pictures": camera.count if camera else 0,
                "hash": state_hash(sim),
            }
        )
        return OK
    print_lines(_summary(sim, scenario, kept, dropped))
    if camera:
        progress(f"{args.gif or args.render}: {camera.count} pictures")
    return OK


def _play(
    sim: Simulation, scenario: Scenario, ticks: int, dt: int, camera: _Camera | None
) -> Iterator[tuple[int, Event]]:
    """Run until the end; yield what happens, and say on standard error how far a long run is."""
    state, said = sim.state, time.monotonic()
    if camera:
        camera.look(0)
    while state.tick < ticks and state.running:
        for event in step(sim, keys_at(scenario, state.tick), min(dt, ticks - state.tick)):
            yield state.tick, event
        if camera:
            camera.look(state.tick)
        if time.monotonic() - said > PROGRESS_SECONDS:
            said = time.monotonic()
            progress(f"tick {state.tick} of {ticks}")


def _summary(
    sim: Simulation, scenario: Scenario, kept: list[tuple[int, Event]], dropped: int
) -> Iterator[str]:
    yield scenario.title
    for tick, event in kept[:MAX_LINES]:
        yield f"tick {tick:6}  {describe(event)}"
    if left_out := len(kept[MAX_LINES:]) + dropped:
        yield f"... and {left_out} more events"
    yield f"after {sim.state.tick} ticks ({sim.state.tick * TICK_MS / 1000:.1f} s):"
    for driver in sim.state.drivers:
        yield "  " + driver_words(sim, driver)
    for line in side_words(sim):
        yield "  " + line
    winner = winner_of(sim)
    if winner is not None:
        yield "  the match is over: " + ("nobody wins" if winner < 0 else f"side {winner} wins")
    yield f"  hash {state_hash(sim)}"

"""``run SCENARIO``: play a scenario without a display, and tell or draw what happens."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Final

from uoserver.commandline import OK, CommandError, print_json, print_lines, progress
from uoserver.sim.events import Event, Sound
from uoserver.sim.levels.scenario import Scenario, keys_at, start
from uoserver.sim.levels.scenariokeys import MAX_TICKS
from uoserver.sim.match import MAX_DT, step
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.simulation import Simulation

from . import camera
from .camera import TICK_MS, Camera
from .source import SCENARIO_HELP, load, shipped
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
PROGRESS_SECONDS: Final = 2.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    names = ", ".join(shipped())
    parser.add_argument("scenario", metavar="SCENARIO", help=SCENARIO_HELP.format(names=names))
    parser.add_argument(
        "--ticks", type=int, metavar="N", help=f"end after N ticks, 1 to {MAX_TICKS}"
    )
    parser.add_argument("--dt", type=int, metavar="N", help=f"ticks of a frame, 1 to {MAX_DT}")
    camera.add_arguments(parser)
    parser.add_argument("--sounds", action="store_true", help="tell of sounds, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def _ways(scenario: Scenario, ticks: int, dt: int) -> set[int]:
    """Return the cells that vehicles will come through: played beforehand, as it comes the same."""
    sim, cells = start(scenario), set[int]()
    while sim.state.tick < ticks and sim.state.running:
        step(sim, keys_at(scenario, sim.state.tick), min(dt, ticks - sim.state.tick))
        cells |= {found[0].cell for d in sim.state.drivers if (found := vehicle_of(sim, d))}
    return cells


def _check(args: argparse.Namespace) -> None:
    for name, low, high in (("ticks", 1, MAX_TICKS), ("dt", 1, MAX_DT)):
        value = getattr(args, name)
        if value is not None and not low <= value <= high:
            raise CommandError(f"--{name} {value}: {low} to {high}")
    camera.check_arguments(args)


def run(args: argparse.Namespace) -> int:
    """Play and tell; raises ScenarioError, RfmError, CommandError, OSError."""
    _check(args)
    scenario = load(args.scenario)
    ticks, dt = args.ticks or scenario.ticks, args.dt or scenario.dt
    sim = start(scenario)
    eye: Camera | None = None
    if args.render or args.gif:

        def ways() -> set[int]:
            return _ways(scenario, ticks, dt)

        eye = camera.make_camera(args, sim, scenario, (ticks, dt), ways)
    kept: list[tuple[int, Event]] = []
    dropped = 0
    for tick, event in _play(sim, scenario, ticks, dt, eye):
        if isinstance(event, Sound) and not args.sounds:
            continue
        if not describe(event):
            continue
        if len(kept) < MAX_EVENTS:
            kept.append((tick, event))
        else:
            dropped += 1
    if eye:
        eye.close()
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
                "pictures": eye.count if eye else 0,
                "hash": state_hash(sim),
            }
        )
        return OK
    print_lines(_summary(sim, scenario, kept, dropped))
    if eye:
        progress(f"{args.gif or args.render}: {eye.count} pictures")
    return OK


def _play(
    sim: Simulation, scenario: Scenario, ticks: int, dt: int, eye: Camera | None
) -> Iterator[tuple[int, Event]]:
    """Run until the end; yield what happens, and say on standard error how far a long run is."""
    state, said = sim.state, time.monotonic()
    if eye:
        eye.look(0)
    while state.tick < ticks and state.running:
        for event in step(sim, keys_at(scenario, state.tick), min(dt, ticks - state.tick)):
            yield state.tick, event
        if eye:
            eye.look(state.tick)
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

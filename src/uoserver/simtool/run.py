"""``run SCENARIO``: play a scenario without a display, and tell or draw what happens."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Final

from uoserver.commandline import OK, CommandError, print_json, print_lines, progress
from uoserver.sim.events import Event, Sound
from uoserver.sim.levels.scenario import Scenario
from uoserver.sim.levels.scenariokeys import MAX_TICKS
from uoserver.sim.match import MAX_DRIVERS, MAX_DT
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.simulation import Simulation

from . import camera, scorefile
from .brains import find_brains
from .camera import TICK_MS, Camera
from .played import Played, empty_scenario, with_bots
from .scorefile import ScoreFile
from .source import SCENARIO_HELP, load, shipped
from .words import (
    describe,
    driver_values,
    driver_words,
    event_values,
    side_values,
    side_words,
    winner_of,
)

HELP = "play a scenario without a display: what happens, how it ends, pictures of it"
EXAMPLES = """examples:
  python -m uoserver.sim run drive
  python -m uoserver.sim run boat --gif boat.gif
  python -m uoserver.sim run my.toml --ticks 300 --render pictures --every 50
  python -m uoserver.sim run RFMAP001.RFM --ticks 10 --json
  python -m uoserver.sim run --map mp_foy --bots 8 --seconds 600 --gif match.gif --speed 10
  python -m uoserver.sim run --map mp_foy my.toml --render pictures --camera driver:0
  python -m uoserver.sim run my.toml --scores my.scores --player Amy

Ticks are 16 ms. A scenario ends at its own number of ticks, or when the match does; nobody presses
a key in an RFM map. Pictures need Pillow (the extra "render")."""

DEFAULT_TICKS: Final = 600
"""Of a map alone."""
MAX_SECONDS: Final = MAX_TICKS * TICK_MS // 1000
MAX_EVENTS: Final = 20_000
"""That are kept for the summary: memory of a long run."""
MAX_LINES: Final = 400
"""Events in the summary for people."""
PROGRESS_SECONDS: Final = 2.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    names = ", ".join(shipped())
    parser.add_argument(
        "scenario", nargs="?", metavar="SCENARIO", help=SCENARIO_HELP.format(names=names)
    )
    parser.add_argument(
        "--map",
        metavar="MAP",
        help="play on a map of the game instead, mp_foy or a .bsp file; of a scenario its drivers,"
        " vehicles, stock and keys count there",
    )
    parser.add_argument(
        "--bots",
        type=int,
        metavar="N",
        help=f"so many drivers more, driven by brains, 1 to {MAX_DRIVERS}",
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--ticks", type=int, metavar="N", help=f"end after N ticks, 1 to {MAX_TICKS}"
    )
    length.add_argument(
        "--seconds", type=int, metavar="N", help=f"end after N seconds, 1 to {MAX_SECONDS}"
    )
    parser.add_argument("--dt", type=int, metavar="N", help=f"ticks of a frame, 1 to {MAX_DT}")
    camera.add_arguments(parser)
    scorefile.add_arguments(parser)
    parser.add_argument("--sounds", action="store_true", help="tell of sounds, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def _check(args: argparse.Namespace) -> None:
    for name, high in (
        ("ticks", MAX_TICKS),
        ("seconds", MAX_SECONDS),
        ("dt", MAX_DT),
        ("bots", MAX_DRIVERS),
    ):
        value = getattr(args, name)
        if value is not None and not 1 <= value <= high:
            raise CommandError(f"--{name} {value}: 1 to {high}")
    if args.scenario is None and args.map is None:
        raise CommandError("what is to be played: a SCENARIO, or --map MAP")
    camera.check_arguments(args)
    scorefile.check_arguments(args)


def _played(args: argparse.Namespace) -> Played:
    """Return what arguments ask for."""
    alone = args.scenario is None
    scenario = empty_scenario(str(args.map)) if alone else load(args.scenario)
    make_brain = None
    if args.bots:
        make_brain = find_brains()
        scenario = with_bots(scenario, args.bots, alone=alone)
    ticks = args.ticks or (args.seconds and args.seconds * 1000 // TICK_MS)
    ticks = ticks or (DEFAULT_TICKS if alone else scenario.ticks)
    found = None
    if args.map is not None:
        from .maps import load_map

        found = load_map(args.map)
    return Played(scenario, ticks, args.dt or scenario.dt, found, make_brain, args.bots or 0)


def run(args: argparse.Namespace) -> int:
    """Play and tell; raises ScenarioError, RfmError, CommandError, OSError."""
    _check(args)
    scores = ScoreFile(args) if args.scores else None
    played = _played(args)
    scenario, dt = played.scenario, played.dt
    sim = played.start()
    eye: Camera | None = None
    if args.render or args.gif:
        eye = camera.make_camera(args, sim, played)
    kept: list[tuple[int, Event]] = []
    dropped = 0
    for tick, event in _play(sim, played, eye):
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
    entered = scores.enter(sim, played) if scores else None
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
                "scored": entered,
                "hash": state_hash(sim),
            }
        )
        return OK
    print_lines(_summary(sim, scenario, kept, dropped))
    if scores:
        progress(f"{scores.path}: {'the match is entered' if entered else 'nothing to enter'}")
    if eye:
        progress(f"{args.gif or args.render}: {eye.count} pictures")
    return OK


def _play(sim: Simulation, played: Played, eye: Camera | None) -> Iterator[tuple[int, Event]]:
    """Run until the end; yield what happens, and say on standard error how far a long run is."""
    state, said = sim.state, time.monotonic()
    if eye:
        eye.look(0)
    for events in played.frames(sim):
        for event in events:
            yield state.tick, event
        if eye:
            eye.look(state.tick, last=not state.running)
        if time.monotonic() - said > PROGRESS_SECONDS:
            said = time.monotonic()
            taken = f", {eye.count} pictures" if eye else ""
            progress(f"tick {state.tick} of {played.ticks}{taken}")


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

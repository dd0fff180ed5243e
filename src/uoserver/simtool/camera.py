"""Which pictures a run is asked for: where they go, when they are taken, whether that is too much.

Pillow is needed only by `make_camera`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uoserver.commandline import CommandError, plain
from uoserver.outfile import check_file, make_folder, output_path
from uoserver.sim.grid import SIZE
from uoserver.sim.levels.scenario import Scenario
from uoserver.sim.levels.scenariokeys import MAX_TICKS
from uoserver.sim.simulation import Simulation

from .textmap import Area, used_area

if TYPE_CHECKING:
    from .frames import Film, Pictures
    from .scene import Scene

EVERY_PICTURE: Final = 60
EVERY_FRAME: Final = 6
MIN_SCALE: Final = 0.1
MAX_SCALE: Final = 4
TICK_MS: Final = 16
MAX_PICTURES: Final = 2000
"""Pictures of a run: nobody wants a folder of more."""
MAX_PIXELS: Final = 600_000_000
"""Of a GIF, a byte of memory each: all its pictures are kept until it is written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is said about pictures."""
    output = parser.add_mutually_exclusive_group()
    output.add_argument(
        "--render", type=output_path, metavar="DIR", help="write PNG pictures to a folder"
    )
    output.add_argument(
        "--gif",
        type=output_path,
        metavar="FILE",
        help="write one moving picture, in real time where its pictures are 2 ticks apart or more",
    )
    parser.add_argument(
        "--every",
        type=int,
        metavar="N",
        help=f"ticks between pictures, 1 to {MAX_TICKS}; {EVERY_PICTURE} when missing,"
        f" in a GIF {EVERY_FRAME}; at most {MAX_PICTURES} pictures",
    )
    parser.add_argument(
        "--scale",
        type=float,
        metavar="S",
        help=f"picture pixels for each of the simulation, {MIN_SCALE} to {MAX_SCALE}; it is made"
        " smaller where a side would be longer than 2048 pixels",
    )


def check_arguments(args: argparse.Namespace) -> None:
    """Raise CommandError, or OSError for a film that cannot be written."""
    for name, low, high in (("every", 1, MAX_TICKS), ("scale", MIN_SCALE, MAX_SCALE)):
        value = getattr(args, name)
        if value is not None and not low <= value <= high:
            raise CommandError(f"--{name} {value}: {low} to {high}")
    if args.gif is None and args.render is None:
        if args.every or args.scale:
            raise CommandError("--every and --scale are for pictures: --render DIR or --gif FILE")
    elif args.gif is not None:
        path: Path = args.gif
        if path.suffix.lower() != ".gif":
            raise CommandError(f"--gif {path}: the name of a GIF ends in .gif")
        check_file(path)


def picture_count(ticks: int, dt: int, every: int) -> int:
    """Return how many pictures a run has that nothing ends early: `Camera.look` counted."""
    apart = -(-every // dt) * dt
    whole = ticks // dt * dt
    count = whole // apart + 1
    # The last frame may be shorter than the others.
    return count + (ticks > whole and ticks - (count - 1) * apart >= every)


def _check_amount(count: int, size: tuple[int, int] | None = None) -> None:
    fewer = "a larger --every or smaller --ticks make fewer"
    if count > MAX_PICTURES:
        raise CommandError(f"{count} pictures, at most {MAX_PICTURES}: {fewer}")
    if size and count * size[0] * size[1] > MAX_PIXELS:
        most = MAX_PIXELS // (size[0] * size[1])
        raise CommandError(
            f"{count} pictures of {size[0]} x {size[1]} pixels, at most {most} in a GIF: {fewer},"
            " a smaller --scale smaller ones"
        )


class Camera:
    """Takes a picture every so many ticks."""

    def __init__(self, scene: Scene, output: Pictures | Film, every: int) -> None:
        self._scene, self._output, self._every = scene, output, every
        self._next = 0

    @property
    def count(self) -> int:
        """Pictures so far."""
        return self._output.count

    def look(self, tick: int) -> None:
        """Take a picture if it is time for one; raises OSError."""
        if tick >= self._next:
            self._output.add(self._scene.picture(), tick)
            self._next = tick + self._every

    def close(self) -> None:
        """Write what is not yet written; raises OSError."""
        self._output.close()


def make_camera(
    args: argparse.Namespace,
    sim: Simulation,
    scenario: Scenario,
    span: tuple[int, int],
    ways: Callable[[], set[int]],
) -> Camera:
    """Return the camera for the pictures that arguments ask for, those `check_arguments` took.

    ``span`` is the ticks of the run and of a frame; ``ways`` finds the cells that are to be seen
    besides those in use, which may take as long as the run: what is too much anyway is refused
    before. Raises CommandError, and OSError for a folder that cannot be made or written to.
    """
    try:
        from .frames import Film, Pictures
        from .scene import Scene, fitting_scale, picture_size
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "PIL":
            raise
        raise CommandError("pictures need Pillow: python -m pip install -e '.[render]'") from None
    ticks, dt = span
    every = args.every or (EVERY_FRAME if args.gif else EVERY_PICTURE)
    count, drivers = picture_count(ticks, dt, every), len(sim.state.drivers)
    _check_amount(count)
    if args.render:
        make_folder(args.render)

    def size(area: Area) -> tuple[int, int]:
        return picture_size(area, fitting_scale(area, args.scale), drivers)

    area = used_area(sim)
    if args.gif:
        # Vehicles may widen it. Pictures get smaller by that only if its longer side grows.
        longer = {"columns": SIZE} if area.columns >= area.rows else {"rows": SIZE}
        _check_amount(count, min(size(area), size(area._replace(**longer)), key=prod))
    area = used_area(sim, ways())
    scene = Scene(sim, area, fitting_scale(area, args.scale), plain(scenario.title))
    if args.gif:
        _check_amount(count, size(area))
        return Camera(scene, Film(args.gif, -(-every // dt) * dt * TICK_MS), every)
    return Camera(scene, Pictures(args.render), every)

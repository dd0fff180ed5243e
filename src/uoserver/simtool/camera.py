"""Which pictures a run is asked for: where they go, when they are taken, whether that is too much.

Pillow is needed only by `make_camera`.
"""

from __future__ import annotations

import argparse
import re
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from uoserver.commandline import CommandError, plain, progress
from uoserver.outfile import check_file, make_folder, output_path
from uoserver.sim.grid import SIZE
from uoserver.sim.levels.scenariokeys import MAX_TICKS
from uoserver.sim.simulation import Simulation

from .played import Played
from .textmap import Area, used_area

if TYPE_CHECKING:
    from .eyes import Eye
    from .frames import Film, Pictures
    from .scene import Scene

EVERY_PICTURE: Final = 60
EVERY_FRAME: Final = 6
MIN_SCALE: Final = 0.1
MAX_SCALE: Final = 4
TICK_MS: Final = 16
COMFORTABLE: Final = 600
"""Pictures of a run whose number nobody named: longer runs have them farther apart."""
MAX_SPEED: Final = 100
USED, OVERVIEW = "used", "overview"
_DRIVER: Final = re.compile(r"driver:([0-9]{1,3})")
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
        f" in a GIF {EVERY_FRAME}, more in long runs; at most {MAX_PICTURES} pictures",
    )
    parser.add_argument(
        "--speed",
        type=float,
        metavar="S",
        help=f"how many times as fast as the match a GIF is shown, 1 to {MAX_SPEED}",
    )
    parser.add_argument(
        "--camera",
        metavar="WHAT",
        help=f"{USED}: the part of the grid that is used; {OVERVIEW}: all of it, or of the map,"
        " which is what maps and bots get; driver:N: close up, where driver N goes",
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
    for name, low, high in (
        ("every", 1, MAX_TICKS),
        ("scale", MIN_SCALE, MAX_SCALE),
        ("speed", 1, MAX_SPEED),
    ):
        value = getattr(args, name)
        if value is not None and not low <= value <= high:
            raise CommandError(f"--{name} {value}: {low} to {high}")
    camera = args.camera
    if camera is not None and camera not in (USED, OVERVIEW) and not _DRIVER.fullmatch(camera):
        raise CommandError(f"--camera {camera}: {USED}, {OVERVIEW} or driver:N")
    if args.speed is not None and args.gif is None:
        raise CommandError("--speed is for films: --gif FILE")
    if args.gif is None and args.render is None:
        if args.every or args.scale or camera:
            raise CommandError(
                "--every, --scale and --camera are for pictures: --render DIR or --gif FILE"
            )
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


def fitting_every(ticks: int, dt: int, every: int) -> int:
    """Return the ticks between pictures of a run for which nobody named them."""
    if picture_count(ticks, dt, every) <= COMFORTABLE:
        return every
    return -(-ticks // (COMFORTABLE - 1))


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
        self.scene, self._output, self._every = scene, output, every
        self._next = 0

    @property
    def count(self) -> int:
        """Pictures so far."""
        return self._output.count

    def look(self, tick: int, *, last: bool = False) -> None:
        """Take a picture if it is time for one, or the match is over; raises OSError."""
        if tick >= self._next or last:
            self._output.add(self.scene.picture(), tick)
            self._next = tick + self._every

    def close(self) -> None:
        """Write what is not yet written; raises OSError."""
        self._output.close()


class _Plan(NamedTuple):
    """What is known before it is known where pictures look: how many there are, how far apart."""

    every: int
    pictures: int
    film: bool


def make_camera(args: argparse.Namespace, sim: Simulation, played: Played) -> Camera:
    """Return the camera for the pictures that arguments ask for, those `check_arguments` took.

    To know what part of the grid is used takes as long as the run: what is too much anyway is
    refused before. How much it will be is said on standard error. Raises CommandError, and OSError
    for a folder that cannot be made or written to.
    """
    try:
        from .frames import Film, Pictures
        from .scene import Scene
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "PIL":
            raise
        raise CommandError("pictures need Pillow: python -m pip install -e '.[render]'") from None
    ticks, dt = played.ticks, played.dt
    every = args.every or fitting_every(ticks, dt, EVERY_FRAME if args.gif else EVERY_PICTURE)
    plan = _Plan(every, picture_count(ticks, dt, every), bool(args.gif))
    _check_amount(plan.pictures)
    if args.render:
        make_folder(args.render)
    eye = _eye(args, sim, played, plan)
    relief = None
    if played.map:
        from .relief import Relief

        relief = Relief(played.map.survey.lattice, played.map.area())
    scene = Scene(sim, eye, plain(played.scenario.title), relief)
    if plan.film:
        _check_amount(plan.pictures, scene.size)
    output: Film | Pictures
    if plan.film:
        apart = -(-every // dt) * dt * TICK_MS
        output = Film(args.gif, round(apart / (args.speed or 1)))
    else:
        output = Pictures(args.render)
    _tell(plan, scene, output)
    return Camera(scene, output, every)


def _tell(plan: _Plan, scene: Scene, output: Pictures | Film) -> None:
    """Say how much it will be, by what the first picture takes."""
    width, height = scene.size
    size = output.size_of(scene.picture()) * plan.pictures / 1e6
    progress(
        f"{plan.pictures} pictures of {width} x {height} pixels, one every {plan.every} ticks:"
        f" {'at most' if plan.film else 'about'} {size:.1f} MB"
    )


def _eye(args: argparse.Namespace, sim: Simulation, played: Played, plan: _Plan) -> Eye:
    from .eyes import Fixed, Follow
    from .scene import fitting_scale, picture_size

    what = args.camera or (OVERVIEW if played.map or played.bots else USED)
    drivers = len(sim.state.drivers)
    if found := _DRIVER.fullmatch(what):
        number = int(found[1])
        if number >= drivers:
            raise CommandError(f"--camera {what}: there are {drivers} drivers, from 0 on")
        return Follow(number, args.scale or 1.0)
    if played.map:
        area = played.map.area()
    elif what == OVERVIEW:
        area = Area(0, 0, SIZE, SIZE)
    else:

        def size(area: Area) -> tuple[int, int]:
            return picture_size(Fixed(area, fitting_scale(area, args.scale)), drivers)

        area = used_area(sim)
        if plan.film:
            # Vehicles may widen it. Pictures get smaller by that only if its longer side grows.
            longer = {"columns": SIZE} if area.columns >= area.rows else {"rows": SIZE}
            _check_amount(plan.pictures, min(size(area), size(area._replace(**longer)), key=prod))
        area = used_area(sim, played.ways())
    return Fixed(area, fitting_scale(area, args.scale))

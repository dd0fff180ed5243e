"""Marks, legend and scale bar of a plan, drawn with Pillow.

Imported only when a picture is made: Pillow is an optional extra.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import cos, radians, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from uoserver.bsp import Map
from uoserver.bsp.entities import Entity
from uoserver.bsp.spawn import INTERMISSION_CLASSES, Side, SpawnPoint, read_points
from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3
from uoserver.maptool.plan import Plan
from uoserver.maptool.planpaint import Color, contour_interval
from uoserver.maptool.planraster import Grid

MAX_MARKS: Final = 4096
"""Marks of each kind that are drawn; more would cover the plan anyway."""

SIDE_COLORS: Final[dict[Side, Color]] = {
    Side.ALLIES: (46, 132, 66),
    Side.AXIS: (196, 48, 44),
    Side.ANY: (240, 190, 40),
}
CAMERA: Final[Color] = (28, 120, 200)
VEHICLE: Final[Color] = (250, 130, 30)
MODEL: Final[Color] = (160, 60, 180)
INK: Final[Color] = (30, 32, 36)
PAPER: Final[Color] = (248, 246, 240)

VEHICLE_LENGTH: Final = 220.0
VEHICLE_WIDTH: Final = 120.0
"""Size of a vehicle's mark in map units, about that of a tank."""


TEMPLATES: Final = frozenset({"script_vehicle_collmap"})
"""Entities whose models are not there themselves (gametypes: objectives, vehicles)."""


LegendEntry = tuple[Callable[[tuple[float, float]], None], str]
"""Draws a sign with its middle at a place of the picture, and what it means."""
ROWS: Final = 5
"""Of text below a plan whose legend has one line."""


class Outline(NamedTuple):
    """The box of an inline model where an entity puts it."""

    name: str
    mins: Vec3
    maxs: Vec3


class Marks(NamedTuple):
    """What is drawn over a plan."""

    title: str
    spawns: tuple[SpawnPoint, ...]
    cameras: tuple[SpawnPoint, ...]
    vehicles: tuple[Entity, ...]
    models: tuple[Outline, ...]


def collect_marks(source: Map, title: str) -> Marks:
    """Return the marks of a map; raises EntityTextError for text that cannot be parsed."""
    entities = source.entities
    points = [point for group in read_points(entities).values() for point in group]
    message = entities[0].get("message") if entities else ""
    return Marks(
        f"{title}   {message}".strip()[:80],
        tuple(p for p in points if p.classname not in INTERMISSION_CLASSES)[:MAX_MARKS],
        tuple(p for p in points if p.classname in INTERMISSION_CLASSES)[:MAX_MARKS],
        tuple(e for e in entities if e.classname.lower() == "script_vehicle" and e.origin)[
            :MAX_MARKS
        ],
        tuple(_outlines(source, entities))[:MAX_MARKS],
    )


def _outlines(source: Map, entities: Iterable[Entity]) -> Iterable[Outline]:
    for entity in entities:
        name = entity.get("model")
        if entity.classname.lower() in TEMPLATES:
            continue
        if not (name.startswith("*") and name[1:].isdecimal() and len(name) <= 6):
            continue
        number = int(name[1:])
        if 0 < number < len(source.models):
            model, origin = source.models[number], entity.origin or (0.0, 0.0, 0.0)
            if all(abs(value) <= MAX_WORLD_COORD for value in (*model.mins, *model.maxs)):
                yield Outline(name, _moved(model.mins, origin), _moved(model.maxs, origin))


def _moved(point: Vec3, by: Vec3) -> Vec3:
    return (point[0] + by[0], point[1] + by[1], point[2] + by[2])


class Sheet:
    """A painted plan with its marks and, below it, the legend."""

    def __init__(self, plan: Plan, grid: Grid, pixels: bytes, rows: int = ROWS) -> None:
        self.plan = plan
        self.scale: Final = grid.scale
        self.width, self.height = grid.width, grid.height
        self.unit: Final = max(1.0, max(grid.width, grid.height) / 1200)
        """Marks grow with the picture from 1,200 pixels on."""
        self.size: Final = round(13 * self.unit)
        self._font: Final = ImageFont.load_default(self.size)
        self.panel: Final = round(self.size * 1.6 * rows)
        self.image: Final = Image.new(
            "RGB", (max(grid.width, 480), grid.height + self.panel), PAPER
        )
        self.image.paste(Image.frombytes("RGB", (grid.width, grid.height), pixels), (0, 0))
        self.draw: Final = ImageDraw.Draw(self.image)

    def place(self, point: Sequence[float]) -> tuple[float, float]:
        """Return the picture's coordinates of a place of the map."""
        return (
            (point[0] - self.plan.mins[0]) / self.scale,
            (self.plan.maxs[1] - point[1]) / self.scale,
        )

    def draw_marks(self, marks: Marks) -> None:
        """Draw all marks; those beyond the plan are clipped by the picture."""
        for outline in marks.models:
            self._outline(outline)
        for vehicle in marks.vehicles:
            self._vehicle(self.place(vehicle.origin or (0.0, 0.0)), vehicle.angles[1], self.scale)
        for spawn in marks.spawns:
            self._spawn(self.place(spawn.origin), spawn.angles[1], spawn.side, spawn.secondary)
        for camera in marks.cameras:
            self._camera(self.place(camera.origin))

    def _spawn(
        self, at: tuple[float, float], yaw: float, side: Side, secondary: bool = False
    ) -> None:
        x, y = at
        radius = (3.0 if secondary else 4.2) * self.unit
        color = SIDE_COLORS[side]
        tip = 2.3 * radius
        self.draw.line(
            (x, y, x + tip * cos(radians(yaw)), y - tip * sin(radians(yaw))),
            fill=INK,
            width=max(1, round(1.5 * self.unit)),
        )
        box = (x - radius, y - radius, x + radius, y + radius)
        self.draw.ellipse(box, fill=PAPER if secondary else color, outline=INK)
        if secondary:
            inner = radius * 0.5
            self.draw.ellipse((x - inner, y - inner, x + inner, y + inner), fill=color)

    def _camera(self, at: tuple[float, float]) -> None:
        x, y = at
        r = 6.0 * self.unit
        self.draw.polygon(((x, y - r), (x + r, y), (x, y + r), (x - r, y)), CAMERA, INK)

    def _vehicle(self, at: tuple[float, float], yaw: float, scale: float) -> None:
        length = max(VEHICLE_LENGTH / scale / 2, 6.0 * self.unit)
        width = max(VEHICLE_WIDTH / scale / 2, 3.5 * self.unit)
        ahead, aside = cos(radians(yaw)), sin(radians(yaw))
        corners = [
            (at[0] + ahead * u - aside * v, at[1] - aside * u - ahead * v)
            for u, v in (
                *((-length, -width), (length * 0.6, -width), (length, 0.0)),
                *((length * 0.6, width), (-length, width)),
            )
        ]
        self.draw.polygon(corners, VEHICLE, INK)

    def _outline(self, outline: Outline) -> None:
        x0, y0 = self.place((outline.mins[0], outline.maxs[1]))
        x1, y1 = self.place((outline.maxs[0], outline.mins[1]))
        self.draw.rectangle((x0, y0, x1, y1), outline=MODEL, width=max(1, round(self.unit)))
        self._text((x1 + 2, y0 - self.size * 0.3), outline.name, MODEL)

    def _text(self, at: tuple[float, float], text: str, color: Color = INK) -> float:
        """Write and return the x behind the text."""
        self.draw.text(at, text, fill=color, font=self._font)
        return at[0] + self.draw.textlength(text, font=self._font)

    def draw_legend(self, title: str, entries: Iterable[LegendEntry]) -> None:
        """Draw title, sizes, scale bar and what the marks mean."""
        # The panel is opaque: marks that lie south of the plan must not write into it.
        self.draw.rectangle((0, self.height, self.image.width, self.image.height), fill=PAPER)
        line, left = self.size * 1.45, self.size * 0.9
        top = self.height + self.size * 0.6
        plan = self.plan
        size = f"{plan.maxs[0] - plan.mins[0]:.0f} x {plan.maxs[1] - plan.mins[1]:.0f} units"
        heights = f"heights {plan.mins[2]:.0f} to {plan.maxs[2]:.0f}"
        contours = f"contour lines every {contour_interval(plan.mins[2], plan.maxs[2])}"
        self._text((left, top), title)
        self._text((left, top + line), f"{size}, {heights}, {contours}; north is up")
        self._scale_bar(left, top + 2.2 * line)
        x, y = left, top + 3.4 * line
        for sign, text in entries:
            if x > left and x + self.draw.textlength(text, font=self._font) > self.image.width:
                x, y = left, y + line
            sign((x + self.size * 0.6, y + self.size * 0.6))
            x = self._text((x + self.size * 1.7, y), text) + self.size * 1.3

    def legend_of(self, marks: Marks) -> list[LegendEntry]:
        """Return what the legend says of the marks of a map."""
        sides = [point.side for point in marks.spawns if not point.secondary]
        entries: list[LegendEntry] = []
        for side, name in ((Side.ALLIES, "allies"), (Side.AXIS, "axis"), (Side.ANY, "any side")):
            if side in sides:
                text = f"{name} ({sides.count(side)})"
                entries.append((partial(self._spawn, yaw=0.0, side=side), text))
        secondary = sum(point.secondary for point in marks.spawns)
        if secondary:
            entry = f"secondary ({secondary})"
            entries.append((partial(self._spawn, yaw=0.0, side=Side.ANY, secondary=True), entry))
        if marks.cameras:
            entries.append((self._camera, f"intermission ({len(marks.cameras)})"))
        if marks.vehicles:
            small = VEHICLE_LENGTH / (1.2 * self.size)
            entry = f"vehicle ({len(marks.vehicles)})"
            entries.append((partial(self._vehicle, yaw=0.0, scale=small), entry))
        if marks.models:
            entries.append((self._model_sign, f"inline model ({len(marks.models)})"))
        return entries

    def _model_sign(self, at: tuple[float, float]) -> None:
        r = self.size * 0.45
        self.draw.rectangle(
            (at[0] - r, at[1] - r, at[0] + r, at[1] + r),
            outline=MODEL,
            width=max(1, round(self.unit)),
        )

    def _scale_bar(self, left: float, y: float) -> None:
        length = 1
        while length * 10 < self.width * self.scale / 3:
            length *= 10
        length *= next((n for n in (5, 2) if length * n < self.width * self.scale / 3), 1)
        pixels, height = length / self.scale, self.size * 0.4
        for part in range(4):
            x0, x1 = left + pixels * part / 4, left + pixels * (part + 1) / 4
            fill = INK if part % 2 == 0 else PAPER
            self.draw.rectangle((x0, y, x1, y + height), fill=fill, outline=INK)
        self._text((left + pixels + self.size * 0.6, y - self.size * 0.35), f"{length} units")

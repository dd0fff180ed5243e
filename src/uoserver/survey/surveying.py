"""Surveys a map: everything that a match on it needs (design: From a stock map)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uoserver.bsp import Map
from uoserver.bsp.mapinfo import describe_map
from uoserver.bsp.spawn import Bounds
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ClipModel, load_clip_model
from uoserver.sim.grid import EDGE, OUTSIDE, cell_at
from uoserver.sim.levels.level import MAX_FLAG_SITES, MAX_PADS
from uoserver.sim.sides import DEFAULT_STOCK, ENDLESS
from uoserver.sim.tables.statics import GATE_ACROSS, GATE_UPRIGHT, STATICS, TOWER
from uoserver.sim.world import BRIDGES

from .classes import classes
from .coordinates import REACH, cell_middle, cell_under, sim_x, sim_y
from .errors import SurveyError
from .flood import Walk, flood, floor_under
from .ground import Ground
from .lattice import Lattice, frame_of
from .model import Building, Cells, Edges, Stock, Survey
from .pads import APART, ROOMS, PadFinder, Room
from .path import find_path
from .roofs import cells_of, roofs
from .sides import MAX_POINTS, apart, middle, points_by_side
from .things import Things, find_things

NAMES: Final = ("allies", "axis")
GAMETYPE: Final = "ctf"
"""Whose spawn points come first."""
MAX_NOTES: Final = 20
_UP_TO: Final = tuple(ROOMS[: number + 1] for number in range(len(ROOMS)))
"""Rooms that pads may have, from the best alone to all."""
_WIDE: Final = 8 * 65536
"""Half the width of a static object, 16.16 pixels, beside which a jeep still passes in a cell."""
_OPEN: Final = (*BRIDGES, GATE_ACROSS, GATE_UPRIGHT)


def survey(source: Map, clip: ClipModel | None = None) -> Survey:
    """Return the survey of a map; ``clip`` is its clip model where the caller has it.

    Raises SurveyError where no match can be played, with one line that says why, BspError for
    damage.
    """
    clip = clip or load_clip_model(source)
    info = describe_map(source)
    spawns, things = info.spawns(GAMETYPE), find_things(info.entities)
    starts = [point.origin for point in spawns.points[:MAX_POINTS]]
    starts += [origin for origin, _ in things.pads[:MAX_POINTS]]
    lattice = _lattice(clip, info.bounds, starts)
    ground = Ground(clip, lattice)
    plan = _Plan(PadFinder(clip, ground, lattice, info.bounds), things)
    plan.place_pads(points_by_side(spawns))
    plan.place_flags()
    towers = plan.towers()
    way = _way(clip, lattice, plan, towers)
    return Survey(
        checksum=info.checksum,
        edges=_edges(info.bounds),
        lattice=lattice,
        roofs=roofs(clip, ground, info.bounds),
        terrain=classes(ground, cells_of(info.bounds)),
        buildings=tuple(sorted((*plan.buildings.values(), *towers))),
        pads=(tuple(plan.pads[0]), tuple(plan.pads[1])),
        flags=(tuple(plan.flags[0]), tuple(plan.flags[1])),
        stock=plan.stock(),
        family=spawns.family,
        way=way,
        notes=tuple(plan.notes[:MAX_NOTES]),
    )


def _lattice(clip: ClipModel, bounds: Bounds, starts: Sequence[Vec3]) -> Lattice:
    frame = frame_of(bounds)
    if frame is None:
        raise SurveyError("its world is too small, or lies beyond 16,384 units")
    walk = Walk(clip, frame)
    floors = [floor for start in starts if (floor := floor_under(walk, start)) is not None]
    lattice = flood(walk, frame, floors)
    if lattice is None:
        raise SurveyError("no spawn point has ground under it")
    return lattice


def _edges(bounds: Bounds) -> Edges:
    """Return where a world ends; it never reaches beyond the cells."""
    (x0, y0, _), (x1, y1, _) = bounds
    west, north = max(0, sim_x(max(x0, -REACH))), max(0, sim_y(min(y1, REACH)))
    return Edges(
        *(west, north),
        *(min(EDGE - 1, sim_x(min(x1, REACH))), min(EDGE - 1, sim_y(max(y0, -REACH)))),
    )


class _Plan:
    """Pads, flags and buildings as they are placed one after the other, none over another."""

    def __init__(self, finder: PadFinder, things: Things) -> None:
        self._finder: Final = finder
        self._things: Final = things
        self.pads: Final[tuple[list[int], list[int]]] = ([], [])
        self.flags: Final[tuple[list[int], list[int]]] = ([], [])
        self.notes: Final = [f"ignored {line}" for line in things.ignored]
        self.buildings: Final[dict[int, Building]] = {}
        self._taken: Final[set[int]] = set()
        for origin, number, side in things.statics:
            cell = cell_under(origin)
            if cell == OUTSIDE or cell in self._taken:
                self.notes.append(f"ignored uo_static: no free cell at {_text(origin)}")
                continue
            self.buildings[cell] = Building(cell, number, side)
            self._taken.add(cell)

    def place_pads(self, points: tuple[list[Vec3], list[Vec3]]) -> None:
        """Place the pads that entities name, then those that sides still lack."""
        for team in (0, 1):
            for origin in [origin for origin, own in self._things.pads if own == team][:MAX_PADS]:
                if not any(self._pad(team, origin, rooms) for rooms in _UP_TO):
                    self.notes.append(f"ignored uo_pad: no open area near {_text(origin)}")
        lacking = [team for team in (0, 1) if not self.pads[team]]
        near = [middle(own or points[0]) for own in points]
        if not any(
            self._both(order, near, rooms) for rooms in _UP_TO for order in _orders(lacking)
        ):
            raise SurveyError(
                f"no two open areas for pads lie {APART:g} units apart, dry and within reach"
            )
        for team in (0, 1):
            for cell in self.pads[team]:
                room = self._finder.room_of(cell)
                if room is not None and room.remark:
                    self.notes.append(f"a pad of the {NAMES[team]} is {room.remark}")

    def _both(
        self, order: Sequence[int], near: Sequence[Sequence[float]], rooms: Sequence[Room]
    ) -> bool:
        """Place a pad for each of some sides, or none."""
        for number, team in enumerate(order):
            if not self._pad(team, near[team], rooms):
                for other in order[:number]:
                    self._taken.difference_update(_block(self.pads[other].pop()))
                return False
        return True

    def _pad(self, team: int, near: Sequence[float], rooms: Sequence[Room]) -> bool:
        cell = self._finder.nearest(near, rooms, self._taken, self.pads[1 - team])
        if cell is None:
            return False
        self.pads[team].append(cell)
        # Lifts win with what lies beside them, and vehicles leave to any side.
        self._taken.update(_block(cell))
        return True

    def place_flags(self) -> None:
        """Place the flags of both sides where entities have them, else beside the pads."""
        for team in (0, 1):
            wanted: list[Sequence[float]] = [
                origin for origin, own in self._things.flags if own == team
            ] or [origin for origin, own in self._things.stock_flags if own == team]
            for near in wanted[:MAX_FLAG_SITES]:
                self._flag(team, near, beside=False)
            pad = cell_middle(self.pads[team][0])
            if not self.flags[team] and not self._flag(team, pad, beside=True):
                self._flag(team, pad, beside=False)
            if not self.flags[team]:
                raise SurveyError(f"no room for the flag of the {NAMES[team]}")

    def _flag(self, team: int, near: Sequence[float], *, beside: bool) -> bool:
        """Place a flag building, one of our own choice where vehicles find room."""
        fits = self._finder.room_of if beside else self._finder.stands_on_ground
        for cell in self._finder.by_distance(near):
            if cell not in self._taken and fits(cell):
                self.flags[team].append(cell)
                self._taken.add(cell)
                return True
        return False

    def towers(self) -> list[Building]:
        """Return towers where turrets are, of the side whose pad is nearer."""
        found: list[Building] = []
        for origin in self._things.turrets:
            cell = cell_under(origin)
            if cell != OUTSIDE and cell not in self._taken:
                self._taken.add(cell)
                found.append(Building(cell, TOWER, self._nearer(origin)))
        return found

    def _nearer(self, place: Sequence[float]) -> int:
        away = [apart(place, cell_middle(pads[0])) for pads in self.pads]
        return int(away[1] < away[0])

    def stock(self) -> tuple[Stock, Stock]:
        """Return the stock of both sides: the usual one, and one for each vehicle of a map."""
        counts = [list(DEFAULT_STOCK), list(DEFAULT_STOCK)]
        for origin, kind, team in self._things.vehicles:
            own = counts[self._nearer(origin) if team is None else team]
            own[kind] = min(ENDLESS - 1, own[kind] + 1)
        a, b = ((tanks, jeeps, msv, heli) for tanks, jeeps, msv, heli in counts)
        return a, b


def _orders(teams: Sequence[int]) -> Sequence[Sequence[int]]:
    """Return the orders in which sides are served: the first may leave no place for the other."""
    return (teams, teams[::-1]) if len(teams) > 1 else (teams,)


def _block(cell: int) -> Cells:
    """Return a cell and the eight around it."""
    x, y = cell_middle(cell)
    step = cell_middle(1)[0] - cell_middle(0)[0]
    return tuple(
        cell_at(sim_x(x + across * step), sim_y(y + down * step))
        for down in (-1, 0, 1)
        for across in (-1, 0, 1)
    )


def _way(clip: ClipModel, lattice: Lattice, plan: _Plan, towers: list[Building]) -> int:
    """Return the length of a jeep's way between the pads, 0 for none.

    Towers that were derived give way: those that it leads through are taken off the list.
    """
    start, goal = (lattice.nearest(*cell_middle(pads[0])) for pads in plan.pads)
    closed = {each.cell for each in plan.buildings.values() if _closes(each.static)}
    closed.update(*plan.flags)
    guarded = closed | {tower.cell for tower in towers}
    way = find_path(clip, lattice, start, goal, lambda node: _cell(lattice, node) in guarded)
    if not way and towers:
        way = find_path(clip, lattice, start, goal, lambda node: _cell(lattice, node) in closed)
        crossed = {_cell(lattice, node) for node in way}
        towers[:] = [tower for tower in towers if tower.cell not in crossed]
    if not way:
        plan.notes.append("no way for a jeep joins the pads; soldiers can carry the flag on foot")
    return max(0, len(way) - 1) * lattice.step


def _cell(lattice: Lattice, node: int) -> int:
    x, y = lattice.place(node)
    return cell_at(sim_x(x), sim_y(y))


def _closes(static: int) -> bool:
    """Return whether a static object leaves no way through its cell."""
    wide = (part.box for part in STATICS[static].shape if not part.pickup)
    return static not in _OPEN and any(max(map(abs, box)) > _WIDE for box in wide)


def _text(place: Vec3) -> str:
    return " ".join(f"{value:g}" for value in place)

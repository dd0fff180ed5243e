"""Scenarios: small worlds and scripts of keys, told in TOML (docs/simulation.md: Scenarios)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from ..grid import SIZE, cell_number, centre
from ..kernel.fixmath import ONE
from ..kernel.headings import CIRCLE
from ..kernel.rand import Rand
from ..lifecycle import create
from ..match import MAX_DRIVERS, MAX_DT, new_match
from ..objects import Kind
from ..sides import ENDLESS, Mode
from ..simulation import Simulation, State
from ..statics import place
from ..tables.defences import MOST_DRONES
from ..tables.tiles import Special
from ..tables.vehicles import VEHICLES, VehicleType
from ..vehicles.helicopter import CRUISE
from ..vehiclestate import Phase, state_of
from ..world import World
from .level import LevelError, add_flag_site, add_pad, fill_jitter, make_level, pick_flags
from .level import span_bridges as span
from .rfm import RfmMap
from .scenariofields import ScenarioError, Table
from .scenariokeys import MAX_TICKS, Timeline, make_timeline, read_presses, words_at
from .scenariomap import MAX_MAP_TEXT, MapText, read_legend, read_map
from .scenariotext import parse_text

MAX_TITLE: Final = 100
DEFAULT_TICKS: Final = 600
MAX_WORD: Final = 0xFFFFFFFF
MAX_AMOUNT: Final = 999
"""Of fuel, hit points, shots, and the mines of a side."""
TYPES: Final = tuple(kind.name for kind in VEHICLES)
STOCKS: Final = ("tanks", "jeeps", "msv", "helicopters")


class Start(NamedTuple):
    """A vehicle at the beginning: in the bunker, selected, or at a place (16.16).

    None leaves fuel, hit points and shots as they come from the bunker; nobody has more than that.
    """

    driver: int
    type: VehicleType
    at: tuple[int, int] | None
    heading: int = 0
    fuel: int | None = None
    hits: int | None = None
    shots: tuple[int, ...] = ()


class Stock(NamedTuple):
    """What sides have in store: vehicles, mines, drones; None leaves them as they are."""

    sides: tuple[int, ...]
    vehicles: tuple[int | None, ...]
    mines: int | None
    drones: int | None
    """How many it has in the air at most."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A world, its drivers (their sides), and what they press."""

    title: str
    drivers: tuple[int, ...]
    land: MapText | RfmMap
    timeline: Timeline
    ticks: int = DEFAULT_TICKS
    dt: int = 1
    seed: int = 1
    jitter: int | None = None
    starts: tuple[Start, ...] = ()
    stocks: tuple[Stock, ...] = ()


def load_scenario(text: str) -> Scenario:
    """Return the scenario of a TOML text.

    Raises ScenarioError, which names the key (``keys[2].press``) or the line that is wrong.
    """
    top = parse_text(text)
    title = top.text("title", MAX_TITLE, "scenario")
    drivers = _drivers(top)
    legend = read_legend(top.take("legend") if top.has("legend") else {})
    corner = top.pair("at", 0, SIZE - 1) if top.has("at") else None
    land = read_map(top.text("map", MAX_MAP_TEXT, ""), corner, legend)
    jitter = top.number("jitter", 0, MAX_WORD) if top.has("jitter") else None
    presses = read_presses(top, len(drivers))
    scenario = Scenario(
        *(title, drivers, land, make_timeline(presses, len(drivers))),
        ticks=top.number("ticks", 1, MAX_TICKS, DEFAULT_TICKS),
        dt=top.number("dt", 1, MAX_DT, 1),
        seed=top.number("seed", 0, MAX_WORD, 1),
        jitter=jitter,
        starts=_starts(top, len(drivers)),
        stocks=tuple(_stock(entry) for entry in top.tables("stock", 2)),
    )
    top.done()
    return scenario


def scenario_of_map(source: RfmMap) -> Scenario:
    """Return the scenario of an RFM map: nobody presses anything. Raises ScenarioError."""
    drivers = (0, 1) if source.players == 2 else (0,)
    scenario = Scenario(source.title or "map", drivers, source, make_timeline([], len(drivers)))
    start(scenario)
    return scenario


def _drivers(top: Table) -> tuple[int, ...]:
    """Return the side of each driver: as listed, or those of so many players, taking turns."""
    top.either("players", "drivers")
    if top.has("players"):
        return tuple(number % 2 for number in range(top.number("players", 1, MAX_DRIVERS)))
    return top.numbers("drivers", 0, 1, MAX_DRIVERS) or (0,)


def _starts(top: Table, drivers: int) -> tuple[Start, ...]:
    starts = tuple(_start(entry, drivers) for entry in top.tables("vehicles", MAX_DRIVERS))
    if len({each.driver for each in starts}) != len(starts):
        raise ScenarioError("vehicles: a driver has more than one")
    return starts


def _start(entry: Table, drivers: int) -> Start:
    driver = entry.number("driver", 0, drivers - 1, 0)
    type_ = VehicleType(entry.choice("type", TYPES))
    at: tuple[int, int] | None = None
    entry.either("cell", "pixel")
    if entry.has("cell"):
        at = centre(cell_number(*entry.pair("cell", 0, SIZE - 1)))
    elif entry.has("pixel"):
        x, y = entry.pair("pixel", 0, SIZE * 32 - 1)
        at = (x * ONE, y * ONE)
    heading = entry.number("heading", 0, 359, 0) * CIRCLE // 360
    fuel = entry.number("fuel", 0, MAX_AMOUNT) * ONE if entry.has("fuel") else None
    hits = entry.number("hits", 1, MAX_AMOUNT) * ONE if entry.has("hits") else None
    shots = entry.numbers("shots", 0, MAX_AMOUNT, len(VEHICLES[type_].weapons))
    entry.done()
    return Start(driver, type_, at, heading, fuel, hits, shots)


def _stock(entry: Table) -> Stock:
    sides = (entry.number("side", 0, 1),) if entry.has("side") else (0, 1)
    vehicles = tuple(entry.number(key, 0, ENDLESS) if entry.has(key) else None for key in STOCKS)
    mines = entry.number("mines", 0, MAX_AMOUNT) if entry.has("mines") else None
    drones = entry.number("drones", 0, MOST_DRONES) if entry.has("drones") else None
    entry.done()
    return Stock(sides, vehicles, mines, drones)


# -- a match of it ---------------------------------------------------------------------------------


def start(scenario: Scenario) -> Simulation:
    """Return the match of a scenario before its first tick. Raises ScenarioError for bad maps."""
    state, mines = _state(scenario)
    return begin(scenario, state, mines=mines)


def begin(
    scenario: Scenario, state: State, world: World | None = None, *, mines: int = 0
) -> Simulation:
    """Return the match of a scenario on the cells of a state, whatever its own map is.

    Raises ScenarioError when there is no room for its vehicles.
    """
    for stock in scenario.stocks:
        for side in (state.sides[number] for number in stock.sides):
            for type_, count in enumerate(stock.vehicles):
                if count is not None:
                    side.stock[type_] = side.first_stock[type_] = count
            if stock.mines is not None:
                side.mines = stock.mines
            if stock.drones is not None:
                side.drones = stock.drones
    sim = new_match(state, scenario.drivers, world, mines=mines)
    for each in scenario.starts:
        _put(sim, each)
    return sim


def _state(scenario: Scenario) -> tuple[State, int]:
    """Return the state a scenario begins with, and how many mines are to be laid at random."""
    land = scenario.land
    if isinstance(land, RfmMap):
        try:
            level = make_level(land, seed=scenario.seed)
        except LevelError as error:
            raise ScenarioError(str(error)) from error
        return level.state, level.mines
    state = State(rand=Rand(scenario.seed))
    grid = state.grid
    grid.side[:] = bytes((2,)) * len(grid.side)
    for column, row, tile in land.places:
        cell = cell_number(column, row)
        if tile.static:
            place(grid, cell, tile.static, tile.side)
        # Here the terrain of a building can be another one; without a wish it is its own.
        if tile.terrain or not tile.static:
            grid.terrain[cell] = tile.terrain
        if tile.special is Special.PAD:
            add_pad(state, tile.side, cell)
        elif tile.special is Special.FLAG_SITE:
            add_flag_site(state, tile.side, cell)
    span(grid)
    if scenario.jitter is not None:
        fill_jitter(grid, scenario.jitter)
    pick_flags(state)
    return state, 0


def _put(sim: Simulation, what: Start) -> None:
    driver = sim.state.drivers[what.driver]
    driver.view.type = what.type
    if what.at is None:
        return
    driver.view.mode = Mode.PLAYING
    obj = create(sim, Kind.VEHICLE, driver.team, *what.at, 0, what.driver)
    if obj is None:
        raise ScenarioError(f"vehicles: no room for that of driver {what.driver}")
    state = state_of(obj)
    obj.heading, state.phase = what.heading, Phase.FREE
    if what.type is VehicleType.HELICOPTER:
        obj.z, state.rotor, state.rotor_speed = CRUISE, ONE, 4 * ONE
    if what.fuel is not None:
        state.fuel = min(what.fuel, VEHICLES[what.type].fuel)
    if what.hits is not None:
        state.hits = min(what.hits, VEHICLES[what.type].hits)
    for slot, shots in zip(state.weapons, what.shots, strict=False):
        slot.ammunition = min(shots, slot.ammunition)


def keys_at(scenario: Scenario, tick: int) -> list[int]:
    """Return the input word of each driver for the frame that begins at a tick."""
    return words_at(scenario.timeline, tick)

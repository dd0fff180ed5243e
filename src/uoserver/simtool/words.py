"""What happened, and how things stand, in words and as plain values for JSON."""

from __future__ import annotations

from typing import Final

from uoserver.sim import events as e
from uoserver.sim.grid import OUTSIDE, SIZE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import CIRCLE
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules.carrying import FlagState
from uoserver.sim.sides import ENDLESS, Driver, Mode
from uoserver.sim.simulation import NO_WINNER, Simulation
from uoserver.sim.tables.statics import DOOR_GLOW
from uoserver.sim.tables.vehicles import VEHICLES
from uoserver.sim.vehiclestate import VehicleState

from .names import a, cell_became

MODES: Final = {
    Mode.SELECT: "in the bunker",
    Mode.LAUNCH: "on the way up",
    Mode.PLAYING: "playing",
    Mode.LEAVING: "on the way into the bunker",
    Mode.HOLD: "just lost a vehicle",
    Mode.FLY_BACK: "flying back to the bunker",
    Mode.SPECTATE: "watching",
    Mode.GONE: "gone",
    Mode.ON_FOOT: "on foot",
}
NAMES: Final = {
    Kind.VEHICLE: "vehicle",
    Kind.LIFT: "lift",
    Kind.WRECK: "wreck",
}

PICTURES: Final = (Kind.EXPLOSION, Kind.DEBRIS)
"""What comes and goes without a line: what it does is told by itself."""


def pixels(value: int) -> float:
    """Return 16.16 as a number of pixels, to a hundredth."""
    return round(value / ONE, 2)


def degrees(heading: int) -> float:
    """Return a heading in degrees, clockwise from north."""
    return round(heading * 360 / CIRCLE, 1)


def cell_words(cell: int) -> str:
    """Return a cell as column and row."""
    return "off the map" if cell == OUTSIDE else f"({cell % SIZE}, {cell // SIZE})"


def vehicle_words(type_: int) -> str:
    """Return a type of vehicles as a word."""
    return VEHICLES[type_].name


def describe(event: e.Event) -> str:
    """Return what happened as a line; empty for what is not worth one (glowing doors, debris)."""
    match event:
        case e.Created(_, kind, _) | e.Destroyed(_, kind, _) if kind in PICTURES:
            return ""
        case e.Launched(driver, id_, type_):
            return f"driver {driver} has {a(vehicle_words(type_))} (object {id_})"
        case e.Docked(driver, type_):
            return f"driver {driver} gives the {vehicle_words(type_)} back"
        case e.Lost(driver, type_, cause, by):
            whose = f" by driver {by}" if by >= 0 else ""
            return f"driver {driver} loses the {vehicle_words(type_)}: {cause}{whose}"
        case e.Created(id_, kind, team):
            return f"{_name(kind)} {id_} of side {team} appears"
        case e.Destroyed(id_, kind, _):
            return f"{_name(kind)} {id_} is gone"
        case e.Damaged(id_, amount, source):
            return f"object {id_} loses {pixels(amount)} hit points to {source or 'nobody'}"
        case e.StaticHit(cell, left, source):
            return f"{cell_words(cell)} is hit by {source or 'nobody'}: {left} hit points left"
        case e.CellChanged(cell, terrain, static, _) if static != DOOR_GLOW:
            return cell_became(cell_words(cell), terrain, static)
        case e.Sound(name, x, y, _, _):
            place = f" at ({x >> 16}, {y >> 16})" if x or y else ""
            return f"sound {name}{place}"
        case e.Ended(winner):
            return "the match ends without a winner" if winner < 0 else f"side {winner} wins"
        case _:
            return _about_flags_and_men(event)


def _about_flags_and_men(event: e.Event) -> str:
    match event:
        case e.FlagTaken(driver, team):
            return f"driver {driver} takes the flag of side {team}"
        case e.FlagDropped(driver, team):
            return f"driver {driver} drops the flag of side {team}"
        case e.FlagReturned(_, team):
            return f"the flag of side {team} is hidden again"
        case e.FlagCaptured(_, team):
            return f"the flag of side {team} is captured"
        case e.ManKilled(id_, team, by):
            return f"man {id_} of side {team} dies by {_driver(by)}"
        case _:
            return ""


def _driver(number: int) -> str:
    return f"driver {number}" if number >= 0 else "nobody"


def _name(kind: Kind) -> str:
    return NAMES.get(kind, kind.name.lower())


def event_values(tick: int, event: e.Event) -> dict[str, object]:
    """Return an event for JSON: its tick, its name and its fields, kinds and types as words."""
    values = event._asdict()
    if "kind" in values:
        values["kind"] = _name(values["kind"])
    if "type" in values:
        values["type"] = vehicle_words(values["type"])
    return {"tick": tick, "event": type(event).__name__, **values}


# -- how things stand ------------------------------------------------------------------------------


def vehicle_of(sim: Simulation, driver: Driver) -> tuple[Obj, VehicleState] | None:
    """Return a driver's vehicle on the map and its own state."""
    obj = sim.state.pool.get(driver.vehicle)
    if obj is None or not isinstance(obj.data, VehicleState):
        return None
    return obj, obj.data


def driver_values(sim: Simulation, driver: Driver) -> dict[str, object]:
    """Return how a driver stands, for JSON; lengths in pixels, angles in degrees."""
    values: dict[str, object] = {
        "driver": driver.number,
        "side": driver.team,
        "mode": driver.view.mode.name.lower(),
        "vehicle": None,
    }
    if found := vehicle_of(sim, driver):
        obj, state = found
        values |= {
            "vehicle": vehicle_words(state.type),
            "object": obj.id,
            "x": pixels(obj.x),
            "y": pixels(obj.y),
            "z": pixels(obj.z),
            "cell": None if obj.cell == OUTSIDE else [obj.cell % SIZE, obj.cell // SIZE],
            "heading": degrees(obj.heading),
            "speed": pixels(obj.speed),
            "fuel": pixels(state.fuel),
            "hits": pixels(state.hits),
            "shots": [slot.ammunition for slot in state.weapons],
            "phase": state.phase.name.lower(),
        }
    return values


def driver_words(sim: Simulation, driver: Driver) -> str:
    """Return how a driver stands as a line."""
    line = f"driver {driver.number}, side {driver.team}: {MODES[driver.view.mode]}"
    if found := vehicle_of(sim, driver):
        obj, state = found
        kind = VEHICLES[state.type]
        shots = ", ".join(str(slot.ammunition) for slot in state.weapons)
        line += (
            f", {kind.name} at ({pixels(obj.x)}, {pixels(obj.y)}) in cell {cell_words(obj.cell)},"
            f" height {pixels(obj.z)}, heading {degrees(obj.heading)}, speed {pixels(obj.speed)},"
            f" fuel {pixels(state.fuel)} of {kind.fuel >> 16},"
            f" hit points {pixels(state.hits)} of {kind.hits >> 16}, shots {shots}"
        )
    return line


def side_values(sim: Simulation) -> list[dict[str, object]]:
    """Return what the sides have left, for JSON."""
    return [
        {
            "side": side.team,
            "stock": {kind.name: side.stock[i] for i, kind in enumerate(VEHICLES)},
            "mines": side.mines,
        }
        for side in sim.state.sides
    ]


def side_words(sim: Simulation) -> list[str]:
    """Return what the sides have left, a line for each."""
    return [
        f"side {side.team}: in stock "
        + ", ".join(f"{kind.name} {side.stock[i]}" for i, kind in enumerate(VEHICLES))
        + f", mines {side.mines}"
        for side in sim.state.sides
    ]


def winner_of(sim: Simulation) -> int | None:
    """Return the side that won, -1 for none, None while the match goes on."""
    return None if sim.state.winner == NO_WINNER else sim.state.winner


def winner_words(sim: Simulation) -> str:
    """Return who won; empty while the match goes on."""
    winner = winner_of(sim)
    if winner is None:
        return ""
    return "nobody wins" if winner < 0 else f"side {winner} wins"


# -- lines of pictures -----------------------------------------------------------------------------


def status_line(sim: Simulation, driver: Driver) -> str:
    """Return what a driver has left, or where he is, in one short line."""
    found = vehicle_of(sim, driver)
    if found is None:
        return MODES[driver.view.mode]
    _, state = found
    kind = VEHICLES[state.type]
    shots = "/".join(str(slot.ammunition) for slot in state.weapons)
    return (
        f"{kind.name}   fuel {state.fuel >> 16}/{kind.fuel >> 16}"
        f"   hit points {state.hits >> 16}/{kind.hits >> 16}   shots {shots}"
    )


def side_line(sim: Simulation, team: int) -> str:
    """Return what a side has in stock and where its flag is, in one short line."""
    side = sim.state.sides[team]
    counts = ("endless" if count == ENDLESS else str(count) for count in side.stock)
    stock = "  ".join(f"{kind.name} {count}" for kind, count in zip(VEHICLES, counts, strict=True))
    return f"{stock}  mines {side.mines}   {flag_words(sim, team)}".rstrip()


def flag_words(sim: Simulation, team: int) -> str:
    """Return where the flag of a side is; empty for a side that has none."""
    for flag in sim.state.pool.on_kind(Kind.FLAG):
        if flag.team == team and isinstance(flag.data, FlagState):
            carrier = flag.data.carrier
            return f"flag with driver {carrier}" if carrier >= 0 else "flag lies about"
    return "flag hidden" if sim.state.sides[team].flag_cell != OUTSIDE else ""

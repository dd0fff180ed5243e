from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uoserver.sim.events import Docked, Event, Launched, Lost, StaticHit
from uoserver.sim.grid import SIZE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.levels import scenario as scenario_module
from uoserver.sim.levels.rfm import RfmMap
from uoserver.sim.levels.scenario import (
    Scenario,
    keys_at,
    load_scenario,
    scenario_of_map,
    start,
)
from uoserver.sim.levels.scenariofields import ScenarioError
from uoserver.sim.match import step
from uoserver.sim.objects import Kind
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation, State
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase, VehicleState
from uoserver.sim.world import GridWorld

FOLDER = files("uoserver") / "data" / "scenarios"
SHIPPED = sorted(entry.name for entry in FOLDER.iterdir())


def shipped(name: str) -> Scenario:
    return load_scenario((FOLDER / name).read_text(encoding="utf-8"))


def begin(text: str) -> Simulation:
    return start(load_scenario(text))


def state_of(sim: Simulation, driver: int = 0) -> VehicleState:
    obj = sim.state.pool.get(sim.state.drivers[driver].vehicle)
    assert obj is not None
    assert isinstance(obj.data, VehicleState)
    return obj.data


def play(scenario: Scenario) -> tuple[Simulation, list[tuple[int, Event]]]:
    sim, events = start(scenario), list[tuple[int, Event]]()
    while sim.state.tick < scenario.ticks:
        found = step(sim, keys_at(scenario, sim.state.tick), scenario.dt)
        events += [(sim.state.tick, event) for event in found]
        if sim.state.tick % 50 == 0:
            check_state(sim.state)
    return sim, events


# -- what a file says ------------------------------------------------------------------------------


def test_an_empty_file_is_plain_land_with_one_driver() -> None:
    scenario = load_scenario("")
    assert (scenario.title, scenario.drivers) == ("scenario", (0,))
    assert (scenario.ticks, scenario.dt, scenario.seed) == (600, 1, 1)
    sim = start(scenario)
    assert not any(sim.state.grid.terrain)
    assert sim.state.drivers[0].view.mode is Mode.SELECT
    assert sim.state.rand.state == _after_flags(1)
    assert set(sim.state.grid.side) == {2}


def _after_flags(seed: int) -> int:
    rand = Rand(seed)
    for _ in range(6):
        rand.rand()
    return rand.state


def test_the_map_becomes_cells() -> None:
    text = 'at = [10, 20]\nmap = """\n0b<~>\nHfF1\n"""\nseed = 9\njitter = 5'
    sim = begin(text)
    grid, row = sim.state.grid, 20 * SIZE + 10
    assert list(grid.terrain[row : row + 5]) == [90, 0, 84, 2, 85]
    assert list(grid.static[row : row + 5]) == [0, 1, 0, 74, 0]
    assert list(grid.static[row + SIZE : row + SIZE + 4]) == [24, 22, 22, 0]
    assert list(grid.side[row + SIZE : row + SIZE + 3]) == [1, 0, 1]
    assert list(grid.terrain[row + SIZE : row + SIZE + 4]) == [0, 109, 109, 91]
    one, other = sim.state.sides
    assert (one.pad, other.pad) == (row, row + SIZE + 3)
    assert (one.flag_cell, other.flag_cell) == (row + SIZE + 1, row + SIZE + 2)
    own = Rand(5)
    assert grid.jitter[0] == (own.below(25) - 12, own.below(25) - 12, own.below(11), own.below(256))


def test_terrain_under_a_static_object_can_be_chosen() -> None:
    sim = begin('at = [0, 0]\nmap = "XW"\nlegend.X = { static = "WALL_H", terrain = "shallow" }')
    assert list(sim.state.grid.terrain[:2]) == [1, 99]


def test_drivers_are_listed_or_counted() -> None:
    assert load_scenario("players = 3").drivers == (0, 1, 0)
    assert load_scenario("drivers = [1, 1]").drivers == (1, 1)
    assert [d.team for d in begin("drivers = [1, 0]").state.drivers] == [1, 0]


def test_vehicles_at_a_place() -> None:
    sim = begin(
        "players = 2\n"
        '[[vehicles]]\ntype = "msv"\ncell = [3, 4]\nheading = 90\nfuel = 7\nhits = 2\n'
        "shots = [5]\n"
        '[[vehicles]]\ndriver = 1\ntype = "helicopter"\npixel = [100, 200]'
    )
    msv, heli = state_of(sim), state_of(sim, 1)
    obj = sim.state.pool.get(sim.state.drivers[0].vehicle)
    assert obj is not None
    assert (obj.x >> 16, obj.y >> 16, obj.heading, obj.z) == (112, 144, 0x100000, 0)
    assert (msv.type, msv.fuel, msv.hits, msv.phase) == (2, 7 * ONE, 2 * ONE, Phase.FREE)
    assert [slot.ammunition for slot in msv.weapons] == [5, 10]
    obj = sim.state.pool.get(sim.state.drivers[1].vehicle)
    assert obj is not None
    assert (obj.x, obj.y, obj.z) == (100 * ONE, 200 * ONE, 50 * ONE)
    assert (heli.rotor, heli.rotor_speed) == (ONE, 4 * ONE)
    assert [d.view.mode for d in sim.state.drivers] == [Mode.PLAYING] * 2
    assert sim.state.sides[0].stock == [3, 8, 2, 3]


def test_fuel_hits_and_shots_are_no_more_than_fit() -> None:
    more = "fuel = 999\nhits = 999\nshots = [999, 9]"
    state = state_of(begin(f'[[vehicles]]\ntype = "msv"\ncell = [3, 4]\n{more}'))
    assert (state.fuel, state.hits) == (320 * ONE, 26 * ONE)
    assert [slot.ammunition for slot in state.weapons] == [100, 9]


def test_a_vehicle_without_a_place_is_selected_in_the_bunker() -> None:
    sim = begin('[[vehicles]]\ntype = "msv"')
    view = sim.state.drivers[0].view
    assert (view.mode, view.type) == (Mode.SELECT, VehicleType.MSV)
    assert sim.state.sides[0].stock == [3, 8, 3, 3]


def test_stock_of_both_sides_and_of_one() -> None:
    sim = begin(
        "[[stock]]\ntanks = 1\nmines = 4\n"
        "[[stock]]\nside = 1\njeeps = 255\nhelicopters = 0\ndrones = 5"
    )
    assert [side.stock for side in sim.state.sides] == [[1, 8, 3, 3], [1, 255, 3, 0]]
    assert [side.first_stock for side in sim.state.sides] == [[1, 8, 3, 3], [1, 255, 3, 0]]
    assert [side.mines for side in sim.state.sides] == [4, 4]
    assert [side.drones for side in sim.state.sides] == [0, 5]


def test_the_bunker_shows_what_the_stock_has() -> None:
    assert begin("[[stock]]\ntanks = 0").state.drivers[0].view.type == VehicleType.JEEP


DEEP = "title.a = " + "{ a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = " * 100 + "1" + " }" * 100
"""2,000 tables in each other: more than Python writes out."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title = 1\n?", "no TOML: .*line 2"),
        ("a = 1\na = 2", "no TOML"),
        ("title = 0x" + "F" * 5000, "title: a number of 20000 bits is no text"),
        ("at = [0x" + "F" * 5000 + ", 1]", r"at\[0\]: a number of 20000 bits is not 0 to 127"),
        (DEEP, "title: a table is no text"),
        ("nothing = 1", "^nothing is not known"),
        ("title = 5", "title: 5 is no text"),
        ("ticks = 0", "ticks: 0 is not 1 to 1000000"),
        ("dt = 13", "dt: 13"),
        ("dt = 0", "dt: 0"),
        ("seed = -1", "seed"),
        ("players = 65", "players: 65 is not 1 to 64"),
        ("players = 0", "players: 0"),
        ("players = 1\ndrivers = []", "^players and drivers: one of them"),
        ("drivers = [2]", r"drivers\[0\]: 2"),
        (f"drivers = {[0] * 65}", "65 entries, at most 64"),
        ("at = [1]", "two numbers"),
        ("map = 1", "map: 1 is no text"),
        ("map = '?'", "row 0, column 0"),
        ('[[vehicles]]\ntype = "bike"', r"vehicles\[0\]\.type: 'bike' is none of tank, jeep"),
        ('[[vehicles]]\ntype = "tank"\ncell = [128, 0]', r"vehicles\[0\]\.cell\[0\]"),
        ('[[vehicles]]\ntype = "tank"\npixel = [0, 4096]', r"vehicles\[0\]\.pixel\[1\]"),
        (
            '[[vehicles]]\ntype = "tank"\ncell = [1, 1]\npixel = [0, 0]',
            r"vehicles\[0\]: cell and pixel: one of",
        ),
        ('[[vehicles]]\ntype = "tank"\nheading = 360', "heading: 360"),
        ('[[vehicles]]\ntype = "tank"\nhits = 0', "hits: 0"),
        ('[[vehicles]]\ntype = "tank"\nshots = [1, 1]', "2 entries, at most 1"),
        ('[[vehicles]]\ntype = "tank"\ndriver = 1', "driver: 1"),
        ('[[vehicles]]\ntype = "tank"\n[[vehicles]]\ntype = "tank"', "more than one"),
        ("[[stock]]\nside = 2", "side: 2"),
        ("[[stock]]\n[[stock]]\n[[stock]]", "3 entries"),
        ("[[stock]]\ntanks = 256", "tanks: 256"),
        ("[[stock]]\nboats = 1", "boats is not known"),
        ("[[keys]]\nat = 1\npress = 'q'", r"keys\[0\]\.press"),
    ],
)
def test_wrong_files(text: str, reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        load_scenario(text)


_KEYS = (
    "title players drivers map at legend vehicles keys stock ticks dt seed jitter type cell"
    " pixel heading press for push tank jeep up a 0 1 2 -1 9 [ ] { } [[ ]] = , . \n \" ''' #"
)
_WORDS = st.sampled_from(_KEYS.split(" "))


@settings(max_examples=200, deadline=None)
@given(st.lists(_WORDS | st.text(max_size=5), max_size=30).map(" ".join) | st.text(max_size=200))
def test_any_text_gives_a_scenario_or_an_error(text: str) -> None:
    try:
        scenario = load_scenario(text)
    except ScenarioError:
        return
    assert start(scenario).state.drivers


# -- maps ------------------------------------------------------------------------------------------


def test_a_map_is_a_scenario_without_keys() -> None:
    tiles = bytearray(SIZE * SIZE)
    tiles[5], tiles[6], tiles[7], tiles[8] = 57, 77, 180, 220
    one = scenario_of_map(RfmMap(bytes(tiles), title="Bay"))
    assert (one.title, one.drivers, keys_at(one, 100)) == ("Bay", (0,), [0])
    assert start(one).state.sides[0].pad == 5
    two = scenario_of_map(RfmMap(bytes(tiles), players=2))
    assert (two.title, two.drivers, keys_at(two, 0)) == ("map", (0, 1), [0, 0])
    with pytest.raises(ScenarioError, match="side 0 has no pad"):
        scenario_of_map(RfmMap())


# -- the scenarios that are shipped ----------------------------------------------------------------


def test_there_are_some() -> None:
    assert [f"{name}.toml" for name in NAMES] == SHIPPED


NAMES = ("boat", "drive", "flight", "sink", "supply", "twoplayers")


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_the_same_each_time(name: str) -> None:
    scenario = shipped(f"{name}.toml")
    assert state_hash(play(scenario)[0]) == state_hash(play(scenario)[0])


def of(kind: type, events: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
    return [(tick, event) for tick, event in events if isinstance(event, kind)]


def test_drive() -> None:
    sim, events = play(shipped("drive.toml"))
    assert [event.left for _, event in of(StaticHit, events) if isinstance(event, StaticHit)] == [
        0,
        0,
    ]
    obj = sim.state.pool.get(sim.state.drivers[0].vehicle)
    assert obj is not None
    assert (obj.x >> 21, obj.heading) == (70, 0)
    assert obj.y >> 21 < 62


def test_boat() -> None:
    scenario = shipped("boat.toml")
    sim = start(scenario)
    seen = set()
    while sim.state.tick < scenario.ticks:
        step(sim, keys_at(scenario, sim.state.tick))
        state = state_of(sim)
        seen.add((state.boat >= ONE, state.water))
    assert {(False, 1), (True, 1), (True, 2), (False, 0)} <= seen
    assert (False, 2) not in seen
    assert state_of(sim).boat == 0
    obj = sim.state.pool.get(sim.state.drivers[0].vehicle)
    assert obj is not None
    assert obj.x >> 21 > 67


def test_flight() -> None:
    """A round of a helicopter ends on its pad: the rotor stops, it folds, and it is stowed away."""
    sim, events = play(shipped("flight.toml"))
    ((tick, event),) = of(Docked, events)
    assert event == Docked(0, VehicleType.HELICOPTER)
    # Down from 50 pixels: 100 ticks; spin-down: 141, and at most a turn at half a step; fold: 56.
    assert 1420 + 100 + 141 + 56 < tick < 1420 + 100 + 141 + 128 + 56 + 30
    assert sim.state.sides[0].stock == [3, 8, 3, 3]
    assert sim.state.drivers[0].view.mode is Mode.SELECT


def test_two_players() -> None:
    sim, events = play(shipped("twoplayers.toml"))
    launched = [event for _, event in of(Launched, events)]
    assert [(e.driver, e.type) for e in launched if isinstance(e, Launched)] == [(1, 2), (0, 0)]
    one, other = (sim.state.pool.get(d.vehicle) for d in sim.state.drivers)
    assert one is not None
    assert other is not None
    assert 20 < other.x - one.x >> 16 < 26  # nose to nose
    assert [side.stock for side in sim.state.sides] == [[2, 8, 3, 3], [3, 8, 2, 3]]


def test_sink() -> None:
    sim, events = play(shipped("sink.toml"))
    ((_, event),) = of(Lost, events)
    assert event == Lost(0, VehicleType.TANK, "sunk")
    assert sim.state.sides[0].stock[0] == 2
    assert sim.state.drivers[0].view.mode is Mode.SELECT


def test_supply() -> None:
    sim, _ = play(shipped("supply.toml"))
    state = state_of(sim)
    assert state.fuel > 250 * ONE
    assert state.weapons[0].ammunition == 16


def test_a_match_of_a_map_has_the_mines_that_the_map_wants() -> None:
    tiles = bytearray(128 * 128)
    tiles[67 * 128 + 67], tiles[5 * 128 + 5] = 57, 220
    for mines, laid in ((0, 0), (9, 8)):  # off the roads one is lost
        sim = start(scenario_of_map(RfmMap(bytes(tiles), mines=mines)))
        assert len(list(sim.state.pool.on_kind(Kind.MINE))) == laid


def test_a_scenario_begins_on_other_cells_and_in_another_world() -> None:
    scenario = load_scenario(
        'players = 2\nmap = "~"\n[[vehicles]]\ntype = "jeep"\ncell = [7, 9]\n[[stock]]\nmines = 4'
    )
    state = State()
    state.grid.terrain[5] = 1
    world = GridWorld(state.grid)
    sim = scenario_module.begin(scenario, state, world)
    assert sim.state is state
    assert sim.world is world
    assert sum(state.grid.terrain) == 1
    jeep = state.pool.get(state.drivers[0].vehicle)
    assert jeep is not None
    assert jeep.cell == 9 * SIZE + 7
    assert [side.mines for side in state.sides] == [4, 4]
    assert len(state.drivers) == 2

"""The figures of the acceptance page for turrets, drones and the submarine (tests: ai_test).

The page's scenes are of maps that are not ours; these have their distances and directions. All
were taken at one tick a frame.
"""

from __future__ import annotations

import pytest

from tests.sim.defences.helpers import guns
from tests.sim.play import EAST, NORTH, PAD_0, WEST, data, new_sim, put, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.defences import turret
from uoserver.sim.defences.submarine import Stage as SubStage
from uoserver.sim.defences.turret import Stage, state_of
from uoserver.sim.defences.watch import watch_towers
from uoserver.sim.events import CellChanged, Created, Damaged, Event, Fired, Lost
from uoserver.sim.grid import cell_number
from uoserver.sim.kernel.fixmath import ONE, dist
from uoserver.sim.kernel.headings import angle_between
from uoserver.sim.keys import FIRE_A, UP, stick
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import DEBRIS, Debris
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.statics import ACTIVE_TOWER, NUMBER_OF
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehicles.fate import Cause, lose
from uoserver.sim.vehicles.hull import damage

TANK, JEEP, MSV, HELI = VehicleType
TOWER_AT = (74, 31)
TOWER_HIT = ONE * 3 // 2 - VEHICLES[TANK].armour
"""1.5 - 0.3."""


def count(sim: Simulation, kind: Kind) -> int:
    return len(list(sim.state.pool.on_kind(kind)))


# -- turret ----------------------------------------------------------------------------------------


def run(sim: Simulation, ticks: int, *keys: int) -> list[Event]:
    """Hold keys, as `play.run` does, without looking through the state each time."""
    events: list[Event] = []
    for _ in range(ticks):
        events += step(sim, [stick(word) for word in keys])
    return events


def driven_up() -> tuple[Simulation, int, Obj, Obj]:
    """A tank that drove north, from 12 cells south of a large tower, until that woke."""
    sim = new_sim((0, 1))
    cell = put(sim, *TOWER_AT, "LARGE_TOWER", 1)
    tank = spawn(sim, TANK, 74, 43, NORTH)
    for _ in range(400):
        run(sim, 1, UP)
        if guns(sim):
            return sim, cell, tank, guns(sim)[0]
    raise AssertionError("it slept on")


def test_a_large_tower_wakes_when_its_row_comes_into_the_picture() -> None:
    """The page's camera saw it at 165 px; five rows ahead it is at 176 px or less."""
    _, _, tank, gun = driven_up()
    away = (tank.y - gun.y) / ONE
    assert away == pytest.approx(175, abs=1)
    assert away == pytest.approx(165, abs=11)


def test_its_first_shell_comes_after_its_reaction_and_its_turn() -> None:
    sim, _, tank, gun = driven_up()
    state = state_of(gun)
    put_at(sim, tank, tank.x / ONE, gun.y / ONE + 165)
    reaction = state.wake - sim.state.tick
    assert 0 <= reaction <= 255
    turn = -(-0x200000 // 0x3333)  # from its rest to the south: 161 ticks
    began = sim.state.tick
    events: list[Event] = []
    while not [event for event in events if isinstance(event, Fired)]:
        events = run(sim, 1, 0)
    # it aims the tick after it is awake, and fires the tick after it aimed
    assert sim.state.tick - began == max(reaction, 1) + turn + 1


def test_each_hit_on_a_tank_costs_1_2() -> None:
    sim, cell, tank, gun = driven_up()
    put_at(sim, tank, tank.x / ONE, gun.y / ONE + 130)  # 165 px are too far for a 64th turn
    run(sim, 600, 0)
    lost = VEHICLES[TANK].hits - data(tank).hits
    assert lost >= TOWER_HIT
    assert lost % TOWER_HIT == 0
    assert pytest.approx(1.2, abs=0.001) == TOWER_HIT / ONE
    assert sim.state.grid.static[cell] == ACTIVE_TOWER


def test_five_tank_shells_destroy_it() -> None:
    sim, cell, tank, gun = driven_up()
    state_of(gun).wake = 10_000
    shots, tick = 0, sim.state.tick
    pieces = 0
    while guns(sim) and sim.state.tick < tick + 500:
        events = run(sim, 1, UP | FIRE_A if (tank.y - gun.y) >> 16 > 60 else FIRE_A)
        shots += sum(isinstance(event, Fired) for event in events)
        made = [e for e in events if isinstance(e, Created) and e.kind is Kind.DEBRIS]
        pieces += len(made)
    assert pieces == 5
    assert shots <= 20
    assert guns(sim) == []
    run(sim, 110, 0)
    assert sim.state.grid.static[cell] == NUMBER_OF["DMG_TOWER"] == 60


@pytest.mark.parametrize("shells", [4, 5])
def test_it_takes_five_shells_of_a_tank(shells: int) -> None:
    _, cell, _, gun = (scene := driven_up())
    sim = scene[0]
    for _ in range(shells):
        turret.damage(sim, gun, ONE, None)
    run(sim, 1, 0)
    assert (guns(sim) == []) is (shells == 5)
    assert sim.state.grid.hits[cell] == 5 - shells


def test_when_its_target_is_destroyed_it_is_at_rest_about_175_ticks_later() -> None:
    """A tower at (tx + 3, ty + 6), the tank where the first tower woke for it.

    How far its gun has to turn back is a matter of the map; here it is what comes nearest to 175
    ticks. More than 160, half a turn, can only be if it levels after it turned.
    """
    sim = new_sim((0, 1))
    tower = put(sim, 77, 37, "TOWER", 1)
    sim.state.grid.jitter[(37 & 15) * 16 + (77 & 15)] = (0, 0, 0, 29)
    tank = spawn(sim, TANK, 74, 36)
    watch_towers(sim)
    (gun,) = guns(sim)
    state = state_of(gun)
    state.wake, state.next_shot = 0, 10_000
    run(sim, 300, 0)
    assert gun.heading == angle_between(gun.x, gun.y, tank.x, tank.y)
    pitch, way = state.pitch, gun.heading - (29 << 16)
    lose(sim, tank, data(tank), Cause.DAMAGE)
    ticks = 0
    while gun.think != Stage.DONE:
        run(sim, 1, 0)
        ticks += 1
    # It sees that in its next update; in the tick in which it is turned it begins to level.
    assert ticks == 1 + -(-way // 0x3333) + -(-pitch // 0xA3D) - 1
    assert ticks == pytest.approx(175, abs=3)
    run(sim, 1, 0)
    assert guns(sim) == []
    assert sim.state.grid.static[tower] == NUMBER_OF["TOWER"]


def test_nobody_sees_it_it_is_gone_within_290_to_302_ticks() -> None:
    sim = new_sim((0, 1))
    cell = put(sim, *TOWER_AT, "TOWER", 1)
    tank = spawn(sim, TANK, 74, 34)
    run(sim, 1, 0)
    assert len(guns(sim)) == 1
    put_at(sim, tank, 100, 3000)
    ticks = 0
    while guns(sim):
        run(sim, 1, 0)
        ticks += 1
    assert ticks == 301
    assert sim.state.grid.static[cell] == NUMBER_OF["TOWER"] == 49


# -- drone -----------------------------------------------------------------------------------------


def parked() -> tuple[Simulation, Obj]:
    """A tank three cells east of its pad, against a side that has three drones."""
    sim = new_sim((0, 1))
    sim.state.sides[1].drones = 3
    return sim, spawn(sim, TANK, PAD_0[0] + 3, PAD_0[1], EAST)


def attacked() -> tuple[Simulation, Obj, Obj]:
    sim, tank = parked()
    run(sim, 362, 0)
    (drone,) = sim.state.pool.on_kind(Kind.DRONE)
    return sim, tank, drone


def test_a_drone_comes_after_360_idle_ticks() -> None:
    sim, tank = parked()
    run(sim, 1 + 360, 0)  # the first tick is that in which it came into its cell
    assert count(sim, Kind.DRONE) == 0
    run(sim, 1, 0)
    (drone,) = sim.state.pool.on_kind(Kind.DRONE)
    assert (drone.z, drone.team) == (50 * ONE, 1)
    assert max(abs(drone.x - tank.x), abs(drone.y - tank.y)) >> 16 in (510, 511, 512)


def test_it_fires_and_hurts_the_tank() -> None:
    sim, tank, drone = attacked()
    events = run(sim, 900, 0)
    fired = [event for event in events if isinstance(event, Fired)]
    assert any(event.owner == drone.id for event in fired)
    assert {event.projectile for event in fired} == {Shot.DRONE_GUN}
    hits = [event for event in events if isinstance(event, Damaged)]
    assert {event.id for event in hits} == {tank.id}
    assert data(tank).hits < VEHICLES[TANK].hits


def test_2_hit_points_bring_it_down_within_3_ticks() -> None:
    sim, _, drone = attacked()
    hook = sim.classes[Kind.DRONE].damage
    assert hook
    hook(sim, drone, 2 * ONE, None)
    run(sim, 3, 0)
    assert count(sim, Kind.DRONE) == 0
    assert count(sim, Kind.DEBRIS) == DEBRIS[Debris.HIGH].pieces > 0


def test_its_target_gone_it_leaves_and_goes_60_ticks_after_it_was_seen() -> None:
    sim, tank, drone = attacked()
    while dist(drone.x, drone.y, tank.x, tank.y) > 100 * ONE:
        run(sim, 1, 0)
    lose(sim, tank, data(tank), Cause.DAMAGE)
    last = sim.state.tick - 1  # nobody sees anything in the frame that goes on from here
    ticks = []
    while count(sim, Kind.DRONE):
        run(sim, 1, 0)
        ticks.append(sim.state.tick)
    assert ticks[-1] - last in (61, 62)
    assert drone.z == 50 * ONE


# -- submarine -------------------------------------------------------------------------------------


def test_the_submarine_comes_up_after_341_ticks_and_fires_after_181() -> None:
    sim = new_sim((0, 1))
    heli = spawn(sim, HELI, 3, 64, WEST)
    came = 0
    while not came:
        events = run(sim, 1, UP)
        came = sim.state.tick * any(
            isinstance(event, Created) and event.kind is Kind.SUBMARINE for event in events
        )
    assert -34.8 < heli.x / ONE < -32  # at once: 32 px and what it flies in a tick
    (sub,) = sim.state.pool.on_kind(Kind.SUBMARINE)
    while sub.think != SubStage.WAIT:
        run(sim, 1, UP)
    up = sim.state.tick
    assert up - came == 341
    fired: list[Fired] = []
    while not fired:
        fired = [event for event in run(sim, 1, UP) if isinstance(event, Fired)]
    assert sim.state.tick - up == 181
    assert fired[0].projectile == Shot.HOMING
    lost: list[Lost] = []
    while not lost:
        lost = [event for event in run(sim, 1, UP) if isinstance(event, Lost)]
    assert lost[0].cause == "damage"
    run(sim, 3, 0)
    assert sub.think == SubStage.DIVE
    run(sim, 102, 0)
    assert count(sim, Kind.SUBMARINE) == 0


def test_25_hit_points_end_a_helicopter_with_one_hit() -> None:
    sim = new_sim()
    heli = spawn(sim, HELI, 60, 60)
    damage(sim, heli, 25 * ONE, None)
    assert sim.state.drivers[0].vehicle == 0
    assert VEHICLES[HELI].hits == 15 * ONE


# -- two players -----------------------------------------------------------------------------------


def test_a_tower_of_side_0_wakes_for_player_2_only() -> None:
    """Three cells east of player 2, in both pictures."""
    sim = new_sim((0, 1))
    own = spawn(sim, TANK, 60, 62)
    cell = put(sim, 63, 60, "TOWER", 0)
    watch_towers(sim)
    assert guns(sim) == []
    enemy = spawn(sim, JEEP, 60, 60, driver=1)
    events = run(sim, 1, 0, 0)
    (gun,) = guns(sim)
    assert (gun.team, gun.cell) == (0, cell_number(63, 60))
    assert state_of(gun).target == enemy.id != own.id
    assert CellChanged(cell, 97, ACTIVE_TOWER, 0) in events


def test_drones_are_of_the_side_that_their_target_is_not_of() -> None:
    for team in (0, 1):
        sim = new_sim((0, 1))
        for side in sim.state.sides:
            side.drones = 1
        spawn(sim, TANK, 60, 60, driver=team)
        run(sim, 362, 0, 0)
        (drone,) = sim.state.pool.on_kind(Kind.DRONE)
        assert drone.team == 1 - team

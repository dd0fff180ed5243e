"""How bots follow ways, and get off what they are stuck on."""

from __future__ import annotations

import pytest

from uoserver.game.bots.atlas import Atlas
from uoserver.game.bots.driving import FREE_AGAIN, HOPELESS, STUCK_AFTER, Wheelman
from uoserver.game.bots.sight import look
from uoserver.sim.grid import cell_number, centre
from uoserver.sim.kernel.fixmath import ONE, dist2_px
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import DOWN, EXTRA_RIGHT, UP
from uoserver.sim.match import step
from uoserver.sim.simulation import Simulation
from uoserver.sim.world import GridWorld

from .scenes import HELICOPTER, TANK, own, scene, vehicle

YARD = """
legend = { X = { terrain = "land", static = "BLDG_S", side = 0 } }
map = '''
..........
.XXXXXXXX.
........X.
.XXXXXX.X.
......X.X.
.XXXX.X.X.
......X.X.
.XXXXXX.X.
........X.
XXXXXXXXX.
'''
"""


def travel(sim: Simulation, goal: int, ticks: int) -> int:
    """Drive to a cell; return the ticks it took."""
    atlas, man = Atlas(sim.state.grid, sim.world), Wheelman(Rand(3))
    for tick in range(ticks):
        seen = look(sim, 0).own
        assert seen is not None
        if seen.cell == goal:
            return tick
        keys = man.drive(seen, goal, atlas, 0, tick)
        driver = sim.state.drivers[0]
        driver.analog = keys.heading is not None
        driver.steer = -1 if keys.heading is None else keys.heading
        step(sim, [keys.word])
    return ticks


@pytest.mark.parametrize("type_", ["tank", "jeep", "msv"])
@pytest.mark.parametrize("heading", [0, 180])
def test_a_way_through_alleys_is_driven(type_: str, heading: int) -> None:
    sim = scene(f'{YARD}\n[[vehicles]]\ntype = "{type_}"\ncell = [44, 44]\nheading = {heading}')
    assert travel(sim, cell_number(49, 48), 3000) < 3000


def test_no_wall_is_rammed_on_the_way_round_it() -> None:
    sim = scene(
        'legend = { X = { static = "WALL_H", side = 0 } }\nmap = """\n....X\n....X\n....X\n"""\n'
        '[[vehicles]]\ntype = "jeep"\ncell = [42, 41]\nheading = 90'
    )
    assert travel(sim, cell_number(46, 41), 700) < 700
    assert all(sim.state.grid.hits[cell_number(44, row)] == 5 for row in (40, 41, 42))


def test_a_cell_to_be_shot_free_is_told() -> None:
    sim = scene(
        'legend = { X = { static = "BLDG_S", side = 1 }, W = { static = "WALL_H", side = 1 }, '
        'D = { terrain = "deep" } }\nmap = """\nDDDDD\n...W.\nDDDDD\n"""\n'
        '[[vehicles]]\ntype = "tank"\ncell = [41, 41]\nheading = 90'
    )
    atlas, man = Atlas(sim.state.grid, sim.world), Wheelman(Rand(3))
    told = set()
    for tick in range(100):
        seen = look(sim, 0).own
        assert seen is not None
        keys = man.drive(seen, cell_number(44, 41), atlas, 0, tick)
        told.add(man.in_the_way)
        step(sim, [keys.word])
    assert told == {-1, cell_number(43, 41)}
    seen = look(sim, 0).own
    assert seen is not None
    man.rest(seen, 100)
    assert man.in_the_way == -1


def test_who_does_not_get_on_goes_back_and_at_last_gives_up() -> None:
    man, atlas = Wheelman(Rand(1)), flat()
    me = own(TANK)
    goal = cell_number(50, 40)
    words = [man.drive(me, goal, atlas, 0, tick).word for tick in range(100)]
    assert all(word & UP for word in words[: STUCK_AFTER - 1])
    assert words[STUCK_AFTER] & DOWN
    for tick in range(100, 2500):
        man.drive(me, goal, atlas, 0, tick)
    assert man.hopeless
    assert man.tries > HOPELESS


def flat() -> Atlas:
    sim = scene('map = "."')
    return Atlas(sim.state.grid, GridWorld(sim.state.grid))


def test_a_way_back_that_led_on_is_forgotten() -> None:
    man, atlas, goal = Wheelman(Rand(1)), flat(), cell_number(50, 40)
    me = own(TANK)
    for tick in range(300):
        man.drive(me, goal, atlas, 0, tick)
    assert man.tries
    for tick in range(300, 600):
        me = own(TANK, y=1600 - (tick - 300))
        man.drive(me, goal, atlas, 0, tick)
    assert man.tries == 0


def test_who_stands_because_he_is_meant_to_is_not_stuck() -> None:
    man, atlas, me = Wheelman(Rand(1)), flat(), own(TANK)
    for tick in range(500):
        man.rest(me, tick)
    assert man.drive(me, cell_number(50, 40), atlas, 0, 501).word & UP
    assert man.tries == 0


def test_where_one_got_stuck_the_next_way_leads_elsewhere() -> None:
    man, atlas, goal = Wheelman(Rand(1)), flat(), cell_number(50, 40)
    for tick in range(400):
        man.drive(own(TANK), goal, atlas, 0, tick)
    assert not atlas.holds(cell_number(50, 50), cell_number(50, 49))


def test_two_that_fly_at_each_other_pass_on_the_right() -> None:
    man, me = Wheelman(Rand(1)), own(HELICOPTER)
    drifts = [man.drift(me, tick, 300) for tick in range(200)]
    assert drifts[:70] == [None] * 70
    assert any(keys is not None and keys.word & EXTRA_RIGHT for keys in drifts[70:])
    man = Wheelman(Rand(1))
    assert not any(man.drift(me, tick, 100) for tick in range(200))
    man = Wheelman(Rand(1))
    assert not any(man.drift(own(HELICOPTER, y=1600 - tick), tick, 300) for tick in range(200))


def test_what_flies_and_is_stopped_is_stuck_however_near_its_target_is() -> None:
    man, hit = Wheelman(Rand(1)), own(HELICOPTER, blocked=True)
    drifts = [man.drift(hit, tick, 100) for tick in range(72)]
    assert drifts[:71] == [None] * 71
    assert drifts[71] is not None
    assert drifts[71].word & (EXTRA_RIGHT | UP) == EXTRA_RIGHT | UP
    # Every other step gives way a bit, and that it was stopped is forgotten at last.
    man, free = Wheelman(Rand(1)), own(HELICOPTER)
    assert any(man.drift((hit, free)[tick // 8 % 2], tick, 100) for tick in range(100))
    man = Wheelman(Rand(1))
    assert not any(man.drift(hit if tick < 30 else free, tick, 100) for tick in range(200))


def test_what_flies_backs_off_when_passing_led_nowhere_and_is_given_up_at_last() -> None:
    man, hit = Wheelman(Rand(1)), own(HELICOPTER, blocked=True)
    words = {keys.word & (UP | DOWN) for tick in range(300) if (keys := man.drift(hit, tick, 0))}
    assert words == {UP, DOWN}
    assert man.tries == 2
    for tick in range(300, 2000):
        man.drift(hit, tick, 0)
    assert man.hopeless
    man.drift(own(HELICOPTER, y=1600 - FREE_AGAIN - 1), 2000, 0)
    assert not man.hopeless


def test_who_stands_before_the_goal_drives_straight_to_it() -> None:
    sim = scene('map = "."\n[[vehicles]]\ntype = "tank"\ncell = [45, 45]\nheading = 0')
    x, y = centre(cell_number(45, 43))
    atlas = Atlas(sim.state.grid, sim.world)
    for tick in range(200):
        seen = look(sim, 0).own
        assert seen is not None
        keys = Wheelman(Rand(3)).drive(seen, cell_number(45, 43), atlas, 0, tick)
        sim.state.drivers[0].analog = True
        sim.state.drivers[0].steer = keys.heading or 0
        step(sim, [keys.word])
        if dist2_px(vehicle(sim).x, vehicle(sim).y, x, y) < 4:
            break
    assert dist2_px(vehicle(sim).x, vehicle(sim).y, x, y) < 4
    assert vehicle(sim).y < 44 * 32 * ONE

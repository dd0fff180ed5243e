"""The flags on the compass: hidden, out, carried; of one's own side and of the enemy."""

from __future__ import annotations

from uoproto.states import Objective
from uoserver.game.match.seats import Side
from uoserver.game.publish.names import STOCK_NAMES, make_names
from uoserver.game.publish.objectives import objectives
from uoserver.sim.grid import OUTSIDE, centre
from uoserver.sim.lifecycle import set_parent
from uoserver.sim.objects import Kind
from uoserver.sim.tables.vehicles import VehicleType

from .scenes import put, scene

ALLIES, AXIS = Side.ALLIES, Side.AXIS


def test_a_hidden_flag_is_known_to_its_own_side() -> None:
    play = scene()
    state, land = play.sim.state, play.match.world
    x, y, z = land.point(*centre(state.sides[0].flag_cell), 0)
    mine, enemy, *rest = objectives(state, land, ALLIES, STOCK_NAMES)
    assert mine.fields() == {
        "state": 1,
        "origin[0]": x,
        "origin[1]": y,
        **({"origin[2]": round(z)} if round(z) else {}),
        "entNum": 1023,
        "teamNum": 2,
    }
    assert enemy == Objective.ZERO
    assert rest == [Objective.ZERO] * 14
    none, theirs, *_ = objectives(state, land, AXIS, STOCK_NAMES)
    assert (none, theirs["teamNum"]) == (Objective.ZERO, 1)
    assert objectives(state, land, None, STOCK_NAMES) == (Objective.ZERO,) * 16


def test_no_flag_at_all() -> None:
    play = scene()
    play.sim.state.sides[0].flag_cell = OUTSIDE
    found = objectives(play.sim.state, play.match.world, ALLIES, STOCK_NAMES)
    assert found == (Objective.ZERO,) * 16


def test_a_flag_that_is_out() -> None:
    play = scene()
    flag = put(play, Kind.FLAG, 128, 128, team=1)
    names = make_names({"icons": {"flag_axis": "gfx/flag"}})
    _, enemy, *_ = objectives(play.sim.state, play.match.world, ALLIES, names)
    assert enemy.fields() == {
        "state": 4,
        "origin[0]": 128,
        "origin[1]": 128,
        "entNum": 72 + flag.slot,
        "teamNum": 2,
        "icon": 1,
    }
    _, own, *_ = objectives(play.sim.state, play.match.world, AXIS, STOCK_NAMES)
    assert (own.state, own["teamNum"], own["icon"]) == (1, 1, 0)
    _, watched, *_ = objectives(play.sim.state, play.match.world, None, STOCK_NAMES)
    assert (watched.state, watched["teamNum"]) == (1, 0)


def test_a_carried_flag_goes_with_its_carrier() -> None:
    play = scene()
    jeep = play.drive(0, VehicleType.JEEP, 384, 128)
    flag = put(play, Kind.FLAG, 128, 128, team=1)
    set_parent(play.sim, flag, jeep)
    _, enemy, *_ = objectives(play.sim.state, play.match.world, ALLIES, STOCK_NAMES)
    assert enemy["entNum"] == 72 + jeep.slot
    assert enemy["origin[0]"] == 384

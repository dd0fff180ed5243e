from __future__ import annotations

import json

import pytest

from tests.simtool.drawn import put, with_vehicle, world
from uoserver.sim import events as e
from uoserver.sim.grid import OUTSIDE, SIZE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.rules.carrying import state_of as flag_state
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import NO_WINNER
from uoserver.simtool import words as w


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (e.Launched(0, 513, 3), "driver 0 has a helicopter (object 513)"),
        (e.Launched(0, 513, 2), "driver 0 has an msv (object 513)"),
        (e.Docked(1, 2), "driver 1 gives the msv back"),
        (e.Lost(0, 1, "fuel"), "driver 0 loses the jeep: fuel"),
        (e.Lost(0, 1, "damage", 2), "driver 0 loses the jeep: damage by driver 2"),
        (e.Created(7, Kind.LIFT, 1), "lift 7 of side 1 appears"),
        (e.Destroyed(7, Kind.MAN, 0), "man 7 is gone"),
        (e.Created(7, Kind.EXPLOSION, 2), ""),
        (e.Destroyed(7, Kind.DEBRIS, 2), ""),
        (e.Exploded(1, 0, 0, 0), ""),
        (e.Damaged(7, 3 * ONE // 2, 0), "object 7 loses 1.5 hit points to nobody"),
        (e.StaticHit(SIZE + 5, 2, 513), "(5, 1) is hit by 513: 2 hit points left"),
        (e.CellChanged(SIZE + 5, 0, 87, 2), "(5, 1) is now a flattened bush"),
        (e.CellChanged(5, 92, 0, 2), "the pad at (5, 0) opens"),
        (e.CellChanged(5, 90, 89, 2), ""),
        (e.Sound("Raise", 70 * ONE, 9 * ONE, 0, 1), "sound Raise at (70, 9)"),
        (e.Sound("Raise", 0, 9 * ONE, 0, 1), "sound Raise at (0, 9)"),
        (e.Sound("Laugh", 0, 0, 0), "sound Laugh"),
        (e.FlagTaken(0, 1), "driver 0 takes the flag of side 1"),
        (e.FlagDropped(0, 1), "driver 0 drops the flag of side 1"),
        (e.FlagReturned(-1, 1), "the flag of side 1 is hidden again"),
        (e.FlagCaptured(0, 1), "the flag of side 1 is captured"),
        (e.ManKilled(7, 1, 0), "man 7 of side 1 dies by driver 0"),
        (e.ManKilled(7, 1), "man 7 of side 1 dies by nobody"),
        (e.Ended(1), "side 1 wins"),
        (e.Ended(-1), "the match ends without a winner"),
    ],
)
def test_events_in_words(event: e.Event, text: str) -> None:
    assert w.describe(event) == text


def test_events_as_values() -> None:
    assert w.event_values(9, e.Created(7, Kind.LIFT, 1)) == {
        "tick": 9,
        "event": "Created",
        "id": 7,
        "kind": "lift",
        "team": 1,
    }
    assert w.event_values(9, e.Docked(1, 2)) == {
        "tick": 9,
        "event": "Docked",
        "driver": 1,
        "type": "msv",
    }
    json.dumps(w.event_values(1, e.Created(7, Kind.LIFT, 1)))


def test_drivers() -> None:
    sim = world("", '[[vehicles]]\ntype = "msv"\ncell = [2, 3]\nheading = 90', head="players = 2")
    one, other = sim.state.drivers
    values = w.driver_values(sim, one)
    assert (values["mode"], values["vehicle"], values["cell"]) == ("playing", "msv", [2, 3])
    assert (values["x"], values["y"], values["z"], values["heading"]) == (80, 112, 0, 90)
    assert (values["fuel"], values["hits"], values["shots"]) == (320, 26, [100, 10])
    line = w.driver_words(sim, one)
    assert line.startswith("driver 0, side 0: playing, msv at (80.0, 112.0) in cell (2, 3),")
    assert line.endswith("fuel 320.0 of 320, hit points 26.0 of 26, shots 100, 10")
    assert w.driver_values(sim, other) == {
        "driver": 1,
        "side": 1,
        "mode": "select",
        "vehicle": None,
    }
    assert w.driver_words(sim, other) == "driver 1, side 1: in the bunker"
    other.vehicle = one.vehicle + 512  # gone
    assert w.driver_values(sim, other)["vehicle"] is None


def test_a_vehicle_off_the_map_has_no_cell() -> None:
    sim = world("", '[[vehicles]]\ntype = "jeep"\ncell = [2, 3]')
    obj = sim.state.pool.get(sim.state.drivers[0].vehicle)
    assert obj is not None
    obj.cell = OUTSIDE
    assert w.driver_values(sim, sim.state.drivers[0])["cell"] is None
    assert "in cell off the map" in w.driver_words(sim, sim.state.drivers[0])


def test_sides_and_winner() -> None:
    sim = world("", "[[stock]]\nside = 1\ntanks = 1\nmines = 4")
    assert w.side_words(sim)[1] == "side 1: in stock tank 1, jeep 8, msv 3, helicopter 3, mines 4"
    assert w.side_values(sim)[1] == {
        "side": 1,
        "stock": {"tank": 1, "jeep": 8, "msv": 3, "helicopter": 3},
        "mines": 4,
    }
    assert w.winner_of(sim) is None
    sim.state.winner = -1
    assert w.winner_of(sim) == -1


def test_every_mode_has_words() -> None:
    assert set(w.MODES) == set(Mode)


# -- lines of pictures -----------------------------------------------------------------------------


def test_what_a_side_has_in_a_line() -> None:
    sim = world("", "[[stock]]\nside = 1\njeeps = 255\nmines = 7", head="players = 2")
    assert w.side_line(sim, 0) == "tank 3  jeep 8  msv 3  helicopter 3  mines 30"
    assert w.side_line(sim, 1) == "tank 3  jeep endless  msv 3  helicopter 3  mines 7"


def test_where_flags_are() -> None:
    sim = world("f.F", head="players = 2")
    assert [w.flag_words(sim, team) for team in (0, 1)] == ["flag hidden", "flag hidden"]
    assert w.side_line(sim, 0).endswith("mines 30   flag hidden")
    flag = put(sim, Kind.FLAG, 1)
    assert [w.flag_words(sim, team) for team in (0, 1)] == ["flag hidden", "flag lies about"]
    flag_state(flag).carrier = 0
    assert w.flag_words(sim, 1) == "flag with driver 0"
    assert w.flag_words(world(""), 0) == ""


def test_what_a_driver_has_in_a_line() -> None:
    sim, _ = with_vehicle("msv")
    mine, other = (w.status_line(sim, driver) for driver in sim.state.drivers)
    assert mine == "msv   fuel 320/320   hit points 26/26   shots 100/10"
    assert other == "in the bunker"


def test_who_won() -> None:
    sim = world("")
    found = []
    for winner in (NO_WINNER, -1, 0, 1):
        sim.state.winner = winner
        found.append(w.winner_words(sim))
    assert found == ["", "nobody wins", "side 0 wins", "side 1 wins"]

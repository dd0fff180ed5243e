from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.survey.lands import Land
from uoserver.bsp import write
from uoserver.commandline import CommandError
from uoserver.sim.grid import centre
from uoserver.sim.levels.scenario import load_scenario
from uoserver.sim.tables.terrain import PAD
from uoserver.simtool import maps as m
from uoserver.simtool.maps import PlayedMap, load_map
from uoserver.simtool.textmap import Area
from uoserver.survey import MapWorld
from uoserver.survey.coordinates import cell_middle
from uoserver.survey.model import Edges


@cache
def foy() -> PlayedMap:
    return load_map("mp_foy")


def test_the_stand_in_map_comes_by_its_name() -> None:
    found = foy()
    assert found.name == "mp_foy"
    assert found.survey.pads[0]


def test_the_survey_of_the_stand_in_map_is_not_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(m, "survey")
    assert load_map("mp_foy").survey.checksum


def test_other_maps_come_from_files(tmp_path: Path) -> None:
    path = tmp_path / "yard.BSP"
    land = Land().entity("mp_ctf_spawn_allied", (-1400, 0, 1), angle="0")
    land.entity("mp_ctf_spawn_axis", (1400, 0, 1), angle="180")
    path.write_bytes(write(land.map()))
    found = load_map(str(path))
    assert found.name == "yard"
    assert found.area() == Area(58, 62, 12, 4)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mp_nowhere", "mp_nowhere: .*nowhere in the search path; other maps are named by"),
        ("../x", r"\.\./x: "),
        ("", ": "),
    ],
)
def test_maps_that_are_nowhere(name: str, reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        load_map(name)


def test_files_that_are_no_maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.bsp"
    with pytest.raises(OSError, match="No such file"):
        load_map(str(path))
    path.write_bytes(b"IBSP" + bytes(60))
    with pytest.raises(CommandError, match=f"^{path}: "):
        load_map(str(path))
    monkeypatch.setattr(m, "MAX_MAP_SIZE", 63)
    with pytest.raises(CommandError, match="more than 63 bytes, too much for a map"):
        load_map(str(path))


def test_a_scenario_is_played_on_it() -> None:
    pad = foy().survey.pads[0][0]
    column, row = pad % 128, pad // 128
    scenario = load_scenario(f"""
    players = 3
    map = "~"
    [[vehicles]]
    type = "jeep"
    cell = [{column}, {row + 2}]
    [[stock]]
    side = 1
    tanks = 1
    """)
    sim = foy().start(scenario)
    assert isinstance(sim.world, MapWorld)
    assert len(sim.state.drivers) == 3
    jeep = sim.state.pool.get(sim.state.drivers[0].vehicle)
    assert jeep is not None
    assert (jeep.x, jeep.y) == centre(pad + 2 * 128)
    assert sim.state.sides[0].stock[1] == foy().survey.stock[0][1] - 1
    assert sim.state.sides[1].stock[0] == 1
    assert sim.state.grid.terrain[pad] == PAD


@pytest.mark.parametrize(
    ("edges", "area"),
    [
        ((40, 50, 60, 70), (40, 50, 20, 20)),
        ((40.4, 50.4, 60.6, 70.6), (40, 50, 21, 21)),
        ((40.6, 50.6, 60.4, 70.4), (41, 51, 19, 19)),
        ((40.2, 50.2, 40.3, 50.3), (40, 50, 1, 1)),
        ((0, 0, 127.99, 127.99), (0, 0, 128, 128)),
    ],
)
def test_cells_are_on_the_map_if_their_middles_are(
    edges: tuple[float, float, float, float], area: tuple[int, int, int, int]
) -> None:
    survey = replace(foy().survey, edges=Edges(*(round(edge * (1 << 21)) for edge in edges)))
    found = replace(foy(), survey=survey).area()
    assert found == Area(*area)
    assert cell_middle(found.row * 128 + found.column)

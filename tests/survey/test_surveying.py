from __future__ import annotations

import pytest

from tests.bsp.factory import make_map
from tests.survey.lands import Land, cross_wall, yard
from uoserver.bsp import BspError, read
from uoserver.sim.sides import DEFAULT_STOCK
from uoserver.sim.tables.statics import NUMBER_OF, TOWER
from uoserver.survey import Survey, SurveyError, survey
from uoserver.survey.coordinates import cell_under, sim_x, sim_y
from uoserver.survey.model import Building


def at(x: float, y: float) -> int:
    return cell_under((x, y, 0.0))


def of(land: Land) -> Survey:
    return survey(land.map())


def test_a_map_with_nothing_but_spawn_points() -> None:
    found = of(yard())
    assert found.family == "tdm"
    assert found.pads == ((at(-1152.0, 128.0),), (at(1152.0, 128.0),))
    assert found.flags == ((at(-640.0, 128.0),), (at(640.0, 128.0),))
    assert found.stock == (tuple(DEFAULT_STOCK), tuple(DEFAULT_STOCK))
    assert (found.buildings, found.notes) == ((), ())
    assert found.edges == (sim_x(-1536.0), sim_y(512.0), sim_x(1536.0), sim_y(-512.0))
    assert found.way == 2560
    assert of(yard()) == found


def test_the_first_family_of_points_counts() -> None:
    land = yard()
    land.entity("mp_uo_spawn_allies", (900.0, -100.0, 24.0))
    land.entity("mp_uo_spawn_axis", (-900.0, -100.0, 24.0))
    found = of(land)
    assert found.family == "uo"
    assert found.pads == ((at(896.0, -128.0),), (at(-896.0, -128.0),))


def test_one_point_gives_two_pads_all_the_same() -> None:
    land = Land().entity("mp_deathmatch_spawn", (0.0, 100.0, 24.0))
    found = of(land)
    assert found.pads == ((at(-128.0, 128.0),), (at(896.0, 128.0),))


def test_explicit_pads_flags_and_statics() -> None:
    land = yard()
    land.entity("uo_pad", (900.0, -100.0, 10.0), team="axis")
    land.entity("uo_pad", (900.0, 300.0, 10.0), team="axis")
    land.entity("uo_flag", (100.0, 100.0, 10.0), team="axis")
    land.entity("uo_flag", (400.0, -100.0, 10.0), team="axis")
    land.entity("uo_static", (100.0, -300.0, 10.0), type="WALL_H", team="allies")
    land.entity("uo_static", (100.0, -290.0, 10.0), type="BUSH_1S")
    land.entity("uo_static", (9e4, 0.0, 10.0), type="BUSH_1S")
    land.entity("uo_tank", (0.0, 0.0, 10.0))
    found = of(land)
    assert found.pads[1] == (at(896.0, -128.0), at(896.0, 384.0))
    assert found.flags[1] == (at(128.0, 128.0), at(384.0, -128.0))
    assert found.buildings == (Building(at(128.0, -384.0), NUMBER_OF["WALL_H"], 0),)
    assert found.pads[0] == (at(-1152.0, 128.0),)
    assert len(found.notes) == 3
    assert all(note.startswith("ignored uo_") for note in found.notes)


def test_a_pad_of_ones_own_that_has_no_room_is_moved() -> None:
    land = yard()
    land.box((-500, 0, 0), (-300, 200, 100))
    land.entity("uo_pad", (-400.0, 100.0, 10.0), team="allies")
    assert of(land).pads[0] == (at(-384.0, -128.0),)


def test_a_pad_of_ones_own_may_lie_where_no_spawn_point_leads() -> None:
    land = cross_wall(Land(), 0.0)
    land.entity("mp_deathmatch_spawn", (-1200.0, 100.0, 24.0))
    assert of(land).pads[1][0] % 128 < 64
    land.entity("uo_pad", (1200.0, 100.0, 10.0), team="axis")
    assert of(land).pads == ((at(-1152.0, 128.0),), (at(1152.0, 128.0),))


def test_the_side_served_first_leaves_room_for_the_other() -> None:
    """The cell nearest to the allies is too near to the only one of the axis."""
    land = Land()
    for column in range(12):
        for row in range(4):
            x, y = -1408.0 + 256.0 * column, -384.0 + 256.0 * row
            if (x, y) not in ((-640.0, 128.0), (-128.0, 128.0), (640.0, 128.0)):
                land.box((x - 30, y - 30, 0), (x - 20, y - 20, 60))
    land.entity("mp_uo_spawn_allies", (-150.0, 100.0, 24.0))
    land.entity("mp_uo_spawn_axis", (600.0, 100.0, 24.0))
    assert of(land).pads == ((at(-640.0, 128.0),), (at(640.0, 128.0),))


def test_flags_of_the_gametype() -> None:
    land = yard()
    land.entity("script_model", (-300.0, -300.0, 10.0), targetname="ctf_flag_allies")
    land.entity("script_model", (1100.0, 100.0, 10.0), targetname="ctf_flag_axis")
    found = of(land)
    assert found.flags[0] == (at(-384.0, -384.0),)
    # Beside a pad a lift would win with it.
    pad, flag = found.pads[1][0], found.flags[1][0]
    assert max(abs(pad % 128 - flag % 128), abs(pad // 128 - flag // 128)) == 2


def test_a_flag_of_ones_own_wins() -> None:
    land = yard()
    land.entity("script_model", (-300.0, -300.0, 10.0), targetname="ctf_flag_allies")
    land.entity("uo_flag", (300.0, -300.0, 10.0), team="allies")
    assert of(land).flags[0] == (at(384.0, -384.0),)


def test_turrets_become_towers_of_the_nearer_side() -> None:
    land = yard()
    land.entity("misc_mg42", (-400.0, -300.0, 10.0))
    land.entity("misc_turret", (400.0, -300.0, 10.0))
    land.entity("misc_turret", (400.0, -310.0, 10.0))
    land.entity("script_vehicle", (1100.0, 100.0, 10.0), vehicletype="flak88_mp")  # on the pad
    assert of(land).buildings == (
        Building(at(-384.0, -384.0), TOWER, 0),
        Building(at(384.0, -384.0), TOWER, 1),
    )


def test_towers_do_not_close_the_only_way() -> None:
    land = cross_wall(yard(), 0.0, gap=240.0)
    land.entity("misc_mg42", (-100.0, 100.0, 10.0))
    land.entity("misc_mg42", (-100.0, -100.0, 10.0))
    land.entity("misc_mg42", (100.0, 100.0, 10.0))
    land.entity("misc_mg42", (300.0, 300.0, 10.0))
    found = of(land)
    assert found.way > 0
    assert 0 < len(found.buildings) < 4
    assert Building(at(384.0, 384.0), TOWER, 1) in found.buildings


def test_own_buildings_do() -> None:
    land = yard()
    for edge in (-512, 496):
        land.box((-1536, edge, 0), (1536, edge + 16, 200))
    for y in (-384.0, -128.0, 128.0, 384.0):
        land.entity("uo_static", (-128.0, y, 0.0), type="WALL_V")
    found = of(land)
    assert found.way == 0
    assert any("no way for a jeep" in note for note in found.notes)
    for kind in ("GATE_V", "BUSH_1S", "BRIDGE_H"):
        land.entities = [
            entity for entity in land.entities if entity.get("type") not in ("WALL_V", "GATE_V")
        ]
        land.entity("uo_static", (-128.0, 0.0, 0.0), type=kind)
        assert of(land).way == 2560


def test_no_way_through_a_wall() -> None:
    found = of(cross_wall(yard(), 0.0, gap=60.0))
    assert found.way == 0
    assert found.notes == ("no way for a jeep joins the pads; soldiers can carry the flag on foot",)


def test_narrow_pads_are_told_of() -> None:
    land = yard()
    for wall in range(-1536, 1537, 256):
        land.box((wall - 60, -512, 0), (wall + 60, 512, 200))
    land.entity("mp_uo_spawn_allies", (-1152.0, 100.0, 24.0))
    land.entity("mp_uo_spawn_axis", (1152.0, 100.0, 24.0))
    found = of(land)
    assert found.pads == ((at(-1152.0, 128.0),), (at(1152.0, 128.0),))
    assert "a pad of the axis is narrow: of all on wheels only a jeep turns on it" in found.notes


def test_vehicles_raise_the_stock() -> None:
    land = yard()
    land.entity("script_vehicle", (0.0, 0.0, 0.0), vehicletype="panzeriv_mp")
    land.entity("script_vehicle", (0.0, 0.0, 0.0), vehicletype="panzeriv_mp")
    land.entity("script_vehicle", (-300.0, 0.0, 0.0), vehicletype="bmw_mp")
    tanks, jeeps, msv, helicopters = DEFAULT_STOCK
    assert of(land).stock == (
        (tanks, jeeps + 1, msv, helicopters),
        (tanks + 2, jeeps, msv, helicopters),
    )


def test_stock_has_an_end() -> None:
    land = yard()
    for _ in range(300):
        land.entity("script_vehicle", (0.0, 0.0, 0.0), vehicletype="horch_mp")
    assert of(land).stock[1][1] == 254


@pytest.mark.parametrize(
    ("land", "words"),
    [
        (Land(floor=False).entity("mp_deathmatch_spawn", (0.0, 0.0, 0.0)), "no spawn point"),
        (
            Land(half=(300.0, 300.0)).entity("mp_deathmatch_spawn", (0.0, 0.0, 24.0)),
            "no two open areas",
        ),
        (
            Land(half=(10.0, 10.0)).entity("mp_deathmatch_spawn", (0.0, 0.0, 24.0)),
            "no two open areas",
        ),
    ],
)
def test_maps_that_are_refused(land: Land, words: str) -> None:
    with pytest.raises(SurveyError, match=words) as caught:
        of(land)
    assert "\n" not in str(caught.value)


def test_a_world_beyond_the_cells_is_refused() -> None:
    land = yard()
    land.bounds = land.bounds._replace(mins=(20000.0, 0.0, 0.0), maxs=(30000.0, 500.0, 500.0))
    with pytest.raises(SurveyError, match="beyond 16,384"):
        of(land)


def test_damaged_maps_are_refused() -> None:
    with pytest.raises(BspError):
        survey(read(make_map({})))

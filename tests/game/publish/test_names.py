"""Names of what a match shows: the stock ones, a host's, and tables that cannot be used."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.game.publish.names import STOCK_NAMES, NamesError, make_names


def test_the_stock_names() -> None:
    assert dict(STOCK_NAMES.configstrings) == {
        406: "xmodel/mp_vehicle_sherman",
        407: "xmodel/mp_vehicle_panzeriv",
        408: "xmodel/v_rs_lnd_su152",
        409: "xmodel/v_ge_lnd_elefant",
        410: "xmodel/mp_vehicle_sherman_destroyed",
        411: "xmodel/mp_vehicle_panzeriv_damaged",
        412: "xmodel/v_rs_lnd_su152_d",
        413: "xmodel/v_ge_lnd_elefant(d)",
        414: "xmodel/o_ctf_flag_us",
        415: "xmodel/o_ctf_flag_g",
        416: "xmodel/turret_flak88",
    }
    assert STOCK_NAMES.models["tank_allies"] == 1
    assert STOCK_NAMES.models["tower"] == STOCK_NAMES.models["static_tower"] == 11
    assert [*STOCK_NAMES.sounds, *STOCK_NAMES.effects, *STOCK_NAMES.icons] == []


def test_a_host_adds_changes_and_takes_away() -> None:
    names = make_names(
        {
            "models": {"jeep_allies": "xmodel/jeep", "tank_axis": "", "msv_allies": "xmodel/jeep"},
            "sounds": {"Drone": "drone_loop", "Mine": "beep"},
            "effects": {"dust": "fx/dust.efx"},
            "icons": {"flag_axis": "gfx/hud/flag.tga"},
        }
    )
    assert "tank_axis" not in names.models
    assert names.models["jeep_allies"] == names.models["msv_allies"] == 2
    assert names.configstrings[407] == "xmodel/jeep"
    assert names.configstrings[408] == "xmodel/v_ge_lnd_elefant"
    assert 416 not in names.configstrings
    assert names.sounds == {"Drone": 1, "Mine": 2}
    assert names.configstrings[662] == "drone_loop"
    assert names.configstrings[663] == "beep"
    assert (names.effects, names.configstrings[998]) == ({"dust": 1}, "fx/dust.efx")
    assert (names.icons, names.configstrings[1654]) == ({"flag_axis": 1}, "gfx/hud/flag.tga")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"model": {}}, "there is no table 'model'"),
        ({"models": "x"}, "models is no table"),
        ({"models": {"tnak_allies": "x"}}, "models has no 'tnak_allies'"),
        ({"models": {"tank_allies": 5}}, "models.tank_allies is no text"),
        ({"models": {"tank_allies": 'a"b'}}, "models.tank_allies is no name"),
        ({"models": {"tank_allies": "a\nb"}}, "models.tank_allies is no name"),
        ({"models": {"tank_allies": " a"}}, "models.tank_allies is no name"),
        ({"models": {"tank_allies": "x" * 64}}, "models.tank_allies is no name"),
        ({"sounds": {"a b": "x"}}, "sounds has no 'a b'"),
        ({"sounds": {f"s{n}": f"x{n}" for n in range(256)}}, "256 names, at most 255"),
        (
            {"sounds": {f"s{n}": f"{'x' * 50}{n}" for n in range(255)}},
            "names of more than 8192 characters",
        ),
    ],
)
def test_tables_that_cannot_be_used(table: Mapping[str, object], said: str) -> None:
    with pytest.raises(NamesError, match=said):
        make_names(table)


def test_as_many_as_fit() -> None:
    names = make_names(
        {
            "models": {"tank_allies": "x" * 63},
            "sounds": {f"s{n}": f"x{n}" for n in range(255)},
        }
    )
    assert names.configstrings[661 + 255] == "x254"
    assert names.configstrings[406] == "x" * 63


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: st.dictionaries(
            st.sampled_from(["models", "sounds", "effects", "tank_allies", "dust", "Drone", ""])
            | st.text(max_size=3),
            inner,
            max_size=4,
        ),
    )
)
def test_any_table_is_used_or_refused_in_one_line(table: object) -> None:
    if not isinstance(table, Mapping):
        table = {"models": table}
    said, names = "", STOCK_NAMES
    try:
        names = make_names(table)
    except NamesError as error:
        said = str(error)
    assert said.isprintable()
    for base in (405, 661, 997, 1653):
        used = [index for index in names.configstrings if base < index <= base + 255]
        assert sorted(used) == list(range(base + 1, base + 1 + len(used)))

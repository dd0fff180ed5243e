"""Areas and the portals between them."""

from __future__ import annotations

import pytest

from uoserver.collision import World
from uoserver.collision.areas import Areas

from .maps import MapMaker


def test_areas_are_apart_until_a_portal_opens() -> None:
    areas = Areas(3)
    assert areas.connected(1, 1)
    assert not areas.connected(0, 1)
    areas.adjust_portal(0, 1, open=True)
    areas.adjust_portal(2, 1, open=True)
    assert areas.connected(0, 2)
    areas.adjust_portal(1, 0, open=True)
    areas.adjust_portal(0, 1, open=False)
    assert areas.connected(0, 2)  # one of the two is still open
    areas.adjust_portal(0, 1, open=False)
    assert not areas.connected(0, 2)
    assert areas.connected(1, 2)


def test_negative_areas_are_connected_to_nothing() -> None:
    areas = Areas(3)
    areas.adjust_portal(-1, 0, open=True)
    assert not areas.connected(-1, -1)
    assert not areas.connected(-1, 0)


def test_areas_that_are_not_there_are_refused() -> None:
    areas = Areas(3)
    with pytest.raises(ValueError, match="area 3 of 3"):
        areas.connected(0, 3)
    with pytest.raises(ValueError, match="area 3 of 3"):
        areas.adjust_portal(3, 0, open=True)
    with pytest.raises(ValueError, match="no open portal"):
        areas.adjust_portal(0, 1, open=False)


def test_worlds_of_one_map_open_their_portals_apart() -> None:
    maker = MapMaker()
    maker.node(maker.plane((1.0, 0.0, 0.0), 0.0), maker.leaf([], area=0), maker.leaf([], area=1))
    clip = maker.clip()
    one, other = World(clip), World(clip)
    one.areas.adjust_portal(0, 1, open=True)
    assert one.areas.connected(0, 1)
    assert not other.areas.connected(0, 1)


def test_the_first_area_is_one_as_any() -> None:
    areas = Areas(2)
    assert areas.connected(0, 0)
    areas.adjust_portal(1, 0, open=True)
    assert areas.connected(1, 0)
    assert areas.connected(0, 1)

from __future__ import annotations

import random

from tests.maps.foy import EYE, clip, foy, ground
from uoserver.bsp.vectors import Vec3
from uoserver.collision import Body, World

SIGHT = 1
"""What stops a look: solid."""

WEST: Vec3 = (-2240.0, -2300.0, 0.0)
EAST: Vec3 = (1900.0, -2300.0, 0.0)
"""Two places in the southern fields with the ridge between them."""


def above(x: float, y: float, height: float) -> Vec3:
    return (x, y, ground(x, y) + height)


def test_the_ridge_hides_a_man_on_the_other_side() -> None:
    west, east = above(WEST[0], WEST[1], EYE), above(EAST[0], EAST[1], EYE)
    visibility = clip().visibility
    assert foy().visibility is not None
    assert not clip().sight(west, east, SIGHT)
    assert not visibility.sees(visibility.cluster_at(west), visibility.cluster_at(east))
    world = World(clip())
    mins, maxs = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)
    world.link(5, Body(above(EAST[0], EAST[1], 8.0), mins=mins, maxs=maxs))
    world.link(6, Body(above(-2000.0, -2100.0, 8.0), mins=mins, maxs=maxs))
    behind, beside = world.placed(5), world.placed(6)
    assert behind is not None
    assert beside is not None
    assert not visibility.link_visible(visibility.cluster_at(west), behind)
    assert visibility.link_visible(visibility.cluster_at(west), beside)
    # From the crest both sides are seen.
    crest = visibility.cluster_at(above(-500.0, -2300.0, EYE))
    assert visibility.link_visible(crest, behind)
    assert visibility.link_visible(crest, beside)


def test_rows_leave_much_out_and_are_symmetric() -> None:
    rows = foy().visibility
    assert rows is not None
    count = rows.cluster_count
    assert count == clip().visibility.clusters
    sees = clip().visibility.sees
    hidden = 0
    for a in range(count):
        assert sees(a, a)
        for b in range(a):
            assert sees(a, b) == sees(b, a)
            hidden += not sees(a, b)
    assert hidden > 0.05 * count * (count - 1) / 2


def random_place(chance: random.Random) -> Vec3:
    """Somewhere a man can be: low or high over the ground, on a roof, or under one."""
    x, y = chance.uniform(-5100, 5100), chance.uniform(-3980, 3980)
    if chance.random() < 0.25:  # in and about the village
        x, y = chance.uniform(-1800, 400), chance.uniform(-700, 1600)
    top = 1300.0
    if chance.random() < 0.5:
        top = ground(x, y) - 24.0  # below a roof, if there is one
        if top < -150.0 or clip().point_contents((x, y, top)) & SIGHT:
            top = 1300.0
    floor = ground(x, y, top)
    if floor < -160.0:  # below the ground, where nobody is
        floor = ground(x, y)
    return (x, y, floor + chance.uniform(4.0, 110.0))


def test_no_look_reaches_a_cluster_that_the_row_leaves_out() -> None:
    chance = random.Random(11)
    visibility = clip().visibility
    places = [random_place(chance) for _ in range(1500)]
    clusters = [visibility.cluster_at(place) for place in places]
    clear = 0
    for _ in range(40_000):
        a, b = chance.randrange(len(places)), chance.randrange(len(places))
        if clusters[a] < 0 or clusters[b] < 0 or clusters[a] == clusters[b]:
            continue
        if not clip().sight(places[a], places[b], SIGHT):
            continue
        clear += 1
        assert visibility.sees(clusters[a], clusters[b]), (places[a], places[b])
        if clear == 2500:
            break
    assert clear >= 2000

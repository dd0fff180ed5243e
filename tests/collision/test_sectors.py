from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.vectors import Vec3
from uoserver.collision import sectors as sectors_module
from uoserver.collision.sectors import MAX_SECTORS, Sectors, overlap, swept_box

EVERYWHERE = ((-1e6,) * 3, (1e6,) * 3)


def make() -> Sectors:
    """Return sectors of 4,096 units a side about the origin."""
    return Sectors((-2048, -2048, -512), (2048, 2048, 512))


def put(sectors: Sectors, number: int, x: float, y: float, size: float = 8, mask: int = 1) -> None:
    sectors.insert(number, mask, (x - size, y - size, -8), (x + size, y + size, 8))


def all_of(sectors: Sectors, mask: int = -1) -> list[int]:
    return list(sectors.query(*EVERYWHERE, mask))


def depth(sectors: Sectors, number: int) -> int:
    node, steps = sectors._places[number].parent, 0
    while node is not None:
        node, steps = node.parent, steps + 1
    return steps


def test_the_first_body_stays_at_the_root() -> None:
    sectors = make()
    put(sectors, 1, 1000, 1000)
    assert depth(sectors, 1) == 0


def test_the_second_pushes_the_first_down() -> None:
    sectors = make()
    put(sectors, 1, 1000, 1000)
    put(sectors, 2, 1000, -1000)
    # Equal sides split along y: front 1, back 2.
    assert (depth(sectors, 1), depth(sectors, 2)) == (1, 1)
    assert all_of(sectors) == [1, 2]
    put(sectors, 3, 1500, 1500)
    # The front half is wider than deep: split along x at 0; both bodies lie in front of it, and
    # the next half again has equal sides and is split along y at 1024.
    assert (depth(sectors, 3), depth(sectors, 1)) == (3, 3)


def test_what_crosses_a_plane_stays_above_it() -> None:
    sectors = make()
    put(sectors, 1, 1000, 0)
    put(sectors, 2, 1000, 1000)
    put(sectors, 3, 1000, 8)  # touches the plane y = 0
    assert [depth(sectors, number) for number in (1, 2, 3)] == [0, 1, 0]
    # A node's own bodies, newest first, then its children.
    assert all_of(sectors) == [3, 1, 2]


def test_small_nodes_have_no_children() -> None:
    sectors = Sectors((0, 0, 0), (512, 512, 512))
    put(sectors, 1, 100, 100)
    put(sectors, 2, 400, 400)
    assert (depth(sectors, 1), depth(sectors, 2)) == (0, 0)
    sectors = Sectors((0, 0, 0), (513, 512, 512))
    put(sectors, 1, 100, 100)
    put(sectors, 2, 400, 400)
    assert (depth(sectors, 1), depth(sectors, 2)) == (1, 1)


def test_the_pool_is_bounded() -> None:
    sectors = Sectors((-131072, -131072, 0), (131072, 131072, 0))
    number = 0
    for x in range(-131000, 131000, 4000):
        for y in range(-131000, 131000, 4000):
            put(sectors, number, x, y)
            number += 1
    assert sectors._count == MAX_SECTORS
    assert sorted(all_of(sectors)) == list(range(number))
    for gone in range(number):
        sectors.remove(gone)
    assert sectors._count == 1
    assert all_of(sectors) == []


def test_boxes_touch_with_their_borders() -> None:
    sectors = make()
    put(sectors, 1, 100, 100)
    assert list(sectors.query((108, 108, 8), (200, 200, 200), -1)) == [1]
    assert list(sectors.query((108.1, 108, 8), (200, 200, 200), -1)) == []


def test_contents_are_asked_of_whole_branches() -> None:
    sectors = make()
    put(sectors, 1, 1000, 1000, mask=0x1)
    put(sectors, 2, 1000, -1000, mask=0x2000000)
    assert all_of(sectors, 0x2000000) == [2]
    assert all_of(sectors, 0x4) == []
    sectors.remove(2)
    assert sectors._root.contents == 1
    put(sectors, 3, -1000, -1000, mask=-1)
    assert all_of(sectors, 0x40) == [3]


def test_a_body_that_is_not_there_can_be_removed() -> None:
    make().remove(5)


def test_a_sweep_meets_children_before_the_node_and_near_before_far() -> None:
    sectors = make()
    put(sectors, 1, 1000, 0)
    put(sectors, 2, 1000, 1000)
    put(sectors, 3, 1000, -1000)
    half = (15.0, 15.0, 35.0)
    assert sectors.along((1000, 1500, 0), (1000, -1500, 0), half, -1) == [2, 3, 1]
    assert sectors.along((1000, -1500, 0), (1000, 1500, 0), half, -1) == [3, 2, 1]
    assert sectors.along((1000, 1500, 0), (1000, 500, 0), half, -1) == [2]
    assert sectors.along((500, 1500, 0), (500, -1500, 0), half, -1) == []


coordinates = st.floats(-3000, 3000)
boxes = st.tuples(coordinates, coordinates, st.floats(0, 900))


@given(st.lists(boxes, max_size=30), st.data())
def test_queries_find_what_a_plain_loop_finds(
    bodies: list[tuple[float, float, float]], data: st.DataObject
) -> None:
    sectors = make()
    for number, (x, y, size) in enumerate(bodies):
        put(sectors, number, x, y, size)
    gone = data.draw(st.sets(st.sampled_from(range(len(bodies))))) if bodies else set()
    for number in gone:
        sectors.remove(number)
    a, b = data.draw(st.tuples(coordinates, coordinates)), data.draw(boxes)
    low: Vec3 = (min(a[0], b[0]), min(a[1], b[1]), -8.0)
    high: Vec3 = (max(a[0], b[0]), max(a[1], b[1]), 8.0)
    expected = {
        number
        for number, (x, y, size) in enumerate(bodies)
        if number not in gone
        and x - size <= high[0]
        and x + size >= low[0]
        and y - size <= high[1]
        and y + size >= low[1]
    }
    assert set(sectors.query(low, high, -1)) == expected
    assert expected <= set(sectors.along(low, high, (3000.0,) * 3, -1))
    assert sectors_module.MIN_SECTOR_SIZE == 512


def test_boxes_overlap_where_they_touch_on_every_axis() -> None:
    for axis in range(3):
        for gap, touch in ((0.0, True), (0.001, False)):
            low, high = [2.0, 2.0, 2.0], [4.0, 4.0, 4.0]
            low[axis], high[axis] = 8.0 + gap, 9.0
            one, two = ((0.0, 0.0, 0.0), (8.0, 8.0, 8.0)), ((*low,), (*high,))
            assert overlap(one, two) is touch  # type: ignore[arg-type]
            assert overlap(two, one) is touch  # type: ignore[arg-type]


def test_the_box_of_a_sweep() -> None:
    way = ((1.0, 20.0, 3.0), (10.0, 2.0, 30.0))
    box = ((1.0 - 4, 2.0 - 5, 3.0 - 6), (10.0 + 4, 20.0 + 5, 30.0 + 6))
    assert swept_box(*way, (4.0, 5.0, 6.0)) == box
    assert swept_box(*way[::-1], (4.0, 5.0, 6.0)) == box


def test_a_sector_is_split_along_its_longer_side_in_the_middle() -> None:
    # 2,048 along x: split at x = 1,024; its halves have equal sides and are split along y.
    sectors = Sectors((0, 0, 0), (2048, 1024, 0))
    put(sectors, 1, 1000, 100)
    put(sectors, 2, 1040, 100)
    assert (depth(sectors, 1), depth(sectors, 2)) == (1, 1)
    put(sectors, 3, 1040, 900)
    assert (depth(sectors, 2), depth(sectors, 3)) == (2, 2)
    for x, where in ((1024 - 8, 0), (1024 + 8, 0), (1024 - 8.001, 1), (1024 + 8.001, 1)):
        put(sectors, 9, x, 512 - 100)
        assert (depth(sectors, 9) > 0) == where
        sectors.remove(9)
    assert MAX_SECTORS == 1024


def test_a_sweep_level_with_a_plane_meets_its_front_first() -> None:
    sectors = make()
    put(sectors, 1, 1000, 12, size=8)
    put(sectors, 2, 1000, -12, size=8)
    for start, end in ((990.0, 1010.0), (1010.0, 990.0)):
        assert sectors.along((start, 0, 0), (end, 0, 0), (15.0, 15.0, 35.0), -1) == [1, 2]


def test_a_child_keeps_the_other_sides_of_its_parent() -> None:
    # 4,096 along x: the half up to 2,048 is still the longer one along x, and split at 1,024.
    sectors = Sectors((0, 0, 0), (4096, 1024, 0))
    put(sectors, 1, 500, 512)
    put(sectors, 2, 1500, 512)
    put(sectors, 3, 3500, 512)
    put(sectors, 4, 2500, 512)
    assert [depth(sectors, number) for number in (1, 2, 3, 4)] == [2, 2, 2, 2]

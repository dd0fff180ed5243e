from __future__ import annotations

import pytest

from tests.survey.lands import SKY, Land, lattice_of, pool
from uoserver.survey import pads as module
from uoserver.survey.coordinates import cell_under
from uoserver.survey.ground import Ground
from uoserver.survey.pads import ROOMS, PadFinder, Room

OPEN, NARROW, ROOFED, BOTH = ROOMS
MIDDLE = (128.0, 128.0)


def finder_of(land: Land) -> PadFinder:
    clip = land.clip()
    lattice = lattice_of(clip, land.bounds, [(-1400.0, 0.0, 0.125)])
    return PadFinder(clip, Ground(clip, lattice), lattice, land.bounds)


def at(x: float, y: float) -> int:
    return cell_under((x, y, 0.0))


def room(land: Land) -> Room | None:
    return finder_of(land).room_of(at(*MIDDLE))


def test_the_nearest_open_cell() -> None:
    finder = finder_of(Land())
    assert finder.nearest((100.0, 50.0), ROOMS) == at(128.0, 128.0)
    # Of equally near ones the most northern, and of those the most western.
    assert finder.nearest((0.0, 0.0), ROOMS) == at(-128.0, 128.0)
    taken = [at(-128.0, 128.0), at(128.0, 128.0)]
    assert finder.nearest((0.0, 0.0), ROOMS, taken) == at(-128.0, -128.0)


def test_pads_lie_apart() -> None:
    finder = finder_of(Land())
    away = [at(128.0, 128.0)]
    assert finder.nearest((200.0, 128.0), ROOMS, (), away) == at(1152.0, 128.0)
    assert finder.nearest((-200.0, 128.0), ROOMS, (), away) == at(-896.0, 128.0)


def test_open_ground() -> None:
    assert room(Land()) is OPEN


@pytest.mark.parametrize(
    ("mins", "maxs", "expected"),
    [
        ((128 + 91, 0, 0), (300, 256, 100), NARROW),  # a wall just inside the box
        ((128 + 93, 0, 0), (300, 256, 100), OPEN),
        ((128 + 59, 0, 0), (300, 256, 100), None),
        ((0, 128 - 120, 0), (256, 128 - 91, 100), None),
        ((100, 100, 19), (156, 156, 40), None),
        ((0, 0, 128), (256, 256, 160), ROOFED),
        ((0, 0, 511), (256, 256, 530), ROOFED),
        ((0, 0, 513), (256, 256, 530), OPEN),
    ],
)
def test_rooms(
    mins: tuple[float, float, float], maxs: tuple[float, float, float], expected: Room | None
) -> None:
    land = Land()
    land.box(mins, maxs)
    assert room(land) is expected


def test_a_low_sky_is_no_roof() -> None:
    land = Land()
    land.box((0, 0, 300), (256, 256, 320), SKY)
    assert room(land) is OPEN


def test_narrow_and_roofed() -> None:
    land = Land()
    land.box((128 + 70, 0, 0), (300, 256, 100))
    land.box((0, 0, 128), (256, 256, 160))
    assert room(land) is BOTH


@pytest.mark.parametrize("along", [False, True])
def test_steps_down(along: bool) -> None:
    for high, expected in ((-18, OPEN), (-20, None)):
        land = Land(floor=False)
        if along:
            land.box((-1536, -512, -64), (1536, 170, 0))
            land.box((-1536, 170, -64), (1536, 512, high))
        else:
            land.box((-1536, -512, -64), (170, 512, 0))
            land.box((170, -512, -64), (1536, 512, high))
        assert room(land) is expected


def test_water_and_places_nobody_gets_to() -> None:
    assert room(pool(Land(), (0.0, 0.0, 0.0), (256.0, 256.0, 10.0))) is None
    land = Land()
    land.box((-40, -40, 0), (296, 296, 60))
    assert room(land) is None


def test_a_pit_is_no_pad() -> None:
    """There is a way down, but none back."""
    land = Land(floor=False)
    land.box((-1536, -512, -64), (-200, 512, 0))
    land.box((-200, -512, -264), (1536, 512, -200))
    assert room(land) is None


def test_cells_at_the_edge_of_the_grid_are_none() -> None:
    land = Land(half=(1536.0, 512.0))
    land.bounds = land.bounds._replace(
        mins=(-16384.0, -512.0, -256.0), maxs=(-15000.0, 512.0, 1024.0)
    )
    land.box((-16384, -512, -64), (-15000, 512, 0))
    clip = land.clip()
    lattice = lattice_of(clip, land.bounds, [(-16000.0, 0.0, 0.125)])
    finder = PadFinder(clip, Ground(clip, lattice), lattice, land.bounds)
    assert finder.nearest((-16384.0, 128.0), ROOMS) == at(-16000.0, 128.0)


def test_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_TRIED", 2)
    finder = finder_of(Land())
    cells = list(finder.by_distance(MIDDLE))[:3]
    assert [finder.has(cell, OPEN) for cell in cells] == [True, True, False]
    assert finder.has(cells[0], OPEN)

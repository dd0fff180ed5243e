from __future__ import annotations

import pytest

from tests.bsp.check.damage import Edit, Row, found, found_after
from tests.bsp.factory import change, complete_map
from uoserver.bsp import write
from uoserver.bsp.lights import LightCacheEntry


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        (lambda m: change(m, "lights", 1, type=9), [("light-type", 30, 1, "type", 9)]),
        (lambda m: change(m, "lights", 1, type=0), [("light-type", 30, 1, "type", 0)]),
        (
            lambda m: change(m, "lights", 0, color=(float("inf"), 0.0, 0.0)),
            [("light-values", 30, 0, "color", "(inf, 0.0, 0.0)")],
        ),
        (lambda m: change(m, "light_indexes", 2, to=2), [("light-index", 19, 2, "light", 2)]),
        (
            lambda m: change(m, "light_indexes", 1, to=-1),
            [("leaf-lights", 21, 2, "first_light", -1)],
        ),
        (
            lambda m: change(m, "leaves", 3, light_count=3),
            [("leaf-lights", 21, 3, "first_light", 1)],
        ),
        (
            lambda m: change(m, "leaves", 3, light_count=-1),
            [("leaf-lights", 21, 3, "light_count", -1)],
        ),
        (
            lambda m: setattr(m, "light_cache", bytes(24)),
            [("light-cache-size", 32, None, "length", 24)],
        ),
    ],
)
def test_damage(edit: Edit, rows: list[Row]) -> None:
    assert found_after(edit) == rows


def test_states_of_the_light_cache() -> None:
    source = complete_map()
    entries = [LightCacheEntry(0, state, (0,) * 5, 0).pack() for state in (0, 1, 2, 3)]
    source.light_cache = b"".join(entries) + source.light_cache[48:]
    assert found(write(source)) == [("light-cache-state", 32, 3, "sample_state", 3)]

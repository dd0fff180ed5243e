from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.vectors import MAX_WORLD_COORD, parse_vector


@pytest.mark.parametrize(
    ("text", "vector"),
    [
        ("1 -2 3.5", (1.0, -2.0, 3.5)),
        ("  .5\t1e2 +7. ", (0.5, 100.0, 7.0)),
        ("", None),
        ("1 2", None),
        ("1 2 3 4", None),
        ("1 2 x", None),
        ("nan 0 0", None),
        ("inf 0 0", None),
        ("1e999 0 0", None),
        ("131073 0 0", None),
        ("0x10 0 0", None),
        ("1_0 0 0", None),
    ],
)
def test_parse_vector(text: str, vector: tuple[float, float, float] | None) -> None:
    assert parse_vector(text) == vector


@given(st.text(st.sampled_from("0123456789.e+- naif"), max_size=40))
def test_any_text_gives_a_place_in_the_world_or_none(text: str) -> None:
    vector = parse_vector(text)
    assert vector is None or all(abs(value) <= MAX_WORLD_COORD for value in vector)

"""Rows of floats in the words of an entity."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uoproto.states import EntityState
from uoserver.game.publish.words import FloatRow, rounded

NAMES = ("pos.trBase[2]", "apos.trBase[1]", "angles2[0]")
FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)
BASE = EntityState.from_fields({"eType": 12, "xmodel": 3, "pos.trBase[0]": 5.0, "angles2[0]": 1.0})


@given(FLOATS, FLOATS, FLOATS)
def test_as_by_the_names(a: float, b: float, c: float) -> None:
    slow = BASE.with_fields(dict(zip(NAMES, (a, b, c), strict=True)))
    assert FloatRow(*NAMES).into(BASE, a, b, c) == slow


def test_places_are_rounded() -> None:
    assert rounded((1.6, -1.6, 0.4)) == (2.0, -2.0, 0.0)

from __future__ import annotations

from uoserver.collision.trace import ENTITY_NONE, ENTITY_WORLD, EPSILON, NO_FACE, ZERO, Trace


def test_the_fields_of_an_answer() -> None:
    assert Trace._fields == (
        *("fraction", "endpos", "normal", "surface_flags", "contents", "material", "entity"),
        *("allsolid", "startsolid"),
    )


def test_nothing_hit_is_a_face_of_zeros() -> None:
    assert NO_FACE == ((0, 0, 0), 0, 0, "")


def test_the_numbers_are_those_of_the_reference() -> None:
    assert (ENTITY_WORLD, ENTITY_NONE, EPSILON, ZERO) == (1022, 1023, 0.125, (0.0, 0.0, 0.0))

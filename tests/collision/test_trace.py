from __future__ import annotations

from uoserver.collision.trace import NO_FACE, Trace


def test_the_fields_of_an_answer() -> None:
    assert Trace._fields == (
        *("fraction", "endpos", "normal", "surface_flags", "contents", "material", "entity"),
        *("allsolid", "startsolid"),
    )


def test_nothing_hit_is_a_face_of_zeros() -> None:
    assert NO_FACE == ((0, 0, 0), 0, 0, "")

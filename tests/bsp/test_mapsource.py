from __future__ import annotations

import itertools
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.errors import EntityTextError
from uoserver.bsp.mapsource import Box, parse_source

# The box from -1 -2 -3 to 4 5 6, one material per face, points clockwise from outside.
FACES = [
    "( -1 0 0 ) ( -1 0 9 ) ( -1 -9 9 ) west 0 0 0 0.25 0.25 0 0 0",
    "( 4 0 0 ) ( 4 0 9 ) ( 4 9 9 ) east 0 0 0 0.25 0.25 0 0 0",
    "( 0 -2 0 ) ( 9 -2 0 ) ( 9 -2 -9 ) south 0 0 0 0.25 0.25 0 0 0",
    "( 0 5 0 ) ( 9 5 0 ) ( 9 5 9 ) north 0 0 0 0.25 0.25 0 0 0",
    "( 0 0 -3 ) ( 0 9 -3 ) ( -9 9 -3 ) down 0 0 0 0.25 0.25 0 0 0",
    "( 0 0 6 ) ( 0 9 6 ) ( 9 9 6 ) up 0 0 0 0.25 0.25 0 0 0",
]
BOX = Box((-1, -2, -3), (4, 5, 6), ("west", "east", "south", "north", "down", "up"))


def source(faces: list[str]) -> str:
    return '// head\n{\n"classname" "worldspawn"\n{\n' + "\n".join(faces) + "\n}\n}\n{ }"


@pytest.mark.parametrize("order", list(itertools.permutations(range(6)))[::97])
def test_faces_in_any_order_make_the_box(order: tuple[int, ...]) -> None:
    world, other = parse_source(source([FACES[i] for i in order]))
    assert world.entity.classname == "worldspawn"
    assert world.brushes == (BOX,)
    assert (len(other.entity), other.brushes) == (0, ())


@pytest.mark.parametrize(
    ("faces", "problem"),
    [
        (FACES[:5], "six whole faces"),
        ([*FACES, FACES[0]], "the same way"),
        ([*FACES[:5], "( 0 0 6 )"], "six whole faces"),
        ([FACES[0].replace("-1", "7"), *FACES[1:]], "no volume"),
        (["( 0 0 0 ) ( 0 1 0 ) ( 1 1 1 ) x 0 0 0 1 1 0 0 0"], "axial"),
        ([FACES[0].replace("(", "["), *FACES[1:]], r"\( x y z \)"),
        ([FACES[0].replace("-1", "-1.5"), *FACES[1:]], "whole numbers"),
    ],
)
def test_refused_brushes(faces: list[str], problem: str) -> None:
    with pytest.raises(EntityTextError, match=problem):
        parse_source(source(faces))


@pytest.mark.parametrize("text", ["x", "{", '{ "a" }', "{ a b }", '{ "a" b }'])
def test_refused_entities(text: str) -> None:
    with pytest.raises(EntityTextError):
        parse_source(text)


@given(st.text(st.sampled_from('{}()"1 x\n'), max_size=60))
def test_any_text_gives_a_source_or_an_error(text: str) -> None:
    with suppress(EntityTextError):
        parse_source(text)

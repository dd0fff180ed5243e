from __future__ import annotations

from uoserver.collision import contents
from uoserver.collision.contents import (
    content_names,
    surface_names,
    surface_type,
    surface_type_name,
)


def test_the_masks_are_made_of_the_named_bits() -> None:
    player = (
        contents.SOLID
        | contents.GLASS
        | contents.PLAYER_CLIP
        | contents.UNNAMED_PLAYER
        | contents.BODY
    )
    assert player == contents.PLAYER_MASK == 0x02810011
    assert player & ~contents.BODY == contents.DEAD_MASK == 0x00810011


def test_bits_have_the_names_of_the_reference() -> None:
    assert content_names(0x1 | 0x20 | 0x8000000) == ["solid", "water", "detail"]
    assert content_names(0x80000000) == ["nodrop"]
    assert surface_names(0x1 | 0x8 | 0x2000) == ["nodamage", "ladder", "nosteps"]


def test_bits_without_a_name_show_as_numbers() -> None:
    assert content_names(0x8 | 0x800000) == ["0x8", "0x800000"]
    assert surface_names(0x40) == ["0x40"]


def test_the_surface_type_is_apart_from_the_bits() -> None:
    flags = 13 << 20 | 0x2
    assert surface_type(flags) == 13
    assert surface_type_name(flags) == "metal"
    assert surface_names(flags) == ["slick"]
    assert surface_type_name(22 << 20) == "asphalt"
    assert surface_type_name(0) == "default"
    assert surface_type_name(31 << 20) == "31"


def test_brushes_lose_two_bits() -> None:
    assert 0xFFFFFFFF & ~contents.BRUSH_CONTENTS == 0x20008004


def table(text: str) -> dict[int, str]:
    """Return bits with their names, from pairs of a hexadecimal number and a name."""
    words = text.split()
    return {int(bit, 16): name for bit, name in zip(words[::2], words[1::2], strict=True)}


CONTENT_BITS = table(
    """
    1 solid 2 foliage 10 glass 20 water 40 canshootclip 80 clipmissile 200 vehicleclip
    400 itemclip 800 sky 1000 ai_nosight 2000 clipshot 4000 hmg_standing 10000 playerclip
    20000 monsterclip 400000 hmg_crouching 1000000 origin 2000000 body 8000000 detail
    10000000 structural 80000000 nodrop
    """
)
SURFACE_BITS = table(
    """
    1 nodamage 2 slick 4 sky 8 ladder 10 noimpact 20 nomarks 80 nodraw 100 hint
    400 nolightmap 800 pointlight 2000 nosteps 4000 nonsolid 8000 lightfilter
    10000 alphashadow 20000 nodlight 40000 castshadow 80000000 portal
    """
)


def test_every_bit_is_that_of_the_reference() -> None:
    assert contents.CONTENT_NAMES == CONTENT_BITS
    assert contents.SURFACE_NAMES == SURFACE_BITS
    for bit, name in CONTENT_BITS.items():
        assert content_names(bit) == [name]
    for bit, name in SURFACE_BITS.items():
        assert surface_names(bit) == [name]
    assert contents.EVERYTHING == -1
    assert len(content_names(contents.EVERYTHING)) == 32
    assert contents.UNNAMED_PLAYER == 0x800000


def test_the_types_end_with_asphalt() -> None:
    assert [surface_type_name(number << 20) for number in (21, 22, 23)] == ["wood", "asphalt", "23"]

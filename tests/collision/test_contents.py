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

"""Content bits, surface bits and surface types, with the masks that traces use.

Flags are plain unsigned 32-bit numbers (collision: Content bits, Surface bits); a mask of -1
lets everything through.
"""

from __future__ import annotations

from typing import Final

SOLID: Final = 0x1
FOLIAGE: Final = 0x2
GLASS: Final = 0x10
WATER: Final = 0x20
CAN_SHOOT_CLIP: Final = 0x40
CLIP_MISSILE: Final = 0x80
VEHICLE_CLIP: Final = 0x200
ITEM_CLIP: Final = 0x400
SKY: Final = 0x800
AI_NO_SIGHT: Final = 0x1000
CLIP_SHOT: Final = 0x2000
HMG_STANDING: Final = 0x4000
PLAYER_CLIP: Final = 0x1_0000
MONSTER_CLIP: Final = 0x2_0000
HMG_CROUCHING: Final = 0x40_0000
UNNAMED_PLAYER: Final = 0x80_0000
"""Has no name, but belongs to the player's mask."""
ORIGIN: Final = 0x100_0000
BODY: Final = 0x200_0000
DETAIL: Final = 0x800_0000
STRUCTURAL: Final = 0x1000_0000
NO_DROP: Final = 0x8000_0000

PLAYER_MASK: Final = 0x0281_0011
DEAD_MASK: Final = 0x0081_0011
EVERYTHING: Final = -1

BRUSH_CONTENTS: Final = 0xDFFF_7FFB
"""What a loaded brush keeps of its material's contents (collision: Loading)."""

CONTENT_NAMES: Final = {
    SOLID: "solid",
    FOLIAGE: "foliage",
    GLASS: "glass",
    WATER: "water",
    CAN_SHOOT_CLIP: "canshootclip",
    CLIP_MISSILE: "clipmissile",
    VEHICLE_CLIP: "vehicleclip",
    ITEM_CLIP: "itemclip",
    SKY: "sky",
    AI_NO_SIGHT: "ai_nosight",
    CLIP_SHOT: "clipshot",
    HMG_STANDING: "hmg_standing",
    PLAYER_CLIP: "playerclip",
    MONSTER_CLIP: "monsterclip",
    HMG_CROUCHING: "hmg_crouching",
    ORIGIN: "origin",
    BODY: "body",
    DETAIL: "detail",
    STRUCTURAL: "structural",
    NO_DROP: "nodrop",
}

SURF_NO_DAMAGE: Final = 0x1
SURF_SLICK: Final = 0x2
SURF_SKY: Final = 0x4
SURF_LADDER: Final = 0x8
SURF_NO_IMPACT: Final = 0x10
SURF_NO_MARKS: Final = 0x20
SURF_NO_DRAW: Final = 0x80
SURF_HINT: Final = 0x100
SURF_NO_STEPS: Final = 0x2000
SURF_NON_SOLID: Final = 0x4000
SURF_PORTAL: Final = 0x8000_0000

SURFACE_NAMES: Final = {
    SURF_NO_DAMAGE: "nodamage",
    SURF_SLICK: "slick",
    SURF_SKY: "sky",
    SURF_LADDER: "ladder",
    SURF_NO_IMPACT: "noimpact",
    SURF_NO_MARKS: "nomarks",
    SURF_NO_DRAW: "nodraw",
    SURF_HINT: "hint",
    0x400: "nolightmap",
    0x800: "pointlight",
    SURF_NO_STEPS: "nosteps",
    SURF_NON_SOLID: "nonsolid",
    0x8000: "lightfilter",
    0x1_0000: "alphashadow",
    0x2_0000: "nodlight",
    0x4_0000: "castshadow",
    SURF_PORTAL: "portal",
}

SURFACE_TYPES: Final = (
    *("default", "bark", "brick", "carpet", "cloth", "concrete", "dirt", "flesh", "foliage"),
    *("glass", "grass", "gravel", "ice", "metal", "mud", "paper", "plaster", "rock", "sand"),
    *("snow", "water", "wood", "asphalt"),
)
"""Surface types by number."""

_TYPE_SHIFT: Final = 20
_TYPE_MASK: Final = 31


def surface_type(surface_flags: int) -> int:
    """Return the number of the surface type, 0 to 31, that surface flags hold."""
    return surface_flags >> _TYPE_SHIFT & _TYPE_MASK


def surface_type_name(surface_flags: int) -> str:
    """Return the name of the surface type; its number as text where it has no name."""
    number = surface_type(surface_flags)
    return SURFACE_TYPES[number] if number < len(SURFACE_TYPES) else str(number)


def content_names(contents: int) -> list[str]:
    """Return the names of the content bits, lowest first; unnamed bits in hexadecimal."""
    return _names(contents, CONTENT_NAMES)


def surface_names(surface_flags: int) -> list[str]:
    """Return the names of the surface bits, without the type; unnamed bits in hexadecimal."""
    return _names(surface_flags & ~(_TYPE_MASK << _TYPE_SHIFT), SURFACE_NAMES)


def _names(flags: int, names: dict[int, str]) -> list[str]:
    bits = (1 << shift for shift in range(32))
    return [names.get(bit, hex(bit)) for bit in bits if flags & bit]

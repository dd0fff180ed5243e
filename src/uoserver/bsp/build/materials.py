"""Materials: surface and content flags by name.

A source defines its materials in worldspawn keys that begin with ``material_``::

    "material_1" "textures/foy/snow snow solid"
    "material_2" "textures/foy/pond 0x1404000 0x28000020"

The name, then surface flags, then content flags: each a number or names joined by ``|``. Keys
survive an editor, which drops comments; they do not go into the built map. The tool textures
of the game need no definition (values: collision: Content bits, Surface bits, as real maps
carry them).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from uoserver.bsp.build.problems import Report

KEY_PREFIX: Final = "material_"
TEXTURES: Final = "textures/"
MAX_NAME: Final = 63
"""Characters of a name (spec: Lump 0)."""
MAX_MATERIALS: Final = 32_767
"""Material indexes of brushes are 16 bits."""

SOLID: Final = 0x1
FOLIAGE: Final = 0x2
GLASS: Final = 0x10
WATER: Final = 0x20
SKY: Final = 0x800
ORIGIN: Final = 0x1000000
DETAIL: Final = 0x8000000
TRANSLUCENT: Final = 0x20000000
NODRAW: Final = 0x80

SURFACE_TYPES: Final = (
    *("default", "bark", "brick", "carpet", "cloth", "concrete", "dirt", "flesh", "foliage"),
    *("glass", "grass", "gravel", "ice", "metal", "mud", "paper", "plaster", "rock", "sand"),
    *("snow", "water", "wood", "asphalt"),
)
SURFACE_FLAGS: Final = {
    "nodamage": 0x1,
    "slick": 0x2,
    "sky": 0x4,
    "ladder": 0x8,
    "noimpact": 0x10,
    "nomarks": 0x20,
    "nodraw": NODRAW,
    "hint": 0x100,
    "nolightmap": 0x400,
    "pointlight": 0x800,
    "nosteps": 0x2000,
    "nonsolid": 0x4000,
    "lightfilter": 0x8000,
    "alphashadow": 0x10000,
    "nodlight": 0x20000,
    "castshadow": 0x40000,
    **{name: number << 20 for number, name in enumerate(SURFACE_TYPES)},
}
CONTENT_FLAGS: Final = {
    "solid": SOLID,
    "foliage": FOLIAGE,
    "glass": GLASS,
    "water": WATER,
    "canshootclip": 0x40,
    "clipmissile": 0x80,
    "vehicleclip": 0x200,
    "itemclip": 0x400,
    "sky": SKY,
    "ai_nosight": 0x1000,
    "clipshot": 0x2000,
    "playerclip": 0x10000,
    "monsterclip": 0x20000,
    "origin": ORIGIN,
    "detail": DETAIL,
    "structural": 0x10000000,
    "translucent": TRANSLUCENT,
    "nodrop": 0x80000000,
}


class Flags(NamedTuple):
    """Surface and content flags of a material, unsigned."""

    surface: int
    contents: int


_CLIP: Final = Flags(0x40A0, 0x28030200)
_CLIP_NO_SIGHT: Final = Flags(0x40A0, 0x28031640)
_COMMON: Final = {
    "caulk": Flags(0x400A0, SOLID),
    "terrain": Flags(0, SOLID),
    "nodraw": Flags(0xA0, 0x28030200),
    "ladder": Flags(0x40B8, 0x28010000),
    "water": Flags(0x14040A0, 0x28000020),
    "trigger": Flags(0x80, 0x28000001),
    "origin": Flags(0x80, 0x29000000),
    "clip": _CLIP,
    "clip_nosight": Flags(0x15040A0, 0x28031640),
    "clip_player": Flags(0x40A0, 0x28010000),
    "clip_monster": Flags(0x40A0, 0x28020000),
    "clip_vehicle": Flags(0x40A0, 0x28000200),
    "clip_missile": Flags(0x40A0, 0x28000080),
    "clip_shot": Flags(0x40A0, 0x28002000),
    "clip_item": Flags(0x40A0, 0x28000400),
    # Brushes that only tell a compiler something have no contents and are left out.
    "hint": Flags(0x180, 0),
    "skip": Flags(0x80, 0),
    "areaportal": Flags(0x80, 0),
    **{
        f"{name}_{kind}": Flags(flags.surface | number << 20, flags.contents)
        for name, flags in (("clip", _CLIP), ("clip_nosight", _CLIP_NO_SIGHT))
        for number, kind in enumerate(SURFACE_TYPES)
        if number
    },
}
TOOL_MATERIALS: Final = {f"textures/common/{name}": flags for name, flags in _COMMON.items()}
SKY_PREFIX: Final = "textures/sky/"
SKY_FLAGS: Final = Flags(0x434, SOLID | SKY)
UNKNOWN: Final = Flags(0, SOLID)
"""A material that nobody defined is an ordinary wall; a warning names its first use."""

_NUMBER: Final = re.compile(r"0[xX][0-9a-fA-F]{1,8}|[0-9]{1,10}")


@dataclass(slots=True)
class MaterialTable:
    """Flags of materials by name; asks once about each unknown one."""

    report: Report
    defined: dict[str, Flags] = field(default_factory=dict)

    def define(self, line: int, value: str) -> None:
        """Take on a definition ``NAME SURFACE CONTENTS``."""
        words = value.split()
        if len(words) != 3:
            self.report.problem(line, "a material is defined as NAME SURFACEFLAGS CONTENTFLAGS")
            return
        name = full_name(words[0]).lower()
        if name in self.defined:
            self.report.problem(line, f"material {name} is defined twice")
            return
        surface = self._flags(line, words[1], SURFACE_FLAGS, "surface")
        contents = self._flags(line, words[2], CONTENT_FLAGS, "content")
        self.defined[name] = Flags(surface, contents)

    def flags(self, line: int, name: str) -> Flags:
        """Return the flags of a material, by its full name, used in `line`."""
        key = name.lower()
        known = self.defined.get(key) or TOOL_MATERIALS.get(key)
        if known is not None:
            return known
        if len(name) > MAX_NAME or not (name.isascii() and name.isprintable()):
            self.report.problem(line, f"no material name: up to {MAX_NAME} plain characters")
        if key.startswith(SKY_PREFIX):
            known = SKY_FLAGS
        else:
            known = UNKNOWN
            self.report.warn(line, f"material {name[:MAX_NAME]} is not defined: taken as solid")
        self.defined[key] = known
        return known

    def _flags(self, line: int, text: str, names: dict[str, int], kind: str) -> int:
        flags = 0
        for word in text.lower().split("|"):
            if _NUMBER.fullmatch(word) and int(word, 0 if "x" in word else 10) < 1 << 32:
                flags |= int(word, 0 if "x" in word else 10)
            elif word in names:
                flags |= names[word]
            else:
                self.report.problem(line, f"unknown {kind} flag {word[:32]!r}")
        return flags


def full_name(name: str) -> str:
    """Return the name a map file holds: editors may leave the leading folder out."""
    return name if name.lower().startswith(TEXTURES) else TEXTURES + name


def is_opaque(contents: int) -> bool:
    """Whether nothing is seen through the contents."""
    return contents & (SOLID | FOLIAGE | GLASS | WATER | TRANSLUCENT) == SOLID

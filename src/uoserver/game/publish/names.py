"""Names of models, sounds, effects and icons for what a match shows (docs: models).

Only what the stock game has by name has one from the start (gametypes: Models). A host's table
adds to that. A client draws and plays nothing for things without a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from uoproto.constants import MAX_QPATH, ConfigstringIndex
from uoserver.sim.tables.effects import Debris, Effect
from uoserver.sim.tables.statics import STATICS
from uoserver.sim.tables.vehicles import VehicleType

MAX_NAMES: Final = 255
"""Of one range: there are 256 places, and number 0 says none (configstrings)."""
MAX_CHARS: Final = 8192
"""Of all names: clients have 20,480 for all configstrings of a level, and drop above that."""
SIDES: Final = ("allies", "axis")
_NAME: Final = re.compile(r"[A-Za-z0-9_./@()-]+(?: [A-Za-z0-9_./@()-]+)*")
_SOUND_KEY: Final = re.compile(r"[A-Za-z0-9_]{1,32}")

_TYPES: Final = tuple(type_.name.lower() for type_ in VehicleType)
STOCK_MODELS: Final[Mapping[str, str]] = {
    "tank_allies": "xmodel/mp_vehicle_sherman",
    "tank_axis": "xmodel/mp_vehicle_panzeriv",
    "msv_allies": "xmodel/v_rs_lnd_su152",
    "msv_axis": "xmodel/v_ge_lnd_elefant",
    "tank_wreck_allies": "xmodel/mp_vehicle_sherman_destroyed",
    "tank_wreck_axis": "xmodel/mp_vehicle_panzeriv_damaged",
    "msv_wreck_allies": "xmodel/v_rs_lnd_su152_d",
    "msv_wreck_axis": "xmodel/v_ge_lnd_elefant(d)",
    "flag_allies": "xmodel/o_ctf_flag_us",
    "flag_axis": "xmodel/o_ctf_flag_g",
    "tower": "xmodel/turret_flak88",
    "static_tower": "xmodel/turret_flak88",
    "static_large_tower": "xmodel/turret_flak88",
}
"""What every client has. Names that agree are one model."""
MODEL_KEYS: Final = frozenset(
    (
        *(
            f"{type_}{wreck}_{side}"
            for type_ in _TYPES
            for wreck in ("", "_wreck")
            for side in SIDES
        ),
        *(f"{what}_{side}" for what in ("flag", "man") for side in SIDES),
        *("man", "body", "tower", "gate", "drone", "submarine", "lift", "mine"),
        *("shell", "grenade"),
        *(f"debris_{debris.name.lower()}" for debris in Debris),
        *(f"static_{static.name.lower()}" for static in STATICS[1:]),
    )
)
EFFECT_KEYS: Final = frozenset(effect.name.lower() for effect in Effect)
ICON_KEYS: Final = frozenset(f"flag_{side}" for side in SIDES)
TABLES: Final[Mapping[str, frozenset[str] | None]] = {
    "models": MODEL_KEYS,
    "sounds": None,
    "effects": EFFECT_KEYS,
    "icons": ICON_KEYS,
}
"""Tables of a host's file and the keys each may have; a sound's key is what the simulation says."""


class NamesError(ValueError):
    """A host's table cannot be used; the text says why in one line."""


Numbers = Mapping[str, int]


@dataclass(frozen=True)
class Names:
    """Numbers by key, and the lists that those count in: number n is the n-th name."""

    models: Numbers = field(default_factory=dict)
    sounds: Numbers = field(default_factory=dict)
    effects: Numbers = field(default_factory=dict)
    icons: Numbers = field(default_factory=dict)
    configstrings: Mapping[int, str] = field(default_factory=dict)
    """Every used range begins at its base + 1 and has no gap."""


def make_names(host: Mapping[str, object] = MappingProxyType({})) -> Names:
    """Return the stock names with a host's table over them.

    The table holds ``models``, ``sounds``, ``effects`` and ``icons``, each a table of texts by key;
    an empty text takes a stock name away. Raises `NamesError` for anything else, for names that
    would not travel, and for more than fit.
    """
    tables = {name: _table(name, host) for name in TABLES}
    for name in host:
        if name not in TABLES:
            raise NamesError(f"there is no table {name[:32]!r}")
    models = {**STOCK_MODELS, **tables["models"]}
    lists = {
        ConfigstringIndex.MODELS: models,
        ConfigstringIndex.SOUNDS: tables["sounds"],
        ConfigstringIndex.FX: tables["effects"],
        ConfigstringIndex.SHADERS: tables["icons"],
    }
    numbers: list[Numbers] = []
    strings: dict[int, str] = {}
    for base, names in lists.items():
        order = _in_order(names.values())
        numbers.append({key: order[name] for key, name in names.items() if name})
        strings |= {base + number: name for name, number in order.items()}
    if sum(map(len, strings.values())) > MAX_CHARS:
        raise NamesError(f"names of more than {MAX_CHARS} characters")
    model_numbers, sounds, effects, icons = numbers
    return Names(model_numbers, sounds, effects, icons, strings)


def _in_order(names: Iterable[str]) -> dict[str, int]:
    order = {name: 0 for name in names if name}
    if len(order) > MAX_NAMES:
        raise NamesError(f"{len(order)} names, at most {MAX_NAMES}")
    return {name: number for number, name in enumerate(order, 1)}


def _table(name: str, host: Mapping[str, object]) -> dict[str, str]:
    table = host.get(name, {})
    if not isinstance(table, Mapping):
        raise NamesError(f"{name} is no table")
    keys = TABLES[name]
    found: dict[str, str] = {}
    for key, value in table.items():
        if key not in keys if keys is not None else not _SOUND_KEY.fullmatch(str(key)):
            raise NamesError(f"{name} has no {str(key)[:32]!r}")
        if not isinstance(value, str):
            raise NamesError(f"{name}.{key} is no text")
        if value and (len(value) >= MAX_QPATH or not _NAME.fullmatch(value)):
            raise NamesError(f"{name}.{key} is no name: {value[:32]!r}")
        found[str(key)] = value
    return found


STOCK_NAMES: Final = make_names()

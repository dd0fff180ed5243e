"""Names of models for things of the simulation, from the stock game's own (gametypes: Models).

Things that have no stock name get none: a client draws nothing for them, and hosts can name some.
"""

from __future__ import annotations

from typing import Final

from uoserver.sim.tables.vehicles import VehicleType

NO_MODEL: Final = 0
_TANK, _MSV = VehicleType.TANK, VehicleType.MSV
_VEHICLES: Final = {
    (_TANK, 0): "xmodel/mp_vehicle_sherman",
    (_TANK, 1): "xmodel/mp_vehicle_panzeriv",
    (_MSV, 0): "xmodel/v_rs_lnd_su152",
    (_MSV, 1): "xmodel/v_ge_lnd_elefant",
}
_WRECKS: Final = {
    (_TANK, 0): "xmodel/mp_vehicle_sherman_destroyed",
    (_TANK, 1): "xmodel/mp_vehicle_panzeriv_damaged",
    (_MSV, 0): "xmodel/v_rs_lnd_su152_d",
    (_MSV, 1): "xmodel/v_ge_lnd_elefant(d)",
}
_FLAGS: Final = ("xmodel/o_ctf_flag_us", "xmodel/o_ctf_flag_g")
_GUN: Final = "xmodel/turret_flak88"
MODELS: Final = (*_VEHICLES.values(), *_WRECKS.values(), *_FLAGS, _GUN)
"""Model n is configstring 405 + n, n from 1, without gaps."""


def _numbers(names: dict[tuple[VehicleType, int], str]) -> dict[tuple[int, int], int]:
    return {(int(type_), team): 1 + MODELS.index(name) for (type_, team), name in names.items()}


_VEHICLE_NUMBERS: Final = _numbers(_VEHICLES)
_WRECK_NUMBERS: Final = _numbers(_WRECKS)
FLAGS: Final = tuple(1 + MODELS.index(name) for name in _FLAGS)
GUN: Final = 1 + MODELS.index(_GUN)


def vehicle_model(type_: int, team: int) -> int:
    """Return the model of a vehicle of a type and side, `NO_MODEL` where it has none."""
    return _VEHICLE_NUMBERS.get((type_, team), NO_MODEL)


def wreck_model(type_: int, team: int) -> int:
    """Return the model of the wreck of a vehicle."""
    return _WRECK_NUMBERS.get((type_, team), NO_MODEL)

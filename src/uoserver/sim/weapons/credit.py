"""Whose doing something is."""

from __future__ import annotations

from typing import Final

from ..objects import Obj
from ..vehiclestate import VehicleState

NOBODY: Final = -1


def driver_of(obj: Obj | None) -> int:
    """Return the driver of a vehicle, or the one whose shot, mine or explosion an object is.

    All objects count whose data says ``by`` whom they are; -1 for those that nobody is behind.
    """
    if obj is None:
        return NOBODY
    if isinstance(obj.data, VehicleState):
        return obj.data.driver
    by: int = getattr(obj.data, "by", NOBODY)
    return by

"""What stands on a player's screen: the bunker's menu, or the dashboard of his vehicle.

Labels are read as the localised strings that they name, as a player reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from uoproto.constants import ConfigstringIndex
from uoserver.game.publish import hud
from uoserver.sim.tables.vehicles import VehicleType

if TYPE_CHECKING:
    from uoproto.states import HudElement

_TYPES: Final = {text.rstrip(): type_ for text, type_ in zip(hud.TEXTS, VehicleType, strict=False)}
_ARMS: Final = frozenset(("Shells", "Grenades", "Rockets", "Mines", "Rounds", "Missiles"))
_WAITING: Final = "Waiting for the lift"
_CLOCKS: Final = (hud.TIMER, hud.TIMER_UP)


class Screen(NamedTuple):
    """The numbers of a screen. ``stock`` is None where no menu is shown."""

    stock: tuple[int, ...] | None = None
    selected: int = 0
    waits: bool = False
    """Whether the lift comes."""
    arms: tuple[str, ...] = ()
    shots: tuple[int, ...] = ()
    """What each of the arms has left."""
    weapon: int = 0
    """The selected one."""
    fuel: int = 100
    armour: int = 100
    clock: int = 0
    """Server time that the clock counts from or to."""


def read_screen(elements: Iterable[HudElement], texts: Mapping[int, str]) -> Screen:
    """Return what a screen says; ``texts`` are the configstrings."""
    stock: dict[int, int] = {}
    arms: list[tuple[str, int]] = []
    shares = {"Fuel": 100, "Armour": 100}
    selected = weapon = clock = 0
    waits = False
    for element in elements:
        type_ = int(element["type"])
        if type_ in _CLOCKS:
            clock = int(element["time"])
            continue
        if type_ == hud.TEXT:
            waits = waits or _text(element, "text", texts) == _WAITING
            continue
        label, value = _text(element, "label", texts), int(element["value"])
        chosen = int(element["color.rgba"]) & 0xFFFFFFFF == hud.YELLOW
        if label in _TYPES:
            stock[_TYPES[label]] = value
            selected = int(_TYPES[label]) if chosen else selected
        elif label in _ARMS:
            weapon = len(arms) if chosen else weapon
            arms.append((label, value))
        elif label in shares:
            shares[label] = value
    return Screen(
        tuple(stock.get(type_, 0) for type_ in VehicleType) if stock else None,
        selected,
        waits,
        tuple(label for label, _ in arms),
        tuple(value for _, value in arms),
        weapon,
        shares["Fuel"],
        shares["Armour"],
        clock,
    )


def _text(element: HudElement, name: str, texts: Mapping[int, str]) -> str:
    return texts.get(ConfigstringIndex.LOCALIZED + int(element[name]), "").rstrip()

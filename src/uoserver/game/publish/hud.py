"""What stands on a player's screen: arms, fuel and armour, the bunker's menu, the round's clock.

Numbers stand behind a label, which is a localised string of the level. Clients show one that their
language files lack as it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from uoproto.constants import ConfigstringIndex
from uoproto.states import HudElement
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.sides import ENDLESS, Mode, Side
from uoserver.sim.tables.vehicles import GRENADE, MINE, VEHICLES, VehicleType

if TYPE_CHECKING:
    from uoserver.sim.sides import View
    from uoserver.sim.vehiclestate import VehicleState

TEXTS: Final = (
    *("Tank ", "Jeep ", "MSV ", "Helicopter "),
    *("Shells ", "Grenades ", "Rockets ", "Mines ", "Rounds ", "Missiles "),
    *("Fuel ", "Armour ", "Waiting for the lift"),
)
"""Label n is localised string n, from 1: the first four by vehicle type."""
_NUMBERS: Final = {text: number for number, text in enumerate(TEXTS, 1)}
_ARMS: Final = {0: "Shells ", 6: "Missiles ", 7: "Rounds ", 8: "Rockets "}
"""By projectile type."""
TEXT, VALUE, TIMER, TIMER_UP = 1, 2, 4, 5
LEFT, MIDDLE, RIGHT = 0, 1, 2
WHITE: Final = 0xFFFFFFFF
YELLOW: Final = 0xFF40FFFF
GREY: Final = 0xFF808080
RED: Final = 0xFF4040FF
"""Colours: red, green, blue and opacity from the low byte on."""
LOW: Final = 25
"""Percent of fuel or armour from which on they are red."""
EDGE, BOTTOM, LINE = 620, 440, 20
"""Of the 640 x 480 that every screen counts as: where the lowest line ends, and how high one is."""
MENU_TOP: Final = 180
CLOCK_AT: Final = (320, 20)


@lru_cache(maxsize=2048)
def element(
    type_: int,
    x: int,
    y: int,
    *,
    align: int = LEFT,
    color: int = WHITE,
    value: int = 0,
    label: int = 0,
    text: int = 0,
    time: int = 0,
) -> HudElement:
    """Return one element; a ``text`` or a ``label`` is the number of a localised string."""
    return HudElement.from_fields(
        {
            "type": type_,
            "x": x,
            "y": y,
            "alignX": align,
            "color.rgba": color,
            "fontScale": 1.0,
            "value": value,
            "label": label,
            "text": text,
            "time": time,
        }
    )


def configstrings() -> dict[int, str]:
    """Return the localised strings that elements refer to."""
    return {ConfigstringIndex.LOCALIZED + n: text.rstrip() for n, text in enumerate(TEXTS, 1)}


def clock(began: int, ends: int | None) -> HudElement:
    """Return the round's clock: down to its end if that is known, else up from its beginning."""
    if ends is None:
        return element(TIMER_UP, *CLOCK_AT, align=MIDDLE, time=began)
    return element(TIMER, *CLOCK_AT, align=MIDDLE, time=ends)


def percent(amount: int, whole: int) -> int:
    """Return how much of a whole there is, 0 to 100; what is left at all is at least 1."""
    if amount <= 0 or whole <= 0:
        return 0
    return max(1, min(100, amount * 100 // whole))


def armour(state: VehicleState) -> int:
    """Return how many percent of its hit points a vehicle has."""
    return percent(state.hits, VEHICLES[state.type].hits)


def dashboard(state: VehicleState) -> tuple[HudElement, ...]:
    """Return what a driver sees: each weapon's ammunition, fuel and armour in percent."""
    kind = VEHICLES[state.type]
    lines: list[tuple[str, int, int]] = []
    for number, (weapon, slot) in enumerate(zip(kind.weapons, state.weapons, strict=False)):
        chosen = state.type == VehicleType.HELICOPTER and state.weapon == number
        lines.append((_arm(weapon.projectile), slot.ammunition, YELLOW if chosen else WHITE))
    for text, share in (("Fuel ", percent(state.fuel, kind.fuel)), ("Armour ", armour(state))):
        lines.append((text, share, RED if share <= LOW else WHITE))
    top = BOTTOM - LINE * (len(lines) - 1)
    return tuple(
        element(
            *(VALUE, EDGE, top + LINE * number),
            align=RIGHT,
            color=color,
            value=value,
            label=_NUMBERS[text],
        )
        for number, (text, value, color) in enumerate(lines)
    )


def pockets(grenades: int) -> tuple[HudElement, ...]:
    """Return what one sees on foot: his grenades."""
    label = _NUMBERS["Grenades "]
    return (element(VALUE, EDGE, BOTTOM, align=RIGHT, value=grenades, label=label),)


def _arm(projectile: int) -> str:
    if projectile == GRENADE:
        return "Grenades "
    return "Mines " if projectile == MINE else _ARMS.get(projectile, "Shells ")


def menu(view: View, side: Side) -> tuple[HudElement, ...]:
    """Return what one sees in the bunker: the stock of each type, and which is selected.

    An endless stock stands as 99. While the lift comes a line says so.
    """
    lines = []
    for type_ in VehicleType:
        left = side.stock[type_]
        color = YELLOW if view.type == type_ else WHITE if left else GREY
        lines.append(
            element(
                *(VALUE, CLOCK_AT[0], MENU_TOP + LINE * type_),
                align=MIDDLE,
                color=color,
                value=99 if left == ENDLESS else left,
                label=1 + type_,
            )
        )
    if view.mode is Mode.LAUNCH:
        y = MENU_TOP + LINE * (len(VehicleType) + 1)
        lines.append(
            element(TEXT, CLOCK_AT[0], y, align=MIDDLE, text=_NUMBERS["Waiting for the lift"])
        )
    return tuple(lines)


MOST_DAMAGE: Final = 127
"""Seven bits."""


def damage_count(amount: int) -> int:
    """Return the strength of a hit as it is sent: hit points (16.16) by ten, at least 1."""
    return max(1, min(MOST_DAMAGE, amount * 10 // ONE))

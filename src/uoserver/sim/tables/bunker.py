"""The bunker: which vehicle lies beside which, and the camera's way to the lift (tables 7)."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..kernel.fixmath import ONE


class Neighbours(NamedTuple):
    """Types that the four keys lead to from a type."""

    up: int
    down: int
    left: int
    right: int


MENU: Final = (
    Neighbours(0, 1, 3, 0),
    Neighbours(0, 1, 2, 1),
    Neighbours(3, 2, 2, 1),
    Neighbours(3, 2, 3, 0),
)
"""Tank top right, jeep bottom right, MSV bottom left, helicopter top left."""


class Zoom(NamedTuple):
    """A piece of the camera's way: one of its values goes to a target, so much a tick.

    ``fade`` darkens the picture meanwhile, ``sound`` is heard as the piece begins.
    """

    slides: bool
    target: int
    rate: int
    sound: str = ""
    fade: bool = False


ZOOM_FROM: Final = 110 * ONE
_HALF: Final = 0x8000
_CREEP: Final = 0x11F8
"""0.0702 pixels a tick."""
# After the slide one frame passes in place, for the instruments: with it the ways take the ticks
# that the tables state (186, 146, 148, 188) and the tank its measured 294.


def _down(slide: int) -> tuple[Zoom, ...]:
    """Return the way to the upper platform: down to it, aside, and up to the lift."""
    return (
        Zoom(False, 72 * ONE, _HALF, "Platform"),
        Zoom(True, slide * ONE, _HALF, "Slide"),
        Zoom(False, 72 * ONE, _HALF, "Lift"),
        Zoom(False, 60 * ONE, _HALF),
        Zoom(False, 59 * ONE, _CREEP, fade=True),
    )


def _aside(slide: int) -> tuple[Zoom, ...]:
    """Return the way of who stands below already."""
    return (
        Zoom(True, slide * ONE, _HALF, "Slide"),
        Zoom(False, ZOOM_FROM, _HALF, "Lift"),
        Zoom(False, 80 * ONE, _HALF),
        Zoom(False, 79 * ONE, _CREEP, fade=True),
    )


ZOOMS: Final = (_down(-35), _aside(-35), _aside(36), _down(36))

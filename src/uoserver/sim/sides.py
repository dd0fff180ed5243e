"""What belongs to a side, and what to one of its drivers (specification 5; design: Sides)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from .grid import OUTSIDE

DEFAULT_STOCK: Final = (3, 8, 3, 3)
"""Tanks, jeeps, MSVs, helicopters."""
ENDLESS: Final = 0xFF
"""A stock that does not shrink."""
TEAM_MINES: Final = 30
MAX_MINES: Final = 0xFFFF
"""Of a side: what docks with more is full of mines for nothing."""
NO_HEADING: Final = -1


@dataclass(slots=True)
class Side:
    """One of the two sides: its stock, its pads, its flag."""

    team: int
    stock: list[int] = field(default_factory=lambda: list(DEFAULT_STOCK))
    first_stock: list[int] = field(default_factory=lambda: list(DEFAULT_STOCK))
    """What it began with."""
    mines: int = TEAM_MINES
    pads: list[int] = field(default_factory=list)
    """Cells."""
    pad: int = OUTSIDE
    """The pad in use."""
    queue: list[int] = field(default_factory=list)
    """Drivers who wait for a lift, by number; the first is the next to get one."""
    flag_sites: list[int] = field(default_factory=list)
    flag_cell: int = OUTSIDE
    """Where its flag is hidden."""
    flag_left: int = 0
    """Buildings that may still be lost before the flag comes out."""
    drones: int = 0
    """How many it has in the air at most."""


class Mode(IntEnum):
    """What a driver's view shows, and so what his keys do."""

    SELECT = 0
    LAUNCH = 1
    PLAYING = 2
    LEAVING = 3
    """The picture fades on the way back to the bunker."""
    HOLD = 4
    """The camera rests before the fly-back."""
    FLY_BACK = 5
    SPECTATE = 6
    GONE = 7
    """He left the match; his number is free."""
    ON_FOOT = 8
    """He walks (`onfoot`). The vehicle he has, if any, stands empty."""


@dataclass(slots=True)
class View:
    """The bunker and what leads there and away (rules: Bunker view numbers)."""

    mode: Mode = Mode.SELECT
    type: int = 0
    """The selected vehicle type."""
    fade: int = 0
    """16.16: 0 black, 1.0 clear."""
    step: int = 0
    """Of the zoom script, or of the fly-back and spectating."""
    zoom: int = 0
    slide: int = 0
    timer: int = 0
    laugh: int = 0
    status: int = 0
    """What was decided at the end of the fly-back."""
    lift: int = 0
    """Id of the lift on its way."""


@dataclass(slots=True)
class Driver:
    """A player: his keys, his view, and the vehicle he drives (id, 0 for none)."""

    number: int
    team: int
    keys: int = 0
    """Raw input word of this frame."""
    keys_before: int = 0
    steer: int = NO_HEADING
    """Heading that an analog stick points to."""
    analog: bool = False
    view: View = field(default_factory=View)
    vehicle: int = 0
    wreck: int = 0
    type: int = 0
    """Of the last vehicle."""
    man: int = 0
    """Id of the man as whom he walks."""
    left: int = 0
    """Tick at which he went on foot."""
    thrown: int = 0
    """Grenades that he had thrown on foot when he got in last; none after his bunker."""
    wounds: int = 0
    """What he had suffered on foot by then (16.16 hit points)."""

"""The whole state of a simulation. Functions on it stand in the modules above.

All of it is numbers, so that it can be saved, loaded and compared (`saving`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .classes import ObjectClass
from .events import Event
from .grid import Grid
from .objects import Kind, Pool
from .rand import Rand
from .sides import Driver, Side
from .tasks import TaskList
from .timers import TimerQueue
from .world import GridWorld, World

NO_WINNER = -2
"""While the match goes on; -1 is a draw."""


@dataclass(slots=True)
class State:
    """Everything that changes."""

    tick: int = 0
    dt: int = 0
    running: bool = True
    winner: int = NO_WINNER
    players: int = 1
    """1 or 2: which order of the frame and which rules count; more drivers play the second."""
    grid: Grid = field(default_factory=Grid)
    pool: Pool = field(default_factory=Pool)
    timers: TimerQueue = field(default_factory=TimerQueue)
    tasks: TaskList = field(default_factory=TaskList)
    rand: Rand = field(default_factory=Rand)
    sides: list[Side] = field(default_factory=lambda: [Side(0), Side(1)])
    drivers: list[Driver] = field(default_factory=list)
    moved_from: tuple[int, int, int] | None = None
    """Where the object that moved last came from; None after it was stopped."""
    lanes: int = 0
    """Of the road under the jeep that was last driven: it keeps them while it coasts."""
    glow: list[int] = field(default_factory=list)
    """Pads whose doors glow in this frame."""


class Simulation:
    """A state, the world it is in, and what its objects do.

    ``events`` is what happened in the tick that runs.
    """

    __slots__ = ("classes", "events", "state", "world")

    def __init__(
        self,
        classes: Mapping[Kind, ObjectClass],
        state: State | None = None,
        world: World | None = None,
    ) -> None:
        self.state = state or State()
        self.classes = classes
        self.world: World = world or GridWorld(self.state.grid)
        self.events: list[Event] = []

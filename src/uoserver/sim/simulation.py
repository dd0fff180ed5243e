"""The whole state of a simulation, and what its classes of objects do (specification 2: Classes).

Functions on the state stand in the modules above. All of it is numbers, so that it can be saved,
loaded and compared (`saves`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .events import Event
from .grid import Grid
from .kernel.rand import Rand
from .objects import Kind, Obj, Pool
from .shapes import Overlap, Part, Shape
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
    tower_pose: tuple[int, int] | None = None
    """Heading and pitch of a live turret whose tower is about to be destroyed; else None."""
    men_carry: bool = False
    """Whether drivers on foot may carry flags: where no way for jeeps joins the pads."""
    submarine: int = 0
    """Id of the only one, 0 before there was any."""


class Simulation:
    """A state, the world it is in, and what its objects do.

    ``events`` is what happened in the tick that runs, ``sight`` what drivers see in it (`targets`),
    None before somebody asked.
    """

    __slots__ = ("classes", "events", "sight", "state", "world")

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
        self.sight: list[int] | None = None


# -- classes -------------------------------------------------------------------------------------


def _keep(_sim: Simulation, _obj: Obj, _arg: int) -> int:
    return 1


def _yes(_sim: Simulation, _obj: Obj) -> bool:
    return True


def _nothing(_sim: Simulation, _obj: Obj) -> None:
    return None


HitStatic = Callable[[Simulation, Obj, int, Part], int]
"""(sim, obj, cell, part hit) -> bits."""
HitLand = Callable[[Simulation, Obj], int]
"""(sim, obj) -> bits; only in worlds that are not flat."""
HitObject = Callable[[Simulation, Obj, Obj, Overlap], int]
"""(sim, obj, other, overlap) -> bits; the overlap's own part is the mover's."""
Damage = Callable[[Simulation, Obj, int, Obj | None], None]
"""(sim, obj, amount as 16.16, what did it)."""
Relative = Callable[[Simulation, Obj, Obj], None]


@dataclass(frozen=True, slots=True)
class ObjectClass:
    """The behaviour of one kind; what is None is decided by the other side of a meeting.

    ``init`` answers 0 (it cannot be), 1 (into its cell) or -1 (into no cell); ``destroy`` answers
    whether it may go.
    """

    name: str
    priority: int = 0
    init: Callable[[Simulation, Obj, int], int] = _keep
    update: Callable[[Simulation, Obj], None] = _nothing
    destroy: Callable[[Simulation, Obj], bool] = _yes
    shape: Callable[[Simulation, Obj], Shape] | None = None
    """For shapes that change, of objects whose own number is 0; else that number counts."""
    touch: HitStatic | None = None
    """What statics do to it: `BLOCK`, `SKIP_STATIC`, or 0, which leaves it to ``hit_static``."""
    hit_static: HitStatic | None = None
    hit_land: HitLand | None = None
    hit_object: HitObject | None = None
    damage: Damage | None = None
    detached: Relative | None = None
    """(sim, child, former parent)"""
    recyclable: bool = False
    """Goes to the list whose objects make room when the pool is full, once it is inactive."""

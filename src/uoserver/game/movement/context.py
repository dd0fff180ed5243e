"""One command being run: what a slice works with beside the state (pmove2: Single slice order)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import CONTENTS_BODY, ENTITY_NONE, ENTITY_WORLD

if TYPE_CHECKING:
    from uoproto.states import UserCmd
    from uoserver.bsp.vectors import Vec3

    from .rules import MoveRules
    from .space import Hit, Space
    from .state import MoveState

MAX_TOUCHED: Final = 32
"""Entities of a touch list (pmove2: Single slice order)."""
ORIGIN: Final = (0.0, 0.0, 0.0)


class Move:
    """A command in work. The first group lives for the command, the second for one slice.

    ``right`` and ``forward`` are the level unit vectors of the view; ``ground_normal`` counts
    where ``ground_plane`` is set: on anything below, ``walking`` on what can be walked on.
    """

    __slots__ = (
        "angle_words",
        "buttons",
        "command_fits",
        "forward",
        "forward_move",
        "ground_normal",
        "ground_plane",
        "ground_surface",
        "mask",
        "maxs",
        "mins",
        "msec",
        "posted",
        "previous_origin",
        "previous_velocity",
        "right",
        "right_move",
        "rules",
        "seconds",
        "slice_events",
        "slice_fits",
        "space",
        "state",
        "touched",
        "up_move",
        "view",
        "walking",
        "water_level",
        "water_level_before",
        "wbuttons",
    )

    def __init__(
        self, state: MoveState, command: UserCmd, space: Space, rules: MoveRules, mask: int
    ) -> None:
        self.state = state
        self.space = space
        self.rules = rules
        self.mask = mask
        self.angle_words = command.angles
        self.touched: list[int] = []
        self.posted: list[tuple[int, int]] = []
        self.command_fits = 0
        self.mins: Vec3 = state.mins
        self.maxs: Vec3 = state.maxs
        self.reset(command, command.upmove, 1)

    def reset(self, command: UserCmd, up_move: int, msec: int) -> None:
        """Begin a slice of ``msec``: the command as it came, nothing known of the ground."""
        state = self.state
        self.buttons = command.buttons
        self.wbuttons = command.wbuttons
        self.forward_move = command.forwardmove
        self.right_move = command.rightmove
        self.up_move = up_move
        self.msec = msec
        self.seconds = msec * 0.001
        self.previous_origin = state.origin
        self.previous_velocity = state.velocity
        self.ground_plane = False
        self.walking = False
        self.ground_normal: Vec3 = ORIGIN
        self.ground_surface = 0
        self.water_level = 0
        self.water_level_before = 0
        self.forward: Vec3 = ORIGIN
        self.right: Vec3 = ORIGIN
        self.view: Vec3 = ORIGIN
        self.slice_events: list[int] = []
        self.slice_fits = 0

    # -- sweeps -----------------------------------------------------------------------------------

    def trace(self, start: Vec3, end: Vec3) -> Hit:
        """Sweep the player's capsule; who starts inside a player leaves him (pmove2: slice order).

        That player is touched, and players are no obstacle for the rest of the command.
        """
        hit = self.space.trace(start, end, self.mins, self.maxs, self.mask, capsule=True)
        if hit.startsolid and hit.contents & CONTENTS_BODY and self.mask & CONTENTS_BODY:
            self.touch(hit.entity)
            self.mask &= ~CONTENTS_BODY
            hit = self.space.trace(start, end, self.mins, self.maxs, self.mask, capsule=True)
        return hit

    def touch(self, entity: int) -> None:
        """Remember an entity that was run into: each once, never the world."""
        if entity not in (ENTITY_WORLD, ENTITY_NONE) and (
            entity not in self.touched and len(self.touched) < MAX_TOUCHED
        ):
            self.touched.append(entity)

    # -- events -----------------------------------------------------------------------------------

    def event(self, number: int, parm: int = 0) -> None:
        """Post an event, at most once a slice each (which filter stock has was not read)."""
        if number and number not in self.slice_events:
            self.slice_events.append(number)
            self.post(number, parm)

    def post(self, number: int, parm: int) -> None:
        """Write an event into the ring of the player state."""
        state = self.state
        slot = state.event_sequence & 3
        events, parms = list(state.events), list(state.event_parms)
        events[slot], parms[slot] = number & 0xFF, parm & 0xFF
        state.events = (events[0], events[1], events[2], events[3])
        state.event_parms = (parms[0], parms[1], parms[2], parms[3])
        state.event_sequence = state.event_sequence + 1 & 0xFF
        self.posted.append((number, parm))

    # -- ground -----------------------------------------------------------------------------------

    def leave_ground(self) -> None:
        """Stand on nothing."""
        self.state.ground_entity = ENTITY_NONE
        self.ground_plane = False
        self.walking = False

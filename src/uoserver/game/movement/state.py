"""The part of the player state that movement reads and writes: all a client predicts from.

Nothing that decides where a player goes lives anywhere else, so a client that starts from a
decoded snapshot and runs the same commands over the same world gets the same numbers. The wire
carries floats as binary32 without the sign of zero and view angles as 16-bit words; `settle`
rounds the state to just that after each command, on both sides.

Not here, because it is not on the wire or not of movement: the previous usercmd (stock lets a
growing move key end the crawl override of weapon use; no weapon sets that), the moving body's
animations, weapons and ammunition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from struct import Struct
from typing import Final, Self

from uoproto.states import PlayerState
from uoserver.bsp.vectors import Vec3

from . import wire
from .constants import MAX_VELOCITY, WORLD_EDGE

DEAD_YAW: Final = 1
"""Its place among the stats (entity: Player state)."""


@dataclass(slots=True)
class MoveState:
    """Movement of one player; the wire's names stand in `wire`.

    Units: map units, units a second, degrees (pitch down positive), ms. ``delta_angles`` are
    16-bit words added to those of usercmds; ``lean`` is -0.5 (left) to 0.5; ``fatigue`` 1 fresh to
    0 spent; ``ladder_normal`` points away from the ladder last climbed; ``jump_z`` is where the
    last jump began; ``dead_yaw`` is stats[1].
    """

    command_time: int = 0
    pm_type: int = 0
    pm_flags: int = 0
    pm_time: int = 0
    entity_flags: int = 0
    origin: Vec3 = (0.0, 0.0, 0.0)
    velocity: Vec3 = (0.0, 0.0, 0.0)
    angles: Vec3 = (0.0, 0.0, 0.0)
    delta_angles: tuple[int, int, int] = (0, 0, 0)
    speed: int = 0
    gravity: int = 0
    ground_entity: int = 0
    mins: Vec3 = (0.0, 0.0, 0.0)
    maxs: Vec3 = (0.0, 0.0, 0.0)
    view_height: float = 0.0
    view_height_target: int = 0
    lerp_target: int = 0
    lerp_time: int = 0
    """When the change of view height began, 0 when there is none."""
    lerp_down: int = 0
    prone_view_height: int = 0
    crouch_view_height: int = 0
    stand_view_height: int = 0
    dead_view_height: int = 0
    walk_scale: float = 0.0
    run_scale: float = 0.0
    sprint_scale: float = 0.0
    prone_scale: float = 0.0
    crouch_scale: float = 0.0
    strafe_scale: float = 0.0
    back_scale: float = 0.0
    lean_scale: float = 0.0
    friction: float = 0.0
    fatigue: float = 0.0
    last_sprint: float = 0.0
    """When the sprint button was last held; a float on the wire."""
    fatigue_sound_time: int = 0
    jump_time: int = 0
    jump_z: float = 0.0
    ladder_normal: Vec3 = (0.0, 0.0, 0.0)
    lean: float = 0.0
    movement_dir: int = 0
    """A byte: degrees the legs are turned from the view, negative ones plus 256."""
    prone_direction: float = 0.0
    prone_direction_pitch: float = 0.0
    prone_torso_pitch: float = 0.0
    torso_height: float = 0.0
    torso_pitch: float = 0.0
    waist_pitch: float = 0.0
    aim_spread: float = 0.0
    ads_fraction: float = 0.0
    bob_cycle: int = 0
    weapon: int = 0
    weapon_state: int = 0
    legs_timer: int = 0
    torso_timer: int = 0
    event_sequence: int = 0
    events: tuple[int, int, int, int] = (0, 0, 0, 0)
    event_parms: tuple[int, int, int, int] = (0, 0, 0, 0)
    dead_yaw: int = 0

    @classmethod
    def from_player_state(cls, player: PlayerState) -> Self:
        """Return the movement of a player state, decoded or made.

        What `player_state` wrote comes back as it was. Values no server means come back bounded
        (numbers that are not finite as 0), so that `move` never fails on a state from outside.
        """
        state = cls(**wire.read(player))  # type: ignore[arg-type]  # by the tables of wire
        state.pm_time = max(0, state.pm_time)
        x, y, z = state.mins
        state.mins = (min(x, 0.0), min(y, 0.0), min(z, 0.0))
        x, y, z = state.maxs
        state.maxs = (max(x, 0.0), max(y, 0.0), max(z, 0.0))
        state.dead_yaw = player.stats[DEAD_YAW]
        return state

    def player_state(self, base: PlayerState = PlayerState.ZERO) -> PlayerState:
        """Return ``base`` with this movement in it."""
        stats = base.stats
        if stats[DEAD_YAW] != self.dead_yaw:
            stats = (*stats[:DEAD_YAW], self.dead_yaw, *stats[DEAD_YAW + 1 :])
        return PlayerState(
            wire.written(base.words, self),
            stats,
            base.ammo,
            base.clips,
            base.objectives,
            base.hud_archival,
            base.hud_current,
        )

    def to_fields(self) -> dict[str, float]:
        """Return all its fields of the player state by their names on the wire."""
        return wire.named(self)

    def as_sent(self) -> Self:
        """Return this state as a client decodes it: every number as the wire carries it.

        `settle` does this for what a command changes; a spawn sets the rest.
        """
        return self.from_player_state(self.player_state())

    def copy(self) -> Self:
        """Return an independent copy, to predict with."""
        return replace(self)

    def settle(self) -> None:
        """Round what a command changed to what the wire carries, within the bounds of the world."""
        ox, oy, oz = self.origin
        vx, vy, vz = self.velocity
        edge, fast = WORLD_EDGE, MAX_VELOCITY
        if not (-edge < ox < edge and -edge < oy < edge and -edge < oz < edge):
            ox, oy, oz = _bounded(ox, edge), _bounded(oy, edge), _bounded(oz, edge)
        if not (-fast < vx < fast and -fast < vy < fast and -fast < vz < fast):
            vx, vy, vz = _bounded(vx, fast), _bounded(vy, fast), _bounded(vz, fast)
        ladder = self.ladder_normal
        (
            ox,
            oy,
            oz,
            vx,
            vy,
            vz,
            lx,
            ly,
            lz,
            self.view_height,
            self.lean,
            self.fatigue,
            self.last_sprint,
            self.jump_z,
            self.aim_spread,
            self.prone_direction,
            self.prone_direction_pitch,
            self.prone_torso_pitch,
            self.torso_height,
            self.torso_pitch,
            self.waist_pitch,
        ) = [
            value + 0.0  # no -0.0: the wire has none
            for value in _MOVING.unpack(
                _MOVING.pack(
                    ox,
                    oy,
                    oz,
                    vx,
                    vy,
                    vz,
                    *ladder,
                    self.view_height,
                    self.lean,
                    self.fatigue,
                    self.last_sprint,
                    self.jump_z,
                    self.aim_spread,
                    self.prone_direction,
                    self.prone_direction_pitch,
                    self.prone_torso_pitch,
                    self.torso_height,
                    self.torso_pitch,
                    self.waist_pitch,
                )
            )
        ]
        self.origin = (ox, oy, oz)
        self.velocity = (vx, vy, vz)
        if ladder != _NULL:
            self.ladder_normal = (lx, ly, lz)


def _bounded(value: float, limit: float) -> float:
    return min(limit, max(-limit, value)) if value == value else 0.0


_NULL: Final = (0.0, 0.0, 0.0)
_MOVING: Final = Struct("<21f")

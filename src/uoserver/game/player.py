"""One player: what he controls, and the states others and he himself are sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from uoproto.constants import ENTITYNUM_NONE, EntityType, PmType, Team
from uoproto.message import angle_to_short, short_to_angle
from uoproto.states import ClientState, EntityState, PlayerState, UserCmd

from .flight import SPEED, Vector, fly

PMF_ACTIVE: Final = 0x80000
"""Player flag "active player": makes the projected entity eType 1 (entity)."""
EF_CAPSULE: Final = 0x10
EF_TELEPORT: Final = 0x8
SPAWN_COUNT: Final = 5
SECOND_MS: Final = 1000
LEAD_MS: Final = 200
"""How far a usercmd's time may lie ahead of the server's."""
MAX_PITCH: Final = 16000
"""Steepest view up or down, as an angle word: 87.89 degrees (pmove2: View angles)."""
CATCH_UP_MS: Final = 1000
SLICE_MS: Final = 66
"""A usercmd moves a player by at most so much time, in steps of so much (pmove2: Pmove outer)."""

# Constant for a flying player (spawn2: ClientSpawn; pmove2: Spectator).
_BODY: Final = PlayerState.from_fields(
    {
        "pm_type": PmType.SPECTATOR,
        "pm_flags": PMF_ACTIVE,
        "gravity": 800,
        "speed": int(SPEED),
        "mins[0]": -8,
        "mins[1]": -8,
        "mins[2]": -8,
        "maxs[0]": 8,
        "maxs[1]": 8,
        "maxs[2]": 16,
        "proneViewHeight": 11,
        "crouchViewHeight": 40,
        "standViewHeight": 60,
        "deadViewHeight": 8,
        "walkSpeedScale": 0.4,
        "runSpeedScale": 1.0,
        "sprintSpeedScale": 1.6,
        "proneSpeedScale": 0.15,
        "crouchSpeedScale": 0.65,
        "strafeSpeedScale": 0.8,
        "backSpeedScale": 0.7,
        "leanSpeedScale": 0.4,
        "friction": 1.0,
        "fatigueScale": 1.0,
        "groundEntityNum": ENTITYNUM_NONE,
    }
)


@dataclass(slots=True)
class Player:
    """A connected client of the game. Origin in map units, angles in degrees, times in ms."""

    number: int
    name: str
    ping: int = 0
    score: int = 0
    in_world: bool = False
    origin: Vector = (0.0, 0.0, 0.0)
    velocity: Vector = (0.0, 0.0, 0.0)
    angles: Vector = (0.0, 0.0, 0.0)
    delta_angles: tuple[int, int, int] = (0, 0, 0)
    command_time: int = 0
    entity_flags: int = EF_CAPSULE
    stats: tuple[int, ...] = field(default=(0,) * 6)

    def spawn(self, origin: Vector, angles: Vector, command: UserCmd, now: int) -> None:
        """Put the player into the world, looking along ``angles``.

        The usercmd's own angles stay what they are; delta angles make up the difference.
        """
        self.in_world = True
        self.origin, self.velocity = origin, (0.0, 0.0, 0.0)
        self.entity_flags ^= EF_TELEPORT
        self.command_time = now - 100
        stats = list(self.stats)
        stats[0] = stats[2] = 100
        stats[SPAWN_COUNT] = (stats[SPAWN_COUNT] + 1) & 0xFF
        self.stats = tuple(stats)
        pitch, yaw, roll = (
            (angle_to_short(angle) - turned) & 0xFFFF
            for angle, turned in zip(angles, command.angles, strict=True)
        )
        self.delta_angles = (pitch, yaw, roll)
        self._turn(command)

    def _turn(self, command: UserCmd) -> None:
        """Take the view from a usercmd; a pitch beyond its limit is taken up by delta angles."""
        pitch, yaw, roll = (
            (turned + delta) & 0xFFFF
            for turned, delta in zip(command.angles, self.delta_angles, strict=True)
        )
        signed = (pitch ^ 0x8000) - 0x8000
        if abs(signed) > MAX_PITCH:
            pitch = MAX_PITCH if signed > 0 else -MAX_PITCH
            self.delta_angles = ((pitch - command.angles[0]) & 0xFFFF, *self.delta_angles[1:])
        self.angles = (short_to_angle(pitch), short_to_angle(yaw), short_to_angle(roll))

    def think(self, command: UserCmd, now: int) -> None:
        """Run one usercmd; ``now`` is server time and bounds the command's own."""
        time = min(now + LEAD_MS, max(now - SECOND_MS, command.command_time))
        rest = min(CATCH_UP_MS, time - self.command_time)
        if not self.in_world or rest < 1:
            return
        self.command_time = time
        self._turn(command)
        while rest > 0:
            step = min(SLICE_MS, rest)
            self.origin, self.velocity = fly(self.origin, self.velocity, self.angles, command, step)
            rest -= step

    def player_state(self) -> PlayerState:
        """Return what the player himself is sent."""
        values: dict[str, float] = {
            "commandTime": self.command_time,
            "clientNum": self.number,
            "eFlags": self.entity_flags,
        }
        for axis in range(3):
            values[f"origin[{axis}]"] = self.origin[axis]
            values[f"velocity[{axis}]"] = self.velocity[axis]
            values[f"viewangles[{axis}]"] = self.angles[axis]
            values[f"delta_angles[{axis}]"] = self.delta_angles[axis]
        return _BODY.with_fields(values).replace(stats=self.stats)

    def entity_state(self) -> EntityState:
        """Return what the others are sent (entity: Player -> entity projection, snapped)."""
        values: dict[str, float] = {
            "eType": EntityType.PLAYER,
            "clientNum": self.number,
            "eFlags": self.entity_flags,
            "groundEntityNum": ENTITYNUM_NONE,
            "pos.trType": 1,
            "apos.trType": 1,
        }
        for axis in range(3):
            values[f"pos.trBase[{axis}]"] = float(int(self.origin[axis]))
            values[f"apos.trBase[{axis}]"] = float(int(self.angles[axis]))
        return EntityState.from_fields(values)

    def client_state(self) -> ClientState:
        """Return the player's line in every client list."""
        return ClientState.from_fields({"team": Team.SPECTATOR}).with_name(self.name)

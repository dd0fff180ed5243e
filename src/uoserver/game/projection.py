"""What others see of a player: his player state as an entity (entity: Player -> entity projection).

Animations are not known here: legsAnim and torsoAnim stay 0.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from uoproto.constants import EntityType
from uoproto.states import EntityState

from .movement import constants as c
from .movement.turns import normal180
from .movement.viewheight import prone_blend

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uoserver.bsp.vectors import Vec3

    from .movement import MoveState

INTERPOLATE: Final = 1
"""Trajectory type: clients go from one snapshot's base to the next's (entity: Trajectory types)."""
SINGLE_CLIENT: Final = frozenset((142, 143, 144, 145, 179, 180))
"""Events only the player himself is told of."""
EVENT_RING: Final = 4
EF_SILENT: Final = 0x800
"""Nothing was heard of the client for a second: a head icon."""


def snapped(vector: Vec3) -> Vec3:
    """Return the whole numbers others are sent, truncated toward zero."""
    return (float(int(vector[0])), float(int(vector[1])), float(int(vector[2])))


def pack_solid(mins: Vec3, maxs: Vec3) -> int:
    """Return a box as the 24 bits of the field ``solid`` (entity: solid packing)."""
    x = max(1, min(255, int(maxs[0])))
    down = max(1, min(255, int(1.0 - mins[2])))
    up = max(1, min(255, int(maxs[2] + 32.0)))
    return x | down << 8 | up << 16


def prone_fraction(state: MoveState) -> float:
    """Return how far a lying player has lain down: 0 standing or crouched, 1 prone."""
    if state.lerp_time and (part := prone_blend(state)) is not None:
        return part
    return 1.0 if state.view_height_target == state.prone_view_height else 0.0


class EventRing:
    """The events of an entity: a player's without those meant for himself alone."""

    __slots__ = ("_pending", "events", "parm", "parms", "sequence")

    def __init__(self) -> None:
        self.sequence = 0
        self.events = [0] * EVENT_RING
        self.parms = [0] * EVENT_RING
        self.parm = 0
        """The field eventParm: the parameter of one event per projection, then 0."""
        self._pending: deque[int] = deque(maxlen=EVENT_RING)

    def project(self, posted: Iterable[tuple[int, int]] = ()) -> None:
        """Take over what was posted since the last projection: at most the last four."""
        for number, parm in tuple(posted)[-EVENT_RING:]:
            self._pending.append(parm & 0xFF)
            if number not in SINGLE_CLIENT:
                slot = self.sequence & 3
                self.events[slot], self.parms[slot] = number & 0xFF, parm & 0xFF
                self.sequence = self.sequence + 1 & 0xFF
        self.parm = self._pending.popleft() if self._pending else 0

    def fields(self) -> dict[str, float]:
        """Return the fields of the entity that are not 0."""
        values: dict[str, float] = {"eventSequence": self.sequence, "eventParm": self.parm}
        for slot in range(EVENT_RING):
            values[f"events[{slot}]"] = self.events[slot]
            values[f"eventParms[{slot}]"] = self.parms[slot]
        return values


def project(
    number: int, state: MoveState, ring: EventRing, solid: int, extra_flags: int = 0
) -> EntityState:
    """Return a player as others are sent him; ``solid`` is 0 for who stops nobody."""
    flags = state.entity_flags & ~(c.EF_DEAD | c.EF_ADS) | extra_flags
    if state.pm_type >= c.TYPE_DEAD:
        flags |= c.EF_DEAD
    if state.pm_flags & c.PMF_ADS:
        flags |= c.EF_ADS
    shown = state.pm_flags & (c.PMF_ACTIVE | c.PMF_FOLLOWING)
    facing = state.movement_dir
    values: dict[str, float] = {
        "eType": EntityType.PLAYER if shown else EntityType.INVISIBLE,
        "clientNum": number,
        "eFlags": flags,
        "groundEntityNum": state.ground_entity,
        "pos.trType": INTERPOLATE,
        "apos.trType": INTERPOLATE,
        "angles2[1]": float(facing - 256 if facing > 128 else facing),
        "leanf": state.lean,
        "weapon": state.weapon,
        "solid": solid,
        **ring.fields(),
    }
    place, view = snapped(state.origin), snapped(state.angles)
    for axis in range(3):
        values[f"pos.trBase[{axis}]"] = place[axis]
        values[f"apos.trBase[{axis}]"] = view[axis]
    if state.pm_flags & c.PMF_PRONE:
        part = prone_fraction(state)
        values["fTorsoHeight"] = state.torso_height * part
        values["fTorsoPitch"] = normal180(state.torso_pitch) * part
        values["fWaistPitch"] = normal180(state.waist_pitch) * part
    return EntityState.from_fields(values)

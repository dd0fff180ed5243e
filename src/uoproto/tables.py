"""The ordered delta descriptors: which fields a record has, in which order, in which mode.

The order is part of the wire format: ``lastChanged`` counts fields of these tables (spec:
Player-state delta; msg: Generic field delta). One word stands for one field: ``name`` is a float,
``name@`` an angle of 16 bits, ``name:n`` an integer of abs(n) bits; a negative n marks a value
the game reads as signed, which the wire does not (no sign extension).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

FLOAT: Final = 0
"""``bits`` of a field in float mode."""
ANGLE16: Final = -100
"""``bits`` of a field in angle16 mode."""
INTEGER: Final = 1
"""Mode of all other fields."""


class Field(NamedTuple):
    """One field: its name and its mode (`FLOAT`, `ANGLE16`, else the width abs(bits))."""

    name: str
    bits: int

    @property
    def is_integer(self) -> bool:
        """Whether the word holds an integer, not a binary32."""
        return self.bits not in (FLOAT, ANGLE16)


class Plan(NamedTuple):
    """What a codec needs of one field, worked out once.

    ``mode`` is `FLOAT`, `ANGLE16` or `INTEGER`. An integer sends its ``low`` bits at the bit
    cursor, then ``size`` whole bytes at the byte cursor; words from ``limit`` up to ``negative``
    do not fit its width.
    """

    mode: int
    low: int
    size: int
    limit: int
    negative: int


class Table:
    """An ordered descriptor table."""

    __slots__ = ("fields", "index", "name", "names", "plans")

    def __init__(self, name: str, text: str) -> None:
        self.name: Final = name
        self.fields: Final = tuple(_parse_field(word) for word in text.split())
        self.names: Final = tuple(field.name for field in self.fields)
        self.plans: Final = tuple(_plan(field) for field in self.fields)
        self.index: Final[Mapping[str, int]] = MappingProxyType(
            {field: number for number, field in enumerate(self.names)}
        )

    def __len__(self) -> int:
        """Return the number of fields."""
        return len(self.fields)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self)} fields>"


def _plan(field: Field) -> Plan:
    if not field.is_integer:
        return Plan(field.bits, 0, 0, 0, 0)
    width = abs(field.bits)
    return Plan(INTEGER, width & 7, width >> 3, 1 << width, (1 << 32) - (1 << (width - 1)))


def _parse_field(word: str) -> Field:
    if word.endswith("@"):
        return Field(word[:-1], ANGLE16)
    name, _, bits = word.partition(":")
    return Field(name, int(bits or FLOAT))


ENTITY: Final = Table(
    "entity",
    """
    pos.trTime:32 pos.trBase[0] pos.trBase[1] pos.trDelta[1] pos.trDelta[0] angles2[1]
    apos.trBase[1]@ apos.trBase[0]@ pos.trBase[2] pos.trDelta[2] eventSequence:8 eType:8
    eFlags:24 groundEntityNum:10 legsAnim:10 clientNum:8 apos.trBase[2]@ events[0]:8 index:9
    events[1]:8 events[2]:8 events[3]:8 eventParm:8 torsoAnim:10 surfType:8 scale:8
    otherEntityNum:10 fWaistPitch pos.trType:8 xmodel:9 angles2[0] fTorsoHeight fTorsoPitch
    apos.trType:8 solid:24 weapon:7 apos.trTime:32 apos.trDelta[0] eventParms[0]:8
    pos.trDuration:32 animMovetype:4 eventParms[1]:8 apos.trDelta[2] eventParms[2]:8
    eventParms[3]:8 leanf apos.trDelta[1] loopSound:8 attackerEntityNum:10 iHeadIcon:4
    iHeadIconTeam:2 apos.trDuration:32 time:32 time2:32 origin2[0] origin2[1] origin2[2]
    angles2[2] constantLight:32 dmgFlags:32
    """,
)
"""entityState, every eType but vehicles."""

VEHICLE: Final = Table(
    "vehicle",
    """
    pos.trBase[2] pos.trBase[0] pos.trBase[1] apos.trBase[2]@ apos.trBase[1]@ apos.trBase[0]@
    angles2[1]@ time:-16 time2:6 origin2[0]:8 origin2[2]:8 angles2[0]@ origin2[1]@ angles2[2]@
    leanf@ loopSound:8 eType:8 eFlags:24 eventSequence:8 events[0]:8 events[1]:8 events[2]:8
    events[3]:8 eventParm:8 eventParms[0]:8 eventParms[1]:8 eventParms[2]:8 eventParms[3]:8
    iHeadIcon:6 iHeadIconTeam:2 animMovetype:8 index:9 torsoAnim:10 surfType:8 scale:8
    otherEntityNum:10 fWaistPitch pos.trType:8 xmodel:9 fTorsoHeight fTorsoPitch apos.trType:8
    solid:24 weapon:7 apos.trTime:32 apos.trDelta[0] apos.trDelta[2] apos.trDelta[1]
    attackerEntityNum:10 apos.trDuration:32 constantLight:32 dmgFlags:32 pos.trTime:32
    pos.trDuration:32 groundEntityNum:10 legsAnim:10 clientNum:8 pos.trDelta[1] pos.trDelta[0]
    pos.trDelta[2]
    """,
)
"""entityState of eType 12: the same fields as ENTITY in another order and other modes."""

ARCHIVED_ENTITY: Final = Table(
    "archived_entity",
    """
    absmin[1] absmax[1] absmin[0] absmax[0] absmin[2] absmax[2] pos.trBase[1] pos.trBase[0]
    eType:8 eFlags:24 pos.trBase[2] svFlags:32 groundEntityNum:10 apos.trBase[1] clientNum:8
    apos.trBase[0] index:9 apos.trBase[2] eventSequence:8 events[0]:8 legsAnim:10 events[1]:8
    events[2]:8 events[3]:8 weapon:7 pos.trType:8 xmodel:9 pos.trTime:32 apos.trType:8 solid:24
    pos.trDuration:32 eventParms[0]:8 torsoAnim:10 pos.trDelta[0] pos.trDelta[1] angles2[1]
    angles2[0] animMovetype:4 pos.trDelta[2] otherEntityNum:10 eventParms[1]:8 surfType:8
    eventParm:8 eventParms[2]:8 scale:8 eventParms[3]:8 fTorsoHeight fWaistPitch fTorsoPitch
    apos.trTime:32 apos.trDelta[0] apos.trDelta[2] singleClient:6 leanf apos.trDelta[1]
    loopSound:8 attackerEntityNum:10 iHeadIcon:4 iHeadIconTeam:2 apos.trDuration:32 time:32
    time2:32 origin2[0] origin2[1] origin2[2] angles2[2] constantLight:32 dmgFlags:32
    """,
)
"""The killcam store's entity; travels in no datagram."""

CLIENT: Final = Table(
    "client",
    """
    team:2 name[0]:32 name[4]:32 attachModelIndex[0]:8 attachModelIndex[2]:8
    attachModelIndex[3]:8 modelindex:8 attachModelIndex[1]:8 name[8]:32 name[12]:32
    attachModelIndex[4]:8 name[16]:32 attachTagIndex[0]:5 attachTagIndex[1]:5
    attachTagIndex[2]:5 attachTagIndex[3]:5 attachTagIndex[4]:5 attachModelIndex[5]:8
    attachTagIndex[5]:5 name[20]:32 name[24]:32 name[28]:32
    """,
)
"""clientState: one connected player as the others see him."""

HUD_ELEMENT: Final = Table(
    "hud_element",
    """
    color.rgba:32 type:4 fontScale y:10 x:10 alignY:2 alignX:2 time:32 font:4 text:8
    shaderIndex:8 width:10 height:10 sort fromColor.rgba:32 fadeStartTime:32 fadeTime:16
    scaleStartTime:32 scaleTime:16 fromHeight:10 value label:8 fromWidth:10 moveStartTime:32
    moveTime:16 fromX:10 fromY:10 duration:32 SCOORD:32 TCOORD:32
    """,
)
"""One scripted HUD element."""

PLAYER: Final = Table(
    "player",
    """
    commandTime:32 origin[1] origin[0] origin[2] viewangles[1]@ viewangles[0]@
    iCompassFriendInfo:32 eFlags:24 bobCycle:8 viewHeightCurrent eventSequence:8 legsAnim:10
    pm_flags:24 delta_angles[1]:16 velocity[1] velocity[0] iCompassTankInfo:32 speed:16 mins[0]
    mins[1] maxs[0] maxs[1] maxs[2] proneViewHeight:-8 crouchViewHeight:-8 standViewHeight:-8
    deadViewHeight:-8 walkSpeedScale runSpeedScale sprintSpeedScale proneSpeedScale
    crouchSpeedScale strafeSpeedScale backSpeedScale leanSpeedScale fatigueScale lastSprintTime
    friction groundEntityNum:10 viewHeightTarget:-8 events[0]:8 weapons[0]:32 weaponslots[0]:32
    gravity:16 serverCursorHintString:-8 viewmodelIndex:8 events[1]:8 events[2]:8 events[3]:8
    delta_angles[0]:16 weapon:7 movementDir:8 viewHeightLerpTarget:-8 weaponslots[4]:32
    proneDirection aimSpreadScale weapAnim:10 jumpTime:32 velocity[2] weaponTime:-16
    proneTorsoPitch proneDirectionPitch fTorsoPitch fWaistPitch fTorsoHeight weaponstate:4
    torsoTimer:16 torsoAnim:10 eventParms[0]:8 vLadderVec[0] eventParms[3]:8
    viewHeightLerpDown:1 weaponDelay:-16 eventParms[1]:8 viewHeightLerpTime:32 eventParms[2]:8
    vLadderVec[1] fWeaponPosFrac pm_type:8 legsTimer:16 fJumpOriginZ leanf damageEvent:8
    damageYaw:8 damagePitch:8 damageCount:7 weaponrechamber[0]:32 grenadeTimeLeft:-16
    pm_time:-16 iFoliageSoundTime:32 iFatigueSoundTime:32 deltaTime:32 serverCursorHint:8
    serverCursorHintVal:8 shellshockIndex:4 shellshockTime:32 shellshockDuration:16
    delta_angles[2]:16 vLadderVec[2] clientNum:8 weapons[1]:32 weaponrechamber[1]:32
    viewangles[2]@ viewHeightLerpPosAdj mins[2] viewlocked:8 viewlocked_entNum:16 vehPos:4
    vehType:4 vehMotion:2 weapons[2]:32 weapons[3]:32 weaponrechamber[2]:32
    weaponrechamber[3]:32
    """,
)
"""The main table of playerState."""

OBJECTIVE: Final = Table(
    "objective",
    """
    origin[0] origin[1] origin[2] icon:12 entNum:10 teamNum:4
    """,
)
"""One objective, behind its three-bit state."""
